"""Parts of a post as markup, in the style of a site, with marks that tell later what belongs to which post."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape, unescape

from examples.threads.dates import FORMATS
from examples.threads.entries import Entry
from examples.threads.words import BANKS, Bank

# Private characters that stand in the markup while a page is made: around a whole post and around its body.
POST, BODY, CLOSE = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{POST}(\\d+);|{BODY}(\\d+);|{CLOSE}")
_LINE_TAG = re.compile(
    r"<(?:/?(?:article|blockquote|body|dd|details|div|dl|dt|fieldset|footer|h\d|header|hr|legend|li|ol|p|pre|section"
    r"|summary|table|tbody|td|th|tr|ul)|br)\b[^>]*>"
)
_TAG = re.compile(r"<[^>]*>")

# Names for the parts of a post; each site takes one of each. None is the name that a forum product uses.
CLASS_NAMES = {
    "list": ("talk", "round", "heap", "allsaid"),
    "post": ("slip", "leaf", "turn", "pebble"),
    "head": ("top", "crown", "lead", "brow"),
    "who": ("giver", "hand", "voice", "sender"),
    "when": ("hour", "moment", "daymark", "tick"),
    "said": ("words", "gist", "speech", "matter"),
    "sign": ("tail", "motto", "farewell", "seal"),
    "foot": ("knobs", "below", "ends", "deeds"),
    "note": ("remark", "aside2", "small", "hint"),
    "kin": ("under", "branch", "twigs", "inner"),
    "advert": ("fair", "stall", "shopbox", "poster"),
}


@dataclass(frozen=True)
class Style:
    """How one site shows posts."""

    lang: str = "en"
    date_format: str = "iso"
    has_time_element: bool = False
    has_breaks: bool = False
    """Paragraphs end with `<br>` instead of being `<p>`."""
    classes: dict[str, str] = field(default_factory=dict)
    """Part -> class name; empty for markup without classes."""
    separator: str = " "
    """Between number, name and date where they stand in one line."""
    is_date_first: bool = False
    has_numbers: bool = True
    parts: frozenset[str] = frozenset()
    """Of "avatar", "buttons", "colours", "ids", "code", "adverts", "profile"."""


class Writer:
    """Writes the parts of entries."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.bank: Bank = BANKS[style.lang]

    def label(self, name: str, *values: object) -> str:
        """A word of the page itself."""
        return escape(self.bank.labels[name].format(*values), quote=False)

    def c(self, part: str, entry: Entry | None = None) -> str:
        """The class attribute of a part, if the site has classes."""
        names = [self.style.classes[part]] if part in self.style.classes else []
        if entry is not None and "colours" in self.style.parts:
            names.append(f"row{1 + entry.index % 2}")
        if entry is not None and part in self.style.classes and entry.depth and "colours" in self.style.parts:
            names.append(f"level-{entry.depth}")
        return f' class="{" ".join(names)}"' if names else ""

    def at(self, entry: Entry) -> str:
        """The id attribute of a post, if the site has them."""
        return f' id="e{4000 + 7 * entry.number}"' if "ids" in self.style.parts else ""

    def each(self, entries: Sequence[Entry], one: Callable[[Entry], str], advert: str = "") -> str:
        """All entries one after another, sometimes an advert between them."""
        made = []
        for place, entry in enumerate(entries):
            if advert and "adverts" in self.style.parts and place % 7 == 3:
                made.append(advert.format(self.advert(place)))
            made.append(self.mark(entry, one(entry)))
        return "\n".join(made)

    def mark(self, entry: Entry, html: str) -> str:
        """The markup, known to be this entry's."""
        return f"{POST}{entry.index};{html}{CLOSE}"

    def advert(self, place: int) -> str:
        """What somebody else wants to sell."""
        things = self.bank.gaps["thing"]
        return f'<a href="http://shop.example/?{place}">{self.label("advert", things[place % len(things)])}</a>'

    # Who and when

    def number(self, entry: Entry) -> str:
        """The number, if the site shows numbers."""
        return str(entry.number) if self.style.has_numbers else ""

    def name(self, entry: Entry) -> str:
        """The author, as a link to a profile or to mail if there is one."""
        person = entry.person
        name = escape(person.name, quote=False)
        if person.mail and "profile" not in self.style.parts:
            return f'<a href="mailto:{person.mail}">{name}</a>'
        return f'<a href="/people/{person.count}">{name}</a>' if "profile" in self.style.parts else name

    def home(self, entry: Entry) -> str:
        """The link to the author's home page and, where the name is a profile, to mail."""
        person, parts = entry.person, []
        if person.home:
            parts.append(f'<a href="{person.home}">{self.label("home")}</a>')
        if person.mail and "profile" in self.style.parts:
            parts.append(f'<a href="mailto:{person.mail}">{self.label("mail")}</a>')
        return " ".join(parts)

    def raw_date(self, entry: Entry) -> str:
        """The date as the page shows it."""
        return FORMATS[self.style.lang][self.style.date_format](entry.moment)

    def date(self, entry: Entry) -> str:
        """The date, in a time element if the site has them."""
        raw = self.raw_date(entry)
        return f'<time datetime="{entry.moment.isoformat()}">{raw}</time>' if self.style.has_time_element else raw

    def line(self, entry: Entry) -> str:
        """Number, name and date in one line."""
        who, when = f"<b>{self.name(entry)}</b>", self.date(entry)
        order = [when, who] if self.style.is_date_first else [who, when]
        if "code" in self.style.parts:
            order[-1] += f" ID:{entry.code}"
        return self.style.separator.join(filter(None, [self.number(entry), *order, self.home(entry)]))

    def title(self, entry: Entry, tag: str) -> str:
        """The title of a post in this element, if it has one."""
        return f"<{tag}>{escape(entry.title, quote=False)}</{tag}>" if entry.title else ""

    def cell(self, entry: Entry) -> str:
        """What stands beside a post about its author: picture, rank, number of posts."""
        if "avatar" not in self.style.parts:
            return ""
        person = entry.person
        return (
            f'<br><img src="/faces/{person.count}.png" alt=""><br>{person.rank}<br>'
            f"{self.label('posts', person.count)}<br>{self.label('joined', person.joined)}"
        )

    # What was said

    def body(self, entry: Entry) -> str:
        """The marked body, then what stands below it: signature and note of an edit."""
        inside = self._quote(entry) + self._paragraphs(entry)
        below = ""
        if entry.person.signature:
            sign = escape(entry.person.signature, quote=False)
            has_class = "sign" in self.style.classes
            below += f"<div{self.c('sign')}>{sign}</div>" if has_class else f"<br>_______________<br>{sign}"
        if entry.edited:
            edited = FORMATS[self.style.lang][self.style.date_format](entry.edited)
            below += f"<br><i{self.c('note')}>{self.label('edited', escape(entry.person.name), edited)}</i>"
        return f"{BODY}{entry.index};{inside}{CLOSE}{below}"

    def _paragraphs(self, entry: Entry) -> str:
        if self.style.has_breaks:
            return "<br>\n".join(entry.paragraphs)
        return "".join(f"<p>{paragraph}</p>" for paragraph in entry.paragraphs)

    def _quote(self, entry: Entry) -> str:
        if entry.quote is None:
            return ""
        name, text = entry.quote
        if self.style.has_breaks:
            return f"&gt; {text}<br>"
        return f"<blockquote><div>{self.label('wrote', escape(name, quote=False))}</div><p>{text}</p></blockquote>"

    def foot(self, entry: Entry, tag: str = "div") -> str:
        """The buttons below a post, if the site has them."""
        if "buttons" not in self.style.parts:
            return ""
        links = " | ".join(
            f'<a href="/{action}/{entry.number}">{self.label(action)}</a>'
            for action in ("reply", "quote", "report")
        )
        return f"<{tag}{self.c('foot')}>{links}</{tag}>"


@dataclass(frozen=True)
class Marked:
    """A page without its marks, and the text that each mark held."""

    html: str
    whole: dict[int, str]
    body: dict[int, str]


def take_marks(html: str) -> Marked:
    """The page as it is published, the text of each post and of each body. Posts in posts are not part of them."""
    whole: dict[int, list[str]] = {}
    body: dict[int, list[str]] = {}
    clean: list[str] = []
    stack: list[tuple[bool, int]] = []
    position = 0

    def take(piece: str) -> None:
        clean.append(piece)
        post = next((index for is_body, index in reversed(stack) if not is_body), None)
        if post is not None:
            whole[post].append(piece)
        if stack and stack[-1][0]:
            body[stack[-1][1]].append(piece)

    for mark in _MARK.finditer(html):
        take(html[position : mark.start()])
        position = mark.end()
        if mark.group(1):
            stack.append((False, int(mark.group(1))))
            whole.setdefault(int(mark.group(1)), [])
        elif mark.group(2):
            stack.append((True, int(mark.group(2))))
            body.setdefault(int(mark.group(2)), [])
        else:
            stack.pop()
    take(html[position:])
    return Marked("".join(clean), _texts(whole), _texts(body))


def _texts(pieces: dict[int, list[str]]) -> dict[int, str]:
    return {index: strip_tags("".join(pieces[index])) for index in sorted(pieces)}


def strip_tags(html: str) -> str:
    """The text of a piece of our own markup, a line per block."""
    lines = unescape(_TAG.sub("", _LINE_TAG.sub("\0", html.replace("\n", " ")))).split("\0")
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))

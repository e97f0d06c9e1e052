"""What stands around an article that is laid out anew: names of elements, bylines, comments, teasers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from random import Random

Piece = tuple[str, str]
"""A text and what it is: heading, paragraph, item, link or line."""

_AUTHORS = (
    "Anna K.|Sandra|tom_w|Lee Jones|admin|guest|Anonymous|名無しさん|通りすがり|J. Müller|Pedro|"
    "greenfield|Kathy|user4711|Old Timer|たろう|陈伟|Ольга"
).split("|")
_DATES = (
    "March 4, 2009 at 10:21 am|2007-11-02 18:45|Posted: 12 Jan 2004 09:13|2010年03月14日 22:41|3 hours ago|"
    "Tue, 05/06/2008 - 14:02|14. August 2006, 21:07 Uhr|2012/10/19(金) 12:17|Jun 3rd 2003 7:02PM|2 days ago|"
    "le 14 mai 2011 à 16:20|Nov 29, 2005 11:58 PM|yesterday|5 months ago|2018-06-01T12:30"
).split("|")
_REPLIES = "Reply|Report|Quote|返信|Permalink|Like|Antworten|Flag as inappropriate|Répondre|0 Likes".split("|")
_COMMENT_HEADS = "Comments|{n} comments|{n} Responses to this article|コメント ({n})|Kommentare|Discussion".split(
    "|"
)
_TEASER_HEADS = "Related articles|More stories|Most read|関連記事|Lesen Sie auch|You may also like|Ranking|".split(
    "|"
)
# Words of names that say what an element is, in the habits of several makers; drawn names say nothing.
_NAMES = {
    "main": "content|article|entry|post|story|body-text|articleBody|honbun|main-text|post-content".split("|"),
    "nav": "nav|menu|navigation|leftnav|globalnav|topmenu".split("|"),
    "side": "sidebar|side|right|rail|column2|secondary|widgets".split("|"),
    "foot": "footer|bottom|copyright|foot".split("|"),
    "comments": "comments|commentlist|comment-list|responses|reader-comments|replies|disqus_thread".split("|"),
    "comment": "comment|comment-body|commentText|response|reply|cmt".split("|"),
    "teasers": "related|more|teasers|ranking|recommended|promo|list".split("|"),
    "title": "title|headline|entry-title|heading".split("|"),
}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Source:
    """The texts of a labelled page, in order."""

    title: str
    before: Sequence[Piece]
    """What stands before the main text."""
    main: Sequence[Piece]
    between: Sequence[Piece]
    """What stands among the main text and is none."""
    after: Sequence[Piece]


@dataclass
class Maker:
    """One page being made: its habits are drawn once, so that like things are made alike."""

    random: Random
    named: str = ""
    """How elements are named: "words", "drawn" or not at all."""
    tag: str = "div"
    known: dict[str, str] = field(default_factory=dict)

    def attributes(self, role: str) -> str:
        """How an element of this role is named, the same each time."""
        if role not in self.known:
            names, random = _NAMES.get(role, [role]), self.random
            if self.named == "words":
                name = random.choice(names)
            elif self.named == "drawn":
                name = "".join(random.choice(_LETTERS) for _ in range(random.randint(3, 8)))
            else:
                name = ""
            kind = random.choice(("class", "class", "id" if role in ("main", "nav", "side", "foot") else "class"))
            self.known[role] = f' {kind}="{name}"' if name else ""
        return self.known[role]

    def box(self, role: str, inner: str, tag: str | None = None) -> str:
        """An element of this role."""
        tag = tag or self.tag
        return f"<{tag}{self.attributes(role)}>{inner}</{tag}>\n"


def byline(maker: Maker) -> str:
    """Who wrote it, and when; or nothing."""
    random = maker.random
    if random.random() < 0.4:
        return ""
    start, between = random.choice(("By ", "von ", "", "文：")), random.choice(("|", "-", "<br>", ","))
    line = f"{start}{random.choice(_AUTHORS)} {between} {random.choice(_DATES)}"
    return random.choice(
        (f"<font size=1>{line}</font><br>", maker.box("byline", line), f"<p><small>{line}</small></p>")
    )


def comments_of(maker: Maker, remarks: Sequence[str]) -> tuple[str, str]:
    """Remarks of readers, each with a name and a date, and all their text."""
    random = maker.random
    write = random.choice(_COMMENTS)
    head = random.choice(_COMMENT_HEADS).format(n=len(remarks))
    dated, replied = random.random() < 0.85, random.choice(_REPLIES) if random.random() < 0.5 else ""
    parts, texts = [], [head]
    for remark in remarks:
        name, date = random.choice(_AUTHORS), random.choice(_DATES) if dated else ""
        lines = [escape(line) for line in remark.split("\n") if line.strip()]
        body = (
            random.choice(("<br><br>", "<br>")).join(lines)
            if random.random() < 0.5
            else "".join(f"<p>{line}</p>" for line in lines)
        )
        parts.append(write(maker, name, date, body) + (f'<a href="#r">{replied}</a>' if replied else ""))
        texts += [name, date, remark]
    form = (
        '<form><textarea name="c"></textarea><input type="text" name="n"></form>' if random.random() < 0.5 else ""
    )
    return maker.box("comments", f"<h3>{head}</h3>" + "\n".join(parts) + form), "\n".join(texts)


def _listed(maker: Maker, name: str, date: str, body: str) -> str:
    return f"<li{maker.attributes('comment')}><cite>{name}</cite> <small>{date}</small>{body}</li>"


def _boxed(maker: Maker, name: str, date: str, body: str) -> str:
    return maker.box("comment", maker.box("author", f"{name} {date}") + maker.box("text", body))


def _signed(maker: Maker, name: str, date: str, body: str) -> str:
    return maker.box("comment", f"{body}<p>Posted by: <a href='/u'>{name}</a> | {date}</p>")


def _defined(maker: Maker, name: str, date: str, body: str) -> str:
    return f"<dl><dt>{name} said...</dt><dd{maker.attributes('comment')}>{body}</dd><dd>{date}</dd></dl>"


def _tabled(maker: Maker, name: str, date: str, body: str) -> str:
    who, said = f"<td><b>{name}</b><br>{date}</td>", f"<td{maker.attributes('comment')}>{body}</td>"
    return f"<table width='100%'><tr>{who}{said}</tr></table>"


def _ruled(_: Maker, name: str, date: str, body: str) -> str:
    return f"<b>{name}</b> ({date}):<br>{body}<hr>"


_COMMENTS = (_listed, _boxed, _boxed, _signed, _defined, _tabled, _ruled)


def teasers_of(maker: Maker, others: Sequence[Source]) -> str:
    """Headlines of other pages, with or without the beginning of their texts."""
    random = maker.random
    if not others:
        return ""
    told, write = random.random() < 0.6, random.choice(_ITEMS)
    parts = []
    for number, other in enumerate(others):
        headline = f'<a href="/a{number}.html">{escape(other.title)}</a>'
        first = next((text for text, kind in other.main if kind == "paragraph"), "")
        start = escape(first[: random.choice((80, 140, 220, 400))]) if told else ""
        parts.append(write(maker, headline, start))
    head = random.choice(_TEASER_HEADS)
    return maker.box("teasers", (f"<h3>{head}</h3>" if head else "") + "\n".join(parts))


def _plain_item(maker: Maker, headline: str, start: str) -> str:
    return maker.box("item", f"<h4>{headline}</h4>" + (f"<p>{start}…</p>" if start else ""))


def _broken_item(_: Maker, headline: str, start: str) -> str:
    return f"<b>{headline}</b><br>{start}<br><br>"


_ITEMS = (_plain_item, _broken_item)

"""Parts of posts as markup: what programs share. A pen writes for one page of one site."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from textwrap import fill
from typing import TypeVar

from examples.threads.dates import NOW
from examples.threads.programs.moments import FORMS, states_day
from examples.threads.programs.posts import Post, say
from examples.threads.programs.quotes import NAMELESS, QUOTES, Quoted
from examples.threads.tongues import Tongue
from examples.threads.writer import BODY, CLOSE, POST

T = TypeVar("T")
_TAGS = re.compile(r"<[^>]+>")
_LONGEST_QUOTE = 200
# How a signature stands below a text; the first is the program's own.
_SIGNS: tuple[Callable[[str], str], ...] = (
    lambda s: f'<div class="signature">{s}</div>',
    lambda s: f"<br>_________________<br>{s}",
    lambda s: f'<hr size="1">{s}',
    lambda s: f"<br>--<br>{s}",
    lambda s: f'<div class="sig"><span>{s}</span></div>',
    lambda s: f"<p>{s}</p>",
)


@dataclass(frozen=True)
class Look:
    """How one site shows what its program lets it choose."""

    seed: str
    date_form: str
    """A name of `FORMS`; empty for no dates."""
    joined_form: str
    breaks: str
    """Between paragraphs: "br", "brbr", "p", "div", or "lines" of a letter."""
    stamp: str
    """How a machine may read the date: "", "time", "abbr" or "title"."""
    quote: str
    replies: str
    address: str
    """Of the other pages of the site, with a gap for their number."""


class Pen:
    """Writes the parts of a page's posts, and remembers which it wrote."""

    def __init__(self, tongue: Tongue, look: Look, posts: Sequence[Post], page_seed: str) -> None:
        self.tongue = tongue
        self.look = look
        self.thread = posts
        self.posts = posts
        """Those that the program is to show: all, or all but the first."""
        self.rng = random.Random(f"pen/{page_seed}")
        self._wrote: dict[str, set[int]] = {"author": set(), "date": set(), "number": set(), "title": set()}

    # Choices of the site

    def has(self, what: str, share: float = 0.5) -> bool:
        """Whether this site has something, which that share of sites have."""
        return random.Random(f"{self.look.seed}/{what}").random() < share

    def pick(self, what: str, *options: T) -> T:
        """One of the options, the same on all pages of a site."""
        return random.Random(f"{self.look.seed}/{what}").choice(options)

    def label(self, name: str, *values: object) -> str:
        """A word of the page itself."""
        return escape(self.tongue.label(name, *values), quote=False)

    def shows(self, part: str, post: Post) -> bool:
        """Whether a part of a post was written."""
        return post.index in self._wrote[part]

    def address(self, number: int) -> str:
        """Where so manieth other page of the site is."""
        return self.look.address.format(number)

    # Who, when, which

    def name(self, post: Post, css: str = "") -> str:
        """The author: a link to a profile, unless a guest."""
        self._wrote["author"].add(post.index)
        name, attribute = escape(post.author.name, quote=False), f' class="{css}"' if css else ""
        if post.author.is_guest or not self.has("profiles", 0.8):
            return f"<span{attribute}>{name}</span>" if css else name
        return (
            f'<a href="/{self.pick("user", "user", "member", "profile", "u")}/{post.author.id}"{attribute}>'
            f"{name}</a>"
        )

    def bare_name(self, post: Post) -> str:
        """The author as text."""
        self._wrote["author"].add(post.index)
        return escape(post.author.name, quote=False)

    def raw_date(self, post: Post) -> str:
        """The date as it shows."""
        form = self.look.date_form
        return FORMS[form](post.moment, self.tongue) if form else ""

    def date(self, post: Post) -> str:
        """The date, perhaps with a form for machines; empty on a site without dates."""
        if not self.look.date_form:
            return ""
        self._wrote["date"].add(post.index)
        raw, iso = escape(self.raw_date(post), quote=False), post.moment.replace(microsecond=0).isoformat()
        return {
            "time": f'<time datetime="{iso}">{raw}</time>',
            "abbr": f'<abbr title="{iso}">{raw}</abbr>',
            "title": f'<span title="{iso}">{raw}</span>',
            "": raw,
        }[self.look.stamp]

    def posted(self, post: Post) -> str:
        """The date behind its label."""
        return f"{self.label('posted')} {self.date(post)}" if self.look.date_form else ""

    def states_date(self, post: Post) -> bool:
        """Whether the page tells the day of a post, in words or for machines."""
        is_stated = states_day(self.look.date_form, post.moment) or bool(self.look.stamp)
        return is_stated and self.shows("date", post)

    def number(self, post: Post, pattern: str = "#{}") -> str:
        """The number of a post."""
        self._wrote["number"].add(post.index)
        return pattern.format(post.number)

    def title(self, post: Post, pattern: str = "{}") -> str:
        """The subject line; empty if the post has none."""
        if not post.title:
            return ""
        self._wrote["title"].add(post.index)
        return pattern.format(escape(post.title, quote=False))

    # Beside the text

    def avatar(self, post: Post, share: float = 0.6) -> str:
        """A picture."""
        return f'<img src="/avatar/{post.author.id}.png" alt="" width="80">' if self.has("avatars", share) else ""

    def day(self, moment: datetime) -> str:
        """A day of a profile."""
        return escape(FORMS[self.look.joined_form](moment, self.tongue), quote=False)

    def profile(self, post: Post, between: str = "<br>", pattern: str = "{} {}") -> str:
        """What a site says of an author: rank, joined, posts, place; guests have their rank only."""
        author = post.author
        if author.is_guest:
            return self.label("guest") if self.has("guest ranks") else ""
        lines = [escape(author.rank, quote=False)] if self.has("ranks", 0.7) else []
        if self.has("medals", 0.2):
            lines.append('<img src="/star.gif" alt="*">' * (1 + author.id % 4))
        facts = [
            ("joined", self.day(author.joined), 0.7),
            ("posts", str(author.count), 0.75),
            ("location", escape(author.place, quote=False), 0.5 if author.id % 2 else 0.0),
        ]
        if self.has("profile order", 0.4):
            facts = facts[::-1]
        lines += [pattern.format(self.label(fact), value) for fact, value, share in facts if self.has(fact, share)]
        return between.join(lines)

    def state(self) -> str:
        """Whether an author is there."""
        return self.label("offline") if self.has("states", 0.3) else ""

    # What was said

    def body(self, post: Post) -> str:
        """The text with its quote, marked; nothing else."""
        inside = f"{self._quote(post)}{self._reference(post)}{self.paragraphs(post.paragraphs)}"
        return f"{BODY}{post.index};{inside}{CLOSE}"

    def paragraphs(self, paragraphs: Sequence[str]) -> str:
        """Paragraphs as this site sets them."""
        if self.look.breaks == "p":
            return "".join(f"<p>{text}</p>" for text in paragraphs)
        if self.look.breaks == "div":
            return "".join(f"<div>{text}</div>" for text in paragraphs)
        if self.look.breaks == "lines":
            return "\n\n".join(
                fill(text, 72, break_long_words=False, break_on_hyphens=False) for text in paragraphs
            )
        return ("<br>\n" * (2 if self.look.breaks == "brbr" else 1)).join(paragraphs)

    def _quote(self, post: Post) -> str:
        if post.quoted is None:
            return ""
        other = self.thread[post.quoted]
        name = escape(other.author.name, quote=True)
        text = " ".join(_TAGS.sub(" ", other.paragraphs[0]).split())[:_LONGEST_QUOTE].rpartition("&")
        return QUOTES[self.look.quote](
            Quoted(
                wrote=self.label("wrote", other.author.name),
                label=self.label("quote"),
                name=name,
                date=escape(self.raw_date(other), quote=False),
                text=text[0] or text[2],
            )
        )

    def _reference(self, post: Post) -> str:
        if post.parent is None:
            return ""
        other = self.thread[post.parent]
        if self.look.replies == "number":
            return f'<a href="#{other.number}">&gt;&gt;{other.number}</a><br>'
        return f"@{escape(other.author.name, quote=False)} " if self.look.replies == "name" else ""

    def states_parent(self) -> bool:
        """Whether the page says what a post answers."""
        return self.look.replies != "none" and not (self.look.replies == "quote" and self.look.quote in NAMELESS)

    # Below it

    def signature(self, post: Post, pattern: str = "") -> str:
        """The author's signature in the program's form or, on some sites, another one."""
        if not post.author.signature:
            return ""
        if pattern and self.has("own signatures", 0.7):
            return pattern.format(post.author.signature)
        return self.pick("signature", *_SIGNS)(post.author.signature)

    def edit_note(self, post: Post, pattern: str = '<div class="editedby"><em>{}</em></div>') -> str:
        """When the post was changed, and by whom."""
        if post.edited is None:
            return ""
        form = self.look.date_form or "iso"
        moment = escape(FORMS[form](post.edited, self.tongue), quote=False)
        return pattern.format(self.label("edited", post.author.name, moment))

    def likes(self, post: Post, pattern: str = '<div class="likes">{}</div>') -> str:
        """Who liked a post."""
        if not post.likers or not self.has("likes", 0.4):
            return ""
        names = ", ".join(f'<a href="#">{escape(name, quote=False)}</a>' for name in post.likers)
        if self.has("thanks", 0.4):
            return pattern.format(f"{self.label('thanks', post.author.name)} {names}")
        return pattern.format(self.label("likes", len(post.likers)) + (f" {names}" if self.has("likers") else ""))

    def buttons(self, post: Post, *names: str, between: str = " ", pattern: str = "{}") -> str:
        """Links to act on a post: words, or pictures on some sites; sometimes none."""
        if not self.has("buttons", 0.85):
            return ""
        has_pictures = self.has("picture buttons", 0.15)
        links = (
            f'<a href="/{name}?p={post.id}">'
            + (f'<img src="/{name}.gif" alt="{self.label(name)}">' if has_pictures else self.label(name))
            + "</a>"
            for name in names or ("reply", "quote", "report")
        )
        return pattern.format(between.join(links))

    # All posts

    def each(self, one: Callable[[Post], str], between: str = "<div>{}</div>", posts: Sequence[Post] = ()) -> str:
        """Posts one after another, on some sites with adverts and moderators' words between them."""
        made = []
        chosen = posts or self.posts
        for place, post in enumerate(chosen):
            made.append(self.mark(post, one(post)))
            if place + 1 < len(chosen) and place % 8 == 1 and between and self.has("adverts", 0.2):
                made.append(between.format(f'<b>{self.label("advert")}</b> <a href="/ad">{self.heading()}</a>'))
            elif place % 11 == 4 and between and self.has("moderated", 0.1):
                made.append(between.format(self.label("moderated")))
        return "\n".join(made)

    def nested(self, one: Callable[[Post, str], str], posts: Sequence[Post] = ()) -> str:
        """Posts in each other: `one` writes a post around what answers it."""
        answers: dict[int | None, list[str]] = {}
        chosen = posts or self.posts
        known = {post.index for post in chosen}
        for post in reversed(chosen):
            html = self.mark(post, one(post, "\n".join(reversed(answers.pop(post.index, [])))))
            answers.setdefault(post.parent if post.parent in known else None, []).append(html)
        return "\n".join(reversed(answers.get(None, [])))

    def mark(self, post: Post, html: str) -> str:
        """The markup, known to be this post's."""
        return f"{POST}{post.index};{html}{CLOSE}"

    # What is not of a post

    def heading(self) -> str:
        """A title of something else."""
        return escape(self.tongue.bank.title(self.rng), quote=False)

    def other_name(self) -> str:
        """A name of somebody."""
        return (
            escape(self.rng.choice(self.thread).author.name, quote=False) if self.thread else self.label("guest")
        )

    def other_date(self) -> str:
        """The date of something else, as this site writes dates."""
        form = self.look.date_form or "iso"
        moment = NOW - timedelta(minutes=self.rng.randrange(3_000_000))
        return escape(FORMS[form](moment, self.tongue), quote=False)

    def text(self, sentences: int) -> str:
        """Some words of somebody."""
        return say(self.rng, self.tongue, sentences)


def parity(post: Post, *words: str) -> str:
    """One of the words, in turn."""
    return words[post.index % len(words)]

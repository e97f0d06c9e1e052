"""By what posts are known again: what each is called, and what its text says."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from honbun.dates import SOME_DAY, TIME_HINT, find_dates, parse_date
from honbun.features import letters
from honbun.thread import Post

_COMPARED_LETTERS = 2000
# A text of so many letters is not said twice by chance, and so is not asked who says it.
_MIN_TELLING = 40
# A line in which something "3 hours ago" may stand is no longer.
_MAX_DATED_LINE = 80
# So many letters are not in another text by chance.
MIN_PART = 12
_DIGEST_BYTES = 8
# The date of a post stands within so many characters of a page that shows one.
_MAX_HEAD = 300
_ROUGH = "~"
_HOUR = timedelta(hours=1)
# "Just now" may be so long ago.
_NOW = timedelta(minutes=5)
_DIGITS = re.compile(r"\d+")
# A line marked as quoted; ">>12" is the number of a post that is answered, perhaps in the same line.
_QUOTED = re.compile(r"\s*[>＞]+(?![>＞\d])")


@dataclass(frozen=True, slots=True)
class Traits:
    """By what a post is known again."""

    key: str
    author: str | None
    digest: str
    """Of its text: see `digest_of`."""
    date: str | None = None
    """As far as it is stated, not counted from now."""
    page: int = 1
    address: str = ""
    """The address that the page gives the post, with its numbers masked; empty if it gives none."""
    has_number: bool = False
    is_telling: bool = False
    """Its text is long enough that nobody says the same by chance."""
    is_rough: bool = False
    """It was not cut out of its page as a post: it is all that a page says which shows one post."""

    @classmethod
    def of(cls, post: Post, digest: str, date: str | None, page: int) -> Traits:
        """Those of a post, given the digest of its text, its date as far as it is stated, and its page."""
        return cls(
            key=post.key,
            author=post.author,
            digest=digest,
            date=date,
            page=page,
            address=masked(post.permalink),
            has_number=bool(post.number),
            is_telling=len(letters(post.text)) >= _MIN_TELLING,
            is_rough=is_rough(post.key),
        )

    @property
    def is_named(self) -> bool:
        """Its key was made from a name that the page gives it, not from its text."""
        return bool(self.address) or self.has_number


@dataclass(frozen=True, slots=True)
class Known:
    """A post that is remembered."""

    id: int
    traits: Traits
    text: str
    is_gone: bool = False
    first_seen: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A post that was read, on which page of its thread."""

    post: Post
    traits: Traits
    not_before: datetime | None = None
    """When it was written at the earliest, if its page counts from now."""

    @classmethod
    def of(cls, post: Post, page: int = 1, fetched_at: datetime | None = None) -> Seen:
        """The post with its traits. `fetched_at` says when its page was, if it was read anew."""
        traits = Traits.of(post, digest_of(post.text), stated_date(post), page)
        head = post.text[:_MAX_HEAD] if traits.is_rough else ""
        return cls(post, traits, _not_before(post.date_raw or head, fetched_at))


def digest_of(text: str) -> str:
    """What a text is compared by: its letters and digits, without times that are counted from now."""
    lines = (without_ago(line) if len(line) <= _MAX_DATED_LINE else line for line in text.split("\n"))
    plain = letters("\n".join(lines)) or text
    return blake2b(plain.encode("utf-8", "replace"), digest_size=_DIGEST_BYTES).hexdigest()


def line_digests(text: str) -> Counter[str]:
    """How often a text has each of its lines."""
    return Counter(digest_of(line) for line in text.split("\n") if letters(line))


def stated_date(post: Post) -> str | None:
    """The date of a post; None if the page counts it from now, so that it will be written otherwise."""
    found = parse_date(post.date_raw) if post.date_raw else None
    return post.date if post.date and (not post.date_raw or found) else None


def _not_before(raw: str, now: datetime | None) -> datetime | None:
    """The earliest moment that "3 hours ago" can mean; None for what is counted in days, or not from now."""
    found = [parse_date(raw, at) if at else None for at in (now, now and now + _HOUR)]
    moments = [datetime.fromisoformat(each.iso) for each in found if each and each.is_relative and "T" in each.iso]
    if now is None or len(moments) < 2 or moments[1] - moments[0] != _HOUR:
        return None
    # Whatever the unit and however it is rounded, it is not twice as long ago.
    return now - 2 * (now - moments[0]) - _NOW


def masked(address: str | None) -> str:
    """What the addresses of posts have in common; empty if there is none."""
    return _DIGITS.sub("#", address or "")


def is_rough(key: str) -> bool:
    """Whether this is the key of a post that is all that a page says, made by `rough_post`."""
    return key.startswith(_ROUGH)


def rough_post(text: str, post: Post | None = None) -> Post:
    """A post made of all that a page says which shows one post, with who and when as far as that was found."""
    key = _ROUGH + digest_of(text)
    if post is not None:
        return Post(text=text, key=key, author=post.author, date=post.date, date_raw=post.date_raw)
    found = parse_date(text[:_MAX_HEAD])
    raw = text[found.start : found.end] if found else None
    return Post(text=text, key=key, date=found.iso if found else None, date_raw=raw)


def likeness(a: str, b: str) -> float:
    """The share of triples of letters that two texts have in common, from 0 to 1."""
    triples = [_triples(letters(text)[:_COMPARED_LETTERS]) for text in (a, b)]
    smaller = min(len(triples[0]), len(triples[1]))
    # Against the smaller one: most edits add something.
    return len(triples[0] & triples[1]) / smaller if smaller else float(len(triples[0]) == len(triples[1]))


def _triples(text: str) -> set[str]:
    return {text[i : i + 3] for i in range(max(len(text) - 2, 0))}


def without_ago(line: str) -> str:
    """A line without times that are counted from now."""
    if not TIME_HINT.search(line):
        return line
    for date in reversed(find_dates(line, SOME_DAY)):
        if date.is_relative:
            line = line[: date.start] + line[date.end :]
    return line


def own_text(text: str, post: Post | None = None) -> str:
    """The lines of a text that neither are marked as quoted nor a post quotes; all if there are no others."""
    quotes = [post.text[each.start : each.end] for each in post.quotes] if post else []
    quoted = {letters(line) for each in quotes for line in each.split("\n")}
    own = [line for line in text.split("\n") if letters(line) not in quoted and not _QUOTED.match(line)]
    return "\n".join(own) if any(map(letters, own)) else text

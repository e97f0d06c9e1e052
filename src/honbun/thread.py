"""`Post` and `Thread`, and the key by which a post is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, overload
from urllib.parse import SplitResult, urlsplit

from honbun.features import letters

_DIGITS = re.compile(r"\d+")
# So many letters of a text are enough to know it by.
_KEY_LETTERS = 60
_KEY_BYTES = 8


@dataclass(frozen=True, slots=True)
class Quote:
    """What a post quotes: the range `start:end` of its text, half open, which it can be unpacked to."""

    start: int
    end: int
    author: str | None = None
    """Whom it quotes; None if the page does not tell."""
    post: int | None = None
    """Index, in its thread, of the post that it quotes; None if that is not on the page."""

    def __iter__(self) -> Iterator[int]:
        return iter((self.start, self.end))


@dataclass(frozen=True, slots=True)
class Post:
    """One contribution of one author: a post of a forum, an entry of a board, a comment."""

    text: str
    """Its body, without signature; quoted text is in it, see `quotes`."""
    author: str | None = None
    date: str | None = None
    """ISO 8601: a day (2011-11-22) or a moment (2011-11-22T07:34:12+09:00)."""
    date_raw: str | None = None
    """The date as the page writes it."""
    number: str | None = None
    """Its number, as the page shows it."""
    permalink: str | None = None
    """Its address, in full and without a session."""
    key: str = ""
    """What it is known by on every page that shows it, whatever changes around it."""
    title: str | None = None
    parent: int | None = None
    """Index, in its thread, of the post that it answers; None if the page does not tell."""
    depth: int = 0
    """How far it is set in under other posts."""
    quotes: tuple[Quote, ...] = ()
    """What of `text` quotes others, and whom."""
    xpath: str = ""
    """Address of the element that holds the post; of its first one, if there are several."""
    confidence: float = 0.0
    """The probability that this is one post, complete and alone."""

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return asdict(self) | {
            "quotes": [asdict(quote) for quote in self.quotes],
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True)
class Thread(Sequence[Post]):
    """The posts of a page, in its order, and what is true of all of them."""

    posts: tuple[Post, ...] = ()
    url: str | None = None
    title: str | None = None
    page: int | None = None
    """Which page of the thread this is, from 1; None if the page does not tell."""
    next_url: str | None = None
    """Where the thread goes on."""
    confidence: float = 0.0
    """The probability that the page is a thread, with these posts."""
    reason: str | None = None
    """Why there are no posts; None if there are."""

    def __len__(self) -> int:
        return len(self.posts)

    def __iter__(self) -> Iterator[Post]:
        return iter(self.posts)

    @overload
    def __getitem__(self, index: int) -> Post: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Post, ...]: ...
    def __getitem__(self, index: int | slice) -> Post | tuple[Post, ...]:
        return self.posts[index]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "url": self.url,
            "title": self.title,
            "page": self.page,
            "next_url": self.next_url,
            "confidence": round(self.confidence, 3),
            "reason": self.reason,
            "posts": [post.to_dict() for post in self.posts],
        }


def key_of(address: str | None, number: str | None, author: str | None, text: str, day: str) -> str:
    """What a post is known by, wherever it is shown: a short text that says nothing else.

    Made from the number in its address, else its number, else author, beginning of the text and day; `day` is
    empty where it was counted from now. What stands around the post, which page of the thread it is on and when it
    was read do not matter.
    """
    parts = split_address(address or "")
    name = parts.fragment if _DIGITS.search(parts.fragment) else last_number(parts.path + "?" + parts.query)
    if name:
        known = ["address", name]
    elif number:
        known = ["number", number]
    else:
        known = ["text", author or "", letters(text)[:_KEY_LETTERS], day]
    return blake2b("\n".join(known).encode("utf-8", "replace"), digest_size=_KEY_BYTES).hexdigest()


def last_number(value: str) -> str:
    """The last digits in a text; empty if it has none."""
    found = _DIGITS.findall(value)
    return found[-1] if found else ""


def split_address(address: str) -> SplitResult:
    """The parts of an address; of none at all, if it is no address."""
    try:
        return urlsplit(address)
    except ValueError:  # a host in brackets that is none
        return urlsplit("")

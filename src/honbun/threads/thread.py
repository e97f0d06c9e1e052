"""`Post` and `Thread`: who said what, when, and in answer to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, overload


@dataclass(frozen=True, slots=True)
class Post:
    """One contribution of one author: a post of a forum, an entry of a board, a comment."""

    text: str
    """What was said, without signature; quoted text is in it, see `quotes`."""
    author: str | None = None
    date: str | None = None
    """ISO 8601: a day (2011-11-22) or a moment (2011-11-22T07:34:12+09:00)."""
    date_raw: str | None = None
    """The date as the page writes it."""
    number: str | None = None
    """What the page calls the post: its number or, without one, its permanent address."""
    title: str | None = None
    parent: int | None = None
    """Index, in its thread, of the post that it answers; None if the page does not tell."""
    depth: int = 0
    """How far it is set in under other posts."""
    quotes: tuple[tuple[int, int], ...] = ()
    """Half-open ranges of `text` that quote others."""
    xpath: str = ""
    """Address of the element that holds the post; of its first one, if there are several."""
    confidence: float = 0.0
    """How likely it is that this is one post, whole and alone, 0 to 1."""

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return asdict(self) | {
            "quotes": [list(quote) for quote in self.quotes],
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
    """How likely the page is a thread, and cut as it should be."""
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

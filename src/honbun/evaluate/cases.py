"""What evaluating compares: pages with their gold, and what systems answer. Plain data that crosses processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

TASKS = ("content", "site", "comments", "posts", "fields", "records")


@dataclass(frozen=True)
class GoldPost:
    """One post as people read it; author and date as the page shows them, None where that cannot be told."""

    text: str
    author: str | None = None
    date: str | None = None


@dataclass(frozen=True)
class Gold:
    """What is right for one page. None = the reference does not say; empty = the page has none."""

    text: str | None = None
    comments: tuple[str, ...] | None = None
    comments_apart: bool = False
    """Each comment is one string; else one string holds them all."""
    posts: tuple[GoldPost, ...] | None = None
    fields: Mapping[str, tuple[str, ...]] | None = None
    records: tuple[Mapping[str, str], ...] | None = None
    with_: tuple[str, ...] = ()
    """Snippets that must appear in the text."""
    without: tuple[str, ...] = ()
    """Snippets that must not appear in the text."""


@dataclass(frozen=True)
class Case:
    """A page and its gold. Pages of one `place` share their templates."""

    id: str
    set: str
    site: str
    url: str | None
    language: str
    page_type: str
    html: bytes
    gold: Gold

    @property
    def key(self) -> str:
        """The name of the page, unique in its corpus."""
        return f"{self.set}/{self.id}"

    @property
    def place(self) -> tuple[str, str]:
        """The site; its name alone may mean another site in another set."""
        return self.set, self.site


@dataclass(frozen=True)
class PostAnswer:
    """One post as a system found it."""

    text: str
    author: str | None = None
    date: str | None = None


@dataclass(frozen=True)
class Answer:
    """What a system found on one page; what it does not look for stays empty."""

    text: str = ""
    comments: tuple[str, ...] = ()
    posts: tuple[PostAnswer, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    records: tuple[tuple[str, ...], ...] = ()
    """A record is its cell values."""

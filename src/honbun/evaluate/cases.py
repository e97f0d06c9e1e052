"""Pages with their gold, and what systems answer: plain data that crosses processes, and gold read from JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

TASKS = ("content", "site", "blocks", "comments", "posts", "fields", "records")
SitePage = tuple[str | None, bytes]
"""The URL of a page, if known, and its bytes."""
T = TypeVar("T")


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
    comment_posts: tuple[GoldPost, ...] | None = None
    """The comments with author and date, where the reference states them."""
    labels: tuple[tuple[str, str], ...] = ()
    """What people called blocks, and the address of the element each begins in: see `honbun annotate`."""


@dataclass(frozen=True)
class Case:
    """A page and its gold. Pages with one `site_key` share their templates."""

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
    def site_key(self) -> tuple[str, str]:
        """The set and the site: a site's name alone may mean another site in another set."""
        return self.set, self.site


@dataclass(frozen=True)
class PostAnswer(GoldPost):
    """One post as a system found it."""


@dataclass(frozen=True)
class Answer:
    """What a system found on one page; what it does not look for stays empty."""

    text: str = ""
    comments: tuple[str, ...] = ()
    posts: tuple[PostAnswer, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    records: tuple[tuple[str, ...], ...] = ()
    """A record is its cell values."""


class UnusableGold(ValueError):  # noqa: N818 - a reason to skip one page, not an error of the caller
    """Why a gold object cannot be used."""


def object_of_json(raw: str | bytes) -> dict[str, Any]:
    """The JSON object; else UnusableGold with the reason."""
    try:
        value = json.loads(raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw)
    except (ValueError, RecursionError) as error:
        raise UnusableGold(f"gold is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise UnusableGold(f"gold is not a JSON object but {type(value).__name__}")
    return value


def gold_of(value: Mapping[str, Any]) -> Gold:
    """The gold that an object states, other keys ignored; else UnusableGold with the reason."""
    stated = {key: read(value[key]) for key, read in _READERS.items() if value.get(key) is not None}
    if not stated and not value.get("with"):
        raise UnusableGold(f"gold states none of {', '.join((*_READERS, 'with'))}")
    comments = value.get("comments") or []
    return Gold(
        **stated,
        comment_posts=_comments(comments) if any(isinstance(comment, dict) for comment in comments) else None,
        comments_apart=value.get("comments_apart") is True,
        with_=_texts(value.get("with") or [], "with"),
        without=_texts(value.get("without") or [], "without"),
        labels=_labels(value.get("labels") or []),
    )


_TYPE_NAMES: dict[type, str] = {str: "a text", list: "a list", dict: "an object"}


def _checked(value: object, type_: type[T], name: str) -> T:
    if not isinstance(value, type_):
        raise UnusableGold(f"{name} is not {_TYPE_NAMES[type_]} but {type(value).__name__}")
    return value


def _texts(value: object, name: str) -> tuple[str, ...]:
    return tuple(_checked(item, str, f"one of {name}") for item in _checked(value, list, name))


def _post(value: object) -> GoldPost:
    post = _checked(value, dict, "one of posts")
    author, date = (
        None if post.get(name) is None else _checked(post[name], str, f"the {name} of a post")
        for name in ("author", "date")
    )
    return GoldPost(_checked(post.get("text"), str, "the text of a post"), author, date)


def _comments(value: object) -> tuple[GoldPost, ...]:
    """Comments, each a text or an object like a post."""
    return tuple(
        _post(item) if isinstance(item, dict) else GoldPost(_checked(item, str, "one of comments"))
        for item in _checked(value, list, "comments")
    )


def _labels(value: object) -> tuple[tuple[str, str], ...]:
    labels = [_checked(item, dict, "one of labels") for item in _checked(value, list, "labels")]
    return tuple(
        (_checked(item.get("label"), str, "a label"), _checked(item.get("first"), str, "a node").partition("#")[0])
        for item in labels
    )


def _fields(value: object) -> dict[str, tuple[str, ...]]:
    return {name: _texts(values, f"fields.{name}") for name, values in _checked(value, dict, "fields").items()}


def _record(value: object) -> dict[str, str]:
    record = _checked(value, dict, "one of records")
    return {name: _checked(cell, str, f"cell {name}") for name, cell in record.items() if cell is not None}


_READERS: dict[str, Callable[[object], Any]] = {
    "text": lambda value: _checked(value, str, "text"),
    "comments": lambda value: tuple(post.text for post in _comments(value)),
    "posts": lambda value: tuple(map(_post, _checked(value, list, "posts"))),
    "fields": _fields,
    "records": lambda value: tuple(map(_record, _checked(value, list, "records"))),
}

"""Gold objects as JSON holds them, checked and turned into `Gold`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from honbun.evaluate.cases import Gold, GoldPost

_KEYS = ("text", "comments", "posts", "fields", "records")


class UnusableGold(ValueError):  # noqa: N818 - a reason to skip one page, not an error of the caller
    """Why a gold object cannot be used."""


def gold_of_json(raw: str | bytes) -> Gold:
    """The gold that a JSON object states; else UnusableGold with the reason."""
    return gold_of(object_of_json(raw))


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
    known = {key: value[key] for key in _KEYS if value.get(key) is not None}
    if not known:
        raise UnusableGold(f"gold states none of {', '.join(_KEYS)}")
    comments, posts = known.get("comments"), known.get("posts")
    fields, records = known.get("fields"), known.get("records")
    return Gold(
        text=None if "text" not in known else _text(known["text"], "text"),
        comments=None if comments is None else _texts(comments, "comments"),
        comments_apart=value.get("comments_apart") is True,
        posts=None if posts is None else tuple(_post(post) for post in _list(posts, "posts")),
        fields=None if fields is None else _fields(fields),
        records=None if records is None else tuple(_record(record) for record in _list(records, "records")),
        with_=_texts(value.get("with") or [], "with"),
        without=_texts(value.get("without") or [], "without"),
    )


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise UnusableGold(f"{name} is not a text but {type(value).__name__}")
    return value


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise UnusableGold(f"{name} is not a list but {type(value).__name__}")
    return value


def _object(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UnusableGold(f"{name} is not an object but {type(value).__name__}")
    return value


def _texts(value: object, name: str) -> tuple[str, ...]:
    return tuple(_text(item, f"one of {name}") for item in _list(value, name))


def _post(value: object) -> GoldPost:
    post = _object(value, "one of posts")
    author, date = post.get("author"), post.get("date")
    return GoldPost(
        _text(post.get("text"), "the text of a post"),
        None if author is None else _text(author, "the author of a post"),
        None if date is None else _text(date, "the date of a post"),
    )


def _fields(value: object) -> dict[str, tuple[str, ...]]:
    return {name: _texts(values, f"fields.{name}") for name, values in _object(value, "fields").items()}


def _record(value: object) -> dict[str, str]:
    return {name: _text(cell, f"cell {name}") for name, cell in _object(value, "one of records").items()}

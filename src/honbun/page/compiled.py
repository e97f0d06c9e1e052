"""A `Page` whose columns lie in the compiled core until they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from honbun.core import Parsed
from honbun.page.page import Mask, Page, Rows

# Attributes that some step reads, by their codes in the core; the others (event handlers, styles, data-*) are left
# in the source.
KEPT_ATTRIBUTES = sorted(
    (
        "alt aria-label charset cite class colspan content data-original data-src datetime href hreflang "
        "http-equiv id itemprop itemscope itemtype lang name property rel role rowspan src srcset start title "
        "type value "
        # What boards call a post, whom it quotes, and what it answers.
        "data-author data-cid data-content data-id data-ipsquote-contentcommentid data-ipsquote-username "
        "data-messageid data-parent data-parent-id data-parent-pid data-pid data-post data-post-id data-quote "
        "data-reply-to data-source data-topid data-username"
    ).split()
)
_CODE = {name: code for code, name in enumerate(KEPT_ATTRIBUTES)}


class _Holder(Protocol):
    """What has a page in the core."""

    parsed: Parsed


def column(name: str) -> Any:
    """A column of the core, read when it is first asked for."""

    def read(holder: _Holder) -> Any:
        return holder.parsed.column(name)

    return cached_property(read)


class CompiledPage(Page):
    """A page that the core has parsed. It is what any other page is; its columns come when they are needed."""

    parsed: Parsed

    tag: Rows = column("tag")
    parent: Rows = column("parent")
    end: Rows = column("end")
    text_start: Rows = column("text_start")
    text_end: Rows = column("text_end")
    is_hidden: Mask = column("is_hidden")
    node_owner: Rows = column("node_owner")
    node_start: Rows = column("node_start")
    node_end: Rows = column("node_end")

    def __new__(cls, _: Parsed | None = None, url: str | None = None, **columns: Any) -> Any:
        """A page of the core; with columns of its own, as `dataclasses.replace` asks for, a plain one."""
        return Page(url=url, **columns) if columns else super().__new__(cls)

    def __init__(self, parsed: Parsed, url: str | None) -> None:
        vars(self).update(parsed=parsed, url=url)

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process, or as a changed copy, it goes as a plain page."""
        values = {column.name: getattr(self, column.name) for column in fields(Page)}
        values["attributes"] = {name: dict(column) for name, column in self.attributes.items()}
        return _plain, (values,)

    @cached_property
    def text(self) -> str:
        """Every character of the page's text nodes."""
        return self.parsed.text("text")

    @cached_property
    def attributes(self) -> Mapping[str, Mapping[int, str]]:
        """Attribute name -> row -> value."""
        return _Attributes(self.parsed)

    @cached_property
    def data(self) -> Mapping[int, str]:
        """Row -> content of elements that are data."""
        rows, starts, ends = (self.parsed.column(f"data_{part}").tolist() for part in ("row", "start", "end"))
        values = self.parsed.bytes("values") if rows else b""
        spans = zip(rows, starts, ends, strict=True)
        return {row: values[start:end].decode() for row, start, end in spans}

    @cached_property
    def custom_tags(self) -> tuple[str, ...]:
        """Names that have no fixed code, in the order of their codes."""
        joined = self.parsed.text("custom_tags")
        return tuple(joined.split("\0")) if joined else ()


def _plain(values: dict[str, Any]) -> Page:
    return Page(**values)


class _Attributes(Mapping[str, Mapping[int, str]]):
    """The attributes of a page by name; the values of a name are read when they are first asked for."""

    def __init__(self, parsed: Parsed) -> None:
        self._parsed = parsed
        self._known: dict[str, dict[int, str]] = {}

    @cached_property
    def _names(self) -> Rows:
        return np.asarray(self._parsed.column("attribute_name"))

    @cached_property
    def _counts(self) -> list[int]:
        """How many elements have each of the names: most are asked for and on few pages."""
        counts: list[int] = np.bincount(self._names, minlength=len(_CODE)).tolist()
        return counts

    @cached_property
    def _spans(self) -> tuple[Any, Any, Any, bytes | str]:
        """Rows, starts, ends, and all values: as one text if they are of ASCII, so that none is decoded alone."""
        row, start, end = (self._parsed.column(f"attribute_{part}") for part in ("row", "start", "end"))
        values = self._parsed.bytes("values")
        return row, start, end, values.decode() if values.isascii() else values

    def get(self, name: str, default: Any = None) -> Any:
        """The values of a name by their rows; the default if no element has it. Without the cost of a KeyError."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._read(name) if name in _CODE else {}
        return found or default

    def __getitem__(self, name: str) -> Mapping[int, str]:
        found: Mapping[int, str] | None = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def _read(self, name: str) -> dict[int, str]:
        if not self._counts[_CODE[name]]:
            return {}
        at = np.flatnonzero(self._names == _CODE[name])
        row, start, end, values = self._spans
        rows, edges = row[at].tolist(), map(slice, start[at].tolist(), end[at].tolist())
        if isinstance(values, str):
            return dict(zip(rows, map(values.__getitem__, edges), strict=True))
        return {row: values[edge].decode() for row, edge in zip(rows, edges, strict=True)}

    def __iter__(self) -> Iterator[str]:
        return (name for name, count in zip(KEPT_ATTRIBUTES, self._counts, strict=True) if count)

    def __len__(self) -> int:
        return sum(count > 0 for count in self._counts)

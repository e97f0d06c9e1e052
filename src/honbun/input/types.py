"""What goes in and out of this room: pages as bytes, rejections with their reason, readers and their options."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from honbun.errors import FormatError

# Chosen, not measured: far above any page that is meant to be read, whole books included, and low enough that a
# parsed page, which takes several times its size, still fits into memory.
MAX_BYTES = 64 * 1024 * 1024


class Rejection(StrEnum):
    """Why something that was to be read gave no page."""

    NO_SUCH_PATH = "no such path"
    """There is no file or folder of this name, and no file matches it as a pattern."""
    NO_PAGES = "no pages"
    """A folder, an archive or a table was read to its end and held no page."""
    UNREADABLE = "unreadable"
    """The system refuses to read it: no permission, a failing disk."""
    BROKEN = "broken"
    """An archive, a record of it or a line is damaged, cut short or locked with a password."""
    NOT_HTML = "not html"
    """The bytes are evidently something else: an image, a PDF, a program."""
    NO_HTML_FIELD = "no html field"
    """A line or a table has no `html`, or one that holds no text."""
    EMPTY = "empty"
    """Nothing, or nothing but white space."""
    TOO_LARGE = "too large"
    """More bytes than the limit allows."""
    NOT_FETCHED = "not fetched"
    """An address that gave no page; the detail is what the server or the network says."""
    TOO_DEEP = "too deep"
    """Archives within archives within archives."""
    SKIPPED = "skipped"
    """A record of an archive that is no page: an image, a redirect, an error. Given only if it is asked for."""


@dataclass(frozen=True)
class RawPage:
    """A page as it came: bytes untouched, and what its container says about it."""

    body: bytes
    url: str | None = None
    content_type: str | None = None
    """The HTTP header of this name. Of a page that came as text, its `body` is UTF-8 and this says so."""
    source: str = ""
    """Where a person finds it again: `pages/a.html`, `crawl.warc.gz#record 12`, `site.zip!a/b.html`."""
    fetched_at: str | None = None
    """ISO 8601."""
    id: str | None = None
    """What its row is called, if it came in one and a field of it was named."""
    columns: Mapping[str, Any] = field(default_factory=dict)
    """The other fields of its row."""
    stated: Mapping[str, str] = field(default_factory=dict)
    """What its record in a WARC archive states besides, by the names of the standard: `WARC-Record-ID`, …"""

    @property
    def own_columns(self) -> Mapping[str, Any]:
        """What is written of it besides: the fields of its row, and when it was fetched, if that is known."""
        return {"fetched_at": self.fetched_at, **self.columns} if self.fetched_at else self.columns

    def check(self) -> RawPage:
        """This page, once known to keep the contract; else ValueError."""
        if not isinstance(self.body, bytes):
            raise ValueError(f"not a valid RawPage: body is {type(self.body).__name__}, not bytes")
        if self.fetched_at is not None and iso_date(self.fetched_at) is None:
            raise ValueError(f"not a valid RawPage: fetched_at is {self.fetched_at!r}, not ISO 8601")
        return self


@dataclass(frozen=True)
class Rejected:
    """Something that gave no page: where it lies, the reason to count, and the detail to read."""

    source: str
    reason: StrEnum
    """A `Rejection`, or the reason why it was lost while it was worked on."""
    detail: str = ""

    @property
    def told(self) -> str:
        """Reason and detail in words."""
        return f"{self.reason}, {self.detail}".rstrip(", ")


Found = RawPage | Rejected


@dataclass(frozen=True)
class Source:
    """Bytes with a name, not opened yet: a file, a member of an archive, a stream."""

    name: str
    """What a person is shown."""
    filename: str
    """Its ending tells the kind; "" if nothing is known of it."""
    open: Callable[[], AbstractContextManager[io.BufferedReader]]
    is_asked: bool = False
    """Named by the user, so that it is tried whatever its ending."""
    depth: int = 0
    """How many archives it lies in."""


@dataclass(frozen=True)
class Reader:
    """How one kind of file is read. Outsiders add theirs with `ReadOptions.readers`.

    `read` gets the source, its bytes from the start and the options, and yields pages, rejections, and sources
    that lie inside (the members of an archive), which are then read in their turn. It may raise OSError: that
    ends this source with a rejection and leaves the batch alone.
    """

    kind: str
    endings: tuple[str, ...]
    """In lower case, with the dot; the longest that fits wins."""
    read: Callable[[Source, io.BufferedReader, ReadOptions], Iterator[Found | Source]]
    is_kind: Callable[[bytes], bool] | None = None
    """Whether the first bytes of a file show this kind; asked where the name says nothing."""
    needs_seek: bool = False
    """The bytes must be seekable; a stream is copied to a temporary file first."""


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """How to read: the largest page, the kind of what is named, further readers."""

    max_bytes: int = MAX_BYTES
    """A page of more bytes, compressed or not, is rejected, never cut."""
    kind: str | None = None
    """Read the files and the stream named by the user as this kind, whatever they look like."""
    readers: tuple[Reader, ...] = ()
    """Asked before the built-in ones."""
    fetch: Callable[[str], Iterable[Found]] | None = None
    """Gives the pages of an address, the same ones each time. Without it addresses are rejected."""
    html_field: str = "html"
    """The field of a row, of JSON lines or Parquet, that holds the page."""
    url_field: str = "url"
    """The one that holds its address."""
    id_field: str | None = None
    """The one that holds what it is called."""
    columns: bool = False
    """Keep the other fields of rows."""
    skipped: bool = False
    """Also give what of archives is no page, as rejections of that reason whose detail says what it is."""

    def __post_init__(self) -> None:
        if self.max_bytes < 1:
            raise FormatError(
                f"max_bytes is {self.max_bytes}", advice="give the size of the largest page in bytes"
            )


def host_name(url: str | None) -> str:
    """The host of an address, in lower case and without port; "" if it has none."""
    try:
        return urlsplit(url or "").hostname or ""
    except ValueError:  # brackets that are no IPv6 address
        return ""


def iso_date(value: object) -> str | None:
    """The value, if it is the text of a date, with or without a time, as ISO 8601 writes it."""
    try:
        datetime.fromisoformat(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return str(value)

"""Writers by the name of their format, what they have in common, and the names of files of one page each."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from types import MappingProxyType
from typing import Any, Protocol, Self
from urllib.parse import unquote

from honbun.document import Document
from honbun.errors import FormatError
from honbun.render import DEFAULT, RenderOptions
from honbun.threads import Thread

# Format -> module and name of its writer.
FORMATS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "csv": ("rows", "CsvWriter"),
        "html": ("prose", "HtmlWriter"),
        "json": ("rows", "JsonWriter"),
        "jsonl": ("rows", "JsonlWriter"),
        "markdown": ("prose", "MarkdownWriter"),
        "parquet": ("rows", "ParquetWriter"),
        "tei": ("tei", "TeiWriter"),
        "text": ("prose", "TextWriter"),
    }
)
THREAD_FORMATS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "csv": FORMATS["csv"],
        "html": ("threads", "ThreadHtmlWriter"),
        "json": FORMATS["json"],
        "jsonl": FORMATS["jsonl"],
        "parquet": FORMATS["parquet"],
        "text": ("threads", "ThreadTextWriter"),
    }
)
# Other names of formats: the usual ones, and endings of files.
ALIASES = MappingProxyType({"htm": "html", "md": "markdown", "ndjson": "jsonl", "txt": "text", "xml": "tei"})
TABLE_FORMATS = ("csv", "json", "jsonl", "parquet", "sqlite")

# File systems allow 255 bytes; this leaves room for the number, the suffix and what backups add.
MAX_NAME_BYTES = 160

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_PAGE_SUFFIX = re.compile(r"\.(?:x?html?|xht|mht|php|aspx?|jsp|cgi)(?:\.gz)?$", re.IGNORECASE)
_UNSAFE = re.compile(r"(?:[^\w.]|\.{2,})+")
# Devices that Windows opens instead of a file, whatever follows the first dot.
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


Columns = Mapping[str, Any]
"""What the row of a page has besides the page."""


@dataclass(frozen=True, kw_only=True)
class Layout:
    """What is written of each page."""

    fields: tuple[str, ...] = ()
    """Of json, jsonl, csv and parquet these columns only, in this order; they may be those of the page's row."""
    blocks: bool = True
    """Of json and jsonl also the kept blocks, with address and evidence."""
    front_matter: bool = False
    """Of markdown also the facts, as YAML before the text."""


class Frame(Protocol):
    """What is true of a format whatever a page is made into: how encoded pages are joined to a stream.

    Pages are encoded each by itself, so that other processes can do it and one only joins them. A writer is small,
    frozen and pickles.
    """

    @property
    def suffix(self) -> str:
        """The end of the name of a file in this format."""

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of a stream of encoded pages, in order."""

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A page that gave nothing, and why. It is never left out of a stream of several."""


class Writer(Frame, Protocol):
    """Turns documents into bytes."""

    def encode(self, document: Document, source: str) -> bytes:
        """A document and the name of where it came from."""

    def with_columns(self, columns: Columns) -> Self:
        """The writer of a page whose row has these columns besides; formats for readers leave them out."""


class ThreadWriter(Frame, Protocol):
    """Turns threads into bytes."""

    def encode(self, thread: Thread, source: str) -> bytes:
        """A thread and the name of where it came from."""

    def with_columns(self, columns: Columns) -> Self:
        """The writer of a page whose row has these columns besides; formats for readers leave them out."""


def writer(
    format: str,  # noqa: A002
    *,
    several: bool = False,
    options: RenderOptions | None = None,
    layout: Layout | None = None,
) -> Writer:
    """The writer of a format; else FormatError names the known ones.

    `several` says that more than one page may go into the stream: json is an array then, tei a corpus, and
    text, markdown and html name the source of each page. `options` are for markdown, html and tei.
    """
    given = {"several": several, "options": options or DEFAULT, "layout": layout or Layout()}
    made: Writer = _class_of(format, FORMATS)(**given)
    return made


def thread_writer(format: str, *, several: bool = False, layout: Layout | None = None) -> ThreadWriter:  # noqa: A002
    """The writer of threads in a format; else FormatError names the known ones."""
    given = {"several": several, "layout": layout or Layout()}
    made: ThreadWriter = _class_of(format, THREAD_FORMATS)(of_threads=True, **given)
    return made


def _class_of(name: str, formats: Mapping[str, tuple[str, str]]) -> Any:
    name = ALIASES.get(name, name)
    if name not in formats:
        raise FormatError("unknown output format", name, "known: " + ", ".join(sorted(formats)))
    module, class_name = formats[name]
    return getattr(import_module(f"honbun.output.{module}"), class_name)


@dataclass(frozen=True, kw_only=True)
class BaseWriter:
    """A writer of pages that end their own lines."""

    several: bool = False
    """More than one page may go into the stream."""
    of_threads: bool = False
    """What is written are threads, not documents."""
    options: RenderOptions = DEFAULT
    layout: Layout = field(default_factory=Layout)

    def __post_init__(self) -> None:
        """Raise MissingPackageError if a package that the format needs is not installed."""

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """What comes before the first page, between two pages, and after the last."""
        return b"", b"", b""

    def with_columns(self, columns: Columns) -> Self:  # noqa: ARG002 - rows have them
        """This writer."""
        return self

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of a stream of encoded pages, in order."""
        header, separator, footer = self.edges
        yield header
        is_first = True
        for page in pages:
            if not is_first:
                yield separator
            is_first = False
            yield page
        yield footer


def encoded(text: str) -> bytes:
    """UTF-8. Names of files may hold bytes that are not text: those become question marks."""
    return text.encode("utf-8", "replace")


def one_line(text: str) -> str:
    """A name on one line, whatever it holds."""
    return " ".join(text.split())


def file_name(source: str, suffix: str, taken: Container[str]) -> str:
    """A name without folders for the file of a page, made from where the page came from, with this ending.

    The same sources in the same order give the same names. Letters of any script, digits, dots, underscores
    and hyphens only, so that it is safe on every system and leads into no other folder. `taken` holds the names
    given so far, casefolded, for some systems do not tell case apart; the caller adds `name.casefold()`.
    """
    stem = _stem(source)
    if (stem + suffix).casefold() not in taken:
        return stem + suffix
    return next(name for number in count(2) if (name := f"{stem}-{number}{suffix}").casefold() not in taken)


def _stem(source: str) -> str:
    text = unicodedata.normalize("NFKC", unquote(_SCHEME.sub("", source)))
    text = _PAGE_SUFFIX.sub("", text)
    stem = _UNSAFE.sub("-", text).strip("-._") or "page"
    if _DEVICE.match(stem):
        stem = "page-" + stem
    if len(stem.encode()) > MAX_NAME_BYTES:
        digest = hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:8]
        stem = stem.encode()[: MAX_NAME_BYTES - 9].decode("utf-8", "ignore").rstrip("-._") + "-" + digest
    return stem

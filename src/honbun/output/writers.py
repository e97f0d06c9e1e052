"""The writers by the name of their format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Protocol

from honbun.document import Document
from honbun.errors import FormatError
from honbun.output.post_prose import PostHtmlWriter, PostTextWriter
from honbun.output.post_rows import PostCsvWriter, PostJsonlWriter, PostParquetWriter, ThreadJsonWriter
from honbun.output.prose import HtmlWriter, MarkdownWriter, TextWriter
from honbun.output.rows import CsvWriter, JsonlWriter, JsonWriter, ParquetWriter
from honbun.output.tei import TeiWriter
from honbun.render import RenderOptions
from honbun.threads import Thread


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


class ThreadWriter(Frame, Protocol):
    """Turns threads into bytes."""

    def encode(self, thread: Thread, source: str) -> bytes:
        """A thread and the name of where it came from."""


class _Factory(Protocol):
    def __call__(self, *, several: bool, options: RenderOptions) -> Writer: ...


class _ThreadFactory(Protocol):
    def __call__(self, *, several: bool) -> ThreadWriter: ...


FORMATS: Mapping[str, _Factory] = MappingProxyType(
    {
        "csv": CsvWriter,
        "html": HtmlWriter,
        "json": JsonWriter,
        "jsonl": JsonlWriter,
        "markdown": MarkdownWriter,
        "parquet": ParquetWriter,
        "tei": TeiWriter,
        "text": TextWriter,
    }
)

THREAD_FORMATS: Mapping[str, _ThreadFactory] = MappingProxyType(
    {
        "csv": PostCsvWriter,
        "html": PostHtmlWriter,
        "json": ThreadJsonWriter,
        "jsonl": PostJsonlWriter,
        "parquet": PostParquetWriter,
        "text": PostTextWriter,
    }
)


def writer(format: str, *, several: bool = False, options: RenderOptions | None = None) -> Writer:  # noqa: A002
    """The writer of a format; else FormatError names the known ones.

    `several` says that more than one page may go into the stream: json is an array then, tei a corpus, and
    text, markdown and html name the source of each page. `options` are for markdown, html and tei.
    """
    _check(format, FORMATS)
    return FORMATS[format](several=several, options=options or RenderOptions())


def thread_writer(format: str, *, several: bool = False) -> ThreadWriter:  # noqa: A002
    """The writer of threads in a format; else FormatError names the known ones."""
    _check(format, THREAD_FORMATS)
    return THREAD_FORMATS[format](several=several)


def _check(name: str, formats: Mapping[str, object]) -> None:
    if name not in formats:
        raise FormatError("unknown output format", name, "known: " + ", ".join(sorted(formats)))

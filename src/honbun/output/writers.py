"""The writers by the name of their format."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from honbun.errors import FormatError
from honbun.output.prose import HtmlWriter, MarkdownWriter, TextWriter
from honbun.output.rows import CsvWriter, JsonlWriter, JsonWriter
from honbun.output.tei import TeiWriter
from honbun.render import RenderOptions
from honbun.structure import Document


class Writer(Protocol):
    """Turns documents into bytes, each by itself, so that other processes can do it and one only joins them.

    A stream is `header`, the pages with `separator` between them, `footer`; `honbun.output.assemble` joins it. A
    writer is small, frozen and pickles.
    """

    @property
    def suffix(self) -> str:
        """The end of the name of a file in this format."""

    @property
    def header(self) -> bytes:
        """What comes before the first page."""

    @property
    def separator(self) -> bytes:
        """What comes between two pages."""

    @property
    def footer(self) -> bytes:
        """What comes after the last page."""

    def encode(self, document: Document, source: str) -> bytes:
        """A document and the name of where it came from."""

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A page that gave no document, and why. It is never left out of a stream of several."""


class _Factory(Protocol):
    def __call__(self, *, several: bool, options: RenderOptions) -> Writer: ...


FORMATS: Mapping[str, _Factory] = MappingProxyType(
    {
        "csv": CsvWriter,
        "html": HtmlWriter,
        "json": JsonWriter,
        "jsonl": JsonlWriter,
        "markdown": MarkdownWriter,
        "tei": TeiWriter,
        "text": TextWriter,
    }
)


def writer(format: str, *, several: bool = False, options: RenderOptions | None = None) -> Writer:  # noqa: A002
    """The writer of a format; else FormatError names the known ones.

    `several` says that more than one page may go into the stream: json is an array then, tei a corpus, and
    text, markdown and html name the source of each page. `options` are for markdown, html and tei.
    """
    if format not in FORMATS:
        raise FormatError("unknown output format", format, "known: " + ", ".join(sorted(FORMATS)))
    return FORMATS[format](several=several, options=options or RenderOptions())

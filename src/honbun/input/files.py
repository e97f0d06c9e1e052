"""Files that are one page, and gzip around anything."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from honbun.input.admit import admit
from honbun.input.gunzip import Gunzip, is_gzip
from honbun.input.streams import forward
from honbun.input.types import Found, RawPage, Reader, ReadOptions, Source


def read_html(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found | Source]:
    """The one page that the stream is. Downloaders also save compressed pages as `.html`: those are opened."""
    if is_gzip(stream.peek(2)):
        yield from read_gzip(source, stream, options)
    else:
        body = stream.read(options.max_bytes + 1)
        yield admit(RawPage(body, source=source.name), options.max_bytes)


def read_gzip(source: Source, stream: io.BufferedReader, _: ReadOptions) -> Iterator[Source]:
    """What is inside: the same name without `.gz`."""
    name = source.filename
    inner = name[: -len(".gz")] if name.lower().endswith(".gz") else name
    yield replace(source, filename=inner, open=lambda: forward(Gunzip(stream)), depth=source.depth + 1)


HTML = Reader(
    kind="html",
    endings=tuple(
        ".html .htm .xhtml .xht .shtml .shtm .phtml .php .php3 .php5 .asp .aspx .jsp .jsf .cfm .cgi .do".split()
    ),
    read=read_html,
)
GZIP = Reader(kind="gzip", endings=(".gz",), read=read_gzip, is_kind=is_gzip)

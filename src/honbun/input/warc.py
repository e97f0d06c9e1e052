"""WARC archives of a crawl: the HTML pages among their records. With `http_message`, all that knows fastwarc.

fastwarc splits a stream into records. It takes a file that was cut for a whole one, it stops at the first damage,
and where it decodes HTTP it can lose the records after a page (seen in 1.1). So gzip is undone before it, records
are measured, an archive is entered again behind its damage, and HTTP is decoded from the record's bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from honbun.input.admit import admit, is_markup, iso_date, media_type, too_large
from honbun.input.gunzip import Gunzip, is_gzip
from honbun.input.http_message import ResponseHead, decode_payload, parse_head
from honbun.input.streams import HEAD_BYTES, StreamError
from honbun.input.types import Found, RawPage, Reader, ReadOptions, Rejected, Rejection, Source
from honbun.optional import import_fastwarc

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})

_MAGIC = b"WARC/"
_PAGE_RECORDS = frozenset({"response", "resource"})
_LENGTH = re.compile("[0-9]{1,18}")
# Where a record may begin: at a gzip member or, not compressed, at a line.
_START = re.compile(rb"\x1f\x8b\x08|(?<=\n)WARC/\d\.\d")
_LONGEST_START = len(b"\nWARC/1.0")
_SCAN_BYTES = 1024 * 1024
# After so many false starts in a row the rest is given up, lest an archive made for it costs hours.
_MAX_FALSE_STARTS = 1000


def read_warc(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found]:
    """The pages of the records that hold one: successful responses and resources, of an HTML media type.

    Other records, redirects and error pages are passed over. Records that are damaged in a row are rejected
    together, and the reading goes on behind them if the stream is seekable. Records count from 1, all of them.
    """
    archive = import_fastwarc("fastwarc.warc").ArchiveIterator
    for number, outcome in enumerate(_outcomes(archive, stream, options.max_bytes), 1):
        if outcome is not None:
            yield replace(outcome, source=f"{source.name}#record {number}")


def _outcomes(archive: Any, stream: io.BufferedReader, max_bytes: int) -> Iterator[Found | None]:
    """Of each record the page, the rejection, or None if it holds no page; of damage one rejection."""
    start: int | None = 0
    false_starts = 0
    while start is not None and false_starts < _MAX_FALSE_STARTS:
        plain = Gunzip(stream) if is_gzip(stream.peek(2)) else _Plain(stream)
        try:
            for record in archive(plain, parse_http=False):
                start = plain.start if isinstance(plain, Gunzip) else record.stream_pos
                block = _Block(record)
                outcome = _page_of(record, block, max_bytes)
                block.finish()
                false_starts = 0
                yield outcome
            return
        except OSError as error:
            if error.errno is not None:
                raise
            if not false_starts:
                yield Rejected("", Rejection.BROKEN, str(error))
            false_starts += 1
        start = _seek_record(stream, start + 1)


class _Block:
    """The bytes of a record after its header, counted as they are read."""

    def __init__(self, record: Any) -> None:
        length = (record.headers.get("Content-Length") or "").strip()
        if not _LENGTH.fullmatch(length):
            raise StreamError("the record's header is cut short or states no length")
        self.left = int(length)
        self._reader = record.reader

    def read(self, size: int) -> bytes:
        """At most `size` bytes, fewer only at the end."""
        # Never more than the record has: fastwarc would wait for the next one.
        size = min(size, self.left)
        data = bytearray()
        while len(data) < size and (chunk := self._reader.read(size - len(data))):
            data += chunk
        self.left -= len(data)
        return bytes(data)

    def finish(self) -> None:
        """Passes over the rest; StreamError if the record is shorter than it says."""
        if self.left and self._reader.consume() != self.left:
            raise StreamError("the record is cut short")


def _page_of(record: Any, block: _Block, max_bytes: int) -> Found | None:
    """The page of a record, None if it is of another kind; the block is read only as far as needed."""
    if str(record.record_type) not in _PAGE_RECORDS:
        return None
    kind = media_type(record.headers.get("Content-Type"))
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>") or None
    page = RawPage(b"", url, fetched_at=iso_date(record.headers.get("WARC-Date")))
    if kind in HTML_TYPES:
        if block.left > max_bytes:
            return too_large("", max_bytes)
        content_type = record.headers.get("Content-Type")
        return admit(replace(page, body=block.read(block.left), content_type=content_type), max_bytes)
    if kind == "application/http":
        return _page_of_response(page, block, max_bytes)
    return None


def _page_of_response(page: RawPage, block: _Block, max_bytes: int) -> Found | None:
    """The page with the body and the media type of an HTTP response; None if that carries no page."""
    message = block.read(HEAD_BYTES)
    try:
        head = parse_head(message)
    except StreamError as error:
        return Rejected("", error.reason, str(error))
    payload = message[head.size :]
    if not _is_page(head, payload):
        return None
    if block.left + len(payload) > max_bytes:
        return too_large("", max_bytes)
    payload += block.read(block.left)
    try:
        body = decode_payload(payload, head.fields, max_bytes)
    except StreamError as error:
        return Rejected("", error.reason, str(error))
    return admit(replace(page, body=body, content_type=head.fields.get("content-type")), max_bytes)


def _is_page(head: ResponseHead, payload: bytes) -> bool:
    kind = media_type(head.fields.get("content-type"))
    return 200 <= head.status < 300 and (kind in HTML_TYPES or (not kind and is_markup(payload)))


class _Plain:
    """A stream as fastwarc wants it: it knows its position, even a pipe, and gives bytes as soon as they come."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._position = stream.tell() if stream.seekable() else 0

    def read(self, size: int) -> bytes:
        data = self._stream.read1(size)
        self._position += len(data)
        return data

    def tell(self) -> int:
        return self._position


def _seek_record(stream: io.BufferedReader, position: int) -> int | None:
    """The position of the next thing that looks like the start of a record, sought; None if there is none."""
    if not stream.seekable():
        return None
    # One byte earlier, for the line break before a plain record.
    base = stream.seek(position - 1)
    window = b""
    while chunk := stream.read(_SCAN_BYTES):
        window += chunk
        if found := _START.search(window, 1 if base == position - 1 else 0):
            return stream.seek(base + found.start())
        base += max(0, len(window) - _LONGEST_START)
        window = window[-_LONGEST_START:]
    return None


WARC = Reader(
    kind="warc",
    endings=(".warc", ".warc.gz"),
    read=read_warc,
    is_kind=lambda head: head.startswith(_MAGIC),
)

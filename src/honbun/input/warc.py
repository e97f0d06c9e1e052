"""WARC archives of a crawl: the HTML pages among their records. All that knows fastwarc.

fastwarc splits a stream into records. It takes a file that was cut for a whole one, it stops at the first damage,
and where it decodes HTTP it can lose the records after a page (seen in 1.1). So gzip is undone before it, records
are measured, an archive is entered again behind its damage, and HTTP is decoded from the record's bytes.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from honbun.input.admit import admit, is_markup, media_type, too_large
from honbun.input.streams import HEAD_BYTES, Gunzip, StreamError, is_gzip
from honbun.input.types import Found, RawPage, ReadOptions, Rejected, Rejection, Source, iso_date
from honbun.optional import needed

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})

# Fields of a record that are kept with its page: by them it is found in indexes and in WAT files.
_STATED = (
    "WARC-Record-ID WARC-IP-Address WARC-Payload-Digest WARC-Block-Digest WARC-Warcinfo-ID WARC-Truncated "
    "WARC-Identified-Payload-Type WARC-Concurrent-To"
).split()
_PAGE_RECORDS = frozenset({"response", "resource"})
_LENGTH = re.compile("[0-9]{1,18}")
# Where a record may begin: at a gzip member or, not compressed, at a line.
_START = re.compile(rb"\x1f\x8b\x08|(?<=\n)WARC/\d\.\d")
_MAX_START_LENGTH = len(b"\nWARC/1.0")
_SCAN_BYTES = 1024 * 1024
# After so many false starts in a row the rest is given up, lest an archive made for it costs hours.
_MAX_FALSE_STARTS = 1000

_STATUS = re.compile(rb"HTTP/\d+(?:\.\d+)?[ \t]+(\d{3})")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK_BYTES = 64 * 1024
# For zlib: the header tells whether gzip or zlib; there is no header.
_ANY_HEADER, _NO_HEADER = 32 + zlib.MAX_WBITS, -zlib.MAX_WBITS


def read_warc(source: Source, stream: io.BufferedReader, options: ReadOptions, first: int = 1) -> Iterator[Found]:
    """The pages of the records that hold one: successful responses and resources, of an HTML media type.

    Other responses, such as redirects and error pages, are skipped, which is told if that is asked for. Records
    that are damaged in a row are rejected together, and the reading goes on behind them if the stream is seekable.
    Records count from `first`, all of them.
    """
    archive = needed("fastwarc.warc").ArchiveIterator
    for number, outcome in enumerate(_outcomes(archive, stream, options.max_bytes), first):
        if outcome is not None and (options.skipped or not _is_skipped(outcome)):
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
    record_type = str(record.record_type)
    if record_type not in _PAGE_RECORDS:
        return _skipped(record_type) if record_type == "revisit" else None
    kind = media_type(record.headers.get("Content-Type"))
    url = (record.headers.get("WARC-Target-URI") or "").strip("<>") or None
    stated = {name: value for name in _STATED if (value := record.headers.get(name))}
    page = RawPage(b"", url, fetched_at=iso_date(record.headers.get("WARC-Date")), stated=stated)
    if kind in _HTML_TYPES:
        if block.left > max_bytes:
            return too_large("", max_bytes)
        content_type = record.headers.get("Content-Type")
        return admit(replace(page, body=block.read(block.left), content_type=content_type), max_bytes)
    if kind == "application/http":
        return _page_of_response(page, block, max_bytes)
    return _skipped(kind)


def _is_skipped(outcome: Found) -> bool:
    return isinstance(outcome, Rejected) and outcome.reason is Rejection.SKIPPED


def _skipped(what: str) -> Rejected:
    return Rejected("", Rejection.SKIPPED, what or "no media type")


def _page_of_response(page: RawPage, block: _Block, max_bytes: int) -> Found:
    """The page with the body and the media type of an HTTP response."""
    message = block.read(HEAD_BYTES)
    try:
        head = parse_head(message)
    except StreamError as error:
        return Rejected("", error.reason, str(error))
    payload = message[head.size :]
    if not 200 <= head.status < 300:
        return _skipped(f"status {head.status}")
    kind = media_type(head.fields.get("content-type"))
    if kind not in _HTML_TYPES and (kind or not is_markup(payload)):
        return _skipped(kind)
    if block.left + len(payload) > max_bytes:
        return too_large("", max_bytes)
    payload += block.read(block.left)
    try:
        body = decode_payload(payload, head.fields, max_bytes)
    except StreamError as error:
        return Rejected("", error.reason, str(error))
    return admit(replace(page, body=body, content_type=head.fields.get("content-type")), max_bytes)


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
        base += max(0, len(window) - _MAX_START_LENGTH)
        window = window[-_MAX_START_LENGTH:]
    return None


# The HTTP response in a record


class ResponseHead(NamedTuple):
    """The status of a response, its header fields by name in lower case, and how many bytes they take."""

    status: int
    fields: Mapping[str, str]
    size: int


def parse_head(message: bytes) -> ResponseHead:
    """The head of a message; StreamError if this is no HTTP response or the head does not end."""
    status = _STATUS.match(message)
    end = _HEAD_END.search(message)
    if not status or not end:
        raise StreamError("the record does not hold a whole HTTP header")
    # RFC 9110, 5.5: a field's value is ASCII, and what is not is opaque.
    lines = message[: end.start()].decode("latin-1").splitlines()[1:]
    pairs = (line.partition(":") for line in lines)
    fields = {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}
    return ResponseHead(int(status[1]), fields, end.end())


def decode_payload(payload: bytes, fields: Mapping[str, str], limit: int) -> bytes:
    """The page in a payload, its transfer and content encodings undone; StreamError where they are broken.

    If it grows beyond `limit`, what comes out is longer than `limit` and not whole. Names that are no encoding
    (servers send `utf-8` and `none`) are passed over.
    """
    codings = f"{fields.get('content-encoding', '')},{fields.get('transfer-encoding', '')}"
    for name in reversed(codings.lower().split(",")):
        undo = _UNDO.get(name.strip())
        if undo is None:
            continue
        try:
            payload = undo(payload, limit)
        except StreamError:
            # Crawlers keep the header of an encoding that they have undone. Encoded bytes are no markup.
            if not is_markup(payload):
                raise
        if len(payload) > limit:
            break
    return payload


def _unpack(decoder: str, payload: bytes, limit: int) -> bytes:
    """What a decoder of fastwarc makes of the payload, read until it ends or passes the limit."""
    body = bytearray()
    try:
        stream = getattr(needed("fastwarc.stream_io"), decoder)(io.BytesIO(payload))
        while len(body) <= limit and (chunk := stream.read(_CHUNK_BYTES)):
            body += chunk
    except OSError as error:
        raise StreamError(f"the page's encoding is broken: {error}") from error
    return bytes(body)


def _ungzip(payload: bytes, limit: int) -> bytes:
    """gzip or zlib, of one part or several; bytes after the end are ignored, as browsers do."""
    body = b""
    while payload and len(body) <= limit:
        part, payload = _inflate(payload, _ANY_HEADER, limit + 1 - len(body))
        body += part
        if not payload.startswith(b"\x1f\x8b"):
            break
    return body


def _undeflate(payload: bytes, limit: int) -> bytes:
    """zlib, as the standard says, or deflate without a header, as many servers send."""
    try:
        return _ungzip(payload, limit)
    except StreamError:
        return _inflate(payload, _NO_HEADER, limit + 1)[0]


def _inflate(payload: bytes, header: int, size: int) -> tuple[bytes, bytes]:
    """At most `size` bytes of the first compressed part, and the bytes after that part."""
    decompressor = zlib.decompressobj(header)
    try:
        body = decompressor.decompress(payload, size)
    except zlib.error as error:
        raise StreamError(f"the page's encoding is broken: {error}") from error
    if not decompressor.eof and len(body) < size:
        raise StreamError("the page's encoding is broken: cut short")
    return body, decompressor.unused_data


_UNDO: Mapping[str, Callable[[bytes, int], bytes]] = {
    "br": partial(_unpack, "BrotliReader"),
    "chunked": partial(_unpack, "ChunkedReader"),
    "deflate": _undeflate,
    "gzip": _ungzip,
    "x-gzip": _ungzip,
    "zstd": partial(_unpack, "ZstdReader"),
}

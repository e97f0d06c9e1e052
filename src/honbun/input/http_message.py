"""An HTTP response as it went over the wire into the page it carries."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from honbun.input.admit import is_markup
from honbun.input.streams import StreamError
from honbun.optional import import_fastwarc

_STATUS = re.compile(rb"HTTP/\d+(?:\.\d+)?[ \t]+(\d{3})")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK_BYTES = 64 * 1024
# zlib's way to say: the header tells whether gzip or zlib; and: there is no header.
_ANY_HEADER, _NO_HEADER = 32 + zlib.MAX_WBITS, -zlib.MAX_WBITS


@dataclass(frozen=True)
class ResponseHead:
    """The status and the header fields of a response; `size` bytes of the message, the blank line included."""

    status: int
    fields: Mapping[str, str]
    """By name in lower case; of a repeated field the last."""
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


def _unchunk(payload: bytes, limit: int) -> bytes:
    return _read_all("ChunkedReader", payload, limit)


def _unbrotli(payload: bytes, limit: int) -> bytes:
    return _read_all("BrotliReader", payload, limit)


def _unzstd(payload: bytes, limit: int) -> bytes:
    return _read_all("ZstdReader", payload, limit)


def _read_all(decoder: str, payload: bytes, limit: int) -> bytes:
    """What a decoder of fastwarc makes of the payload, read until it ends or passes the limit."""
    body = bytearray()
    try:
        stream = getattr(import_fastwarc("fastwarc.stream_io"), decoder)(io.BytesIO(payload))
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
    "br": _unbrotli,
    "chunked": _unchunk,
    "deflate": _undeflate,
    "gzip": _ungzip,
    "x-gzip": _ungzip,
    "zstd": _unzstd,
}

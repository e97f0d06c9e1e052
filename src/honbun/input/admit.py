"""The gate every page passes: bytes in, the page out, or the reason why it is none."""

from __future__ import annotations

import codecs
import re

from honbun.input.types import Found, RawPage, Rejected, Rejection

# How kinds of file begin that are met instead of pages. Others show by their zero bytes.
_SIGNATURES = {
    "a bzip2 file": (b"BZh91AY&SY",),
    "a gzip file": (b"\x1f\x8b",),
    "a GIF image": (b"GIF87a", b"GIF89a"),
    "a JPEG image": (b"\xff\xd8\xff",),
    "a Parquet table": (b"PAR1",),
    "a PDF document": (b"%PDF-",),
    "a PNG image": (b"\x89PNG\r\n",),
    "a property list": (b"bplist0",),
    "a RAR archive": (b"Rar!\x1a\x07",),
    "a 7z archive": (b"7z\xbc\xaf\x27\x1c",),
    "an SQLite database": (b"SQLite format 3\x00",),
    "an xz file": (b"\xfd7zXZ\x00",),
    "a zip archive": (b"PK\x03\x04", b"PK\x05\x06"),
    "a zstd file": (b"\x28\xb5\x2f\xfd",),
}
_ANY_SIGNATURE = tuple(signature for signatures in _SIGNATURES.values() for signature in signatures)

_WIDE_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_BLANK = b" \t\r\n\f\v\x00" + codecs.BOM_UTF8 + codecs.BOM_UTF16_LE
_NOT_BLANK = re.compile(b"[^" + re.escape(_BLANK) + b"]")

_SAMPLE_BYTES = 4096  # within which a binary file shows that it is one


def admit(page: RawPage, max_bytes: int) -> Found:
    """The page itself, or a rejection: nothing in it, too much in it, or evidently no HTML.

    Text that is not markup is let through: a page is parsed whatever it holds, and what it lacks shows there.
    """
    if len(page.body) > max_bytes:
        return too_large(page.source, max_bytes)
    if not _NOT_BLANK.search(page.body):
        return Rejected(page.source, Rejection.EMPTY, "nothing but white space" if page.body else "no bytes")
    if kind := _binary_kind(page.body):
        return Rejected(page.source, Rejection.NOT_HTML, f"it is {kind}")
    return page


def too_large(source: str, max_bytes: int) -> Rejected:
    """The rejection of a page of more than `max_bytes`."""
    return Rejected(source, Rejection.TOO_LARGE, f"more than {max_bytes:,} bytes; raise max_bytes to read it")


def is_markup(body: bytes) -> bool:
    """Whether the first thing in it is a tag, in any encoding that pages come in."""
    return body[:_SAMPLE_BYTES].lstrip(_BLANK).startswith(b"<")


def media_type(content_type: str | None) -> str:
    """`text/html` of `Text/HTML; charset=utf-8`; "" of nothing."""
    return (content_type or "").partition(";")[0].strip().lower()


def _binary_kind(body: bytes) -> str:
    """What kind of binary file this evidently is; "" for what may be a page."""
    if body.startswith(_ANY_SIGNATURE):  # few are: one look at all of them
        return next(kind for kind, signatures in _SIGNATURES.items() if body.startswith(signatures))
    sample = body[:_SAMPLE_BYTES]
    # A stray NUL in a page that starts as one is dirt; browsers drop it.
    if b"\0" in sample and not is_markup(body) and not _is_wide_text(sample):
        return "binary data"
    return ""


def _is_wide_text(sample: bytes) -> bool:
    """UTF-16 or 32: by its mark, or because markup is ASCII and so has its zeros on one side."""
    if sample.startswith(_WIDE_BOMS):
        return True
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    return (b"<\0" in sample or b"\0<" in sample) and min(even, odd) * 10 <= max(even, odd)

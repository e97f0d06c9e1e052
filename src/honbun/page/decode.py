"""Bytes into text: which encoding a page is in, and why we think so. Never fails."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from honbun.page.charsets import codec_of, repaired
from honbun.page.repair import without_surrogates

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
# Any bytes are text in these, so that decoding proves nothing.
_LATIN = frozenset({"cp1250", "cp1252", "cp1254", "iso8859-15", "iso8859-2"})

# Browsers look for the declaration in the first 1,024 bytes; many real pages put it later.
_PROLOGUE = 4096
_META = re.compile(rb"""<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w:.()-]+)""", re.IGNORECASE)
_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w:.()-]+)""", re.IGNORECASE)
_ISO_2022 = re.compile(rb"\x1b\$[@B]|\x1b\([JI]|\x1b\$\([DQ]")
_HIGH = re.compile(rb"[\x80-\xff]")
_TAG = re.compile("<[!/?a-zA-Z]")
_MULTIBYTE_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")

# A declared encoding may fail on this share of the bytes and still be right: pages are cut and pasted
# together. One damaged character in 500 bytes; text in another encoding fails far more often.
_TOLERATED_DAMAGE = 1 / 500
# So many bytes beyond one a character are well-formed UTF-8 by chance in no other encoding, whatever is declared.
_CERTAIN_SURPLUS = 4
# The same of a page of which some bytes are not UTF-8: at most one in so many characters.
_CERTAIN_DAMAGE = 1 / 20
# Beyond this share of bytes outside ASCII no text is in a Latin script (French and Vietnamese stay below).
_LATIN_SHARE = 0.3
# The detector sees this much: the rest tells nothing new.
_DETECTOR_BYTES = 200_000


@dataclass(frozen=True)
class Decoded:
    """A page's text, the encoding it was read in, and the evidence that decided."""

    text: str
    encoding: str
    evidence: str
    """One of: str, bom, utf-16, iso-2022, utf-8, header, meta, detected, fallback."""


def decode(body: bytes | str, content_type: str | None = None) -> Decoded:
    """The text of a page: by BOM, then HTTP header, then meta, each tried on the bytes, then by a detector.

    A declaration counts only if the bytes agree, for pages lie: UTF-8 declared as Latin-1, Shift_JIS as
    UTF-8. Bytes that no candidate explains are read as windows-1252 with replacement characters.
    """
    if isinstance(body, str):
        return Decoded(without_surrogates(body.removeprefix("\ufeff")), "str", "str")
    for bom, encoding in _BOMS:
        if body.startswith(bom):
            return Decoded(body[len(bom) :].decode(encoding, "replace"), encoding, "bom")
    utf8 = _valid_utf8(body)
    for encoding, evidence in _candidates(body, content_type, utf8):
        text = utf8 if utf8 is not None and encoding == "utf-8" else _try(body, encoding)
        if text is not None:
            return Decoded(text, encoding, evidence)
    return Decoded(body.decode("cp1252", "replace"), "cp1252", "fallback")


def _valid_utf8(body: bytes) -> str | None:
    """The text, if all of it is UTF-8."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _candidates(body: bytes, content_type: str | None, utf8: str | None) -> Iterator[tuple[str, str]]:
    """Encodings in the order they are tried, each with the evidence for it."""
    wide = _utf16_without_bom(body)
    if wide:
        yield wide, "utf-16"
    if b"\x1b" in body and _ISO_2022.search(body):
        yield "iso2022_jp_ext", "iso-2022"
    declared = _declared(body, content_type)
    if _is_certainly_utf8(body, utf8):
        yield "utf-8", next((evidence for codec, evidence in declared if codec == "utf-8"), "utf-8")
    if any(codec in _LATIN for codec, _ in declared) and _is_mostly_high(body):
        yield _detect(body), "detected"
    yield from declared
    yield "utf-8", "utf-8"
    yield _detect(body), "detected"


def _declared(body: bytes, content_type: str | None) -> list[tuple[str, str]]:
    """The known encodings that the HTTP header and the markup declare."""
    labels = []
    if content_type and (header := _HEADER.search(content_type)):
        labels.append((header[1], "header"))
    labels += ((label.decode("ascii", "replace"), "meta") for label in _META.findall(body[:_PROLOGUE]))
    found = ((codec_of(label), evidence) for label, evidence in labels)
    return [(codec, evidence) for codec, evidence in found if codec]


def _try(body: bytes, encoding: str) -> str | None:
    """The text, or None if this cannot be the encoding."""
    try:
        return body.decode(encoding)
    except ValueError:
        damage = _damage(body, encoding)
    if encoding == "utf-8":
        # Few stray bytes among many well-formed sequences: UTF-8 with damage. The reverse: another encoding.
        sequences = len(_MULTIBYTE_UTF8.findall(body))
        tolerated = sequences / 5 / len(body)
    else:
        tolerated = _TOLERATED_DAMAGE
    return repaired(body, encoding) if damage <= tolerated else None


def _damage(body: bytes, encoding: str) -> float:
    """Share of bytes that are not this encoding."""
    if not body:
        return 0.0
    genuine = body.count(b"\xef\xbf\xbd") if encoding == "utf-8" else 0
    return max(0, repaired(body, encoding).count("\ufffd") - genuine) / len(body)


def _is_mostly_high(body: bytes) -> bool:
    """Whether so much is beyond ASCII that the page can hardly be in a Latin script."""
    sample = body[:_DETECTOR_BYTES]
    first = _HIGH.search(sample)
    if not first:
        return False
    text = re.sub(rb"<[^>]*>", b"", sample[first.start() :])
    return len(_HIGH.findall(text)) > _LATIN_SHARE * len(text)


def _is_certainly_utf8(body: bytes, utf8: str | None) -> bool:
    """Whether so much is well-formed UTF-8 that no declaration can deny it."""
    if utf8 is not None:
        return len(body) - len(utf8) >= _CERTAIN_SURPLUS
    sequences = len(_MULTIBYTE_UTF8.findall(body))
    return _damage(body, "utf-8") * len(body) <= sequences * _CERTAIN_DAMAGE


def _utf16_without_bom(body: bytes) -> str | None:
    """UTF-16 shows by its tags, which are tags in the right order of bytes only."""
    sample = body[:_PROLOGUE]
    if b"\0" not in sample:
        return None
    tags = {
        codec: len(_TAG.findall(sample.decode(codec, "replace")))
        for codec in ("latin-1", "utf-16-le", "utf-16-be")
    }
    best = max(tags, key=lambda codec: tags[codec])
    return best if best != "latin-1" else None


def _detect(body: bytes) -> str:
    """What the statistical detector says of the bytes."""
    import chardet

    # From the first byte that is not ASCII: past the declaration, which the detector would believe.
    first = _HIGH.search(body)
    start = first.start() if first else 0
    guess = chardet.detect(body[start : start + _DETECTOR_BYTES])["encoding"]
    return (codec_of(guess) if guess else None) or "cp1252"

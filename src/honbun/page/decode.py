"""Bytes into text: which encoding a page is in, and why we think so. Never fails."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from honbun import core

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_BOM_STARTS = tuple(bom for bom, _ in _BOMS)
# Any bytes are text in these, so that decoding proves nothing.
_LATIN = frozenset({"cp1250", "cp1252", "cp1254", "iso8859-15", "iso8859-2"})

# Browsers look for the declaration in the first 1,024 bytes; many real pages put it later.
_MAX_PROLOGUE_BYTES = 4096
_META = re.compile(rb"""<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w:.()-]+)""", re.IGNORECASE)
_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w:.()-]+)""", re.IGNORECASE)
_ISO_2022 = re.compile(rb"\x1b\$[@B]|\x1b\([JI]|\x1b\$\([DQ]")
_HIGH = re.compile(rb"[\x80-\xff]")
_ONLY_HIGH = b" " * 0x80 + bytes(range(0x80, 0x100))
_TAG = re.compile("<[!/?a-zA-Z]")
_MULTIBYTE_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")

# A declared encoding may fail on this share of the bytes and still be right: pages are cut and pasted
# together. One damaged character in 500 bytes; text in another encoding fails far more often.
_MAX_DAMAGE_SHARE = 1 / 500
# So many bytes beyond one a character are well-formed UTF-8 by chance in no other encoding, whatever is declared.
_MIN_CERTAIN_SURPLUS = 4
# The same of a page of which some bytes are not UTF-8: at most one in so many characters.
_MAX_CERTAIN_DAMAGE = 1 / 20
# Beyond this share of bytes outside ASCII no text is in a Latin script (French and Vietnamese stay below).
_MAX_LATIN_SHARE = 0.3
# The detector sees this much: the rest tells nothing new.
_MAX_DETECTOR_BYTES = 200_000

# What browsers decode under a label is often a superset of the codec of that name.
# https://encoding.spec.whatwg.org/#names-and-labels
_SUPERSETS = {
    "ascii": "cp1252",
    "big5": "big5hkscs",
    "euc_jis_2004": "euc_jp",
    "euc_kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso2022_jp": "iso2022_jp_ext",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "shift_jis": "cp932",
    "shift_jis_2004": "cp932",
    "tis-620": "cp874",
    "utf-8-sig": "utf-8",
}
# Labels of that list which Python's codecs do not know, by the codec they name.
_UNKNOWN_TO_PYTHON = {
    "big5hkscs": "cn-big5 x-x-big5",
    "cp1250": "x-cp1250",
    "cp1251": "x-cp1251",
    "cp1252": "iso88591 x-cp1252",
    "cp1253": "x-cp1253",
    "cp1254": "iso88599 x-cp1254",
    "cp1255": "x-cp1255",
    "cp1256": "x-cp1256",
    "cp1257": "x-cp1257",
    "cp1258": "x-cp1258",
    "cp874": "dos-874 iso885911 windows-874",
    "cp932": "windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601 windows-949",
    "euc_jp": "cseucpkdfmtjapanese x-euc-jp",
    "gb18030": "csgb2312 gb_2312 gb_2312-80 x-gbk",
    "iso8859-2": "iso88592",
    "iso8859-3": "iso88593",
    "iso8859-4": "iso88594",
    "iso8859-5": "iso88595",
    "iso8859-6": "csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i iso88596",
    "iso8859-7": "iso88597 sun_eu_greek",
    "iso8859-8": "csiso88598e csiso88598i iso-8859-8-e iso-8859-8-i iso88598 logical visual",
    "iso8859-10": "iso885910",
    "iso8859-13": "iso885913",
    "iso8859-14": "iso885914",
    "iso8859-15": "csisolatin9 iso885915",
    "koi8-r": "koi koi8",
    "koi8-u": "koi8-ru",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "mac-roman": "csmacintosh mac x-mac-roman",
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
}
_LABELS = {label: codec for codec, labels in _UNKNOWN_TO_PYTHON.items() for label in labels.split()}

# Codecs that read ASCII as it stands and yet are not encodings of pages.
_REFUSED = frozenset(
    {"charmap", "idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7"}
)

# How the codecs for JIS X 0208 write a pair of bytes.
_JIS_PAIR = {"euc_jp": re.compile(rb"[\xa1-\xfe]{2}"), "iso2022_jp_ext": re.compile(rb"[\x21-\x7e]{2}")}
_JIS_EXTENSIONS = "honbun.jis_extensions"


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


def as_utf8(body: bytes, content_type: str | None = None) -> bytes | None:
    """The bytes of a page themselves, if `decode` is sure to read them as UTF-8; else None, and it is to be asked.

    Most pages are such, and a text in Python's memory that is written as UTF-8 again costs more than to parse it.
    """
    if body.startswith(_BOM_STARTS) or b"\x1b" in body or b"\0" in body[:_MAX_PROLOGUE_BYTES]:
        return None
    surplus = core.utf8_surplus(body)
    if surplus < 0:
        return None
    # Only what is written in ASCII, or nearly so, is read as it declares.
    declared = _declared(body, content_type) if surplus < _MIN_CERTAIN_SURPLUS else []
    return None if any(codec != "utf-8" for codec, _ in declared) else body


def without_surrogates(text: str) -> str:
    """Text that can be written: lone surrogates, which no encoding has, become replacement characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


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
    labels += ((label.decode("ascii", "replace"), "meta") for label in _META.findall(body[:_MAX_PROLOGUE_BYTES]))
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
        sequences = _utf8_sequences(body)
        tolerated = sequences / 5 / len(body)
    else:
        tolerated = _MAX_DAMAGE_SHARE
    return _repaired(body, encoding) if damage <= tolerated else None


def _damage(body: bytes, encoding: str) -> float:
    """Share of bytes that are not this encoding."""
    if not body:
        return 0.0
    genuine = body.count(b"\xef\xbf\xbd") if encoding == "utf-8" else 0
    return max(0, _repaired(body, encoding).count("\ufffd") - genuine) / len(body)


def _is_mostly_high(body: bytes) -> bool:
    """Whether so much is beyond ASCII that the page can hardly be in a Latin script."""
    sample = body[:_MAX_DETECTOR_BYTES]
    first = _HIGH.search(sample)
    if not first:
        return False
    text = re.sub(rb"<[^>]*>", b"", sample[first.start() :])
    return len(_HIGH.findall(text)) > _MAX_LATIN_SHARE * len(text)


def _is_certainly_utf8(body: bytes, utf8: str | None) -> bool:
    """Whether so much is well-formed UTF-8 that no declaration can deny it."""
    if utf8 is not None:
        return len(body) - len(utf8) >= _MIN_CERTAIN_SURPLUS
    sequences = _utf8_sequences(body)
    return _damage(body, "utf-8") * len(body) <= sequences * _MAX_CERTAIN_DAMAGE


def _utf8_sequences(body: bytes) -> int:
    """How many characters beyond ASCII are well-formed UTF-8."""
    # Where they can stand is found many times faster than what they are.
    return len(_MULTIBYTE_UTF8.findall(b" ".join(body.translate(_ONLY_HIGH).split())))


def _utf16_without_bom(body: bytes) -> str | None:
    """UTF-16 shows by its tags, which are tags in the right order of bytes only."""
    sample = body[:_MAX_PROLOGUE_BYTES]
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

    # From the first byte that is not ASCII: after the declaration, which the detector would believe.
    first = _HIGH.search(body)
    start = first.start() if first else 0
    guess = chardet.detect(body[start : start + _MAX_DETECTOR_BYTES])["encoding"]
    return (codec_of(guess) if guess else None) or "cp1252"


def codec_of(label: str) -> str | None:
    """The codec that browsers use for a label, or None for a label that names no encoding of pages.

    Markup that is read as ASCII is not in UTF-16, UTF-32 or EBCDIC, whatever it says.
    """
    label = label.strip().lower()
    try:
        name = codecs.lookup(_LABELS.get(label, label)).name
        is_ascii_superset = b"<p>".decode(name) == "<p>"
    except (LookupError, ValueError):
        return None
    return _SUPERSETS.get(name, name) if is_ascii_superset and name not in _REFUSED else None


def _repaired(body: bytes, codec: str) -> str:
    """The text of these bytes, with replacement characters for what is not in this encoding."""
    return body.decode(codec, _JIS_EXTENSIONS if codec in _JIS_PAIR else "replace")


def _read_jis_extension(error: UnicodeError) -> tuple[str, int]:
    """For a pair of bytes that JIS X 0208 leaves empty, NEC's or IBM's character, and where to go on reading.

    Browsers read these (①, ㈱, Ⅳ, 髙) in every Japanese encoding, Python in its codec for Windows only.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if _JIS_PAIR[error.encoding].fullmatch(pair):
        row, cell = (byte & 0x7F for byte in pair)
        lead = (row + 1) // 2 + (0x70 if row <= 0x5E else 0xB0)
        trail = cell + (0x7E if row % 2 == 0 else 0x1F if cell <= 0x5F else 0x20)
        character = bytes([lead, trail]).decode("cp932", "replace")
        if character != "\ufffd":
            return character, error.start + 2
    return "\ufffd", error.end


# Python reads on after an error by registered names only; under a name of our own it changes nothing for others.
codecs.register_error(_JIS_EXTENSIONS, _read_jis_extension)

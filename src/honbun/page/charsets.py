"""Charset labels into Python's codecs, and reading with them as browsers do."""

from __future__ import annotations

import codecs
import re

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


def repaired(body: bytes, codec: str) -> str:
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


# The one way Python has to read on after an error; under a name of our own it changes nothing for others.
codecs.register_error(_JIS_EXTENSIONS, _read_jis_extension)

"""Names for files of one page each."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container
from itertools import count
from urllib.parse import unquote

# File systems allow 255 bytes; this leaves room for the number, the suffix and what backups add.
MAX_BYTES = 160

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_PAGE_SUFFIX = re.compile(r"\.(?:x?html?|xht|mht|php|aspx?|jsp|cgi)(?:\.gz)?$", re.IGNORECASE)
_UNSAFE = re.compile(r"(?:[^\w.]|\.{2,})+")
# Devices that Windows opens instead of a file, whatever follows the first dot.
# https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


def file_name(source: str, suffix: str, taken: Container[str]) -> str:
    """A name without folders for the file of a page, made from where the page came from, with this ending.

    The same sources in the same order give the same names. Letters of any script, digits, dots, underscores
    and hyphens only, so that it is safe on every system and leads into no other folder. `taken` holds the names
    given so far, casefolded, for some systems do not tell case apart; the caller adds `name.casefold()`.
    """
    stem = _stem(source)
    if (stem + suffix).casefold() not in taken:
        return stem + suffix
    return next(name for number in count(2) if (name := f"{stem}-{number}{suffix}").casefold() not in taken)


def _stem(source: str) -> str:
    text = unicodedata.normalize("NFKC", unquote(_SCHEME.sub("", source)))
    text = _PAGE_SUFFIX.sub("", text)
    stem = _UNSAFE.sub("-", text).strip("-._") or "page"
    if _DEVICE.match(stem):
        stem = "page-" + stem
    if len(stem.encode()) > MAX_BYTES:
        digest = hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()[:8]
        stem = stem.encode()[: MAX_BYTES - 9].decode("utf-8", "ignore").rstrip("-._") + "-" + digest
    return stem

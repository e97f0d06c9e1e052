"""Addresses of links and images as they may be written: absolute where a base is known, and nothing that runs."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from honbun.page import Page, collapse

# What a link of a text may lead to. Everything else (javascript:, data:, blob:, intent:, ...) is dropped.
_SCHEMES = frozenset({"ftp", "http", "https", "mailto", "tel"})
# A relative address has no colon before its first slash (RFC 3986, 4.2), so what has one names a scheme.
_SCHEME = re.compile(r"([^/?#:]*):")

# Browsers strip control characters and spaces around an address and drop line breaks and tabs inside it, so
# that "java\nscript:" runs. https://url.spec.whatwg.org/#concept-basic-url-parser
_AROUND = "".join(map(chr, range(0x21)))
_INSIDE = re.compile(r"[\t\n\r]")

_ORIGIN = re.compile(r"https?://[\w.:-]+(?=[/?#]|$)")
_PLAIN = re.compile(r"https?://[!-~]+")
# No empty or dotted segments, nothing that joining would change.
_FROM_ROOT = re.compile(r"(?:/[\w%~-][\w%~.-]*)+/?(?:[?#][\w%~.=&/-]+)?")


class Base:
    """What the addresses of one page are relative to."""

    def __init__(self, page: Page, base_url: str | None) -> None:
        self.url = _base_url(page, base_url)
        self._origin = _ORIGIN.match(self.url or "")

    def absolute(self, address: str) -> str:
        """See `absolute`. The most frequent kinds of address, from the root and whole, are not parsed."""
        if _FROM_ROOT.fullmatch(address) and self._origin:
            return self._origin[0] + address
        if _PLAIN.fullmatch(address):
            return address
        return absolute(address, self.url)


def absolute(address: str, base: str | None) -> str:
    """The address against the base, or "" if it leads nowhere (`#`, empty) or is not of a harmless kind.

    Without a base a relative address stays relative; one that cannot be joined stays as written.
    """
    address = address.strip(_AROUND)
    if not address or address == "#":
        return ""
    address = _INSIDE.sub("", address)
    if address.startswith(("http://", "https://")):
        return address
    if scheme := _SCHEME.match(address):
        return address if scheme[1].lower() in _SCHEMES else ""
    if not base:
        return address
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def _base_url(page: Page, base_url: str | None) -> str | None:
    """The page's url, or its `<base>` if that names a web address."""
    url = base_url or page.url
    for row in page.rows_of("base").tolist():
        declared = absolute(page.attribute(row, "href") or "", url)
        if declared.startswith(("http://", "https://")):
            return declared
    return url


def image_source(page: Page, row: int, base: Base | None = None) -> str:
    """The address of an image, or "" if it has none. Lazily loaded images have it in other attributes than src."""
    for name in ("src", "data-src", "data-original", "srcset"):
        written = page.attribute(row, name) or ""
        if name == "srcset":
            written = next(iter(written.replace(",", " ").split()), "")
        if written and (found := absolute(written, None)):
            return base.absolute(found) if base else found
    return ""


def image_label(page: Page, row: int) -> str:
    """The alternative text of an image on one line; "" if it has none."""
    return collapse(page.attribute(row, "alt") or "")

"""Which site a page belongs to, told from its address without parsing the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from honbun.input import RawPage, host_name

# Elements of the head that state the address of the page, and their attributes; whatever the encoding of a page,
# these are ASCII or they are of no use as a host's name.
_ELEMENT = re.compile(rb"<(?:link|meta)\b[^>]{1,2000}>", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"""([a-z:]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_STATED = ((b"rel", b"canonical", b"href"), (b"property", b"og:url", b"content"))


def site_name(page: RawPage) -> str:
    """The name of the site of a page: the host of its address, given or stated by itself, else its folder."""
    if host := host_of(page):
        return host
    folder, _, name = page.source.rpartition("/")
    return folder or name.partition("#")[0].partition(":")[0].partition("!")[0]


def host_of(page: RawPage) -> str:
    """The host of the address of a page, given or stated by itself; "" if neither is."""
    for address in (page.url, *_stated_addresses(page.body)) if not host_name(page.url) else (page.url,):
        if host := host_name(address):
            return host.removeprefix("www.")
    return ""


def _stated_addresses(body: bytes) -> Iterator[str]:
    """What the page says its address is, canonical links first."""
    found = [dict(_attributes(element)) for element in _ELEMENT.findall(body)]
    for name, value, address in _STATED:
        for attributes in found:
            if attributes.get(name, b"").strip().lower() == value:
                yield unescape(attributes.get(address, b"").decode("latin-1")).strip()


def _attributes(element: bytes) -> Iterator[tuple[bytes, bytes]]:
    for match in _ATTRIBUTE.finditer(element):
        yield match[1].lower(), match[2] or match[3] or match[4] or b""

"""The addresses that a feed, a sitemap or a list of addresses names, each recognised by what it contains."""

from __future__ import annotations

from honbun.input import is_address
from honbun.robot.feeds import absolute, elements, name_of, read_feed, unpacked

# The root of a sitemap, and where the addresses are in it.
_SITEMAPS = {"urlset": "url", "sitemapindex": "sitemap"}
_MARKUP = (b"<", b"{", b"\xff\xfe", b"\xfe\xff")


def listed_addresses(body: bytes, base: str = "") -> list[str] | None:
    """The addresses in an RSS, Atom or JSON feed, a sitemap, an index of sitemaps, or plain lines, once each.

    None if the bytes are none of these, a page for instance. gzip is undone. Of a feed that breaks off, what comes
    before is taken. `base` is the address of the feed itself, which relative ones are relative to.
    """
    body = unpacked(body)
    entries = read_feed(body, base)
    if entries is not None:
        return [entry.url for entry in entries]
    is_markup = body.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_MARKUP)
    found = _of_sitemap(body) if is_markup else _of_lines(body)
    if found is None:
        return None
    return list(dict.fromkeys(url for address in found if is_address(url := absolute(base, address))))


def _of_lines(body: bytes) -> list[str] | None:
    """One address a line; empty lines and those that begin with # are passed over."""
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return lines if lines and all(map(is_address, lines)) else None


def _of_sitemap(body: bytes) -> list[str] | None:
    found = elements(body)
    root = next(found, None)
    above = _SITEMAPS.get(name_of(root[0])) if root else None
    if above is None:
        return None
    return [
        element.text or ""
        for element, parent in found
        if name_of(element) == "loc" and parent is not None and name_of(parent) == above
    ]

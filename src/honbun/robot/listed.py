"""The addresses that a feed, a sitemap or a list of addresses names, each recognised by what it contains."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from honbun.input import decode_payload, is_address

# Where the addresses are: the parent of the element, the element, and the attribute if it is not the text.
_IN_FEEDS = {
    "rss": ("item", "link", ""),
    "rdf": ("item", "link", ""),
    "feed": ("entry", "link", "href"),
    "urlset": ("url", "loc", ""),
    "sitemapindex": ("sitemap", "loc", ""),
}
_GZIP = b"\x1f\x8b"
_HEAD_BYTES = 4096
_MAX_UNPACKED_BYTES = 64 * 1024 * 1024


def listed_addresses(body: bytes, base: str = "") -> list[str] | None:
    """The addresses in an RSS, Atom or JSON feed, a sitemap, an index of sitemaps, or plain lines, once each.

    None if the bytes are none of these, a page for instance. gzip is undone. Of a feed that breaks off, what comes
    before is taken. `base` is the address of the feed itself, which relative ones are relative to.
    """
    if body.startswith(_GZIP):
        body = _unpacked(body)
    head = body[:_HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"{"):
        found = _of_json(body)
    elif head.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        found = _of_xml(body)
    else:
        found = _of_lines(body)
    if found is None:
        return None
    absolute = (_absolute(base, address) for address in found)
    return list(dict.fromkeys(address for address in absolute if is_address(address)))


def _unpacked(body: bytes) -> bytes:
    try:
        return decode_payload(body, {"content-encoding": "gzip"}, _MAX_UNPACKED_BYTES)[:_MAX_UNPACKED_BYTES]
    except OSError:
        return b""


def _absolute(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:  # a host in brackets that is none
        return ""


def _of_json(body: bytes) -> list[str] | None:
    """https://www.jsonfeed.org/version/1.1/"""
    try:
        feed: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(feed, dict) or "jsonfeed.org/version/" not in str(feed.get("version")):
        return None
    items = feed.get("items")
    dicts = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return [str(item.get("url") or item.get("external_url") or "") for item in dicts]


def _of_lines(body: bytes) -> list[str] | None:
    """One address a line; empty lines and those that begin with # are passed over."""
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return lines if lines and all(map(is_address, lines)) else None


def _of_xml(body: bytes) -> list[str] | None:
    # Entities of one's own are for bombs; no feed needs them. expat fetches nothing.
    if b"<!ENTITY" in body[:_HEAD_BYTES] or b"<html" in body[:_HEAD_BYTES].lower():
        return None
    elements = _elements(body)
    root = next(elements, None)
    if root is None or _name(root[0]) not in _IN_FEEDS:
        return None
    above, name, attribute = _IN_FEEDS[_name(root[0])]
    found = []
    for element, parent in elements:
        if _name(element) == name and parent is not None and _name(parent) == above:
            if attribute and element.get("rel", "alternate") == "alternate":
                found.append(element.get(attribute, ""))
            elif not attribute:
                found.append(element.text or "")
    return found


def _elements(body: bytes) -> Iterator[tuple[Element, Element | None]]:
    """First the root, when it begins; then each element as it ends, with its parent, until the end or a fault."""
    parser: XMLPullParser[Element] = XMLPullParser(["start", "end"])
    above: list[Element] = []
    try:
        parser.feed(body)
        for event, found in parser.read_events():  # type: ignore[misc]
            element = cast(Element, found)
            if event == "start":
                if not above:
                    yield element, None
                above.append(element)
            else:
                above.pop()
                yield element, above[-1] if above else None
    except ParseError:
        return


def _name(element: Element) -> str:
    """The name of an element without its namespace, in lower case."""
    return str(element.tag).rpartition("}")[2].lower()

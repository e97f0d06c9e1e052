"""What feeds (RSS, Atom, JSON Feed), sitemaps and lists of addresses name, each recognised by what it contains."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, cast
from urllib.parse import urljoin
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from honbun.input import decode_payload, is_address

_GZIP = b"\x1f\x8b"
_HEAD_BYTES = 4096
_MAX_UNPACKED_BYTES = 64 * 1024 * 1024
# The root of a feed, and what an entry is called in it.
_ENTRIES = {"rss": "item", "rdf": "item", "feed": "entry"}
# Where each part of an entry stands, the surest first, in all three kinds of XML.
_PARTS = {
    "id": ("guid", "id"),
    "title": ("title",),
    "author": ("creator", "author"),
    "date": ("pubdate", "published", "date", "updated"),
    "updated": ("updated", "modified"),
    "html": ("encoded", "content", "description", "summary"),
}

# The root of a sitemap, and where the addresses are in it.
_SITEMAPS = {"urlset": "url", "sitemapindex": "sitemap"}
_MARKUP = (b"<", b"{", b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed."""

    url: str
    """Where it leads, in full."""
    id: str
    """By what the feed knows it; its address if the feed gives it no name."""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    """ISO 8601, if it can be read."""
    updated: str | None = None
    """When it was last changed, as the feed writes it."""
    html: str = ""
    """What the feed says of it, all of it or a summary, as markup."""


def read_feed(body: bytes, base: str = "") -> list[FeedEntry] | None:
    """The entries of a feed that lead somewhere, each address once; None if the bytes are no feed.

    gzip is undone. Of a feed that breaks off, what comes before is taken. `base` is the address of the feed.
    """
    body = _unpacked(body)
    head = body[:_HEAD_BYTES].removeprefix(b"\xef\xbb\xbf").lstrip()
    found = _of_json(body) if head.startswith(b"{") else _of_xml(body)
    if found is None:
        return None
    entries: dict[str, FeedEntry] = {}
    for given in found:
        url = _absolute(base, given["url"]) if given["url"] else ""
        if is_address(url) and url not in entries:
            parts = {name: given[name] for name in ("title", "author", "updated")}
            entries[url] = FeedEntry(
                url, given["id"] or url, **parts, date=_iso(given["date"]), html=given["html"] or ""
            )
    return list(entries.values())


def listed_addresses(body: bytes, base: str = "") -> list[str] | None:
    """The addresses in an RSS, Atom or JSON feed, a sitemap, an index of sitemaps, or plain lines, once each.

    None if the bytes are none of these, a page for instance. gzip is undone. Of a feed that breaks off, what comes
    before is taken. `base` is the address of the feed itself, which relative ones are relative to.
    """
    body = _unpacked(body)
    entries = read_feed(body, base)
    if entries is not None:
        return [entry.url for entry in entries]
    is_markup = body.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_MARKUP)
    found = _of_sitemap(body) if is_markup else _of_lines(body)
    if found is None:
        return None
    return list(dict.fromkeys(url for address in found if is_address(url := _absolute(base, address))))


def _unpacked(body: bytes) -> bytes:
    """The bytes without gzip; nothing if they cannot be unpacked."""
    if not body.startswith(_GZIP):
        return body
    try:
        return decode_payload(body, {"content-encoding": "gzip"}, _MAX_UNPACKED_BYTES)[:_MAX_UNPACKED_BYTES]
    except OSError:
        return b""


def _absolute(base: str, address: str) -> str:
    """An address in full; nothing if it is none."""
    try:
        return urljoin(base, address.strip())
    except ValueError:  # a host in brackets that is none
        return ""


def _elements(body: bytes) -> Iterator[tuple[Element, Element | None]]:
    """First the root, when it begins; then each element as it ends, with its parent, until the end or a fault."""
    # Entities of one's own are for bombs; no feed needs them. expat fetches nothing.
    if b"<!ENTITY" in body[:_HEAD_BYTES] or b"<html" in body[:_HEAD_BYTES].lower():
        return
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


def _name_of(element: Element) -> str:
    """The name of an element without its namespace, in lower case."""
    return str(element.tag).rpartition("}")[2].lower()


def _of_json(body: bytes) -> list[dict[str, str | None]] | None:
    """https://www.jsonfeed.org/version/1.1/"""
    try:
        feed: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(feed, dict) or "jsonfeed.org/version/" not in str(feed.get("version")):
        return None
    items = feed.get("items")
    return [_json_parts(item) for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _json_parts(item: dict[str, Any]) -> dict[str, str | None]:
    def first(*names: str) -> str | None:
        return next((str(item[name]) for name in names if item.get(name)), None)

    authors = item.get("authors") or [item.get("author")]
    named = [each.get("name") for each in authors if isinstance(each, dict)] if isinstance(authors, list) else []
    return {
        "url": first("url", "external_url"),
        "id": first("id"),
        "title": first("title"),
        "author": next((str(name) for name in named if name), None),
        "date": first("date_published", "date_modified"),
        "updated": first("date_modified"),
        "html": first("content_html", "content_text", "summary"),
    }


def _of_xml(body: bytes) -> list[dict[str, str | None]] | None:
    found = _elements(body)
    root = next(found, None)
    entry = _ENTRIES.get(_name_of(root[0])) if root else None
    if entry is None:
        return None
    return [_xml_parts(element) for element, _ in found if _name_of(element) == entry]


def _xml_parts(entry: Element) -> dict[str, str | None]:
    parts: dict[str, str | None] = {}
    for name, tags in _PARTS.items():
        texts = (_text(child) for tag in tags for child in entry if _name_of(child) == tag)
        parts[name] = next(filter(None, texts), None)
    links = [child for child in entry if _name_of(child) == "link"]
    stated = [link.get("href") for link in links if link.get("rel", "alternate") == "alternate"]
    addresses = (*stated, *(link.text for link in links))
    return parts | {"url": next((each for each in addresses if each and each.strip()), None)}


def _text(element: Element) -> str:
    """The text of an element, of an Atom author its name; markup that is not escaped keeps its words."""
    names = [child for child in element if _name_of(child) == "name"]
    return "".join((names[0] if names else element).itertext()).strip()


def _iso(date: str | None) -> str | None:
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            return read((date or "").strip()).isoformat(timespec="seconds")
        except ValueError:
            continue
    return None


def _of_lines(body: bytes) -> list[str] | None:
    """One address a line; empty lines and those that begin with # are passed over."""
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    return lines if lines and all(map(is_address, lines)) else None


def _of_sitemap(body: bytes) -> list[str] | None:
    found = _elements(body)
    root = next(found, None)
    above = _SITEMAPS.get(_name_of(root[0])) if root else None
    if above is None:
        return None
    return [
        element.text or ""
        for element, parent in found
        if _name_of(element) == "loc" and parent is not None and _name_of(parent) == above
    ]

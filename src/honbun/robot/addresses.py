"""Addresses as a crawl sees them: which are one page, which lead to pages, and what a page links to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from honbun.input import NOT_PAGES, is_address
from honbun.page import Page
from honbun.paging import absolute_url, base_url, next_url, without_session
from honbun.robot.guard import PORTS

# Parameters that say where a visitor came from, and change nothing on the page.
_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|_ga|ref_src", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json"})
# Longer addresses are traps: calendars and filters that grow with every click.
_MAX_LENGTH = 2000


def page_key(url: str) -> str | None:
    """What addresses of one page have in common; None for what is no address of the web.

    Session, tracking, fragment and the standard port are left out, the host is in lower case, parameters sorted.
    """
    if not is_address(url) or len(url) > _MAX_LENGTH:
        return None
    parts = _split(without_session(url))
    if parts is None or not parts.hostname or parts.username is not None or parts.password is not None:
        return None
    # As they are written: what is not UTF-8 would not survive being read and written again.
    pairs = (pair for pair in parts.query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0]))
    query = "&".join(sorted(filter(None, pairs)))
    return f"{parts.scheme}://{_netloc(parts)}{parts.path or '/'}{f'?{query}' if query else ''}"


def host_of(url: str) -> str:
    """The host of an address with its port, without `www.`, which sites use and leave out."""
    parts = _split(url)
    return _netloc(parts).removeprefix("www.") if parts and parts.hostname else ""


def shape_of(url: str) -> str:
    """An address with its numbers masked: what those of a series have in common."""
    key = page_key(url) or url
    return _DIGITS.sub("#", key)


@dataclass(frozen=True)
class Links:
    """Where a page leads, in full."""

    pages: tuple[str, ...]
    feeds: tuple[str, ...] = ()
    next: str | None = None
    """The next page of the same thread."""
    canonical: str | None = None


def links_of(page: Page) -> Links:
    """What a page links to that may be a page, in the order of the page; its feeds; its own address."""
    base = base_url(page)
    found = [href for row in page.rows_of("a").tolist() if (href := page.attribute(row, "href"))]
    pages = (absolute_url(base, href) for href in dict.fromkeys(found))
    return Links(
        pages=tuple(url for url in pages if _may_be_page(url)),
        feeds=feeds_of(page),
        next=next_url(page),
        canonical=next((url for rel, _, url in _declared(page, base) if "canonical" in rel), None),
    )


def feeds_of(page: Page) -> tuple[str, ...]:
    """The feeds that a page names."""
    linked = _declared(page, base_url(page))
    return tuple(url for rel, kind, url in linked if "alternate" in rel and kind in _FEED_TYPES)


def _declared(page: Page, base: str) -> Iterator[tuple[list[str], str, str]]:
    for row in page.rows_of("link").tolist():
        rel, href = page.attribute(row, "rel"), page.attribute(row, "href")
        if rel and href:
            kind = (page.attribute(row, "type") or "").strip().lower()
            yield rel.lower().split(), kind, absolute_url(base, href)


def _may_be_page(url: str) -> bool:
    if not is_address(url):
        return False
    name = url.partition("?")[0].partition("#")[0].rpartition("/")[2]
    return "." not in name or f".{name.rpartition('.')[2].lower()}" not in NOT_PAGES


def _netloc(parts: SplitResult) -> str:
    host = str(parts.hostname)
    host = f"[{host}]" if ":" in host else host
    try:
        port = parts.port
    except ValueError:
        port = None
    return host if port is None or port == PORTS.get(parts.scheme) else f"{host}:{port}"


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:  # a host in brackets that is none
        return None

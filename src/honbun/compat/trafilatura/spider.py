"""`trafilatura.spider`, over the robot of honbun. Nothing is remembered between two calls."""

from __future__ import annotations

import re
from typing import Any

from honbun.compat.answer import pruned
from honbun.compat.discovery import Discovery
from honbun.compat.keywords import warn_of
from honbun.page import decode, parse
from honbun.robot import DELAY, host_of, links_of

__all__ = ["focused_crawler", "is_still_navigation"]

_MAX_SEEN = 10
_MAX_KNOWN = 100_000
# Addresses of pages that lead to others.
_NAVIGATION = re.compile(
    r"/(?:archives?|author|categor(?:y|ies)|page|search|tags?|topics?)/|[?&](?:page|p|paged)=", re.I
)


def focused_crawler(
    homepage: str,
    max_seen_urls: int = _MAX_SEEN,
    max_known_urls: int = _MAX_KNOWN,
    todo: list[str] | None = None,
    known_links: list[str] | None = None,
    lang: str | None = None,
    config: Any = None,
    rules: Any = None,
    prune_xpath: str | list[str] | None = None,
) -> tuple[list[str], list[str]]:
    """Follow the links of a host from page to page; the pages not looked at yet, and all that are known.

    Pages that lead to others come first. robots.txt is obeyed, unless `rules`, a `RobotFileParser`, are given.
    """
    warn_of({"lang": lang, "config": config}, caller=3)
    discovery = Discovery(DELAY, obey_robots=rules is None)
    if rules is not None:
        discovery.may_fetch = lambda url: bool(rules.can_fetch("*", url))
    waiting = dict.fromkeys(todo or [homepage])
    known = dict.fromkeys([*(known_links or ()), *waiting])
    seen = 0
    while waiting and seen < max_seen_urls and len(known) < max_known_urls:
        url = next(filter(_NAVIGATION.search, waiting), next(iter(waiting)))
        del waiting[url]
        seen += 1
        found = discovery.fetch(url)
        if found is None:
            continue
        html = decode(found.body, found.content_type).text
        page = parse(pruned(html, prune_xpath) if prune_xpath else html, found.final_url)
        for link in (link.partition("#")[0] for link in links_of(page).pages):
            if host_of(link) == host_of(homepage) and link not in known:
                known[link] = waiting[link] = None
    return list(waiting), list(known)


def is_still_navigation(todo: list[str]) -> bool:
    """Whether an address is among these that leads to others."""
    return any(map(_NAVIGATION.search, todo))

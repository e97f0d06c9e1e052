"""`trafilatura.feeds`, over the robot of honbun."""

from __future__ import annotations

from typing import Any

from honbun.compat.discovery import Discovery, base_of, chosen
from honbun.compat.keywords import warn_of

__all__ = ["find_feed_urls"]


def find_feed_urls(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    config: Any = None,
) -> list[str]:
    """The pages that a feed names, or the feeds of a page or of its host, sorted; none if there are none."""
    warn_of({"target_lang": target_lang, "config": config}, caller=3)
    base = base_of(url)
    if not base:
        return []
    discovery = Discovery(sleep_time)
    found = discovery.in_feeds(url)
    if found is None and url.strip("/") != base:
        found = discovery.in_feeds(base)
    return chosen(found or [], url, external=external)

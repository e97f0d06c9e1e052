"""Where the pages of a site are: what its feeds, its sitemaps and its pages name, fetched by the robot."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from honbun.compat.fetch import MAX_BYTES, TIMEOUT
from honbun.page import parse_body
from honbun.robot import Fetched, Fetcher, FetchOptions, Links, host_of, links_of, listed_addresses

# As trafilatura has them.
MAX_FEEDS = 10
SITEMAPS = ("sitemap.xml", "sitemap.xml.gz", "sitemap", "sitemap_index.xml", "sitemap_news.xml")
_INDEX = b"<sitemapindex"
_HEAD_BYTES = 4096
_log = logging.getLogger(__name__)


@dataclass
class Discovery:
    """Fetches one address after the other, with a pause between two; what fails is logged and None."""

    sleep_time: float
    obey_robots: bool = False
    may_fetch: Callable[[str], bool] = lambda _: True
    _has_asked: bool = False
    _fetcher: Fetcher = field(init=False, repr=False)

    def __post_init__(self) -> None:
        limits = FetchOptions(
            timeout=TIMEOUT, max_bytes=MAX_BYTES, allow_private=True, obey_robots=self.obey_robots
        )
        self._fetcher = Fetcher(limits)

    def fetch(self, url: str) -> Fetched | None:
        """What is at an address; None if nothing can be had."""
        if not self.may_fetch(url):
            return None
        if self._has_asked:
            asked = self._fetcher.crawl_delay(url) if self.obey_robots else None
            time.sleep(max(self.sleep_time, asked or 0.0))
        self._has_asked = True
        found = self._fetcher.fetch(url)
        if found.reason is None:
            return found
        _log.info("%s: %s", url, found.reason)
        return None

    def links(self, found: Fetched) -> Links:
        """Where a page leads."""
        return links_of(parse_body(found.body, found.final_url, found.content_type))

    def listed(self, url: str) -> list[str]:
        """The addresses that a feed names; none if it cannot be had, or is no feed."""
        found = self.fetch(url)
        return (found and listed_addresses(found.body, found.final_url)) or []

    def in_feeds(self, url: str) -> list[str] | None:
        """The addresses that a feed names, or the feeds of a page; None if there is nothing at the address."""
        found = self.fetch(url)
        if found is None:
            return None
        listed = listed_addresses(found.body, found.final_url)
        if listed is not None:
            return listed
        return [address for feed in self.links(found).feeds[:MAX_FEEDS] for address in self.listed(feed)]

    def in_sitemaps(self, starts: Iterable[str], most: int) -> list[str]:
        """The pages that sitemaps name, those that indexes name included."""
        waiting, pages, seen = list(starts), [], set[str]()
        while waiting and len(seen) < most:
            url = waiting.pop(0)
            seen.add(url)
            found = self.fetch(url)
            listed = (found and listed_addresses(found.body, found.final_url)) or []
            if found and _INDEX in found.body[:_HEAD_BYTES]:
                waiting += [address for address in listed if address not in seen]
            else:
                pages += listed
        return pages

    def sitemaps(self, base: str) -> list[str]:
        """The sitemaps that robots.txt names, else where they usually are."""
        return list(self._fetcher.sitemaps(base)) or [f"{base}/{name}" for name in SITEMAPS]


def base_of(url: str) -> str:
    """The address of a host; "" if this is no address."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


def chosen(addresses: Iterable[str], url: str, *, external: bool) -> list[str]:
    """The addresses of the host of an address, or of all, sorted; those below it, if there are any."""
    of_site = {address for address in addresses if external or host_of(address) == host_of(url)}
    below = {address for address in of_site if len(url) > len(base_of(url)) + 2 and address.startswith(url)}
    return sorted(below or of_site)

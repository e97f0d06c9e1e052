"""What a host allows robots (RFC 9309), read by protego, which Scrapy uses too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from honbun.optional import needed

# RFC 9309, 2.5: at least 500 KiB are to be read.
MAX_ROBOTS_BYTES = 1024 * 1024
# A host that asks for more seconds between two requests than this is asked as often as this.
MAX_DELAY = 60.0


@dataclass(frozen=True)
class Rules:
    """The rules of a host."""

    parsed: Any = None
    """None allows everything."""
    delay: float | None = None
    """Seconds between two requests."""
    sitemaps: tuple[str, ...] = ()
    fault: str | None = None
    """Why there are no rules though there may be some."""

    def allows(self, url: str, user_agent: str) -> bool:
        """Whether the address may be asked."""
        return self.parsed is None or bool(self.parsed.can_fetch(url, user_agent))


ALLOW_ALL = Rules()


def robots_url(url: str) -> str:
    """Where the rules for an address are."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/robots.txt"


def parse_rules(body: bytes, status: int | None, reason: str | None, user_agent: str) -> Rules:
    """The rules in an answer. An answer 4xx says that there are none."""
    parser = needed("protego").Protego
    if status is not None and 400 <= status < 500 and status != 429:
        return ALLOW_ALL
    if reason is not None:
        # Where no answer came, the page itself has none either: the reason is that of the page.
        return Rules(fault=reason if status is None else f"robots.txt: {reason}")
    parsed = parser.parse(body.decode("utf-8-sig", "replace"))
    delay = parsed.crawl_delay(user_agent)
    return Rules(parsed, None if delay is None else min(float(delay), MAX_DELAY), tuple(parsed.sitemaps))

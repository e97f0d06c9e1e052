"""`trafilatura.sitemaps`, over the robot of honbun."""

from __future__ import annotations

from typing import Any

from honbun.compat.discovery import Discovery, base_of, chosen
from honbun.compat.keywords import warn_of

__all__ = ["sitemap_search"]

_MAX_SITEMAPS = 10_000
_ENDINGS = (".gz", "sitemap", ".xml")


def sitemap_search(
    url: str,
    target_lang: str | None = None,
    external: bool = False,
    sleep_time: float = 2.0,
    max_sitemaps: int = _MAX_SITEMAPS,
    config: Any = None,
) -> list[str]:
    """The pages that a sitemap names, or the sitemaps of a host, sorted; none if there are none."""
    warn_of({"target_lang": target_lang, "config": config}, caller=3)
    base = base_of(url)
    if not base:
        return []
    discovery = Discovery(sleep_time)
    is_sitemap = url.endswith(_ENDINGS)
    found = discovery.in_sitemaps([url] if is_sitemap else discovery.sitemaps(base), max_sitemaps)
    return chosen(found, base if is_sitemap else url, external=external)

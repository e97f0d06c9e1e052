"""Pages from the web: one fetch layer for everything that asks for an address, and crawls on Scrapy."""

from typing import TYPE_CHECKING

from honbun.lazy import lazy_names

if TYPE_CHECKING:
    from honbun.robot.addresses import Links, feeds_of, host_of, links_of
    from honbun.robot.crawling import crawl
    from honbun.robot.feeds import FeedEntry, listed_addresses, read_feed
    from honbun.robot.fetcher import Fetched, Fetcher, FetchOptions, fetch, is_html
    from honbun.robot.guard import RefusedError, addresses_of, is_public
    from honbun.robot.harvest import CrawlOptions, Harvested
    from honbun.robot.parts import ExtractPipeline, PageSpider, WarcExtension
    from honbun.robot.warc import WarcFile
    from honbun.robot.web import WebOptions, open_pages

# Seconds between two requests to one host, unless it asks for more.
DELAY = 1.0

__all__ = [
    "DELAY",
    "CrawlOptions",
    "ExtractPipeline",
    "FeedEntry",
    "FetchOptions",
    "Fetched",
    "Fetcher",
    "Harvested",
    "Links",
    "PageSpider",
    "RefusedError",
    "WarcExtension",
    "WarcFile",
    "WebOptions",
    "addresses_of",
    "crawl",
    "feeds_of",
    "fetch",
    "host_of",
    "is_html",
    "is_public",
    "links_of",
    "listed_addresses",
    "open_pages",
    "read_feed",
]

# Few commands fetch, and only some of these need Scrapy: each is loaded when it is first used.
__getattr__ = lazy_names(
    __name__,
    {
        "addresses": "Links feeds_of host_of links_of",
        "crawling": "crawl",
        "feeds": "FeedEntry listed_addresses read_feed",
        "fetcher": "FetchOptions Fetched Fetcher fetch is_html",
        "guard": "RefusedError addresses_of is_public",
        "harvest": "CrawlOptions Harvested",
        "parts": "ExtractPipeline PageSpider WarcExtension",
        "warc": "WarcFile",
        "web": "WebOptions open_pages",
    },
)

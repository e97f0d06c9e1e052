"""What `benchmarks.crawl` compares with: Scrapy alone, which follows links and keeps nothing.

python -m benchmarks.bare_spider START CONCURRENCY
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


class BareSpider(Spider):
    """Counts pages."""

    name = "bare"
    extractor = LinkExtractor()
    seen = 0

    def parse(self, response: Any) -> Iterator[Request]:
        """Requests for every link."""
        BareSpider.seen += 1
        for link in self.extractor.extract_links(response):
            yield response.follow(link, self.parse)


def main() -> None:
    """Crawl, and print the number of pages."""
    settings = {
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 64,
        "CONCURRENT_REQUESTS_PER_DOMAIN": int(sys.argv[2]),
        "DOWNLOAD_DELAY": 0,
    }
    process = CrawlerProcess(settings)
    process.crawl(BareSpider, start_urls=[sys.argv[1]])
    process.start()
    print(BareSpider.seen)


if __name__ == "__main__":
    main()

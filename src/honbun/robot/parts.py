"""Parts for a project of Scrapy's own: a spider to begin from, an item pipeline, an extension."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Self

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from honbun.errors import FormatError
from honbun.extraction import Site, extract, posts, records
from honbun.page import parse_body
from honbun.robot.addresses import host_of, links_of, page_key
from honbun.robot.warc import WarcFile

VERBS = ("extract", "posts", "records")


class PageSpider(Spider):
    """Follows the links of a site, threads over their pages first, and gives each page as an item.

    An item has `url`, `html` (bytes), `content_type` and `fetched_at`; `ExtractPipeline` adds what the page says.
    Subclasses set `name` and `start_urls`, and may override `follows` and `item`.
    """

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The item of a page, and requests for what it links to."""
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
        if kind and "html" not in kind.lower():
            return
        yield self.item(response, kind)
        links = links_of(parse_body(response.body, response.url, kind))
        for priority, url in ((1, links.next), *((0, url) for url in links.pages)):
            if url and (key := page_key(url)) and self.follows(response, key):
                yield Request(key, callback=self.parse, priority=priority)

    def item(self, response: Response, content_type: str) -> dict[str, Any]:
        """What is given of a page."""
        return {
            "url": response.url,
            "html": response.body,
            "content_type": content_type,
            "fetched_at": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def follows(self, response: Response, url: str) -> bool:
        """Whether a link is followed: to the same host only."""
        return host_of(url) == host_of(response.url)


class ExtractPipeline:
    """Adds to each item what its page says, from `html` and `url`: the setting HONBUN_VERB says what.

    `extract` (the default) adds the document's `title`, `author`, `date`, `language` and `text`; `posts` adds
    `posts`, `records` adds `rows`. HONBUN_SITE names a saved site to use. `html` stays unless HONBUN_KEEP_HTML is
    false. Items without `html` are left as they are.
    """

    def __init__(self, verb: str = "extract", site: Site | None = None, *, keeps_html: bool = True) -> None:
        if verb not in VERBS:
            raise FormatError("no such HONBUN_VERB", verb, f"one of {', '.join(VERBS)}")
        self._verb = verb
        self._site = site
        self._keeps_html = keeps_html

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """As the settings say."""
        settings = crawler.settings
        file = settings.get("HONBUN_SITE")
        keeps_html = settings.getbool("HONBUN_KEEP_HTML", True)
        verb = settings.get("HONBUN_VERB") or "extract"
        return cls(verb, Site.load(file) if file else None, keeps_html=keeps_html)

    def process_item(self, item: Any) -> Any:
        """The item, with more in it."""
        html, url = item.get("html"), item.get("url")
        if html is None:
            return item
        for name, value in self._said(html, url).items():
            item[name] = value
        if not self._keeps_html:
            del item["html"]
        return item

    def _said(self, html: Any, url: str | None) -> dict[str, Any]:
        if self._verb == "posts":
            thread = self._site.posts(html, url) if self._site else posts(html, url)
            return {"posts": thread.to_dict()["posts"]}
        if self._verb == "records":
            return {"rows": list(records(html, url).rows())}
        found = (self._site.extract(html, url) if self._site else extract(html, url)).to_dict()
        return {name: found[name] for name in ("title", "author", "date", "language", "text")}


class WarcExtension:
    """Writes every answer that comes from the web to the WARC file that the setting HONBUN_WARC names."""

    def __init__(self, crawler: Crawler) -> None:
        path = crawler.settings.get("HONBUN_WARC")
        if not path:
            raise NotConfigured("HONBUN_WARC is not set")
        self._warc = WarcFile(path)
        crawler.signals.connect(self._response_received, signals.response_received)
        crawler.signals.connect(self._warc.close, signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """As the settings say."""
        return cls(crawler)

    def _response_received(self, response: Response) -> None:
        pairs = [(name, value) for name, values in response.headers.items() for value in values]
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in pairs]
        self._warc.write(response.url, response.status, headers, response.body, datetime.now(UTC))

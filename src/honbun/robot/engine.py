"""The crawl as Scrapy runs it: a scheduler that hands out what waits, a spider that takes what comes, the guard.

Scrapy's own are robots.txt, the rate for each host, retries, cookies, unpacking and the connections.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler, CrawlerProcess
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from scrapy.http import Response
from scrapy.resolver import CachingHostnameResolver
from scrapy.utils.asyncio import create_looping_call
from twisted.internet.interfaces import IHostnameResolver, IResolutionReceiver
from zope.interface import implementer

from honbun.robot.exchange import CUT_SHORT, TIME_OUT, TOO_LARGE, Answer
from honbun.robot.fetcher import FORBIDDEN
from honbun.robot.frontier import Waiting
from honbun.robot.guard import NO_SUCH_HOST, RefusedError, addresses_of, is_public, split_address
from honbun.robot.harvest import Harvest, Harvested
from honbun.robot.robots import MAX_DELAY

# So often the work is made sure of, and progress is told.
_TICK_SECONDS = 0.5
_MAX_REQUESTS = 64
_RETRIES = 2
_ASKED = "honbun_asked"


def run(harvest: Harvest, progress: Callable[[Harvested], None]) -> None:
    """Crawl until nothing waits, or until Ctrl-C. Once in a process, for a reactor runs once."""
    process = CrawlerProcess(_settings(harvest))
    # What goes wrong with a page is counted by its reason; Scrapy would log each.
    logging.getLogger("scrapy").setLevel(logging.CRITICAL)
    logging.getLogger("twisted").setLevel(logging.CRITICAL)
    faults: list[Any] = []
    process.crawl(CrawlSpider, harvest=harvest, progress=progress).addErrback(faults.append)
    process.start()
    if faults:
        raise faults[0].value


def _settings(harvest: Harvest) -> dict[str, Any]:
    options, fetch = harvest.options, harvest.options.fetch
    return {
        "SCHEDULER": FrontierScheduler,
        "TWISTED_DNS_RESOLVER": CachingHostnameResolver if fetch.allow_private else PublicResolver,
        "USER_AGENT": fetch.user_agent,
        "ROBOTSTXT_OBEY": fetch.obey_robots,
        "DOWNLOAD_TIMEOUT": fetch.timeout,
        "DOWNLOAD_MAXSIZE": fetch.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_DELAY": options.delay,
        "CONCURRENT_REQUESTS": _MAX_REQUESTS,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        "AUTOTHROTTLE_ENABLED": options.delay > 0,
        "AUTOTHROTTLE_START_DELAY": options.delay,
        "AUTOTHROTTLE_TARGET_CONCURRENCY": float(options.concurrency),
        "RETRY_TIMES": _RETRIES,
        # A redirect is an address like any other: it waits, is checked, and is asked once.
        "REDIRECT_ENABLED": False,
        "METAREFRESH_ENABLED": False,
        # A proxy would look up names where the guard cannot see it.
        "HTTPPROXY_ENABLED": False,
        "DOWNLOAD_HANDLERS": dict.fromkeys(("data", "file", "ftp", "s3")),
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
    }


class FrontierScheduler(BaseScheduler):
    """Hands out what waits in the frontier of the spider; what is tried again stays in memory."""

    def __init__(self) -> None:
        self._again: deque[Request] = deque()

    def open(self, spider: Spider) -> None:
        """Take the spider's harvest."""
        assert isinstance(spider, CrawlSpider)
        self._spider = spider

    def has_pending_requests(self) -> bool:
        """Whether anything waits that may still be asked."""
        return bool(self._again) or self._spider.harvest.has_more()

    def enqueue_request(self, request: Request) -> bool:
        """A request that is tried again."""
        self._again.append(request)
        return True

    def next_request(self) -> Request | None:
        """What to ask next."""
        if self._again:
            return self._again.popleft()
        asked = self._spider.harvest.next()
        return self._spider.request(asked) if asked else None


class CrawlSpider(Spider):
    """Gives every answer to the harvest."""

    name = "honbun"

    def __init__(self, harvest: Harvest, progress: Callable[[Harvested], None], **given: Any) -> None:
        super().__init__(**given)
        self.harvest = harvest
        self._progress = progress
        self._delays: dict[str, float] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **given: Any) -> CrawlSpider:
        """With its signals."""
        spider = super().from_crawler(crawler, *args, **given)
        crawler.signals.connect(spider._opened, signals.spider_opened)
        crawler.signals.connect(spider._closed, signals.spider_closed)
        crawler.signals.connect(spider._robots_parsed, signals.robots_parsed)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Nothing: the frontier has the start."""
        nothing: tuple[Request, ...] = ()
        for request in nothing:
            yield request

    def request(self, asked: Waiting) -> Request:
        """The request for what waits."""
        headers = {"If-None-Match": asked.etag, "If-Modified-Since": asked.last_modified}
        meta = {_ASKED: asked, "handle_httpstatus_all": True}
        if split_address(asked.url).netloc in self._delays:
            meta["autothrottle_dont_adjust_delay"] = True
        return Request(
            asked.url,
            callback=self.parse,
            errback=self.failed,
            headers={name: value for name, value in headers.items() if value},
            meta=meta,
            dont_filter=True,
        )

    def parse(self, response: Response, **_: Any) -> None:
        """An answer came."""
        pairs = [(name, value) for name, values in response.headers.items() for value in values]
        headers = tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in pairs)
        answer = Answer(response.url, response.status, headers, response.body)
        self.harvest.take(response.meta[_ASKED], answer)

    def failed(self, failure: Any) -> None:
        """None came."""
        self.harvest.refuse(failure.request.meta[_ASKED], _reason(failure.value, failure.request.url))

    def _opened(self) -> None:
        # Not before: it needs the reactor, which is chosen after the spider is made.
        self._tick = create_looping_call(self._make_sure)
        self._tick.start(_TICK_SECONDS)

    def _closed(self) -> None:
        self._tick.stop()
        self._make_sure()

    def _make_sure(self) -> None:
        self.harvest.commit()
        self._progress(self.harvest.harvested())

    def _robots_parsed(self, robotparser: Any, request: Request) -> None:
        """Sitemaps are addresses to ask; a delay that the host asks for is kept."""
        rules = robotparser.rp
        self.harvest.found_sitemaps(rules.sitemaps)
        delay = rules.crawl_delay(self.harvest.options.fetch.user_agent)
        if delay is None:
            return
        delay = max(min(float(delay), MAX_DELAY), self.harvest.options.delay)
        engine = self.crawler.engine
        assert engine is not None
        slot = engine.downloader.get_slot_key(request)
        self._delays[split_address(request.url).netloc] = delay
        engine.downloader.per_slot_settings[slot] = {"delay": delay, "concurrency": 1, "jitter": 0.0}
        if slot in engine.downloader.slots:
            known = engine.downloader.slots[slot]
            known.delay, known.concurrency, known.jitter = delay, 1, 0.0


def _reason(error: BaseException, url: str) -> str:
    """The reason in the words of the fetch layer."""
    if isinstance(error, IgnoreRequest):
        return FORBIDDEN
    if isinstance(error, CannotResolveHostError):
        return _why_unresolved(url)
    known: Sequence[tuple[type[Exception], str]] = (
        (DownloadTimeoutError, TIME_OUT),
        (DownloadConnectionRefusedError, "connection refused"),
        (ResponseDataLossError, CUT_SHORT),
        (DownloadCancelledError, TOO_LARGE),
    )
    named = next((reason for kind, reason in known if isinstance(error, kind)), None)
    return named or str(error).strip("[]<>") or type(error).__name__


def _why_unresolved(url: str) -> str:
    """A name that the guard refused looks to Scrapy like one that nobody knows."""
    try:
        parts = split_address(url)
        addresses_of(str(parts.hostname), 0)
    except RefusedError as refused:
        return str(refused)
    return NO_SUCH_HOST


@implementer(IHostnameResolver)
class PublicResolver(CachingHostnameResolver):
    """Knows names only by public addresses, and connections go to what it gives: there is no second look-up."""

    def resolveHostName(self, receiver: Any, *args: Any, **given: Any) -> Any:  # type: ignore[override]  # noqa: N802
        """As the resolver below does, unless one of the addresses is private."""
        public: Any = _PublicOnly(receiver)
        return super().resolveHostName(public, *args, **given)


@implementer(IResolutionReceiver)
class _PublicOnly:
    """Passes addresses on when all have come and all are public; else none."""

    def __init__(self, receiver: Any) -> None:
        self._receiver = receiver
        self._addresses: list[Any] = []

    def resolutionBegan(self, resolution: Any) -> None:  # noqa: N802
        self._receiver.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        self._addresses.append(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        if all(is_public(address.host) for address in self._addresses):
            for address in self._addresses:
                self._receiver.addressResolved(address)
        self._receiver.resolutionComplete()

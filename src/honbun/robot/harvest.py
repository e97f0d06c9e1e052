"""What a crawl does with each answer: keep the page, take its links, or say why not. Knows nothing of Scrapy."""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from urllib.parse import urljoin

import numpy as np

from honbun.errors import FormatError
from honbun.input import RawPage as Raw
from honbun.input import Rejected, admit
from honbun.page import MIN_SIMILARITY, Page, parse_body, similarity, text_hashes, text_paths
from honbun.robot import DELAY
from honbun.robot.addresses import Links, host_of, links_of, page_key, shape_of
from honbun.robot.exchange import REDIRECTS, Answer
from honbun.robot.feeds import listed_addresses
from honbun.robot.fetcher import CIRCLE, NOT_HTML, NOT_MODIFIED, FetchOptions
from honbun.robot.frontier import Done, Frontier, State, Waiting
from honbun.robot.warc import WarcFile

SAME_WORDS = "same words as another page"
NEAR_DUPLICATE = "nearly the same as another page"
OTHER_TEMPLATE = "another template"

_HTML_TYPES = frozenset({"", "text/html", "application/xhtml+xml"})
# Pages that state one address as their own are one if they share so much of their lines. Chosen, not measured:
# with 64 hashes the share is known to .06, and pages that differ more are no copies.
_MIN_SHARED = 0.9
_HASHES = np.random.default_rng(1).integers(1, 2**63, 64, dtype=np.uint64) | np.uint64(1)
_HASHES.setflags(write=False)


@dataclass(frozen=True, kw_only=True)
class CrawlOptions:
    """What a crawl follows and keeps, and how it asks."""

    depth: int | None = None
    """Links away from the start; None is as far as it goes. Further pages of a thread are not further away."""
    max_pages: int | None = None
    include: tuple[str, ...] = ()
    """Follow only addresses that one of these regular expressions is found in."""
    exclude: tuple[str, ...] = ()
    """Do not follow these."""
    all_hosts: bool = False
    """Follow links to other hosts than those of the start."""
    like: bool = False
    """Keep only pages that one template made with a page of the start."""
    delay: float = DELAY
    """Seconds between two requests to one host; longer where it is slow or asks for more. 0 sets no rate."""
    concurrency: int = 4
    """Requests to one host at a time."""
    fetch: FetchOptions = field(default_factory=FetchOptions)

    def __post_init__(self) -> None:
        limits = [limit for limit in (self.depth, self.max_pages) if limit is not None]
        if self.delay < 0 or self.concurrency < 1 or any(limit < 0 for limit in limits):
            raise FormatError("depth, max_pages and delay must be at least 0, concurrency at least 1")
        for pattern in (*self.include, *self.exclude):
            try:
                re.compile(pattern)
            except re.error as error:
                raise FormatError(f"no regular expression: {error}", pattern) from None


@dataclass(frozen=True)
class Harvested:
    """How far a crawl is."""

    pages: int
    """Written, in all runs together."""
    waiting: int
    refused: Mapping[str, int]
    """Addresses without a page, by reason."""
    moved: int
    listed: int
    """Feeds and sitemaps."""
    unchanged: int
    """Pages that are as they were at the last crawl; they are not written again."""
    rate: float
    """Pages a second in this run."""


class Harvest:
    """A crawl without its network."""

    def __init__(self, starts: Iterable[str], options: CrawlOptions, frontier: Frontier, warc: WarcFile) -> None:
        self.options = options
        self.frontier = frontier
        self._warc = warc
        self._include = [re.compile(pattern) for pattern in options.include]
        self._exclude = [re.compile(pattern) for pattern in options.exclude]
        starts = list(starts)
        self._starts = {key for url in starts if (key := page_key(url))}
        self._hosts = {host_of(key) for key in self._starts}
        self._shapes = {shape_of(key) for key in self._starts} if options.like else set()
        self._templates: list[frozenset[int]] = []
        self._begun = (time.monotonic(), frontier.count(State.WRITTEN))
        self._add(starts, 0, is_start=True)

    def next(self) -> Waiting | None:
        """The next address to ask; None if there is none now."""
        return self.frontier.next(self.options.concurrency) if self._has_room() else None

    def has_more(self) -> bool:
        """Whether addresses wait that may still be asked."""
        return self._has_room() and len(self.frontier) > self.frontier.asked

    def found_sitemaps(self, urls: Iterable[str]) -> None:
        """Sitemaps that a robots.txt names."""
        self._add(urls, 0)

    def refuse(self, asked: Waiting, reason: str) -> None:
        """No page came, for this reason."""
        self.frontier.done(asked, Done(State.REFUSED, reason))

    def take(self, asked: Waiting, answer: Answer) -> None:
        """What an answer gives: a page, links, or a reason."""
        if answer.status == 304:
            self.frontier.done(asked, Done(State.WRITTEN, NOT_MODIFIED))
        elif answer.status in REDIRECTS and (target := answer.header("location")):
            self._moved(asked, urljoin(answer.url, target))
        elif not 200 <= answer.status < 300:
            self.refuse(asked, f"HTTP {answer.status}")
        elif (listed := self._listed(answer)) is not None:
            self._add(listed, asked.depth + 1)
            self.frontier.done(asked, Done(State.LISTED))
        elif not _is_html(answer, self.options.fetch.max_bytes):
            self.refuse(asked, NOT_HTML)
        else:
            self._page(asked, answer)

    def commit(self) -> None:
        """What was done so far is done even after a kill."""
        self.frontier.remember(end=str(self._warc.flush()))
        self.frontier.commit()

    def harvested(self) -> Harvested:
        """How far it is."""
        known = self.frontier.known
        refused = Counter({reason: n for (state, reason), n in known.items() if state == State.REFUSED})
        unchanged = known[State.WRITTEN, NOT_MODIFIED]
        begun, before = self._begun
        written = self.frontier.count(State.WRITTEN)
        return Harvested(
            pages=written - unchanged,
            waiting=len(self.frontier),
            refused=dict(refused.most_common()),
            moved=self.frontier.count(State.MOVED),
            listed=self.frontier.count(State.LISTED),
            unchanged=unchanged,
            rate=(written - before) / max(time.monotonic() - begun, 1e-9),
        )

    def _has_room(self) -> bool:
        most = self.options.max_pages
        return most is None or self.frontier.count(State.WRITTEN) + self.frontier.asked < most

    def _listed(self, answer: Answer) -> list[str] | None:
        return None if answer.media_type == "text/html" else listed_addresses(answer.body, answer.url)

    def _moved(self, asked: Waiting, target: str) -> None:
        key = page_key(target)
        if key is None or self.frontier.moves_back(asked.key, key):
            self.refuse(asked, CIRCLE if key else "moved to what is no address")
            return
        if asked.depth == 0:
            self._hosts.add(host_of(target))
        self._add([target], asked.depth)
        self.frontier.done(asked, Done(State.MOVED, target=key))

    def _page(self, asked: Waiting, answer: Answer) -> None:
        page = parse_body(answer.body, answer.url, answer.header("content-type"))
        links = links_of(page)
        done = _seen(page, links, answer)
        if done.words is not None and done.words == self.frontier.words_of(asked.key):
            done = replace(done, reason=NOT_MODIFIED)
        reason = None if done.reason else self._not_kept(asked, page, done)
        if reason is None and done.reason is None:
            self._warc.write(answer.url, answer.status, answer.headers, answer.body, datetime.now(UTC))
        self._add(links.pages, asked.depth + 1)
        self._add(links.feeds, asked.depth + 1)
        if links.next:
            self._add([links.next], asked.depth, is_next=True)
        self.frontier.done(asked, done if reason is None else Done(State.REFUSED, reason))

    def _not_kept(self, asked: Waiting, page: Page, done: Done) -> str | None:
        """Why a page is not written."""
        if done.words and self.frontier.has_words(done.words, asked.key):
            return SAME_WORDS
        if done.canonical and done.lines:
            others = self.frontier.lines_of(done.canonical, asked.key)
            if any(_shared(done.lines, other) >= _MIN_SHARED for other in others):
                return NEAR_DUPLICATE
        return OTHER_TEMPLATE if self.options.like and not self._is_like(asked, page) else None

    def _is_like(self, asked: Waiting, page: Page) -> bool:
        paths = text_paths(page)
        if asked.key in self._starts:
            self._templates.append(paths)
            return True
        return any(similarity(paths, own) >= MIN_SIMILARITY for own in self._templates)

    def _add(self, urls: Iterable[str], depth: int, *, is_start: bool = False, is_next: bool = False) -> None:
        if self.options.depth is not None and depth > self.options.depth:
            return
        links = []
        for url in urls:
            key = page_key(url)
            if key and (is_start or self._is_followed(key)):
                rank = 0 if is_start else 1 if is_next or shape_of(key) in self._shapes else 2
                links.append((key, url.partition("#")[0], host_of(key), rank, depth))
        self.frontier.add(links)

    def _is_followed(self, key: str) -> bool:
        if not self.options.all_hosts and host_of(key) not in self._hosts:
            return False
        if any(pattern.search(key) for pattern in self._exclude):
            return False
        return not self._include or any(pattern.search(key) for pattern in self._include)


def _is_html(answer: Answer, max_bytes: int) -> bool:
    return answer.media_type in _HTML_TYPES and not isinstance(admit(Raw(answer.body), max_bytes), Rejected)


def _seen(page: Page, links: Links, answer: Answer) -> Done:
    """What is remembered of a page: its version, its words, and its lines if it states another address."""
    words = " ".join(page.text.split()).lower()
    canonical = page_key(links.canonical) if links.canonical else None
    return Done(
        State.WRITTEN,
        etag=answer.header("etag"),
        last_modified=answer.header("last-modified"),
        words=hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=16).digest() if words else None,
        canonical=canonical,
        lines=_sketch(page) if canonical else None,
    )


def _sketch(page: Page) -> bytes | None:
    """The least values that 64 hash functions have on the texts of a page: shared texts give shared values."""
    nodes = zip(page.node_start.tolist(), page.node_end.tolist(), strict=True)
    texts = list({" ".join(page.text[start:end].split()) for start, end in nodes})
    if not texts:
        return None
    return bytes((text_hashes(texts)[:, None] * _HASHES[None, :]).min(axis=0).tobytes())


def _shared(one: bytes, other: bytes) -> float:
    return float(np.mean(np.frombuffer(one, np.uint64) == np.frombuffer(other, np.uint64)))

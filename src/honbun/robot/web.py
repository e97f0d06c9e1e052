"""Addresses into pages, for every verb that takes paths: fetched once, kept, and given again when asked again."""

from __future__ import annotations

import pickle
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from honbun.errors import FormatError, InputError
from honbun.extraction import Batch, BatchOptions, open_batch
from honbun.input import Found, RawPage, Rejected, Rejection, admit
from honbun.robot import DELAY
from honbun.robot.feeds import listed_addresses
from honbun.robot.fetcher import Fetched, Fetcher, FetchOptions
from honbun.robot.guard import PRIVATE
from honbun.robot.warc import WarcFile

# Indexes of sitemaps within indexes.
_MAX_DEPTH = 4


@dataclass(frozen=True, kw_only=True)
class WebOptions:
    """How addresses become pages."""

    fetch: FetchOptions = field(default_factory=FetchOptions)
    delay: float = DELAY
    """Seconds between two requests to one host; its robots.txt may ask for more."""
    warc: str | None = None
    """A file for all that is fetched."""

    def __post_init__(self) -> None:
        if self.delay < 0:
            raise FormatError("delay must be at least 0")


@contextmanager
def open_pages(
    paths: Sequence[str],
    options: BatchOptions,
    stdin: BinaryIO,
    *,
    urls: Sequence[str] = (),
    web: WebOptions | None = None,
) -> Iterator[Batch]:
    """A batch of these paths, among which may be addresses; `urls` are files that name further ones.

    What a person names is fetched as a browser would. What a list, a feed or a sitemap names is fetched as a robot
    should: robots.txt is obeyed, and a host is not asked more often than `delay` allows.
    """
    web = web or WebOptions()
    named = [address for file in urls for address in _read_list(file, stdin)]
    with ExitStack() as stack:
        warc = stack.enter_context(WarcFile(web.warc)) if web.warc else None
        kept = stack.enter_context(tempfile.TemporaryFile())
        pages = Web(web, frozenset(paths), options.read.max_bytes, _Disk(kept), warc)
        reading = replace(options, read=replace(options.read, fetch=pages.pages))
        yield stack.enter_context(open_batch((*paths, *named), reading, stdin))


def _read_list(file: str, stdin: BinaryIO) -> list[str]:
    """The addresses that a file names, or standard input; InputError if it is no list of addresses."""
    try:
        body = stdin.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file) from None
    found = listed_addresses(body)
    if not found:
        raise InputError("no list of addresses", file, "give one address a line, a feed, or a sitemap")
    return found


@dataclass
class Web:
    """Fetches addresses, feeds and sitemaps, and keeps what came."""

    options: WebOptions
    asked: frozenset[str]
    """Addresses that a person named."""
    max_bytes: int
    disk: _Disk
    warc: WarcFile | None = None
    _kept: dict[str, _Again] = field(default_factory=dict)
    _last: dict[str, float] = field(default_factory=dict)
    """When a host was last asked."""

    def __post_init__(self) -> None:
        limited = replace(self.options.fetch, max_bytes=min(self.max_bytes, self.options.fetch.max_bytes))
        self._robot = Fetcher(limited)
        self._browser = Fetcher(replace(limited, obey_robots=False))

    def pages(self, url: str) -> Iterable[Found]:
        """The pages of an address: the one that is there, or those that the feed or the sitemap there names."""
        if url not in self._kept:
            self._kept[url] = _Again(self._found(url, {url}), self.disk)
        return self._kept[url]

    def _found(self, url: str, seen: set[str], depth: int = 0) -> Iterator[Found]:
        fetched = self._fetch(url)
        if fetched.reason:
            advice = "; --allow-private fetches it" if fetched.reason == PRIVATE else ""
            yield Rejected(url, Rejection.NOT_FETCHED, fetched.reason + advice)
            return
        listed = listed_addresses(fetched.body, fetched.final_url) if depth < _MAX_DEPTH else None
        if listed is None:
            yield self._page(fetched)
            return
        for address in listed:
            if address not in seen:
                seen.add(address)
                yield from self._found(address, seen, depth + 1)

    def _page(self, fetched: Fetched) -> Found:
        at = fetched.fetched_at.isoformat(timespec="seconds")
        page = RawPage(fetched.body, fetched.final_url, fetched.content_type, fetched.url, at)
        return admit(page, self.max_bytes)

    def _fetch(self, url: str) -> Fetched:
        fetcher = self._browser if url in self.asked else self._robot
        self._wait(url, fetcher)
        fetched = fetcher.fetch(url)
        if self.warc and fetched.status is not None:
            self.warc.write(fetched.final_url, fetched.status, fetched.headers, fetched.body, fetched.fetched_at)
        return fetched

    def _wait(self, url: str, fetcher: Fetcher) -> None:
        host = urlsplit(url).netloc
        if host in self._last:
            delay = max(self.options.delay, fetcher.crawl_delay(url) or 0.0)
            time.sleep(max(0.0, self._last[host] + delay - time.monotonic()))
        self._last[host] = time.monotonic()


class _Disk:
    """Things on disk, for a page may be large and pages are many."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def put(self, found: Found) -> tuple[int, int]:
        """Where it now is."""
        packed = zlib.compress(pickle.dumps(found), 1)
        start = self._file.seek(0, 2)
        self._file.write(packed)
        return start, len(packed)

    def get(self, place: tuple[int, int]) -> Found:
        """What was put there."""
        self._file.seek(place[0])
        found: Found = pickle.loads(zlib.decompress(self._file.read(place[1])))
        return found


class _Again:
    """An iterator that can be begun anew any number of times, also before its end."""

    def __init__(self, found: Iterator[Found], disk: _Disk) -> None:
        self._found = found
        self._disk = disk
        self._places: list[tuple[int, int]] = []

    def __iter__(self) -> Iterator[Found]:
        number = 0
        while number < len(self._places) or self._more():
            yield self._disk.get(self._places[number])
            number += 1

    def _more(self) -> bool:
        found = next(self._found, None)
        if found is not None:
            self._places.append(self._disk.put(found))
        return found is not None

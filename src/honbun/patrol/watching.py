"""Boards looked at for as long as one likes: politely, several hosts at a time, and by one process at a time."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import Self
from urllib.parse import urlsplit

from honbun.alerts import Alert, Rules, Sent, Target, send
from honbun.errors import HonbunError, InputError
from honbun.memory import Board, Event, Outbox
from honbun.patrol.patrol import Patrol
from honbun.patrol.reading import Fetch
from honbun.patrol.visit import Look
from honbun.robot import DELAY, Fetched, Fetcher, FetchOptions

# Seconds after which a watch asks anew what is due: boards may have been added.
_TICK = 1.0
# So many hosts are asked at the same time, each for one page at a time.
MAX_HOSTS = 8


@dataclass(frozen=True, kw_only=True)
class WatchOptions:
    """How boards are asked."""

    delay: float = DELAY
    """Seconds between two requests to one host; its robots.txt may ask for more."""
    allow_private: bool = False
    """Also boards, webhooks and mail servers that are not of the public internet."""


@dataclass
class Polite:
    """Fetches one page of a host at a time, and lets time pass between two requests to it."""

    options: WatchOptions
    sleep: Callable[[float], None] = time.sleep
    _last: dict[str, float] = field(default_factory=dict)
    _locks: dict[str, threading.Lock] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._fetcher = Fetcher(FetchOptions(allow_private=self.options.allow_private))

    def __call__(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """The page, or the reason why there is none."""
        host = _host(url)
        with self._locks.setdefault(host, threading.Lock()):
            if host in self._last:
                wanted = max(self.options.delay, self._fetcher.crawl_delay(url) or 0.0)
                self.sleep(max(0.0, self._last[host] + wanted - time.monotonic()))
            try:
                return self._fetcher.fetch(url, etag=etag, last_modified=last_modified)
            finally:
                self._last[host] = time.monotonic()


class Watch:
    """Looks at boards, judges what is new by the rules, and delivers alerts."""

    def __init__(
        self,
        outbox: Outbox,
        options: WatchOptions,
        *,
        fetch: Fetch | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._outbox = outbox
        self._options = options
        self._clock = clock
        self._fetch = fetch or Polite(options)
        self._rules = Rules()

    def run(self, boards: Sequence[Board] | None = None) -> Iterator[Look]:
        """Look once at these boards; without any, at those whose time has come. Then deliver."""
        patrol = self._patrol()
        self._rules = self._outbox.rules()
        with Crew(patrol) as crew:
            crew.send(patrol.due() if boards is None else boards)
            yield from crew.looks(is_patient=True)
        self._deliver()

    def watch(self, is_stopped: Callable[[float], bool]) -> Iterator[Look]:
        """Look at each board when its time comes. `is_stopped` waits for so many seconds, or says it is over."""
        patrol = self._patrol()
        with Crew(patrol) as crew:
            while not is_stopped(_TICK):
                self._rules = self._outbox.rules()
                crew.send(patrol.due())
                yield from crew.looks()
                self._deliver()

    def _patrol(self) -> Patrol:
        def judge(board: Board, events: Sequence[Event]) -> None:
            self._outbox.judge(self._rules, board, events)

        return Patrol(self._outbox, self._fetch, self._clock, judge)

    def _deliver(self) -> None:
        self._outbox.deliver(self._rules, self._send, self._clock())

    def _send(self, alert: Alert, target: Target, now: datetime) -> Sent:
        return send(alert, target, now, allow_private=self._options.allow_private)


class Crew:
    """Looks at boards of several hosts at the same time, so that none waits for a slow one of another host."""

    def __init__(self, patrol: Patrol) -> None:
        self._patrol = patrol
        self._workers = ThreadPoolExecutor(MAX_HOSTS, thread_name_prefix="honbun-patrol")
        self._hosts: dict[str, Future[None]] = {}
        self._looks: SimpleQueue[Look | HonbunError | None] = SimpleQueue()
        self._is_over = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._workers.shutdown(cancel_futures=True)

    def send(self, boards: Iterable[Board]) -> None:
        """Begin to look at boards, those of one host one after the other, unless the host is being asked."""
        self._hosts = {host: work for host, work in self._hosts.items() if not work.done()}
        waiting: dict[str, list[Board]] = defaultdict(list)
        for board in boards:
            if _host(board.url) not in self._hosts:
                waiting[_host(board.url)].append(board)
        for host, own in waiting.items():
            self._hosts[host] = self._workers.submit(self._look_at, own)

    def looks(self, *, is_patient: bool = False) -> Iterator[Look]:
        """The looks that have ended and were not given yet; if `is_patient`, until all have ended."""
        if is_patient:
            for work in self._hosts.values():
                work.add_done_callback(lambda _: self._looks.put(None))
        ends = 0
        while (is_patient and ends < len(self._hosts)) or not self._looks.empty():
            found = self._looks.get()
            if isinstance(found, HonbunError):
                raise found
            if found is None:
                ends += 1
            else:
                yield found

    def _look_at(self, boards: Sequence[Board]) -> None:
        for board in boards:
            if self._is_over.is_set():
                return
            try:
                self._looks.put(self._look(board))
            except HonbunError as error:
                self._looks.put(error)

    def _look(self, board: Board) -> Look:
        try:
            return self._patrol.look(board)
        except HonbunError:
            raise
        except Exception as error:  # a defect met on one board must not stop the others
            return self._patrol.fail(board, f"defect in honbun: {type(error).__name__}: {error}")


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()


@contextmanager
def alone(outbox: Outbox) -> Iterator[None]:
    """Be the only process that looks at the boards of a database; InputError if another one does.

    The lock is that of a database beside it, which the system lets go of however a process ends.
    """
    lock = sqlite3.connect(f"{outbox.path}-watch", timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise InputError("is being patrolled by another process", str(outbox.path), "end that one first") from None
    try:
        yield
    finally:
        lock.close()

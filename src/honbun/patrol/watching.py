"""Boards looked at for as long as one likes: politely, one after the other, and by one process at a time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

from honbun.alerts import Alert, Sent, Target, send
from honbun.errors import HonbunError, InputError
from honbun.memory import Board, Event, Outbox
from honbun.patrol.patrol import Patrol
from honbun.patrol.reading import Fetch
from honbun.patrol.visit import Look
from honbun.robot import DELAY, Fetched, Fetcher, FetchOptions

# Seconds after which a watch asks anew what is due: boards may have been added.
_TICK = 1.0


@dataclass(frozen=True, kw_only=True)
class WatchOptions:
    """How boards are asked."""

    delay: float = DELAY
    """Seconds between two requests to one host; its robots.txt may ask for more."""
    allow_private: bool = False
    """Also boards, webhooks and mail servers that are not of the public internet."""


@dataclass
class Polite:
    """Fetches, and lets time pass between two requests to one host."""

    options: WatchOptions
    sleep: Callable[[float], None] = time.sleep
    _last: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._fetcher = Fetcher(FetchOptions(allow_private=self.options.allow_private))

    def __call__(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """The page, or the reason why there is none."""
        host = urlsplit(url).netloc.lower()
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

    def run(self, boards: Sequence[Board] | None = None) -> Iterator[Look]:
        """Look once at these boards; without any, at those whose time has come. Then deliver."""
        rules = self._outbox.rules()

        def judge(board: Board, events: Sequence[Event]) -> None:
            self._outbox.judge(rules, board, events)

        patrol = Patrol(self._outbox, self._fetch, self._clock, judge)
        for board in patrol.due() if boards is None else boards:
            try:
                yield patrol.look(board)
            except HonbunError:
                raise
            except Exception as error:  # a defect met on one board must not stop the others
                yield patrol.fail(board, f"defect in honbun: {type(error).__name__}: {error}")
        self._outbox.deliver(rules, self._send, self._clock())

    def watch(self, is_stopped: Callable[[float], bool]) -> Iterator[Look]:
        """Look at each board when its time comes. `is_stopped` waits for so many seconds, or says it is over."""
        while not is_stopped(_TICK):
            yield from self.run()

    def _send(self, alert: Alert, target: Target, now: datetime) -> Sent:
        return send(alert, target, now, allow_private=self._options.allow_private)


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

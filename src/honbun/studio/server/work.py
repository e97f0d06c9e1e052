"""The work of requests, in processes: what takes too long is ended and replaced; a thread cannot be.

An answer is what the library gives, as bytes, with nothing added.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, LifoQueue
from typing import Any

from honbun.errors import FormatError, HonbunError, InputError
from honbun.extraction import Site, extract, fields, posts, records
from honbun.input import RawPage, Rejected, admit
from honbun.page import decode
from honbun.studio.explaining import explain
from honbun.studio.server.fetch import fetch

VERBS = ("explain", "extract", "fields", "posts", "records")
# Loading honbun may take so many seconds on a busy machine; usually one.
_MAX_LOADING_SECONDS = 60.0
_READY, _DONE, _REFUSED, _FAILED = range(4)


@dataclass(frozen=True)
class Task:
    """A page, or a series of pages, and what is wanted of it."""

    verb: str
    html: str | None = ""
    """None if the page has to be fetched first."""
    url: str | None = None
    others: tuple[tuple[str | None, str], ...] = ()
    """(url, html): siblings of the page; for "fields" the series."""


@dataclass(frozen=True)
class Work:
    """Does tasks. It is sent to each process once, with what is known of the site."""

    site: Site | None = None
    max_bytes: int = 0
    time_limit: float = 0.0

    def __call__(self, task: Task) -> bytes:
        """The answer: JSON in ASCII, which no lone surrogate of a page can spoil, or HTML."""
        if task.html is None:
            task = self._fetched(task)
        if task.verb == "explain":
            return explain(task.html or "", task.url, site=self.site, siblings=task.others).encode("utf-8")
        return json.dumps(self._result(task)).encode("ascii")

    def _result(self, task: Task) -> dict[str, Any]:
        html, url = task.html or "", task.url
        if task.verb == "extract":
            return (self.site.extract(html, url) if self.site else extract(html, url)).to_dict()
        if task.verb == "posts" and self.site and not task.others:
            return self.site.posts(html, url).to_dict()
        if task.verb == "posts":
            return posts(html, url, siblings=task.others).to_dict()
        if task.verb == "records":
            return records(html, url, siblings=task.others).to_dict()
        if task.verb == "fields":
            return fields(task.others).to_dict()
        raise FormatError("no such task", task.verb, f"one of {', '.join(VERBS)}")

    def _fetched(self, task: Task) -> Task:
        page = fetch(task.url or "", max_bytes=self.max_bytes, time_limit=self.time_limit)
        found = admit(RawPage(page.body, page.url, page.content_type), self.max_bytes)
        if isinstance(found, Rejected):
            raise InputError(f"{found.reason}, {found.detail}", page.url, "give the address of a page")
        return replace(task, html=decode(page.body, page.content_type).text, url=page.url)


class NotDoneError(HonbunError):
    """The work was not done: it took too long, there is too much of it, or the process died of it."""


class Workers:
    """Does `work`, a function that can be pickled, in so many processes, each time within `time_limit` seconds."""

    def __init__(self, work: Callable[[Any], Any], jobs: int, time_limit: float) -> None:
        self._time_limit = time_limit
        self._all = [_Worker(work) for _ in range(jobs)]
        self._idle: LifoQueue[_Worker] = LifoQueue()
        for worker in self._all:
            self._idle.put(worker)

    def __enter__(self) -> Workers:
        for worker in self._all:
            worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._all:
            worker.close()

    def run(self, thing: Any) -> Any:
        """What `work` gives for a thing. Raises what it raises if that is a HonbunError, else NotDoneError."""
        try:
            worker = self._idle.get(timeout=self._time_limit)
        except Empty:
            raise NotDoneError("all processes are busy", advice="try again, or start more with --jobs") from None
        try:
            return worker.do(thing, self._time_limit)
        finally:
            self._idle.put(worker)


class _Worker:
    """One process, used by one thread at a time."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._is_ready = False
        self._is_closed = False

    def start(self) -> None:
        """Start the process; it loads while others work."""
        # Not forked: a fork would share the locks of the server's threads.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        self._process.start()
        theirs.close()
        self._is_ready = False

    def do(self, thing: Any, time_limit: float) -> Any:
        """The result; the process is replaced if there is none."""
        try:
            if self._connection is None:
                self.start()
            kind, value = self._asked(thing, time_limit)
        except (EOFError, OSError):
            self._replace()
            advice = "the page may need more memory than there is; try again"
            raise NotDoneError("the process that worked on it died", advice=advice) from None
        except NotDoneError:
            self._replace()
            raise
        if kind == _REFUSED:
            raise value
        if kind == _FAILED:
            advice = "report it with the page, for no page should do this"
            raise NotDoneError(f"honbun failed: {value}", advice=advice)
        return value

    def _asked(self, thing: Any, time_limit: float) -> tuple[int, Any]:
        connection = self._connection
        assert connection is not None
        if not self._is_ready:
            if not connection.poll(_MAX_LOADING_SECONDS):
                raise NotDoneError("the process does not start", advice="try again")
            connection.recv()
            self._is_ready = True
        connection.send(thing)
        if not connection.poll(time_limit):
            advice = "send less, or start honbun serve with a larger --time-limit"
            raise NotDoneError(f"took more than {time_limit:g} s", advice=advice)
        kind, value = connection.recv()
        return kind, value

    def _replace(self) -> None:
        self._end()
        if not self._is_closed:
            self.start()

    def close(self) -> None:
        """End the process for good."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        # Taken first, for at the end of the server two threads may come here.
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if process is not None:
            process.kill()
            process.join()
        if connection is not None:
            connection.close()


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """The life of a process: it ends with the pipe, so also if the server was killed."""
    # Ctrl-C reaches the whole group; the server decides when its processes end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        connection.send((_READY, None))
        while True:
            thing = connection.recv()
            try:
                answer = (_DONE, work(thing))
            except HonbunError as error:
                answer = (_REFUSED, error)
            except Exception as error:
                answer = (_FAILED, type(error).__name__)
            connection.send(answer)

"""The work of requests, in processes: what takes too long is ended and replaced; a thread cannot be.

An answer is what the library gives, as bytes, with nothing added.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from threading import Semaphore
from typing import Any

from honbun.errors import FormatError, HonbunError, InputError
from honbun.extraction import DEFAULT, ExtractOptions, Site, extract, fields, posts, records
from honbun.input import RawPage, Rejected, admit
from honbun.page import decode
from honbun.robot import FetchOptions, fetch
from honbun.studio.explaining import explain
from honbun.studio.server.guard import MAX_BODY_BYTES, MAX_SECONDS
from honbun.workers import Limits, Loss, LossReason, Workers

# A request may wait so long for a process that is free: many may come at once, and some pages take long.
_MAX_WAIT_SECONDS = 60.0
# A request of more characters may take seconds. One process is kept free of such, so that small ones need not wait
# for them; and so many are under way at most, for what waits is held in memory.
_LARGE = 500_000
_MAX_LARGE = 8
VERBS = ("explain", "extract", "fields", "posts", "records")


@dataclass(frozen=True)
class Task:
    """A page, or a series of pages, and what is wanted of it."""

    verb: str
    html: str | None = ""
    """None if the page has to be fetched first."""
    url: str | None = None
    others: tuple[tuple[str | None, str], ...] = ()
    """(url, html): siblings of the page; for "fields" the series."""
    options: ExtractOptions = DEFAULT
    """What to keep of the page, for "extract"."""
    format: str | None = None
    """The answer to "extract" also has the text in this format."""


@dataclass(frozen=True)
class Work:
    """Does tasks. It is sent to each process once, with what is known of the site."""

    site: Site | None = None
    max_bytes: int = MAX_BODY_BYTES
    time_limit: float = MAX_SECONDS

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
            of_page = self.site.extract if self.site else extract
            document = of_page(html, url, options=task.options)
            more = {task.format: getattr(document, task.format)()} if task.format else {}
            return document.to_dict() | more
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
        # The one who asks names the page, as in a browser: robots.txt is for robots.
        options = FetchOptions(max_bytes=self.max_bytes, timeout=self.time_limit, obey_robots=False)
        page = fetch(task.url or "", options=options)
        if page.reason:
            raise InputError(f"cannot be fetched: {page.reason}", page.final_url, "check it, or send html")
        found = admit(RawPage(page.body, page.final_url, page.content_type), self.max_bytes)
        if isinstance(found, Rejected):
            raise InputError(f"{found.reason}, {found.detail}", page.final_url, "give the address of a page")
        return replace(task, html=decode(page.body, page.content_type).text, url=page.final_url)


class NotDoneError(HonbunError):
    """The work was not done: it took too long, there is too much of it, or the process died of it."""


class Answers:
    """Does `work` in so many processes; the answer of each, or NotDoneError. May be shared by threads."""

    def __init__(self, work: Callable[[Any], Any], jobs: int, limits: Limits) -> None:
        self._workers = Workers(partial(_refusing, work), jobs, limits, method="spawn")
        self._waiting, self._large = Semaphore(_MAX_LARGE), Semaphore(max(1, jobs - 1))

    def __enter__(self) -> Answers:
        self._workers.__enter__()
        self._workers.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._workers.close()

    def run(self, thing: Any) -> Any:
        """What `work` gives for a thing. Raises what it raises if that is a HonbunError, else NotDoneError."""
        try:
            with self._place(thing):
                answer = self._workers.do(thing, patience=_MAX_WAIT_SECONDS)
        except TimeoutError:
            raise NotDoneError("all processes are busy", advice="try again, or start more with --jobs") from None
        if isinstance(answer, Loss):
            raise NotDoneError(*_told(answer))
        return answer

    @contextmanager
    def _place(self, thing: Any) -> Iterator[None]:
        """Where a thing may go to work: at once, or if it is large, when few enough of those work."""
        pages = [thing.html or "", *(html for _, html in thing.others)] if isinstance(thing, Task) else []
        if sum(map(len, pages)) <= _LARGE:
            yield
        elif not self._waiting.acquire(blocking=False):
            raise NotDoneError("too many large pages wait", advice="try again, or start more with --jobs")
        else:
            try:
                with self._large:
                    yield
            finally:
                self._waiting.release()


def _refusing(work: Callable[[Any], Any], thing: Any) -> Any:
    """What the work gives; what it refuses is raised, what it fails at is a loss."""
    try:
        return work(thing)
    except HonbunError:
        raise
    except Exception as error:  # what the error says may hold parts of the page
        return Loss(LossReason.DEFECT, type(error).__name__)


def _told(loss: Loss) -> tuple[str, str, str]:
    """What went wrong, with which subject, and what to do."""
    if loss.reason is LossReason.TOO_SLOW:
        return loss.detail, "", "send less, or start honbun serve with a larger --time-limit"
    if loss.reason is LossReason.TOO_MUCH_MEMORY:
        return loss.detail, "", "send less, or start honbun serve with a larger --memory-limit"
    if loss.reason is LossReason.DEFECT:
        return f"honbun failed: {loss.detail}", "", "report it with the page, for no page should do this"
    return "the process that worked on it died, twice", "", "report it with the page, for no page should do this"

"""What is asked of honbun in one request, and the answer as bytes: the library's own, nothing added."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from honbun.errors import FormatError, InputError
from honbun.extraction import Site, extract, fields, posts, records
from honbun.input import RawPage, Rejected, admit
from honbun.page import decode
from honbun.studio.explanation import explain
from honbun.studio.server.fetch import fetch

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

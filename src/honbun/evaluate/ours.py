"""honbun itself as systems: what the library's own functions answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import Any

import honbun
from honbun.errors import FormatError
from honbun.evaluate.cases import Answer, PostAnswer, SitePage
from honbun.evaluate.results import extraction_digest
from honbun.model import Model, ThreadModel, load_model, load_thread_model, read_bytes

# So many other pages of the site are given with a page of a thread or a list: as many as the published method
# found best.
_SIBLINGS = 4
# Tasks that are measured on what systems answer to other tasks.
ANSWERED_BY = {"blocks": frozenset({"site", "comments"})}
# A process measures several pages with each model.
_content, _threads = cache(load_model), cache(load_thread_model)


@dataclass(frozen=True)
class Ours:
    """A system whose version is that of this package."""

    name: str
    tasks: frozenset[str]

    @property
    def version(self) -> str:
        """The version and a digest of the code that extracts."""
        return f"{honbun.__version__}+{extraction_digest()}"


@dataclass(frozen=True)
class _Asking(Ours):
    """What a function of the library answers, with the shipped model or with that of a file."""

    ask: Callable[..., Any]
    file: str = ""

    @property
    def version(self) -> str:
        """With a digest of the model, if it is another: a file of the same name is another version."""
        model = f"+{blake2b(read_bytes(self.file), digest_size=4).hexdigest()}" if self.file else ""
        return super().version + model

    def load(self) -> None:
        """Read the model, once in a process."""
        self._model()

    def _model(self) -> dict[str, Model | ThreadModel]:
        if not self.file:
            return {}
        return {"model": (_threads if self.tasks == _POSTS else _content)(self.file)}


class PageAlone(_Asking):
    """A page that comes alone, whether or not other pages of its site are at hand."""

    def extract(self, html: bytes, url: str | None) -> Answer:
        """What the library finds on the page."""
        found: Answer = self.ask(html, url, **self._model())
        return found


class PageWithSiblings(_Asking):
    """A page with the pages of its site that are nearest in order."""

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """What the library finds on each page."""
        return [
            self.ask(html, url, siblings=nearest(pages, i), **self._model()) for i, (url, html) in enumerate(pages)
        ]


class WholeSite(_Asking):
    """All pages of a site at once, without their labels."""

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """What the library finds on each page, with what all of them taught."""
        found: list[Answer] = self.ask(pages, **self._model())
        return found


def nearest(pages: list[SitePage], i: int) -> list[SitePage]:
    """The pages nearest to one of them, in order of distance."""
    others = sorted(range(len(pages)), key=lambda other: (abs(other - i), other))[1 : _SIBLINGS + 1]
    return [pages[other] for other in others]


def _extract(html: bytes, url: str | None, **model: Any) -> Answer:
    return document_answer(honbun.extract(html, url, **model))


def _posts(html: bytes, url: str | None, **given: Any) -> Answer:
    return post_answer(honbun.posts(html, url, **given))


def _records(html: bytes, url: str | None, **siblings: Any) -> Answer:
    return record_answer(honbun.records(html, url, **siblings))


def _learned(pages: list[SitePage], **model: Any) -> list[Answer]:
    """The text and the comments of each page of a site that is learned from its own pages."""
    site = honbun.Site.learn(pages)
    return [document_answer(site.extract(html, url, **model)) for url, html in pages]


def _fields(pages: list[SitePage]) -> list[Answer]:
    """All columns of each page's row: some golds have the label in the value."""
    return field_answers(honbun.fields(pages, all_columns=True))


def document_answer(document: honbun.Document) -> Answer:
    """A document as an answer."""
    return Answer(text=document.text, comments=tuple(map(_comment_text, document.comments)))


def _comment_text(comment: honbun.Post) -> str:
    """A comment as the golds have it: author and date stand above the text."""
    return "\n".join(filter(None, (comment.author, comment.date_raw or comment.date, comment.title, comment.text)))


def post_answer(thread: honbun.Thread) -> Answer:
    """A thread as an answer."""
    return Answer(posts=tuple(PostAnswer(post.text, post.author, post.date or post.date_raw) for post in thread))


def field_answers(table: honbun.Table) -> list[Answer]:
    """The rows of a table as answers."""
    return [
        Answer(fields={column.name: cell.values for column in table.fields if (cell := column.cells[row])})
        for row in range(len(table))
    ]


def record_answer(table: honbun.Table) -> Answer:
    """A table as an answer: a column of lists as so many columns as its longest list has values."""
    rows: list[list[str]] = [[] for _ in range(len(table))]
    for column in table.fields:
        width = max((len(cell.values) for cell in column.cells if cell), default=0)
        for row, cell in zip(rows, column.cells, strict=True):
            values = cell.values if cell else ()
            row.extend([*values, *[""] * (width - len(values))])
    return Answer(records=tuple(map(tuple, rows)))


_PAGE, _SITE, _POSTS = frozenset({"content"}), frozenset({"site", "comments"}), frozenset({"posts"})
_FIELDS, _RECORDS = frozenset({"fields"}), frozenset({"records"})
OURS = (
    PageAlone("honbun", _PAGE, _extract),
    WholeSite("honbun", _SITE, _learned),
    PageWithSiblings("honbun", _POSTS, _posts),
    WholeSite("honbun", _FIELDS, _fields),
    PageWithSiblings("honbun", _RECORDS, _records),
    PageAlone("honbun-alone", _SITE, _extract),
    PageAlone("honbun-alone", _POSTS, _posts),
    PageAlone("honbun-alone", _RECORDS, _records),
)
# Those that a model of one's own can be trained for, which stand first.
_TRAINED = OURS[:3]


def with_model(file: str, task: str) -> PageAlone | WholeSite | PageWithSiblings:
    """honbun with the model of this file, for a task; ModelError or FormatError if it cannot be used for it."""
    for system in _TRAINED:
        if system.tasks & ANSWERED_BY.get(task, {task}):
            own = replace(system, name=f"honbun, {file}", file=file)
            own.load()
            return own
    raise FormatError(
        "no model is trained for this task", task, "content, site, blocks, comments and posts have one"
    )

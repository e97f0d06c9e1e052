"""honbun itself as systems: what the library's own functions answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import honbun
from honbun.evaluate.cases import Answer, PostAnswer, SitePage
from honbun.evaluate.results import extraction_digest

# So many other pages of the site are given with a page of a thread or a list: as many as the published method
# found best.
_SIBLINGS = 4


class Ours:
    """A system whose version is that of this package."""

    name: str
    tasks: frozenset[str]

    @property
    def version(self) -> str:
        """The version and a digest of the code that extracts."""
        return f"{honbun.__version__}+{extraction_digest()}"


@dataclass(frozen=True)
class PageAlone(Ours):
    """A page that comes alone, whether or not other pages of its site are at hand."""

    name: str
    tasks: frozenset[str]
    ask: Callable[..., Answer]

    def extract(self, html: bytes, url: str | None) -> Answer:
        """What the library finds on the page."""
        return self.ask(html, url)


@dataclass(frozen=True)
class PageWithSiblings(Ours):
    """A page with the pages of its site that are nearest in order."""

    name: str
    tasks: frozenset[str]
    ask: Callable[..., Answer]

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """What the library finds on each page."""
        return [self.ask(html, url, siblings=nearest(pages, i)) for i, (url, html) in enumerate(pages)]


class LearnedSite(Ours):
    """A site learned from its own pages, without their labels."""

    name = "honbun"
    tasks = frozenset({"site", "comments"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The text and the comments of each page with what all of them taught."""
        site = honbun.Site.learn(pages)
        return [document_answer(site.extract(html, url)) for url, html in pages]


class FieldsOfSite(Ours):
    """The fields of the pages of a site, without labels."""

    name = "honbun"
    tasks = frozenset({"fields"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """All columns of each page's row: some golds have the label in the value."""
        return field_answers(honbun.fields(pages, all_columns=True))


def nearest(pages: list[SitePage], i: int) -> list[SitePage]:
    """The pages nearest to one of them, in order of distance."""
    others = sorted(range(len(pages)), key=lambda other: (abs(other - i), other))[1 : _SIBLINGS + 1]
    return [pages[other] for other in others]


def _extract(html: bytes, url: str | None) -> Answer:
    return document_answer(honbun.extract(html, url))


def _posts(html: bytes, url: str | None, **siblings: Any) -> Answer:
    return post_answer(honbun.posts(html, url, **siblings))


def _records(html: bytes, url: str | None, **siblings: Any) -> Answer:
    return record_answer(honbun.records(html, url, **siblings))


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


OURS = (
    PageAlone("honbun", frozenset({"content"}), _extract),
    LearnedSite(),
    PageWithSiblings("honbun", frozenset({"posts"}), _posts),
    FieldsOfSite(),
    PageWithSiblings("honbun", frozenset({"records"}), _records),
    PageAlone("honbun-alone", frozenset({"site", "comments"}), _extract),
    PageAlone("honbun-alone", frozenset({"posts"}), _posts),
    PageAlone("honbun-alone", frozenset({"records"}), _records),
)

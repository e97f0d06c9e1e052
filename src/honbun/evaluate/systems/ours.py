"""honbun itself."""

from __future__ import annotations

import honbun
from honbun.evaluate import fingerprint
from honbun.evaluate.cases import Answer, PostAnswer
from honbun.evaluate.systems.protocol import Page

# So many other pages of the site are given with a page of a thread or a list: as many as the published method
# found best.
_SIBLINGS = 4


class Ours:
    """A system whose version is that of this package."""

    tasks: frozenset[str]

    @property
    def version(self) -> str:
        """The version and a digest of the code that extracts."""
        return f"{honbun.__version__}+{fingerprint.of_extracting()}"


class Honbun(Ours):
    """A page that comes alone."""

    name = "honbun"
    tasks = frozenset({"content"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The text of the document, and its comments."""
        return _answer(honbun.extract(html, url))


class HonbunAlone(Honbun):
    """The same where other pages of the site are at hand and not used."""

    name = "honbun-alone"
    tasks = frozenset({"site", "comments"})


class HonbunSite(Ours):
    """A site learned from its own pages, without their labels."""

    name = "honbun"
    tasks = frozenset({"site", "comments"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The text and the comments of each page with what all of them taught."""
        site = honbun.Site.learn(pages)
        return [_answer(site.extract(html, url)) for url, html in pages]


class HonbunPostsAlone(Ours):
    """The posts of a page that comes alone."""

    name = "honbun-alone"
    tasks = frozenset({"posts"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The posts with author and date."""
        return post_answer(honbun.posts(html, url))


class HonbunPosts(Ours):
    """The posts of a page, with the pages of its site that are nearest in order."""

    name = "honbun"
    tasks = frozenset({"posts"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The posts of each page with author and date."""
        return [
            post_answer(honbun.posts(html, url, siblings=_nearest(pages, place)))
            for place, (url, html) in enumerate(pages)
        ]


class HonbunRecordsAlone(Ours):
    """The records of a page that comes alone."""

    name = "honbun-alone"
    tasks = frozenset({"records"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The records in cells."""
        return record_answer(honbun.records(html, url))


class HonbunRecords(Ours):
    """The records of a page, with the pages of its site that are nearest in order."""

    name = "honbun"
    tasks = frozenset({"records"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The records of each page in cells."""
        return [
            record_answer(honbun.records(html, url, siblings=_nearest(pages, place)))
            for place, (url, html) in enumerate(pages)
        ]


def _nearest(pages: list[Page], place: int) -> list[Page]:
    """The pages nearest to one of them, in order of distance."""
    others = sorted(range(len(pages)), key=lambda other: (abs(other - place), other))[1 : _SIBLINGS + 1]
    return [pages[other] for other in others]


def _answer(document: honbun.Document) -> Answer:
    return Answer(text=document.text, comments=tuple(map(_whole, document.comments)))


def _whole(comment: honbun.Post) -> str:
    """A comment as the golds have it: who says it and when stands above what is said."""
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


class HonbunFields(Ours):
    """The fields of the pages of a site, without labels."""

    name = "honbun"
    tasks = frozenset({"fields"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The columns of each page's row."""
        return field_answers(honbun.fields(pages))


def record_answer(table: honbun.Table) -> Answer:
    """A table as an answer: a column of lists as so many columns as its longest list has values."""
    rows: list[list[str]] = [[] for _ in range(len(table))]
    for column in table.fields:
        width = max((len(cell.values) for cell in column.cells if cell), default=0)
        for row, cell in zip(rows, column.cells, strict=True):
            values = cell.values if cell else ()
            row.extend([*values, *[""] * (width - len(values))])
    return Answer(records=tuple(map(tuple, rows)))

"""honbun itself, and the published methods it began from."""

from __future__ import annotations

import honbun
from honbun.evaluate import fingerprint
from honbun.evaluate.cases import Answer, PostAnswer
from honbun.evaluate.systems.protocol import Page
from honbun.page import cut, decode, parse
from honbun.render import text as render_text
from honbun.site.blog import split_blog
from honbun.site.unique_blocks import unique_blocks
from honbun.structure.main_element import MainElementOptions
from honbun.structure.repeated_structure import post_texts, published_posts

# So many other pages of the site are given with a page of a thread or a list: as many as the published method
# found best.
_SIBLINGS = 4


class _Ours:
    tasks: frozenset[str]

    @property
    def version(self) -> str:
        """The version and a digest of the code that extracts."""
        return f"{honbun.__version__}+{fingerprint.of_extracting()}"


class Honbun(_Ours):
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


class HonbunSite(_Ours):
    """A site learned from its own pages, without their labels."""

    name = "honbun"
    tasks = frozenset({"site", "comments"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The text and the comments of each page with what all of them taught."""
        site = honbun.Site.learn(pages)
        return [_answer(site.extract(html, url)) for url, html in pages]


class HonbunPostsAlone(_Ours):
    """The posts of a page that comes alone."""

    name = "honbun-alone"
    tasks = frozenset({"posts"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The posts with author and date."""
        return post_answer(honbun.posts(html, url))


class HonbunPosts(_Ours):
    """The posts of a page, with the pages of its site that are nearest in order."""

    name = "honbun"
    tasks = frozenset({"posts"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The posts of each page with author and date."""
        return [
            post_answer(honbun.posts(html, url, siblings=_nearest(pages, place)))
            for place, (url, html) in enumerate(pages)
        ]


class HonbunRecordsAlone(_Ours):
    """The records of a page that comes alone."""

    name = "honbun-alone"
    tasks = frozenset({"records"})

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The records in cells."""
        return record_answer(honbun.records(html, url))


class HonbunRecords(_Ours):
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


class HonbunFields(_Ours):
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


class UniqueBlocks(_Ours):
    """The published method, exactly: blocks that are the same as no block of another page."""

    name = "unique-blocks"
    tasks = frozenset({"site"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The text of the unique blocks of each page."""
        parsed = [parse(decode(html).text, url) for url, html in pages]
        answers = []
        for page, unique in zip(parsed, unique_blocks(parsed), strict=True):
            blocks = cut(page)
            answers.append(Answer(text=render_text(blocks, unique[blocks.owner])))
        return answers


class ElementIdentifiers(_Ours):
    """The published method for blogs, exactly: regions with content on every page are the post."""

    name = "element-identifiers"
    tasks = frozenset({"comments"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The post of each page, and all its comments as one text: the method does not tell them apart."""
        parsed = [parse(decode(html).text, url) for url, html in pages]
        answers = []
        for page, parts in zip(parsed, split_blog(parsed), strict=True):
            blocks = cut(page)
            post, comments = (render_text(blocks, rows[blocks.owner]) for rows in (parts.post, parts.comment))
            answers.append(Answer(text=post, comments=(comments,) if comments else ()))
        return answers


class PublishedPosts(_Ours):
    """The published method: what repeats in the main element, each page with the next ones of its site."""

    name = "published-posts"
    tasks = frozenset({"posts"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The posts of each page; after the last page comes the first."""
        parsed = [parse(decode(html).text, url) for url, html in pages]
        window = min(len(parsed), 1 + MainElementOptions().siblings)
        answers = []
        for number, page in enumerate(parsed):
            posts = published_posts([parsed[(number + step) % len(parsed)] for step in range(window)])
            answers.append(Answer(posts=tuple(map(PostAnswer, post_texts(page, posts)))))
        return answers

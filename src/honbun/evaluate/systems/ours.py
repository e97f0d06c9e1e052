"""honbun itself, and the published methods it began from."""

from __future__ import annotations

import honbun
from honbun.evaluate import fingerprint
from honbun.evaluate.cases import Answer, PostAnswer
from honbun.evaluate.systems.protocol import Page
from honbun.page import cut, decode, parse
from honbun.render import text as render_text
from honbun.site.unique_blocks import unique_blocks
from honbun.structure.main_element import MainElementOptions
from honbun.structure.repeated_structure import post_texts, published_posts


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
        """The text of the document."""
        return Answer(text=honbun.extract(html, url).text)


class HonbunAlone(Honbun):
    """The same where other pages of the site are at hand and not used."""

    name = "honbun-alone"
    tasks = frozenset({"site"})


class HonbunSite(_Ours):
    """A site learned from its own pages, without their labels."""

    name = "honbun"
    tasks = frozenset({"site"})

    def extract_site(self, pages: list[Page]) -> list[Answer]:
        """The text of each page with what all of them taught."""
        site = honbun.Site.learn(pages)
        return [Answer(text=site.extract(html, url).text) for url, html in pages]


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

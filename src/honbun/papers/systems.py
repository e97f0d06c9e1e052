"""The published methods as systems that `honbun evaluate` measures."""

from __future__ import annotations

from honbun.evaluate import Answer, Ours, PostAnswer
from honbun.page import Page, decode, parse, segment
from honbun.papers.element_identifiers import split_blog
from honbun.papers.repeated_structure import MainElementOptions, post_texts, published_posts
from honbun.papers.unique_blocks import unique_blocks
from honbun.render import text as render_text

SitePage = tuple[str | None, bytes]


def _parse(pages: list[SitePage]) -> list[Page]:
    return [parse(decode(html).text, url) for url, html in pages]


class UniqueBlocks(Ours):
    """The published method, exactly: blocks that are the same as no block of another page."""

    name = "unique-blocks"
    tasks = frozenset({"site"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The text of the unique blocks of each page."""
        parsed = _parse(pages)
        blocks = map(segment, parsed)
        masks = unique_blocks(parsed)
        return [Answer(text=render_text(of, mask[of.owner])) for of, mask in zip(blocks, masks, strict=True)]


class ElementIdentifiers(Ours):
    """The published method for blogs, exactly: regions with content on every page are the post."""

    name = "element-identifiers"
    tasks = frozenset({"comments"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The post of each page, and all its comments as one text: the method does not tell them apart."""
        parsed, answers = _parse(pages), []
        for page, parts in zip(parsed, split_blog(parsed), strict=True):
            blocks = segment(page)
            post, comments = (render_text(blocks, rows[blocks.owner]) for rows in (parts.post, parts.comment))
            answers.append(Answer(text=post, comments=(comments,) if comments else ()))
        return answers


class PublishedPosts(Ours):
    """The published method: what repeats in the main element, each page with the next ones of its site."""

    name = "published-posts"
    tasks = frozenset({"posts"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The posts of each page; after the last page comes the first."""
        parsed, answers = _parse(pages), []
        window = min(len(parsed), 1 + MainElementOptions().siblings)
        for number, page in enumerate(parsed):
            posts = published_posts([parsed[(number + step) % len(parsed)] for step in range(window)])
            answers.append(Answer(posts=tuple(map(PostAnswer, post_texts(page, posts)))))
        return answers


SYSTEMS = (UniqueBlocks(), ElementIdentifiers(), PublishedPosts())

"""The published methods and their rivals as systems that `honbun evaluate` measures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import unescape

from honbun.evaluate import Answer, Ours, PostAnswer, SitePage, code_digest
from honbun.extraction import read
from honbun.methods.repeated_structure import post_texts
from honbun.methods.templates import Series, TemplateOptions
from honbun.page import Page, decode, parse
from honbun.papers import doors
from honbun.render import text as render_text
from honbun.rivals import (
    content_lines,
    dated_records,
    main_content_posts,
    segmented_posts,
    split_by_format,
)

_TAG = re.compile(r"<[^<>]*>|^[^<>]*>|<[^<>]*$")


@dataclass(frozen=True)
class Published(Ours):
    """A method by name; its version is also that of the code that it is made of."""

    ask: Callable[[list[SitePage]], Sequence[Answer]]

    @property
    def version(self) -> str:
        """The version of the package and a digest of the methods."""
        return f"{super().version}.{code_digest(('methods', 'papers', 'rivals'))}"

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """What the method finds on each page, given all of them."""
        return list(self.ask(pages))


def _unique_blocks(pages: list[SitePage]) -> list[Answer]:
    return [Answer(text=document.text) for document in doors.unique_blocks(pages)]


def _nodes(pages: list[SitePage]) -> list[Answer]:
    return [Answer(text=document.text) for document in doors.nodes(pages)]


def _element_identifiers(pages: list[SitePage]) -> list[Answer]:
    """All comments of a page as one text: the method does not tell them apart."""
    return [
        Answer(text=document.text, comments=tuple(comment.text for comment in document.comments))
        for document in doors.element_identifiers(pages)
    ]


def _posts(pages: list[SitePage]) -> list[Answer]:
    return [Answer(posts=tuple(PostAnswer(post.text) for post in thread)) for thread in doors.posts(pages)]


def _templates(pages: list[SitePage]) -> list[Answer]:
    """What stands between the strings of the published template: the paper's future work."""
    return [Answer(fields=fields) for fields in fields_between(pages)]


def fields_between(pages: list[SitePage]) -> list[dict[str, tuple[str, ...]]]:
    """For each page the texts between the template's strings, in their order, without markup and empty ones.

    Peaks above the number of pages are left out, which is the paper's remedy. A string that a page does not have,
    or not behind the one before it, is passed over there. Fewer than two pages have no template.
    """
    texts = [decode(html).text for _, html in pages]
    if len(texts) < 2:
        return [{} for _ in texts]
    series = Series.of(texts)
    template = series.published(TemplateOptions(max_frequency=len(texts)))
    strings = template.strings if template else ()
    return [_between(text, strings) for text in series.texts]


def _between(text: str, strings: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    at = 0
    for number, string in enumerate(strings):
        start = text.find(string, at)
        if start < 0:
            continue
        if value := _plain(text[at:start]):
            found[str(number)] = (value,)
        at = start + len(string)
    if rest := _plain(text[at:]):
        found[str(len(strings))] = (rest,)
    return found


def _plain(markup: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", markup)).split())


def _of_ranges(find: Callable[[Page], list[tuple[int, int]]], pages: list[SitePage]) -> list[Answer]:
    parsed = [parse(decode(html).text, url) for url, html in pages]
    return [Answer(posts=tuple(map(PostAnswer, post_texts(page, find(page))))) for page in parsed]


def _web_format(pages: list[SitePage]) -> list[Answer]:
    answers = []
    for url, html in pages:
        outline = read(html, url)
        post, comments = (render_text(outline.blocks, mask) for mask in split_by_format(outline))
        answers.append(Answer(text=post, comments=(comments,) if comments else ()))
    return answers


def _cetr_mibat(pages: list[SitePage]) -> list[Answer]:
    """Content by tag ratios; what is in dated records, too, is comments, as the blog paper combines the two."""
    answers = []
    for url, html in pages:
        outline = read(html, url)
        comments = render_text(outline.blocks, dated_records(outline))
        said = {line for line in comments.splitlines() if line}
        lines = [line for line in content_lines(decode(html).text) if line not in said]
        answers.append(Answer(text="\n".join(lines), comments=(comments,) if comments else ()))
    return answers


SYSTEMS = (
    Published("unique-blocks", frozenset({"site"}), _unique_blocks),
    Published("nodes", frozenset({"site"}), _nodes),
    Published("element-identifiers", frozenset({"comments"}), _element_identifiers),
    Published("published-posts", frozenset({"posts"}), _posts),
    Published("published-templates", frozenset({"fields"}), _templates),
    Published("rival-vips", frozenset({"posts"}), partial(_of_ranges, segmented_posts)),
    Published("rival-main-content", frozenset({"posts"}), partial(_of_ranges, main_content_posts)),
    Published("rival-web-format", frozenset({"comments"}), _web_format),
    Published("rival-cetr-mibat", frozenset({"comments"}), _cetr_mibat),
)

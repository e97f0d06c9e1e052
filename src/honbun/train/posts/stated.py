"""Comments that the markup of a page states: elements that are numbered as comments, with a part that is the text.

Corpora of articles do not say which comments their pages have. Many pages say it themselves, in a markup that a
great many blogs share; such pages teach what comments look like, the others with unclear ones teach nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from honbun.evaluate import Case, GoldPost
from honbun.extraction import read
from honbun.features import Outline
from honbun.page import Page
from honbun.threads import called_comments

GENERATED = "generated"
"""The set of pages that were made by rule: their gold says all of them."""

_COMMENT_ID = re.compile(r"(?:[a-z]+[-_])*comment[-_]?\d+", re.IGNORECASE)
_TEXT_WORD = re.compile(r"(?:[a-z]+-)*comment[-_](?:content|text)", re.IGNORECASE)
_BODY_WORD = re.compile(r"(?:[a-z]+-)*comment[-_]?body", re.IGNORECASE)


def with_stated_comments(case: Case) -> Case | None:
    """A page, with the comments that it states if its gold says nothing of posts or comments; None if unclear."""
    if case.gold.posts or case.gold.comments or case.set == GENERATED:
        return case if case.gold.posts or case.gold.comment_posts or case.set == GENERATED else None
    outline = read(case.html, case.url)
    if posts := stated_comments(outline):
        return replace(case, gold=replace(case.gold, comment_posts=posts))
    called = called_comments(outline.page)[outline.blocks.owner]
    return None if np.any(outline.is_prose & called) else case


def numbered_comments(page: Page) -> list[int]:
    """The elements that are numbered as comments."""
    numbered = {row for row, value in page.attributes.get("id", {}).items() if _COMMENT_ID.fullmatch(value)}
    # An element that begins with another, such as an item of a list with its division, is the same one.
    return sorted(row for row in numbered if not numbered & _only_children(page, row))


def stated_comments(outline: Outline) -> tuple[GoldPost, ...]:
    """The comments of a page that are numbered as such and name their text; nothing if some do not."""
    rows = numbered_comments(outline.page)
    found = [_text_rows(outline, row, [other for other in rows if other != row]) for row in rows]
    if not rows or not all(found):
        return ()
    texts = ("\n".join(_text(outline, row) for row in bodies) for bodies in found)
    return tuple(GoldPost(text) for text in texts if text.strip())


def _only_children(page: Page, row: int) -> set[int]:
    """The first child of an element, and its first child."""
    first = row + 1 if row + 1 < page.end[row] else -1
    return {first, first + 1} if first >= 0 else set()


def _text_rows(outline: Outline, row: int, others: list[int]) -> list[int]:
    """The elements in a comment that hold its own text."""
    page = outline.page
    inside = range(row + 1, int(page.end[row]))
    foreign = {
        each for other in others if row < other < page.end[row] for each in range(other, int(page.end[other]))
    }
    own = [each for each in inside if each not in foreign]

    def named(word: re.Pattern[str]) -> list[int]:
        return [each for each in own if any(map(word.fullmatch, (page.attribute(each, "class") or "").split()))]

    if texts := named(_TEXT_WORD):
        return texts[:1]
    bodies = named(_BODY_WORD)
    paragraphs = set(page.rows_of("p").tolist())
    return [each for each in own if each in paragraphs and any(body < each < page.end[body] for body in bodies)]


def _text(outline: Outline, row: int) -> str:
    return "\n".join(outline.blocks.texts[outline.first[row] : outline.last[row]])

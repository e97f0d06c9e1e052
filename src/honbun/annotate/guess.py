"""What honbun thinks of a page before a person has seen it: the marks to start from, and how certain they are.

All that is asked of `honbun.extraction`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from honbun.annotate.marks import OTHER
from honbun.annotate.transfer import Anchors, anchors_of
from honbun.extraction import (
    EVERY_PAGE,
    BatchOptions,
    ExtractOptions,
    Site,
    learn_sites,
    read_page,
    site_name,
    site_of,
)
from honbun.input import RawPage
from honbun.page import text_paths
from honbun.studio import Explanation, Label, explanation_of
from honbun.workers import Loss, each, guarded

# A name or a date in a longer line is a sentence about someone, not a byline.
_MAX_BYLINE_LENGTH = 120
# A longer line is no title; one that has less in common with the stated title is another (1.2: the same heading).
_MAX_TITLE_LENGTH = 300
_MIN_TITLE_LIKENESS = 0.6
_MIN_COMMON_SHARE = 0.1
_LETTERS = {Label.TITLE: "t", Label.MAIN: "c", Label.POST: "p", Label.COMMENT: "r", Label.BOILERPLATE: OTHER}


@dataclass(frozen=True, kw_only=True)
class GuessOptions:
    """How honbun makes its guesses."""

    site: Site | None = None
    """What is known of the site that all pages come from; by default sites are learned from the pages."""
    extract: ExtractOptions = field(default_factory=ExtractOptions)
    batch: BatchOptions = field(default_factory=BatchOptions)

    @property
    def is_special(self) -> bool:
        """Whether guesses are to differ from those that honbun makes by itself."""
        return self.site is not None or self.extract.model is not None


@dataclass(frozen=True)
class Guess:
    """A page as honbun sees it. Plain data, which crosses processes and is stored."""

    marks: str
    certainty: str
    """A digit a block, 0 to 3."""
    confidence: float
    """The F1 that honbun expects of its own text."""
    kind: str
    site: str
    title: str
    names: Sequence[str] = ()
    """Authors that were found, and dates, as the page writes them."""
    dates: Sequence[str] = ()


@dataclass(frozen=True)
class Skeleton:
    """The nodes of a page's blocks, and the paths that have text, which tell what pages one template made."""

    anchors: Sequence[Anchors]
    path_keys: Sequence[int]
    lengths: Sequence[int]
    """Characters of each block."""


def guesses(
    waiting: Iterable[RawPage], every: Callable[[], Iterable[RawPage]], options: GuessOptions
) -> Iterator[tuple[Guess, Skeleton] | Loss]:
    """The guess on each of some pages, with what the sites of every page taught.

    A model of the user's own decides alone, for it has learned from what people said of these pages.
    """
    if options.site is not None:
        sites = {EVERY_PAGE: options.site}
    elif options.extract.model is not None:
        sites = {}
    else:
        sites = learn_sites(Counter(map(site_name, every())), every(), options.batch)
    for site in sites.values():
        site.profile.prepare()
    work = partial(guess_page, sites=sites, options=options.extract)
    for _, guess in each(partial(guarded, work), waiting, options.batch.jobs, options.batch.limits):
        yield guess


def guess_page(raw: RawPage, sites: Mapping[str, Site], options: ExtractOptions) -> tuple[Guess, Skeleton]:
    """The guess on a page, with what its site taught."""
    outline = read_page(raw)
    name, site = site_of(sites, raw)
    lengths = outline.blocks.length.tolist()
    skeleton = Skeleton(anchors_of(outline.blocks), sorted(text_paths(outline.page)), lengths)
    explanation = guarded(partial(explanation_of, html=raw.body, site=site, options=options), outline)
    if isinstance(explanation, Loss):  # such a page can be labelled all the same
        size = len(outline.blocks)
        return Guess(OTHER * size, "0" * size, 0.0, "", name, outline.page.title or ""), skeleton
    document = explanation.document
    posts = explanation.posts.posts if explanation.posts else ()
    guess = Guess(
        marks=marks_of(explanation),
        certainty="".join(map(str, explanation.certainty_steps)),
        confidence=float(document.confidence),
        kind=document.kind or "",
        site=name,
        title=document.title or outline.page.title or "",
        names=_each(document.author, *(post.author for post in posts)),
        dates=_each(document.date, *(each for post in posts for each in (post.date_raw, post.date))),
    )
    return guess, skeleton


def marks_of(explanation: Explanation) -> str:
    """The marks that tell what was decided."""
    marks = [_LETTERS[label] for label in explanation.labels]
    title = _title_block(explanation)
    for block in (block for block, mark in enumerate(marks) if mark == "t" and block != title):
        marks[block] = "c" if explanation.score[block] >= 0.5 else OTHER
    if title >= 0:
        marks[title] = "t"
    for number in range(len(explanation.posts.posts) if explanation.posts else 0):
        _mark_unit(marks, explanation, number)
    return "".join(marks)


def _title_block(explanation: Explanation) -> int:
    """The block that shows the title: the one most like what the page states, else the heading above the text.

    That heading is none if it has nothing in common with what the page states: it may be the name of a section, or
    of the site. -1 if no block shows the title.
    """
    stated, outline = _pairs(explanation.document.title or ""), explanation.outline
    found = explanation.decision.title if explanation.decision else -1
    best, at = 0.0, -1
    for block, text in enumerate(explanation.blocks.texts):
        if len(text) > _MAX_TITLE_LENGTH or explanation.blocks.is_hidden[block] or not stated:
            continue
        shown = _pairs(text)
        likeness = 2 * len(shown & stated) / (len(shown) + len(stated))
        rank = likeness + 0.1 * bool(outline.is_heading[block]) + 0.1 * (block == found)
        if likeness >= _MIN_TITLE_LIKENESS and rank > best:
            best, at = rank, block
    if at >= 0:
        return at
    shown = _pairs(explanation.blocks.texts[found]) if found >= 0 else set[str]()
    return found if not stated or len(shown & stated) > _MIN_COMMON_SHARE * len(shown | stated) else -1


def _pairs(text: str) -> set[str]:
    """The pairs of letters of a text, by which two texts are compared in any language."""
    plain = "".join(text.casefold().split())
    return {plain[at : at + 2] for at in range(len(plain) - 1)}


def _mark_unit(marks: list[str], explanation: Explanation, number: int) -> None:
    """Who wrote a post and when, where that stands in lines of their own, and where the post begins."""
    posts, texts = explanation.posts, explanation.blocks.texts
    assert posts is not None
    blocks = [block for block, member in enumerate(posts.member.tolist()) if member == number]
    lines = [block for block in blocks if not posts.is_body[block] and marks[block] != "t"]
    author = _shortest_with(texts, lines, posts.posts[number].author)
    date = _shortest_with(texts, lines, posts.posts[number].date_raw)
    for block, letter in ((author, "a"), (date, "d" if date != author else "b")):
        if block >= 0:
            marks[block] = letter
    body = [block for block in blocks if posts.is_body[block]]
    for block in body:
        marks[block] = "r" if posts.name == "comment" else "p"
    if body:
        first = min(block for block in (*body, author, date) if block >= 0)
        marks[first] = marks[first].upper()


def _shortest_with(texts: Sequence[str], blocks: Sequence[int], words: str | None) -> int:
    """The shortest of these lines that holds some words; -1 if none does."""
    with_it = [block for block in blocks if words and words in texts[block]]
    shortest = min(with_it, key=lambda block: (len(texts[block]), block), default=-1)
    return shortest if shortest >= 0 and len(texts[shortest]) <= _MAX_BYLINE_LENGTH else -1


def _each(*values: str | None) -> list[str]:
    """These values, each once, in order."""
    return list(dict.fromkeys(value for value in values if value))

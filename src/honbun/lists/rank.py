"""The lists of a page: candidates, what is measured of each, and which of them the page is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import mul

import numpy as np

from honbun.core import CoreError, find_possible_lists
from honbun.features import Floats, Group, GroupKind, Groups, Lines, find_groups
from honbun.lists.measure import COUNTS, count, measure
from honbun.page import CompiledLines, Mask, Page, tags

_WORD = re.compile(r"\w{3,}")
_BETWEEN = "\0"  # in no text: a parser takes it for a fault
_INPUT = tags.CODE["input"]
# What is searched for is no longer; more is the state of a form.
_MAX_QUERY_LENGTH = 60
# A list that holds a smaller share of the page's text is not its main one.
_MIN_TEXT_SHARE = 0.02
# Of the candidates, those that hold most text are looked at: records-dev has 80 a page on average.
_MAX_CANDIDATES = 120

# What each feature counts, in log-odds: `python -m benchmarks.records` fits it, to pages alone and with siblings.
# Fitted to all sites of records-dev but a twentieth, for each in turn, records of those left out have an F1 of
# .947 with siblings, .917 alone. Boosted trees did worse.
WEIGHTS = {
    "text_share": 1.49,
    "unlinked_share": 0.31,
    "unlinked_length": 0.17,
    "largest": -5.32,
    "similarity": 2.78,
    "same_first": 1.95,
    "same_root": 2.96,
    "parts": 0.49,
    "repeats": -2.46,
    "gaps": -4.33,
    "fills": 2.11,
    "lead": -1.17,
    "on_subject": 3.54,
    "on_siblings": -2.51,
    "is_on_siblings": -1.88,
}
# What other pages take for their list counts so much, in log-odds, and no page is surer than this.
_VOTE_WEIGHT = 1.0
_MAX_VOTE = 0.98
# A list that labels name is taken before others: so much that features decide only between those that have the
# labelled records as well. With 10 in its place F1 of pages falls by .002.
_LABEL_WEIGHT = 100.0

Measured = tuple[Group, Mapping[str, float]]
"""A candidate and its features by name."""


@dataclass(frozen=True, eq=False)
class RankedList:
    """A candidate, and how it did."""

    group: Group
    score: float
    features: Mapping[str, float]
    probability: float
    """That it is the list of the page, among the candidates."""
    votes: float = 0.0
    """The part of its score that other pages and labels gave."""


@dataclass(frozen=True)
class Site:
    """On how many pages of a site each text stands, and each word of what they are about; of one page nothing."""

    texts: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, pages: Sequence[Lines]) -> Site:
        """What these pages have in common."""
        if len(pages) < 2:
            return cls()
        texts = Counter(text for each in pages for text in set(each.texts))
        return cls(texts, Counter(word for each in pages for word in subject_words(each.page)))

    def subject(self, page: Page) -> set[str]:
        """The words that say what this page is about, and not the others: "wool", not "results"."""
        return {word for word in subject_words(page) if self.words[word] <= 1}


def subject_words(page: Page) -> set[str]:
    """The words of the title, the first headings, and what was searched for."""
    written = [value for row, value in page.attributes.get("value", {}).items() if page.tag[row] == _INPUT]
    headings = (page.text[page.text_start[row] : page.text_end[row]] for row in page.rows_of("h1").tolist())
    queries = (value for value in written if len(value) <= _MAX_QUERY_LENGTH)
    return words_of(" ".join((page.title, *headings, *queries)))


def words_of(text: str) -> set[str]:
    """The words of a text by which subjects are told apart."""
    return set(_WORD.findall(text.casefold()))


def lines_with(words: Iterable[str], texts: Sequence[str]) -> Mask:
    """Which of these texts have one of these words, in the sense of `words_of`."""
    joined = _BETWEEN.join(texts).casefold()
    if not joined.isascii():
        texts = joined.split(_BETWEEN)
    ends = np.cumsum([len(text) + 1 for text in texts])
    found = np.zeros(len(texts), dtype=np.bool_)
    found[np.searchsorted(ends, [at for word in words for at in _places(word, joined)], "right")] = True
    return found


def _places(word: str, text: str) -> Iterator[int]:
    """Where a word stands in a text, and not as a part of another one."""
    at, length = text.find(word), len(word)
    while at >= 0:
        around = text[at - 1 : at] if at else "", text[at + length : at + length + 1]
        if not any(sign.isalnum() or sign == "_" for sign in around):
            yield at
        at = text.find(word, at + length)


def search(lines: Lines, on_subject: Mask, on_siblings: Mask) -> tuple[Groups, Floats]:
    """The groups that may be a list, and what is counted of each: see `find_candidates` and `count`.

    By the core if it holds the lines.
    """
    blocks = lines.outline.blocks
    if isinstance(blocks, CompiledLines):
        with suppress(CoreError):  # a defect of the core, which the fuzzer is to find, not the reader of a page
            held = find_possible_lists(blocks.parsed, on_subject, on_siblings)
            return Groups(list(map(GroupKind, held.kinds)), *held[1:7]), held.counts
    groups = find_candidates(lines)
    return groups, count(lines, groups, on_subject, on_siblings) if len(groups) else np.zeros((0, len(COUNTS)))


def find_candidates(lines: Lines) -> Groups:
    """The groups of a page that may be a list of records, those that hold most text first.

    Their members do not lie in each other, and each of them shows some text.
    """
    min_length = max(_MIN_TEXT_SHARE * float(lines.length_sum[-1]), 1.0)
    groups = find_groups(lines)
    held = lines.length_sum[groups.last] - lines.length_sum[groups.first]
    total, is_shown = groups.sums(held), held > 0
    is_fit = (total >= min_length) & (groups.sums(is_shown) >= 2) & ~groups.is_nested
    found: dict[bytes, int] = {}
    for i in np.flatnonzero(is_fit).tolist():
        one = slice(groups.start[i], groups.start[i] + groups.size[i])
        shown = is_shown[one]
        found.setdefault(groups.first[one][shown].tobytes() + groups.last[one][shown].tobytes(), i)
    chosen = groups.take(sorted(found.values(), key=lambda i: -total[i])[:_MAX_CANDIDATES])
    shown = lines.length_sum[chosen.last] > lines.length_sum[chosen.first]
    path = lines.outline.path[chosen.rows[chosen.start]]
    named = zip(chosen.kinds, chosen.keys, path.tolist(), strict=True)
    # Children of one parent have a key that means nothing on other pages.
    keys = [f"children {path:x}" if kind is GroupKind.CHILDREN else key for kind, key, path in named]
    size = chosen.sums(shown).astype(np.int64)
    columns = (column[shown] for column in (chosen.rows, chosen.first, chosen.last))
    return Groups(chosen.kinds, keys, chosen.climbed, size, *columns)


def rank_lists(
    lines: Lines, siblings: Sequence[Lines] = (), labelled: Mapping[str, float] | None = None
) -> list[RankedList]:
    """The lists of a page, the best first; each lies outside those before it.

    `siblings` are other pages of the same site: what they show as well is no record, and where they have their
    records this page has its own. `labelled` are keys of lists, and how well they have records that were labelled.
    """
    site = Site.of((lines, *siblings))
    ranked = weigh(measure_lists(lines, site), WEIGHTS)
    if siblings and ranked:
        ranked = vote(ranked, [weigh(measure_lists(each, site), WEIGHTS) for each in siblings])
    if labelled:
        ranked = [_with_votes(each, _LABEL_WEIGHT * labelled.get(each.group.key, 0.0)) for each in ranked]
    apart: list[RankedList] = []
    taken: list[tuple[int, int]] = []
    for each in sorted(ranked, key=lambda each: -each.score):
        first, last = int(each.group.first[0]), int(each.group.last[-1])  # members follow each other
        if all(last <= start or first >= end for start, end in taken):
            apart.append(each)
            taken.append((first, last))
    return apart


def measure_lists(lines: Lines, site: Site) -> list[Measured]:
    """The candidates of a page with their features, given what pages of its site have in common."""
    on_siblings = np.zeros(len(lines), dtype=np.bool_)
    if site.texts:
        on_siblings[:] = [site.texts[text] > 1 for text in lines.texts]
    groups, counts = search(lines, lines_with(site.subject(lines.page), lines.texts), on_siblings)
    return list(zip(groups, measure(lines, groups, counts), strict=True)) if len(groups) else []


def weigh(measured: Sequence[Measured], weights: Mapping[str, float]) -> list[RankedList]:
    """The candidates with what tells for each alone."""
    if not measured:
        return []
    each = [weights[name] for name in measured[0][1]]
    scores = np.array([sum(map(mul, each, row.values())) for _, row in measured])
    odds = np.exp(scores - scores.max())
    columns = zip(measured, scores.tolist(), (odds / odds.sum()).tolist(), strict=True)
    return [RankedList(group, score, row, probability) for (group, row), score, probability in columns]


def vote(ranked: Sequence[RankedList], others: Sequence[Sequence[RankedList]]) -> list[RankedList]:
    """The candidates with the votes of other pages added; a page votes for a key as sure as it was of it."""
    votes: dict[str, float] = {}
    for page in others:
        for each in page:
            votes[each.group.key] = votes.get(each.group.key, 0.0) + each.probability / len(others)
    found = []
    for each in ranked:
        share = min(max(votes.get(each.group.key, 0.0), 1 - _MAX_VOTE), _MAX_VOTE)
        found.append(_with_votes(each, float(_VOTE_WEIGHT * np.log(share / (1 - share)))))
    return found


def _with_votes(each: RankedList, votes: float) -> RankedList:
    return replace(each, score=each.score + votes, votes=each.votes + votes)

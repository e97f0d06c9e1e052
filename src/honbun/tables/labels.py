"""The labels of a series: the texts that name values, and those that merely stand on every page.

A text is told by its path, of names and classes, and its words. One that nearly all pages have there is the
template's. One that only some have is a label if what stands before and after it varies from page to page: the
followers of "Director" differ, and so do its predecessors, while "Drama" comes after "Genre" every time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from honbun.page import Hashes, Mask, pack
from honbun.tables.series import Ints, Series, distinct_per, group_keys, is_among

# A text of this share of the pages is the template's; the share from which it may be a label, and never fewer
# than two pages; how varied its neighbours must be then, 0 to 1. Plateaus on fields-dev.
_MIN_TEMPLATE_SHARE = 0.8
_MIN_LABEL_SHARE = 0.05
_MIN_VARIETY = 0.6
# Longer texts name nothing.
_MAX_LABEL_LENGTH = 60
# Labels that differ by so many letters at the end are one, if no page has both: "Director:", "Directors:".
_MAX_ENDING_LENGTH = 2
_MIN_STEM_LENGTH = 3
_NOT_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Vocabulary:
    """The words of a template, as keys of path and text; enough to find them on a new page."""

    texts: frozenset[int] = frozenset()
    inner: frozenset[int] = frozenset()
    """Labels with their value behind them in one text: "Price: 12"."""
    same: Mapping[int, int] = field(default_factory=dict)
    """Hash of the words of a label -> of the label it is a variant of."""


@dataclass(frozen=True, eq=False)
class SeriesLabels:
    """What the texts of a series are to its template."""

    is_label: Mask
    """It belongs to the template."""
    is_marked: Mask
    """A label that is marked as one: by a colon, or as the head of a row or of a term."""
    words: Hashes
    """For each label a hash of its words, variants alike; for "Label: value" that of the label; else 0."""
    is_inner: Mask
    """Texts that hold label and value."""

    @cached_property
    def last(self) -> Ints:
        """For each text, and for the end, the last label before it, of whatever page; -1 if there is none."""
        position = np.where(self.is_label, np.arange(len(self.is_label)), -1)
        return np.append(-1, np.maximum.accumulate(position))


def learn_vocabulary(series: Series) -> Vocabulary:
    """What these pages have in common."""
    if not series.texts:
        return Vocabulary()
    keys, group = group_keys(pack(series.path[series.node], series.text_hash))
    count = np.bincount(group)
    pages = distinct_per(group, series.text_page, len(keys))
    after, before = _neighbours(series)
    followers, leaders = (distinct_per(group, beside, len(keys)) - 1 for beside in (after, before))
    variety = (followers + leaders) / np.maximum(2 * (count - 1), 1)
    # Of what is marked as a label, what stands before it says nothing: the first row comes after the same heading.
    has_sign, is_head, is_whole = series.marks
    is_marked = np.bincount(group, has_sign | (is_head & is_whole)) >= 0.5 * count
    variety = np.where(is_marked, np.maximum(variety, followers / np.maximum(count - 1, 1)), variety)
    # Set apart: alone in its element, or with a colon at the end.
    is_alone = series.last[series.above] - series.first[series.above] == 1
    is_apart = np.bincount(group, is_alone | has_sign) >= 0.5 * count
    n = len(series.pages)
    is_often = pages >= max(_MIN_TEMPLATE_SHARE * n, 2)
    is_label = is_often | ((pages >= max(_MIN_LABEL_SHARE * n, 2)) & (variety >= _MIN_VARIETY) & is_apart)
    may_name = np.zeros(len(keys), dtype=np.bool_)
    may_name[group] = series.of_distinct(
        lambda text: len(text) <= _MAX_LABEL_LENGTH and any(map(str.isalpha, text)), np.bool_
    )
    is_label &= may_name
    # "Maker: Anna" on two pages is a value, if "Maker" stands there on more pages, with others.
    is_label &= ~np.bincount(
        group, _pages_of_inner(series) >= np.maximum(_MIN_TEMPLATE_SHARE * n, pages[group] + 1), len(keys)
    ).astype(np.bool_)
    texts = frozenset(keys[is_label].tolist())
    return Vocabulary(texts, _learn_inner(series, is_label[group]), _variants(series, is_label[group]))


def _neighbours(series: Series) -> tuple[Ints, Ints]:
    """For each text the number of the text after it and before it on its page, or -1."""
    after, before = (np.full(len(series.texts), -1, dtype=np.int64) for _ in range(2))
    goes_on = series.follows[1:]
    after[:-1][goes_on] = series.text_id[1:][goes_on]
    before[1:][goes_on] = series.text_id[:-1][goes_on]
    return after, before


def _pages_of_inner(series: Series) -> Ints:
    """For each text that holds a label and its value, on how many pages the label stands there; 0 for others."""
    words, found = series.inner_hash, np.zeros(len(series.texts), dtype=np.int64)
    texts = np.flatnonzero(words != 0)
    keys, group = group_keys(pack(series.path[series.node[texts]], words[texts]))
    found[texts] = distinct_per(group, series.text_page[texts], len(keys))[group]
    return found


def _learn_inner(series: Series, is_label: Mask) -> frozenset[int]:
    words = series.inner_hash
    texts = np.flatnonzero((words != 0) & ~is_label)
    keys, group = group_keys(pack(series.path[series.node[texts]], words[texts]))
    pages = distinct_per(group, series.text_page[texts], len(keys))
    values = distinct_per(group, series.text_id[texts], len(keys))
    is_known = (pages >= max(_MIN_LABEL_SHARE * len(series.pages), 2)) & (values > 1)
    return frozenset(keys[is_known].tolist())


def _variants(series: Series, is_label: Mask) -> dict[int, int]:
    """Labels spelled otherwise, or with another ending, as hashes: each with the one that stands for it."""
    by_letters: dict[str, list[int]] = {}
    for number in np.unique(series.text_id[is_label]).tolist():
        by_letters.setdefault(_NOT_LETTERS.sub("", series.distinct[number].casefold()), []).append(number)
    pages: dict[int, set[int]] = {}
    n = len(series.pages)
    for pair in np.unique(series.text_id[is_label] * n + series.text_page[is_label]).tolist():
        pages.setdefault(pair // n, set()).add(pair % n)
    stands_for = {number: same[0] for same in by_letters.values() for number in same}
    for short, long in pairwise(sorted(by_letters)):
        ending = long[len(short) :]
        if len(short) < _MIN_STEM_LENGTH or not long.startswith(short) or len(ending) > _MAX_ENDING_LENGTH:
            continue
        here, there = (set().union(*(pages[x] for x in by_letters[word])) for word in (short, long))
        if ending.isalpha() and not here & there:
            stands_for |= dict.fromkeys(by_letters[long], stands_for[by_letters[short][0]])
    hashes = series.distinct_hash.tolist()
    return {hashes[number]: hashes[other] for number, other in stands_for.items() if number != other}


def find_labels(series: Series, vocabulary: Vocabulary) -> SeriesLabels:
    """The words of a template, on pages it made."""
    path = series.path[series.node]
    is_label = is_among(pack(path, series.text_hash), vocabulary.texts)
    inner_words = series.inner_hash
    is_inner = ~is_label & (inner_words != 0) & is_among(pack(path, inner_words), vocabulary.inner)
    has_sign, is_head, is_whole = series.marks
    is_marked = is_label & (has_sign | (is_head & is_whole))
    # What follows a marked label and is not marked itself is its value, even if all pages have the same.
    is_value = ~has_sign & ~is_head & series.follows
    is_label[1:] &= ~(is_value[1:] & is_marked[:-1])
    words = np.where(is_label, series.text_hash, np.where(is_inner, inner_words, np.uint64(0)))
    for variant, other in vocabulary.same.items():
        words[words == np.uint64(variant)] = other
    return SeriesLabels(is_label, is_marked & is_label, words, is_inner)

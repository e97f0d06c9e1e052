"""What the template says itself: the texts that name values, and those that merely stand on every page.

A text is told by its place, the path of names and classes, and its words. One that nearly all pages have there is
the template's. One that only some have is a label if what stands before and after it varies from page to page:
the followers of "Director" differ, and so do its predecessors, while "Drama" comes after "Genre" every time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import Hashes, Mask, mix, tags
from honbun.tables.fields.series import SIGNS, Ints, Series, hashed, isin

# A text of this share of the pages is the template's; the share from which it may be a label, and never fewer
# than two pages; how varied its neighbours must be then, 0 to 1. Plateaus on fields-dev.
_OFTEN = 0.8
_SOMETIMES = 0.05
_VARIED = 0.6
# Longer texts name nothing.
_MOST_CHARACTERS = 60
# Labels that differ by so many letters at the end are one, if no page has both: "Director:", "Directors:".
_ENDING = 2
_LEAST_LETTERS = 3

# A colon within digits is part of a time.
_INNER = re.compile(r"([^:：=＝]{1,40}?)\s*(?<!\d(?=:\d))[:：=＝]\s*(?!//)(\S.*)", re.DOTALL)
_NOT_LETTERS = re.compile(r"[\W_]+")

_CELLS = tags.table("td th dt dd".split())
_ROW_CELLS = tags.table("td th".split())
_HEADS = tags.table("th dt".split())


@dataclass(frozen=True)
class Vocabulary:
    """What a template says, as hashes of place and words; enough to find it on a new page."""

    texts: frozenset[int] = frozenset()
    inner: frozenset[int] = frozenset()
    """Labels with their value behind them in one text: "Price: 12"."""
    same: Mapping[int, int] = field(default_factory=dict)
    """Hash of the words of a label -> of the label it is a variant of."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        same = {f"{key:x}": f"{value:x}" for key, value in sorted(self.same.items())}
        return {
            "texts": [f"{value:x}" for value in sorted(self.texts)],
            "inner": [f"{value:x}" for value in sorted(self.inner)],
            "same": same,
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Vocabulary:
        """What `to_dict` gave."""
        return cls(
            texts=frozenset(int(text, 16) for text in value["texts"]),
            inner=frozenset(int(text, 16) for text in value["inner"]),
            same={int(key, 16): int(other, 16) for key, other in value["same"].items()},
        )


@dataclass(frozen=True, eq=False)
class Labels:
    """What the texts of a series are to its template."""

    is_label: Mask
    """The template says it."""
    is_strong: Mask
    """A label that is marked as one: by a colon, or as the head of a row or of a term."""
    words: Hashes
    """For each label a hash of its words, variants alike; for "Label: value" that of the label; else 0."""
    is_inner: Mask
    """Texts that hold label and value."""


def inner_label(text: str) -> tuple[str, str] | None:
    """Label and value of "Label: value"; None if it is no such text."""
    found = _INNER.fullmatch(text)
    if found is None or not any(map(str.isalpha, found[1])):
        return None
    return found[1].strip(), found[2]


def learn_vocabulary(series: Series) -> Vocabulary:
    """What these pages have in common."""
    if not series.texts:
        return Vocabulary()
    place = mix(series.kind_path) ^ series.text_hash
    keys, group = np.unique(place, return_inverse=True)
    group = group.reshape(-1)
    count = np.bincount(group)
    pages = distinct_per(group, series.text_page, len(keys))
    after, before = _neighbours(series)
    followers, leaders = (distinct_per(group, beside, len(keys)) - 1 for beside in (after, before))
    varied = (followers + leaders) / np.maximum(2 * (count - 1), 1)
    # Of what is marked as a label, what stands before it says nothing: the first row comes after the same heading.
    is_marked = np.bincount(group, _marks(series)) >= 0.5 * count
    varied = np.where(is_marked, np.maximum(varied, followers / np.maximum(count - 1, 1)), varied)
    n = len(series.pages)
    is_often = pages >= max(_OFTEN * n, 2)
    is_apart = np.bincount(group, _is_apart(series)) >= 0.5 * count
    is_some = (pages >= max(_SOMETIMES * n, 2)) & (varied >= _VARIED) & is_apart
    names = series.of_distinct(_may_name, np.bool_)
    may_name = np.zeros(len(keys), dtype=np.bool_)
    may_name[group] = names
    is_label = (is_often | is_some) & may_name
    texts = frozenset(keys[is_label].tolist())
    return Vocabulary(texts, _learn_inner(series, is_label[group]), _variants(series, is_label[group]))


def _may_name(text: str) -> bool:
    return len(text) <= _MOST_CHARACTERS and any(map(str.isalpha, text))


def _is_apart(series: Series) -> Mask:
    """Texts that are set apart: alone in their element, or with a colon at the end."""
    alone = series.last[series.above] - series.first[series.above] == 1
    return np.asarray(alone | _has_sign(series))


def _has_sign(series: Series) -> Mask:
    return np.asarray(series.of_distinct(lambda text: text.endswith(SIGNS), np.bool_))


def _neighbours(series: Series) -> tuple[Ints, Ints]:
    """For each text the number of the text after it and before it on its page, or -1."""
    after, before = (np.full(len(series.texts), -1, dtype=np.int64) for _ in range(2))
    goes_on = series.text_page[1:] == series.text_page[:-1]
    after[:-1][goes_on] = series.text_id[1:][goes_on]
    before[1:][goes_on] = series.text_id[:-1][goes_on]
    return after, before


def distinct_per(group: Ints, value: npt.NDArray[np.integer], groups: int) -> Ints:
    """For each group how many different values its members have."""
    order = np.lexsort((value, group))
    group, value = group[order], value[order]
    is_new = np.ones(len(group), dtype=np.bool_)
    is_new[1:] = (group[1:] != group[:-1]) | (value[1:] != value[:-1])
    return np.bincount(group[is_new], minlength=groups)


def _inner_hashes(series: Series) -> Hashes:
    """For each text a hash of the label inside it, or 0."""
    parts = [inner_label(text) for text in series.distinct]
    words = hashed([part[0] if part else "" for part in parts])
    words[[part is None for part in parts]] = 0
    return np.asarray(words[series.text_id])


def _learn_inner(series: Series, is_label: Mask) -> frozenset[int]:
    words = _inner_hashes(series)
    rows = np.flatnonzero((words != 0) & ~is_label)
    keys, group = np.unique(mix(series.kind_path[rows]) ^ words[rows], return_inverse=True)
    group = group.reshape(-1)
    pages = distinct_per(group, series.text_page[rows], len(keys))
    values = distinct_per(group, series.text_id[rows], len(keys))
    is_known = (pages >= max(_SOMETIMES * len(series.pages), 2)) & (values > 1)
    return frozenset(keys[is_known].tolist())


def _variants(series: Series, is_label: Mask) -> dict[int, int]:
    """Labels spelled otherwise, or with another ending, as hashes: each with the one that stands for it."""
    numbers = np.unique(series.text_id[is_label]).tolist()
    by_letters: dict[str, list[int]] = {}
    for number in numbers:
        by_letters.setdefault(_NOT_LETTERS.sub("", series.distinct[number].casefold()), []).append(number)
    pages: dict[int, set[int]] = {}
    for number, page in zip(series.text_id[is_label].tolist(), series.text_page[is_label].tolist(), strict=True):
        pages.setdefault(number, set()).add(page)
    stands_for = {number: same[0] for same in by_letters.values() for number in same}
    letters = sorted(by_letters)
    for short, long in pairwise(letters):
        ending = long[len(short) :]
        if len(short) < _LEAST_LETTERS or not long.startswith(short) or len(ending) > _ENDING:
            continue
        here, there = (set().union(*(pages[x] for x in by_letters[word])) for word in (short, long))
        if ending.isalpha() and not here & there:
            stands_for |= dict.fromkeys(by_letters[long], stands_for[by_letters[short][0]])
    hashes = hashed(series.distinct).tolist()
    return {hashes[number]: hashes[other] for number, other in stands_for.items() if number != other}


def find_labels(series: Series, vocabulary: Vocabulary) -> Labels:
    """What a template says, on pages it made."""
    place = mix(series.kind_path)
    is_label = isin(place ^ series.text_hash, vocabulary.texts)
    inner_words = _inner_hashes(series)
    is_inner = ~is_label & (inner_words != 0) & isin(place ^ inner_words, vocabulary.inner)
    is_strong, may_be_value = _marked(series, is_label)
    # What follows a marked label and is not marked itself is its value, even if all pages have the same.
    goes_on = series.text_page[1:] == series.text_page[:-1]
    is_label[1:] &= ~(may_be_value[1:] & goes_on & is_strong[:-1])
    words = np.where(is_label, series.text_hash, np.where(is_inner, inner_words, np.uint64(0)))
    for variant, other in vocabulary.same.items():
        words[words == np.uint64(variant)] = other
    return Labels(is_label, is_strong & is_label, words, is_inner)


def _marked(series: Series, is_label: Mask) -> tuple[Mask, Mask]:
    """Labels that are marked as such, and texts that have no such mark."""
    is_head, is_whole = _heads(series)
    has_sign = _has_sign(series)
    return is_label & (has_sign | (is_head & is_whole)), ~has_sign & ~is_head


def _marks(series: Series) -> Mask:
    """Texts that are marked as labels are, whatever they say."""
    is_head, is_whole = _heads(series)
    return np.asarray(_has_sign(series) | (is_head & is_whole))


def _heads(series: Series) -> tuple[Mask, Mask]:
    """Texts in the head of a row or of a term, and texts that are all that their cell says."""
    is_cell = tags.is_in(_CELLS, series.tag)
    cell = series.nearest(series.above, is_cell)
    inside = cell >= 0
    row = np.where(inside, series.parent[cell], -1)
    is_head = inside & tags.is_in(_HEADS, series.tag[cell])
    cells = np.bincount(series.parent[is_cell & (series.parent >= 0)], minlength=len(series.parent))
    begins = inside & (series.first[cell] == series.first[row])
    is_first_of_two = begins & (cells[row] == 2) & tags.is_in(_ROW_CELLS, series.tag[cell])
    is_whole = inside & (series.last[cell] - series.first[cell] <= 1)
    return is_head | is_first_of_two, is_whole

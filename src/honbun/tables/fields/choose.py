"""Which candidate columns become columns: those that have one value on most pages, each text in one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from honbun.page import Hashes, Mask
from honbun.tables.fields.labels import Labels, distinct_per
from honbun.tables.fields.places import Way
from honbun.tables.fields.series import Ints, Series

# Of two columns with the same texts, the one found in the better way is taken.
_TRUST = {
    Way.INNER: 1.05,
    Way.LABEL: 1.02,
    Way.TREE: 1.0,
    Way.CLASSES: 1.0,
    Way.LABEL_ONLY: 1.0,
    Way.CLASS: 0.97,
    Way.PATH: 0.96,
    Way.LINE: 0.95,
}
# A list has so many lines a page, and inline elements cut this share of them to pieces.
_LINES = 2
_IN_PIECES = 0.2
# Ways by which texts of several fields may come together.
_LOOSE = (Way.CLASS, Way.CLASSES, Way.PATH)
# What several values on a page take away: the mean of 1 / their number, to this power.
_SINGLE = 0.3
# A column is on two pages, and on this share of them.
_LEAST_PAGES = 0.1
# Half of its texts must be in no better column.
_NEW = 0.5
# With more labels than this, it is a column of labels.
_MOSTLY_LABELS = 0.7
# If so many of the pages have the same, it says nothing, but for values of a marked label.
_SAME = 0.95
# What ranks columns where there are too many: the first ones of the page, and those with a marked label.
_LATE = 0.5
_STRONG = 0.3
# Pieces of lines that are in a column themselves count less.
_PIECES = 0.3


@dataclass(frozen=True, eq=False)
class Candidate:
    """Texts of one place."""

    way: Way
    place: int
    texts: Ints
    position: float
    """How far down the page they stand, 0 to 1."""


def choose(series: Series, labels: Labels, places: Mapping[Way, Hashes]) -> list[Candidate]:
    """The columns, the best first; those with one value for all pages come last."""
    measured = _Measured(series, labels)
    candidates = sorted(_candidates(series, places, measured), key=lambda pair: -pair[0])
    taken = np.zeros(len(series.texts), dtype=np.bool_)
    known: set[bytes] = set()
    varying, constant = [], []
    for _, candidate in candidates:
        texts = candidate.texts
        if measured.is_template(candidate) or measured.is_mixed(candidate):
            continue
        if candidate.way != Way.LINE:  # lines are there besides the texts that they are made of
            is_new = ~taken[texts]
            if np.mean(is_new) < _NEW or measured.is_said(candidate, is_new):
                continue
            taken[texts] = True
            content = np.unique(np.stack([series.text_page[texts], series.text_id[texts]]), axis=1).tobytes()
            if content in known:
                continue
            known.add(content)
        if measured.sameness(texts) < _SAME:
            varying.append(candidate)
        elif measured.strong(texts) >= 0.5:
            constant.append(candidate)
    in_lines = measured.in_lines([candidate.texts for candidate in varying if candidate.way == Way.LINE])
    return [
        *sorted(varying, key=lambda candidate: -measured.rank(candidate, in_lines)),
        *sorted(constant, key=lambda candidate: -measured.rank(candidate, in_lines)),
    ]


def _candidates(
    series: Series, places: Mapping[Way, Hashes], measured: _Measured
) -> Iterator[tuple[float, Candidate]]:
    """Texts of one place on enough pages, with their score."""
    least = max(2, _LEAST_PAGES * len(series.pages))
    says = _says(series)
    for way, place in places.items():
        rows = np.flatnonzero((place != 0) & measured.has_value)
        values, group = np.unique(place[rows], return_inverse=True)
        group = group.reshape(-1)
        pages = distinct_per(group, series.text_page[rows], len(values))
        texts = distinct_per(group, series.text_id[rows], len(values))
        order = rows[np.argsort(group, kind="stable")]
        ends = np.cumsum(np.bincount(group, minlength=len(values)))
        for number in np.flatnonzero(pages >= least).tolist():
            found = order[ends[number - 1] if number else 0 : ends[number]]
            if way == Way.LINE and not measured.is_list_of_lines(found):
                continue
            if says[found].any() and (texts[number] > 1 or measured.strong(found) >= 0.5):
                candidate = Candidate(way, int(values[number]), found, measured.position(found))
                yield measured.worth(found) * _TRUST[way], candidate


def _says(series: Series) -> Mask:
    """Texts with a letter or a digit."""
    return np.asarray(series.of_distinct(lambda text: any(map(str.isalnum, text)), np.bool_))


def _follows_strong(series: Series, labels: Labels) -> Mask:
    """Texts right after a marked label."""
    follows = np.append(False, labels.is_strong)[:-1]
    follows[1:] &= series.text_page[1:] == series.text_page[:-1]
    return follows


def has_value(series: Series, labels: Labels) -> Mask:
    """Texts that say something: not a mere "|", but a "-" where a value should be."""
    return _says(series) | _follows_strong(series, labels)


class _Measured:
    """Measures of sets of texts."""

    def __init__(self, series: Series, labels: Labels) -> None:
        self._series = series
        counts = np.bincount(series.text_page, minlength=len(series.pages))
        start = np.cumsum(counts) - counts
        self._place = (np.arange(len(series.texts)) - start[series.text_page]) / counts[series.text_page]
        self._labels = labels
        self._follows = _follows_strong(series, labels)
        self.has_value = has_value(series, labels)

    def worth(self, texts: Ints) -> float:
        """The share of pages that have it, less where they have several."""
        count = np.bincount(self._series.text_page[texts])
        return float(self._pages(texts) * np.mean(1 / count[count > 0]) ** _SINGLE)

    def _pages(self, texts: Ints) -> float:
        """The share of pages that have it."""
        return len(np.unique(self._series.text_page[texts])) / len(self._series.pages)

    def strong(self, texts: Ints) -> float:
        """The share of texts right after a marked label."""
        return float(np.mean(self._follows[texts]))

    def is_list_of_lines(self, texts: Ints) -> bool:
        """Pages have several of these lines, and enough of them are made of several texts."""
        series = self._series
        pieces = series.last[series.block[texts]] - series.first[series.block[texts]]
        pages = len(np.unique(series.text_page[texts]))
        return len(texts) >= _LINES * pages and bool(np.mean(pieces > 1) >= _IN_PIECES)

    def is_template(self, candidate: Candidate) -> bool:
        """Mostly marked labels; of several texts that merely look alike, mostly what the template says."""
        is_loose = self._is_loose(candidate)
        says = self._labels.is_label if is_loose else self._labels.is_strong
        return bool(np.mean(says[candidate.texts]) > _MOSTLY_LABELS)

    def is_mixed(self, candidate: Candidate) -> bool:
        """Several texts that merely look alike follow different marked labels: they are of several fields."""
        after = candidate.texts[self._follows[candidate.texts]]
        if not self._is_loose(candidate) or len(after) <= _MOSTLY_LABELS * len(candidate.texts):
            return False
        _, count = np.unique(self._labels.words[after - 1], return_counts=True)
        return bool(count.max() <= _MOSTLY_LABELS * len(after))

    def is_said(self, candidate: Candidate, is_new: Mask) -> bool:
        """Of several texts that merely look alike, some are in better columns and the template says the others."""
        is_rest = self._is_loose(candidate) and not is_new.all()
        return is_rest and bool(self._labels.is_label[candidate.texts[is_new]].all())

    def _is_loose(self, candidate: Candidate) -> bool:
        pages = len(np.unique(self._series.text_page[candidate.texts]))
        return candidate.way in _LOOSE and len(candidate.texts) > pages

    def position(self, texts: Ints) -> float:
        """How far down the page they stand, 0 to 1."""
        return float(np.mean(self._place[texts]))

    def in_lines(self, lines: Sequence[Ints]) -> Mask:
        """The texts of these lines, each given by its first text."""
        blocks = self._series.block[np.concatenate([np.zeros(0, dtype=np.int64), *lines])]
        return np.isin(self._series.block, blocks)

    def rank(self, candidate: Candidate, in_lines: Mask) -> float:
        """By which columns are kept when there are too many: of lists the lines rather than their pieces."""
        texts = candidate.texts
        early = 1 - _LATE * candidate.position
        if candidate.way == Way.LINE:
            return self._pages(texts) * early
        pieces = np.mean(in_lines[texts]) if len(texts) > len(np.unique(self._series.text_page[texts])) else 0.0
        return self.worth(texts) * early * (1 + _STRONG * self.strong(texts)) * float(1 - _PIECES * pieces)

    def sameness(self, texts: Ints) -> float:
        """The share of pages that have what is most common."""
        pages: dict[int, set[int]] = {}
        pairs = zip(self._series.text_page[texts].tolist(), self._series.text_id[texts].tolist(), strict=True)
        for page, text in pairs:
            pages.setdefault(page, set()).add(text)
        cells: dict[frozenset[int], int] = {}
        for cell in map(frozenset, pages.values()):
            cells[cell] = cells.get(cell, 0) + 1
        return max(cells.values()) / len(pages)

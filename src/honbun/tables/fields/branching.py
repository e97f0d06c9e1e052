"""Places by the tree: from the root down, and among like siblings by their label, by their number, or not at all.

Siblings of one kind are told apart by the label that each begins with or follows, if labels tell most of them
apart; by their number, if all pages have as many of them and the number says something about what is in them (the
third cell is a price); else they are the items of a list, and their places are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import Hashes, Mask, mix, tags
from honbun.tables.fields.labels import Labels, distinct_per
from honbun.tables.fields.series import Ints, Series, isin

# Of the siblings so many must have a label, and so many of those a label of their own.
_LABELLED = 0.6
_TOLD_APART = 0.8
# So many of the parents have the same number of them, and that is at most so many.
_SAME_NUMBER = 0.9
_MOST_NUMBERED = 40
# Up to so many, on average, may be numbered whatever they say.
_FEW = 2.5
# How much of the variance of their texts' length and letters the number explains, beyond chance.
_EXPLAINED = 0.3

_CELLS = tags.table("td th".split())
_LABEL_SALT = np.uint64(0x5555555555555555)


@dataclass(frozen=True)
class Branching:
    """How like siblings are told apart, by the hash of their common place."""

    by_label: frozenset[int] = frozenset()
    by_number: frozenset[int] = frozenset()

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "by_label": [f"{value:x}" for value in sorted(self.by_label)],
            "by_number": [f"{value:x}" for value in sorted(self.by_number)],
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Branching:
        """What `to_dict` gave."""
        return cls(*(frozenset(int(text, 16) for text in value[name]) for name in ("by_label", "by_number")))


@dataclass(frozen=True, eq=False)
class _Siblings:
    """The things of one depth, those of one place and one parent together, in document order."""

    things: Ints
    base: Hashes
    """Place of the parent and own kind."""
    parent: Ints
    label: Hashes
    """Of the label that a thing begins with, or else follows within its parent; 0 if there is none."""

    @cached_property
    def _is_new_group(self) -> Mask:
        return np.append(True, self.base[1:] != self.base[:-1])

    @cached_property
    def group(self) -> Ints:
        """Things of one place."""
        return np.cumsum(self._is_new_group) - 1

    @cached_property
    def _is_new_family(self) -> Mask:
        return np.asarray(self._is_new_group | np.append(True, self.parent[1:] != self.parent[:-1]))

    @cached_property
    def family(self) -> Ints:
        """Things of one place and one parent."""
        return np.cumsum(self._is_new_family) - 1

    @cached_property
    def number(self) -> Ints:
        """Place of a thing in its family, from 0."""
        return np.arange(len(self.things)) - np.flatnonzero(self._is_new_family)[self.family]

    @cached_property
    def family_group(self) -> Ints:
        """The group of each family."""
        return self.group[self._is_new_family]

    @cached_property
    def places(self) -> Hashes:
        """The place of each group."""
        return self.base[self._is_new_group]


def tree_places(series: Series, labels: Labels, branching: Branching | None = None) -> tuple[Hashes, Branching]:
    """For each text a hash of its place; and how siblings were told apart: as given, else as learned here."""
    place = np.zeros(len(series.parent), dtype=np.uint64)
    by_label: set[int] = set()
    by_number: set[int] = set()
    measures = _measures(series)
    for depth, level in enumerate(series.levels):
        things = level[series.has_text[level]]
        if depth == 0:
            place[things] = series.kind[things]
            continue
        if not len(things):
            break
        siblings = _siblings(series, labels, things, place)
        if branching is None:
            labelled, numbered = _learn(series, siblings, measures)
            by_label |= set(siblings.places[labelled].tolist())
            by_number |= set(siblings.places[numbered].tolist())
        else:
            labelled = isin(siblings.places, branching.by_label)
            numbered = isin(siblings.places, branching.by_number)
        own = np.where(labelled[siblings.group], siblings.label ^ _LABEL_SALT, np.uint64(0))
        own[labelled[siblings.group] & (siblings.label == 0)] = 0
        own = np.where(numbered[siblings.group], siblings.number.astype(np.uint64) + np.uint64(1), own)
        place[siblings.things] = mix(siblings.base ^ mix(own))
    learned = Branching(frozenset(by_label), frozenset(by_number)) if branching is None else branching
    return place[series.owner], learned


def last_labels(series: Series, labels: Labels) -> Ints:
    """For each text, and for the end, the last label before it, of whatever page; -1 if there is none."""
    position = np.where(labels.is_label, np.arange(len(series.texts)), -1)
    return np.append(-1, np.maximum.accumulate(position))


def _siblings(series: Series, labels: Labels, things: Ints, place: Hashes) -> _Siblings:
    parent = series.parent[things]
    base = mix(place[parent]) ^ series.kind[things]
    order = np.lexsort((series.first[things], parent, base))
    things, parent, base = things[order], parent[order], base[order]
    own = labels.words[series.first[things]]
    before = last_labels(series, labels)[series.first[things]]
    is_inside = before >= series.first[parent]
    followed = np.where(is_inside, labels.words[before], np.uint64(0))
    return _Siblings(things, base, parent, np.where(own != 0, own, followed))


def _learn(series: Series, siblings: _Siblings, measures: list[npt.NDArray[np.float64]]) -> tuple[Mask, Mask]:
    """For each place whether its things are told apart by labels, and whether by numbers."""
    groups = len(siblings.places)
    size = np.bincount(siblings.group, minlength=groups)
    families = np.bincount(siblings.family_group, minlength=groups)
    count = np.bincount(siblings.family)
    is_several = size > families
    has_label = siblings.label != 0
    labelled = np.bincount(siblings.group[has_label], minlength=groups)
    apart = distinct_per(siblings.family[has_label], siblings.label[has_label], len(count))
    told = np.bincount(siblings.family_group, apart, minlength=groups)
    by_label = is_several & (labelled >= _LABELLED * size) & (told >= _TOLD_APART * np.maximum(labelled, 1))
    usual = np.zeros(groups, dtype=np.int64)
    pairs, times = np.unique(np.stack([siblings.family_group, count]), axis=1, return_counts=True)
    np.maximum.at(usual, pairs[0], times)
    most = np.zeros(groups, dtype=np.int64)
    np.maximum.at(most, siblings.family_group, count)
    is_even = (usual >= _SAME_NUMBER * families) & (most <= _MOST_NUMBERED)
    is_cell = np.zeros(groups, dtype=np.bool_)
    is_cell[siblings.group] = tags.is_in(_CELLS, series.tag[siblings.things])
    is_free = is_cell | (size < _FEW * families) | (_explained(siblings, size, measures) >= _EXPLAINED)
    return by_label, is_several & ~by_label & is_even & is_free


def _measures(series: Series) -> list[npt.NDArray[np.float64]]:
    """What the texts of each thing look like: how long they are, the shares of digits and of letters."""

    def total(count: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
        sums = np.append(0.0, np.cumsum(count))
        return np.asarray(sums[series.last] - sums[series.first])

    length = total(series.of_distinct(len, np.float64))
    digits = total(series.of_distinct(lambda text: sum(map(str.isdigit, text)), np.float64))
    letters = total(series.of_distinct(lambda text: sum(map(str.isalpha, text)), np.float64))
    shares = (count / np.maximum(length, 1.0) for count in (digits, letters))
    return [np.log1p(length), *shares]


def _explained(
    siblings: _Siblings, size: Ints, measures: list[npt.NDArray[np.float64]]
) -> npt.NDArray[np.float64]:
    """For each place how much of a measure's variance the numbers explain, beyond chance; of the best measure."""
    groups = len(size)
    _, cell = np.unique(siblings.group * (siblings.number.max() + 1) + siblings.number, return_inverse=True)
    cell = cell.reshape(-1)
    cell_group = np.zeros(cell.max() + 1, dtype=np.int64)
    cell_group[cell] = siblings.group
    cell_size = np.bincount(cell)
    chance = (np.bincount(cell_group, minlength=groups) - 1) / np.maximum(size - 1, 1)
    best = np.zeros(groups)
    for measure in measures:
        value = measure[siblings.things]
        mean = np.bincount(siblings.group, value, minlength=groups) / size
        total = np.bincount(siblings.group, (value - mean[siblings.group]) ** 2, minlength=groups)
        cell_mean = np.bincount(cell, value) / cell_size
        between = np.bincount(cell_group, cell_size * (cell_mean - mean[cell_group]) ** 2, minlength=groups)
        varies = total > 1e-9
        share = np.where(varies, between / np.where(varies, total, 1.0), 0.0)
        best = np.maximum(best, np.where(varies, (share - chance) / np.maximum(1 - chance, 1e-9), 0.0))
    return best

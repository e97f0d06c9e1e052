"""Several answers to "is this the same path on another page?", each right where others fail.

By the tree, by the path of names, by the nearest class or identifiers, by the label before: pages of one template
differ in wrappers, in classes and in what they leave out. Each answer gives every text a path key; texts with the
same one are a candidate column.

By the tree, siblings of one signature are told apart by the label that each begins with or follows, if labels tell
most of them apart; by their number, if all pages have as many of them and the number says something about what is
in them (the third cell is a price); else they are the items of a list, and their paths are the same.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np
import numpy.typing as npt

from honbun.page import Hashes, Mask, mix, pack, paths, tags
from honbun.tables.columns import TABLE_CELLS
from honbun.tables.labels import SeriesLabels
from honbun.tables.series import MAX_LEVELS, Ints, Series, distinct_per, is_among

Floats = npt.NDArray[np.float64]

# Of the siblings this share must have a label, and of those this share a label of their own.
_MIN_LABELLED_SHARE = 0.6
_MIN_TOLD_APART_SHARE = 0.8
# This share of the parents has the same number of them, and that is at most so many.
_MIN_SAME_NUMBER_SHARE = 0.9
_MAX_NUMBERED = 40
# Fewer than so many, on average, may be numbered whatever they hold.
_FREELY_NUMBERED = 2.5
# How much of the variance of their texts' length and letters the number explains, beyond chance.
_MIN_EXPLAINED = 0.3

_DIGITS, _LETTERS = string.digits.encode(), string.ascii_letters.encode()
_NONE = np.uint64(0)
_LABEL_SALT = np.uint64(0x5555555555555555)
# Inline elements that pages put around a value or not. One with several texts in it is more than that.
_WRAPPERS = tags.table("a b big center em font i nobr small span strong tt u".split())


class PathKind(StrEnum):
    """By what the path of a column is the same on all pages."""

    TREE = "tree"
    """From the root down, siblings told apart by label or number."""
    NAMES = "names"
    """The names of the elements from the root down."""
    CLASS = "class"
    """The nearest element with a class or an id, and the names below it."""
    CLASSES = "classes"
    """The nearest two of them."""
    LABEL = "label"
    """The label before it, and the path from there."""
    LABEL_ONLY = "label only"
    """The same, whatever inline elements are around the value."""
    INNER_LABEL = "inner label"
    """The label in the text itself."""
    LINE = "line"
    """The path of names and classes to a line: its texts together are one item of a list."""


@dataclass(frozen=True)
class Branching:
    """How like siblings are told apart, by the key of their common path."""

    by_label: frozenset[int] = frozenset()
    by_number: frozenset[int] = frozenset()


def find_paths(
    series: Series, labels: SeriesLabels, branching: Branching | None = None
) -> tuple[dict[PathKind, Hashes], Branching]:
    """For each kind the path of each text, 0 where it has none; and how siblings were told apart.

    That is as given, else as learned here.
    """
    tree, branching = _tree_paths(series, labels, branching)
    by_kind = {
        PathKind.TREE: tree,
        PathKind.NAMES: paths(series, series.name)[series.node],
        **_by_class(series),
        **_by_label(series, labels),
        PathKind.LINE: _by_line(series),
        PathKind.INNER_LABEL: np.where(labels.is_inner, pack(labels.words, series.name[series.above]), _NONE),
    }
    return by_kind, branching


def _by_class(series: Series) -> dict[PathKind, Hashes]:
    def signature(nodes: Ints) -> Hashes:
        return np.where(nodes >= 0, series.signature[nodes], _NONE)

    near = series.nearest(series.above, series.is_marked)
    one = pack(series.names_up(series.above, near) ^ np.uint64(1), signature(near))
    beyond = np.where(near >= 0, series.parent[near], -1)
    far = series.nearest(beyond, series.is_marked)
    two = pack(one, pack(series.names_up(beyond, far), signature(far)))
    return {PathKind.CLASS: one, PathKind.CLASSES: two}


def _by_line(series: Series) -> Hashes:
    """The path of each line, at its first text."""
    found = np.zeros(len(series.texts), dtype=np.uint64)
    found[series.first[series.lines]] = mix(series.path[series.lines])
    return found


def _by_label(series: Series, labels: SeriesLabels) -> dict[PathKind, Hashes]:
    """The paths of texts that follow a label on their page."""
    before = labels.last[:-1]
    found = (before >= 0) & ~labels.is_label & (series.text_page[before] == series.text_page)
    texts = np.flatnonzero(found)
    label = before[texts]
    above = series.above[texts]
    meet = _meeting(series, above, label)
    words = mix(labels.words[label])
    to_value = mix(series.names_up(above, meet))
    to_label = mix(mix(series.names_up(series.above[label], meet)))
    is_wrapper = tags.is_in(_WRAPPERS, series.tag) & (series.last - series.first == 1)
    unwrapped = series.nearest(above, ~is_wrapper)
    by_label, by_label_only = (np.zeros(len(found), dtype=np.uint64) for _ in range(2))
    by_label[texts] = words ^ to_value ^ to_label
    by_label_only[texts] = mix(words) ^ mix(series.names_up(unwrapped, meet))
    return {PathKind.LABEL: by_label, PathKind.LABEL_ONLY: by_label_only}


def _meeting(series: Series, above: Ints, label: Ints) -> Ints:
    """The innermost element that holds both a text, given the element above it, and its label."""
    meet = above.copy()
    going = np.arange(len(meet))
    for _ in range(MAX_LEVELS):
        if not len(going):
            break
        here = meet[going]
        apart = (series.first[here] > label[going]) | (series.last[here] <= label[going])
        going = going[apart]
        meet[going] = series.parent[meet[going]]
        going = going[meet[going] >= 0]
    return meet


def _tree_paths(series: Series, labels: SeriesLabels, branching: Branching | None) -> tuple[Hashes, Branching]:
    """For each text its path by the tree; and how siblings were told apart."""
    path = np.zeros(len(series.parent), dtype=np.uint64)
    by_label: set[int] = set()
    by_number: set[int] = set()
    features = _text_features(series)
    for depth, level in enumerate(series.levels[:MAX_LEVELS]):
        nodes = level[series.last[level] > series.first[level]]
        if depth == 0:
            path[nodes] = series.signature[nodes]
            continue
        if not len(nodes):
            break
        siblings = _Siblings(series, labels, nodes, path)
        if branching is None:
            labelled, numbered = _learn(series, siblings, features)
            by_label |= set(siblings.paths[labelled].tolist())
            by_number |= set(siblings.paths[numbered].tolist())
        else:
            labelled, numbered = (
                is_among(siblings.paths, known) for known in (branching.by_label, branching.by_number)
            )
        is_labelled = labelled[siblings.group] & (siblings.label != 0)
        own = np.where(is_labelled, siblings.label ^ _LABEL_SALT, _NONE)
        own = np.where(numbered[siblings.group], siblings.number.astype(np.uint64) + np.uint64(1), own)
        path[siblings.nodes] = mix(siblings.path ^ mix(own))
    return path[series.node], branching or Branching(frozenset(by_label), frozenset(by_number))


class _Siblings:
    """The nodes of one depth, in *groups* of one path, and in these *families* of one parent, in order."""

    def __init__(self, series: Series, labels: SeriesLabels, nodes: Ints, path: Hashes) -> None:
        parent = series.parent[nodes]
        own_path = pack(path[parent], series.signature[nodes])
        order = np.lexsort((series.first[nodes], parent, own_path))
        self.nodes, parent, self.path = nodes[order], parent[order], own_path[order]
        is_new_group = np.append(True, self.path[1:] != self.path[:-1])
        is_new_family = is_new_group | np.append(True, parent[1:] != parent[:-1])
        self.group = np.cumsum(is_new_group) - 1
        self.family = np.cumsum(is_new_family) - 1
        self.paths, self.family_group = self.path[is_new_group], self.group[is_new_family]
        """The path of each group, and the group of each family."""
        self.number = np.arange(len(nodes)) - np.flatnonzero(is_new_family)[self.family]
        """Of a node in its family, from 0."""
        own = labels.words[series.first[self.nodes]]
        before = labels.last[series.first[self.nodes]]
        followed = np.where(before >= series.first[parent], labels.words[before], _NONE)
        self.label = np.where(own != 0, own, followed)
        """Of the label that a node begins with, or else follows within its parent; 0 if there is none."""


def _learn(series: Series, siblings: _Siblings, features: list[Floats]) -> tuple[Mask, Mask]:
    """For each path whether its nodes are told apart by labels, and whether by numbers."""
    groups = len(siblings.paths)
    size = np.bincount(siblings.group, minlength=groups)
    families = np.bincount(siblings.family_group, minlength=groups)
    count = np.bincount(siblings.family)
    is_several = size > families
    has_label = siblings.label != 0
    labelled = np.bincount(siblings.group[has_label], minlength=groups)
    distinct = distinct_per(siblings.family[has_label], siblings.label[has_label], len(count))
    told_apart = np.bincount(siblings.family_group, distinct, minlength=groups)
    by_label = is_several & (labelled >= _MIN_LABELLED_SHARE * size)
    by_label &= told_apart >= _MIN_TOLD_APART_SHARE * np.maximum(labelled, 1)
    usual, most = (np.zeros(groups, dtype=np.int64) for _ in range(2))
    largest = int(count.max()) + 1
    pairs, times = np.unique(siblings.family_group * largest + count, return_counts=True)
    np.maximum.at(usual, pairs // largest, times)
    np.maximum.at(most, siblings.family_group, count)
    is_even = (usual >= _MIN_SAME_NUMBER_SHARE * families) & (most <= _MAX_NUMBERED)
    is_cell = np.zeros(groups, dtype=np.bool_)
    is_cell[siblings.group] = tags.is_in(TABLE_CELLS, series.tag[siblings.nodes])
    is_explained = _explained(siblings, size, features) >= _MIN_EXPLAINED
    may_number = is_cell | (size < _FREELY_NUMBERED * families) | is_explained
    return by_label, is_several & ~by_label & is_even & may_number


def _text_features(series: Series) -> list[Floats]:
    """What the texts of each node look like: how long they are, the shares of digits and of letters."""

    def total(count: npt.NDArray[np.generic]) -> Floats:
        sums = np.append(0.0, np.cumsum(count))
        return np.asarray(sums[series.last] - sums[series.first])

    length = total(series.of_distinct(len, np.float64))
    digits = total(series.of_distinct(partial(_count, str.isdigit, _DIGITS), np.float64))
    letters = total(series.of_distinct(partial(_count, str.isalpha, _LETTERS), np.float64))
    return [np.log1p(length), *(count / np.maximum(length, 1.0) for count in (digits, letters))]


def _count(is_one: Callable[[str], bool], in_ascii: bytes, text: str) -> int:
    """How many characters of a text are of a kind, given those of ASCII."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, in_ascii))
    return sum(map(is_one, text))


def _explained(siblings: _Siblings, size: Ints, features: list[Floats]) -> Floats:
    """For each path how much of a feature's variance the numbers explain, beyond chance; of the best feature."""
    groups = len(size)
    _, cell = np.unique(siblings.group * (siblings.number.max() + 1) + siblings.number, return_inverse=True)
    cell = cell.reshape(-1)
    cell_group = np.zeros(cell.max() + 1, dtype=np.int64)
    cell_group[cell] = siblings.group
    cell_size = np.bincount(cell)
    chance = (np.bincount(cell_group, minlength=groups) - 1) / np.maximum(size - 1, 1)
    best = np.zeros(groups)
    for feature in features:
        value = feature[siblings.nodes]
        mean = np.bincount(siblings.group, value, minlength=groups) / size
        total = np.bincount(siblings.group, (value - mean[siblings.group]) ** 2, minlength=groups)
        cell_mean = np.bincount(cell, value) / cell_size
        between = np.bincount(cell_group, cell_size * (cell_mean - mean[cell_group]) ** 2, minlength=groups)
        varies = total > 1e-9
        share = np.where(varies, between / np.where(varies, total, 1.0), 0.0)
        best = np.maximum(best, np.where(varies, (share - chance) / np.maximum(1 - chance, 1e-9), 0.0))
    return best

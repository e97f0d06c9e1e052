"""Several answers to "is this the same place on another page?", each right where others fail.

By the tree, by the path of names, by the nearest class or identifiers, by the label before: pages of one template
differ in wrappers, in classes and in what they leave out. Each answer gives every text a hash; texts with the same
one are a candidate column.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from honbun.page import Hashes, mix, tags
from honbun.tables.fields.branching import last_labels
from honbun.tables.fields.labels import Labels
from honbun.tables.fields.series import Ints, Series

_NONE = np.uint64(0)
# Inline elements that pages put around a value or not.
_WRAPPERS = tags.table("a b big center em font i nobr small span strong tt u".split())


class Way(StrEnum):
    """How the places of a column are found."""

    TREE = "tree"
    """From the root down, siblings told apart by label or number."""
    PATH = "path"
    """The names of the elements from the root down."""
    CLASS = "class"
    """The nearest element with a class or an id, and the names below it."""
    CLASSES = "classes"
    """The nearest two of them."""
    LABEL = "label"
    """The label before it, and the way there."""
    LABEL_ONLY = "label only"
    """The same, whatever inline elements are around the value."""
    INNER = "inner label"
    """The label in the text itself."""
    LINE = "line"
    """The path of names and classes to a line: its texts together are one item of a list."""


def find_places(series: Series, labels: Labels, tree: Hashes) -> dict[Way, Hashes]:
    """For each way the place of each text; 0 where it has none."""
    return {
        Way.TREE: tree,
        Way.PATH: series.paths(series.name)[series.owner],
        **_by_class(series),
        **_by_label(series, labels),
        Way.LINE: _by_line(series),
        Way.INNER: np.where(labels.is_inner, mix(labels.words) ^ series.name[series.above], _NONE),
    }


def _by_class(series: Series) -> dict[Way, Hashes]:
    near = series.nearest(series.above, series.is_marked)
    one = mix(series.names_up(series.above, near) ^ np.uint64(1)) ^ _kind(series, near)
    beyond = np.where(near >= 0, series.parent[near], -1)
    far = series.nearest(beyond, series.is_marked)
    two = mix(one) ^ mix(series.names_up(beyond, far)) ^ _kind(series, far)
    return {Way.CLASS: one, Way.CLASSES: two}


def _by_line(series: Series) -> Hashes:
    """The place of each line, at its first text."""
    places = np.zeros(len(series.texts), dtype=np.uint64)
    places[series.first[series.lines]] = mix(series.paths(series.kind)[series.lines])
    return places


def _kind(series: Series, things: Ints) -> Hashes:
    return np.where(things >= 0, series.kind[things], _NONE)


def _by_label(series: Series, labels: Labels) -> dict[Way, Hashes]:
    """Where texts stand that follow a label on their page."""
    before = last_labels(series, labels)[:-1]
    found = (before >= 0) & ~labels.is_label & (series.text_page[before] == series.text_page)
    texts = np.flatnonzero(found)
    label = before[texts]
    above = series.above[texts]
    meet = _meeting(series, above, label)
    words = mix(labels.words[label])
    there = mix(series.names_up(above, meet))
    back = mix(mix(series.names_up(series.above[label], meet)))
    is_solid = ~tags.is_in(_WRAPPERS, series.tag)
    solid = mix(series.names_up(series.nearest(above, is_solid), meet))
    return {
        Way.LABEL: _spread(found, words ^ there ^ back),
        Way.LABEL_ONLY: _spread(found, mix(words) ^ solid),
    }


def _spread(found: np.ndarray[tuple[int], np.dtype[np.bool_]], values: Hashes) -> Hashes:
    everywhere = np.zeros(len(found), dtype=np.uint64)
    everywhere[found] = values
    return everywhere


def _meeting(series: Series, above: Ints, label: Ints) -> Ints:
    """The innermost element that holds both a text, given the element above it, and its label."""
    meet = above.copy()
    going = np.arange(len(meet))
    while len(going):
        here = meet[going]
        apart = (series.first[here] > label[going]) | (series.last[here] <= label[going])
        going = going[apart]
        meet[going] = series.parent[meet[going]]
        going = going[meet[going] >= 0]
    return meet

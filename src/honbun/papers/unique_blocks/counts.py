"""Sparse count vectors of many pages: pruning those that can be like no other, comparing pairs exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from honbun.page import Mask, Rows
from honbun.papers.unique_blocks.cosine import SQUARED_DENOMINATOR, SQUARED_NUMERATOR, Whole, are_same

# The page of a vector that occurs on several.
MANY = -1

# Pairs compared in one go; bounds memory.
_PAIRS = 1 << 16
# Pruning goes on while it removes at least this share of the entries; the last few are cheaper to compare.
_WORTHWHILE = 0.01


@dataclass(frozen=True, eq=False)
class Vectors:
    """Distinct count vectors as columns of entries; vector i's are `first[i]:first[i + 1]`."""

    first: Whole
    feature: Whole
    """Ascending within a vector."""
    count: Whole
    norm: Whole
    """Squared length of each vector, including features that it has no entry of any more."""
    page: Rows
    """The page that each vector occurs on, or `MANY`."""
    id: Rows
    """A name that stays with a vector when others are left out."""

    def __len__(self) -> int:
        return len(self.norm)

    @cached_property
    def row(self) -> Whole:
        """The vector of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    def take(self, rows: npt.NDArray[Any]) -> Vectors:
        """Some of these vectors, in the order given."""
        length = np.diff(self.first)[rows]
        first = np.concatenate([[0], np.cumsum(length)])
        entries = np.repeat(self.first[rows] - first[:-1], length) + np.arange(first[-1])
        return Vectors(
            first, self.feature[entries], self.count[entries], self.norm[rows], self.page[rows], self.id[rows]
        )

    def where(self, mask: Mask) -> Vectors:
        """The same vectors, with only these of their entries."""
        kept = np.concatenate([[0], np.cumsum(mask)])
        return replace(self, first=kept[self.first], feature=self.feature[mask], count=self.count[mask])

    def features_from(self, feature: int) -> Vectors:
        """The same vectors, with only the features from this one on, which becomes 0."""
        cut = self.where(self.feature >= feature)
        return replace(cut, feature=cut.feature - feature)

    @cached_property
    def matrix(self) -> Any:
        """The counts as a scipy CSR array, vectors by features."""
        return sparse.csr_array((self.count, self.feature, self.first))


def prune(vectors: Vectors, found: Mask) -> Vectors:
    """The vectors that may have a partner or be one, in the features that may make them alike.

    A feature that occurs on one page only, or only in vectors whose partner is found (by id), adds nothing
    to a product that matters. With s the part of u in the other features, u·v <= |s|·|v|: if |s| <= 0.9·|u|,
    u is like nothing. Leaving u out takes pages from its features, so this repeats.
    """
    while True:
        entries = len(vectors.feature)
        is_open = ~found[vectors.id]
        vectors = vectors.where(is_useful(vectors.feature, vectors.page[vectors.row], is_open[vectors.row]))
        shared = np.bincount(vectors.row, weights=vectors.count.astype(np.float64) ** 2, minlength=len(vectors))
        may_match = SQUARED_DENOMINATOR * shared > SQUARED_NUMERATOR * vectors.norm
        vectors = vectors.take(np.flatnonzero(may_match))
        if len(vectors.feature) >= (1 - _WORTHWHILE) * entries:
            return vectors


def is_useful(feature: Whole, page: Rows, is_open: Mask) -> Mask:
    """Entries whose feature occurs on two pages and in a vector that still needs a partner."""
    size = int(feature.max(initial=0)) + 1
    lowest = np.full(size, np.iinfo(np.int32).max, dtype=np.int32)
    highest = np.full(size, np.iinfo(np.int32).min, dtype=np.int32)
    np.minimum.at(lowest, feature, page)
    np.maximum.at(highest, feature, page)
    is_asked = np.zeros(size, dtype=np.bool_)
    is_asked[feature[is_open]] = True
    return np.asarray(((lowest < highest) & is_asked)[feature])


def renumber(vectors: Vectors) -> Vectors:
    """The same vectors, their features numbered from the rarest, 0, to the most common."""
    named, which, frequency = np.unique(vectors.feature, return_inverse=True, return_counts=True)
    number = np.empty(len(named), dtype=np.int64)
    number[np.argsort(frequency, kind="stable")] = np.arange(len(named))
    feature = number[which]
    order = np.lexsort((feature, vectors.row))
    return replace(vectors, feature=feature[order], count=vectors.count[order])


def alike(vectors: Vectors, left: Whole, right: Whole) -> Rows:
    """Ids of both vectors of those of these pairs of rows that are the same block."""
    ids = [np.zeros(0, dtype=np.int32)]
    for start in range(0, len(left), _PAIRS):
        u, v = left[start : start + _PAIRS], right[start : start + _PAIRS]
        dot = vectors.matrix[u].multiply(vectors.matrix[v]).sum(axis=1)
        same = are_same(dot, vectors.norm[u], vectors.norm[v])
        ids += [vectors.id[u[same]], vectors.id[v[same]]]
    return np.concatenate(ids)

"""Sparse count vectors of many pages, and when two are the same: a cosine above 0.9, decided in integers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from honbun.page import Mask, Rows

Integers = npt.NDArray[np.int64]

# The paper's threshold. A fraction, for a cosine is above it if 100·dot² > 81·|u|²·|v|².
THRESHOLD = Fraction(9, 10)
# A cosine computed in floating point from exact dot products is off by less than 1e-13; within this distance of
# the threshold integers decide.
MAX_ERROR = 1e-9
# The page of a vector that occurs on several.
MANY = -1
# Pairs compared in one go; bounds memory.
_MAX_PAIRS = 1 << 16


def is_same(dot: int, norm: int, other_norm: int, threshold: Fraction = THRESHOLD) -> bool:
    """Whether vectors with this dot product and these squared lengths are the same block."""
    return threshold.denominator**2 * dot * dot > threshold.numerator**2 * norm * other_norm


def are_same(dot: Integers, norm: Integers, other_norm: Integers, threshold: Fraction = THRESHOLD) -> Mask:
    """The same for arrays of pairs. Integers of any size: counts of 20,000 would overflow 64 bits."""
    cosine = dot / np.sqrt(norm.astype(np.float64) * other_norm)
    same = cosine > float(threshold)
    for i in np.flatnonzero(np.abs(cosine - float(threshold)) < MAX_ERROR).tolist():
        same[i] = is_same(int(dot[i]), int(norm[i]), int(other_norm[i]), threshold)
    return same


@dataclass(frozen=True, eq=False)
class Vectors:
    """Distinct count vectors as columns of entries; vector i's are `first[i]:first[i + 1]`."""

    first: Integers
    feature: Integers
    """Ascending within a vector."""
    count: Integers
    norm: Integers
    """Squared length of each vector, including features that it has no entry of any more."""
    page: Rows
    """The page that each vector occurs on, or `MANY`."""
    id: Rows
    """A name that stays with a vector when others are left out."""
    threshold: Fraction = THRESHOLD
    """The cosine above which two are the same."""

    def __len__(self) -> int:
        return len(self.norm)

    @property
    def min_cosine(self) -> float:
        """What a cosine in floating point must be above for the two to be possibly the same."""
        return float(self.threshold) - MAX_ERROR

    @cached_property
    def row(self) -> Integers:
        """The vector of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    @cached_property
    def matrix(self) -> Any:
        """The counts as a scipy CSR array, vectors by features."""
        return sparse.csr_array((self.count, self.feature, self.first))

    @cached_property
    def cosine(self) -> npt.NDArray[np.float64]:
        """The cosine of each entry's vector with its feature: the entry of the unit vector."""
        return np.asarray(self.count / np.sqrt(self.norm[self.row]))

    def take(self, rows: npt.NDArray[Any]) -> Vectors:
        """Some of these vectors, in the order given."""
        length = np.diff(self.first)[rows]
        first = np.concatenate([[0], np.cumsum(length)])
        entries = np.repeat(self.first[rows] - first[:-1], length) + np.arange(first[-1])
        columns = (self.feature[entries], self.count[entries], self.norm[rows], self.page[rows], self.id[rows])
        return Vectors(first, *columns, self.threshold)

    def where(self, mask: Mask) -> Vectors:
        """The same vectors, with only these of their entries."""
        kept = np.concatenate([[0], np.cumsum(mask)])
        return replace(self, first=kept[self.first], feature=self.feature[mask], count=self.count[mask])

    def features_from(self, feature: int) -> Vectors:
        """The same vectors, with only the features from this one on, which becomes 0."""
        rest = self.where(self.feature >= feature)
        return replace(rest, feature=rest.feature - feature)

    def by_rarity(self) -> Vectors:
        """The same vectors, their features numbered from the rarest, 0, to the most common."""
        names, which, frequency = np.unique(self.feature, return_inverse=True, return_counts=True)
        number = np.empty(len(names), dtype=np.int64)
        number[np.argsort(frequency, kind="stable")] = np.arange(len(names))
        feature = number[which]
        order = np.lexsort((feature, self.row))
        return replace(self, feature=feature[order], count=self.count[order])

    def same_pairs(self, left: Integers, right: Integers) -> Rows:
        """Ids of both vectors of those of these pairs of rows that are the same block."""
        ids = [np.zeros(0, dtype=np.int32)]
        for start in range(0, len(left), _MAX_PAIRS):
            u, v = left[start : start + _MAX_PAIRS], right[start : start + _MAX_PAIRS]
            dot = self.matrix[u].multiply(self.matrix[v]).sum(axis=1)
            same = are_same(dot, self.norm[u], self.norm[v], self.threshold)
            ids += [self.id[u[same]], self.id[v[same]]]
        return np.concatenate(ids)

    def same_products(self, left: Integers, right: Integers) -> Rows:
        """Ids of both vectors of all pairs of one of `left` and one of `right` on two pages that are the same."""
        dot = (self.matrix[left] @ self.matrix[right].T).toarray()
        bound = self.min_cosine * np.sqrt(self.norm[left].astype(np.float64)[:, None] * self.norm[right])
        u, v = np.nonzero((dot > bound) & (self.page[left][:, None] != self.page[right]))
        same = are_same(dot[u, v], self.norm[left[u]], self.norm[right[v]], self.threshold)
        return np.concatenate([self.id[left[u[same]]], self.id[right[v[same]]]])

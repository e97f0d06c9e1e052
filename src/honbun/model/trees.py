"""Boosted trees as plain arrays, and their answer in numpy; the core holds and asks the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core import Grown, LoadedModel, load_trees

Floats = npt.NDArray[np.float32]

# Rows that are asked at once: trees times rows are held in memory.
_ROWS = 4096


class _Plan(NamedTuple):
    """Trees in the order in which they are asked: each question once, then the levels, the last one first."""

    column: npt.NDArray[np.intp]
    border: Floats
    levels: npt.NDArray[np.intp]
    """For each level and tree the number of the question."""
    first_leaf: npt.NDArray[np.intp]
    leaves: tuple[npt.NDArray[np.float64], ...]
    """For each class the leaves of all trees, one after the other."""


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees that ask the same question everywhere on a level, so that the answers of a row are a leaf's number.

    Tree t asks on level d whether column `column[t, d]` is above `border[t, d]`; yes counts 2**d. What the leaf of
    that number holds for class k is `leaf[t, number, k]`.
    """

    column: npt.NDArray[np.int32]
    border: Floats
    leaf: Floats
    bias: Floats

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process they go as plain arrays."""
        return Trees, (self.column, self.border, self.leaf, self.bias)

    def check(self) -> Trees:
        """These trees, once known to be well formed; else ValueError."""
        trees, depth = self.column.shape
        if self.border.shape != (trees, depth) or self.leaf.shape[:2] != (trees, 2**depth):
            raise ValueError("not valid Trees: arrays differ in shape")
        if self.leaf.ndim != 3 or self.bias.shape != self.leaf.shape[2:]:
            raise ValueError("not valid Trees: bias and leaves differ in the number of classes")
        if not all(np.all(np.isfinite(array)) for array in (self.border, self.leaf, self.bias)):
            raise ValueError("not valid Trees: a value is not finite")
        if np.any(self.column < 0):
            raise ValueError("not valid Trees: a column below 0")
        return self

    @cached_property
    def held(self) -> LoadedModel | None:
        """The same in the memory of the core; None if there is none, or it cannot use them."""
        columns = int(self.column.max(initial=0)) + 1
        return load_trees(Grown(columns, self.column, self.border, self.leaf, self.bias), None, None)

    @cached_property
    def plan(self) -> _Plan:
        """How they are asked fastest: many trees ask the same."""
        count, depth = self.column.shape
        asked = np.stack([self.column.T.ravel(), self.border.T.ravel()], axis=1).astype(np.float64)
        questions, which = np.unique(asked, axis=0, return_inverse=True)
        column, border = questions[:, 0].astype(np.intp), questions[:, 1:].astype(np.float32)
        leaves = self.leaf.reshape(count * 2**depth, len(self.bias)).astype(np.float64)
        first_leaf = np.arange(count)[:, None] * 2**depth
        levels = which.reshape(depth, count)[::-1]
        return _Plan(column, border, levels, first_leaf, tuple(np.ascontiguousarray(leaves.T)))


def scores(trees: Trees, values: Floats) -> Floats:
    """For each row of values its score in each class, before any link function."""
    if len(values) > _ROWS:
        return np.concatenate([scores(trees, values[at : at + _ROWS]) for at in range(0, len(values), _ROWS)])
    plan = trees.plan
    # `take` does what an index does, in less time.
    answers = (values.T.take(plan.column, axis=0) > plan.border).view(np.uint8)
    # Numbers of leaves fit into bytes up to a depth of eight, and the fewer bytes, the faster.
    number = np.zeros((len(plan.first_leaf), len(values)), np.uint8 if len(plan.levels) <= 8 else np.uint32)
    for level in plan.levels:
        number += number
        number += answers.take(level, axis=0)
    leaf = number + plan.first_leaf
    sums = [column.take(leaf).sum(axis=0) for column in plan.leaves]
    return np.asarray(np.stack(sums, axis=1) + trees.bias, dtype=np.float32)


def probabilities(score: Floats) -> Floats:
    """Scores of one class as probabilities."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30, 30))), dtype=np.float32)

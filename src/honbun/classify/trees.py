"""Boosted trees as plain arrays, and their answer in numpy. A compiled form could replace `scores` alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


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


def scores(trees: Trees, values: Floats) -> Floats:
    """For each row of values its score in each class, before any link function."""
    count, depth = trees.column.shape
    rows = np.ascontiguousarray(values.T)[trees.column.ravel()]
    answers = (rows > trees.border.reshape(-1, 1)).reshape(count, depth, len(values))
    number = np.zeros((count, answers.shape[2]), dtype=np.uint16)
    for level in range(depth):
        number |= answers[:, level] * np.uint16(1 << level)
    number = number + (np.arange(count) * 2**depth)[:, None]
    leaves = trees.leaf.reshape(count * 2**depth, len(trees.bias))
    sums = [column[number].sum(axis=0, dtype=np.float64) for column in leaves.T]
    return np.asarray(np.stack(sums, axis=1) + trees.bias, dtype=np.float32)


def probabilities(score: Floats) -> Floats:
    """Scores of one class as probabilities."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30, 30))), dtype=np.float32)

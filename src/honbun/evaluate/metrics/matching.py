"""One-to-one matching of what was found with what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from honbun.evaluate.metrics.words import Bag

Matrix = npt.NDArray[np.float64]


def best_pairs(weights: Matrix) -> list[tuple[int, int]]:
    """The pairs (row, column) of the one-to-one assignment with the largest sum, those of weight 0 left out."""
    if not weights.size:
        return []
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return [(int(i), int(j)) for i, j in zip(rows, columns, strict=True) if weights[i, j] > 0]


def most_pairs(scores: Matrix, at_least: float) -> list[tuple[int, int]]:
    """As many pairs as possible with at least this score, and of those the best."""
    # With less than 1 / n for the scores themselves, no sum of scores outweighs a pair.
    largest = max(scores.shape, default=0) or 1
    return best_pairs(np.where(scores >= at_least, 1 + scores / (2 * largest), 0.0))


def common_tokens(rows: Sequence[Bag], columns: Sequence[Bag]) -> Matrix:
    """How many tokens each row has in common with each column."""
    return np.array([[(row & column).total() for column in columns] for row in rows], np.float64).reshape(
        len(rows), len(columns)
    )


def sizes(bags: Sequence[Bag]) -> Matrix:
    """How many tokens each bag has."""
    return np.array([bag.total() for bag in bags], np.float64)


def token_f1(rows: Sequence[Bag], columns: Sequence[Bag], common: Matrix) -> Matrix:
    """The token F1 of each row with each column; two without tokens agree."""
    total = sizes(rows)[:, None] + sizes(columns)[None, :]
    return np.divide(2 * common, total, out=np.ones_like(total), where=total > 0)

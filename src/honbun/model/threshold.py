"""Which blocks to keep, given how likely each is content: one choice for the whole page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.page import Mask

Floats = npt.NDArray[np.floating]
Sums = npt.NDArray[np.float64]

# How much recall counts against precision: beta of the F measure that is expected.
BALANCE = {"precision": 0.5, None: 1.0, "recall": 2.0}
# The thresholds that are tried.
_THRESHOLDS = (np.arange(100) + 0.5) / 100
# Like blocks of a page are content together or not at all: of a hundred teasers at .4 not forty are. How much that
# counts against each block being so by itself (sources left out, mean of ten, on blocks: 0 has .9455, .5 .9495,
# .65 .9504, .75 .9506, 1 .9511; wcxb-dev in folds .870, .869, .869, .869, .867).
_TOGETHER = 0.75
# Below this expected F1 the page has no main text that could be told from the rest: an empty answer is more often
# right than any other (wcxb-dev, cross-validated: both such pages have an empty reference).
NOTHING = 0.2


@dataclass(frozen=True, eq=False)
class Threshold:
    """The blocks to keep, the F1 that is expected of them, and the probability from which on they are kept."""

    keep: Mask
    expected: float
    value: float


def choose_threshold(probability: Floats, words: Floats, beta: float = 1.0) -> Threshold:
    """The blocks from the threshold on that gives the highest expected F measure in words."""
    n = len(probability)
    if not n or not float(np.sum(words)):
        return Threshold(np.zeros(n, dtype=np.bool_), 0.0, 1.0)
    kept, likely = (_from_each(probability, values) for values in (words, probability * words))
    expected = _expected(kept[1:], likely[1:], np.minimum.outer(kept, kept)[1:, 1:], kept, likely, beta)
    # The highest of those that keep the same words, so that no block without words is kept by chance.
    value = float(_THRESHOLDS[np.flatnonzero(expected == expected.max())[-1]])
    keep = probability >= value
    return Threshold(keep, expected_f1(probability, words, keep), value)


def expected_f1(probability: Floats, words: Floats, keep: Mask) -> float:
    """The F1 in words that is expected of keeping these blocks."""
    content, likely = (_from_each(probability, values) for values in (words, probability * words))
    kept, right = (_from_each(probability, np.where(keep, values, 0)) for values in (words, probability * words))
    return float(_expected(kept[:1], right[:1], kept[1:, None], content, likely, 1.0)[0])


def _from_each(probability: Floats, values: Floats) -> Sums:
    """The sum of a value over all blocks, and over those that are at least as likely as each threshold says."""
    reached = np.searchsorted(_THRESHOLDS, probability, side="right")
    sums = np.bincount(reached, values, minlength=len(_THRESHOLDS) + 1)
    return np.cumsum(sums[::-1], dtype=np.float64)[::-1]


def _expected(kept: Sums, right: Sums, shared: Sums, content: Sums, likely: Sums, beta: float) -> Sums:
    """The F measure that is expected of keeping so many words, of which so many are likely content.

    With S the words kept and T the words of content it is (1 + beta²)·|S∩T| / (|S| + beta²·|T|). If each block is
    content or not whatever the others are, that is about the same of the expected |S∩T| and |T|. If they are so
    together, T is what is above a threshold that nobody knows: `shared` and `content` are |S∩T| and |T| for each.
    """
    weight = beta**2
    apart = (1 + weight) * right / np.maximum(kept + weight * likely[0], 1e-9)
    together = (1 + weight) * shared / np.maximum(kept + weight * content[1:, None], 1e-9)
    # Summed row after row: in the order in which the core does.
    return np.asarray((1 - _TOGETHER) * apart + _TOGETHER * (together.sum(axis=0) / len(_THRESHOLDS)))


def rescaled(probability: Floats, cut: float) -> npt.NDArray[np.float32]:
    """The probabilities, stretched so that the cut comes to lie at one half."""
    probability = probability.astype(np.float64)
    above = 0.5 + 0.5 * (probability - cut) / max(1 - cut, 1e-9)
    below = 0.499 * probability / max(cut, 1e-9)
    return np.where(probability >= cut, above, below).astype(np.float32)

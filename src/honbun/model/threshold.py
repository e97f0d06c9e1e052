"""Which blocks to keep, given how likely each is content: one choice for the whole page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.page import Mask

Floats = npt.NDArray[np.floating]

# How much recall counts against precision: beta of the F measure that is expected.
BALANCE = {"precision": 0.5, None: 1.0, "recall": 2.0}
# Below this expected F1 the page has no main text that could be told from the rest: an empty answer is more often
# right than any other (wcxb-dev, cross-validated: both such pages have an empty reference).
NOTHING = 0.2
# So few words, and so small a share of the page's, are no main text: what a page shows that is filled in by a
# script, the reference of which is empty (wcxb-dev: all four such pages, .003 of the mean F1).
_FEW_WORDS = 12
_SMALL_SHARE = 0.25


@dataclass(frozen=True, eq=False)
class Threshold:
    """The blocks to keep, the F1 that is expected of them, and the probability from which on they are kept."""

    keep: Mask
    expected: float
    value: float


def choose_threshold(probability: Floats, words: Floats, beta: float = 1.0) -> Threshold:
    """The most likely blocks, as many of them as give the highest expected F measure in words.

    With S the words kept, T the words of content, and p the probabilities, F1 = 2·|S∩T| / (|S| + |T|) is about
    2·Σ_kept p·n / (Σ_kept n + Σ_all p·n), which is largest for some prefix of the blocks sorted by p.
    """
    n = len(probability)
    if not n or not float(np.sum(words)):
        return Threshold(np.zeros(n, dtype=np.bool_), 0.0, 1.0)
    order = np.argsort(-probability, kind="stable")
    likely = np.cumsum((probability * words)[order], dtype=np.float64)
    taken = np.cumsum(words[order], dtype=np.float64)
    expected = (1 + beta**2) * likely / np.maximum(taken + beta**2 * likely[-1], 1e-9)
    best = int(np.argmax(expected))
    keep = np.zeros(n, dtype=np.bool_)
    keep[order[: best + 1]] = True
    f1 = 2 * likely[best] / max(taken[best] + likely[-1], 1e-9)
    return Threshold(keep, float(f1), float(probability[order[best]]))


def expected_f1(probability: Floats, words: Floats, keep: Mask) -> float:
    """The F1 in words that is expected of keeping these blocks."""
    likely = (probability * words).astype(np.float64)
    return float(2 * likely[keep].sum() / max(float(words[keep].sum()) + likely.sum(), 1e-9))


def is_worth_keeping(chosen: Threshold, words: Floats) -> bool:
    """Whether what is kept is likely and large enough to be the main text of a page."""
    kept, whole = float(np.sum(words[chosen.keep])), float(np.sum(words))
    return chosen.expected >= NOTHING and (kept >= _FEW_WORDS or kept >= _SMALL_SHARE * whole)


def rescaled(probability: Floats, cut: float) -> npt.NDArray[np.float32]:
    """The probabilities, stretched so that the cut comes to lie at one half."""
    probability = probability.astype(np.float64)
    above = 0.5 + 0.5 * (probability - cut) / max(1 - cut, 1e-9)
    below = 0.499 * probability / max(cut, 1e-9)
    return np.where(probability >= cut, above, below).astype(np.float32)

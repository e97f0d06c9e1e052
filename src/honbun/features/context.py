"""What a first look at a page says of each block: how likely is the text around it, where does most of it lie."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.features.containers import LEVELS, ancestors, nearness_features
from honbun.features.outline import Columns, Outline, running

Floats = npt.NDArray[np.floating]

# Logits that blocks are compared with: so much of what is likely main text has at most that logit.
_QUANTILES = {"low": 0.25, "middle": 0.5, "high": 0.75}
# The core of a page is the smallest element that holds this share of the words that are likely main text.
_CORES = {"core": 0.5, "wide_core": 0.8}
_SIDE = 2  # blocks before and after whose logits are looked at one by one
_WIDTHS = (3, 8)  # blocks on either side that are looked at together
_OUTSIDE = -8.0  # the logit of what is beyond the ends of the page
_FAR = 9999.0
# A block is among the likely ones if its logit is at most so much below the middle one.
_NEAR_MIDDLE = 1.0


def context_features(outline: Outline, logit: Floats, words: Floats) -> Columns:
    """What the logits of all blocks say of each, given how many words each has."""
    words = np.maximum(np.asarray(words, dtype=np.float64), 0.5)
    likely = words / (1 + np.exp(-np.clip(logit, -30.0, 30.0)))
    sums, word_sums = running(likely), running(words)
    total = max(float(sums[-1]), 1e-6)
    columns: Columns = {"logit": logit, **_page(logit, likely, words)}
    rows = ancestors(outline)
    first, last = outline.first[rows], outline.last[rows]
    held = sums[last] - sums[first]
    mean = held / np.maximum(word_sums[last] - word_sums[first], 0.5)
    for i, level in enumerate(LEVELS):
        columns |= {f"likely_share{level}": held[i] / total, f"likely_mean{level}": mean[i]}
    columns |= _core(outline, sums, word_sums)
    columns |= _around(logit, sums, word_sums)
    columns |= {"likely_before": sums[:-1] / total, "likely_after": 1 - sums[1:] / total}
    _, which = np.unique(outline.path[outline.blocks.owner], return_inverse=True)
    of_path = np.bincount(which, likely)
    columns |= {"likely_path": (of_path / np.bincount(which, words))[which], "path_share": of_path[which] / total}
    return columns | _distances(logit >= columns["logit_middle"] - _NEAR_MIDDLE, word_sums)


def _page(logit: Floats, likely: Floats, words: Floats) -> Columns:
    """The page as a whole, and how far each block is from its likely ones."""
    n, total = len(logit), max(float(likely.sum()), 1e-6)
    order = np.argsort(logit, kind="stable")
    reached = np.cumsum(likely[order]) / total
    columns: Columns = {}
    for name, share in _QUANTILES.items():
        value = float(logit[order[min(int(np.searchsorted(reached, share)), n - 1)]])
        columns |= {f"logit_{name}": np.full(n, value), f"above_{name}": logit - value}
    best_first = order[::-1]
    expected = 2 * np.cumsum(likely[best_first]) / (np.cumsum(words[best_first]) + total)
    whole = {"likely_words": np.log1p(total), "likely_part": total / words.sum(), "expected": expected.max()}
    return columns | {name: np.full(n, value) for name, value in whole.items()}


def _core(outline: Outline, sums: Floats, word_sums: Floats) -> Columns:
    """Whether a block lies where most of the likely text is, and how far away."""
    first, last = outline.first, outline.last
    held = sums[last] - sums[first]
    index = np.arange(len(outline.blocks))
    columns: Columns = {}
    for name, share in _CORES.items():
        rows = np.flatnonzero(held >= share * held[0])
        row = int(rows[np.argmax(outline.page.depth[rows])])
        near = nearness_features(outline, row)
        mean = held[row] / max(word_sums[last[row]] - word_sums[first[row]], 0.5)
        columns |= {
            f"in_{name}": near["in_container"],
            f"to_{name}": near["to_container"],
            f"{name}_mean": np.full(len(index), mean),
            f"{name}_position": (index - first[row]) / max(int(last[row] - first[row]), 1),
        }
    return columns


def _around(logit: Floats, sums: Floats, word_sums: Floats) -> Columns:
    """The logits of the neighbours, and how likely the text of a window is."""
    n = len(logit)
    framed = np.full(n + 2 * _SIDE, _OUTSIDE)
    framed[_SIDE : n + _SIDE] = logit
    steps = [step for step in range(-_SIDE, _SIDE + 1) if step]
    columns: Columns = {f"logit{step:+d}": framed[_SIDE + step : _SIDE + step + n] for step in steps}
    index = np.arange(n)
    for width in _WIDTHS:
        low, high = np.maximum(index - width, 0), np.minimum(index + width + 1, n)
        columns[f"likely_window{width}"] = (sums[high] - sums[low]) / (word_sums[high] - word_sums[low])
    return columns


def _distances(is_likely: npt.NDArray[np.bool_], word_sums: Floats) -> Columns:
    """The words between a block and the likely blocks before and after it."""
    n = len(is_likely)
    index = np.arange(n)
    before = np.maximum.accumulate(np.where(is_likely, index, -1))
    after = np.minimum.accumulate(np.where(is_likely, index, n)[::-1])[::-1]
    return {
        "since_likely": np.where(before >= 0, word_sums[:-1] - word_sums[np.maximum(before, 0)], _FAR),
        "until_likely": np.where(after < n, word_sums[np.minimum(after, n - 1)] - word_sums[:-1], _FAR),
    }

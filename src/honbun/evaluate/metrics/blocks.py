"""Blocks kept against blocks to keep, as the papers on boilerplate removal count them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from honbun.evaluate.metrics.words import Scores
from honbun.page import Labels


def block_scores(found: Labels | Sequence[bool], wanted: Labels | Sequence[bool]) -> Scores:
    """Precision, recall and F1 over the blocks of a page, and whether every block is right.

    Where nothing is kept and nothing is to be kept, all are 1. ValueError if the numbers of blocks differ.
    """
    kept, gold = _mask(found), _mask(wanted)
    if kept.shape != gold.shape:
        raise ValueError(f"{len(kept)} blocks against {len(gold)}")
    correct, predicted, right = int((kept & gold).sum()), int(kept.sum()), int(gold.sum())
    empty = float(not predicted and not right)
    return {
        "correct": correct,
        "predicted": predicted,
        "gold": right,
        "precision": correct / predicted if predicted else empty,
        "recall": correct / right if right else empty,
        "f1": 2 * correct / (predicted + right) if predicted + right else empty,
        "perfect": int(bool((kept == gold).all())),
    }


def _mask(labels: Labels | Sequence[bool]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.asarray(labels.is_content if isinstance(labels, Labels) else labels, np.bool_)

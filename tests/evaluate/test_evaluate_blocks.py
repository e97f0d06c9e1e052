from __future__ import annotations

import numpy as np
import pytest

from honbun.evaluate.metrics.blocks import block_scores
from honbun.page import Labels


def test_counts() -> None:
    scores = block_scores([True, True, False, True], [True, False, True, True])
    assert (scores["correct"], scores["predicted"], scores["gold"]) == (2, 3, 3)
    assert scores["precision"] == scores["recall"] == scores["f1"] == pytest.approx(2 / 3)
    assert scores["perfect"] == 0


def test_labels_are_masks() -> None:
    labels = Labels(np.array([0.9, 0.2], np.float32), np.zeros(2, np.uint32))
    assert block_scores(labels, [True, False])["perfect"] == 1


def test_nothing_kept() -> None:
    assert block_scores([False], [True])["f1"] == 0
    assert block_scores([True], [False])["recall"] == 0
    assert block_scores([False], [False])["f1"] == 1
    assert block_scores([], [])["perfect"] == 1


def test_different_blocks_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="2 blocks against 1"):
        block_scores([True, False], [True])

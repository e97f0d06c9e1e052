"""Labels: one score per block, and the evidence by name."""

import numpy as np
import pytest

from honbun.page.labels import Labels


def labels(score, evidence, names=("is_long", "is_link")):
    return Labels(np.array(score, dtype=np.float32), np.array(evidence, dtype=np.uint32), names)


def test_labels_made_by_hand_are_valid():
    found = labels([0, 0.5, 1], [0, 1, 3]).check()
    assert len(found) == 3
    assert found.is_content.tolist() == [False, True, True]


def test_no_labels_are_valid():
    assert len(labels([], [], ()).check()) == 0


def test_evidence_is_told_by_name():
    found = labels([0, 0, 0, 0], [0, 1, 2, 3]).check()
    told = [found.evidence_of(i) for i in range(4)]
    assert told == [[], ["is_long"], ["is_link"], ["is_long", "is_link"]]


def test_the_last_of_32_names_has_a_bit():
    names = tuple(f"e{k}" for k in range(32))
    assert labels([1], [2**31], names).check().evidence_of(0) == ["e31"]


@pytest.mark.parametrize(
    ("score", "evidence", "names"),
    [
        ([0.5, 0.5], [0], ()),
        ([[0.5]], [[0]], ()),
        ([-0.01], [0], ()),
        ([1.01], [0], ()),
        ([np.nan], [0], ()),
        ([np.inf], [0], ()),
        ([0.5], [1], ()),
        ([0.5, 0.5], [1, 4], ("a", "b")),
    ],
)
def test_check_catches(score, evidence, names):
    with pytest.raises(ValueError, match="not valid Labels"):
        labels(score, evidence, names).check()

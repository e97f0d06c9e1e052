"""Words and blocks against their gold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.words import block_scores, tokens, word_scores, words
from honbun.page import Labels


def test_words_are_counted_with_their_copies() -> None:
    # found: a a b c (4), wanted: a b b d (4); common: a b (2)
    scores = word_scores(Answer("A a, b! c"), Gold("a b b d"))
    assert scores == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "f1_by_character": 0.5}


def test_precision_and_recall_differ() -> None:
    scores = word_scores(Answer("one two three four"), Gold("one"))
    assert (scores["precision"], scores["recall"], scores["f1"]) == (0.25, 1.0, pytest.approx(0.4))


@pytest.mark.parametrize(("found", "wanted", "f1"), [("", "", 1), ("x", "", 0), ("", "x", 0), ("!?", "…", 1)])
def test_empty_texts(found: str, wanted: str, f1: float) -> None:
    assert word_scores(Answer(found), Gold(wanted))["f1"] == f1


def test_scripts_without_spaces_are_cut_into_characters() -> None:
    assert words("本文を読む ok") == ["本文を読む", "ok"]
    assert tokens("本文を読む ok") == ["本", "文", "を", "読", "む", "ok"]
    scores = word_scores(Answer("本文を読"), Gold("本文を読む"))
    assert scores["f1"] == 0
    assert scores["f1_by_character"] == pytest.approx(8 / 9)


def test_snippets() -> None:
    scores = word_scores(
        Answer("The Quick fox"), Gold("x", with_=("quick FOX", "dog"), without=("cookie", "menu"))
    )
    assert (scores["with"], scores["without"]) == (0.5, 0.0)


@given(st.text(), st.text())
def test_scores_are_symmetric_and_between_0_and_1(one: str, other: str) -> None:
    there, back = word_scores(Answer(one), Gold(other)), word_scores(Answer(other), Gold(one))
    assert there["f1"] == back["f1"]
    assert there["precision"] == back["recall"]
    assert all(0 <= value <= 1 for value in there.values())
    assert word_scores(Answer(one), Gold(one))["f1"] == 1


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

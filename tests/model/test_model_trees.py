"""Trees as arrays against trees as loops, and the one decision for the page against all others."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.model.threshold import BALANCE, choose_threshold, rescaled
from honbun.model.trees import Trees, probabilities, scores


def random_trees(seed: int, count: int = 5, depth: int = 3, classes: int = 1, columns: int = 4) -> Trees:
    chance = np.random.default_rng(seed)
    return Trees(
        chance.integers(0, columns, (count, depth)).astype(np.int32),
        chance.normal(size=(count, depth)).astype(np.float32),
        chance.normal(size=(count, 2**depth, classes)).astype(np.float32),
        chance.normal(size=classes).astype(np.float32),
    ).check()


@given(st.integers(0, 1000), st.integers(1, 3), st.integers(0, 6), st.sampled_from([1, 3, 9]))
def test_scores_are_those_of_a_plain_walk(seed: int, classes: int, rows: int, depth: int) -> None:
    trees = random_trees(seed, classes=classes, depth=depth)
    values = np.random.default_rng(seed + 1).normal(size=(rows, 4)).astype(np.float32)
    expected = np.zeros((rows, classes))
    for i, row in enumerate(values):
        expected[i] = trees.bias
        for column, border, leaf in zip(trees.column, trees.border, trees.leaf, strict=True):
            number = sum(2**d for d in range(len(column)) if row[column[d]] > border[d])
            expected[i] += leaf[number]
    assert np.allclose(scores(trees, values), expected, atol=1e-5)


def test_broken_trees_are_refused() -> None:
    trees = random_trees(0)
    for broken in (
        Trees(trees.column, trees.border[:-1], trees.leaf, trees.bias),
        Trees(trees.column - 9, trees.border, trees.leaf, trees.bias),
        Trees(trees.column, trees.border * np.float32(np.nan), trees.leaf, trees.bias),
        Trees(trees.column, trees.border, trees.leaf, np.zeros(3, dtype=np.float32)),
    ):
        with pytest.raises(ValueError, match="not valid Trees"):
            broken.check()


def test_probabilities_stay_between_0_and_1() -> None:
    assert probabilities(np.array([-1e9, 0, 1e9], dtype=np.float32)).tolist() == pytest.approx([0, 0.5, 1])


runs = st.lists(st.tuples(st.floats(0.01, 0.99), st.integers(0, 50)), min_size=1, max_size=8)


THRESHOLDS = [(number + 0.5) / 100 for number in range(100)]


def f_measure(kept: float, shared: float, content: float, beta: float) -> float:
    return (1 + beta**2) * shared / max(kept + beta**2 * content, 1e-9)


def expected_of(pairs: list[tuple[float, int]], beta: float) -> list[float]:
    """For each threshold: a quarter as if every block were content by itself, the rest as if all were together."""
    at_least = [sum(n for p, n in pairs if p >= cut) for cut in THRESHOLDS]
    likely = [sum(p * n for p, n in pairs if p >= cut) for cut in THRESHOLDS]
    found = []
    for kept, right in zip(at_least, likely, strict=True):
        apart = f_measure(kept, right, sum(p * n for p, n in pairs), beta)
        together = sum(f_measure(kept, min(kept, content), content, beta) for content in at_least) / 100
        found.append(0.25 * apart + 0.75 * together)
    return found


@given(runs, st.sampled_from(sorted(BALANCE.values())))
def test_no_threshold_is_expected_to_be_better(pairs: list[tuple[float, int]], beta: float) -> None:
    probability = np.array([p for p, _ in pairs])
    words = np.array([n for _, n in pairs], dtype=np.float64)
    chosen = choose_threshold(probability, words, beta)
    if not words.sum():
        assert not chosen.keep.any()
        return
    number = THRESHOLDS.index(chosen.value)
    expected = expected_of(pairs, beta)
    assert expected[number] == pytest.approx(max(expected))
    assert chosen.expected == pytest.approx(expected_of(pairs, 1.0)[number])
    assert chosen.keep.tolist() == [p >= chosen.value for p, _ in pairs]


def test_many_like_blocks_that_are_unlikely_do_not_outweigh_the_sure_ones() -> None:
    probability, words = np.array([0.97] * 10 + [0.4] * 30), np.full(40, 40.0)
    assert choose_threshold(probability, words).keep.tolist() == [True] * 10 + [False] * 30


def test_a_block_without_words_is_kept_only_above_the_least_likely_that_has_some() -> None:
    chosen = choose_threshold(np.array([0.9, 0.8, 0.85, 0.6]), np.array([50.0, 50.0, 0.0, 0.0]))
    assert chosen.keep.tolist() == [True, True, True, False]


def test_recall_keeps_more_than_precision() -> None:
    probability, words = np.array([0.9, 0.6, 0.4, 0.2, 0.05]), np.full(5, 10.0)
    kept = [
        int(choose_threshold(probability, words, BALANCE[favour]).keep.sum())
        for favour in ("precision", None, "recall")
    ]
    assert kept == sorted(kept)
    assert kept[0] < kept[2]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.floats(0, 1))
def test_the_cut_comes_to_lie_at_one_half(values: list[float], cut: float) -> None:
    probability = np.array(values)
    score = rescaled(probability, cut)
    order = np.argsort(probability, kind="stable")
    assert np.all(np.diff(score[order]) >= -1e-6)
    assert np.all((score >= 0) & (score <= 1))
    if 1e-6 < cut < 1 - 1e-6:
        assert np.array_equal(score >= 0.5, probability >= cut)

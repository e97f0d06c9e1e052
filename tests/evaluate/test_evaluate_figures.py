from __future__ import annotations

import json
import math
from typing import Any

import pytest

from honbun.evaluate.cases import TASKS, Answer, Gold, GoldPost
from honbun.evaluate.figures import Figure, figures_of_task, summarise, summarise_by
from honbun.evaluate.metrics import score

MEAN = Figure("f1", "mean", ("f1",), "")
MICRO = Figure("f1", "f1", ("correct", "predicted", "gold"), "")


def page(site: str = "s", **scores: float) -> dict[str, Any]:
    return {"set": "x", "site": site, "page_type": site, "scores": scores}


def test_mean_is_over_the_pages_that_have_the_score() -> None:
    estimate = summarise([page(f1=1), page(f1=0.5), page(other=0)], MEAN)
    assert (estimate.value, estimate.pages) == (0.75, 2)
    assert 0.5 <= estimate.low <= 0.75 <= estimate.high <= 1


def test_micro_figures_are_of_sums() -> None:
    results = [page(correct=1, predicted=1, gold=1), page(correct=0, predicted=4, gold=2)]
    assert summarise(results, MICRO).value == pytest.approx(2 / 8)
    assert summarise(results, Figure("p", "precision", MICRO.keys, "")).value == pytest.approx(1 / 5)
    assert summarise(results, Figure("r", "recall", MICRO.keys, "")).value == pytest.approx(1 / 3)
    assert summarise(results, Figure("q", "ratio", ("gold", "predicted"), "")).value == pytest.approx(3 / 5)


def test_mean_of_sites() -> None:
    results = [page("a", f1=1), page("a", f1=1), page("a", f1=1), page("b", f1=0)]
    assert summarise(results, MEAN).value == 0.75
    assert summarise(results, Figure("f1", "mean", ("f1",), "", by_site=True)).value == 0.5
    micro = Figure("f1", "f1", MICRO.keys, "", by_site=True)
    counts = [
        page("a", correct=9, predicted=9, gold=9),
        page("b", correct=0, predicted=1, gold=1),
        page("c", f1=1),
    ]
    assert summarise(counts, micro).value == 0.5


def test_nothing_to_summarise() -> None:
    for results in ([], [page(other=1)]):
        estimate = summarise(results, MEAN)
        assert estimate.pages == 0
        assert math.isnan(estimate.value)
    empty = [page(correct=0, predicted=0, gold=0)]
    for by_site in (False, True):
        estimate = summarise(empty, Figure("f1", "f1", MICRO.keys, "", by_site=by_site))
        assert math.isnan(estimate.value)
        assert math.isnan(estimate.low)


def test_interval_is_the_same_each_time_and_about_right() -> None:
    results = [page(f"s{i}", f1=i % 2) for i in range(400)]
    estimate = summarise(results, MEAN)
    assert estimate == summarise(results, MEAN)
    # A mean of 400 coins has a standard error of .025.
    assert estimate.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.006)
    assert estimate.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.006)


def test_pages_of_one_site_are_not_independent() -> None:
    alike = [page(f"s{i % 20}", f1=i % 20 % 2) for i in range(400)]
    apart = [page(f"s{i}", f1=i % 2) for i in range(400)]
    wide, narrow = summarise(alike, MEAN), summarise(apart, MEAN)
    assert wide.high - wide.low > 3 * (narrow.high - narrow.low)


def test_by_a_key() -> None:
    groups = summarise_by([page("b", f1=1), page("a", f1=0), page("b", f1=0)], MEAN, "page_type")
    assert [(name, estimate.value, estimate.pages) for name, estimate in groups.items()] == [
        ("a", 0, 1),
        ("b", 0.5, 2),
    ]
    assert list(summarise_by([page("b", f1=1)], MEAN, "site")) == ["x/b"]
    assert list(summarise_by([page("b", f1=1)], MEAN, "language")) == [""]


def test_figures_are_made_of_scores_that_exist() -> None:
    gold = Gold("t " * 9, ("c " * 9,), True, (GoldPost("p"),), {"f": ("v",)}, ({"c0": "v"},), ("t",), ("u",))
    without_comments = Gold("t", ())
    for task in TASKS:
        scores = score(task, Answer(), gold) | score(task, Answer(), without_comments)
        json.dumps(scores)
        for figure in figures_of_task(task):
            assert set(figure.check().keys) <= scores.keys()
            assert figure.about
        assert len({figure.name for figure in figures_of_task(task)}) == len(figures_of_task(task))

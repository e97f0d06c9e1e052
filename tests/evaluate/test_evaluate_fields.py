from __future__ import annotations

import pytest

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.fields import field_scores

Pages = list[dict[str, tuple[str, ...]]]


def scores_of(found: Pages, wanted: Pages) -> dict[str, float]:
    return field_scores([Answer(fields=page) for page in found], [Gold(fields=page) for page in wanted])


def test_columns_are_assigned_by_their_values() -> None:
    wanted: Pages = [{"title": ("T1",), "price": ("$1",)}, {"title": ("T2",), "price": ("$2",)}]
    found: Pages = [{"x": ("$1",), "y": ("T1",), "z": ("menu",)}, {"x": ("$2",), "y": ("T\n 2",), "z": ("menu",)}]
    scores = scores_of(found, wanted)
    # title: one of two values right of two found: F1 .5; price: 1
    assert scores["f1/title"] == 0.5
    assert scores["f1/price"] == 1
    assert scores["f1"] == 0.75
    assert (scores["columns"], scores["attributes"]) == (3, 2)
    assert (scores["cells"], scores["cells_right"]) == (4, 3)


def test_one_column_serves_one_attribute() -> None:
    wanted: Pages = [{"name": ("A",), "title": ("A",)}]
    assert scores_of([{"x": ("A",)}], wanted)["f1"] == 0.5


def test_the_best_assignment_is_not_the_greedy_one() -> None:
    # x has both values of a and one of b; y has one of a. Best: y for a (2/3) and x for b (2/3)
    wanted: Pages = [{"a": ("1", "2"), "b": ("1",)}]
    scores = scores_of([{"x": ("1", "2"), "y": ("2",)}], wanted)
    assert scores["f1"] == pytest.approx(2 / 3)


def test_missing_values() -> None:
    wanted: Pages = [{"a": ("1",), "b": ()}, {"a": (), "b": ()}]
    found: Pages = [{"x": ("1",)}, {"x": ("9",)}]
    scores = scores_of(found, wanted)
    # b has no value anywhere and does not count; x is right once and invents once: P 1/2, R 1
    assert scores["attributes"] == 1
    assert scores["f1"] == pytest.approx(2 / 3)
    assert (scores["cells"], scores["cells_right"]) == (2, 1)


def test_lists_count_value_by_value() -> None:
    scores = scores_of([{"x": ("flour", "salt")}], [{"ingredients": ("flour", "salt", "water")}])
    assert scores["f1"] == pytest.approx(4 / 5)
    assert scores["cells_right"] == 0


def test_a_value_that_the_page_shows_twice_is_one_value() -> None:
    scores = scores_of([{"x": ("A", " A")}], [{"a": ("A",)}])
    assert (scores["f1"], scores["cells_right"]) == (1, 1)


def test_nothing_found_and_nothing_wanted() -> None:
    assert scores_of([{}], [{"a": ("1",)}])["f1"] == 0
    assert "f1" not in scores_of([{"x": ("1",)}], [{}])
    assert scores_of([{"x": ("",)}], [{}])["columns"] == 0

"""Fields of a series of pages, and records of a list."""

from __future__ import annotations

import pytest

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.tables import field_scores, record_scores

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


def record_scores_of(found: list[tuple[str, ...]], wanted: list[dict[str, str]]) -> dict[str, float]:
    return record_scores(Answer(records=tuple(found)), Gold(records=tuple(wanted)))


BOOKS = [{"c0": "Book one", "c1": "$1"}, {"c0": "Book two", "c1": "$2"}]


def test_right_records_and_cells() -> None:
    scores = record_scores_of([("$1", "Book one"), ("$2", "Book two")], BOOKS)
    assert (scores["correct"], scores["f1"], scores["count_right"]) == (2, 1, 1)
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (4, 4, 4)


def test_how_a_record_is_cut_matters_to_cells_only() -> None:
    scores = record_scores_of([("Book one $1",), ("Book two $2",)], BOOKS)
    assert scores["correct"] == 2
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (0, 0, 4)


def test_junk_columns_cost_nothing_but_wrong_cells_do() -> None:
    found = [("Book one", "buy", "$1"), ("Book two", "buy", "$ 2")]
    scores = record_scores_of(found, BOOKS)
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (3, 4, 4)


def test_a_cell_in_the_wrong_column_is_wrong() -> None:
    three = [*BOOKS, {"c0": "Book three", "c1": "$3"}]
    scores = record_scores_of([("Book one", "$1"), ("Book two", "$2"), ("$3", "Book three")], three)
    assert scores["correct"] == 3
    assert (scores["cells_correct"], scores["cells_predicted"]) == (4, 6)


def test_four_fifths_of_the_cells_are_enough() -> None:
    wanted = [{f"c{i}": f"v{i}" for i in range(5)}]
    assert record_scores_of([("v0", "v1", "v2", "v3")], wanted)["correct"] == 1
    assert record_scores_of([("v0", "v1", "v2")], wanted)["correct"] == 0


def test_words_are_found_whole_and_one_after_the_other() -> None:
    assert record_scores_of([("15",)], [{"c0": "5"}])["correct"] == 0
    assert record_scores_of([("Book one and two",)], [{"c0": "Book two"}])["correct"] == 0


def test_merged_records_serve_one_only() -> None:
    scores = record_scores_of([("Book one", "$1", "Book two", "$2")], BOOKS)
    assert (scores["correct"], scores["predicted"], scores["gold"], scores["count_right"]) == (1, 1, 2, 0)


def test_a_record_that_holds_all_does_not_take_the_place_of_the_right_one() -> None:
    scores = record_scores_of([("Book one", "$1", "Book two", "$2"), ("Book two", "$2")], BOOKS)
    assert scores["correct"] == 2


def test_empty_cells_and_records() -> None:
    scores = record_scores_of([("", ""), ("Book one", "")], [{"c0": "Book one", "c1": ""}, {}])
    assert (scores["correct"], scores["predicted"], scores["gold"]) == (1, 1, 1)
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (1, 1, 1)
    assert record_scores_of([], [])["f1"] == 1
    assert record_scores_of([("x",)], [])["f1"] == 0
    assert record_scores_of([], BOOKS)["f1"] == 0

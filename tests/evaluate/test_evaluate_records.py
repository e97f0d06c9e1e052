from __future__ import annotations

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.records import record_scores


def scores_of(found: list[tuple[str, ...]], wanted: list[dict[str, str]]) -> dict[str, float]:
    return record_scores(Answer(records=tuple(found)), Gold(records=tuple(wanted)))


BOOKS = [{"c0": "Book one", "c1": "$1"}, {"c0": "Book two", "c1": "$2"}]


def test_right_records_and_cells() -> None:
    scores = scores_of([("$1", "Book one"), ("$2", "Book two")], BOOKS)
    assert (scores["correct"], scores["f1"], scores["count_right"]) == (2, 1, 1)
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (4, 4, 4)


def test_how_a_record_is_cut_matters_to_cells_only() -> None:
    scores = scores_of([("Book one $1",), ("Book two $2",)], BOOKS)
    assert scores["correct"] == 2
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (0, 0, 4)


def test_junk_columns_cost_nothing_but_wrong_cells_do() -> None:
    found = [("Book one", "buy", "$1"), ("Book two", "buy", "$ 2")]
    scores = scores_of(found, BOOKS)
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (3, 4, 4)


def test_a_cell_in_the_wrong_column_is_wrong() -> None:
    three = [*BOOKS, {"c0": "Book three", "c1": "$3"}]
    scores = scores_of([("Book one", "$1"), ("Book two", "$2"), ("$3", "Book three")], three)
    assert scores["correct"] == 3
    assert (scores["cells_correct"], scores["cells_predicted"]) == (4, 6)


def test_four_fifths_of_the_cells_are_enough() -> None:
    wanted = [{f"c{i}": f"v{i}" for i in range(5)}]
    assert scores_of([("v0", "v1", "v2", "v3")], wanted)["correct"] == 1
    assert scores_of([("v0", "v1", "v2")], wanted)["correct"] == 0


def test_words_are_found_whole_and_in_one_run() -> None:
    assert scores_of([("15",)], [{"c0": "5"}])["correct"] == 0
    assert scores_of([("Book one and two",)], [{"c0": "Book two"}])["correct"] == 0


def test_merged_records_serve_one_only() -> None:
    scores = scores_of([("Book one", "$1", "Book two", "$2")], BOOKS)
    assert (scores["correct"], scores["predicted"], scores["gold"], scores["count_right"]) == (1, 1, 2, 0)


def test_a_record_that_holds_all_does_not_take_the_place_of_the_right_one() -> None:
    scores = scores_of([("Book one", "$1", "Book two", "$2"), ("Book two", "$2")], BOOKS)
    assert scores["correct"] == 2


def test_empty_cells_and_records() -> None:
    scores = scores_of([("", ""), ("Book one", "")], [{"c0": "Book one", "c1": ""}, {}])
    assert (scores["correct"], scores["predicted"], scores["gold"]) == (1, 1, 1)
    assert (scores["cells_correct"], scores["cells_predicted"], scores["cells_gold"]) == (1, 1, 1)
    assert scores_of([], [])["f1"] == 1
    assert scores_of([("x",)], [])["f1"] == 0
    assert scores_of([], BOOKS)["f1"] == 0

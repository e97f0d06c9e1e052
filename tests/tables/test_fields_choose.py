"""Columns are places with one value on most pages; what the template says, and what is twice, is none."""

from __future__ import annotations

from fields_samples import PAGES, labels_of, page, series

from honbun.tables.fields.branching import tree_places
from honbun.tables.fields.choose import choose, has_value
from honbun.tables.fields.places import Way, find_places
from honbun.tables.fields.series import Series


def columns(known: Series) -> list[list[str]]:
    """The texts of each column, the best first."""
    labels = labels_of(known)
    tree, _ = tree_places(known, labels)
    chosen = choose(known, labels, find_places(known, labels, tree))
    return [[known.texts[text] for text in column.texts.tolist()] for column in chosen]


def test_each_text_is_in_one_column_and_labels_in_none() -> None:
    found = columns(series(*PAGES))
    assert sorted(map(tuple, found)) == [
        ("92 min", "101 min", "88 min", "110 min"),
        ("Drama", "Drama", "Comedy", "Drama"),
        ("Harbour Lights", "The Quarry", "Second Ferry", "Kettle", "A Mossy Meadow"),
        ("PG", "PG", "PG", "PG", "PG"),
        ("Rin Ames", "Otto Lund", "Ana Bo", "Ida Sol", "Jun Oka"),
    ]


def test_a_value_that_all_pages_have_comes_last_and_needs_a_marked_label() -> None:
    assert columns(series(*PAGES))[-1] == ["PG"] * 5
    assert columns(series(*(f"<p>Rated</p><p>PG</p><h1>{n}</h1>" for n in "abcd"))) == [[*"abcd"]]


def test_a_column_is_on_two_pages() -> None:
    pages = [page({"Maker": f"Acme {n}", **({"Once": "x"} if n == 1 else {})}) for n in range(4)]
    assert [own for own in columns(series(*pages)) if "x" in own and "Acme 1" not in own] == []


def test_rows_with_all_their_labels_are_no_column() -> None:
    """Every label and every value has the same path: the values are in better columns, the labels are labels."""
    pages = [
        f"<table><tr><th>Maker</th><td>Acme {n}</td></tr><tr><th>Price</th><td>{n} €</td></tr></table>"
        for n in range(4)
    ]
    assert columns(series(*pages)) == [[f"Acme {n}" for n in range(4)], [f"{n} €" for n in range(4)]]


def test_texts_without_a_letter_are_no_value_but_after_a_label() -> None:
    known = series("<p>|</p><p><b>Price:</b> -</p>", "<p>|</p><p><b>Price:</b> 12</p>")
    said = has_value(known, labels_of(known)).tolist()
    assert [text for text, is_said in zip(known.texts, said, strict=True) if is_said] == [
        "Price:",
        "-",
        "Price:",
        "12",
    ]


def test_positions_follow_the_page() -> None:
    known = series(*PAGES)
    labels = labels_of(known)
    chosen = choose(known, labels, find_places(known, labels, tree_places(known, labels)[0]))
    first = {known.texts[int(column.texts[0])]: column.position for column in chosen}
    assert first["Harbour Lights"] < first["Rin Ames"] < first["92 min"] < first["PG"] < 1
    assert {column.way for column in chosen} <= set(Way)

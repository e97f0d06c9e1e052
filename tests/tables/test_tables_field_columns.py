"""Columns are paths with one value on most pages, called what the page calls them; labels are none."""

from __future__ import annotations

import pytest
from series_samples import PAGES, labels_of, learned, page, parsed, series

from honbun.table import NamedBy
from honbun.tables.field_columns import Candidate, choose_columns, has_value
from honbun.tables.field_paths import PathKind, find_paths
from honbun.tables.series import Series


def chosen(known: Series) -> list[Candidate]:
    labels = labels_of(known)
    return choose_columns(known, labels, find_paths(known, labels)[0])


def columns(known: Series) -> list[list[str]]:
    """The texts of each column, the best first."""
    return [[known.texts[text] for text in column.texts.tolist()] for column in chosen(known)]


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
    values = has_value(known, labels_of(known)).tolist()
    assert [text for text, is_value in zip(known.texts, values, strict=True) if is_value] == [
        "Price:",
        "-",
        "Price:",
        "12",
    ]


def test_positions_follow_the_page() -> None:
    known = series(*PAGES)
    first = {known.texts[int(column.texts[0])]: column.position for column in chosen(known)}
    assert first["Harbour Lights"] < first["Rin Ames"] < first["92 min"] < first["PG"] < 1
    assert {column.kind for column in chosen(known)} <= set(PathKind)


def named(*pages: str) -> list[tuple[str, NamedBy]]:
    return [(field.name, field.named_by) for field in learned(parsed(*pages)).fields]


def test_by_the_marked_label() -> None:
    assert named(*PAGES) == [
        ("title", NamedBy.HEADING),
        ("Director", NamedBy.LABEL),
        ("Genre", NamedBy.LABEL),
        ("Length", NamedBy.LABEL),
        ("Rated", NamedBy.LABEL),
    ]


NAMES = ("Ames", "Bolt", "Cork", "Dale")
TABLE = "<table>{head}<tr><td>{0}</td><td>{1}0 kg</td><td>{1},00 €</td></tr></table>"
HEAD = "<tr><th>Maker</th><th>Weight</th><th>Price</th></tr>"


@pytest.mark.parametrize(
    ("markup", "name", "by"),
    [
        ("<p>Maker: {0}</p>", "Maker", NamedBy.LABEL),
        ("<dl><dt>【担当教官】</dt><dd>{0}</dd></dl>", "担当教官", NamedBy.LABEL),
        ("<p><b>Maker</b> {0}</p>", "Maker", NamedBy.LABEL),
        ("<p>Maker</p><p>{0}</p>", "Maker", NamedBy.LABEL),
        ("<p itemprop=manufacturer>{0}</p>", "manufacturer", NamedBy.PROPERTY),
        ("<p property='schema:name'>{0}</p>", "name", NamedBy.PROPERTY),
        ("<h1><b>{0}</b></h1>", "title", NamedBy.HEADING),
        ("<p class='box maker-name'>{0}</p>", "maker-name", NamedBy.MARKUP),
        ("<p id=maker>{0}</p>", "maker", NamedBy.MARKUP),
        ("<p class=c17>{0}</p>", "field_01", NamedBy.NUMBER),
        ("<p>{0}</p>", "field_01", NamedBy.NUMBER),
        (
            "<h3>About it</h3><hr><div><p>By hand</p><div>or so</div><div><p>{0}</p></div></div>",
            "or so",
            NamedBy.LABEL,
        ),
    ],
)
def test_by_what_the_page_has(markup: str, name: str, by: NamedBy) -> None:
    assert named(*(markup.format(value) for value in NAMES))[0] == (name, by)


@pytest.mark.parametrize("head", [HEAD, f"<thead>{HEAD}</thead>"])
def test_by_the_head_of_a_table(head: str) -> None:
    pages = [TABLE.format(name, number, head=head) for number, name in enumerate(NAMES, 1)]
    assert named(*pages) == [(name, NamedBy.HEADER) for name in ("Maker", "Weight", "Price")]


def test_two_of_one_name_are_told_apart() -> None:
    pages = [f"<p class=price>{n},00 €</p><div><p class=price>{n} and more</p></div>" for n in range(1, 5)]
    assert [name for name, _ in named(*pages)] == ["price", "price_2"]

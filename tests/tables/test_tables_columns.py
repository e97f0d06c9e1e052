"""Kinds and names of columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.table import Cell, ColumnKind
from honbun.tables.columns import clean_label, kind_of, unique_names


def cell(value: str) -> Cell:
    return Cell((value,))


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (ColumnKind.NUMBER, ["12", "1,027", "-3.5", "£148.00", "12 %", "USD 30", "1 200 kg"]),
        (ColumnKind.DATE, ["4 Nov 2025", "2011/11/22", "2011年11月22日", "Posted 18 September 2025"]),
        (ColumnKind.URL, ["https://a.example/x", "www.b.example/y?z", "//c.example"]),
        (ColumnKind.IMAGE, ["https://a.example/x.png", "/y.JPG?w=3", "data:image/gif;base64,AA"]),
        (
            ColumnKind.TEXT,
            ["Wool blankets", "1 of 3 wool blankets", "In 2025 we wove many blankets, indeed, a lot"],
        ),
        (ColumnKind.TEXT, ["12", "a dozen", "many"]),
        (ColumnKind.TEXT, ["", "  "]),
        (ColumnKind.TEXT, []),
    ],
)
def test_kind_is_what_most_values_are(kind: ColumnKind, values: list[str]) -> None:
    assert kind_of(map(cell, values)) is kind


def test_one_odd_value_in_five_does_not_change_the_kind() -> None:
    assert kind_of(map(cell, ["1", "2", "3", "4", "n/a"])) is ColumnKind.NUMBER


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Price:", "Price"),
        ("担当教官：", "担当教官"),
        ("【 単位数 】", "単位数"),
        ("\u2022 Published\n on -", "Published on"),
        ("(in stock)", "in stock"),
        (":", ""),
        ("a word " * 20, "a word " * 8 + "a"),
    ],
)
def test_label_is_cleaned(label: str, name: str) -> None:
    assert clean_label(label) == name.strip()


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean_label(clean_label(text)) == clean_label(text)


def test_names_become_unique() -> None:
    assert unique_names(["price", "", "price", "price_2", "price"]) == [
        "price",
        "field_02",
        "price_3",
        "price_2",
        "price_4",
    ]


@given(st.lists(st.sampled_from(["", "a", "a_2", "field_01", "field_02", "b"])))
def test_unique_names_are_unique_and_stay(names: list[str]) -> None:
    found = unique_names(names)
    assert len(set(found)) == len(names)
    assert all(found)
    assert unique_names(found) == found


@given(st.lists(st.text()))
def test_kind_of_anything(values: list[str]) -> None:
    assert kind_of(map(cell, values)) in ColumnKind

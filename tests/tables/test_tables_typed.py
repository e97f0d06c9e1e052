"""Numbers, units and days of columns."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.tables import Cell, Column, ColumnKind, Table, typed_columns
from honbun.tables.typed import decimal_sign


def typed(kind: ColumnKind, *texts: str | None) -> dict[str, tuple[object, ...]]:
    cells = tuple(Cell((text,)) if text is not None else None for text in texts)
    table = Table((Column("x", cells, kind=kind),), tuple(map(str, range(len(texts)))))
    return {column.name: column.values for column in typed_columns(table)}


@pytest.mark.parametrize(
    ("texts", "numbers", "units"),
    [
        (("12", "−3", "1,234"), (12, -3, 1234), None),
        (("$1,299.00", "$5"), (1299, 5), ("$", "$")),
        (("1.299,00 €", "5 €"), (1299, 5), ("€", "€")),
        (("12,5 kg", "100 kg"), (12.5, 100), ("kg", "kg")),
        (("3.5", "1.234"), (3.5, 1.234), None),
        (("1.234.567", "1.234"), (1234567, 1234), None),
        (("1 234", "5’000"), (1234, 5000), None),
        (("￥1,980", "￥12,000"), (1980, 12000), ("￥", "￥")),
        (("95 %", None, "free"), (95, None, None), ("%", None, None)),
    ],
)
def test_numbers_are_read_as_their_column_writes_them(
    texts: tuple[str | None, ...], numbers: tuple[float, ...], units: tuple[str | None, ...] | None
) -> None:
    found = typed(ColumnKind.NUMBER, *texts)
    assert found["x (number)"] == numbers
    assert found.get("x (unit)") == units


def test_the_order_of_days_and_months_is_told_by_all() -> None:
    found = typed(ColumnKind.DATE, "03/04/2011", "25/04/2011", "later")
    assert found == {"x (date)": (date(2011, 4, 3), date(2011, 4, 25), None)}


def test_texts_and_lists_stay_texts() -> None:
    assert typed(ColumnKind.TEXT, "12") == {}
    cells = (Cell(("1", "2")),)
    assert typed_columns(Table((Column("x", cells, kind=ColumnKind.NUMBER, is_list=True),), ("a",))) == []


def test_names_stay_apart() -> None:
    columns = (
        Column("x", (Cell(("1",)),), kind=ColumnKind.NUMBER),
        Column("x (number)", (Cell(("one",)),)),
    )
    assert [column.name for column in typed_columns(Table(columns, ("a",)))] == ["x (number)_2"]


@given(st.lists(st.text(max_size=12), max_size=4))
def test_any_texts_give_values_or_none(texts: list[str]) -> None:
    for kind in ColumnKind:
        for values in typed(kind, *texts).values():
            assert len(values) == len(texts)
    assert decimal_sign(texts) in ".,"

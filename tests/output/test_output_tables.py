"""Tables as bytes say what the table says, in every format."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.errors import FormatError
from honbun.output import TABLE_FORMATS, encode_table
from honbun.table import Cell, Column, ColumnKind, Table


def column(name: str, *values: str | tuple[str, ...] | None, is_list: bool = False) -> Column:
    """A column of these values, each with an address."""
    cells = []
    for value in values:
        several = (value,) if isinstance(value, str) else value
        cells.append(
            None if several is None else Cell(several, tuple(f"/p[{n + 1}]" for n in range(len(several))))
        )
    return Column(name, tuple(cells), is_list=is_list)


ODD = 'a "b", c\nd'
TABLE = Table(
    (
        column("source", "here", None),
        column('Price, "net"', "12", ODD),
        column('price, "NET"', None, "x"),
        column("担当教官", ("藤代", "李"), ("三枝",), is_list=True),
    ),
    ("https://a.example/1", "2"),
)
ROWS = [
    {"source_": "https://a.example/1", **TABLE.rows()[0]},
    {"source_": "2", **TABLE.rows()[1]},
]


def test_csv() -> None:
    found = list(csv.DictReader(io.StringIO(encode_table(TABLE, "csv").decode("utf-8"), newline="")))
    assert list(found[0]) == list(ROWS[0])
    assert found[1]['Price, "net"'] == ODD
    assert (found[1]["source"], found[0]['price, "NET"']) == ("", "")
    assert json.loads(found[0]["担当教官"]) == ["藤代", "李"]


def test_jsonl() -> None:
    lines = encode_table(TABLE, "jsonl").decode("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == ROWS


def test_json_has_everything_and_where_it_stands() -> None:
    found = json.loads(encode_table(TABLE, "json"))
    assert found.pop("xpaths")[0] == {
        "source": ["/p[1]"],
        'Price, "net"': ["/p[1]"],
        "担当教官": ["/p[1]", "/p[2]"],
    }
    assert found == TABLE.to_dict()


def test_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(io.BytesIO(encode_table(TABLE, "parquet"))).to_pylist() == ROWS


def rows_of(encoded: bytes, query: str) -> list[Any]:
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(encoded)
        return base.execute(query).fetchall()


def test_sqlite_has_rows_and_cells() -> None:
    encoded = encode_table(TABLE, "sqlite")
    names = [row[1] for row in rows_of(encoded, "PRAGMA table_info(rows)")]
    assert names == ["id", "source_", "source", 'Price, "net"', 'price, "NET"_2', "担当教官"]
    first, second = (row[1:] for row in rows_of(encoded, "SELECT * FROM rows"))
    assert first[:4] == ("https://a.example/1", "here", "12", None)
    assert json.loads(first[4]) == ["藤代", "李"]
    assert second[1:4] == (None, ODD, "x")
    assert rows_of(encoded, "SELECT * FROM cells WHERE \"column\" = '担当教官'") == [
        (3, 1, "担当教官", "藤代", "/p[1]"),
        (4, 1, "担当教官", "李", "/p[2]"),
        (7, 2, "担当教官", "三枝", "/p[1]"),
    ]
    assert rows_of(encoded, "SELECT value FROM cells JOIN rows ON rows.rowid = cells.\"row\" WHERE source_ = '2'")


def test_an_empty_table_has_a_head_in_every_format() -> None:
    pytest.importorskip("pyarrow")
    assert encode_table(Table(), "csv").decode("utf-8").strip() == "source"
    assert encode_table(Table(), "jsonl") == b""
    assert rows_of(encode_table(Table(), "sqlite"), "SELECT count(*) FROM rows") == [(0,)]
    assert all(isinstance(encode_table(Table(), name), bytes) for name in TABLE_FORMATS)


def test_a_file_whose_name_is_not_valid_unicode() -> None:
    pytest.importorskip("pyarrow")
    table = Table((column("a", "x"),), ("caf\udce9.html",))
    assert all(encode_table(table, name) for name in TABLE_FORMATS)


def test_names_that_sqlite_cannot_tell_apart() -> None:
    table = Table(tuple(column(name, "x") for name in ("a", "A", "a\0", "a_2")), ("1",))
    names = [row[1] for row in rows_of(encode_table(table, "sqlite"), "PRAGMA table_info(rows)")]
    assert names == ["id", "source", "a", "A_2", "a_3", "a_2_2"]


def test_unknown_formats_name_the_known_ones() -> None:
    with pytest.raises(FormatError, match="csv, json, jsonl, parquet, sqlite"):
        encode_table(TABLE, "docx")


@given(
    st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=4, unique=True),
    st.lists(st.text(max_size=6), min_size=1, max_size=3),
)
@settings(deadline=None)
def test_any_names_and_values_come_back(names: list[str], values: list[str]) -> None:
    table = Table(tuple(column(name, *values) for name in names), tuple(map(str, range(len(values)))))
    for name in ("jsonl", "sqlite", "parquet", "csv", "json"):
        assert encode_table(table, name)
    lines = [json.loads(line) for line in encode_table(table, "jsonl").decode("utf-8").split("\n")[:-1]]
    assert [list(line.values())[1:] for line in lines] == [[value] * len(names) for value in values]
    found = rows_of(encode_table(table, "sqlite"), "SELECT * FROM rows")
    assert [row[2] for row in found] == values


def test_numbers_and_days_stand_beside_their_texts() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    price = Column("price", (Cell(("€ 1.234,50",)), None, Cell(("€ 20",))), kind=ColumnKind.NUMBER)
    day = Column("day", (Cell(("22 Nov 2011",)), Cell(("soon",)), None), kind=ColumnKind.DATE)
    table = Table((price, day), ("a", "b", "c"))
    found = rows_of(encode_table(table, "sqlite"), "SELECT * FROM rows")
    assert found == [
        (1, "a", "€ 1.234,50", 1234.5, "€", "22 Nov 2011", "2011-11-22"),
        (2, "b", None, None, None, "soon", None),
        (3, "c", "€ 20", 20.0, "€", None, None),
    ]
    whole = parquet.read_table(io.BytesIO(encode_table(table, "parquet")))
    assert whole.column_names == ["source", "price", "price (number)", "price (unit)", "day", "day (date)"]
    assert whole["price (number)"].to_pylist() == [1234.5, None, 20.0]
    assert str(whole["day (date)"].to_pylist()[0]) == "2011-11-22"


def test_whole_numbers_of_sqlite_have_no_decimal_point() -> None:
    credit = Column("credits", (Cell(("2",)), None, Cell(("12",))), kind=ColumnKind.NUMBER)
    encoded = encode_table(Table((credit,), ("a", "b", "c")), "sqlite")
    assert [row[3] for row in rows_of(encoded, "SELECT * FROM rows")] == [2, None, 12]
    assert rows_of(encoded, "SELECT DISTINCT typeof(\"credits (number)\") FROM rows WHERE source = 'a'") == [
        ("integer",)
    ]


def test_rows_of_sqlite_are_searched_by_their_words() -> None:
    table = Table((column("rank", "first"), column("name", "the iron kettle")), ("a",))
    query = "SELECT rows.name FROM rows_fts JOIN rows ON rows.id = rows_fts.rowid WHERE rows_fts MATCH 'kettle'"
    assert rows_of(encode_table(table, "sqlite"), query) == [("the iron kettle",)]
    series = Table((column("name", "電気回路学の基礎"),), ("a",))
    assert rows_of(encode_table(series, "sqlite"), query.replace("kettle", "回路学")) == [("電気回路学の基礎",)]
    assert rows_of(encode_table(table, "sqlite"), "PRAGMA foreign_key_list(cells)")[0][2:5] == (
        "rows",
        "row",
        "id",
    )

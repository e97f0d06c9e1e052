"""Values and names that are made to do harm, in tables: inert in every format."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing

import pytest

from honbun.output import TABLE_FORMATS, encode_table
from honbun.table import Cell, Column, Table

FORMULAS = [
    "=1+1",
    "@SUM(A1)",
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "\t=1",
    '=HYPERLINK("http://evil/")',
]
HARMLESS = ["-5", "+49 30 1234", "-1.234,50", "2024-01-02", "a=b", "", "-", "+", "(5)"]
NAMES = [
    'a"; DROP TABLE rows; --',
    "source",
    "",
    "rowid",
    "a\0b",
    "A",
    "a",
    "x" * 5000,
    "\u202e",
    "=1+1",
    "[x]",
    "ü'",
]


def table_of(names: list[str], values: list[str]) -> Table:
    fields = tuple(Column(name, tuple(Cell((value,), ("/",)) for value in values)) for name in names)
    return Table(fields, sources=tuple(f"page {i}" for i in range(len(values))))


@pytest.mark.parametrize("value", FORMULAS)
def test_a_formula_is_text_in_csv(value: str) -> None:
    rows = list(csv.reader(io.StringIO(encode_table(table_of([value], [value]), "csv").decode(), newline="")))
    assert rows == [["source", f"'{value}"], ["page 0", f"'{value}"]]


@pytest.mark.parametrize("value", HARMLESS)
def test_numbers_and_words_stay_as_they_are_in_csv(value: str) -> None:
    rows = list(csv.reader(io.StringIO(encode_table(table_of(["a"], [value]), "csv").decode(), newline="")))
    assert rows[1] == ["page 0", value]


@pytest.mark.parametrize("format_", TABLE_FORMATS)
def test_hostile_names_of_columns_are_names(format_: str) -> None:
    if format_ == "parquet":
        pytest.importorskip("pyarrow")
    written = encode_table(table_of(NAMES, FORMULAS), format_)
    if format_ == "jsonl":
        row = json.loads(written.splitlines()[0])
        assert [row[name] for name in NAMES] == [FORMULAS[0]] * len(NAMES)
    elif format_ == "sqlite":
        with closing(sqlite3.connect(":memory:")) as base:
            base.deserialize(written)
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            rows = base.execute("SELECT * FROM rows").fetchall()
        assert len(rows) == len(FORMULAS)
        assert rows[0][2:] == (FORMULAS[0],) * len(NAMES)


@pytest.mark.parametrize("format_", TABLE_FORMATS)
def test_a_table_without_columns_is_written(format_: str) -> None:
    if format_ == "parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
        read = parquet.read_table(io.BytesIO(encode_table(table_of([], ["a", "b"]), format_)))
        assert read.to_pylist() == [{"source": "page 0"}, {"source": "page 1"}]
    assert encode_table(table_of([], ["a", "b"]), format_)

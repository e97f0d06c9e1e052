"""Tables as bytes: csv, json, jsonl, parquet, sqlite. The source of a row is the first column.

Parquet and sqlite also have columns of numbers, units and days beside the texts they were read from.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import date
from itertools import zip_longest
from typing import Any

from honbun.errors import FormatError
from honbun.optional import needed
from honbun.output.rows import csv_line, json_line, plain_cell
from honbun.output.writers import TABLE_FORMATS, encoded
from honbun.tables import Column, Table, TypedColumn, typed_columns
from honbun.texts import has_unspaced

_SOURCE = "source"
# Tables of a file of sqlite, and what their full-text search calls its own.
_ROWS, _CELLS, _SEARCH = "rows", "cells", "rows_fts"
_NOT_SEARCHED = {"rank", "rowid", _SEARCH}


def encode_table(table: Table, format_: str) -> bytes:
    """The table in a format of `TABLE_FORMATS`; FormatError names them if it is unknown."""
    if format_ not in TABLE_FORMATS:
        raise FormatError(f"unknown format, known are {', '.join(sorted(TABLE_FORMATS))}", format_)
    writers = dict(zip(TABLE_FORMATS, (_csv, _json, _jsonl, _parquet, _sqlite), strict=True))
    return writers[format_](table)


def _names(table: Table) -> list[str]:
    """The name of the column of sources, which no other has, and the names of the others."""
    source = _SOURCE
    while source in table.columns:
        source += "_"
    return [source, *table.columns]


def _rows(table: Table) -> Iterator[list[Any]]:
    for row, source in enumerate(_sources(table)):
        yield [source, *(column.value(row) for column in table.fields)]


def _sources(table: Table) -> list[str]:
    """Where the rows come from; names of files need not be valid Unicode."""
    return [encoded(source).decode("utf-8") for source in table.sources]


def _csv(table: Table) -> bytes:
    lines = [csv_line(_names(table)), *(csv_line(map(plain_cell, row)) for row in _rows(table))]
    return encoded("".join(lines))


def _jsonl(table: Table) -> bytes:
    names = _names(table)
    return encoded("".join(json_line(dict(zip(names, row, strict=True))) for row in _rows(table)))


def _json(table: Table) -> bytes:
    """Everything that is known, and where each value stands."""
    where = [
        {column.name: list(cell.xpaths) for column in table.fields if (cell := column.cells[row]) is not None}
        for row in range(len(table))
    ]
    return encoded(json.dumps({**table.to_dict(), "xpaths": where}, ensure_ascii=False, indent=1) + "\n")


def _beside(of: Sequence[int], texts: int) -> list[int]:
    """The order of columns, sources and texts first and typed ones after them, with each beside its text."""
    return sorted(range(texts + len(of)), key=lambda i: i if i < texts else of[i - texts] + 1.5)


def _parquet(table: Table) -> bytes:
    pyarrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
    types = {str: pyarrow.string(), float: pyarrow.float64(), date: pyarrow.date32()}
    typed = typed_columns(table)
    columns = [pyarrow.array(_sources(table), type=types[str]), *table.to_arrow().columns]
    order = _beside([column.of for column in typed], len(columns))
    columns += [pyarrow.array(column.values, type=types[column.type]) for column in typed]
    names = [*_names(table), *(column.name for column in typed)]
    # Not by adding a column: a table of Arrow without columns has no rows.
    whole = pyarrow.Table.from_arrays([columns[i] for i in order], names=[names[i] for i in order])
    out = pyarrow.BufferOutputStream()
    parquet.write_table(whole, out, compression="zstd")
    return bytes(out.getvalue())


def _sqlite(table: Table) -> bytes:
    """A database: `rows` as other formats have them, lists as json, with a key and a full-text search.

    `cells` has each value with its address on the page, and the key of its row.
    """
    with closing(sqlite3.connect(":memory:")) as base:
        typed = typed_columns(table)
        key, *names = _column_names(["id", *_names(table), *(column.name for column in typed)])
        texts = names[: len(names) - len(typed)]
        kinds = ["TEXT"] * len(texts) + [_sql_type(column) for column in typed]
        order = _beside([column.of for column in typed], len(texts))
        columns = ", ".join(f"{_quoted(names[i])} {kinds[i]}" for i in order)
        base.execute(f"CREATE TABLE {_ROWS} ({_quoted(key)} INTEGER PRIMARY KEY, {columns})")
        marks = ", ".join("?" * (len(names) + 1))
        for number, row in enumerate(_rows(table)):
            values = [*map(plain_cell, row), *(_stored(column.values[number]) for column in typed)]
            base.execute(f"INSERT INTO {_ROWS} VALUES ({marks})", [number + 1, *(values[i] for i in order)])
        base.execute(
            f'CREATE TABLE {_CELLS} (id INTEGER PRIMARY KEY, "row" INTEGER REFERENCES {_ROWS}({_quoted(key)}), '
            '"column" TEXT, value TEXT, xpath TEXT)'
        )
        base.executemany(f"INSERT INTO {_CELLS} VALUES (NULL, ?, ?, ?, ?)", _cells(table.fields, texts[1:]))
        base.execute(f'CREATE INDEX {_CELLS}_row ON {_CELLS}("row")')
        _add_search(base, key, [name for name in texts if name.casefold() not in _NOT_SEARCHED], table)
        base.commit()
        return base.serialize()


def _sql_type(column: TypedColumn) -> str:
    """Numbers that are all whole are shown without a decimal point."""
    if column.type is not float:
        return "TEXT"
    return "INTEGER" if all(value.is_integer() for value in column.values if isinstance(value, float)) else "REAL"


def _stored(value: float | str | date | None) -> float | str | None:
    return value.isoformat() if isinstance(value, date) else value


def _add_search(base: sqlite3.Connection, key: str, names: Sequence[str], table: Table) -> None:
    """A full-text search over the texts of the rows, where sqlite was built with one and takes their names.

    By words, or by any three characters where words are not spaced.
    """
    columns = ", ".join(map(_quoted, names))
    values = (value for column in table.fields for cell in column.cells if cell for value in cell.values)
    tokens = "trigram" if any(map(has_unspaced, values)) else "unicode61"
    with suppress(sqlite3.OperationalError):
        base.execute(
            f"CREATE VIRTUAL TABLE {_SEARCH} USING fts5({columns}, content={_quoted(_ROWS)}, "
            f"content_rowid={_quoted(key)}, tokenize='{tokens}')"
        )
        base.execute(f"INSERT INTO {_SEARCH}({_SEARCH}) VALUES ('rebuild')")


def _cells(columns: Sequence[Column], names: Sequence[str]) -> Iterator[tuple[int, str, str, str | None]]:
    """The rows of `cells`, row by row; `row` is the key in `rows`, from 1."""
    for row, cells in enumerate(zip(*(column.cells for column in columns), strict=True), 1):
        for name, cell in zip(names, cells, strict=True):
            if cell:
                yield from (
                    (row, name, *pair) for pair in zip_longest(cell.values, cell.xpaths[: len(cell.values)])
                )


def _column_names(names: Sequence[str]) -> list[str]:
    """Names that differ in more than the case of letters, as sqlite wants them."""
    taken: set[str] = set()
    result = []
    for name in (name.replace("\0", "") for name in names):
        free, number = name, 2
        while free.casefold() in taken:
            free, number = f"{name}_{number}", number + 1
        taken.add(free.casefold())
        result.append(free)
    return result


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'

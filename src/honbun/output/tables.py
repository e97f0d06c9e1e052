"""Tables as bytes: csv, json, jsonl, parquet, sqlite. The source of a row is the first column."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from typing import Any

from honbun.errors import FormatError
from honbun.optional import import_pyarrow
from honbun.output.rows import csv_line, json_line, plain_cell
from honbun.output.writers import TABLE_FORMATS, encoded
from honbun.tables import Column, Table

_SOURCE = "source"
# Tables of a file of sqlite.
_ROWS, _CELLS = "rows", "cells"


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


def _parquet(table: Table) -> bytes:
    pyarrow, parquet = import_pyarrow("pyarrow"), import_pyarrow("pyarrow.parquet")
    whole = table.to_arrow().add_column(0, _names(table)[0], pyarrow.array(_sources(table), type=pyarrow.string()))
    out = pyarrow.BufferOutputStream()
    parquet.write_table(whole, out, compression="zstd")
    return bytes(out.getvalue())


def _sqlite(table: Table) -> bytes:
    """A database: `rows` as other formats have them, lists as json; `cells` has each value with its address."""
    with closing(sqlite3.connect(":memory:")) as base:
        names = _column_names(_names(table))
        columns = ", ".join(f"{_quoted(name)} TEXT" for name in names)
        base.execute(f"CREATE TABLE {_ROWS} ({columns})")
        marks = ", ".join("?" * len(names))
        base.executemany(
            f"INSERT INTO {_ROWS} VALUES ({marks})", ([*map(plain_cell, row)] for row in _rows(table))
        )
        base.execute(f'CREATE TABLE {_CELLS} ("row" INTEGER, "column" TEXT, value TEXT, xpath TEXT)')
        base.executemany(f"INSERT INTO {_CELLS} VALUES (?, ?, ?, ?)", _cells(table.fields, names[1:]))
        base.commit()
        return base.serialize()


def _cells(columns: Sequence[Column], names: Sequence[str]) -> Iterator[tuple[int, str, str, str | None]]:
    """The rows of `cells`; `row` is the rowid in `rows`, from 1."""
    for column, name in zip(columns, names, strict=True):
        for row, cell in enumerate(column.cells, 1):
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

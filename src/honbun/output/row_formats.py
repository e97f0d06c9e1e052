"""Formats for programs, whatever a row is: json, jsonl, csv, parquet."""

from __future__ import annotations

import csv
import io
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from honbun.optional import import_pyarrow
from honbun.output.base import BaseWriter, encoded

Row = Mapping[str, Any]

# Rows of parquet are written in groups of this size: columns are read a group at a time.
_GROUP_ROWS = 10_000


class RowFormat(BaseWriter, ABC):
    """A writer whose pages are rows."""

    @abstractmethod
    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """The rows of one page in the format."""


class JsonFormat(RowFormat):
    """One indented object a page, or an array of them for several pages."""

    suffix = ".json"

    @property
    def header(self) -> bytes:
        """The beginning of the array."""
        return b"[\n" if self.several else b""

    @property
    def separator(self) -> bytes:
        """What stands between two elements of an array."""
        return b",\n"

    @property
    def footer(self) -> bytes:
        """The end of the array, or of the line."""
        return b"\n]\n" if self.several else b"\n"

    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """The objects, one after another; a page is one of them."""
        written = ",\n".join(json.dumps(row, ensure_ascii=False, indent=2) for row in rows)
        # Strings of json hold no line breaks, so that every one of these is between values.
        return encoded("  " + written.replace("\n", "\n  ") if self.several else written)


class JsonlFormat(RowFormat):
    """One compact object per line."""

    suffix = ".jsonl"

    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """A line for each row."""
        return encoded("".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows))


class CsvFormat(RowFormat):
    """A line per row under a line of the names of columns, quoted as RFC 4180 has it; newlines end the lines."""

    suffix = ".csv"
    columns: tuple[str, ...]

    @property
    def header(self) -> bytes:
        """The names of the columns."""
        return encoded(csv_line(self.columns))

    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """A line for each row; lists are written as json."""
        return encoded("".join(csv_line([plain_cell(row[name]) for name in self.columns]) for row in rows))


class ParquetFormat(JsonlFormat):
    """A table. Pages are encoded as lines of json, because only the whole of a parquet file can be written."""

    suffix = ".parquet"

    def _demand(self) -> None:
        import_pyarrow("pyarrow")

    @abstractmethod
    def schema(self) -> Any:
        """The `pyarrow.Schema` of the rows."""

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The file in pieces; a group of rows is held in memory at a time."""
        pyarrow, parquet = import_pyarrow("pyarrow"), import_pyarrow("pyarrow.parquet")
        pieces = _Pieces()
        schema = self.schema()
        with parquet.ParquetWriter(pieces, schema, compression="zstd") as file:
            for rows in _groups(pages):
                file.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
                yield pieces.take()
        yield pieces.take()


class _Pieces(io.RawIOBase):
    """A stream that is written to at its end only; what was written is taken away piece by piece."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._taken = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting.append(bytes(data))
        return len(data)

    def tell(self) -> int:
        return self._taken + sum(map(len, self._waiting))

    def take(self) -> bytes:
        piece = b"".join(self._waiting)
        self._taken += len(piece)
        self._waiting.clear()
        return piece


def _groups(pages: Iterable[bytes]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    for page in pages:
        # Not `splitlines`: json leaves other line separators than \n as they are.
        rows += [json.loads(line) for line in page.split(b"\n") if line]
        if len(rows) >= _GROUP_ROWS:
            yield rows
            rows = []
    if rows:
        yield rows


def plain_cell(value: Any) -> Any:
    """A value for a cell of csv: lists are written as json."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def csv_line(values: Iterable[Any]) -> str:
    """A line of csv with its end."""
    line = io.StringIO()
    # The terminator of the RFC makes the module quote values that hold either half of it.
    csv.writer(line, lineterminator="\r\n").writerow(values)
    return line.getvalue().removesuffix("\r\n") + "\n"

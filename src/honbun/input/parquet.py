"""Parquet tables: a row a page. The only file of this room that knows pyarrow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from honbun.input.row import FIELDS, HTML_FIELD, page_of_row, without_html
from honbun.input.streams import StreamError
from honbun.input.types import Found, Reader, ReadOptions, Rejected, Rejection, Source
from honbun.optional import import_pyarrow

# Few, because a row can be as large as the largest page and the rows of a batch are in memory together.
_BATCH_ROWS = 16
_TEXT_TYPES = frozenset({"string", "large_string", "string_view", "binary", "large_binary", "binary_view"})


def read_parquet(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found]:
    """The page of each row, from the columns `html`, `url`, `content_type` and `fetched_at` or `date`."""
    pa, pq = import_pyarrow("pyarrow"), import_pyarrow("pyarrow.parquet")
    try:
        table = pq.ParquetFile(stream)
        types = _types(table.schema_arrow)
        if HTML_FIELD not in types:
            yield without_html(source.name, list(types))
        elif not _holds_text(pa, types[HTML_FIELD]):
            detail = f"{HTML_FIELD} is {types[HTML_FIELD]}, not text"
            yield Rejected(source.name, Rejection.NO_HTML_FIELD, detail)
        else:
            for number, row in enumerate(_rows(pa, table), 1):
                yield page_of_row(row, f"{source.name}#{number}", options.max_bytes)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise StreamError(_first_line(error)) from error


def _rows(pa: Any, table: Any) -> Iterator[dict[str, object]]:
    """The rows of a table, a few read at a time, with the columns that tell something of a page."""
    names = [name for name in FIELDS if name in table.schema_arrow.names]
    for batch in table.iter_batches(batch_size=_BATCH_ROWS, columns=names, use_threads=False):
        columns = {name: _plain(pa, batch.column(batch.schema.names.index(name))) for name in names}
        for i in range(batch.num_rows):
            yield {name: _value(column[i]) for name, column in columns.items()}


def _types(schema: Any) -> dict[str, Any]:
    """The type of each column, of the first of those with one name."""
    return {name: schema.field(schema.names.index(name)).type for name in schema.names}


def _plain(pa: Any, column: Any) -> Any:
    """The column in a form that Python has: no codes for texts, no nanoseconds, no zones it may not know."""
    if pa.types.is_dictionary(column.type):
        return column.dictionary_decode()
    if pa.types.is_timestamp(column.type):
        return column.cast(pa.timestamp("us", "UTC" if column.type.tz else None), safe=False)
    return column


def _value(scalar: Any) -> object:
    try:
        return scalar.as_py()
    except UnicodeDecodeError:  # a text column that holds other bytes; the page may still say what they are
        return scalar.as_buffer().to_pybytes()


def _holds_text(pa: Any, kind: Any) -> bool:
    return str(kind.value_type if pa.types.is_dictionary(kind) else kind) in _TEXT_TYPES


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


PARQUET = Reader(
    kind="parquet",
    endings=(".parquet",),
    read=read_parquet,
    is_kind=lambda head: head.startswith(b"PAR1"),
    needs_seek=True,
)

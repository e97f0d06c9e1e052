"""Rows into pages: lines of JSON and rows of Parquet tables, the page in their `html`. Knows pyarrow."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from honbun.input.admit import admit, media_type, too_large
from honbun.input.streams import StreamError
from honbun.input.types import Found, RawPage, ReadOptions, Rejected, Rejection, Source, iso_date
from honbun.optional import import_pyarrow

_HTML = "html"
# The fields that are read besides `html`; the first date that is there counts.
_DATES = ("fetched_at", "date")
_FIELDS = (_HTML, "url", "content_type", *_DATES)
_MAX_NAMED_FIELDS = 20  # of those that are there, in a message

# The longest form of one byte of a page in JSON is `\u0000`.
_MAX_ESCAPED_LENGTH = 6
_MAX_OTHER_BYTES = 64 * 1024  # of a line, for the other fields
# Few, because a row can be as large as the largest page and the rows of a batch are in memory together.
_BATCH_ROWS = 16
_TEXT_TYPES = frozenset({"string", "large_string", "string_view", "binary", "large_binary", "binary_view"})


def read_jsonl(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found]:
    """The page of each line, blank lines passed over. A line that is broken costs that line only."""
    limit = options.max_bytes * _MAX_ESCAPED_LENGTH + _MAX_OTHER_BYTES
    number = 0
    while line := stream.readline(limit):
        number += 1
        where = f"{source.name}:{number}"
        if len(line) == limit and not line.endswith(b"\n"):
            _skip_line(stream)
            yield too_large(where, options.max_bytes)
        elif line.strip():
            yield _page_of_line(line, where, options.max_bytes)


def _page_of_line(line: bytes, where: str, max_bytes: int) -> Found:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Rejected(where, Rejection.BROKEN, f"not JSON: {error}")
    if not isinstance(row, dict):
        return Rejected(where, Rejection.NO_HTML_FIELD, "not a JSON object")
    return _page_of_row(row, where, max_bytes)


def _skip_line(stream: io.BufferedReader) -> None:
    while (rest := stream.readline(_MAX_OTHER_BYTES)) and not rest.endswith(b"\n"):
        pass


def read_parquet(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found]:
    """The page of each row, from the columns `html`, `url`, `content_type` and `fetched_at` or `date`."""
    pa, pq = import_pyarrow("pyarrow"), import_pyarrow("pyarrow.parquet")
    try:
        table = pq.ParquetFile(stream)
        types = _types(table.schema_arrow)
        if _HTML not in types:
            yield _without_html(source.name, list(types))
        elif not _holds_text(pa, types[_HTML]):
            detail = f"{_HTML} is {types[_HTML]}, not text"
            yield Rejected(source.name, Rejection.NO_HTML_FIELD, detail)
        else:
            for number, row in enumerate(_rows(pa, table), 1):
                yield _page_of_row(row, f"{source.name}#{number}", options.max_bytes)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise StreamError(str(error).partition("\n")[0]) from error


def _rows(pa: Any, table: Any) -> Iterator[dict[str, object]]:
    """The rows of a table, a few read at a time, with the columns that tell something of a page."""
    names = [name for name in _FIELDS if name in table.schema_arrow.names]
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


def _page_of_row(row: Mapping[str, object], source: str, max_bytes: int) -> Found:
    """The page in a row's `html`, text or bytes, with its `url`, `content_type`, `fetched_at` or `date`."""
    if _HTML not in row:
        return _without_html(source, list(row))
    html = row[_HTML]
    content_type = _text(row.get("content_type"))
    if html is None:
        return Rejected(source, Rejection.EMPTY, f"{_HTML} is null")
    if isinstance(html, str):
        # The text was decoded before us; what the page declares of its encoding is no longer true.
        html = _without_surrogates(html).encode()
        content_type = f"{media_type(content_type) or 'text/html'}; charset=utf-8"
    if not isinstance(html, bytes):
        return Rejected(source, Rejection.NO_HTML_FIELD, f"{_HTML} is {type(html).__name__}, not text")
    page = RawPage(html, _text(row.get("url")), content_type, source, _date(row))
    return admit(page, max_bytes)


def _without_html(source: str, fields: list[str]) -> Rejected:
    """The rejection of a row or a table that has these fields only."""
    names = ", ".join(fields[:_MAX_NAMED_FIELDS]) + (", …" if len(fields) > _MAX_NAMED_FIELDS else "")
    detail = f"no {_HTML!r} among: {_without_surrogates(names) or 'nothing'}"
    return Rejected(source, Rejection.NO_HTML_FIELD, detail)


def _text(value: object) -> str | None:
    return _without_surrogates(value) if isinstance(value, str) and value else None


def _date(row: Mapping[str, object]) -> str | None:
    """The first of the row's dates that is one."""
    values = (row.get(name) for name in _DATES)
    texts = (value.isoformat() if isinstance(value, date) else iso_date(value) for value in values)
    return next(filter(None, texts), None)


def _without_surrogates(text: str) -> str:
    """Text that can be written: JSON can hold lone surrogates, UTF-8 cannot."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

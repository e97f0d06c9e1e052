"""Rows into pages: lines of JSON and rows of Parquet tables, the page in their `html`. Knows pyarrow."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from honbun.input.admit import admit, media_type, too_large
from honbun.input.streams import StreamError
from honbun.input.types import Found, RawPage, ReadOptions, Rejected, Rejection, Source, iso_date
from honbun.optional import needed

_CONTENT_TYPE = "content_type"
# Of these the first that is there tells when a page was fetched.
_DATES = ("fetched_at", "date")
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
            yield _page_of_line(line, where, options)


def _page_of_line(line: bytes, where: str, options: ReadOptions) -> Found:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Rejected(where, Rejection.BROKEN, f"not JSON: {error}")
    if not isinstance(row, dict):
        return Rejected(where, Rejection.NO_HTML_FIELD, "not a JSON object")
    return page_of_row(row, where, options)


def _skip_line(stream: io.BufferedReader) -> None:
    while (rest := stream.readline(_MAX_OTHER_BYTES)) and not rest.endswith(b"\n"):
        pass


def read_parquet(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found]:
    """The page of each row, from the columns of page and address, `content_type`, `fetched_at` or `date`."""
    html = options.html_field
    pa, pq = needed("pyarrow"), needed("pyarrow.parquet")
    try:
        table = pq.ParquetFile(stream)
        types = _types(table.schema_arrow)
        if html not in types:
            yield _without_html(source.name, list(types), html)
        elif not _holds_text(pa, types[html]):
            yield Rejected(source.name, Rejection.NO_HTML_FIELD, f"{html} is {types[html]}, not text")
        else:
            for number, row in enumerate(_rows(pa, table, options), 1):
                yield page_of_row(row, f"{source.name}#{number}", options)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise StreamError(str(error).partition("\n")[0]) from error


def _rows(pa: Any, table: Any, options: ReadOptions) -> Iterator[dict[str, object]]:
    """The rows of a table, a few read at a time, with the columns that tell something of a page, or all."""
    read = (options.html_field, options.url_field, options.id_field, _CONTENT_TYPE, *_DATES)
    names = [name for name in dict.fromkeys(table.schema_arrow.names) if options.columns or name in read]
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


def page_of_row(row: Mapping[str, object], source: str, options: ReadOptions) -> Found:
    """The page of a row, text or bytes, with its address, `content_type`, `fetched_at` or `date`."""
    field = options.html_field
    if field not in row:
        return _without_html(source, list(row), field)
    html = row[field]
    content_type = _text(row.get(_CONTENT_TYPE))
    if html is None:
        return Rejected(source, Rejection.EMPTY, f"{field} is null")
    if isinstance(html, str):
        # The text was decoded before us; what the page declares of its encoding is no longer true.
        html = _without_surrogates(html).encode()
        content_type = f"{media_type(content_type) or 'text/html'}; charset=utf-8"
    if not isinstance(html, bytes):
        return Rejected(source, Rejection.NO_HTML_FIELD, f"{field} is {type(html).__name__}, not text")
    page = RawPage(html, _text(row.get(options.url_field)), content_type, source, _date(row))
    if options.id_field is not None and (name := row.get(options.id_field)) is not None:
        page = replace(page, id=_without_surrogates(str(name)))
    if options.columns:
        others = {name: value for name, value in row.items() if name not in (field, options.url_field)}
        page = replace(page, columns={name: _plain_value(value) for name, value in others.items()})
    return admit(page, options.max_bytes)


def _plain_value(value: object) -> object:
    """A value as JSON has it: days as texts, bytes as a text if they are one."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, Mapping):
        return {str(name): _plain_value(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_value(inner) for inner in value]
    if isinstance(value, str):
        return _without_surrogates(value)
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def _without_html(source: str, fields: list[str], html: str) -> Rejected:
    """The rejection of a row or a table that has these fields only."""
    names = ", ".join(fields[:_MAX_NAMED_FIELDS]) + (", …" if len(fields) > _MAX_NAMED_FIELDS else "")
    detail = f"no {html!r} among: {_without_surrogates(names) or 'nothing'}"
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

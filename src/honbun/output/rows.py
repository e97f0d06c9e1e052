"""Writers for programs: json, jsonl, csv, parquet.

A document is a row, and so is a post of a thread or, in json, a thread. A page that gave nothing is a row with
the reason.
"""

from __future__ import annotations

import csv
import io
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple, Self

from honbun.document import FACTS, Document
from honbun.optional import needed
from honbun.output.writers import BaseWriter, Columns, encoded
from honbun.threads import Post, Thread

Row = Mapping[str, Any]

# What makes a cell of a spreadsheet a formula, unless it is a number, a date or a telephone number.
# https://owasp.org/www-community/attacks/CSV_Injection
_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d\s.,()/:%+-]*$)")
# Rows of parquet are written in groups of this size: columns are read a group at a time.
GROUP_ROWS = 10_000

DOCUMENT_COLUMNS = ("source", "url", *FACTS, "confidence", "reason", "text")
_OF_PAGE = ("source", "url", "thread_title", "page", "next_url")
_OF_POST = "number permalink key author date date_raw title text parent depth quotes xpath".split()
POST_COLUMNS = (*_OF_PAGE, "index", *_OF_POST, "confidence", "reason")


class Content(NamedTuple):
    """What a row is, in any format."""

    columns: tuple[str, ...]
    """Of csv: the values that are no lists of posts."""
    rows: Callable[[Any, str], Sequence[Row]]
    """What is written of a document or a thread, given the name of its source."""
    rejected: Callable[[str, str], Row]
    """What is written of a page that gave nothing, given source and reason."""
    types: Callable[[], Mapping[str, Any]]
    """The columns of parquet with their types of Arrow."""


def _document_rows(document: Document, source: str) -> list[Row]:
    return [{"source": source, **document.to_dict()}]


def _rejected_document(source: str, reason: str) -> Row:
    """The names that every document has, and no values but the source and the reason."""
    row: dict[str, Any] = {"source": source, "url": None, **dict.fromkeys(FACTS), "sources": {}, "text": ""}
    return row | {"confidence": 0.0, "reason": reason, "posts": [], "comments": [], "blocks": []}


def _document_types() -> dict[str, Any]:
    """Texts, the confidence as a number, lists of structures."""
    pyarrow = needed("pyarrow")
    posts = pyarrow.list_(pyarrow.struct(list(_post_types().items())))
    texts: dict[str, Any] = dict.fromkeys(DOCUMENT_COLUMNS, pyarrow.string())
    return texts | {"confidence": pyarrow.float32(), "posts": posts, "comments": posts}


def _post_types() -> dict[str, Any]:
    """The fields of a post, in the order of `Post.to_dict`."""
    pyarrow = needed("pyarrow")
    text, whole = pyarrow.string(), pyarrow.int32()
    return {
        **dict.fromkeys("text author date date_raw number permalink key title".split(), text),
        "parent": whole,
        "depth": whole,
        "quotes": pyarrow.list_(
            pyarrow.struct([("start", whole), ("end", whole), ("author", text), ("post", whole)])
        ),
        "xpath": text,
        "confidence": pyarrow.float32(),
    }


def _post_rows(thread: Thread, source: str) -> list[Row]:
    """The posts in order, each with the address and the title of its page and its own index, from 0."""
    values = (source, thread.url, thread.title, thread.page, thread.next_url)
    of_page = dict(zip(_OF_PAGE, values, strict=True))
    if not thread.posts:
        return [_post_row(of_page, None, None, thread.reason)]
    return [_post_row(of_page, index, post, None) for index, post in enumerate(thread.posts)]


def _rejected_posts(source: str, reason: str) -> Row:
    return _post_row({**dict.fromkeys(_OF_PAGE), "source": source}, None, None, reason)


def _post_row(of_page: Row, index: int | None, post: Post | None, reason: str | None) -> Row:
    values = {**(post or Post("")).to_dict(), **of_page, "index": index, "reason": reason}
    return {name: values[name] for name in POST_COLUMNS}


def _post_row_types() -> dict[str, Any]:
    """Texts, whole numbers for positions, the quotes as a list of structures."""
    pyarrow = needed("pyarrow")
    numbers = dict.fromkeys(("page", "index"), pyarrow.int32())
    return {**dict.fromkeys(POST_COLUMNS, pyarrow.string()), **_post_types(), **numbers}


def _thread_rows(thread: Thread, source: str) -> list[Row]:
    return [{"source": source, **thread.to_dict()}]


def _rejected_thread(source: str, reason: str) -> Row:
    return _thread_rows(Thread(reason=reason), source)[0]


DOCUMENTS = Content(DOCUMENT_COLUMNS, _document_rows, _rejected_document, _document_types)
POSTS = Content(POST_COLUMNS, _post_rows, _rejected_posts, _post_row_types)
THREADS = Content((), _thread_rows, _rejected_thread, dict)


@dataclass(frozen=True, kw_only=True)
class RowWriter(BaseWriter, ABC):
    """A writer whose pages are rows."""

    columns: Columns = field(default_factory=dict)
    """What the row of the page has besides, which follows what honbun says."""

    @property
    def content(self) -> Content:
        """What the rows are."""
        return POSTS if self.of_threads else DOCUMENTS

    def with_columns(self, columns: Columns) -> Self:
        """The writer of a page whose row has these columns besides."""
        return replace(self, columns=columns) if columns else self

    def encode(self, page: Document | Thread, source: str) -> bytes:
        """The rows of a document or a thread."""
        return self.encode_rows([self._laid_out(row) for row in self.content.rows(page, source)])

    def encode_rejected(self, source: str, reason: str) -> bytes:
        """A row that says why there are no others."""
        return self.encode_rows([self._laid_out(self.content.rejected(source, reason))])

    def _laid_out(self, row: Row) -> Row:
        """The row with what its page came with, and of that what is asked for."""
        own = {f"input_{name}" if name in row else name: value for name, value in self.columns.items()}
        whole = {**row, **own}
        if self.layout.fields:
            return {name: whole.get(name) for name in self.layout.fields}
        return whole if self.layout.blocks else {name: whole[name] for name in whole if name != "blocks"}

    @abstractmethod
    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """The rows of one page in the format."""


class JsonWriter(RowWriter):
    """One indented object a page, a thread with a list of its posts; an array of them for several pages."""

    suffix = ".json"

    @property
    def content(self) -> Content:
        """What the objects are."""
        return THREADS if self.of_threads else DOCUMENTS

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """The beginning of the array, what stands between its elements, and its end."""
        return (b"[\n", b",\n", b"\n]\n") if self.several else (b"", b",\n", b"\n")

    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """The objects, one after another; a page is one of them."""
        written = ",\n".join(json.dumps(row, ensure_ascii=False, indent=2) for row in rows)
        # Strings of json hold no line breaks, so that every one of these is between values.
        return encoded("  " + written.replace("\n", "\n  ") if self.several else written)


class JsonlWriter(RowWriter):
    """One compact object per line."""

    suffix = ".jsonl"

    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """A line for each row."""
        return encoded("".join(map(json_line, rows)))


class CsvWriter(RowWriter):
    """A line per row under a line of the names of columns, quoted as RFC 4180 has it; newlines end the lines."""

    suffix = ".csv"

    @property
    def edges(self) -> tuple[bytes, bytes, bytes]:
        """The names of the columns come first."""
        return encoded(csv_line(self._names)), b"", b""

    @property
    def _names(self) -> tuple[str, ...]:
        return self.layout.fields or self.content.columns

    def encode_rows(self, rows: Sequence[Row]) -> bytes:
        """A line for each row; lists are written as json."""
        return encoded("".join(csv_line([plain_cell(row[name]) for name in self._names]) for row in rows))


class ParquetWriter(JsonlWriter):
    """A table. Pages are encoded as lines of json, because only the whole of a parquet file can be written."""

    suffix = ".parquet"

    def __post_init__(self) -> None:
        needed("pyarrow")

    @property
    def schema(self) -> Any:
        """The columns, as Arrow writes them."""
        return needed("pyarrow").schema(list(self.content.types().items()))

    def rows(self, page: bytes) -> list[dict[str, Any]]:
        """The rows of an encoded page."""
        return _decoded(page)

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The file in pieces; a group of rows is held in memory at a time."""
        pyarrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
        pieces, groups = _Pieces(), _groups(pages)
        first = next(groups, [])
        types = _with_columns(self.content.types(), first, self.layout.fields)
        schema = pyarrow.schema(list(types.items()))
        own = types.keys() - self.content.types().keys()
        with parquet.ParquetWriter(pieces, schema, compression="zstd") as file:
            for rows in chain([first] if first else [], groups):
                texts = [row | {name: _as_text(row.get(name)) for name in own} for row in rows]
                file.write_table(pyarrow.Table.from_pylist(texts, schema=schema))
                yield pieces.take()
        yield pieces.take()


def _with_columns(types: Mapping[str, Any], rows: Sequence[Row], fields: Sequence[str]) -> dict[str, Any]:
    """The types of the columns; those that pages came with, as far as the first rows show them, are texts."""
    text = needed("pyarrow").string()
    if fields:
        return {name: types.get(name, text) for name in fields}
    known = {*types, "blocks", "sources"}
    own = dict.fromkeys(name for row in rows for name in row if name not in known)
    return {**types, **dict.fromkeys(own, text)}


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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
        rows += _decoded(page)
        if len(rows) >= GROUP_ROWS:
            yield rows
            rows = []
    if rows:
        yield rows


def _decoded(page: bytes) -> list[dict[str, Any]]:
    # Not `splitlines`: json leaves other line separators than \n as they are.
    return [json.loads(line) for line in page.split(b"\n") if line]


def json_line(row: Row) -> str:
    """A compact object with the end of its line."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def plain_cell(value: Any) -> Any:
    """A value for a cell of csv: lists and objects are written as json."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def csv_line(values: Iterable[Any]) -> str:
    """A line of csv with its end. What a spreadsheet would take for a formula has an apostrophe in front of it."""
    line = io.StringIO()
    # The terminator of the RFC makes the module quote values that hold either half of it.
    csv.writer(line, lineterminator="\r\n").writerow(map(_inert, values))
    return line.getvalue().removesuffix("\r\n") + "\n"


def _inert(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value

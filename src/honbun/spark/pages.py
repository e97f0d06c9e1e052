"""Rows of Spark as pages: the columns that a page has, and whatever else the user's rows have, which is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from honbun.extraction import site_name
from honbun.input import MAX_BYTES, Found, RawPage, ReadOptions, Rejected, page_of_row
from honbun.optional import import_pyarrow, import_pyspark

# The pages of a batch of Arrow are in memory together, in the JVM as well as here.
BATCH_PAGES = 64
_BATCH_BYTES = 16 * 1024 * 1024

Row = Mapping[str, Any]
Step = Callable[[Iterable[Any]], Iterator[Any]]
"""What `mapInArrow` takes: batches of Arrow into others."""


PAGE_COLUMNS = "source url content_type fetched_at reason detail site file record html stated".split()


def page_schema() -> Any:
    """The columns of a page, as Arrow names them.

    `site` tells where it belongs, `file` and `record` in which order the pages stand; `reason` is null unless
    there is no page.
    """
    pa = import_pyarrow("pyarrow")
    stated = pa.map_(pa.string(), pa.string())
    other = {"file": "int64", "record": "int64", "html": "binary", "stated": stated}
    return pa.schema([(name, other.get(name, "string")) for name in PAGE_COLUMNS])


KEY_COLUMNS = ["site", "file", "record"]
KEYS = "site string, file bigint, record bigint"
READ_COLUMNS = {"html", "url", "content_type", "fetched_at", "date", "source"}
"""Those of a user's row that a page is made of."""


def row_of(found: Found, file: int, record: int) -> dict[str, Any]:
    """The row of a page or a rejection that stands at this place of a file."""
    row: dict[str, Any] = {"source": found.source, "file": file, "record": record}
    if isinstance(found, Rejected):
        return row | {"reason": str(found.reason), "detail": found.detail}
    row |= {"url": found.url, "content_type": found.content_type, "fetched_at": found.fetched_at}
    return row | {"site": site_name(found), "html": found.body, "stated": list(found.stated.items())}


def batches_of_rows(rows: Iterable[Row], schema: Any) -> Iterator[Any]:
    """The rows as batches of Arrow, none of them large."""
    pa = import_pyarrow("pyarrow")
    waiting: list[Row] = []
    size = 0
    for row in rows:
        waiting.append(row)
        size += len(row.get("html") or b"")
        if len(waiting) >= BATCH_PAGES or size >= _BATCH_BYTES:
            yield pa.RecordBatch.from_pylist(waiting, schema=schema)
            waiting, size = [], 0
    if waiting:
        yield pa.RecordBatch.from_pylist(waiting, schema=schema)


def found_in(batch: Any) -> Iterator[Found]:
    """The page or the rejection in each row of a batch with the columns of a page."""
    names = "source url content_type fetched_at reason detail".split()
    columns = [batch.column(name).to_pylist() for name in names]
    html = batch.column("html")
    for number, (source, url, content_type, fetched_at, reason, detail) in enumerate(zip(*columns, strict=True)):
        if reason is not None:
            yield Rejected(source, reason, detail or "")
        else:
            yield RawPage(html[number].as_py(), url, content_type, source, fetched_at)


@dataclass(frozen=True)
class Normalise:
    """Rows as the user has them into rows with all columns of a page; `html` may be text or bytes."""

    kept: tuple[str, ...]
    """The user's own columns."""
    max_bytes: int = MAX_BYTES

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        """What `mapInArrow` calls."""
        pa = import_pyarrow("pyarrow")
        for batch in batches:
            given = [name for name in batch.schema.names if name not in self.kept]
            columns = {name: batch.column(name).to_pylist() for name in given}
            rows = [self._row({name: columns[name][number] for name in given}) for number in range(batch.num_rows)]
            pages = pa.RecordBatch.from_pylist(rows, schema=page_schema())
            own = [batch.column(name) for name in self.kept]
            yield pa.RecordBatch.from_arrays([*pages.columns, *own], names=[*pages.schema.names, *self.kept])

    def _row(self, row: Row) -> dict[str, Any]:
        source = row.get("source") or row.get("url") or ""
        html = row.get("html")
        body = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html or b""
        # Rows have no order of their own: pages of one address are told apart by what they say.
        record = int.from_bytes(blake2b(body, digest_size=8).digest(), "big") >> 1
        return row_of(page_of_row(row, source, ReadOptions(max_bytes=self.max_bytes)), 0, record)


@dataclass(frozen=True)
class Pages:
    """A frame whose rows are pages, or become pages by a step in Python.

    That step and the one that works on the pages run as one: between two that Spark knows of, it would send every
    page to Java and back, to another process.
    """

    frame: Any
    reader: Step | None = None
    """What makes the columns of a page of the frame's batches; None if they are there."""
    own: tuple[str, ...] = ()
    """Columns of the user."""

    @property
    def schema(self) -> Any:
        """The columns of the pages, and the user's."""
        types, structs = import_pyspark("pyspark.sql.pandas.types"), import_pyspark("pyspark.sql.types")
        if self.reader is None:
            return self.frame.schema
        return structs.StructType(
            [*types.from_arrow_schema(page_schema()).fields, *(self.frame.schema[name] for name in self.own)]
        )

    def map(self, work: Step, schema: Any) -> Any:
        """What comes of the pages, a frame."""
        return self.frame.mapInArrow(_Chain(self.reader, work) if self.reader else work, schema)

    def rows(self) -> Any:
        """The pages themselves, a frame."""
        return self.frame if self.reader is None else self.frame.mapInArrow(self.reader, self.schema)

    def keys(self) -> Any:
        """The sites and places of pages, without those that were rejected, a frame."""
        if self.reader is None:
            return self.frame.where("reason IS NULL").select(*KEY_COLUMNS)
        return self.map(_keys, KEYS)


@dataclass(frozen=True)
class _Chain:
    """Two steps as one."""

    first: Step
    second: Step

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        return self.second(self.first(batches))


def _keys(batches: Iterable[Any]) -> Iterator[Any]:
    for batch in batches:
        yield batch.filter(batch.column("reason").is_null()).select(KEY_COLUMNS)


def pages_of(pages: Any) -> Pages:
    """The pages of a frame with a column `html`, the user's columns beside them."""
    if isinstance(pages, Pages):
        return pages
    configure(pages.sparkSession)
    if all(name in pages.columns for name in PAGE_COLUMNS):
        return Pages(pages, own=tuple(name for name in pages.columns if name not in PAGE_COLUMNS))
    kept = {
        name: f"input_{name}" if name in PAGE_COLUMNS else name
        for name in pages.columns
        if name not in READ_COLUMNS
    }
    own = tuple(kept.values())
    return Pages(pages.withColumnsRenamed(kept), Normalise(own), own)


def configure(spark: Any) -> None:
    """Batches of few rows: those of a page are large, and Spark puts ten thousand of them together."""
    rows = "spark.sql.execution.arrow.maxRecordsPerBatch"
    if int(spark.conf.get(rows)) > BATCH_PAGES:
        spark.conf.set(rows, str(BATCH_PAGES))

"""Rows of Spark as pages: the columns that a page has, and whatever else the user's rows have, which is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any

from honbun.extraction import site_name
from honbun.input import Found, RawPage, ReadOptions, Rejected, page_of_row
from honbun.optional import needed

# The pages of a batch of Arrow are in memory together, in the JVM as well as here.
BATCH_PAGES = 64
_BATCH_BYTES = 16 * 1024 * 1024

Row = Mapping[str, Any]
PageKey = tuple[str | None, int, int]
"""The site of a page, and the numbers of its file and its record."""

PAGE_COLUMNS = "source url content_type fetched_at reason detail site file record html stated".split()


def page_schema() -> Any:
    """The columns of a page, as Arrow names them.

    `site` tells where it belongs, `file` and `record` in which order the pages stand; `reason` is null unless
    there is no page.
    """
    pa = needed("pyarrow")
    other = {"file": "int64", "record": "int64", "html": "binary", "stated": pa.map_(pa.string(), pa.string())}
    return pa.schema([(name, other.get(name, "string")) for name in PAGE_COLUMNS])


KEY_COLUMNS = ["site", "file", "record"]
KEYS = "site string, file bigint, record bigint"
READ_COLUMNS = {"html", "url", "content_type", "fetched_at", "date", "source"}
"""Those of a user's row that a page is made of."""


@dataclass(frozen=True)
class PageBatch:
    """Pages that are worked on together, as Python has them: making Arrow of each costs more than reading it."""

    pages: Sequence[tuple[PageKey, Found]]
    own: Any = None
    """A batch of Arrow with as many rows, which has the user's columns."""

    def to_arrow(self, own: Sequence[str] = ()) -> Any:
        """The same with the columns of a page, and those of the user's that are named."""
        pa = needed("pyarrow")
        pages = pa.RecordBatch.from_pylist([_row(*page) for page in self.pages], schema=page_schema())
        more = [self.own.column(name) for name in own]
        return pa.RecordBatch.from_arrays([*pages.columns, *more], names=[*pages.schema.names, *own])


Reader = Callable[[Iterable[Any]], Iterator[PageBatch]]
"""What makes pages of the batches of Arrow that a frame has."""
Step = Callable[[Iterable[PageBatch]], Iterator[Any]]
"""What makes batches of Arrow of pages."""


def key_of(found: Found, file: int, record: int) -> PageKey:
    """The key of a page or a rejection that stands at this place of a file."""
    return None if isinstance(found, Rejected) else site_name(found), file, record


def row_of_key(key: PageKey) -> dict[str, Any]:
    """The columns of a key."""
    return dict(zip(KEY_COLUMNS, key, strict=True))


def _row(key: PageKey, found: Found) -> dict[str, Any]:
    row: dict[str, Any] = row_of_key(key) | {"source": found.source}
    if isinstance(found, Rejected):
        return row | {"reason": str(found.reason), "detail": found.detail}
    row |= {"url": found.url, "content_type": found.content_type, "fetched_at": found.fetched_at}
    return row | {"html": found.body, "stated": list(found.stated.items())}


def page_batches(pages: Iterable[Found], file: int, first: int) -> Iterator[PageBatch]:
    """The pages of a file, the first of them the record of that number, in batches of which none is large."""
    waiting: list[tuple[PageKey, Found]] = []
    size = 0
    for record, page in enumerate(pages, first):
        waiting.append((key_of(page, file, record), page))
        size += len(page.body) if isinstance(page, RawPage) else 0
        if len(waiting) >= BATCH_PAGES or size >= _BATCH_BYTES:
            yield PageBatch(waiting)
            waiting, size = [], 0
    if waiting:
        yield PageBatch(waiting)


def batches_of_rows(rows: Iterable[Row], schema: Any) -> Iterator[Any]:
    """The rows as batches of Arrow, none of more rows than pages are worked on together."""
    pa, rest = needed("pyarrow"), iter(rows)
    while some := list(islice(rest, BATCH_PAGES)):
        yield pa.RecordBatch.from_pylist(some, schema=schema)


def pages_in(batches: Iterable[Any]) -> Iterator[PageBatch]:
    """The pages of batches of Arrow that have the columns of a page."""
    for batch in batches:
        keys = zip(*(batch.column(name).to_pylist() for name in KEY_COLUMNS), strict=True)
        yield PageBatch(list(zip(keys, _found_in(batch), strict=True)), batch)


def _found_in(batch: Any) -> Iterator[Found]:
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
    """Rows as the user has them into pages; `html` may be text or bytes."""

    kept: tuple[str, ...]
    """The user's own columns."""

    def __call__(self, batches: Iterable[Any]) -> Iterator[PageBatch]:
        """A `Reader`."""
        for batch in batches:
            given = [name for name in batch.schema.names if name not in self.kept]
            yield PageBatch([_page(row) for row in batch.select(given).to_pylist()], batch)


def _page(row: Row) -> tuple[PageKey, Found]:
    source = row.get("source") or row.get("url") or ""
    html = row.get("html")
    body = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html or b""
    # Rows have no order of their own: pages of one address are told apart by what they say.
    record = int.from_bytes(blake2b(body, digest_size=8).digest(), "big") >> 1
    page = page_of_row(row, source, ReadOptions())
    return key_of(page, 0, record), page


@dataclass(frozen=True)
class Pages:
    """A frame whose rows are pages, or become pages by a reader in Python.

    Reading and what works on the pages run as one step: between two that Spark knows of, it would send every page
    to Java and back, to another process.
    """

    frame: Any
    reader: Reader = pages_in
    own: tuple[str, ...] = ()
    """Columns of the user."""

    def map(self, work: Step, schema: Any) -> Any:
        """What comes of the pages, a frame."""
        return self.frame.mapInArrow(_Chain(self.reader, work), schema)

    def rows(self) -> Any:
        """The pages themselves, a frame."""
        if self.reader is pages_in:
            return self.frame
        schema = needed("pyspark.sql.pandas.types").from_arrow_schema(page_schema())
        for name in self.own:
            schema.add(self.frame.schema[name])
        own = self.own  # what is sent to workers must not have the frame in it
        return self.map(lambda batches: (batch.to_arrow(own) for batch in batches), schema)

    def keys(self) -> Any:
        """The sites and places of pages, without those that were rejected, a frame."""
        if self.reader is pages_in:
            return self.frame.where("reason IS NULL").select(*KEY_COLUMNS)
        return self.map(_keys, KEYS)


@dataclass(frozen=True)
class _Chain:
    """Both as one: what `mapInArrow` calls."""

    reader: Reader
    work: Step

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        return self.work(self.reader(batches))


def _keys(batches: Iterable[PageBatch]) -> Iterator[Any]:
    pages = (page for batch in batches for page in batch.pages)
    rows = (row_of_key(key) for key, page in pages if isinstance(page, RawPage))
    schema = needed("pyarrow").schema([page_schema().field(name) for name in KEY_COLUMNS])
    return batches_of_rows(rows, schema)


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

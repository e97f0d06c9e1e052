"""The second pass: pages into documents, posts, records and fields, with what their sites taught."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, pairwise
from typing import Any

from honbun.extraction import (
    BatchOptions,
    ExtractOptions,
    ExtractWork,
    Outcome,
    PageStore,
    PageWork,
    PostsWork,
    learn_and_read,
    records_of_each,
)
from honbun.input import Found, RawPage, Rejected, surt
from honbun.optional import needed
from honbun.output import ParquetWriter
from honbun.spark.chunks import find_chunks, spread
from honbun.spark.learning import RecentSites, ready_site
from honbun.spark.pages import PageBatch, Pages, batches_of_rows, pages_of
from honbun.tables import Table
from honbun.texts import digest, signature
from honbun.workers import Limits, Loss, alone, each

# What finding the fields of a chunk may take, a thousand pages at most, together.
CHUNK_LIMITS = Limits(seconds=3600)
# Profiles of so many bytes in all are sent to every worker, and the pages stay where they are. More, and the pages
# go to where the profile of their site is.
BROADCAST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class PageVerb:
    """Pages into rows, each page by itself: a `Step`."""

    work: PageWork
    limits: Limits
    kept: Mapping[str, str] = field(default_factory=dict)
    """Columns of the user, and what they are called in the rows."""
    sites: Any = None
    """Packed profiles by site, broadcast; None if the rows bring them in `profile`, before the pages of a site."""
    counts: Any = None
    """An accumulator of what became of pages."""

    def __call__(self, batches: Iterable[PageBatch]) -> Iterator[Any]:
        """The rows of all pages of a partition, those of a batch together."""
        recent = RecentSites() if self.sites is None else None
        # Made ready before a process is forked that uses them.
        sites = {name: ready_site(p) for name, p in self.sites.value.items()} if recent is None else recent
        work, schema = replace(self.work, sites=sites), verb_schema(self.work)
        under_way: deque[PageBatch] = deque()
        asked = _asked(_parts(batches, recent), under_way)
        pages: list[list[dict[str, Any]]] = []
        with closing(each(_SiteWork(work), asked, 1, self.limits)) as outcomes:
            for (found, _), outcome in outcomes:
                written = work.lost(found.source, outcome) if isinstance(outcome, Loss) else outcome
                pages.append(self._worked(written))
                if len(pages) == len(under_way[0].pages):
                    yield self._written(under_way.popleft(), pages, schema)
                    pages = []

    def _worked(self, outcome: Outcome) -> list[dict[str, Any]]:
        if self.counts is not None:
            self.counts.add({str(outcome.reason): 1} if outcome.is_rejected else {"": 1})
        rows = _writer(self.work).rows(outcome.encoded)
        return [with_signatures(row) for row in rows] if isinstance(self.work, ExtractWork) else rows

    def _written(self, batch: PageBatch, pages: list[list[dict[str, Any]]], schema: Any) -> Any:
        pa = needed("pyarrow")
        rows = [
            row | {"site": site} for ((site, *_), _), page in zip(batch.pages, pages, strict=True) for row in page
        ]
        places = pa.array([place for place, page in enumerate(pages) for _ in page], pa.int64())
        own = [batch.own.column(name).take(places) for name in self.kept]
        made = pa.RecordBatch.from_pylist(rows, schema=schema)
        return pa.RecordBatch.from_arrays([*made.columns, *own], names=[*schema.names, *self.kept.values()])


Asked = tuple[Found, tuple[str, bytes] | None]
"""A page, and the name and profile of its site if that is new."""
Part = tuple[PageBatch, tuple[str, bytes] | None]
"""Pages that lie together, and the same of their site."""


@dataclass(frozen=True)
class _SiteWork:
    """The work on a page, in another process, which is told of sites as they come."""

    work: PageWork

    def __call__(self, asked: Asked) -> Outcome:
        found, news = asked
        if news and isinstance(self.work.sites, RecentSites):
            self.work.sites.remember(*news)
        return self.work(found)


def _asked(parts: Iterable[Part], under_way: deque[PageBatch]) -> Iterator[Asked]:
    """The pages of all parts, which are noted as they are begun; the first brings the profile of its site."""
    for batch, news in parts:
        under_way.append(batch)
        for row, (_, found) in enumerate(batch.pages):
            yield found, None if row else news


def _parts(batches: Iterable[PageBatch], recent: RecentSites | None) -> Iterator[Part]:
    """The batches, none of them empty; if profiles come before the pages of their sites, cut where one comes."""
    news: tuple[str, bytes] | None = None
    for batch in batches:
        profiles = batch.own.column("profile") if recent is not None else ()
        cuts = [row for row, profile in enumerate(profiles) if profile.is_valid]
        for cut, end in pairwise([-1, *cuts, len(batch.pages)]):
            if cut >= 0 and recent is not None:
                news = batch.pages[cut][0][0] or "", profiles[cut].as_py()
                recent.remember(*news)
            if cut + 1 < end:
                own = None if batch.own is None else batch.own.slice(cut + 1, end - cut - 1)
                yield PageBatch(batch.pages[cut + 1 : end], own), news
                news = None


def with_signatures(row: dict[str, Any]) -> dict[str, Any]:
    """The row of a document with what tells copies of its text, and its address in the order of crawls."""
    known = {"surt": surt(row["url"]), "text_digest": None, "minhash": None}
    if text := row["text"]:
        known |= {"text_digest": digest(text), "minhash": signature(text).tolist()}
    return row | known


def verb_schema(work: PageWork) -> Any:
    """The columns that a verb gives, those of `honbun … -f parquet` first."""
    pa = needed("pyarrow")
    more = {"fetched_at": "string", "site": "string"}
    if isinstance(work, ExtractWork):
        more |= {"surt": "string", "text_digest": "string", "minhash": pa.list_(pa.int64())}
    return pa.schema([*_writer(work).schema, *more.items()])


def extract(
    pages: Any,
    profiles: Any = None,
    *,
    options: ExtractOptions | None = None,
    limits: Limits | None = None,
    broadcast_bytes: int = BROADCAST_BYTES,
    counts: Any = None,
) -> Any:
    """The documents of pages, a row each: the columns of `honbun extract -f parquet`, and what joins need.

    `profiles` are those of `learn`; without them each page is taken alone. Profiles of more than `broadcast_bytes`
    in all are not sent to every worker: then the pages are sorted by site. The user's columns stay. A page that is
    rejected, or passes the `limits`, is a row with the reason.
    """
    work = ExtractWork(ParquetWriter(several=True), {}, options or ExtractOptions())
    return _each_page(pages, profiles, work, limits or Limits(), broadcast_bytes, counts)


def posts(
    pages: Any,
    profiles: Any = None,
    *,
    limits: Limits | None = None,
    broadcast_bytes: int = BROADCAST_BYTES,
    counts: Any = None,
) -> Any:
    """The posts of pages, a row each, in the columns of `honbun posts -f parquet`: see `extract`.

    `profiles` should be learned with `sections=Section.THREADS`, as `honbun posts` learns them.
    """
    work = PostsWork(ParquetWriter(several=True, of_threads=True), {})
    return _each_page(pages, profiles, work, limits or Limits(), broadcast_bytes, counts)


def _each_page(
    pages: Any, profiles: Any, work: PageWork, limits: Limits, broadcast_bytes: int, counts: Any
) -> Any:
    types = needed("pyspark.sql.pandas.types")
    known, columns = pages_of(pages), verb_schema(work)
    kept = {name: f"input_{name}" if name in columns.names else name for name in known.own}
    schema = types.from_arrow_schema(columns)
    for name, called in kept.items():
        schema.add(called, known.frame.schema[name].dataType)
    context = known.frame.sparkSession.sparkContext
    verb = PageVerb(work, limits, kept, context.broadcast({}), counts)
    if profiles is None:
        return known.map(verb, schema)
    there = sent(profiles, broadcast_bytes)
    if isinstance(there, needed("pyspark").Broadcast):
        return known.map(replace(verb, sites=there), schema)
    return Pages(_beside_profiles(known.rows(), there)).map(replace(verb, sites=None), schema)


def sent(profiles: Any, most_bytes: int = BROADCAST_BYTES) -> Any:
    """All profiles by site, sent to every worker, unless they are more bytes than that: then as they are."""
    functions = needed("pyspark.sql.functions")
    if isinstance(profiles, needed("pyspark").Broadcast):
        return profiles
    size = profiles.select(functions.sum(functions.length("profile"))).head()[0] or 0
    if size > most_bytes:
        return profiles
    packed = {row.site: bytes(row.profile) for row in profiles.select("site", "profile").collect()}
    return profiles.sparkSession.sparkContext.broadcast(packed)


def _beside_profiles(pages: Any, profiles: Any) -> Any:
    """The pages sorted by site, before those of each site its profile; large sites in several partitions."""
    functions = needed("pyspark.sql.functions")
    large = functions.broadcast(profiles.where("chunks > 1").select("site", "chunks"))
    chunk = functions.expr("pmod(xxhash64(file, record), coalesce(chunks, 1))").cast("int")
    there = pages.join(large, "site", "left").withColumn("chunk", chunk).drop("chunks")
    known = profiles.select("site", "profile", functions.expr("explode(sequence(0, chunks - 1)) AS chunk"))
    both = there.unionByName(known, allowMissingColumns=True)
    first = functions.col("profile").isNull()
    return both.repartition("site", "chunk").sortWithinPartitions("site", "chunk", first, "file", "record")


def _writer(work: PageWork) -> ParquetWriter:
    writer = work.writer
    assert isinstance(writer, ParquetWriter)
    return writer


# Verbs that hold the pages of a site against each other


@dataclass(frozen=True)
class ChunkVerb:
    """The pages of a chunk, sorted, into the rows of their tables."""

    limits: Limits
    is_fields: bool

    def __call__(self, batches: Iterable[PageBatch]) -> Iterator[Any]:
        """A `Step`."""
        return batches_of_rows(self._rows(batches), table_schema())

    def _rows(self, batches: Iterable[PageBatch]) -> Iterator[dict[str, Any]]:
        rows = (row for batch in batches for row in _chunk_rows(batch))
        for (site, _), own in groupby(rows, key=lambda row: row[0]):
            found = [(page, is_own) for _, page, is_own in own]
            yield from (row | {"site": site} for row in self._tables(found))

    def _tables(self, found: list[tuple[Found, bool]]) -> Iterator[dict[str, Any]]:
        for page, _ in found:
            if isinstance(page, Rejected):
                yield _no_row(page.source, f"{page.reason}: {page.detail}" if page.detail else str(page.reason))
        pages = [(page, is_own) for page, is_own in found if isinstance(page, RawPage)]
        store = PageStore(page for page, _ in pages)
        tables = self._fields(store) if self.is_fields else self._records(store)
        for (page, is_own), (table, rows) in zip(pages, tables, strict=True):
            if is_own and isinstance(table, Table) and rows:
                yield from (_row(table, row, page.source, number) for number, row in enumerate(rows))
            elif is_own:
                yield _no_row(page.source, _why(table))

    def _records(self, store: PageStore) -> Iterator[tuple[Table | Loss, Sequence[int]]]:
        """For each page its table, and the rows that are its own."""
        for table in records_of_each(store, batch=BatchOptions(limits=self.limits)):
            yield table, range(len(table)) if isinstance(table, Table) else ()

    def _fields(self, store: PageStore) -> Iterator[tuple[Table | Loss, Sequence[int]]]:
        """For each page the table of all, and its own row."""
        table = alone(partial(_fields_of, store), self.limits) if len(store) else Table()
        yield from ((table, (number,)) for number in range(len(store)))


def _fields_of(store: PageStore) -> Table:
    return learn_and_read(store)[1]


def _why(table: Table | Loss) -> str:
    """Why there is no row."""
    if isinstance(table, Loss):
        return f"{table.reason}: {table.detail}"
    return table.notes[0] if table.notes else "no list"


def _row(table: Table, row: int, source: str, number: int) -> dict[str, Any]:
    cells = [(column.name, list(cell.values)) for column in table.fields if (cell := column.cells[row])]
    return {"source": source, "number": number, "cells": cells, "reason": None}


def _no_row(source: str, reason: str) -> dict[str, Any]:
    return {"source": source, "number": None, "cells": [], "reason": reason}


def table_schema() -> Any:
    """The columns of records and fields: the values of a row by the names of their columns."""
    pa = needed("pyarrow")
    cells = pa.map_(pa.string(), pa.list_(pa.string()))
    columns = {"source": "string", "number": "int32", "cells": cells, "reason": "string", "site": "string"}
    return pa.schema(list(columns.items()))


def _chunk_rows(batch: PageBatch) -> Iterator[tuple[tuple[str | None, int], Found, bool]]:
    chunks = (batch.own.column(name).to_pylist() for name in ("chunk", "is_own"))
    for ((site, *_), found), chunk, is_own in zip(batch.pages, *chunks, strict=True):
        yield (site, chunk), found, is_own


def records(pages: Any, *, limits: Limits | None = None) -> Any:
    """The records of list pages, a row each, with `cells`; each page is held against the nearest of its site."""
    return _tables(pages, ChunkVerb(limits or Limits(), is_fields=False))


def fields(pages: Any, *, limits: Limits | None = None) -> Any:
    """The fields of pages, a row a page: each site is a series, a large one a series for each thousand pages."""
    return _tables(pages, ChunkVerb(limits or CHUNK_LIMITS, is_fields=True))


def _tables(pages: Any, verb: ChunkVerb) -> Any:
    types = needed("pyspark.sql.pandas.types")
    known = pages_of(pages)
    there = spread(known, find_chunks(known.keys(), 1), with_neighbours=not verb.is_fields)
    order = there.repartition("site", "chunk").sortWithinPartitions("site", "chunk", "file", "record")
    return Pages(order).map(verb, types.from_arrow_schema(table_schema()))

"""Sites cut into chunks of pages, so that no worker has to take a large site alone.

The first chunk of a site is what it is learned from, as `honbun extract` learns it from its first pages.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from honbun.extraction import MAX_LEARNED_PAGES, SIBLINGS
from honbun.optional import needed
from honbun.site import Keys
from honbun.spark.pages import KEY_COLUMNS, PageBatch, Pages, page_schema

CHUNK_PAGES = MAX_LEARNED_PAGES

Key = tuple[int, int]
"""The numbers of a file and of a record."""
_AFTER_ALL = (2**63 - 1, 2**63 - 1)


@dataclass(frozen=True)
class Chunks:
    """Where the chunks of large sites begin, and which sites are too small to teach anything."""

    edges: Mapping[str, tuple[tuple[Key, Key, Key], ...]] = field(default_factory=dict)
    """For each chunk of a site but the first: the key of the page some places before it, of its first page, and
    of the last page that the chunk before is to see. Sites of one chunk are left out."""
    small: Keys = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    """Digests of the names of sites with fewer pages than teach something, ascending."""

    def of(self, site: str, key: Key) -> int:
        """The number of the chunk that a page is in, from 0."""
        return bisect_right(self.edges.get(site, ()), key, key=lambda edge: edge[1])

    def is_learned(self, site: str, key: Key) -> bool:
        """Whether the site is learned from this page."""
        name = _digest(site)
        place = int(np.searchsorted(self.small, name))
        return not (place < len(self.small) and self.small[place] == name) and self.of(site, key) == 0

    def seeing(self, site: str, key: Key) -> Iterator[tuple[int, bool]]:
        """The chunks that are to see a page, each with whether the page is its own."""
        own = self.of(site, key)
        edges = self.edges.get(site, ())
        if own and key <= edges[own - 1][2]:
            yield own - 1, False
        yield own, True
        if own < len(edges) and key >= edges[own][0]:
            yield own + 1, False


def find_chunks(keys: Any, min_pages: int) -> Chunks:
    """The chunks of the sites whose pages have these keys, a frame of sites and places."""
    functions = needed("pyspark.sql.functions")
    window = needed("pyspark.sql.window").Window
    sizes = keys.groupBy("site").count()
    edges: dict[str, list[Any]] = defaultdict(list)
    small: list[int] = []
    for row in sizes.where((sizes["count"] < min_pages) | (sizes["count"] > CHUNK_PAGES)).toLocalIterator():
        if row["count"] < min_pages:
            small.append(_digest(row.site))
        else:
            edges[row.site] = []
    if edges:
        large = keys.sparkSession.createDataFrame([(site,) for site in edges], "site string")
        order = window.partitionBy("site").orderBy("file", "record")
        ranked = keys.join(functions.broadcast(large), "site").select(
            *KEY_COLUMNS, (functions.row_number().over(order) - 1).alias("rank")
        )
        # The places of an edge: some pages before it, itself, and as many after it.
        wanted = [CHUNK_PAGES - SIBLINGS, 0, SIBLINGS - 1]
        marks = ranked.where((ranked["rank"] % CHUNK_PAGES).isin(wanted))
        places: dict[str, dict[int, Key]] = defaultdict(dict)
        for row in marks.toLocalIterator():
            places[row.site][row["rank"]] = (row.file, row.record)
        for site, own in places.items():
            edges[site] = list(_edges(own))
    return Chunks({site: tuple(found) for site, found in edges.items()}, np.array(sorted(small), dtype=np.uint64))


def _edges(places: Mapping[int, Key]) -> Iterator[tuple[Key, Key, Key]]:
    for rank in sorted(rank for rank in places if rank and rank % CHUNK_PAGES == 0):
        yield places[rank - SIBLINGS], places[rank], places.get(rank + SIBLINGS - 1, _AFTER_ALL)


def _digest(site: str) -> int:
    return int.from_bytes(blake2b(site.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


@dataclass(frozen=True)
class Spread:
    """Pages into a row for each chunk that is to see them, with `chunk` and `is_own`."""

    chunks: Any
    """Broadcast."""
    with_neighbours: bool
    """A chunk also sees the last pages of the one before and the first of the next."""

    def __call__(self, batches: Iterable[PageBatch]) -> Iterator[Any]:
        """A `Step`."""
        pa = needed("pyarrow")
        chunks: Chunks = self.chunks.value
        for batch in batches:
            rows, numbers, own = [], [], []
            for row, ((site, file, record), _) in enumerate(batch.pages):
                for chunk, is_own in chunks.seeing(site or "", (file, record)):
                    if is_own or self.with_neighbours:
                        rows.append(row)
                        numbers.append(chunk)
                        own.append(is_own)
            taken = batch.to_arrow().take(pa.array(rows, pa.int64()))
            more = [pa.array(numbers, pa.int32()), pa.array(own, pa.bool_())]
            yield pa.RecordBatch.from_arrays(
                [*taken.columns, *more], names=[*taken.schema.names, "chunk", "is_own"]
            )


def spread(pages: Pages, chunks: Chunks, *, with_neighbours: bool) -> Any:
    """The pages with `chunk` and `is_own`; with neighbours, those at the edge of a chunk are there twice."""
    schema = needed("pyspark.sql.pandas.types").from_arrow_schema(page_schema())
    schema.add("chunk", "integer").add("is_own", "boolean")
    known = pages.frame.sparkSession.sparkContext.broadcast(chunks)
    return pages.map(Spread(known, with_neighbours), schema)

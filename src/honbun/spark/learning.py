"""The first pass: fingerprints of pages, put together to the profiles of their sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from typing import Any

from honbun.extraction import Section, Site, learn_page, read_page
from honbun.input import RawPage
from honbun.optional import needed
from honbun.site import Profile, pack, unpack
from honbun.spark.chunks import Chunks, find_chunks
from honbun.spark.pages import KEY_COLUMNS, KEYS, PageBatch, PageKey, Pages, batches_of_rows, pages_of, row_of_key
from honbun.workers import AHEAD, MAX_CHUNK, Limits, Loss, each, guarded

# More than pages are under way at once, so that a process that takes over from one that died knows their sites.
_RECENT_SITES = 2 * AHEAD * MAX_CHUNK
# More than there are in profiles that are sent to every worker, unless they are of two pages each.
_READY_SITES = 65_536

PROFILES = "site string, pages int, chunks int, profile binary"
FINGERPRINTS = f"{KEYS}, profile binary"
EVERYTHING = Section.LINES | Section.THREADS


def learn(pages: Any, *, min_pages: int = 2, sections: Section = EVERYTHING, limits: Limits | None = None) -> Any:
    """The profiles of the sites of pages, a frame of `site`, `pages` (learned), `chunks` and `profile`.

    A site of fewer than `min_pages` teaches nothing; of a larger one the first thousand pages are learned, so that
    no site is too large for one worker. The result does not depend on how the pages lie in partitions. The pages
    are counted at once, which reads them; they are learned when the profiles are asked for.
    """
    known = pages_of(pages)
    chunks = find_chunks(known.keys(), min_pages)
    return merge(fingerprints(known, chunks, sections, limits or Limits()), chunks)


def fingerprints(pages: Pages, chunks: Chunks, sections: Section, limits: Limits) -> Any:
    """A row for each page that its site is learned from."""
    known = pages.frame.sparkSession.sparkContext.broadcast(chunks)
    return pages.map(Observe(known, sections, limits), FINGERPRINTS)


def merge(learned: Any, chunks: Chunks) -> Any:
    """The profile of each site, its pages in their order wherever they came from."""
    together = learned.repartition("site").sortWithinPartitions(*KEY_COLUMNS)
    sizes = {site: len(edges) + 1 for site, edges in chunks.edges.items()}
    return together.mapInArrow(Merge(sizes), PROFILES)


@dataclass(frozen=True)
class Merge:
    """Sorted fingerprints into profiles."""

    chunks: Mapping[str, int]
    """How many chunks a site has, unless it is one."""

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        """What `mapInArrow` calls."""
        return batches_of_rows(self._profiles(batches), _schema(pages="int32", chunks="int32"))

    def _profiles(self, batches: Iterable[Any]) -> Iterator[dict[str, Any]]:
        rows = (row for batch in batches for row in batch.select(["site", "profile"]).to_pylist())
        for site, own in groupby(rows, key=lambda row: row["site"]):
            pages = [page for row in own for page in unpack(row["profile"], with_samples=True).fingerprints]
            profile = Profile().add(pages)
            packed = pack(profile.fingerprints)
            yield {"site": site, "pages": len(profile), "chunks": self.chunks.get(site, 1), "profile": packed}


@dataclass(frozen=True)
class Observe:
    """Pages into fingerprints."""

    chunks: Any
    """Broadcast."""
    sections: Section
    limits: Limits

    def __call__(self, batches: Iterable[PageBatch]) -> Iterator[Any]:
        """A `Step`."""
        return batches_of_rows(self._rows(batches), _schema(file="int64", record="int64"))

    def _rows(self, batches: Iterable[PageBatch]) -> Iterator[dict[str, Any]]:
        work = partial(guarded, partial(_packed, sections=self.sections))
        with closing(each(work, self._asked(batches), 1, self.limits)) as results:
            # A page that is lost here is lost in the second pass as well, and told of there.
            for (key, _), packed in results:
                if packed and not isinstance(packed, Loss):
                    yield row_of_key(key) | {"profile": packed}

    def _asked(self, batches: Iterable[PageBatch]) -> Iterator[tuple[PageKey, RawPage]]:
        chunks: Chunks = self.chunks.value
        for batch in batches:
            for key, page in batch.pages:
                if isinstance(page, RawPage) and chunks.is_learned(key[0] or "", key[1:]):
                    yield key, page


def _packed(asked: tuple[PageKey, RawPage], sections: Section) -> bytes:
    """The fingerprint of a page; nothing of a page without text."""
    found = learn_page(read_page(asked[1]), sections)
    return pack([found]) if len(found.keys) else b""


def _schema(**numbers: str) -> Any:
    """A site, numbers, and a packed profile."""
    pa = needed("pyarrow")
    return pa.schema([("site", pa.string()), *numbers.items(), ("profile", pa.binary())])


@lru_cache(_READY_SITES)  # tasks of one process share the sites that every worker gets
def ready_site(packed: bytes) -> Site:
    """The site of a packed profile, ready to be asked."""
    site = Site(unpack(packed))
    site.profile.prepare()
    return site


class RecentSites(Mapping[str, Site]):
    """The last few sites, where pages come sorted by site; only that of the last page that asked is ready."""

    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}

    def remember(self, name: str, packed: bytes) -> None:
        """One site more; the oldest is forgotten."""
        self._packed[name] = packed
        if len(self._packed) > _RECENT_SITES:
            del self._packed[next(iter(self._packed))]

    def __getitem__(self, name: str) -> Site:
        return _last_site(self._packed[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


_last_site = lru_cache(1)(ready_site.__wrapped__)


def load_site(profiles: Any, name: str) -> Site | None:
    """The site of this name from a frame of profiles, to save or to extract with; None if it is not there."""
    functions = needed("pyspark.sql.functions")
    found = profiles.where(functions.col("site") == name).select("profile").head()
    return Site(unpack(bytes(found.profile), with_samples=True)) if found else None

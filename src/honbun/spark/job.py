"""A whole run: files of a crawl into tables, restartable, with a manifest of what was done.

    OUT/manifest.json                      what was read, with which versions, what came out
    OUT/profiles/                          what the pages of each site taught
    OUT/rows/crawl=…/batch=…/              the table
    OUT/learning/                          keys and fingerprints of pages, while a run is under way

The inputs are worked on in batches. What a batch gives is written into a folder of its own, which a batch that is
begun again overwrites, and a batch that is in the manifest is not begun again: so nothing is read twice but what
was under way, and nothing is in the table twice.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import PurePosixPath
from typing import Any

from honbun import __version__
from honbun.errors import FormatError, InputError
from honbun.extraction import Section
from honbun.input import ReadOptions, Split
from honbun.optional import needed
from honbun.spark import verbs
from honbun.spark.chunks import Chunks, find_chunks
from honbun.spark.learning import EVERYTHING, FINGERPRINTS, PROFILES, fingerprints, merge
from honbun.spark.pages import KEYS, Pages
from honbun.spark.source import PART_BYTES, PARTS_PER_CORE, list_inputs, read_inputs
from honbun.spark.storage import Folder
from honbun.workers import Limits

VERBS = ("extract", "fields", "posts", "records")
MANIFEST = "manifest.json"
_FORMAT, _VERSION = "honbun spark job", 2
_COMMON_CRAWL = re.compile(r"CC-[A-Z]+-\d{4}-\d{2}")

Say = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class JobOptions:
    """What a run does."""

    verb: str = "extract"
    alone: bool = False
    """Pages are not learned from each other."""
    min_pages: int = 2
    batch_files: int | None = None
    """How many files are worked on before the manifest is written; by default four for each core, or more of
    small ones."""
    buckets: int = 0
    """Rows are written into so many folders by site; 0 for none."""
    read: ReadOptions = field(default_factory=ReadOptions)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.verb not in VERBS:
            raise FormatError("no such verb", self.verb, f"known: {', '.join(VERBS)}")

    @property
    def is_learning(self) -> bool:
        """Whether there is a first pass."""
        return self.verb in ("extract", "posts") and not self.alone


@dataclass(frozen=True)
class Batch:
    """Files that are worked on together."""

    number: int
    crawl: str
    inputs: tuple[Split, ...]

    @property
    def name(self) -> str:
        """Its folder."""
        return f"batch={self.number:05}"


def run(
    spark: Any, paths: list[str], output: str, options: JobOptions, say: Say = lambda _: None
) -> dict[str, Any]:
    """Do what is not done yet; the manifest comes back. InputError if `output` is of other inputs or options."""
    inputs = list_inputs(spark, paths)
    return _Run(spark, Folder(spark, output), options, inputs, say).run()


class _Run:
    def __init__(self, spark: Any, folder: Folder, options: JobOptions, inputs: list[Split], say: Say) -> None:
        self._spark, self._folder, self._options, self._say = spark, folder, options, say
        text = folder.read(MANIFEST)
        before: dict[str, Any] = json.loads(text) if text else {}
        self._batches = list(self._cut(inputs, before.get("batches", ())))
        self._manifest = self._opened(before)
        self._counts = spark.sparkContext.accumulator(Counter(), _Counts())

    def run(self) -> dict[str, Any]:
        """All stages, each batch by batch."""
        manifest = self._manifest
        if manifest["is_finished"]:
            self._say("finished before: nothing to do")
            return manifest
        profiles = self._learned() if self._options.is_learning else None
        for batch in self._left("rows"):
            self._write_rows(batch, profiles)
        manifest |= {"is_finished": True, "total": _total(manifest["rows"].values())}
        self._save()
        self._folder.delete("learning")
        return manifest

    def _cut(self, inputs: list[Split], before: Sequence[Mapping[str, Any]]) -> Iterator[Batch]:
        """The inputs in batches, as they were cut before; all in one, where pages are compared across files."""
        files = [tuple(parts) for _, parts in groupby(inputs, key=lambda split: split.file)]
        rest = iter(files)
        cut = [*([*islice(rest, len(batch["inputs"]))] for batch in before), [*rest]]
        is_one = self._options.verb in ("records", "fields")
        new = batches_of(files, self._spark.sparkContext.defaultParallelism, self._options.batch_files)
        for number, some in enumerate(filter(None, cut) if before or is_one else new):
            crawl = "all" if is_one else crawl_of(some[0][0].name)
            yield Batch(number, crawl, tuple(part for file in some for part in file))

    def _opened(self, before: dict[str, Any]) -> dict[str, Any]:
        """The manifest of the run that is to go on, or a new one."""
        made = {
            "format": _FORMAT,
            "version": _VERSION,
            "honbun": __version__,
            "spark": self._spark.version,
            "verb": self._options.verb,
            "alone": self._options.alone,
            "batches": [
                {
                    "crawl": batch.crawl,
                    "inputs": list({split.file: split.name for split in batch.inputs}.values()),
                }
                for batch in self._batches
            ],
            "is_finished": False,
            "keys": {},
            "fingerprints": {},
            "rows": {},
        }
        if not before:
            return made
        for name in ("format", "version", "honbun", "verb", "alone", "batches"):
            if before.get(name) != made[name]:
                what = f"holds a run of another {'list of inputs' if name == 'batches' else name}"
                raise InputError(what, self._folder.path, "finish it as it was begun, or choose another folder")
        return before

    def _save(self) -> None:
        self._folder.write(MANIFEST, json.dumps(self._manifest, ensure_ascii=False, indent=1) + "\n")

    def _left(self, stage: str) -> Iterator[Batch]:
        """The batches that a stage has not done; each is done when the next is asked for."""
        done = self._manifest[stage]
        for batch in self._batches:
            if batch.name in done:
                continue
            yield batch
            done.setdefault(batch.name, {})
            self._save()
            self._say(f"{stage}: {len(done)} of {len(self._batches)} batches done{self._told()}")

    def _told(self) -> str:
        """What the workers have counted so far."""
        return "".join(f", {n:,} {reason or 'pages'}" for reason, n in sorted(self._counts.value.items()))

    def _pages(self, batch: Batch) -> Pages:
        return read_inputs(self._spark, batch.inputs, self._options.read)

    def _learned(self) -> Any:
        """The profiles of all sites, learned unless they are there."""
        if "profiles" not in self._manifest:
            self._learn()
        return verbs.sent(self._read("profiles", PROFILES))

    def _learn(self) -> None:
        sections = Section.THREADS if self._options.verb == "posts" else EVERYTHING
        for batch in self._left("keys"):
            self._write(self._pages(batch).keys(), f"learning/keys/{batch.name}")
        chunks: Chunks = find_chunks(self._read("learning/keys", KEYS), self._options.min_pages)
        for batch in self._left("fingerprints"):
            found = fingerprints(self._pages(batch), chunks, sections, self._options.limits)
            self._write(found, f"learning/fingerprints/{batch.name}")
        self._write(merge(self._read("learning/fingerprints", FINGERPRINTS), chunks), "profiles")
        found = _summed(self._read("profiles", PROFILES), "pages")
        sites, pages = sum(count for count, _ in found.values()), sum(n * count for n, (count, _) in found.items())
        digest = _digest(total for _, total in found.values())
        self._manifest["profiles"] = {"sites": sites, "pages": pages, "digest": digest}
        self._save()
        self._say(f"{sites:,} sites learned from {pages:,} pages")

    def _write_rows(self, batch: Batch, profiles: Any) -> None:
        options, pages = self._options, self._pages(batch)
        if options.verb in ("records", "fields"):
            rows = (
                verbs.records(pages, limits=options.limits) if options.verb == "records" else verbs.fields(pages)
            )
        else:
            page_verb = verbs.extract if options.verb == "extract" else verbs.posts
            rows = page_verb(pages, profiles, limits=options.limits, counts=self._counts)
        where = f"rows/crawl={batch.crawl}/{batch.name}"
        self._write(rows, where, options.buckets)
        found = _summed(self._read(where, rows.schema), "substring_index(coalesce(reason, ''), ':', 1)")
        self._manifest["rows"][batch.name] = {
            "rows": sum(count for count, _ in found.values()),
            "reasons": {reason: count for reason, (count, _) in sorted(found.items()) if reason},
            "digest": _digest(total for _, total in found.values()),
        }

    def _write(self, frame: Any, name: str, buckets: int = 0) -> None:
        if buckets:
            frame = frame.selectExpr("*", f"pmod(xxhash64(site), {buckets}) AS bucket")
        writer = frame.write.mode("overwrite").option("compression", "zstd")
        (writer.partitionBy("bucket") if buckets else writer).parquet(self._folder.of(name))

    def _read(self, name: str, schema: Any) -> Any:
        """A table of these columns, which Spark need not look for in its files."""
        return self._spark.read.schema(schema).parquet(self._folder.of(name))


class _Counts:
    """How Spark adds up counts by name."""

    def zero(self, _: Counter[str]) -> Counter[str]:
        """Nothing counted."""
        return Counter()

    def addInPlace(self, one: Counter[str], other: Mapping[str, int]) -> Counter[str]:  # noqa: N802 - as Spark calls it
        """Both together."""
        one.update(other)
        return one


def batches_of(
    files: Iterable[tuple[Split, ...]], cores: int, wanted: int | None = None
) -> Iterator[list[tuple[Split, ...]]]:
    """So many files of a crawl at a time as are wanted; else as many as give each core enough to do."""
    least_files = wanted or PARTS_PER_CORE * cores
    least_bytes = 0 if wanted else least_files * PART_BYTES
    for _, own in groupby(files, key=lambda file: crawl_of(file[0].name)):
        some: list[tuple[Split, ...]] = []
        size = 0
        for file in own:
            some.append(file)
            size += sum(part.size or PART_BYTES for part in file)
            if len(some) >= least_files and size >= least_bytes:
                yield some
                some, size = [], 0
        if some:
            yield some


def crawl_of(name: str) -> str:
    """The crawl that a file is of: as Common Crawl names it, else the folder that it lies in."""
    found = _COMMON_CRAWL.search(name)
    return found[0] if found else re.sub(r"[^\w.-]", "_", PurePosixPath(name).parent.name) or "crawl"


def _summed(frame: Any, key: str) -> dict[Any, tuple[int, int]]:
    """By what an expression gives: how many rows, and the sum of their hashes."""
    functions = needed("pyspark.sql.functions")
    kinds = sorted((name, kind) for name, kind in frame.dtypes if name != "batch")
    # Structures are hashed as JSON, for a null within leaves a hash as it is; so it is told of each column, too.
    is_nested = {name: "struct<" in kind or "map<" in kind for name, kind in kinds}
    values = [functions.to_json(name) if is_nested[name] else frame[name] for name, _ in kinds]
    nulls = [frame[name].isNull() for name, _ in kinds]
    row = functions.xxhash64(*values, *nulls).cast("decimal(38,0)")
    found = frame.groupBy(functions.expr(key)).agg(functions.count("*"), functions.sum(row)).collect()
    return {value: (count, int(total)) for value, count, total in found}


def _digest(totals: Iterable[int]) -> str:
    """The same for tables of the same rows, in whatever order."""
    return f"{sum(totals) % 2**64:016x}"


def _total(batches: Collection[dict[str, Any]]) -> dict[str, Any]:
    reasons: Counter[str] = Counter()
    for batch in batches:
        reasons.update(batch["reasons"])
    return {"rows": sum(batch["rows"] for batch in batches), "reasons": dict(sorted(reasons.items()))}

"""Files of a crawl as rows, a partition each, large archives in several; and the data source `warc`."""

from __future__ import annotations

import glob
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, cast

from honbun.errors import InputError
from honbun.input import MAX_BYTES, ReadOptions, Split, counted, read_split, read_stream, split_file
from honbun.optional import needed
from honbun.spark.pages import PageBatch, Pages, configure, page_batches, page_schema

# Archives of more bytes are read in parts.
SPLIT_BYTES = 256 * 1024 * 1024
# Smaller files are read together, up to so many bytes, as long as each core has so many partitions: one that gets
# the slowest last waits seldom, and a partition costs a tenth of a second of CPU, whatever is in it.
PART_BYTES = 16 * 1024 * 1024
PARTS_PER_CORE = 4
# Not one letter: that is a drive.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


def read_warc(
    spark: Any,
    paths: str | Sequence[str],
    *,
    split_bytes: int = SPLIT_BYTES,
    options: ReadOptions | None = None,
) -> Any:
    """The pages of files as rows, in the columns of `honbun.spark.page_schema`.

    `paths` are files that every worker sees under the same name, folders or patterns of them: WARC archives,
    gzipped or not, or anything else `honbun extract` reads. A file is a partition; archives of more than
    `split_bytes` are read in several. Paths with a scheme (`hdfs://`, `s3a://`) are read through the file systems
    of Spark, a whole file at a time. What gives no page is a row with its reason.
    """
    named = [paths] if isinstance(paths, str) else list(paths)
    return read_inputs(spark, list_inputs(spark, named, split_bytes), options or ReadOptions()).rows()


def list_inputs(spark: Any, paths: Sequence[str], split_bytes: int = SPLIT_BYTES) -> list[Split]:
    """The files that paths, folders and patterns name, large ones in parts, with their records counted."""
    names = [name for path in paths for name in (_listed(spark, path) if is_remote(path) else _expanded(path))]
    found: list[Split] = []
    for file, name in enumerate(names):
        is_there = not is_remote(name)
        path = str(Path(name).absolute()) if is_there else name
        found += split_file(path, name, split_bytes, file) if is_there else [Split(path, name, file=file)]
    return _numbered(spark, found)


def read_inputs(spark: Any, inputs: Sequence[Split], options: ReadOptions) -> Pages:
    """The pages of files, or parts of them, a partition each."""
    configure(spark)
    remote = [split for split in inputs if is_remote(split.path)]
    local = tuple(split for split in inputs if not is_remote(split.path))
    numbers = spark.range(0, len(local), 1, _partitions(spark, local))
    there = Pages(numbers, _ReadSplits(local, options.max_bytes))
    if not remote:
        return there
    files = _remote(spark, remote, options)
    return Pages(files.rows().unionByName(there.rows())) if local else files


def _partitions(spark: Any, splits: Sequence[Split]) -> int:
    """How many partitions files are read in: one each, but small ones together."""
    wanted: int = PARTS_PER_CORE * spark.sparkContext.defaultParallelism
    return max(min(len(splits), max(wanted, sum(split.size for split in splits) // PART_BYTES)), 1)


def is_remote(path: str) -> bool:
    """Whether a path has a scheme, so that Spark's own file systems read it."""
    return _SCHEME.match(path) is not None


def _listed(spark: Any, path: str) -> list[str]:
    """The files that a path of Spark's file systems names."""
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
    return [row.path for row in files.select("path").sort("path").collect()]


def _expanded(path: str) -> list[str]:
    place = Path(path)
    if place.is_dir():
        found = [str(file) for file in place.rglob("*") if file.is_file() and not _is_hidden(file, place)]
        return sorted(found, key=lambda file: Path(file).parts)
    return sorted(glob.glob(path, recursive=True)) if not place.exists() and glob.has_magic(path) else [path]  # noqa: PTH207


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)


def _numbered(spark: Any, splits: list[Split]) -> list[Split]:
    """The parts with the numbers of their first records, which Spark counts where a file has several."""
    parts = [split for split in splits if not split.is_whole]
    if not parts:
        return splits
    counts = spark.sparkContext.parallelize(parts, len(parts)).map(counted).collect()
    numbers: dict[Split, int] = {}
    for path in {split.path for split in parts}:
        own = [(split, count) for split, count in zip(parts, counts, strict=True) if split.path == path]
        before = accumulate((count for _, count in own), initial=1)
        numbers |= {split: first for (split, _), first in zip(own, before, strict=False)}
    return [replace(split, first=numbers.get(split, 1)) for split in splits]


@dataclass(frozen=True)
class _ReadSplits:
    """The numbers of files, or parts of them, into their pages."""

    splits: tuple[Split, ...]
    max_bytes: int

    def __call__(self, batches: Iterable[Any]) -> Iterator[PageBatch]:
        """A `Reader`."""
        for batch in batches:
            for number in batch.column("id").to_pylist():
                yield from _pages_of_split(self.splits[number], ReadOptions(max_bytes=self.max_bytes))


def _pages_of_split(split: Split, options: ReadOptions) -> Iterator[PageBatch]:
    return page_batches(read_split(split, options), split.file, split.first)


@cache
def data_source() -> Any:
    """The class that Spark knows as `warc`."""
    datasource = needed("pyspark.sql.datasource")
    types = needed("pyspark.sql.pandas.types")

    class Reader(datasource.DataSourceReader):  # type: ignore[misc, name-defined]
        def __init__(self, options: Any) -> None:
            self.options = ReadOptions(max_bytes=int(options.get("max_bytes", MAX_BYTES)))
            if "path" not in options:
                raise InputError("the format warc needs a path", advice="load('crawl/*.warc.gz')")
            self.names = _expanded(str(options["path"]))

        def partitions(self) -> list[Any]:
            files = enumerate(self.names)
            return [
                datasource.InputPartition(Split(str(Path(name).absolute()), name, file=n)) for n, name in files
            ]

        def read(self, partition: Any) -> Iterator[Any]:
            return (batch.to_arrow() for batch in _pages_of_split(partition.value, self.options))

    class Warc(datasource.DataSource):  # type: ignore[misc, name-defined]
        @classmethod
        def name(cls) -> str:
            return "warc"

        def schema(self) -> Any:
            return types.from_arrow_schema(page_schema())

        def reader(self, schema: Any) -> Any:  # noqa: ARG002 - there is but one
            return Reader(self.options)

    return Warc


def _remote(spark: Any, inputs: Sequence[Split], options: ReadOptions) -> Pages:
    """Whole files, as Spark's own file systems give them."""
    numbers = {split.path: split.file for split in inputs}
    files = spark.read.format("binaryFile").load(list(numbers)).select("path", "content")
    return Pages(files, _Unpack(numbers, options.max_bytes))


@dataclass(frozen=True)
class _Unpack:
    """Files as bytes into their pages."""

    numbers: Mapping[str, int]
    max_bytes: int

    def __call__(self, batches: Iterable[Any]) -> Iterator[PageBatch]:
        """A `Reader`."""
        options = ReadOptions(max_bytes=self.max_bytes)
        for batch in batches:
            for path, content in zip(batch.column("path").to_pylist(), batch.column("content"), strict=True):
                stream = cast(io.BufferedReader, io.BufferedReader(io.BytesIO(content.as_buffer())))
                yield from page_batches(read_stream(path, stream, options), self.numbers[path], 1)

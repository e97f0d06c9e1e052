"""Paths into pages: the one function that the rest of honbun calls to get at bytes."""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import nullcontext
from typing import BinaryIO

from honbun.input import places
from honbun.input.gunzip import is_gzip
from honbun.input.registry import known_readers, may_hold_pages, reader_by_bytes, reader_by_ending, reader_of_kind
from honbun.input.streams import StreamError, seekable
from honbun.input.types import Found, Reader, ReadOptions, Rejected, Rejection, Source

_DEFAULTS = ReadOptions()

# Archives within archives: a compressed table in an archive in an archive is read, a snake that eats itself not.
_MAX_DEPTH = 4
# What may be copied to disk of an archive inside another: one made of zeros would fill it.
_MAX_COPY_BYTES = 4 * 1024**3


def read(
    paths: Iterable[str | os.PathLike[str]], *, stdin: BinaryIO | None = None, options: ReadOptions = _DEFAULTS
) -> Iterator[Found]:
    """The pages that lie at these paths, in their order, read as they are asked for.

    A path is a file (HTML, gzip, WARC, JSON lines, Parquet, zip), a folder (read to its depths, by name), a glob
    pattern if no such file exists, or `-` for `stdin`. What gives no page gives a `Rejected` with the reason, a
    path that does not exist included. Raises only what no batch should outlive: MissingPackageError, and
    FormatError for an unknown `options.kind`.
    """
    if isinstance(paths, str | bytes | os.PathLike):
        raise TypeError(f"paths is one path, {paths!r}; give a list of them")
    readers = known_readers(options)
    return (found for path in paths for found in _read_path(os.fsdecode(path), stdin, readers, options))


def is_rereadable(paths: Collection[str | os.PathLike[str]]) -> bool:
    """Whether reading these paths a second time gives the same pages: not if one is a stream or a pipe."""
    return not any(places.is_stream(os.fsdecode(path)) for path in paths)


def _read_path(
    path: str, stdin: BinaryIO | None, readers: tuple[Reader, ...], options: ReadOptions
) -> Iterator[Found]:
    """All that a path gives: at least one thing."""
    is_barren = True
    for found in _unfold(places.sources(path, stdin), readers, options):
        is_barren = False
        yield found
    if is_barren:
        yield Rejected(places.shown(path), Rejection.NO_PAGES, "there is no page in it")


def _unfold(items: Iterable[Found | Source], readers: tuple[Reader, ...], options: ReadOptions) -> Iterator[Found]:
    """The items, each source replaced by what it holds, however deep."""
    for item in items:
        if isinstance(item, Source):
            yield from _read_source(item, readers, options)
        else:
            yield item


def _read_source(source: Source, readers: tuple[Reader, ...], options: ReadOptions) -> Iterator[Found]:
    """What the reader for a source makes of it; damage ends it with a rejection."""
    if not source.is_asked and not may_hold_pages(source.filename, readers):
        return
    if source.depth > _MAX_DEPTH:
        yield Rejected(source.name, Rejection.TOO_DEEP, f"in more than {_MAX_DEPTH} archives; unpack some")
        return
    try:
        with source.open() as opened:
            reader = _choose(source, opened, readers, options)
            limit = _MAX_COPY_BYTES if source.depth else None
            with seekable(opened, limit) if reader.needs_seek else nullcontext(opened) as stream:
                yield from _unfold(reader.read(source, stream, options), readers, options)
    except OSError as error:
        reason = error.reason if isinstance(error, StreamError) else Rejection.UNREADABLE
        yield Rejected(source.name, reason, error.strerror or str(error))


def _choose(
    source: Source, stream: io.BufferedReader, readers: tuple[Reader, ...], options: ReadOptions
) -> Reader:
    """The reader for a source: the one asked for, the one its name tells, the one its first bytes tell."""
    head = stream.peek()
    # What was asked for is meant of what is inside gzip.
    if options.kind is not None and source.is_asked and not is_gzip(head):
        return reader_of_kind(options.kind, readers)
    return reader_by_ending(source.filename, readers) or reader_by_bytes(head, readers)

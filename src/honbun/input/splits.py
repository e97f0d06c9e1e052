"""Parts of large files, for several machines: a WARC archive of gzip members can be entered at each of them."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from honbun.input.read import read
from honbun.input.streams import Gunzip
from honbun.input.types import Found, ReadOptions, Source
from honbun.optional import needed

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_MEMBER = re.compile(rb"\x1f\x8b\x08")
_RECORD = b"WARC/"
_SCAN_BYTES = 1024 * 1024
_GZIP_ONLY = 16 + zlib.MAX_WBITS


@dataclass(frozen=True)
class Split:
    """A file, or the records of one that begin from `start` on and before `end`."""

    path: str
    name: str
    """What a person is shown: the path as it was given."""
    start: int = 0
    end: int | None = None
    """None is the end of the file."""
    first: int = 1
    """The number of its first record."""
    file: int = 0
    """The number of the file among those that are read: the order of pages is that of files and records."""
    size: int = 0
    """How many bytes it has; 0 if that is not known."""

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole file."""
        return self.start == 0 and self.end is None


def split_file(path: str, name: str, size: int, file: int = 0) -> list[Split]:
    """The file in parts of about `size` bytes, if it is an archive of gzip members; else the whole of it.

    Where the parts begin is exact; the numbers of their first records are not known yet: see `counted`.
    """
    length = Path(path).stat().st_size if Path(path).is_file() else 0
    if length <= size or not path.lower().endswith(".warc.gz"):
        return [Split(path, name, file=file, size=length)]
    with Path(path).open("rb") as stream:
        starts = {0, *filter(None, (_record_after(stream, place) for place in range(size, length, size)))}
    edges = [*sorted(starts), length]
    return [
        Split(path, name, start, end if end < length else None, file=file, size=end - start)
        for start, end in pairwise(edges)
    ]


def counted(split: Split) -> int:
    """How many records there are in a split, damage counted as one, as `read_split` numbers them."""
    archive = needed("fastwarc.warc").ArchiveIterator
    number = 0
    with _opened(split) as stream:
        try:
            for _ in archive(Gunzip(stream), parse_http=False):
                number += 1
        except OSError:
            number += 1
    return number


def read_split(split: Split, options: ReadOptions) -> Iterator[Found]:
    """The pages of a split, called as they would be if the whole file was read by its name."""
    if split.is_whole:
        for found in read([split.path], options=options):
            yield replace(found, source=split.name + found.source.removeprefix(split.path))
        return
    with _opened(split) as stream:
        yield from read_stream(split.name, stream, options, split.first)


def read_stream(name: str, stream: io.BufferedReader, options: ReadOptions, first: int = 1) -> Iterator[Found]:
    """The pages of a WARC archive, gzipped or not, of which the stream begins at this record."""
    from honbun.input.warc import read_warc

    yield from read_warc(Source(name, name, lambda: stream), stream, options, first)


def _record_after(file: BinaryIO, place: int) -> int | None:
    """Where the first gzip member after a place begins that holds the beginning of a record."""
    base = file.seek(place)
    window = b""
    while chunk := file.read(_SCAN_BYTES):
        window += chunk
        for found in _MEMBER.finditer(window):
            if _begins_record(window[found.start() : found.start() + 4096]):
                return base + found.start()
        base += max(0, len(window) - 4096)
        window = window[-4096:]
    return None


def _begins_record(member: bytes) -> bool:
    try:
        return zlib.decompressobj(_GZIP_ONLY).decompress(member, len(_RECORD)) == _RECORD
    except zlib.error:
        return False


def _opened(split: Split) -> io.BufferedReader:
    file = Path(split.path).open("rb")  # noqa: SIM115 - closed with the stream that is given out
    end = file.seek(0, io.SEEK_END) if split.end is None else split.end
    return io.BufferedReader(_Range(file, split.start, end), _SCAN_BYTES)


class _Range(io.RawIOBase):
    """The bytes of a file between two places, as a file of its own."""

    def __init__(self, file: BinaryIO, start: int, end: int) -> None:
        self._file, self._start, self._length = file, start, end - start
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        self._file.seek(self._start + self._place)
        data = self._file.read(min(len(view), max(0, self._length - self._place)))
        view[: len(data)] = data
        self._place += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._length}[whence]
        self._place = base + offset
        return self._place

    def close(self) -> None:
        self._file.close()
        super().close()

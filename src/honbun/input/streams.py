"""Streams that are read once, from start to end, and whose every failure is an OSError; gzip undone."""

from __future__ import annotations

import io
import lzma
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, cast

from honbun.input.types import Rejection

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

# Enough to see what a stream holds, also where its first line is a whole page in JSON.
HEAD_BYTES = 64 * 1024

# What the decompressors of the standard library raise when the bytes are not theirs.
DAMAGE = (EOFError, lzma.LZMAError, zipfile.BadZipFile, zlib.error)

_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_ONLY = 16 + zlib.MAX_WBITS


class Readable(Protocol):
    """What is asked of a stream of bytes. If it has `read1`, that is used, to get bytes as soon as they come."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, none at the end."""

    def close(self) -> None:
        """Ends the reading."""


class StreamError(OSError):
    """The bytes cannot be had, not because the system refuses but because of what they are."""

    def __init__(self, detail: str, reason: Rejection = Rejection.BROKEN) -> None:
        super().__init__(detail)
        self.reason = reason


class _Forward(io.RawIOBase):
    """Bytes of another stream as they come. Its first read waits for a line, so that a look at it tells much."""

    def __init__(self, inner: Readable, *, is_owner: bool) -> None:
        self._inner = inner
        self._is_owner = is_owner
        self._is_untouched = True

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """The number of bytes put into the buffer, 0 at the end."""
        view = memoryview(buffer).cast("B")
        data = self._more(len(view))
        while self._is_untouched and 0 < len(data) < len(view) and not (b"\n" in data and data.strip()):
            more = self._more(len(view) - len(data))
            if not more:
                break
            data += more
        self._is_untouched = False
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Closes the other stream too, if this one is its owner."""
        if self._is_owner and not self.closed:
            self._inner.close()
        super().close()

    def _more(self, size: int) -> bytes:
        read = getattr(self._inner, "read1", self._inner.read)
        try:
            data: bytes = read(size)
        except DAMAGE as error:
            raise StreamError(str(error) or type(error).__name__) from error
        except OSError as error:
            # bz2 has no exception of its own; what the system refuses has a number.
            if error.errno is not None:
                raise
            raise StreamError(str(error)) from error
        return data


def forward(inner: Readable, *, is_owner: bool = True) -> io.BufferedReader:
    """The stream, readable only forward and with a look ahead; what is damaged in it raises StreamError."""
    return io.BufferedReader(_Forward(inner, is_owner=is_owner), HEAD_BYTES)


@contextmanager
def seekable(stream: io.BufferedReader, limit: int | None) -> Iterator[io.BufferedReader]:
    """The same bytes where one can seek: the stream itself, or a temporary copy of at most `limit` bytes."""
    if stream.seekable():
        yield stream
        return
    with tempfile.TemporaryFile() as copy:
        size = 0
        while chunk := stream.read(HEAD_BYTES):
            size += len(chunk)
            if limit is not None and size > limit:
                raise StreamError(f"more than {limit:,} bytes inside another archive", Rejection.TOO_LARGE)
            copy.write(chunk)
        copy.seek(0)
        yield cast(io.BufferedReader, copy)


def is_gzip(head: bytes) -> bool:
    """Whether a file that begins so is compressed with gzip."""
    return head.startswith(_GZIP_MAGIC)


class Gunzip:
    """The bytes that a gzip stream holds, where it ends as gzip ends. One read gives bytes of one member only."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._input = b""
        self._member: zlib._Decompress | None = None
        self._consumed = stream.tell() if stream.seekable() else 0
        self.start = self._consumed
        """Where the member begins that the last bytes came from."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, none at the end; StreamError where the stream is damaged or cut short."""
        while True:
            self._input = self._input or self._stream.read1(HEAD_BYTES)
            self._member = self._member or self._begin()
            if self._member is None:
                return b""
            if not self._input:
                raise StreamError("the gzip stream is cut short")
            if data := self._inflate(self._member, size):
                return data

    def tell(self) -> int:
        """How many bytes of the stream were used."""
        return self._consumed

    def close(self) -> None:
        """Nothing to do: the stream belongs to another."""

    def _begin(self) -> zlib._Decompress | None:
        """The member that begins here, if one does; zeros between members and after them are padding."""
        while self._input and self._consumed > self.start:
            rest = self._input.lstrip(b"\0")
            self._consumed += len(self._input) - len(rest)
            self._input = rest or self._stream.read1(HEAD_BYTES)
            if rest:
                break
        self.start = self._consumed
        return zlib.decompressobj(_GZIP_ONLY) if self._input else None

    def _inflate(self, member: zlib._Decompress, size: int) -> bytes:
        try:
            data = member.decompress(self._input, size)
        except zlib.error as error:
            raise StreamError(f"the gzip stream is damaged: {error}") from error
        rest = member.unused_data if member.eof else member.unconsumed_tail
        self._consumed += len(self._input) - len(rest)
        self._input = rest
        if member.eof:
            self._member = None
        return data

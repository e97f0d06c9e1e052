"""gzip undone member by member, with the position of each, and never a cut file taken for a whole one."""

from __future__ import annotations

import io
import zlib

from honbun.input.streams import HEAD_BYTES, StreamError

_MAGIC = b"\x1f\x8b"
_GZIP_ONLY = 16 + zlib.MAX_WBITS


def is_gzip(head: bytes) -> bool:
    """Whether a file that begins so is compressed with gzip."""
    return head.startswith(_MAGIC)


class Gunzip:
    """The bytes that a gzip stream holds. One read gives bytes of one member only."""

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

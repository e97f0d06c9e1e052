"""Zip archives: their members, each read as a file of its name would be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from functools import partial

from honbun.input.streams import DAMAGE, StreamError, forward
from honbun.input.types import Found, Reader, ReadOptions, Rejected, Rejection, Source

_ENCRYPTED = 0x1
# What zipfile raises besides when headers are damaged: names that are no text, methods that it does not know.
_DAMAGE = (*DAMAGE, NotImplementedError, UnicodeDecodeError)


def read_zip(source: Source, stream: io.BufferedReader, _: ReadOptions) -> Iterator[Found | Source]:
    """The members in the order of the archive, in folders or not; hidden ones are passed over.

    The sizes that an archive states are not believed: a member is read until it ends or is too large.
    """
    try:
        archive = zipfile.ZipFile(stream)
    except _DAMAGE as error:
        raise StreamError(f"not a zip archive: {error}") from error
    with archive:
        for member in archive.infolist():
            if not member.filename.endswith("/") and not _is_hidden(member.filename):
                yield _member(source, archive, member)


def _member(source: Source, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Found | Source:
    name = f"{source.name}!{member.filename}"
    if member.flag_bits & _ENCRYPTED:
        return Rejected(name, Rejection.BROKEN, "locked with a password; unpack it first")
    return Source(name, member.filename, partial(_open, archive, member), depth=source.depth + 1)


def _open(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> io.BufferedReader:
    try:
        return forward(archive.open(member))
    except _DAMAGE as error:
        raise StreamError(str(error)) from error


def _is_hidden(filename: str) -> bool:
    return any(part.startswith(".") for part in filename.split("/"))


ZIP = Reader(
    kind="zip",
    endings=(".zip",),
    read=read_zip,
    is_kind=lambda head: head.startswith((b"PK\x03\x04", b"PK\x05\x06")),
    needs_seek=True,
)

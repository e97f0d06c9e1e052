"""Paths into pages: the one function that the rest of honbun calls to get at bytes, and its readers."""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import PurePosixPath
from typing import BinaryIO

from honbun.errors import FormatError
from honbun.input.admit import admit
from honbun.input.sources import is_address, is_stream, shown, sources
from honbun.input.streams import DAMAGE, Gunzip, StreamError, forward, is_gzip, seekable
from honbun.input.types import Found, RawPage, Reader, ReadOptions, Rejected, Rejection, Source

_DEFAULTS = ReadOptions()

# Archives within archives: a compressed table in an archive in an archive is read, a snake that eats itself not.
_MAX_DEPTH = 4
# What may be copied to disk of an archive inside another: one made of zeros would fill it.
_MAX_COPY_BYTES = 4 * 1024**3

# Files with these endings are no pages, nor do they hold any: in a folder or an archive they are passed over.
NOT_PAGES = frozenset(
    (
        ".7z .apk .atom .avi .avif .azw3 .bak .bin .bmp .bz2 .cdx .cdxj .cfg .class .conf .css .csv .dat .db "
        ".deb .dll .dmg .doc .docx .eot .eps .exe .flac .flv .gif .h5 .heic .ico .ics .ini .iso .jar .jpeg "
        ".jpg .js .json .jsonld .less .lock .log .m3u8 .m4a .m4v .map .md .mdb .mid .mjs .mkv .mobi .mov .mp3 "
        ".mp4 .mpeg .mpg .msi .npy .npz .odp .ods .odt .ogg .ogv .opus .otf .part .pdf .pickle .pkl .png .ppt "
        ".pptx .ps .psd .py .pyc .rar .rdf .rpm .rss .rst .rtf .scss .sh .so .sql .sqlite .svg .swf .tar .tgz "
        ".tif .tiff .toml .torrent .tsv .ttf .txt .vcf .vtt .wasm .wav .webm .webmanifest .webp .wma .wmv .woff "
        ".woff2 .xls .xlsx .xml .xsl .xz .yaml .yml .zst"
    ).split()
)
_PAGE_ENDINGS = ".html .htm .xhtml .xht .shtml .shtm .phtml .php .php3 .php5 .asp .aspx .jsp .jsf .cfm .cgi .do"
_OPEN_OBJECT = re.compile(rb'\{\s*"')
_ENCRYPTED = 0x1
# What zipfile raises besides when headers are damaged: names that are no text, methods that it does not know.
_ZIP_DAMAGE = (*DAMAGE, NotImplementedError, UnicodeDecodeError)


def read(
    paths: Iterable[str | os.PathLike[str]], *, stdin: BinaryIO | None = None, options: ReadOptions = _DEFAULTS
) -> Iterator[Found]:
    """The pages that lie at these paths, in their order, read as they are asked for.

    A path is a file (HTML, gzip, WARC, JSON lines, Parquet, zip), a folder (read to its depths, by name), a glob
    pattern if no such file exists, `-` for `stdin`, or an address, which `options.fetch` is asked for. What gives
    no page gives a `Rejected` with the reason, a path that does not exist included. Raises only what no batch
    should outlive: MissingPackageError, and FormatError for an unknown `options.kind`.
    """
    if isinstance(paths, str | bytes | os.PathLike):
        raise TypeError(f"paths is one path, {paths!r}; give a list of them")
    readers = _known_readers(options)
    return (found for path in paths for found in _read_path(os.fsdecode(path), stdin, readers, options))


def is_rereadable(paths: Collection[str | os.PathLike[str]]) -> bool:
    """Whether reading these paths a second time gives the same pages: not if one is a stream or a pipe."""
    return not any(is_stream(os.fsdecode(path)) for path in paths)


def count_files(paths: Iterable[str]) -> int | None:
    """How many pages lie at these paths, if names tell: None if one may hold several, or none, or is a stream."""
    number = 0
    for path in paths:
        if is_address(path) or is_stream(path):
            return None
        for source in sources(path, None):
            if isinstance(source, Rejected):
                number += 1
            elif source.is_asked or _may_hold_pages(source.filename, READERS):
                if _reader_by_ending(source.filename, READERS) is not _HTML:
                    return None
                number += 1
    return number


def _read_path(
    path: str, stdin: BinaryIO | None, readers: tuple[Reader, ...], options: ReadOptions
) -> Iterator[Found]:
    """All that a path gives: at least one thing."""
    is_empty = True
    unfolded = _unfold(sources(path, stdin), readers, options)
    for found in _fetched(path, options) if is_address(path) else unfolded:
        is_empty = False
        yield found
    if is_empty:
        yield Rejected(shown(path), Rejection.NO_PAGES, "there is no page in it")


def _fetched(address: str, options: ReadOptions) -> Iterable[Found]:
    if options.fetch is None:
        return [Rejected(address, Rejection.NOT_FETCHED, "addresses are not fetched here; save the page first")]
    return options.fetch(address)


def _unfold(items: Iterable[Found | Source], readers: tuple[Reader, ...], options: ReadOptions) -> Iterator[Found]:
    """The items, each source replaced by what it holds, however deep."""
    for item in items:
        if isinstance(item, Source):
            yield from _read_source(item, readers, options)
        else:
            yield item


def _read_source(source: Source, readers: tuple[Reader, ...], options: ReadOptions) -> Iterator[Found]:
    """What the reader for a source makes of it; damage ends it with a rejection."""
    if not source.is_asked and not _may_hold_pages(source.filename, readers):
        return
    if source.depth > _MAX_DEPTH:
        yield Rejected(source.name, Rejection.TOO_DEEP, f"in more than {_MAX_DEPTH} archives; unpack some")
        return
    try:
        with source.open() as opened:
            reader = _choose_reader(source, opened, readers, options)
            limit = _MAX_COPY_BYTES if source.depth else None
            with seekable(opened, limit) if reader.needs_seek else nullcontext(opened) as stream:
                yield from _unfold(reader.read(source, stream, options), readers, options)
    except OSError as error:
        reason = error.reason if isinstance(error, StreamError) else Rejection.UNREADABLE
        yield Rejected(source.name, reason, error.strerror or str(error))


# Readers, which are tried in the order of `READERS`. Those of WARC, JSON lines and Parquet are loaded when asked.


def _read_html(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found | Source]:
    """The one page that the stream is. Downloaders also save compressed pages as `.html`: those are opened."""
    if is_gzip(stream.peek(2)):
        yield from _read_gzip(source, stream, options)
    else:
        body = stream.read(options.max_bytes + 1)
        yield admit(RawPage(body, source=source.name), options.max_bytes)


def _read_gzip(source: Source, stream: io.BufferedReader, _: ReadOptions) -> Iterator[Source]:
    """What is inside: the same name without `.gz`."""
    name = source.filename
    inner = name[: -len(".gz")] if name.lower().endswith(".gz") else name
    yield replace(source, filename=inner, open=lambda: forward(Gunzip(stream)), depth=source.depth + 1)


def _lazy(module: str, name: str) -> Callable[[Source, io.BufferedReader, ReadOptions], Iterator[Found | Source]]:
    """A reader's function that is loaded when it is called, as few inputs hold archives or tables."""

    def read(source: Source, stream: io.BufferedReader, options: ReadOptions) -> Iterator[Found | Source]:
        function = getattr(import_module(f"honbun.input.{module}"), name)
        found: Iterator[Found | Source] = function(source, stream, options)
        return found

    return read


def _starts_with(*signatures: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(signatures)


def _is_jsonl(head: bytes) -> bool:
    """Whether the first line is a JSON object, or begins as one if it goes on beyond what is seen."""
    line, newline, _ = head.removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")
    if not line.startswith(b"{"):
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return not newline and _OPEN_OBJECT.match(line) is not None
    return True


def _read_zip(source: Source, stream: io.BufferedReader, _: ReadOptions) -> Iterator[Found | Source]:
    """The members in the order of the archive, in folders or not; hidden ones are passed over.

    The sizes that an archive states are not believed: a member is read until it ends or is too large.
    """
    try:
        archive = zipfile.ZipFile(stream)
    except _ZIP_DAMAGE as error:
        raise StreamError(f"not a zip archive: {error}") from error
    with archive:
        for member in archive.infolist():
            if not member.filename.endswith("/") and not _is_hidden(member.filename):
                yield _member(source, archive, member)


def _member(source: Source, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Found | Source:
    name = f"{source.name}!{member.filename}"
    if member.flag_bits & _ENCRYPTED:
        return Rejected(name, Rejection.BROKEN, "locked with a password; unpack it first")
    return Source(name, member.filename, partial(_open_member, archive, member), depth=source.depth + 1)


def _open_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> io.BufferedReader:
    try:
        return forward(archive.open(member))
    except _ZIP_DAMAGE as error:
        raise StreamError(str(error)) from error


def _is_hidden(filename: str) -> bool:
    return any(part.startswith(".") for part in filename.split("/"))


_HTML = Reader("html", tuple(_PAGE_ENDINGS.split()), _read_html)
READERS = (
    _HTML,
    Reader("gzip", (".gz",), _read_gzip, is_gzip),
    Reader("warc", (".warc", ".warc.gz"), _lazy("warc", "read_warc"), _starts_with(b"WARC/")),
    Reader("jsonl", (".jsonl", ".ndjson"), _lazy("rows", "read_jsonl"), _is_jsonl),
    Reader("parquet", (".parquet",), _lazy("rows", "read_parquet"), _starts_with(b"PAR1"), needs_seek=True),
    Reader("zip", (".zip",), _read_zip, _starts_with(b"PK\x03\x04", b"PK\x05\x06"), needs_seek=True),
)


def _known_readers(options: ReadOptions) -> tuple[Reader, ...]:
    """The readers in the order they are asked; FormatError if `options.kind` is none of theirs."""
    readers = (*options.readers, *READERS)
    kinds = {reader.kind for reader in readers}
    if options.kind is not None and options.kind not in kinds:
        raise FormatError("no such kind of file", options.kind, f"known: {', '.join(sorted(kinds))}")
    return readers


def _choose_reader(
    source: Source, stream: io.BufferedReader, readers: tuple[Reader, ...], options: ReadOptions
) -> Reader:
    """The reader for a source: the one asked for, the one its name tells, the one its first bytes tell, HTML."""
    head = stream.peek()
    # What was asked for is meant of what is inside gzip.
    if options.kind is not None and source.is_asked and not is_gzip(head):
        return next(reader for reader in readers if reader.kind == options.kind)
    by_bytes = (reader for reader in readers if reader.is_kind and reader.is_kind(head))
    return _reader_by_ending(source.filename, readers) or next(by_bytes, _HTML)


def _reader_by_ending(filename: str, readers: tuple[Reader, ...]) -> Reader | None:
    """The reader that claims the longest ending of this name, the first of several."""
    name = filename.lower()
    claims = [(len(ending), reader) for reader in readers for ending in reader.endings if name.endswith(ending)]
    return max(claims, key=lambda claim: claim[0])[1] if claims else None


def _may_hold_pages(filename: str, readers: tuple[Reader, ...]) -> bool:
    """Whether a file that nobody named is to be opened."""
    is_known = _reader_by_ending(filename, readers) is not None
    return is_known or PurePosixPath(filename).suffix.lower() not in NOT_PAGES

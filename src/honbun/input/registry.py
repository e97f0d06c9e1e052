"""Which reader reads what: by the ending of a name, by the first bytes, by name."""

from __future__ import annotations

from pathlib import PurePosixPath

from honbun.errors import FormatError
from honbun.input.files import GZIP, HTML
from honbun.input.jsonl import JSONL
from honbun.input.parquet import PARQUET
from honbun.input.types import Reader, ReadOptions
from honbun.input.warc import WARC
from honbun.input.zip import ZIP

READERS = (HTML, GZIP, WARC, JSONL, PARQUET, ZIP)

# Files with these endings are no pages, nor do they hold any: in a folder or an archive they are passed over.
NOT_PAGES = frozenset(
    (
        ".7z .apk .atom .avi .avif .azw3 .bak .bin .bmp .bz2 .cdx .cdxj .cfg .class .conf .css .csv .dat .db "
        ".deb .dll .dmg .doc .docx .eot .eps .exe .flac .flv .gif .h5 .heic .ico .ics .ini .iso .jar .jpeg "
        ".jpg .js .json .jsonld .less .lock .log .m3u8 .m4a .m4v .map .md .mdb .mid .mjs .mkv .mobi .mov .mp3 "
        ".mp4 .mpeg .mpg .msi .npy .npz .odp .ods .odt .ogg .ogv .opus .otf .pdf .pickle .pkl .png .ppt .pptx "
        ".ps .psd .py .pyc .rar .rdf .rpm .rss .rst .rtf .scss .sh .so .sql .sqlite .svg .swf .tar .tgz .tif "
        ".tiff .toml .torrent .tsv .ttf .txt .vcf .vtt .wasm .wav .webm .webmanifest .webp .wma .wmv .woff "
        ".woff2 .xls .xlsx .xml .xsl .xz .yaml .yml .zst"
    ).split()
)


def known_readers(options: ReadOptions) -> tuple[Reader, ...]:
    """The readers in the order they are asked; FormatError if `options.kind` is none of theirs."""
    readers = (*options.readers, *READERS)
    kinds = {reader.kind for reader in readers}
    if options.kind is not None and options.kind not in kinds:
        raise FormatError("no such kind of file", options.kind, f"known: {', '.join(sorted(kinds))}")
    return readers


def reader_of_kind(kind: str, readers: tuple[Reader, ...]) -> Reader:
    """The first reader of this kind, which must be a known one."""
    return next(reader for reader in readers if reader.kind == kind)


def reader_by_ending(filename: str, readers: tuple[Reader, ...]) -> Reader | None:
    """The reader that claims the longest ending of this name, the first of several."""
    name = filename.lower()
    claims = [(len(ending), reader) for reader in readers for ending in reader.endings if name.endswith(ending)]
    return max(claims, key=lambda claim: claim[0])[1] if claims else None


def reader_by_bytes(head: bytes, readers: tuple[Reader, ...]) -> Reader:
    """The reader that knows these first bytes, or the one for a page."""
    return next((reader for reader in readers if reader.is_kind and reader.is_kind(head)), HTML)


def may_hold_pages(filename: str, readers: tuple[Reader, ...]) -> bool:
    """Whether a file that nobody named is worth opening."""
    is_known = reader_by_ending(filename, readers) is not None
    return is_known or PurePosixPath(filename).suffix.lower() not in NOT_PAGES

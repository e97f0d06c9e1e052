"""The example sites packed as WARC archives, as a crawler would have written them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

SITES = Path(__file__).parent / "sites"


def warc_record(url: str, body: bytes, date: str = "2024-05-06T07:08:09Z") -> bytes:
    """A response of a server as a record, a gzip member of its own."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{uuid5(NAMESPACE_URL, url)}>\r\n"
        f"WARC-Date: {date}\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n", 6, mtime=0)


def write_warcs(folder: Path, pages: Iterable[tuple[str, bytes]], files: int) -> list[Path]:
    """The pages, (url, html), dealt out to archives `crawl-00000.warc.gz`, …, as a crawl mixes sites."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"crawl-{number:05}.warc.gz" for number in range(files)]
    streams = [path.open("wb") for path in paths]
    try:
        for number, (url, body) in enumerate(pages):
            streams[number % files].write(warc_record(url, body))
    finally:
        for stream in streams:
            stream.close()
    return paths


def example_pages() -> Iterable[tuple[str, bytes]]:
    """The pages of the example sites, under addresses of their folders."""
    for path in sorted(SITES.glob("*/*.html")):
        yield f"https://{path.parent.name}.example/{path.name}", path.read_bytes()

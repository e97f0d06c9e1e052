"""Parts of archives, and addresses in the order of crawls."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from input_samples import record, response

from honbun.input import ReadOptions, counted, read, read_split, split_file, surt

pytest.importorskip("fastwarc", exc_type=ImportError)


def archive(folder: Path, records: int) -> Path:
    members = (
        gzip.compress(record(response(b"<p>page</p>" + b"%d " % n * 300), url=b"http://e.x/%d" % n), mtime=0)
        for n in range(records)
    )
    path = folder / "crawl.warc.gz"
    path.write_bytes(b"".join(members))
    return path


@pytest.mark.parametrize("size", [1, 500, 2000, 10**9])
def test_parts_give_what_the_whole_gives(tmp_path: Path, size: int) -> None:
    path = archive(tmp_path, 20)
    parts = split_file(str(path), str(path), size)
    assert (len(parts) == 1) == (size == 10**9)
    found, first = [], 1
    for part in parts:
        found += read_split(replace(part, first=first), ReadOptions())
        first += counted(part) if not part.is_whole else 0
    assert found == list(read([path]))
    assert found[3].source.endswith("#record 4")


def test_a_file_is_called_as_it_was_given(tmp_path: Path) -> None:
    path = archive(tmp_path, 2)
    (part,) = split_file(str(path), "given.warc.gz", 10**9)
    assert [page.source for page in read_split(part, ReadOptions())] == [
        "given.warc.gz#record 1",
        "given.warc.gz#record 2",
    ]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://www.Example.com:443/A/b/?z=1&a=2#part", "com,example)/a/b?a=2&z=1"),
        ("http://example.com", "com,example)/"),
        ("http://shop.example.co.jp:8080/x", "jp,co,example,shop:8080)/x"),
        ("http://192.0.2.7/x", "192.0.2.7)/x"),
        ("mailto:a@example.com", None),
        ("http://[broken", None),
        (None, None),
    ],
)
def test_surt(url: str | None, expected: str | None) -> None:
    assert surt(url) == expected

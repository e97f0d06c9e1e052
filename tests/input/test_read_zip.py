import gzip
import io
import sys
import zipfile

import pytest
from input_samples import PAGE, line, only, outline, write, zipped

from honbun.input import read
from honbun.input.types import ReadOptions, Rejection


def test_members_are_read_in_their_order_as_files_of_their_names(tmp_path):
    members = {
        "b/c.html": PAGE,
        "a.htm.gz": gzip.compress(PAGE),
        "d.jsonl": line(html="<p>") * 2,
        "page": PAGE,
        "style.css": b"p {}",
        "folder/": b"",
        ".hidden/a.html": PAGE,
        "__MACOSX/b/._c.html": b"\x00\x05\x16\x07",
    }
    path = write(tmp_path / "site.zip", zipped(members))
    expected = ["b/c.html", "a.htm.gz", "d.jsonl:1", "d.jsonl:2", "page"]
    assert outline([path], tmp_path) == [f"site.zip!{name}" for name in expected]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_every_method_of_compression_is_read(tmp_path, method):
    assert only([write(tmp_path / "a.zip", zipped({"a.html": PAGE}, method))]).body == PAGE


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_member_costs_that_member_only(tmp_path, method):
    data = bytearray(zipped({"a.html": PAGE * 9, "b.html": PAGE * 9, "c.html": PAGE}, method))
    start = data.index(b"b.html") + len("b.html")
    data[start + 10 : start + 20] = b"\xff" * 10
    path = write(tmp_path / "a.zip", data)
    assert outline([path], tmp_path) == ["a.zip!a.html", ("a.zip!b.html", "broken"), "a.zip!c.html"]


def test_an_unknown_method_and_a_password_cost_that_member_only(tmp_path):
    data = bytearray(zipped({"a.html": PAGE, "b.html": PAGE, "c.html": PAGE}))
    first = data.index(b"PK\x01\x02")
    second = data.index(b"PK\x01\x02", first + 4)
    data[first + 10] = 99  # the method
    data[second + 8] |= 1  # the flag of encryption
    path = write(tmp_path / "a.zip", data)
    assert outline([path], tmp_path) == [("a.zip!a.html", "broken"), ("a.zip!b.html", "broken"), "a.zip!c.html"]
    assert "password" in list(read([path]))[1].detail


def test_a_bomb_is_read_only_to_the_limit_whatever_its_header_says(tmp_path):
    data = bytearray(zipped({"a.html": b"<p>" * 1_000_000, "b.html": PAGE}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature) + offset
        data[at : at + 4] = (len(PAGE)).to_bytes(4, "little")  # it says that it is small
    options = ReadOptions(max_bytes=1000)
    small = outline([write(tmp_path / "a.zip", data)], tmp_path, options=options)
    assert small == [("a.zip!a.html", "broken"), "a.zip!b.html"]
    honest = write(tmp_path / "b.zip", zipped({"a.html": b"<p>" * 1_000_000, "b.html": PAGE}))
    assert outline([honest], tmp_path, options=options) == [("b.zip!a.html", "too large"), "b.zip!b.html"]


def test_a_zip_in_a_zip_is_read_and_a_matryoshka_ends(tmp_path):
    data = zipped({"a.html": PAGE})
    assert outline([write(tmp_path / "a.zip", zipped({"in.zip": data}))], tmp_path) == ["a.zip!in.zip!a.html"]
    for _ in range(6):
        data = zipped({"in.zip": data})
    assert only([write(tmp_path / "b.zip", data)]).reason is Rejection.TOO_DEEP


def test_a_zip_in_a_zip_is_copied_only_to_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["honbun.input.read"], "_MAX_COPY_BYTES", 1000)
    big = zipped({"a.html": PAGE * 1000}, zipfile.ZIP_STORED)
    path = write(tmp_path / "a.zip", zipped({"big.zip": big, "small.zip": zipped({"a.html": PAGE})}))
    assert outline([path], tmp_path) == [("a.zip!big.zip", "too large"), "a.zip!small.zip!a.html"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", zipped({"a.html": PAGE})[:-30]])
def test_a_broken_archive_is_rejected(tmp_path, data):
    assert outline([write(tmp_path / "a.zip", data)], tmp_path) == [("a.zip", "broken")]


def test_an_archive_without_a_page_is_rejected(tmp_path):
    assert only([write(tmp_path / "a.zip", zipped({"a.css": b""}))]).reason is Rejection.NO_PAGES
    assert only([write(tmp_path / "b.zip", zipped({}))]).reason is Rejection.NO_PAGES


def test_an_archive_is_found_by_its_bytes_and_read_from_a_stream(tmp_path):
    data = zipped({"a.html": PAGE})
    assert outline([write(tmp_path / "a", data)], tmp_path) == ["a!a.html"]
    assert outline(["-"], stdin=io.BytesIO(data)) == ["-!a.html"]
    assert outline(["-"], stdin=io.BytesIO(gzip.compress(data))) == ["-!a.html"]


def test_members_are_opened_as_they_are_asked_for(tmp_path, monkeypatch):
    path = write(tmp_path / "a.zip", zipped({"a.html": PAGE, "b.html": PAGE}))
    opened = []
    really_open = zipfile.ZipFile.open

    def spy(archive, member):
        opened.append(member.filename)
        return really_open(archive, member)

    monkeypatch.setattr(zipfile.ZipFile, "open", spy)
    found = read([path])
    assert opened == []
    next(found)
    assert opened == ["a.html"]
    next(found)
    assert opened == ["a.html", "b.html"]

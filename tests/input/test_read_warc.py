import gzip
import io
import os
import subprocess
import sys
import threading
import tracemalloc
import zlib

import pytest
from input_samples import HTML_HEADERS, PAGE, chunked, only, outline, record, response, write, zipped

from honbun.errors import MissingPackageError
from honbun.input import read
from honbun.input.types import RawPage, ReadOptions, Rejection

pytest.importorskip("fastwarc", exc_type=ImportError)


def numbered(n):
    return [record(response(b"<p>page %d</p>" % i)) for i in range(1, n + 1)]


def compressed(records):
    return [gzip.compress(data, mtime=0) for data in records]


def bodies(path):
    return [found.body if isinstance(found, RawPage) else str(found.reason) for found in read([path])]


def test_a_response_is_a_page_with_what_the_record_says_of_it(tmp_path):
    path = write(tmp_path / "a.warc", record(url=b"<http://e.x/a>"))
    found = only([path])
    assert found == RawPage(
        PAGE,
        "http://e.x/a",
        "text/html; charset=utf-8",
        f"{path}#record 1",
        "2024-01-02T03:04:05Z",
        stated={"WARC-Record-ID": "<urn:uuid:1b4e28ba-2fa1-11d2-883f-0016d3cca427>"},
    )


def test_records_that_are_no_pages_are_passed_over_and_counted(tmp_path):
    records = [
        record(b"software: x", b"warcinfo", b"application/warc-fields"),
        record(b"GET / HTTP/1.1\r\n\r\n", b"request", b"application/http; msgtype=request"),
        record(),
        record(response(b"", HTML_HEADERS), b"revisit"),
        record(response(b"\x89PNG", b"Content-Type: image/png\r\n")),
        record(response(PAGE, status=b"404 Not Found")),
        record(response(b"moved", status=b"301 Moved")),
        record(b"text", b"conversion", b"text/plain"),
        record(b"1.2.3.4", content_type=b"text/dns"),
        record(PAGE, b"resource", b"text/html"),
        record(response(PAGE, b"content-type:APPLICATION/XHTML+XML\r\n")),
    ]
    path = write(tmp_path / "a.warc", b"".join(records))
    assert outline([path], tmp_path) == ["a.warc#record 3", "a.warc#record 10", "a.warc#record 11"]


def test_a_response_that_states_no_type_is_a_page_if_it_looks_like_one(tmp_path):
    data = record(response(PAGE, b"")) + record(response(b"plain text", b"Server: x\r\n"))
    assert outline([write(tmp_path / "a.warc", data)], tmp_path) == ["a.warc#record 1"]


def test_headers_that_end_lines_carelessly_are_read(tmp_path):
    block = b"HTTP/1.1 200 OK\nContent-Type: text/html\nX\n\n" + PAGE
    assert only([write(tmp_path / "a.warc", record(block))]).content_type == "text/html"


def brotli_stored(body):
    """A brotli stream that only stores: RFC 7932, 9.2."""
    size = len(body) - 1
    head = (0b0 | 0 << 1 | 0 << 2 | size << 4 | 1 << 20).to_bytes(3, "little")
    return head + body + b"\x03"


ENCODINGS = {
    "gzip": gzip.compress(PAGE),
    "GZIP": gzip.compress(PAGE),
    "x-gzip": gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:]),
    "deflate": zlib.compress(PAGE),
    "deflate ": zlib.compress(PAGE)[2:-4],
    "br": brotli_stored(PAGE),
    "deflate, gzip": gzip.compress(zlib.compress(PAGE)),
    "identity": PAGE,
    "utf-8": PAGE,
}


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("is_chunked", [False, True])
def test_encodings_are_undone_and_the_next_record_is_not_lost(tmp_path, name, is_chunked):
    headers = HTML_HEADERS + f"Content-Encoding: {name}\r\n".encode()
    body = ENCODINGS[name]
    if is_chunked:
        headers, body = headers + b"Transfer-Encoding: chunked\r\n", chunked(body)
    path = write(tmp_path / "a.warc", record(response(body, headers)) + numbered(1)[0])
    assert bodies(path) == [PAGE, b"<p>page 1</p>"]


@pytest.mark.parametrize(
    "header", ["Content-Encoding: gzip", "Content-Encoding: br", "Transfer-Encoding: chunked"]
)
def test_an_encoding_that_the_crawler_has_undone_is_not_undone_again(tmp_path, header):
    path = write(tmp_path / "a.warc", record(response(PAGE, HTML_HEADERS + header.encode() + b"\r\n")))
    assert bodies(path) == [PAGE]


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("Content-Encoding: gzip", gzip.compress(PAGE, mtime=0)[:-9]),
        ("Content-Encoding: gzip", b"no gzip"),
        ("Content-Encoding: deflate", zlib.compress(PAGE)[:-5]),
        ("Content-Encoding: br", brotli_stored(PAGE)[:-5]),
        ("Content-Encoding: zstd", b"no zstd"),
        ("Transfer-Encoding: chunked", chunked(PAGE)[:-9]),
    ],
)
def test_a_broken_encoding_costs_that_record_only(tmp_path, header, body):
    block = response(body, HTML_HEADERS + header.encode() + b"\r\n")
    path = write(tmp_path / "a.warc", record(block) + numbered(1)[0])
    assert bodies(path) == ["broken", b"<p>page 1</p>"]


def test_a_bomb_in_a_record_is_too_large(tmp_path):
    bomb = gzip.compress(b"<p>" + bytes(5_000_000))
    records = [
        record(response(bomb, HTML_HEADERS + b"Content-Encoding: gzip\r\n")),
        record(response(gzip.compress(bytes(5_000_000)), HTML_HEADERS + b"Content-Encoding: gzip, gzip\r\n")),
        record(response(b"<p>" * 100_000)),
        record(b"<p>" * 100_000, b"resource", b"text/html"),
        record(response(b"x" * 300_000, b"Content-Type: video/mp4\r\n")),
        record(),
    ]
    path = write(tmp_path / "a.warc", b"".join(records))
    found = outline([path], options=ReadOptions(max_bytes=200_000))
    assert found == [(f"{path}#record {i}", "too large") for i in (1, 2, 3, 4)] + [f"{path}#record 6"]


def test_a_page_that_is_too_large_is_not_held_in_memory(tmp_path):
    path = write(tmp_path / "a.warc", record(response(b"<p>" * 3_000_000)) + record())
    options = ReadOptions(max_bytes=1000)
    tracemalloc.start()
    try:
        found = outline([path], tmp_path, options=options)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == [("a.warc#record 1", "too large"), "a.warc#record 2"]
    assert peak < 2_000_000


def test_a_large_record_is_read_whole(tmp_path):
    body = b"<p>" + bytes(range(1, 256)) * 1000
    path = write(tmp_path / "a.warc.gz", b"".join(compressed([record(response(body)), record()])))
    assert bodies(path) == [body, PAGE]


@pytest.mark.parametrize("pack", [list, compressed])
def test_of_an_archive_cut_anywhere_the_whole_records_come_out_then_one_rejection(tmp_path, pack):
    records = pack(numbered(2))
    data = b"".join(records)
    whole = [b"<p>page 1</p>"]
    for cut in range(len(records[0]) + 1, len(data) - len(b"\r\n\r\n") - 8):
        found = bodies(write(tmp_path / "a.warc.gz", data[:cut]))
        assert found == [*whole, "broken"], f"cut at {cut}"


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_cut_archive_of_one_gzip_member_is_not_taken_for_a_whole_one(tmp_path, cut):
    data = gzip.compress(b"".join(numbered(3)), mtime=0)
    found = bodies(write(tmp_path / "a.warc.gz", data[:-cut]))
    assert found[-1] == "broken"
    assert found[:-1] == [b"<p>page %d</p>" % i for i in range(1, len(found))]


def test_a_cut_record_of_another_kind_is_told_too(tmp_path):
    data = record() + record(b"GET / HTTP/1.1\r\n\r\n" * 9, b"request")[:-40]
    assert bodies(write(tmp_path / "a.warc", data)) == [PAGE, "broken"]


def test_an_archive_whose_first_bytes_are_damaged_is_read_from_the_second_record(tmp_path):
    first, second = compressed(numbered(2))
    assert bodies(write(tmp_path / "a.warc.gz", b"?" + first[1:] + second)) == ["broken", b"<p>page 2</p>"]


@pytest.mark.parametrize("at", [1, 60, -6])
def test_a_damaged_gzip_member_costs_that_record_only(tmp_path, at):
    records = [bytearray(data) for data in compressed(numbered(4))]
    records[1][at] ^= 0xFF
    records[2][at] ^= 0xFF
    path = write(tmp_path / "a.warc.gz", b"".join(records))
    assert bodies(path) == [b"<p>page 1</p>", "broken", b"<p>page 4</p>"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"garbage between records\r\n\r\n",
        record(length=-1),
        record().replace(b"Content-Length: ", b"Content-Length: " + b"9" * 5000),
        record().replace(b"Content-Length", b"Content-Weight"),
        b"WARC/1.0\r\n\r\n",
        b"WARC/1.0\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    ],
)
def test_a_damaged_plain_record_costs_that_record_only(tmp_path, damaged):
    first, second = numbered(2)
    found = bodies(write(tmp_path / "a.warc", first + damaged + second))
    assert found == [b"<p>page 1</p>", "broken", b"<p>page 2</p>"]


def test_a_record_that_states_too_great_a_length_does_not_cost_the_records_it_covers(tmp_path):
    first, second, third = numbered(3)
    lying = record(b"GET / HTTP/1.1\r\n\r\n", b"request", length=10_000)
    found = bodies(write(tmp_path / "a.warc", first + lying + second + third))
    assert found == [b"<p>page 1</p>", "broken", b"<p>page 2</p>", b"<p>page 3</p>"]


def test_damage_far_from_the_next_record_is_leapt_over(tmp_path, monkeypatch):
    monkeypatch.setattr("honbun.input.warc._SCAN_BYTES", 64)
    first, second = numbered(2)
    for size in range(60, 200):
        path = write(tmp_path / "a.warc", first + b"?" * size + b"\r\n" + second)
        assert bodies(path) == [b"<p>page 1</p>", "broken", b"<p>page 2</p>"], size


def test_an_archive_of_false_starts_is_given_up(tmp_path):
    path = write(tmp_path / "a.warc", b"\r\nWARC/1.0 no" * 3000 + b"\r\n" + record())
    assert bodies(path) == ["broken"]


@pytest.mark.parametrize(
    "block", [PAGE, b"HTTP/1.1 200 OK\r\nContent-Type: text/html", b"HTTP/1.1 OK\r\n\r\n" + PAGE]
)
def test_a_response_without_a_whole_http_header_is_broken(tmp_path, block):
    assert bodies(write(tmp_path / "a.warc", record(block) + record())) == ["broken", PAGE]


def test_an_archive_is_found_by_its_bytes_and_inside_other_things(tmp_path):
    data = b"".join(numbered(2))
    paths = [
        write(tmp_path / "a", data),
        write(tmp_path / "b.gz", b"".join(compressed(numbered(2)))),
        write(tmp_path / "c.zip", zipped({"d.warc.gz": gzip.compress(data)})),
    ]
    names = ["a", "b.gz", "c.zip!d.warc.gz"]
    assert outline(paths, tmp_path) == [f"{name}#record {i}" for name in names for i in (1, 2)]


@pytest.mark.parametrize("pack", [list, compressed])
def test_an_archive_from_a_stream_comes_out_to_its_damage(pack):
    records = pack(numbered(3))
    found = outline(["-"], stdin=io.BytesIO(b"".join(records[:2]) + records[2][:40]))
    assert found == ["-#record 1", "-#record 2", ("-#record 3", "broken")]


@pytest.mark.parametrize("data", [b"", gzip.compress(b"", mtime=0)])
def test_an_empty_archive_holds_no_pages(tmp_path, data):
    assert only([write(tmp_path / "a.warc.gz", data)]).reason is Rejection.NO_PAGES


def test_records_are_read_as_they_are_asked_for(tmp_path):
    path = write(tmp_path / "a.warc", b"".join(record(response(b"<p>" + b"x" * 50_000)) for _ in range(50)))
    with path.open("rb") as file:
        found = read(["-"], stdin=file)
        next(found)
        assert file.tell() < 300_000
        assert len(list(found)) == 49


def test_without_fastwarc_the_error_says_what_to_install(tmp_path, monkeypatch):
    path = write(tmp_path / "a.warc", record())
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    with pytest.raises(MissingPackageError) as caught:
        list(read([path]))
    assert caught.value.advice == "pip install 'honbun[warc]'"


def test_a_page_comes_out_before_the_next_record_is_there():
    """The writer waits until the first page was seen: if the reader waited for more, both would wait."""
    receiving, sending = os.pipe()
    is_seen = threading.Event()

    def write_two():
        with os.fdopen(sending, "wb", buffering=0) as pipe:
            pipe.write(record().removesuffix(b"\r\n\r\n"))
            pipe.write(b"\r\n\r\n" + record() if is_seen.wait(10) else b"the first page did not come")

    writer = threading.Thread(target=write_two)
    writer.start()
    with os.fdopen(receiving, "rb") as stdin:
        found = read(["-"], stdin=stdin)
        first = next(found)
        is_seen.set()
        assert [first.body, *(page.body for page in found)] == [PAGE, PAGE]
    writer.join()


def test_the_warnings_of_fastwarc_stay_inside(tmp_path):
    path = write(tmp_path / "a.warc", record())
    code = "import sys; from honbun.input import read; print(len(list(read(sys.argv[1:]))))"
    command = [sys.executable, "-W", "error::DeprecationWarning", "-c", code, str(path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1\n"

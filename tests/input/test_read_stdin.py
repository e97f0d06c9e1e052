import errno
import gzip
import io
import os
import threading
import tracemalloc

import pytest
from input_samples import PAGE, line, only, outline

from honbun.input import read
from honbun.input.types import RawPage, ReadOptions, Rejection


def test_a_stream_is_a_page(monkeypatch):
    assert only(["-"], stdin=io.BytesIO(PAGE)) == RawPage(PAGE, source="-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAGE)))
    assert only(["-"]) == RawPage(PAGE, source="-")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (gzip.compress(PAGE, mtime=0), ["-"]),
        (line(html="<p>") * 2, ["-:1", "-:2"]),
        (b"\n \n" + line(html="<p>"), ["-:3"]),
        (b"\xef\xbb\xbf" + line(html="<p>"), ["-:1"]),
        (gzip.compress(line(html="<p>") * 2, mtime=0), ["-:1", "-:2"]),
        (b'{"html": "<p>"}', ["-:1"]),
        (b"{ curly text\nand more", ["-"]),
        (b'{\n"html": "<p>"\n}', ["-"]),
        (b"[1, 2]\n", ["-"]),
        (b'{"html": "<p>\nand so on', ["-"]),
        (b"", [("-", "empty")]),
        (gzip.compress(PAGE, mtime=0)[:-3], [("-", "broken")]),
        (b"PK\x03\x04", [("-", "broken")]),
        (b"%PDF-1.7", [("-", "not html")]),
    ],
)
def test_what_a_stream_holds_shows_by_its_first_bytes(data, expected):
    assert outline(["-"], stdin=io.BytesIO(data)) == expected


def test_a_stream_is_known_however_slowly_it_comes():
    class Dribble(io.RawIOBase):
        def __init__(self, data):
            self.data = io.BytesIO(data)

        def readable(self):
            return True

        def readinto(self, buffer):
            return self.data.readinto(memoryview(buffer)[:1])

    data = line(html="<p>one", url="u") + line(html="<p>two")
    assert outline(["-"], stdin=Dribble(data)) == ["-:1", "-:2"]
    assert outline(["-"], stdin=io.BufferedReader(Dribble(gzip.compress(data)))) == ["-:1", "-:2"]
    assert outline(["-"], stdin=Dribble(PAGE)) == ["-"]


def test_the_stream_stays_open():
    stream = io.BytesIO(PAGE)
    list(read(["-", "-"], stdin=stream))
    assert not stream.closed


def test_a_stream_beside_other_paths(tmp_path):
    (tmp_path / "a.html").write_bytes(PAGE)
    assert outline([tmp_path, "-", "-"], tmp_path, stdin=io.BytesIO(PAGE)) == ["a.html", "-", ("-", "empty")]


def test_a_page_comes_out_before_the_writer_of_a_pipe_has_ended():
    """The writer waits until the first page was seen: if the reader waited for more, both would wait."""
    receiving, sending = os.pipe()
    is_seen = threading.Event()

    def write_two():
        with os.fdopen(sending, "wb", buffering=0) as pipe:
            pipe.write(line(html="<p>one"))
            pipe.write(line(html="<p>two") if is_seen.wait(10) else b"the first page did not come")

    writer = threading.Thread(target=write_two)
    writer.start()
    with os.fdopen(receiving, "rb") as stdin:
        found = read(["-"], stdin=stdin)
        first = next(found)
        is_seen.set()
        assert [first.body, *(page.body for page in found)] == [b"<p>one", b"<p>two"]
    writer.join()


class Lines(io.RawIOBase):
    """Some 40 MB of JSON lines that are never together in memory."""

    def __init__(self):
        self.left = 4000

    def readable(self):
        return True

    def readinto(self, buffer):
        data = line(html="<p>" + "x" * 10_000) if self.left else b""
        self.left -= 1
        buffer[: len(data)] = data
        return len(data)


def test_memory_does_not_grow_with_the_number_of_pages():
    tracemalloc.start()
    try:
        n = sum(isinstance(found, RawPage) for found in read(["-"], stdin=io.BufferedReader(Lines(), 20_000)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert n == 4000
    assert peak < 1_000_000


def test_a_failing_device_is_told_from_damaged_bytes():
    class Failing(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, _):
            raise OSError(errno.EIO, "Input/output error")

    found = only(["-"], stdin=Failing())
    assert (found.reason, found.detail) == (Rejection.UNREADABLE, "Input/output error")


def test_the_limit_holds_for_streams():
    found = only(["-"], stdin=io.BytesIO(b"x" * 101), options=ReadOptions(max_bytes=100))
    assert found.reason is Rejection.TOO_LARGE

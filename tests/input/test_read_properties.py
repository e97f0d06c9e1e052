import gzip
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from input_samples import PAGE, chunked, line, record, response, zipped

from honbun.input import read
from honbun.input.read import READERS
from honbun.input.streams import Gunzip, StreamError
from honbun.input.types import RawPage, ReadOptions, Rejected
from honbun.input.warc import decode_payload, parse_head

pytest.importorskip("fastwarc", exc_type=ImportError)
pq = pytest.importorskip("pyarrow.parquet")
ENDINGS = ["", ".txt", ".html.gz", ".jsonl.gz", *(reader.endings[0] for reader in READERS), ".warc.gz"]
# One file on disk for all examples; each example writes it anew.
_SETTINGS = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)


def table():
    import pyarrow as pa

    buffer = io.BytesIO()
    pq.write_table(pa.table({"html": ["<p>a", None], "url": ["u", "v"]}), buffer)
    return buffer.getvalue()


WHOLE = {
    ".warc": record()
    + record(response(chunked(PAGE), b"Content-Type: text/html\r\nTransfer-Encoding: chunked\r\n")),
    ".warc.gz": gzip.compress(record(), mtime=0) * 2,
    ".jsonl": line(html="<p>", url="u") * 2,
    ".jsonl.gz": gzip.compress(line(html="<p>") * 2, mtime=0),
    ".html.gz": gzip.compress(PAGE, mtime=0),
    ".parquet": table(),
    ".zip": zipped({"a.html": PAGE, "b/c.jsonl": line(html="<p>"), "d.warc": record()}),
}


def check(path, data):
    """Whatever the bytes are, something comes out, it is a result, and nothing raises."""
    path.write_bytes(data)
    options = ReadOptions(max_bytes=100_000)
    for found in (list(read([path], options=options)), list(read(["-"], stdin=io.BytesIO(data), options=options))):
        assert found
        assert all(isinstance(item, RawPage | Rejected) and item.source for item in found)
        assert all(item.check().body for item in found if isinstance(item, RawPage))


@_SETTINGS
@given(ending=st.sampled_from(ENDINGS), data=st.binary(max_size=2000))
def test_any_bytes_under_any_ending_never_raise(tmp_path, ending, data):
    check(tmp_path / f"a{ending}", data)


@_SETTINGS
@given(
    ending=st.sampled_from(sorted(WHOLE)),
    at=st.floats(0, 1),
    removed=st.integers(0, 40),
    added=st.binary(max_size=20),
)
def test_archives_broken_anywhere_never_raise(tmp_path, ending, at, removed, added):
    data = WHOLE[ending]
    i = int(at * len(data))
    check(tmp_path / f"a{ending}", data[:i] + added + data[i + removed :])


def gunzip(data, size):
    stream = Gunzip(io.BufferedReader(io.BytesIO(data)))
    return b"".join(iter(lambda: stream.read(size), b""))


@_SETTINGS
@given(body=st.binary(min_size=1, max_size=300), cut=st.integers(1, 20))
def test_gzip_gives_back_what_went_in_and_never_a_part_of_it(body, cut):
    data = gzip.compress(body, mtime=0)
    assert all(gunzip(data, size) == body for size in (1, 7, 1000))
    with pytest.raises(StreamError):
        gunzip(data[:-cut], 1000)


@_SETTINGS
@given(body=st.binary(max_size=300), size=st.integers(1, 50))
def test_chunks_give_back_what_went_in(body, size):
    assert decode_payload(chunked(body, size), {"transfer-encoding": "chunked"}, 1000) == body


@_SETTINGS
@given(message=st.binary(max_size=200))
def test_a_head_is_a_head_or_a_stream_error(message):
    for data in (message, b"HTTP/1.1 200 OK\r\n" + message + b"\r\n\r\n"):
        try:
            head = parse_head(data)
        except StreamError:
            assert not data.startswith(b"HTTP/1.1 200 OK\r\n")
        else:
            assert head.size <= len(data)

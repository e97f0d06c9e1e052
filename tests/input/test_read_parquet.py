import datetime
import gzip
import io
import sys

import pytest
from input_samples import outline, write, zipped

from honbun.errors import MissingPackageError
from honbun.input import read
from honbun.input.types import RawPage, ReadOptions, Rejection

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def table(**columns):
    buffer = io.BytesIO()
    pq.write_table(pa.table(columns), buffer)
    return buffer.getvalue()


def test_a_row_is_a_page_with_what_the_row_says_of_it(tmp_path):
    data = table(
        html=["<p>本文", "<p>"],
        url=["http://e.x/", None],
        fetched_at=["2024-01-02", None],
        content_type=["text/html", None],
    )
    path = write(tmp_path / "a.parquet", data)
    assert list(read([path])) == [
        RawPage("<p>本文".encode(), "http://e.x/", "text/html; charset=utf-8", f"{path}#1", "2024-01-02"),
        RawPage(b"<p>", None, "text/html; charset=utf-8", f"{path}#2"),
    ]


def test_bytes_are_left_untouched(tmp_path):
    data = table(html=[b"<p>\x82\xa0"], content_type=["text/html; charset=shift_jis"])
    (page,) = read([write(tmp_path / "a.parquet", data)])
    assert (page.body, page.content_type) == (b"<p>\x82\xa0", "text/html; charset=shift_jis")


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "large_binary"])
def test_every_kind_of_text_is_read(tmp_path, kind):
    plain = pa.array(["<p>"], getattr(pa, kind)())
    for column in (plain, plain.dictionary_encode()):
        (page,) = read([write(tmp_path / "a.parquet", table(html=column))])
        assert page.body == b"<p>"


def test_text_that_is_no_utf_8_is_given_as_bytes(tmp_path):
    text = pa.StringArray.from_buffers(1, pa.py_buffer(b"\0\0\0\0\5\0\0\0"), pa.py_buffer(b"<p>\x82\xa0"))
    for column in (text, text.dictionary_encode()):
        (page,) = read([write(tmp_path / "a.parquet", table(html=column, url=column))])
        assert page == RawPage(b"<p>\x82\xa0", source=page.source)


@pytest.mark.parametrize(
    ("column", "date"),
    [
        (pa.array([1704164645_000000001], pa.timestamp("ns", "Asia/Tokyo")), "2024-01-02T03:04:05+00:00"),
        (pa.array([1704164645], pa.timestamp("s")), "2024-01-02T03:04:05"),
        (pa.array([datetime.date(2024, 1, 2)]), "2024-01-02"),
        (pa.array([7]), None),
    ],
)
def test_times_become_iso_8601(tmp_path, column, date):
    (page,) = read([write(tmp_path / "a.parquet", table(html=["<p>"], date=column))])
    assert page.check().fetched_at == date


def test_a_table_without_html_names_the_columns_it_has(tmp_path):
    path = write(tmp_path / "a.parquet", table(url=["u"], body=["<p>"]))
    (found,) = read([path])
    assert (found.source, found.reason) == (str(path), Rejection.NO_HTML_FIELD)
    assert found.detail == "no 'html' among: url, body"


def test_a_table_whose_html_is_no_text_is_rejected_once(tmp_path):
    (found,) = read([write(tmp_path / "a.parquet", table(html=[1, 2, 3]))])
    assert (found.reason, found.detail) == (Rejection.NO_HTML_FIELD, "html is int64, not text")


def test_rows_without_a_page_are_rejected_one_by_one(tmp_path):
    path = write(tmp_path / "a.parquet", table(html=["<p>", None, "", "x" * 11, "<p>"]))
    assert outline([path], tmp_path, options=ReadOptions(max_bytes=10)) == [
        "a.parquet#1",
        ("a.parquet#2", "empty"),
        ("a.parquet#3", "empty"),
        ("a.parquet#4", "too large"),
        "a.parquet#5",
    ]


def test_of_two_columns_of_a_name_the_first_counts(tmp_path):
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_arrays([pa.array(["<p>1"]), pa.array([2])], names=["html", "html"]), buffer)
    (page,) = read([write(tmp_path / "a.parquet", buffer.getvalue())])
    assert page.body == b"<p>1"


@pytest.mark.parametrize("damage", [lambda data: data[:-20], lambda data: data[:4], lambda data: data[4:]])
def test_a_broken_table_is_rejected(tmp_path, damage):
    path = write(tmp_path / "a.parquet", damage(table(html=["<p>"])))
    assert outline([path], tmp_path) == [("a.parquet", "broken")]


def test_a_table_is_found_by_its_bytes_and_inside_other_things(tmp_path):
    data = table(html=["<p>"])
    paths = [
        write(tmp_path / "a", data),
        write(tmp_path / "a.parquet.gz", gzip.compress(data)),
        write(tmp_path / "a.zip", zipped({"t.parquet": data})),
    ]
    assert outline(paths, tmp_path) == ["a#1", "a.parquet.gz#1", "a.zip!t.parquet#1"]


def test_a_table_from_a_stream():
    assert outline(["-"], stdin=io.BytesIO(table(html=["<p>", "<p>"]))) == ["-#1", "-#2"]


def test_without_pyarrow_the_error_says_what_to_install(tmp_path, monkeypatch):
    path = write(tmp_path / "a.parquet", table(html=["<p>"]))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackageError) as caught:
        list(read([path]))
    assert caught.value.advice == "pip install 'honbun[table]'"

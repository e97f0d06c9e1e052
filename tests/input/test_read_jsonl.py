import gzip

import pytest
from input_samples import line, only, outline, write

from honbun.input import read
from honbun.input.types import RawPage, ReadOptions, Rejected, Rejection


def test_a_line_is_a_page_with_what_the_line_says_of_it(tmp_path):
    data = line(
        html="<p>本文", url="http://e.x/", content_type="text/html", fetched_at="2024-01-02T03:04:05Z", n=1
    )
    path = write(tmp_path / "a.jsonl", data)
    assert only([path]) == RawPage(
        "<p>本文".encode(), "http://e.x/", "text/html; charset=utf-8", f"{path}:1", "2024-01-02T03:04:05Z"
    )


def test_text_is_utf_8_now_whatever_it_was(tmp_path):
    data = line(html="<p>é", content_type="application/xhtml+xml; charset=Shift_JIS")
    assert only([write(tmp_path / "a.ndjson", data)]).content_type == "application/xhtml+xml; charset=utf-8"


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ({"date": "2024-01-02"}, "2024-01-02"),
        ({"fetched_at": "2024-01-02", "date": "2023-01-01"}, "2024-01-02"),
        ({"fetched_at": "yesterday", "date": "2023-01-01"}, "2023-01-01"),
        ({"date": "Jan 2, 2024"}, None),
        ({"date": 1704164645}, None),
    ],
)
def test_a_date_counts_if_it_is_iso_8601(tmp_path, fields, date):
    assert only([write(tmp_path / "a.jsonl", line(html="<p>", **fields))]).fetched_at == date


def test_a_bad_line_costs_that_line_only(tmp_path):
    lines = [
        line(html="<p>1"),
        b'{"html": "<p>2\n',
        b"\n",
        line(url="http://e.x/"),
        b'["<p>5"]\n',
        line(html=6),
        line(html=None),
        line(html=" "),
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        line(html="<p>11")[:-1],
    ]
    assert outline([write(tmp_path / "a.jsonl", b"".join(lines))], tmp_path) == [
        "a.jsonl:1",
        ("a.jsonl:2", "broken"),
        ("a.jsonl:4", "no html field"),
        ("a.jsonl:5", "no html field"),
        ("a.jsonl:6", "no html field"),
        ("a.jsonl:7", "empty"),
        ("a.jsonl:8", "empty"),
        ("a.jsonl:9", "broken"),
        ("a.jsonl:10", "broken"),
        "a.jsonl:11",
    ]


def test_a_line_without_html_names_the_fields_it_has(tmp_path):
    found = only([write(tmp_path / "a.jsonl", line(url="u", body="<p>"))])
    assert found.detail == "no 'html' among: url, body"


def test_lone_surrogates_become_replacement_characters(tmp_path):
    found = only([write(tmp_path / "a.jsonl", b'{"html": "<p>\\ud800 \\ud83d\\ude00", "url": "a\\udc00"}')])
    assert found.body.decode() == "<p>\ufffd \N{GRINNING FACE}"
    assert found.url == "a\ufffd"
    found = only([write(tmp_path / "a.jsonl", b'{"\\ud800": 1}')])
    assert found.detail.encode() == "no 'html' among: \ufffd".encode()


def test_a_page_or_a_line_beyond_the_limit_is_rejected_and_the_next_is_read(tmp_path):
    data = line(html="x" * 101) + line(html="x" * 1_000_000) + line(html="x" * 100)
    options = ReadOptions(max_bytes=100)
    assert outline([write(tmp_path / "a.jsonl", data)], tmp_path, options=options) == [
        ("a.jsonl:1", "too large"),
        ("a.jsonl:2", "too large"),
        "a.jsonl:3",
    ]


def test_an_empty_file_holds_no_pages(tmp_path):
    path = write(tmp_path / "a.jsonl", b"\n\n")
    assert only([path]) == Rejected(str(path), Rejection.NO_PAGES, "there is no page in it")


def test_compressed_lines_before_the_damage_come_out(tmp_path):
    data = gzip.compress(b"".join(line(html=f"<p>{i}") for i in range(3)), mtime=0)
    assert outline([write(tmp_path / "a.jsonl.gz", data)], tmp_path) == [f"a.jsonl.gz:{i}" for i in (1, 2, 3)]
    cut = write(tmp_path / "cut.jsonl.gz", data[:-8])
    assert outline([cut], tmp_path) == [
        "cut.jsonl.gz:1",
        "cut.jsonl.gz:2",
        "cut.jsonl.gz:3",
        ("cut.jsonl.gz", "broken"),
    ]


def test_a_file_without_an_ending_is_known_by_its_first_line(tmp_path):
    assert outline([write(tmp_path / "a", line(html="<p>"))], tmp_path) == ["a:1"]
    assert outline([write(tmp_path / "b", line(html="x" * 200_000) * 2)], tmp_path) == ["b:1", "b:2"]
    assert outline([write(tmp_path / "c", b"{not json}\n<p>")], tmp_path) == ["c"]


def test_pages_come_before_the_rest_is_read(tmp_path):
    path = write(tmp_path / "a.jsonl", line(html="<p>1"))
    with path.open("ab") as more:
        found = read([path])
        assert next(found).body == b"<p>1"
        more.write(line(html="<p>2"))
    assert next(found).body == b"<p>2"

"""Threads written to streams: a post is a row or a paragraph, and a page without posts says why."""

from __future__ import annotations

import csv
import io
import json
import pickle
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun import Post, Thread, output
from honbun.errors import FormatError
from honbun.output.rows import POST_COLUMNS as COLUMNS
from honbun.thread import Quote

FIRST = Post(
    "Which tyres?\n\nMine are 28 mm.", "Rin <1>", "2011-11-22T07:34", "2011/11/22 7:34", "1", xpath="/a[1]"
)
QUOTED = "Which tyres?\nThe wide ones.\n\nTrust me."
SECOND = Post(
    text=QUOTED,
    author="Bo",
    date="2011-11-23",
    date_raw="昨日",
    number="2",
    permalink="https://b.example/7#p2",
    key="0f",
    title="Re: tyres",
    parent=0,
    depth=1,
    quotes=(Quote(0, 12, "Rin <1>", 0),),
    xpath="/a[2]",
    confidence=0.9,
)
THREAD = Thread((FIRST, SECOND), "https://b.example/7", "Tyres & tubes", 1, "https://b.example/7?p=2", 0.8765)
EMPTY = Thread(url="https://b.example/8", reason="no thread on the page")
TEXT = """Tyres & tubes

#1 Rin <1> · 2011-11-22 07:34
Which tyres?

Mine are 28 mm.

  #2 Bo · 2011-11-23 · Re: tyres · answers #1
  > Which tyres?
  The wide ones.

  Trust me.
"""


def encoded(format: str, *threads: Thread, several: bool = False) -> bytes:  # noqa: A002
    writer = pickle.loads(pickle.dumps(output.thread_writer(format, several=several)))
    pages = [writer.encode(thread, f"{number}.html") for number, thread in enumerate(threads)]
    return b"".join(writer.join([*pages, writer.encode_rejected("bad.pdf", "not html")] if several else pages))


def written(format: str, *threads: Thread, several: bool = False) -> str:  # noqa: A002
    return encoded(format, *threads, several=several).decode("utf-8")


def test_jsonl_has_a_post_a_line() -> None:
    first, second, empty, bad = map(json.loads, written("jsonl", THREAD, EMPTY, several=True).splitlines())
    assert list(first) == list(second) == list(empty) == list(bad) == list(COLUMNS)
    assert (first["source"], first["url"], first["thread_title"]) == ("0.html", THREAD.url, "Tyres & tubes")
    assert (first["page"], first["next_url"], first["index"], first["reason"]) == (1, THREAD.next_url, 0, None)
    assert {name: second[name] for name in SECOND.to_dict()} == SECOND.to_dict()
    assert second["index"] == 1
    assert (empty["url"], empty["index"], empty["text"], empty["reason"]) == (EMPTY.url, None, "", EMPTY.reason)
    assert (bad["source"], bad["url"], bad["reason"]) == ("bad.pdf", None, "not html")


def test_json_has_a_thread_an_object() -> None:
    assert json.loads(written("json", THREAD)) == {"source": "0.html", **THREAD.to_dict()}
    rows = json.loads(written("json", THREAD, EMPTY, several=True))
    assert [(row["source"], len(row["posts"]), row["reason"]) for row in rows] == [
        ("0.html", 2, None),
        ("1.html", 0, EMPTY.reason),
        ("bad.pdf", 0, "not html"),
    ]
    assert len({tuple(row) for row in rows}) == 1


def test_csv_has_a_post_a_line() -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv", THREAD, EMPTY, several=True), newline="")))
    assert list(rows[0]) == list(COLUMNS)
    assert [row["text"] for row in rows] == [FIRST.text, SECOND.text, "", ""]
    assert [row["quotes"] for row in rows[:2]] == [
        "[]",
        '[{"start": 0, "end": 12, "author": "Rin <1>", "post": 0}]',
    ]
    assert (rows[0]["parent"], rows[1]["parent"], rows[1]["depth"]) == ("", "0", "1")


def test_parquet_has_a_post_a_row() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(io.BytesIO(encoded("parquet", THREAD, EMPTY, several=True)))
    assert table.column_names == list(COLUMNS)
    lines = map(json.loads, written("jsonl", THREAD, EMPTY, several=True).splitlines())
    rows = table.to_pylist()
    assert [row | {"confidence": 0} for row in rows] == [line | {"confidence": 0} for line in lines]
    assert rows[1]["confidence"] == pytest.approx(0.9)


def test_parquet_is_written_in_groups_and_may_be_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("honbun.output.rows.GROUP_ROWS", 3)
    file = parquet.ParquetFile(io.BytesIO(encoded("parquet", *[THREAD] * 4)))
    assert (file.metadata.num_rows, file.metadata.num_row_groups) == (8, 2)
    assert parquet.read_table(io.BytesIO(encoded("parquet"))).num_rows == 0


def test_parquet_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    with pytest.raises(ImportError, match=r"pyarrow: Parquet needs it \(pip install 'honbun\[table\]'\)"):
        output.thread_writer("parquet")


def test_text_is_readable() -> None:
    assert written("text", THREAD) == TEXT
    assert written("text", EMPTY) == ""
    assert written("text", THREAD, EMPTY, several=True) == (
        f"==> 0.html <==\n{TEXT}\n==> 1.html <==\n\n==> bad.pdf <==\n"
    )


def test_posts_are_called_by_their_place_if_the_page_does_not_number_them_all() -> None:
    bare = replace(FIRST, number=None, date=None)
    assert "#1 Rin <1> · 2011/11/22 7:34\n" in written("text", replace(THREAD, posts=(bare, SECOND)))
    far = [replace(FIRST, number="#118"), replace(SECOND, number="119")]
    assert "#119 Bo · 2011-11-23 · Re: tyres · answers #118" in written("text", replace(THREAD, posts=tuple(far)))


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.addresses: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))


HARMLESS = {"html", "head", "meta", "title", "style", "body", "section", "h1", "p", "a"} | {
    "article",
    "header",
    "span",
    "div",
    "blockquote",
}


def test_html_is_one_readable_page() -> None:
    html = written("html", THREAD, EMPTY, several=True)
    page = _Page(html)
    assert page.open == []
    assert page.seen.count("html") == page.seen.count("body") == 1
    assert page.seen.count("section") == 3
    assert page.seen.count("article") == 2
    assert ("blockquote", "Which tyres?") in page.texts
    assert ("span", "Rin <1>") in page.texts
    assert 'style="margin-left: 1.5rem"' in html
    assert "no thread on the page" in html
    assert page.addresses == [THREAD.url, THREAD.next_url, EMPTY.url]
    alone = _Page(written("html", THREAD))
    assert ("title", "Tyres & tubes") in alone.texts


hostile = st.text(alphabet="<>&\"'/ab\n\x00\ud800 ", max_size=12) | st.sampled_from(
    ["<script>alert(1)</script>", "javascript:alert(1)", '" onload="x', "</style><b>", "data:text/html,x"]
)
places = st.integers(-5, 15)
quotes = st.lists(st.builds(Quote, places, places, hostile, places), max_size=3).map(tuple)
texts = dict.fromkeys("text author date date_raw number permalink key title".split(), hostile)
posts = st.builds(Post, **texts, parent=st.integers(-2, 5), depth=st.integers(-3, 99), quotes=quotes)
threads = st.builds(Thread, st.lists(posts, max_size=3).map(tuple), hostile, hostile, st.just(1), hostile)


@settings(deadline=None)
@given(threads, st.booleans())
def test_whatever_a_page_says_stays_text(thread: Thread, several: bool) -> None:
    page = _Page(written("html", thread, several=several))
    assert page.open == []
    assert set(page.seen) <= HARMLESS
    assert all(address.startswith(("http://", "https://")) for address in page.addresses)


@settings(deadline=None)
@given(threads, st.sampled_from(["csv", "json", "jsonl", "text"]))
def test_every_format_takes_any_thread(thread: Thread, format: str) -> None:  # noqa: A002
    for several in (False, True):
        text = written(format, thread, thread, several=several) if several else written(format, thread)
        assert text.endswith("\n") or format == "text"


def test_unknown_formats_name_the_known_ones() -> None:
    with pytest.raises(FormatError, match=r"tei: .* csv, html, json, jsonl, parquet, text"):
        output.thread_writer("tei")

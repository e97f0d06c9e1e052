"""Documents written to streams: what each format holds, for one page and for several."""

import csv
import io
import json
import pickle
from html.parser import HTMLParser

import numpy as np
import pytest
from output_results import Result, write

from honbun import output
from honbun.document import Document, PlainParts, Reason
from honbun.errors import FormatError
from honbun.metadata import Metadata
from honbun.output.rows import DOCUMENT_COLUMNS as COLUMNS
from honbun.page import parse
from honbun.page.blocks import Labels, segment
from honbun.render import RenderOptions
from honbun.thread import Post, Quote

PAGE = '<p>一つ目, "quoted"</p><p>two <b>bold</b><br>=1+1 <a href="/x">link</a></p><p>dropped</p>'


def document(html: str = PAGE, title: str | None = "A <title>", reason: Reason | None = None) -> Document:
    blocks = segment(parse(html, "https://e.example/p"))
    score = np.array([0.0 if "dropped" in text else 0.9 for text in blocks.texts], dtype=np.float32)
    labels = Labels(score, np.zeros(len(blocks), dtype=np.uint32))
    parts = PlainParts(Metadata(title=title, language="ja"))
    return Document(blocks, labels, "https://e.example/p", 0.8765, reason, parts)


def written(format: str, *results: Result, several: bool = False) -> str:  # noqa: A002
    out = io.BytesIO()
    write(results, out, output.writer(format, several=several))
    return out.getvalue().decode("utf-8")


ONE = Result("pages/one.html", document())
TWO = Result("https://e.example/--><x>", document("<p>2</p>", None))
BAD = Result("bad.pdf", reason="the input is not HTML")

TEXT = '一つ目, "quoted"\n\ntwo bold\n=1+1 link\n'
MARKDOWN = '一つ目, "quoted"\n\ntwo **bold**  \n=1+1 [link](https://e.example/x)\n'


def test_text() -> None:
    assert written("text", ONE) == TEXT
    assert written("text", BAD) == ""
    assert written("text", ONE, BAD, TWO, several=True) == (
        f"==> pages/one.html <==\n{TEXT}\n==> bad.pdf <==\n\n==> https://e.example/--><x> <==\n2\n"
    )


def test_markdown() -> None:
    assert written("markdown", ONE) == MARKDOWN
    assert written("markdown", ONE, BAD, TWO, several=True) == (
        f"<!-- source: pages/one.html -->\n\n{MARKDOWN}\n<!-- source: bad.pdf (the input is not HTML) -->\n\n"
        "<!-- source: https://e.example/--&gt;<x&gt; -->\n\n2\n"
    )


def test_markdown_takes_options() -> None:
    writer = output.writer("markdown", options=RenderOptions(links=False))
    assert "](" not in writer.encode(document(), "x").decode()


def test_html_of_one_page_has_its_title_and_language() -> None:
    html = written("html", ONE)
    assert html.startswith('<!DOCTYPE html>\n<html lang="ja">\n<head>\n<meta charset="utf-8">\n')
    assert "<title>A &lt;title&gt;</title>" in html
    assert '<article data-source="pages/one.html" lang="ja">\n<p>一つ目, "quoted"</p>\n' in html
    assert html.endswith("</article>\n</body>\n</html>\n")


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.articles: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "img", "hr"):
            self.open.append(tag)
        if tag == "article":
            self.articles.append(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_of_several_pages_is_one_document() -> None:
    html = written("html", ONE, BAD, TWO, several=True)
    tags = _Tags()
    tags.feed(html)
    assert tags.open == []
    assert [article["data-source"] for article in tags.articles] == [ONE.source, BAD.source, TWO.source]
    assert tags.articles[1]["data-reason"] == BAD.reason
    assert html.count("<html") == html.count("<title>") == 1


def test_json_is_one_object_or_an_array() -> None:
    one = json.loads(written("json", ONE))
    assert one == {"source": "pages/one.html", **document().to_dict()}
    several = written("json", ONE, BAD, TWO, several=True)
    assert [page["source"] for page in json.loads(several)] == [ONE.source, BAD.source, TWO.source]
    assert several == json.dumps(json.loads(several), ensure_ascii=False, indent=2) + "\n"
    assert json.loads(written("json", several=True)) == []
    assert json.loads(written("json", ONE, several=True)) == [one]


def test_jsonl_is_an_object_per_line() -> None:
    lines = written("jsonl", ONE, BAD, TWO, several=True).split("\n")
    assert lines.pop() == ""
    assert [json.loads(line)["source"] for line in lines] == [ONE.source, BAD.source, TWO.source]
    assert "一つ目" in lines[0]
    assert ": " not in lines[1].replace(BAD.reason, "")


def test_csv_is_a_row_per_page() -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv", ONE, BAD, TWO, several=True), newline="")))
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["text"] == TEXT.rstrip("\n")
    assert (rows[0]["confidence"], rows[0]["reason"]) == ("0.876", "")
    assert (rows[1]["source"], rows[1]["reason"], rows[1]["text"]) == (BAD.source, BAD.reason, "")
    assert rows[2]["title"] == ""


def test_csv_quotes_every_kind_of_line_break() -> None:
    line = written("csv", Result('a\r"b"\nc,d', reason="x")).split("\n", 1)[1]
    assert line == '"a\r""b""\nc,d",' + "," * 10 + "0.0,x,\n"


@pytest.mark.parametrize("format", sorted(output.FORMATS.keys() - {"parquet"}))
def test_pages_encoded_elsewhere_join_to_the_same_stream(format: str) -> None:  # noqa: A002
    writer = output.writer(format, several=True)
    elsewhere = pickle.loads(pickle.dumps(writer))
    pages = [result.encode(elsewhere) for result in (ONE, BAD, TWO)]
    assert b"".join(writer.join(pages)).decode() == written(format, ONE, BAD, TWO, several=True)


@pytest.mark.parametrize("format", sorted(output.FORMATS.keys() - {"parquet"}))
def test_every_format_takes_pages_without_text_and_odd_names(format: str) -> None:  # noqa: A002
    empty = Result("caf\udce9\n.html", document("", reason=Reason.NO_TEXT))
    for several in (False, True):
        text = written(format, empty, several=several)
        assert "\r" not in text
    assert "caf?" in text


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_a_rejected_page_has_the_names_of_every_other(format: str) -> None:  # noqa: A002
    kept, rejected = json.loads(written(format, ONE)), json.loads(written(format, BAD))
    assert list(kept) == list(rejected)
    assert rejected["reason"] == BAD.reason
    assert not any(rejected[name] for name in rejected if name not in ("source", "reason"))


def test_unknown_formats_name_the_known_ones() -> None:
    with pytest.raises(FormatError, match=r"docx: .* csv, html, json, jsonl, markdown, parquet, tei, text"):
        output.writer("docx")


def test_public_names_are_sorted() -> None:
    assert sorted(output.__all__, key=lambda name: (not name.isupper(), name)) == output.__all__


COMMENTS = (Post("Well said.", "Ana", "2011-11-22", quotes=(Quote(0, 4),)), Post("Indeed", parent=0, depth=1))


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_comments_are_beside_the_text(format: str) -> None:  # noqa: A002
    said = json.loads(written(format, Result("x", document().with_parts(comments=COMMENTS))))
    assert said["comments"] == [comment.to_dict() for comment in COMMENTS]
    assert said["posts"] == []
    assert said["text"] == TEXT.rstrip("\n")


def test_parquet_is_a_row_per_page() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    results = [ONE, BAD, Result("x", document().with_parts(comments=COMMENTS))]
    write(results, out, output.writer("parquet", several=True))
    rows = parquet.read_table(out).to_pylist()
    assert list(rows[0]) == [*COLUMNS, "posts", "comments"]
    assert [row["source"] for row in rows] == [ONE.source, BAD.source, "x"]
    assert (rows[0]["text"], rows[1]["text"], rows[1]["reason"]) == (TEXT.rstrip("\n"), "", BAD.reason)
    assert (rows[0]["comments"], rows[1]["comments"]) == ([], [])
    assert rows[2]["comments"] == [comment.to_dict() for comment in COMMENTS]

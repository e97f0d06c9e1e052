"""TEI documents: what the header says, several pages as a corpus, validity."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from output_results import Result, write
from test_output import BAD, ONE, TWO, document

from honbun import Document, Post, extract, output
from honbun.metadata import Metadata
from honbun.output.tei import tei_document

ROOT = Path(__file__).parents[2]
NAME = "{http://www.tei-c.org/ns/1.0}"
FACTS = {
    "author": "Ana <& Bo>",
    "date": "2011-11-22T07:34:12+09:00",
    "site_name": "The Daily & Co",
    "description": "What it is\nabout",
    "kind": "article",
}


def tree(*results: Result, several: bool = False) -> ElementTree.Element:
    out = io.BytesIO()
    write(results, out, output.writer("tei", several=several))
    return ElementTree.fromstring(out.getvalue())


def texts(root: ElementTree.Element, path: str) -> list[str]:
    found = root.findall("./" + "/".join(f"{NAME}{step}" for step in path.split("/")))
    return ["".join(element.itertext()) for element in found]


def known(**facts: str | None) -> Document:
    stated = {**FACTS, **facts}
    kind = stated.pop("kind")
    shown = document()
    return shown.with_parts(metadata=replace(shown.parts.metadata, **stated), kind=kind)


def test_header_says_what_is_known() -> None:
    root = tree(Result("a.html", known()))
    stated = "teiHeader/fileDesc"
    for where in (stated, f"{stated}/sourceDesc/biblFull"):
        assert texts(root, f"{where}/titleStmt/title") == ["A <title>"]
        assert texts(root, f"{where}/titleStmt/author") == ["Ana <& Bo>"]
        assert texts(root, f"{where}/publicationStmt/publisher") == ["The Daily & Co"]
    assert texts(root, "teiHeader/profileDesc/abstract/p") == ["What it is about"]
    assert texts(root, "teiHeader/profileDesc/langUsage/language") == ["ja"]
    assert texts(root, "teiHeader/profileDesc/textClass/keywords/term") == ["article"]
    assert texts(root, f"{stated}/notesStmt/note") == ["a.html"]
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "ja"
    application = root.find(f".//{NAME}application")
    assert application is not None
    assert application.attrib.keys() == {"ident", "version"}
    pointer = root.find(f".//{NAME}ptr")
    assert pointer is not None
    assert pointer.get("target") == "https://e.example/p"


def test_header_without_facts() -> None:
    bare = replace(document(title=None), url=None).with_parts(metadata=Metadata(language="not a language!"))
    root = tree(Result("a.html", bare))
    assert texts(root, "teiHeader/fileDesc/publicationStmt/p") == [""]
    assert root.find(f".//{NAME}profileDesc") is None
    assert texts(tree(TWO), "teiHeader/fileDesc/publicationStmt/publisher") == ["e.example"]


@pytest.mark.parametrize(
    ("date", "when"),
    [
        ("2011-11-22", "2011-11-22"),
        ("2011-11-22T07:34:12+09:00", "2011-11-22T07:34:12+09:00"),
        ("2011-11-22T07:34Z", "2011-11-22T07:34:00+00:00"),
        ("2011-11-22T07:34:12+23:00", "2011-11-22"),
        ("2011-02-31", None),
        ("last week", None),
    ],
)
def test_when_is_a_date_of_xml_schema(date: str, when: str | None) -> None:
    element = tree(Result("a", known(date=date))).find(f".//{NAME}date")
    assert element is not None
    assert (element.text, element.get("when")) == (date, when)


def test_several_pages_are_a_corpus() -> None:
    root = tree(ONE, BAD, TWO, several=True)
    assert root.tag == f"{NAME}teiCorpus"
    pages = root.findall(f"{NAME}TEI")
    assert [texts(page, "teiHeader/fileDesc/notesStmt/note")[0] for page in pages] == [
        ONE.source,
        BAD.source,
        TWO.source,
    ]
    assert texts(pages[1], "teiHeader/fileDesc/notesStmt/note") == [BAD.source, BAD.reason]
    assert texts(pages[1], "text/body/div") == [""]


def test_body_holds_the_content() -> None:
    assert texts(tree(ONE), "text/body/div/p") == ['一つ目, "quoted"', "two bold=1+1 link"]


COMMENTS = (
    Post("Well <said>.\nAgreed.\n\nBut why?", "Ana", "2011-11-22T07:34", quotes=((0, 12),)),
    Post("\x01 \n", date_raw="yesterday"),
)


def test_comments_are_a_division_of_their_own() -> None:
    assert "comment" not in output.writer("tei").encode(known(), "a").decode()
    root = tree(Result("a", known().with_parts(comments=COMMENTS)))
    assert [division.get("type") for division in root.findall(f".//{NAME}body/{NAME}div")] == ["entry", "comments"]
    assert texts(root, "text/body/div/div/byline") == ["Ana"]
    assert texts(root, "text/body/div/div/dateline/date") == ["2011-11-22T07:34", "yesterday"]
    assert texts(root, "text/body/div/div/quote/p") == ["Well <said>.Agreed."]
    assert texts(root, "text/body/div/div/p") == ["But why?", ""]


facts = st.text(st.characters(), max_size=20)


@settings(deadline=None)
@given(facts, facts, facts, facts, facts)
def test_any_facts_give_xml(title: str, author: str, date: str, site: str, url: str) -> None:
    made = replace(known(title=title, author=author, date=date, site_name=site, language=title), url=url)
    written = tei_document(made, {"source": title, "id": author})
    ElementTree.fromstring(written.encode())


def test_examples_are_valid() -> None:
    pytest.importorskip("lxml")
    pytest.importorskip("trafilatura")
    from lxml import etree
    from tei_schema import schema

    dtd = schema()
    results = [
        Result(path.name, extract(path.read_bytes(), f"https://e.example/{path.name}"))
        for folder in ("examples/sites", "tests/render/cases")
        for path in sorted((ROOT / folder).rglob("*.html"))
    ]
    assert len(results) > 50
    out = io.BytesIO()
    write(
        [*results, BAD, ONE, Result("a", known().with_parts(comments=COMMENTS))],
        out,
        output.writer("tei", several=True),
    )
    corpus = etree.fromstring(out.getvalue())
    assert dtd.validate(corpus), dtd.error_log.last_error
    wrong = re.sub(rb"<item>", b"<item><div/>", out.getvalue(), count=1)
    assert not dtd.validate(etree.fromstring(wrong))

"""Documents as trafilatura gives them, and the functions that give parts of a page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from compat_samples import HTML, LONG, URL

from honbun.compat import trafilatura as compat
from honbun.compat.keywords import Keywords
from honbun.compat.metadata import Document, facts_of, fingerprint_of
from honbun.document import Document as Page
from honbun.document import PlainParts
from honbun.metadata import Metadata
from honbun.page import parse
from honbun.page.blocks import Labels, segment

KEYS = (
    "title author url hostname description sitename date categories tags fingerprint id license body comments "
    "commentsbody raw_text text language image pagetype filedate"
).split()
NONE = np.zeros(0, dtype=np.uint32)


def page(url: str | None = None, kind: str | None = None, **facts: Any) -> Page:
    labels = Labels(NONE.astype(np.float32), NONE)
    return Page(segment(parse("")), labels, url, parts=PlainParts(Metadata(**facts), kind))


def facts(page: Page, **keywords: Any) -> dict[str, Any]:
    return facts_of(page, Keywords(**keywords))


def test_bare_extraction_has_tree_and_text() -> None:
    found = compat.bare_extraction(HTML, URL)
    assert isinstance(found, Document)
    assert list(found.as_dict()) == KEYS
    assert found.text == compat.extract(HTML, URL)
    assert [child.tag for child in found.body][:3] == ["head", "p", "head"]
    assert found.title is None
    with_metadata = compat.bare_extraction(HTML, URL, with_metadata=True, as_dict=True)
    assert isinstance(with_metadata, dict)
    assert with_metadata["title"] == "Ducks and more"
    assert with_metadata["language"] == "en"


def test_extract_with_metadata_has_text_in_a_format() -> None:
    found = compat.extract_with_metadata(HTML, URL, output_format="xml")
    assert found is not None
    assert found.title == "Ducks and more"
    assert found.text is not None
    assert found.text.startswith("<doc ")
    assert found.body.tail is None
    assert all(child.tail is None for child in found.body)


def test_metadata_of_a_page_without_text() -> None:
    found = compat.extract_metadata("<title>Only a title</title>", "https://e.example/")
    assert (found.title, found.url, found.text) == ("Only a title", "https://e.example/", None)
    assert compat.extract_metadata(None).title is None


def test_documents_come_back_from_dicts() -> None:
    document = Document(title="a", tags=["b"])
    assert Document.from_dict({**document.as_dict(), "unknown": 1}) == document


def test_facts_have_the_names_of_trafilatura() -> None:
    known = facts(
        page(
            url="https://www.e.example/a",
            author="Ana; Bo",
            date="2011-11-22T07:34:12+09:00",
            site_name="E",
            description="About",
            image="https://e.example/i.png",
            kind="article",
            language="ja_JP",
        )
    )
    assert known["hostname"] == "e.example"
    assert known["author"] == "Ana; Bo"
    assert known["date"] == "2011-11-22"
    assert known["sitename"] == "E"
    assert known["language"] == "ja"
    assert known["pagetype"] == "article"
    assert (
        facts(page(url="https://e.example/a?x", canonical_url="https://e.example/a"))["url"]
        == "https://e.example/a"
    )
    assert facts(page(url="//[bad"))["hostname"] is None


def test_authors_can_be_left_out() -> None:
    assert facts(page(author="Ana; Bo"), author_blacklist={"bo"})["author"] == "Ana"
    assert facts(page(author="Ana"), author_blacklist={"ANA"})["author"] is None


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, "2011-11-22"),
        ({"outputformat": "%d.%m.%Y"}, "22.11.2011"),
        ({"min_date": "2011-11-22", "max_date": "2011-11-22"}, "2011-11-22"),
        ({"min_date": "2012-01-01"}, None),
        ({"max_date": "2011-11-21"}, None),
    ],
)
def test_dates_follow_the_keywords_of_htmldate(params: dict[str, Any], expected: str | None) -> None:
    assert facts(page(date="2011-11-22"), date_extraction_params=params)["date"] == expected


def test_dates_that_are_none_are_none() -> None:
    assert facts(page(date="last week"))["date"] is None


def test_fingerprints_of_like_texts_are_alike() -> None:
    one, two, other = (
        int(fingerprint_of(text), 16)
        for text in (LONG * 3, LONG * 3 + " More.", "Quite another text on the price of a kettle in May")
    )
    assert (one ^ two).bit_count() < (one ^ other).bit_count()
    assert fingerprint_of("") == "0" * 16


def test_html2txt_is_all_text_on_a_line() -> None:
    text = compat.html2txt("<p>a</p><p hidden>b</p><aside>c</aside><p>d<br>e</p>")
    assert text == "a d e"
    assert compat.html2txt("<p>a</p><p hidden>b</p><aside>c</aside>", clean=False) == "a b c"
    assert compat.html2txt("") == ""


def test_baseline_is_paragraphs_or_everything() -> None:
    body, text, length = compat.baseline("<div>x</div><p>a</p><div><p>b <b>c</b></p></div>")
    assert (text, length) == ("a\nb c", 5)
    assert [child.text for child in body] == ["a", "b c"]
    assert compat.baseline("<div>x</div>")[1] == "x"
    assert compat.baseline("")[1:] == ("", 0)

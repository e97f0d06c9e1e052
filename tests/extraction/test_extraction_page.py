"""One page alone: whatever comes in, a document comes out."""

from __future__ import annotations

import codecs

import pytest
from extraction_samples import SITES, example_site
from hypothesis import given, settings
from hypothesis import strategies as st

import honbun
from honbun.document import Reason

SENTENCE = "The kettle was carried down to the harbour before the rain came, and nobody asked who had ordered it."
PAGE = f"<html lang=en><title>Kettles | Courier</title><h1>Kettles</h1><p>{SENTENCE}</p><p>{SENTENCE[:70]}</p>"


def test_a_page_gives_its_text_and_facts() -> None:
    document = honbun.extract(PAGE, url="https://courier.example/kettles")
    assert document.text == str(document) == f"Kettles\n\n{SENTENCE}\n\n{SENTENCE[:70]}"
    assert (document.title, document.language, document.url) == (
        "Kettles",
        "en",
        "https://courier.example/kettles",
    )
    assert document.reason is None
    assert 0 < document.confidence <= 1
    assert document.labels.check()
    assert [block.text for block in document.content] == document.text.split("\n\n")


FACTS = """<meta name=author content="Ann Lee"><meta property="article:published_time" content="2011-11-22">
<meta property="og:site_name" content="Courier"><meta name=description content="Of kettles.">
<meta property="og:image" content="/k.jpg"><link rel=canonical href="/k">"""


def test_facts_come_with_their_sources() -> None:
    document = honbun.extract(PAGE.replace("<title>", f"{FACTS}<title>"), url="https://courier.example/kettles")
    said = document.to_dict()
    assert [said[name] for name in document.sources] == [
        "Kettles",
        "Ann Lee",
        "2011-11-22",
        "en",
        "Courier",
        "Of kettles.",
        "https://courier.example/k.jpg",
        "https://courier.example/k",
        document.kind,
    ]
    assert (
        document.sources
        == said["sources"]
        == {
            "title": "text of the page",
            "author": "meta author",
            "date": "meta article:published_time",
            "language": "html lang",
            "site_name": "meta og:site_name",
            "description": "meta description",
            "image": "meta og:image",
            "canonical_url": "link canonical",
            "kind": "model",
        }
    )


def test_a_page_without_text_has_its_facts_but_no_kind() -> None:
    document = honbun.extract(f"<html lang=en>{FACTS}")
    assert document.kind is None
    assert "kind" not in document.sources
    assert (document.reason, document.author, document.language) == (Reason.NO_TEXT, "Ann Lee", "en")


def test_a_heading_that_the_page_does_not_call_its_title_is_not_it() -> None:
    html = f"<title>Kettles at the harbour</title><h2>Shop your way</h2><p>{SENTENCE}</p><p>{SENTENCE[:70]}</p>"
    document = honbun.extract(html)
    assert (document.title, document.sources["title"]) == ("Kettles at the harbour", "title")


def test_bytes_and_text_give_the_same() -> None:
    for html in (PAGE, PAGE.replace("Kettles", "薬缶と港")):
        for body in (html.encode(), codecs.BOM_UTF8 + html.encode(), html.encode("utf-16")):
            assert honbun.extract(body).to_dict() == honbun.extract(html).to_dict()


def test_the_encoding_that_the_page_declares_is_used() -> None:
    html = PAGE.replace("<title>", "<meta charset=shift_jis><title>").replace("Kettles", "薬缶と港")
    assert honbun.extract(html.encode("shift_jis")).title == "薬缶と港"


def test_without_a_shown_title_the_head_says_it() -> None:
    document = honbun.extract(f"<title>Kettles at the harbour</title><p>{SENTENCE}</p>")
    assert document.title == "Kettles at the harbour"
    assert honbun.extract(f"<p>{SENTENCE}</p>").title is None


def test_the_url_is_optional_and_changes_no_decision() -> None:
    with_url, without = honbun.extract(PAGE, "https://a.example/"), honbun.extract(PAGE, None)
    assert without.url is None
    assert with_url.to_dict() | {"url": None} == without.to_dict()


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", Reason.EMPTY_INPUT),
        (b"", Reason.EMPTY_INPUT),
        (" \n\t ", Reason.EMPTY_INPUT),
        (b" \r\n", Reason.EMPTY_INPUT),
        (b"\0\0\0\0", Reason.EMPTY_INPUT),
        (codecs.BOM_UTF8, Reason.EMPTY_INPUT),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Reason.NOT_HTML),
        (b"%PDF-1.7\n1 0 obj << /Type /Catalog >>", Reason.NOT_HTML),
        (b"\x1f\x8b\x08\0\0\0\0\0", Reason.NOT_HTML),
        (b"some\0bytes\x01\x02", Reason.NOT_HTML),
        ("<html><body></body></html>", Reason.NO_TEXT),
        (b"<p>&nbsp;</p><img src=a.png alt=picture>", Reason.NO_TEXT),
        ("<p>&#8203;</p>", Reason.NO_TEXT),
        ("<script>text()</script><style>p { }</style>", Reason.NO_TEXT),
        ("<title>Only a title</title>", Reason.NO_TEXT),
    ],
    ids=repr,
)
def test_a_page_without_text_says_why(html: str | bytes, reason: Reason) -> None:
    document = honbun.extract(html)
    assert (document.text, document.reason, document.content) == ("", reason, [])
    assert document.markdown() == document.html() == ""
    assert document.confidence == 0
    assert len(document.labels.check()) == len(document.blocks)
    assert document.to_dict()["reason"] == reason.value


def test_the_title_of_a_page_without_text_is_kept() -> None:
    assert honbun.extract("<title>Only a title</title>").title == "Only a title"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("plain text, no markup", "plain text, no markup"),
        (b"plain bytes", "plain bytes"),
        ("<a href=/1>One</a> <a href=/2>Two</a>", "One Two"),
        ("<li><a href=/1>One</a></li><li><a href=/2>Two</a></li>", "One\nTwo"),
        ("<p>x", "x"),
        ("<p hidden>x", "x"),
        ("<body", ""),
        ("本文", "本文"),
    ],
)
def test_the_least_of_pages(html: str | bytes, text: str) -> None:
    document = honbun.extract(html)
    assert document.text == text
    assert (document.reason is None) == bool(text)


def test_evidence_and_address_of_every_kept_block() -> None:
    blocks = honbun.extract(PAGE).to_dict()["blocks"]
    assert [block["xpath"] for block in blocks] == [
        f"/html[1]/body[1]/{step}" for step in ("h1[1]", "p[1]", "p[2]")
    ]
    by_place, by_model = ["in the container"], ["likely by the model"]
    assert [block["evidence"] for block in blocks] == [["title", *by_place], *[by_place + by_model] * 2]
    assert all(0.5 <= block["score"] <= 1 for block in blocks)


@pytest.mark.parametrize("site", SITES)
def test_the_same_page_gives_the_same_document(site: str) -> None:
    for example in example_site(site)[:3]:
        one, two = (honbun.extract(example.html, example.url).to_dict() for _ in range(2))
        assert one == two


@given(st.one_of(st.text(max_size=200), st.binary(max_size=200), st.text("<>/=pdivtra hl1x &;\n", max_size=120)))
@settings(max_examples=150, deadline=None)
def test_anything_gives_a_document(html: str | bytes) -> None:
    try:
        document = honbun.extract(html)
    except honbun.HonbunError:  # an address, or the name of a file
        assert isinstance(html, str)
        assert "://" in html or "." in html
        return
    document.labels.check()
    assert (document.reason is None) == bool(document.text)

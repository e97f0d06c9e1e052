"""Pages made to hang or break a parser are read in one go, and their text is found; so are real pages."""

from pathlib import Path

import pytest

from honbun.page import decode, parse
from honbun.page.blocks import segment
from honbun.page.paths import paths, signatures

TEXT = "What the page says."
MANY = 100_000

# What stands before and after the text.
HOSTILE = {
    "nested div": ("<div>" * MANY, ""),
    "nested and closed div": ("<div>" * MANY, "</div>" * MANY),
    "nested span": ("<span>" * MANY, ""),
    "nested lists": ("<ul><li>" * MANY, ""),
    "nested definitions": ("<dl><dt><dd>" * 20_000, ""),
    "nested tables": ("<table><tr><td>" * 30_000, ""),
    "tables without cells": ("<table>" * 60_000, ""),
    "nested formatting": ("<b><i><em>" * 20_000, ""),
    "formatting across blocks": ("<p><font size=1><b>" * 20_000, ""),
    "formatting closed in the wrong order": ("<b><i><p>x</b></i>" * 20_000, ""),
    "nested links": ("<a href=x>" * 30_000, ""),
    "nested forms and buttons": ("<form><button>" * 30_000, ""),
    "nested hidden": ("<div hidden>" * MANY, ""),
    "nested custom elements": ("".join(f"<x-{n}>" for n in range(50_000)), ""),
    "nested svg": ("<svg>" * MANY + "</svg>" * MANY, ""),
    "nested math": ("<math>" * MANY, ""),
    "nested templates": ("<template>" * MANY + "</template>" * MANY, ""),
    "unclosed tags of all kinds": ("<p><i><b><em><div><span>" * 10_000, ""),
    "unopened tags": ("</div></b></p></a></table>" * 20_000, ""),
    "attributes": ("<p " + " ".join(f"a{n}={n}" for n in range(MANY)) + ">", ""),
    "one attribute again and again": ("<p " + "class=x " * MANY + ">", ""),
    "long attribute": (f"<p class='{'x ' * 1_000_000}'>", ""),
    "classes": ("".join(f"<i class=c{n}x></i>" for n in range(50_000)), ""),
    "line breaks": ("<br>" * 200_000, "<br>" * 200_000),
    "lines": ("a<br>" * 200_000, ""),
    "paragraphs": ("<p>a" * 200_000 + "<p>", ""),
    "hidden by turns": ("<i hidden>a</i>b" * 50_000, ""),
    "less-than signs": ("<" * MANY + "<p>", ""),
    "ampersands": ("&" * MANY + "&#" * MANY + "&amp;" * MANY, ""),
    "zeros": ("<p>\0\0" * 50_000, "\0"),
    "titles": ("<title>a&amp;b</title>" * 30_000, ""),
    "fostered text": ("<table>" + "a<b>" * 20_000, ""),
    "long text": ("<p>" + "word " * 4_000_000, ""),
    "long text in Japanese": ("<p>" + "本文\n " * 1_000_000, ""),
    "long white space": ("<p>" + " \n" * 1_000_000, "\n" * 1_000_000),
    "unclosed comment": ("<p>", "</p><!-- " + "x" * MANY),
    "unclosed script": ("<p>", "</p><script>" + "<!--<script>" * MANY),
    "unclosed title": ("<p>", "</p><title>" + "x&amp;" * MANY),
    "unclosed attribute": ("<p>", "</p><a href='" + "x>" * MANY),
    "unclosed textarea": ("<p>", "</p><textarea>" + "<p>" * MANY),
    "unclosed declaration": ("<p>", "</p><!DOCTYPE " + "x" * MANY),
    "unclosed character data": ("<p>", "</p><svg><![CDATA[" + "]" * MANY),
}


def read(html: str | bytes) -> list[str]:
    """The texts of a page, after every column of it has been computed once."""
    page = parse(decode(html).text).check()
    blocks = segment(page).check()
    assert len(blocks.length) == len(blocks.link_length) == len(blocks)
    assert len(paths(page, signatures(page))) == len(page)
    assert page.xpath(len(page) - 1)
    return blocks.texts


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_hostile_page_says_is_found(name):
    before, after = HOSTILE[name]
    assert any(TEXT in text for text in read((before + TEXT + after).encode()))


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_a_long_page_in_utf16_without_a_mark(codec):
    html = "<p>本文と text</p>" * 50_000 + f"<p>{TEXT}"
    assert TEXT in read(html.encode(codec))


@pytest.mark.parametrize("body", [b"\0" * MANY, b"\xff\xfe" * MANY, b"\x1b$B" * MANY, b"\x80" * MANY, b"<" * MANY])
def test_bytes_that_say_nothing_are_a_page(body):
    read(body)


def test_a_text_beyond_the_limit_of_depth_is_not_lost():
    html = "".join(f"<div>{n} " for n in range(3000))
    assert " ".join(read(html)).split() == [str(n) for n in range(3000)]


CORPUS = Path(__file__).parents[3] / "shared" / "data" / "content-dev.parquet"
# A page read in a wrong encoding is full of replacement characters; a damaged one has a few.
DAMAGE = 0.005


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not at hand")
def test_real_pages():
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(CORPUS, columns=["id", "html"]).to_pylist()
    flooded = []
    for row in table:
        text = decode(row["html"]).text
        page = parse(text).check()
        blocks = segment(page).check()
        assert len(blocks.texts) == len(blocks)
        if text.count("\ufffd") > DAMAGE * len(text):
            flooded.append(row["id"])
    assert table
    assert flooded == []

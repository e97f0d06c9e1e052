"""TEI: always well formed, elements only where the Guidelines allow them, no text lost or made."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_properties import anything, blocks_of, markup, some_of, words

from honbun import render
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.render import address, content, legal, value

PHRASE = set("code del graphic hi lb milestone ref figure".split())
INTER = {"list", "quote", "table"}
BLOCKS = {"p", "ab"}
# What each element may hold of those that honbun writes: the content models of P5, made smaller.
MAY_HOLD = {
    "ab": PHRASE,
    "cell": PHRASE | INTER | BLOCKS,
    "code": set(),
    "del": PHRASE,
    "desc": set(),
    "div": INTER | BLOCKS | {"div", "figure", "head", "milestone"},
    "figDesc": set(),
    "figure": INTER | BLOCKS | {"figDesc", "figure", "graphic", "head", "milestone"},
    "graphic": {"desc"},
    "head": PHRASE,
    "hi": PHRASE,
    "item": PHRASE | INTER | BLOCKS,
    "label": PHRASE,
    "lb": set(),
    "list": {"item", "label"},
    "milestone": set(),
    "p": PHRASE,
    "quote": PHRASE | INTER | BLOCKS,
    "ref": PHRASE,
    "row": {"cell"},
    "table": {"head", "row"},
}
INLINE = {"code", "del", "graphic", "hi", "ref"}
SILENT = {"desc", "figDesc"}


def tei_of(html: str, options: render.RenderOptions | None = None) -> str:
    blocks = segment(parse(html, "https://e.example/a/"))
    return render.tei(blocks, np.ones(len(blocks), dtype=np.bool_), options or render.RenderOptions())


def tree_of(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{fragment}</div>")


def said(element: ElementTree.Element) -> str:
    inside = (element.text or "") + "".join(said(child) + (child.tail or "") for child in element)
    if element.tag in SILENT:
        return ""
    return inside if element.tag in INLINE else f" {inside} "


@settings(deadline=None)
@given(anything, st.integers(0, 2**64 - 1), st.sampled_from([None, "https://e.example/a/", "//[bad"]))
def test_is_well_formed(html: str, bits: int, url: str | None) -> None:
    blocks = blocks_of(html, url)
    for is_rich in (True, False):
        options = render.RenderOptions(links=is_rich, images=is_rich, tables=is_rich)
        tree_of(render.tei(blocks, some_of(blocks, bits), options, url))


@settings(deadline=None)
@given(markup, st.integers(0, 2**64 - 1))
def test_elements_stand_where_they_may(html: str, bits: int) -> None:
    blocks = blocks_of(html)
    tree = tree_of(render.tei(blocks, some_of(blocks, bits)))
    for element in tree.iter():
        tags = [child.tag for child in element]
        assert set(tags) <= MAY_HOLD[element.tag]
        if element.tag == "div":
            assert not (element.text or "").strip()
            assert "head" not in tags[1:]
            assert "div" not in tags or set(tags[tags.index("div") :]) == {"div"}
        if "label" in tags:
            assert tags == ["label", "item"] * (len(tags) // 2)
        if element.tag in ("list", "row", "table"):
            assert {"item", "cell", "row"} & set(tags)


@settings(deadline=None)
@given(markup, st.integers(0, 2**64 - 1))
def test_says_what_the_text_says(html: str, bits: int) -> None:
    blocks = blocks_of(html)
    keep = some_of(blocks, bits)
    options = render.RenderOptions(tables=False)
    assert words(said(tree_of(render.tei(blocks, keep, options)))) == words(render.text(blocks, keep))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<dl><dt>a<dd>b</dl>", '<list type="gloss">\n<label>a</label>\n<item>b</item>\n</list>'),
        (
            "<dl><dd>b<dt>a</dl>",
            '<list type="gloss">\n<label/>\n<item>b</item>\n<label>a</label>\n<item/>\n</list>',
        ),
        ("<dl><dd>b</dl>", "<list>\n<item>b</item>\n</list>"),
        ("<ol start=3><li>x</ol>", '<list rend="numbered">\n<item n="3">x</item>\n</list>'),
        ("<p>a\x01b\x0bc\ufffed\x7f</p>", "<p>ab cd\x7f</p>"),
        ("<p>a ]]> b</p>", "<p>a ]]&gt; b</p>"),
    ],
)
def test_fragment(html: str, expected: str) -> None:
    assert tei_of(html) == expected


def test_addresses_are_single_and_escaped() -> None:
    fragment = tei_of('<p><a href="/a b[1]&quot;?x=&lt;&amp;y">x</a>')
    target = tree_of(fragment)[0][0].get("target")
    assert target == "https://e.example/a%20b%5B1%5D%22?x=%3C&y"
    assert address("http://[::1]:8000/[x]") == "http://[::1]:8000/%5Bx%5D"
    assert address("https://ja.example/港\u3000") == "https://ja.example/港%E3%80%80"


def test_headings_open_divisions() -> None:
    tree = tree_of(tei_of("<p>0</p><h3>a</h3><p>1</p><h1>b</h1><h2>c</h2><p>2</p><h2>d</h2>"))
    shape = ElementTree.tostring(tree, "unicode").replace("\n", "")
    assert re.sub(' rend="..?"', "", shape) == (
        "<div><p>0</p><div><head>a</head><p>1</p></div>"
        "<div><head>b</head><div><head>c</head><p>2</p></div><div><head>d</head></div></div></div>"
    )


def test_linked_pictures_keep_their_links() -> None:
    fragment = tei_of("<p>x</p><figure><a href=/big><img src=a.png alt=A></a><figcaption>C</figcaption></figure>")
    figure = tree_of(fragment)[1]
    assert [child.tag for child in figure] == ["p", "head"]
    assert figure[0][0].get("target") == "https://e.example/big"


@given(st.text(st.characters()))
def test_any_text_is_legal_content_and_value(text: str) -> None:
    element = ElementTree.fromstring(f'<a b="{value(text)}">{content(text)}</a>')
    assert (element.text or "") == element.get("b") == legal(text)

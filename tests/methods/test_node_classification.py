"""The paper's unit: what cleaning leaves, and the nine features of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.methods.node_classification import FEATURES, features, label, leaf_nodes
from honbun.page import parse, tags
from honbun.page.page import Page

PAGE = (
    "<html><head><title>Title</title><style>p {}</style></head><body>"
    "<div>\n  <p>One <a href='#'>two</a>, <b>three</b>. Four!</p><!-- no --><p>Five</p> tail </div>"
    "<script>six()</script><center><table><tr><td>seven<img alt='eight'> nine</td></tr></table></center>"
    "<ul><li><span>ten</span></li>\n<li>eleven</li></ul></body></html>"
)


def texts(html: str) -> list[str]:
    return leaf_nodes(parse(html)).raw


def column(html: str, name: str) -> list[float]:
    return features(leaf_nodes(parse(html)))[:, FEATURES.index(name)].tolist()


def names(html: str, name: str) -> list[str]:
    return [tags.NAMES[int(code)] for code in column(html, name)]


def test_cleaning_drops_and_unwraps() -> None:
    assert texts(PAGE) == ["One two, three. Four!", "Five", " tail ", "seven nine", "ten\neleven"]


def test_a_line_break_ends_a_leaf_and_white_space_belongs_to_it() -> None:
    assert texts("<div> a <br>\n b <i> c </i></div>") == [" a ", "\n b  c "]


def test_glued_list_items_are_lines_to_read() -> None:
    nodes = leaf_nodes(parse("<ul><li>one <b>two</b></li><li>three</li></ul>"))
    assert nodes.raw == ["one twothree"]
    assert nodes.texts == ["one two\nthree"]


@pytest.mark.parametrize("html", ["", " ", "<p></p>", "<head><title>a</title></head>", "<p>\u200b</p><br>"])
def test_pages_without_text_have_no_nodes(html: str) -> None:
    nodes = leaf_nodes(parse(html))
    assert len(nodes) == 0
    assert features(nodes).shape == (0, len(FEATURES))
    assert len(label(nodes, "a")) == 0
    assert nodes.texts == []


def test_no_page_at_all() -> None:
    assert features(leaf_nodes(Page())).shape == (0, len(FEATURES))


def test_text_features() -> None:
    assert column(PAGE, "text length") == [21, 4, 6, 10, 10]
    assert column(PAGE, "white space") == [3, 0, 2, 1, 1]
    assert column(PAGE, "sentences") == [2, 0, 0, 0, 0]
    assert column(PAGE, "punctuation") == [3, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今日は晴れ。明日は雨！？", 2),
        ("Version 3.11 of example.org", 0),
        ('He said "Yes." Then he left.', 2),
        ("Home | News | Sport", 0),
        ("Really?! No...", 2),
    ],
)
def test_sentences_are_ended_by_a_mark(text: str, expected: int) -> None:
    assert column(f"<p>{text}</p>", "sentences") == [expected]


def test_structural_features() -> None:
    # html, body, div, p; html, body, table, tbody, tr, td; html, body, ul
    assert column(PAGE, "depth") == [4, 4, 3, 6, 3]
    assert names(PAGE, "last tag") == ["p", "p", "div", "td", "ul"]
    assert names(PAGE, "second-last tag") == ["div", "div", "body", "tr", "body"]
    assert column(PAGE, "same-tag siblings") == [2, 2, 1, 1, 1]
    assert column(PAGE, "relative position") == [0, 0.2, 0.4, 0.6, 0.8]


def test_siblings_are_those_of_the_cleaned_tree() -> None:
    html = "<div><span><p>a</p></span><section><p>b</p></section><p>c</p></div>"
    assert column(html, "same-tag siblings") == [2, 1, 2]


def test_labels_compare_without_white_space() -> None:
    nodes = leaf_nodes(parse(PAGE))
    assert label(nodes, "One two,\nthree. Four! seven  nine").tolist() == [True, False, False, True, False]
    assert not label(nodes, "").any()


def test_a_short_text_is_content_by_chance() -> None:
    assert label(leaf_nodes(parse("<p>on</p><p>off</p>")), "A person").tolist() == [True, False]


MARKUP = st.lists(
    st.sampled_from(
        "<p> </p> <div> </div> <a> </a> <br> <li> </ul> <ul> <td> <table> <head> <script> x y。 .".split()
    )
    | st.text(max_size=4)
).map("".join)


@given(MARKUP)
def test_any_page_has_nodes_that_keep_their_contract(html: str) -> None:
    page = parse(html)
    nodes = leaf_nodes(page)
    found = features(nodes)
    assert np.all(np.isfinite(found))
    assert np.all(nodes.start[1:] >= nodes.end[:-1])
    assert not {page.tag_name(row) for row in nodes.parent.tolist()} & {"a", "li", "script", "head"}
    # The nodes hold all text of the page.
    assert int((page.length_before[nodes.end] - page.length_before[nodes.start]).sum()) == int(
        page.length_before[-1]
    )
    assert np.all(found[:, :5] >= 0)
    assert np.all(found[:, 7] >= 1)
    assert [bool(text) for text in nodes.texts] == [True] * len(nodes)

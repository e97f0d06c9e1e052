"""The rivals of the papers do what their descriptions say, on pages made to show it; any page gives an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.extraction import read
from honbun.methods.repeated_structure import post_texts
from honbun.page import parse
from honbun.rivals import content_lines, dated_records, main_content_posts, segmented_posts, split_by_format

PROSE = "The ferry left the harbour at seven and nobody on the quay waved, for it rained as it had all week. "
POSTS = "".join(f"<div><b>name {n}</b><p>{PROSE * 2}{n}</p></div>" for n in range(5))
BOARD = f"<body><ul><li>Home<li>About</ul><div id=main>{POSTS}</div><p>Foot</p>"
RULES = (
    "<body><p>Menu</p><div>" + "<hr>".join(f"<b>name {n}</b> {PROSE}{n}" for n in range(4)) + "</div><p>Foot</p>"
)


def texts(find, html: str) -> list[str]:
    page = parse(html)
    return post_texts(page, find(page))


@pytest.mark.parametrize("find", [main_content_posts, segmented_posts])
def test_children_of_the_main_content_are_posts(find) -> None:
    assert [text.splitlines()[0] for text in texts(find, BOARD)] == [f"name {n}" for n in range(5)]


def test_rules_divide_segments() -> None:
    assert [text[:6] for text in texts(segmented_posts, RULES)] == [f"name {n}" for n in range(4)]


def test_lines_with_much_text_are_content() -> None:
    menu = "".join(f"<li><a href=/{n}>Item {n}</a></li>\n" for n in range(30))
    html = (
        f"<html><body>\n<ul>\n{menu}</ul>\n"
        + "".join(f"<p>{PROSE}</p>\n" for _ in range(12))
        + f"<ul>\n{menu}</ul>"
    )
    found = content_lines(html)
    assert sum(PROSE.strip() in line for line in found) == 12
    assert not any(line == "Item 15" for line in found)


def test_records_with_a_date_each_are_comments() -> None:
    comments = "".join(f"<li><i>1{n} March 2013</i><p>Comment {n}. {PROSE}</p></li>" for n in range(3))
    outline = read(f"<body><div><h1>Title</h1><p>{PROSE * 3}</p></div><ol>{comments}</ol>", None)
    kept = [text for text, mask in zip(outline.blocks.texts, dated_records(outline), strict=True) if mask]
    assert [text for text in kept if text.startswith("Comment")] == [
        f"Comment {n}. {PROSE}".strip() for n in range(3)
    ]
    assert "Title" not in kept


def test_formats_that_repeat_are_comments() -> None:
    post = f"<h1>Title</h1><p class=lead>{PROSE * 5}</p><pre>{PROSE * 5}</pre>"
    comments = "".join(f"<li><p>Comment {n}. {PROSE}</p></li>" for n in range(8))
    outline = read(f"<body><div>{post}<ol>{comments}</ol></div>", None)
    of_post, of_comments = split_by_format(outline)
    assert [text[:7] for text, mask in zip(outline.blocks.texts, of_comments, strict=True) if mask] == [
        "Comment"
    ] * 8
    assert of_post.sum() == 3
    assert not (of_post & of_comments).any()


@given(
    st.lists(st.sampled_from(["<div>", "</div>", "<p>x", "<hr>", "text 2011-11-22", "<li>", "<br>"]), max_size=25)
)
def test_any_page_has_an_answer(parts: list[str]) -> None:
    html = "".join(parts)
    page, outline = parse(html), read(html, None)
    for find in (main_content_posts, segmented_posts):
        assert all(0 <= start < end <= len(page.text) for start, end in find(page))
    of_post, of_comments = split_by_format(outline)
    assert not (of_post & of_comments).any()
    assert len(dated_records(outline)) == len(outline.blocks)
    content_lines(html)

"""The element that holds the main text."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from honbun.article.structure import find_container
from honbun.features.outline import Outline
from outline_samples import SENTENCES, markup, outline_of, paragraphs


def container_of(html: str) -> str:
    """The container when prose has its length as weight, and links cost theirs."""
    outline = outline_of(html)
    row = find_container(outline, values_of(outline), np.where(outline.is_prose, outline.blocks.length, 0.0))
    return (outline.page.attribute(row, "id") or outline.page.tag_name(row)) if row >= 0 else ""


def values_of(outline: Outline) -> np.ndarray:
    length = outline.blocks.length.astype(np.float64)
    return np.where(outline.is_prose, length, np.where(outline.is_link, -2 * length, 0.0))


MENU = "<ul id=menu>" + "".join(f"<li><a href=/{i}>Section number {i}</a></li>" for i in range(9)) + "</ul>"


def test_an_article_in_one_element() -> None:
    assert (
        container_of(f"{MENU}<div id=main><div id=text>{paragraphs(5)}</div></div><div>{SENTENCES[9]}</div>")
        == "text"
    )


def test_an_article_of_one_run() -> None:
    text = "<br>".join(SENTENCES[:6])
    foot = f"<div id=foot><p>{SENTENCES[9]}</p></div>"
    # The row holds as much as its cell, and stands before it.
    assert container_of(f"{MENU}<table><tr id=row><td>{text}</td></tr></table>{foot}") == "row"


def test_an_article_in_sections_grows_to_what_holds_them() -> None:
    sections = "".join(f"<section><div>{paragraphs(3, 3 * i)}</div></section>" for i in range(4))
    assert container_of(f"{MENU}<main id=all>{sections}</main>{MENU}") == "all"


def test_it_does_not_grow_over_much_boilerplate() -> None:
    links = "".join(f"<li><a href=/{s}>{s}</a></li>" for s in SENTENCES[6:12])
    one, two = f"<div id=one>{paragraphs(6)}</div>", f"<div id=two>{paragraphs(1, 7)}</div>"
    assert container_of(f"<div id=all>{one}<ul>{links}</ul>{two}</div>") == "one"


def test_comments_are_many_an_article_is_one() -> None:
    small = "".join(f"<div class=comment><p>{SENTENCES[i]}</p></div>" for i in (10, 11, 12))
    long = f"<div class=comment>{paragraphs(6, 4)}</div>"
    outline = outline_of(
        f"<div><div id=text>{paragraphs(5)}</div></div><div><div id=comments>{long}{small}</div></div>"
    )
    length = np.where(outline.is_prose, outline.blocks.length, 0.0)
    text, longest = (outline.page.rows_of("div")[i] for i in (1, 4))
    assert outline.totals(length)[text] < outline.totals(length)[longest]
    assert find_container(outline, np.zeros(len(length)), length) == text


def test_nothing_weighs_nothing() -> None:
    assert container_of("") == ""
    assert container_of(MENU) == ""
    assert container_of("<p>short</p>") == ""


@given(markup)
@settings(max_examples=60, deadline=None)
def test_the_container_holds_weight_if_there_is_any(html: str) -> None:
    outline = outline_of(html)
    weight = np.where(outline.is_prose, outline.blocks.length, 0.0)
    row = find_container(outline, values_of(outline), weight)
    assert (row >= 0) == bool(weight.any())
    if row >= 0:
        assert outline.totals(weight)[row] > 0

"""The run that shows the title."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.features.outline import letters
from honbun.features.title import find_title, is_like_title
from outline_samples import SENTENCES, markup, outline_of, paragraphs


def title_of(html: str, repeated: tuple[str, ...] = ()) -> str | None:
    outline = outline_of(html)
    run = find_title(outline, np.array([text in repeated for text in outline.blocks.texts], dtype=np.bool_))
    return outline.blocks.texts[run] if run >= 0 else None


@pytest.mark.parametrize(
    "title",
    [
        "The ferry is back",
        "The ferry is back | The Averley Courier",
        "The ferry is back - The Averley Courier - Travel",
        "The ferry is back – Courier",
        "The ferry is back « Lower Shed",
        "Courier: The ferry is back",
        "Courier » Travel » The ferry is back",
        "Courier | Travel | The ferry is back",
        "The ferry is back / News",
        "The ferry is back · Courier",
        "THE FERRY IS BACK",
        "  The ferry\n is   back!  ",
        "The ferry is back…",
    ],
)
def test_the_name_of_the_site_is_no_part_of_the_title(title: str) -> None:
    html = f"<title>{title}</title><p>The Averley Courier</p><h1>The ferry is back</h1>{paragraphs(2)}"
    assert title_of(html) == "The ferry is back"


@pytest.mark.parametrize(
    "title",
    [
        "夜行フェリーが帰ってきた",
        "夜行フェリーが帰ってきた：桐浜日報",
        "夜行フェリーが帰ってきた｜桐浜日報",
        "桐浜日報｜社会｜夜行フェリーが帰ってきた",
        "夜行フェリーが帰ってきた_桐浜日報",
        "夜行フェリーが帰ってきた － 桐浜日報",
        "夜行フェリーが帰ってきた | 桐浜日報",
        "夜行フェリーが帰ってきた　　桐浜日報",
    ],
)
def test_japanese_separators(title: str) -> None:
    html = (
        f"<title>{title}</title><div>桐浜日報</div><div>社会</div><font>夜行フェリーが帰ってきた</font><p>本文</p>"
    )
    assert title_of(html) == "夜行フェリーが帰ってきた"


@pytest.mark.parametrize("separator", ["：", "｜", "_", "－", " | ", " - ", " » "])
def test_a_short_title_beside_a_long_name(separator: str) -> None:
    name = "桐の浜の町と港と山の話を毎日お届けする桐浜日報"
    html = f"<title>船が帰る{separator}{name}</title><h1>船が帰る</h1><p>本文</p>"
    assert title_of(html) == "船が帰る"


def test_a_heading_is_preferred_to_other_runs() -> None:
    html = "<title>The ferry is back</title><p>The ferry is back</p><h2>The ferry is back</h2>"
    outline = outline_of(html)
    assert find_title(outline, np.zeros(2, dtype=np.bool_)) == 1


def test_the_first_of_equals_is_taken() -> None:
    outline = outline_of("<title>The ferry is back</title><h1>The ferry is back</h1><h2>The ferry is back</h2>")
    assert find_title(outline, np.zeros(2, dtype=np.bool_)) == 0


def test_a_linked_heading_may_be_the_title() -> None:
    html = f"<title>The ferry is back</title><h1><a href=/>The ferry is back</a></h1>{paragraphs(1)}"
    assert title_of(html) == "The ferry is back"


def test_a_breadcrumb_gives_way_to_the_text() -> None:
    html = "<title>The ferry is back</title><a href=/>The ferry is back</a><div>The ferry is back</div>"
    assert find_title(outline_of(html), np.zeros(2, dtype=np.bool_)) == 1


def test_a_name_that_other_pages_show_gives_way() -> None:
    html = "<title>Lower Shed: On gates</title><h1>Lower Shed</h1><h2>On gates</h2>"
    assert title_of(html) == "Lower Shed"
    assert title_of(html, repeated=("Lower Shed",)) == "On gates"


@pytest.mark.parametrize(
    "html",
    [
        "<h1>A heading</h1>",
        "<title></title><h1>A heading</h1>",
        "<title> | - </title><h1>| -</h1>",
        "<title>abc</title><h1>abc</h1>",
        "<title>Something else altogether</title><h1>A heading</h1>",
        "<title>The ferry is back</title><h1 hidden>The ferry is back</h1>",
        "<title>The ferry is back</title>",
    ],
)
def test_no_title(html: str) -> None:
    assert title_of(html) is None


def test_a_paragraph_that_begins_with_the_title_is_not_it() -> None:
    text = " ".join(SENTENCES[:4])
    assert title_of(f"<title>{SENTENCES[0]}</title><p>{text}</p>") is None
    assert title_of(f"<title>{text}</title><p>{text}</p>") is None


def test_a_title_may_have_separators_of_its_own() -> None:
    head = "<title>The ferry is back - and how - The courier of the harbour and the hills above it</title>"
    html = f"{head}<h1>The ferry is back - and how</h1><h2>The ferry is back</h2>"
    assert title_of(html) == "The ferry is back - and how"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("The ferry is back", "THE FERRY IS BACK!", True),
        ("The ferry is back", "The ferry is back | Courier", True),
        ("The ferry is back", "The ferry is here", True),
        ("The ferry is back", "Frequently asked questions", False),
        ("夜行フェリーが帰ってきた", "夜行フェリーが帰ってきた：桐浜日報", True),
        ("夜行フェリーが帰ってきた", "桐浜日報", False),
        ("", "The ferry", False),
        ("- -", "The ferry", False),
    ],
)
def test_titles_that_are_alike(one: str, other: str, alike: bool) -> None:
    assert is_like_title(one, other) is is_like_title(other, one) is alike


@given(st.text())
def test_letters_are_idempotent(text: str) -> None:
    assert letters(letters(text)) == letters(text)
    assert not any(character.isspace() for character in letters(text))


@given(markup)
@settings(max_examples=60, deadline=None)
def test_the_title_is_a_visible_run_or_none(html: str) -> None:
    outline = outline_of(html)
    run = find_title(outline, np.zeros(len(outline.blocks), dtype=np.bool_))
    assert run == -1 or outline.is_visible[run]

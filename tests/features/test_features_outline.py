"""Measures of runs and elements."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from honbun.features.outline import MAX_DATED_LENGTH
from outline_samples import JAPANESE, SENTENCES, markup, outline_of, run_of, texts_of


def test_the_runs_of_an_element_are_first_to_last() -> None:
    outline = outline_of("<nav>menu</nav><div><p>one</p><p>two</p></div><footer>end</footer><div></div>")
    (nav,) = outline.page.rows_of("nav")
    full, empty = outline.page.rows_of("div")
    assert outline.blocks.texts[outline.first[nav] : outline.last[nav]] == ["menu"]
    assert outline.blocks.texts[outline.first[full] : outline.last[full]] == ["one", "two"]
    assert outline.first[empty] == outline.last[empty]


def test_an_inline_element_holds_the_runs_that_begin_in_it() -> None:
    outline = outline_of("<p>before <b>inside</b></p><p><i>whole</i></p>")
    (b,), (i,) = outline.page.rows_of("b"), outline.page.rows_of("i")
    assert outline.first[b] == outline.last[b] == 1
    assert (outline.first[i], outline.last[i]) == (1, 2)


@given(markup)
@settings(max_examples=60, deadline=None)
def test_children_divide_the_runs_of_their_parent(html: str) -> None:
    outline = outline_of(html)
    above = outline.page.parent
    inner = above >= 0
    assert np.all(outline.first <= outline.last)
    assert np.all(outline.first[inner] >= outline.first[above[inner]])
    assert np.all(outline.last[inner] <= outline.last[above[inner]])
    assert len(outline.blocks) == (outline.last[0] if len(outline.page) else 0)


def test_link_share_is_counted_in_characters_that_show() -> None:
    html = "<p>half <a href=x>link</a></p><p><a href=x>all of it</a></p><p>none</p><p><a name=x>anchor</a></p>"
    outline = outline_of(html)
    assert outline.link_share.tolist() == [0.5, 1.0, 0.0, 0.0]
    assert outline.is_link.tolist() == [False, True, False, False]


def test_prose_is_visible_long_and_no_link() -> None:
    long = SENTENCES[0]
    html = f"<p>{long}</p><p>short</p><p hidden>{long}</p><p><a href=x>{long}</a></p><p>{JAPANESE}</p>"
    assert outline_of(html).is_prose.tolist() == [True, False, False, False, True]


def test_headings_are_the_runs_they_own() -> None:
    outline = outline_of("<h1>one</h1><h6><a href=x>six</a></h6><p><b>bold</b></p><header>head</header>")
    assert texts_of(outline, outline.is_heading) == ["one", "six"]


@pytest.mark.parametrize(
    "stamp",
    [
        "2011-11-22",
        "2011/11/22(火) 07:34",
        "2011.11.22",
        "2011年11月22日",
        "２０１１年１１月２２日",
        "2011 年 11 月 22 日 発行",
        "平成23年11月22日",
        "11月22日",
        "12時30分",
        "投稿日： 07:34",
        "22.11.2011",
        "11/22/11",
        "22-11-2011",
        "Nov 22nd, 2011",
        "22 November 2011",
        "22. November 2011",
        "22 novembre 2011",
        "22 ноября 2011 г.",
        "2011년 11월 22일",
        "1998",
        "3 hours ago",
        "1 MINUTE AGO",
        "12  days  ago",
        "3時間前",
        "5 分前",
        "2週間前",
        "6か月前",
        "posted by Ann at 7:34 pm",
    ],
)
def test_stamps(stamp: str) -> None:
    assert outline_of(f"<p>{stamp}</p>").is_dated.all()


@pytest.mark.parametrize(
    "text",
    [
        "12 comments",
        "Page 3 of 7",
        "1,999 yen",
        "No. 20111122",
        "tel 120114455",
        "version 3.11",
        "1/2 cup",
        "a long time ago",
        "3 agoras",
        "3分",
        "11月",
        "Room 2112",
        "flight 12011",
        "19 20 21",
        "",
    ],
)
def test_no_stamps(text: str) -> None:
    assert not outline_of(f"<p>{text}</p>").is_dated.any()


def test_a_sentence_with_a_date_in_it_is_no_stamp() -> None:
    short, long = "x" * (MAX_DATED_LENGTH - 11), "x" * (MAX_DATED_LENGTH - 10)
    assert outline_of(f"<p>{short} 2011-11-22</p><p>{long} 2011-11-22</p>").is_dated.tolist() == [True, False]


def test_hidden_stamps_do_not_count() -> None:
    assert outline_of("<p hidden>2011-11-22</p><p>2011-11-22</p>").is_dated.tolist() == [False, True]


def test_totals_are_sums_over_the_runs_of_an_element() -> None:
    outline = outline_of("<div><p>one</p><p>three</p></div><p>x</p>")
    totals = outline.totals(outline.blocks.length)
    (div,) = outline.page.rows_of("div")
    assert totals[0] == 9
    assert totals[div] == 8
    assert [totals[row] for row in outline.page.rows_of("p")] == [3, 5, 1]


def test_running_sums_leave_out_what_they_say() -> None:
    outline = outline_of("<p>one</p><p><a href=x>link</a></p><p>12:30</p>")
    assert outline.length_sum.tolist() == [0, 3, 7, 12]
    assert outline.unlinked_sum.tolist() == [0, 3, 3, 8]
    assert outline.dated_sum.tolist() == [0, 0, 0, 1]


def test_a_page_without_text_has_empty_measures() -> None:
    outline = outline_of("")
    for measure in (outline.is_prose, outline.is_dated, outline.link_share, outline.is_heading):
        assert len(measure) == 0
    assert run_of(outline_of("<p>x</p>"), "x") == 0

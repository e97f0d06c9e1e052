"""A series is its pages as one set of columns: texts in order, each with its page and its element."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from series_samples import PAGES, series

PROSE = "The harbour was built when the railway came, and it has been rebuilt three times since. " * 4


def test_texts_are_in_order_with_their_pages() -> None:
    both = series("<p>a<b>b</b></p>", "<p>c</p>")
    assert both.texts == ("a", "b", "c")
    assert both.text_page.tolist() == [0, 0, 1]
    assert [both.pages[0].tag_name(row) for row in both.above[:2].tolist()] == ["p", "b"]


def test_a_thing_has_the_texts_below_it() -> None:
    known = series(*PAGES)
    for page in range(len(known.pages)):
        root = int(np.searchsorted(known.page, page))
        assert known.texts[known.first[root] : known.last[root]] == tuple(
            text for text, own in zip(known.texts, known.text_page.tolist(), strict=True) if own == page
        )
    assert (known.parent < np.arange(len(known.parent))).all()


def test_prose_is_one_text_whatever_is_emphasised_in_it() -> None:
    assert series(f"<p>{PROSE}<i>Not</i> once did it fail. {PROSE}</p>").texts == (
        " ".join(f"{PROSE}Not once did it fail. {PROSE}".split()),
    )


def test_a_label_in_prose_stays_apart() -> None:
    assert series(f"<p><b>About:</b> {PROSE}</p>").texts == ("About:", PROSE.strip())
    assert series(f"<p>■About<br>{PROSE}</p>").texts == ("■About", PROSE.strip())
    assert series(f"<p>■About<br>{PROSE}<br>It goes <i>on</i>.</p>").texts == (
        "■About",
        f"{PROSE.strip()}\nIt goes on.",
    )


def test_a_long_line_above_prose_is_prose() -> None:
    assert len(series(f"<p>{PROSE}<br>{PROSE}</p>").texts) == 1


def test_the_signature_of_an_element_has_no_numbers() -> None:
    known = series("<p class='row1 odd'>a</p>", "<p class='odd row2'>b</p>", "<p id=x17 class=row>c</p>")
    signatures = known.signature[known.above]
    assert signatures[0] == signatures[1]
    assert len(set(known.path[known.node].tolist())) == 2
    numbered = series("<p id=x17>a</p>", "<p id=x18>b</p>", "<p id=x>c</p>")
    assert numbered.signature[numbered.above].tolist()[0] == numbered.signature[numbered.above].tolist()[1]
    assert numbered.signature[numbered.above].tolist()[0] != numbered.signature[numbered.above].tolist()[2]


def test_nearest_and_distinct() -> None:
    known = series("<div class=a><p>x</p><p>x</p></div>", "<p class=b>y</p>", "<hr class=a>")
    marked = known.nearest(known.above, known.is_marked).tolist()
    assert marked[0] == marked[1] >= 0
    assert marked[2] == -1, "a word that one page has is not the template's"
    assert known.distinct == ("x", "y")
    assert known.text_id.tolist() == [0, 0, 1]


def test_nothing_is_a_series() -> None:
    assert series().texts == ()
    assert series("", "").texts == ()


@given(st.lists(st.text(alphabet="<>/=pdivbrtdtr clas'x: \n", max_size=120), max_size=4))
@settings(deadline=None)
def test_any_pages_are_a_series(pages: list[str]) -> None:
    known = series(*pages)
    assert len(known.texts) == len(known.node)
    assert (known.last - known.first)[known.node].tolist() == [1] * len(known.texts)
    assert sorted(known.text_page.tolist()) == known.text_page.tolist()

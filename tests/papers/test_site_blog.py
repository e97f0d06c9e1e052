"""The published method for blogs: what it finds, what it completes, and where it fails."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.page import parse
from honbun.page.blocks import segment
from honbun.page.page import Page
from honbun.papers.element_identifiers.blog import split_blog

MENU = "<ul id=menu><li>Home<li>About</ul>"
FOOT = "<div id=foot>All rights reserved</div>"


def blog_page(title: str, *paragraphs: str, comments: tuple[str, ...] = (), extra: str = "") -> str:
    said = "".join(f"<li class=comment><p>{text}</p></li>" for text in comments)
    return (
        f"{MENU}<div id=post><h1>{title}</h1>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
        f"<div id=comments><h2>Comments</h2><ol>{said}</ol></div>{extra}{FOOT}"
    )


def shown(*markup: str, complete: bool = True) -> list[tuple[list[str], list[str]]]:
    """The texts of the post and of the comments of each page."""
    pages = [parse(html) for html in markup]
    found = []
    for page, parts in zip(pages, split_blog(pages, complete=complete), strict=True):
        blocks = segment(page)
        chosen = [parts.post[blocks.owner], parts.comment[blocks.owner]]
        post, comments = ([blocks.texts[i] for i in np.flatnonzero(mask)] for mask in chosen)
        found.append((post, comments))
    return found


QUINCE = blog_page(
    "Quince", "Seventeen jars.", "The shelf bent.", comments=("Send me one!", "Thank you", "Lucky you.")
)
SWIFTS = blog_page("Swifts", "They left on Monday.")
SPADE = blog_page("A spade", "Thank you", "File it, do not grind it.", "Oil it.", comments=("Which oil?",))


def test_worked_example() -> None:
    assert shown(QUINCE, SWIFTS) == [
        (["Quince", "Seventeen jars.", "The shelf bent."], ["Send me one!", "Thank you", "Lucky you."]),
        (["Swifts", "They left on Monday."], []),
    ]


def test_a_short_phrase_that_other_pages_have_is_completed_between_content() -> None:
    with_it, _, spade = shown(QUINCE, SWIFTS, SPADE)
    assert with_it[1] == ["Send me one!", "Thank you", "Lucky you."]
    assert spade == (["A spade", "Thank you", "File it, do not grind it.", "Oil it."], ["Which oil?"])
    without, _, spade = shown(QUINCE, SWIFTS, SPADE, complete=False)
    assert without[1] == ["Send me one!", "Lucky you."]
    assert spade[0] == ["A spade", "File it, do not grind it.", "Oil it."]


def test_what_repeats_at_the_end_of_a_region_is_not_completed() -> None:
    polite = blog_page("Rain", "Forty days.", comments=("How wet.", "Thank you"))
    (_, comments), _, _ = shown(polite, SWIFTS, QUINCE)
    assert comments == ["How wet."]


def test_pictures_are_told_apart_by_their_addresses() -> None:
    pages = [
        parse(f"<div id=post><p>Text {name}<p><img src={name}.jpg></div><noscript><p>{name}</noscript>")
        for name in ("swift", "quince")
    ]
    for page, parts in zip(pages, split_blog(pages), strict=True):
        assert [page.tag_name(row) for row in np.flatnonzero(parts.post)] == ["p", "p"]
        assert not parts.comment.any()


def test_failure_where_every_page_has_comments() -> None:
    # "My Life Between Silicon Valley and Japan" in the paper: all comments become the post.
    full = blog_page("Swifts", "They left on Monday.", comments=("Mine left on Tuesday.",))
    assert shown(QUINCE, full)[1] == (["Swifts", "They left on Monday.", "Mine left on Tuesday."], [])


def test_failure_where_no_page_has_comments() -> None:
    # "Going My Way" in the paper: what else is unique on a page becomes a comment.
    advert = blog_page("Quince", "Seventeen jars.", extra="<div id=side><p>Only today: spades</p></div>")
    plain = blog_page("Swifts", "They left on Monday.", extra="<div id=side></div>")
    assert shown(advert, plain)[0] == (["Quince", "Seventeen jars."], ["Only today: spades"])


def test_a_single_page_is_all_post() -> None:
    ((post, comments),) = shown(QUINCE)
    assert post[0] == "Home"
    assert "Send me one!" in post
    assert comments == []


def test_no_pages_and_empty_pages() -> None:
    assert split_blog([]) == []
    assert [(parts.post.tolist(), parts.comment.tolist()) for parts in split_blog([Page(), Page()])] == [
        ([], [])
    ] * 2
    # A page without content has no region with content, so there is none that every page has.
    assert shown(SWIFTS, "")[0][0] == []


@given(
    st.lists(st.text(alphabet="<>/=pdivlasc #x1 \n", max_size=80) | st.sampled_from([QUINCE, SWIFTS]), max_size=4)
)
def test_any_pages_give_masks_that_do_not_overlap(markup: list[str]) -> None:
    pages = [parse(html) for html in markup]
    parts = split_blog(pages)
    assert len(parts) == len(pages)
    for page, part in zip(pages, parts, strict=True):
        assert len(part.post) == len(part.comment) == len(page)
        assert not np.any(part.post & part.comment)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_the_order_of_pages_does_not_matter(order: tuple[int, ...]) -> None:
    pages = (QUINCE, SWIFTS, SPADE)
    found = shown(*pages)
    assert shown(*(pages[i] for i in order)) == [found[i] for i in order]

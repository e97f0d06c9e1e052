"""The published method for blogs: block identifiers; post and comments; what it completes, and where it fails."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.methods.element_identifiers import split_blog
from honbun.methods.element_identifiers.blog import DEFAULT, block_identifiers
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.page.page import Page


def names_of(pages: list[Page]) -> list[list[str | None]]:
    """For each page the identifier of each row; None if the row is no block."""
    names, of_page = block_identifiers(pages)
    return [[names[number] if number >= 0 else None for number in rows] for rows in of_page]


def identified(*markup: str) -> list[list[tuple[str, str | None]]]:
    """Tag and identifier of every block of each page."""
    pages = [parse(html) for html in markup]
    return [
        [(page.tag_name(row), name) for row, name in enumerate(names) if name]
        for page, names in zip(pages, names_of(pages), strict=True)
    ]


def kept(*markup: str) -> set[str]:
    return set(block_identifiers([parse(html) for html in markup])[0]) - {DEFAULT}


def test_identifiers_are_kept_if_every_page_has_them_exactly_once() -> None:
    first = "<div id=main class='wide c1'><p class=c1>a<p class=note>b</div><div id=article_1>"
    second = "<div id=main class=wide><p class=c1>a</div><div id=article_2><p class=note>b"
    assert kept(first, second) == {"#main", ".wide", ".note"}
    assert kept(first, first) == {"#main", ".wide", ".note", "#article_1"}
    assert kept(first, second, "<p>another page") == set()


def test_names_of_inline_elements_and_of_what_is_not_rendered_do_not_count() -> None:
    assert kept("<p><b id=x>a</b></p><noscript id=n><div id=m>c</div></noscript><script id=s></script>") == set()


def test_a_name_and_a_class_of_the_same_word_are_two() -> None:
    assert kept("<div id=post></div><div class=post></div>") == {"#post", ".post"}


def test_a_class_written_twice_on_one_element_is_there_once() -> None:
    assert kept("<div class='a a'>x</div>") == {".a"}


def test_own_then_sibling_then_parent_then_default() -> None:
    (blocks,) = identified(
        "<body><p>before</p>"
        "<div id=post><h1>own's child</h1><p>sibling of a child</p></div>"
        "<div><p>the region goes on after its element</p></div>"
        "<div id=foot>end</div>"
    )
    assert blocks == [
        ("body", DEFAULT),
        ("p", DEFAULT),
        ("div", "#post"),
        ("h1", "#post"),
        ("p", "#post"),
        ("div", "#post"),
        ("p", "#post"),
        ("div", "#foot"),
    ]


def test_a_sibling_comes_before_the_parent() -> None:
    # Figure 3.9 of the paper: read from above, a page goes A, B, B, and not A, B, A.
    (blocks,) = identified("<div id=a><p>x<div id=b>y</div><p>z</div>")
    assert [name for _, name in blocks] == [DEFAULT, "#a", "#a", "#b", "#b"]


def test_a_class_that_one_page_repeats_is_passed_over() -> None:
    # Figure 3.12: the second page has .c1 twice, so the blocks take what their siblings have.
    one, two = identified(
        "<div id=i1><p>a</div><div class=c1><p>b</div>", "<div id=i1><p>a</div><div class=c1><p class=c1>b</div>"
    )
    assert [name for _, name in one] == [name for _, name in two] == [DEFAULT, *["#i1"] * 4]


def test_inline_elements_between_blocks_do_not_count() -> None:
    (blocks,) = identified("<div id=a><span><section>x</section></span><section>y</section></div>")
    assert blocks == [("body", DEFAULT), ("div", "#a"), ("section", "#a"), ("section", "#a")]


def test_of_several_names_the_id_is_taken_then_the_first_class_by_name() -> None:
    one, two = identified(
        "<div id=x class='z y'></div><p class='c b'>", "<p class='b c'></p><div class='y z' id=x>"
    )
    assert one == [("body", DEFAULT), ("div", "#x"), ("p", ".b")]
    assert two == [("body", DEFAULT), ("p", ".b"), ("div", "#x")]


def test_no_pages_and_empty_pages_have_no_identifiers() -> None:
    assert block_identifiers([]) == ((DEFAULT,), [])
    assert [rows.tolist() for rows in block_identifiers([Page(), Page()])[1]] == [[], []]


def test_deep_nesting_and_long_rows_take_no_recursion() -> None:
    (blocks,) = identified("<div id=x>" + "<div>" * 3000 + "x" + "</div>" * 3000 + "<p>y" * 3000)
    assert {name for _, name in blocks[1:]} == {"#x"}


def by_definition(page: Page, own: dict[int, str]) -> list[str | None]:
    """The rule as it is written, block after block. Every element of these pages is a block but `html`."""
    found: list[str | None] = []
    for row in range(len(page)):
        if page.tag_name(row) in ("html", "head"):
            found.append(None)
            continue
        parent = int(page.parent[row])
        before = [other for other in range(row) if page.parent[other] == parent and found[other]]
        sources = [own.get(row), found[before[-1]] if before else None, found[parent] if parent >= 0 else None]
        found.append(next(filter(None, sources), DEFAULT))
    return found


@given(st.lists(st.sampled_from(["<div>", "<div id={}>", "</div>", "<p>x", "<li id={}>"]), max_size=30))
def test_the_fast_form_is_the_rule(parts: list[str]) -> None:
    page = parse("".join(part.format(f"n{number}") for number, part in enumerate(parts)))
    own = {row: "#" + value for row, value in page.attributes.get("id", {}).items()}
    assert names_of([page])[0] == by_definition(page, own)


# Post and comments

MENU = "<ul id=menu><li>Home<li>About</ul>"
FOOT = "<div id=foot>All rights reserved</div>"


def blog_page(title: str, *paragraphs: str, comments: tuple[str, ...] = (), extra: str = "") -> str:
    items = "".join(f"<li class=comment><p>{text}</p></li>" for text in comments)
    return (
        f"{MENU}<div id=post><h1>{title}</h1>{''.join(f'<p>{text}</p>' for text in paragraphs)}</div>"
        f"<div id=comments><h2>Comments</h2><ol>{items}</ol></div>{extra}{FOOT}"
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

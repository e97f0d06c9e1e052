"""Block identifiers: which names of elements tell regions of a template apart, and which blocks lie in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from honbun.page import parse
from honbun.page.page import Page
from honbun.papers.element_identifiers.blog import BLOG
from honbun.papers.element_identifiers.identifiers import DEFAULT, block_identifiers


def identified(*markup: str) -> list[list[tuple[str, str | None]]]:
    """Tag and identifier of every block of each page."""
    pages = [parse(html) for html in markup]
    found = block_identifiers(pages, BLOG)
    return [
        [(page.tag_name(row), name) for row in range(len(page)) if (name := found.name_of(number, row))]
        for number, page in enumerate(pages)
    ]


def kept(*markup: str) -> set[str]:
    return set(block_identifiers([parse(html) for html in markup], BLOG).names) - {DEFAULT}


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


def test_no_pages_and_empty_pages() -> None:
    assert block_identifiers([], BLOG).names == (DEFAULT,)
    assert [rows.tolist() for rows in block_identifiers([Page(), Page()], BLOG).of_page] == [[], []]


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
    found = block_identifiers([page], BLOG)
    own = {row: "#" + value for row, value in page.attributes.get("id", {}).items()}
    assert [found.name_of(0, row) for row in range(len(page))] == by_definition(page, own)

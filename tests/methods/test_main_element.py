"""Text elements, layers, and the element in which pages of one site differ."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.methods.repeated_structure.main_element import (
    BODY,
    TEXT,
    MainElementOptions,
    child_count_agreement,
    insert_text_elements,
    main_element,
    main_layer,
)
from honbun.page import parse, tags
from honbun.page.page import Page
from outline_samples import markup

WITH_BREAKS = MainElementOptions(with_breaks=True)


def drawn(html, options=None):
    """The tree of a page as nested lists of names; a text element is its text."""
    tree = insert_text_elements(parse(html), options)
    made = [[] for _ in range(len(tree))]
    for row in range(len(tree) - 1, 0, -1):
        if tree.tag[row] == TEXT:
            shown = tree.page.text[tree.start[row] : tree.end[row]].strip()
        else:
            name = tags.NAMES[tree.tag[row]]
            shown = (name, made[row]) if made[row] else name
        made[tree.parent[row]].insert(0, shown)
    return made[0]


def trees(*htmls):
    return [insert_text_elements(parse(html)) for html in htmls]


def menu_and(posts):
    """A page with a menu of three links and so many posts."""
    menu = "<ul><li>News</li><li>Talk</li><li>Help</li></ul>"
    return f"{menu}<div>{'<p>What somebody said here.</p>' * posts}</div><div>Ours</div>"


def test_text_beside_elements_becomes_an_element():
    assert drawn("one <b>two</b> three<hr>four") == ["one", "b", "three", "hr", "four"]


def test_text_alone_in_its_element_does_not():
    assert drawn("<p>one</p><p>two <i>three</i></p>") == ["p", ("p", ["two", "i"])]


def test_a_board_of_rules_and_breaks_has_a_tree():
    board = "1: Ann<br>Good morning.<hr>2: Bob<br>Good<br>evening.<hr>"
    assert drawn(board) == ["1: AnnGood morning.", "hr", "2: BobGoodevening.", "hr"]
    lines = ["1: Ann", "br", "Good morning.", "hr", "2: Bob", "br", "Good", "br", "evening.", "hr"]
    assert drawn(board, WITH_BREAKS) == lines


def test_breaks_alone_make_no_text_elements():
    assert drawn("<p>one<br>two</p>") == ["p"]
    assert drawn("<p>one<br>two</p>", WITH_BREAKS) == [("p", ["one", "br", "two"])]


def test_scripts_and_comments_are_neither_elements_nor_boundaries():
    assert drawn("one<script>x()</script> two<!-- - --> three<hr>") == ["one two three", "hr"]


def test_text_in_a_skipped_element_is_none():
    assert drawn("<hr><select><option>one</select>two") == ["hr", "two"]


def test_layers_and_what_lies_below():
    (tree,) = trees("<div><p>one</p><p>two</p></div><hr>")
    assert tree.layer(0).tolist() == [BODY]
    assert tree.layer(1).tolist() == [1, 4]
    assert [layer.tolist() for layer in tree.below(1)] == [[2, 3]]
    assert tree.below(4) == []
    assert tree.length[[0, 1, 2]].tolist() == [6, 6, 3]


def test_layers_agree_as_the_children_do():
    agreements = child_count_agreement(trees(*map(menu_and, [2, 5, 5, 9])))
    assert agreements == [1.0, 0.5, 1.0]


def test_the_first_layer_that_disagrees_holds_the_main_element():
    pages = trees(*map(menu_and, [2, 5, 7]))
    assert main_layer(pages, MainElementOptions()) == 1
    for tree, row in zip(pages, main_element(pages), strict=True):
        assert tree.depth[row] == 1
        assert tree.page.text[tree.start[row] : tree.end[row]].startswith("What somebody said")


def test_text_is_summed_over_the_pages():
    long = f"<div>{'<p>a long menu that is longer than the post</p>' * 2}</div>"
    pages = trees(*(f"{long}<div>{'<p>said</p>' * posts}</div>" for posts in (1, 30, 40)))
    (first, *_) = main_element(pages)
    assert pages[0].page.text[pages[0].start[first] : pages[0].end[first]] == "said"


def test_pages_that_agree_or_a_page_alone_give_the_body():
    assert main_element(trees(menu_and(4), menu_and(4))) == [BODY, BODY]
    assert main_element(trees(menu_and(4))) == [BODY]


def test_how_much_agreement_is_asked_for():
    pages = trees(*map(menu_and, [5, 5, 5, 9]))
    assert main_layer(pages, MainElementOptions(agreement=0.7)) == 0
    assert main_layer(pages, MainElementOptions(agreement=0.8)) == 1


def test_a_page_with_fewer_elements_gives_its_body():
    filled = menu_and(3)
    pages = trees(filled, menu_and(4), menu_and(6), "<p>Gone.</p>")
    assert main_element(pages, MainElementOptions(agreement=0.8))[3] == BODY


def test_a_page_without_elements_has_no_tree():
    assert len(insert_text_elements(Page())) == 0
    assert main_element([insert_text_elements(Page())]) == [BODY]
    assert main_element([]) == []


@pytest.mark.parametrize(("name", "value"), [("siblings", -1), ("agreement", 1.5), ("agreement", -0.1)])
def test_options_out_of_range_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        MainElementOptions(**{name: value})


@given(markup | st.text(), st.booleans())
def test_every_text_of_the_body_is_in_exactly_one_leaf(html, with_breaks):
    page = parse(html)
    tree = insert_text_elements(page, MainElementOptions(with_breaks=with_breaks))
    assert np.all(tree.parent[1:] < np.arange(1, len(tree)))
    assert np.all(tree.depth[1:] == tree.depth[tree.parent[1:]] + 1)
    is_leaf = np.ones(len(tree), dtype=bool)
    is_leaf[tree.parent[1:]] = False
    assert int(tree.length[is_leaf].sum()) == int(tree.length[0])
    assert not np.any(tree.tag[~is_leaf] == TEXT)


@given(st.lists(markup | st.text(), max_size=4), st.floats(0, 1))
def test_every_page_has_a_main_element(pages, agreement):
    found = trees(*pages)
    rows = main_element(found, MainElementOptions(agreement=agreement))
    assert all(0 <= row < len(tree) for row, tree in zip(rows, found, strict=True))

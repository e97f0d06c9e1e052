"""What repeats, and what becomes of each repetition."""

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.methods.repeated_structure.main_element import MainElementOptions, insert_text_elements
from honbun.methods.repeated_structure.posts import (
    Pattern,
    estimate_structure,
    extract_posts,
    find_matches,
    join_posts,
    lzw_phrases,
    path_symbols,
    post_texts,
    posts_below,
    published_posts,
)
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.page.page import Page
from outline_samples import SENTENCES, markup

ONE, TWO, THREE, FOUR = SENTENCES[:4]


def posts_of(html, *siblings, **options):
    """The texts of the posts of a page, found with others of its site."""
    pages = [parse(text) for text in (html, *siblings)]
    return post_texts(pages[0], published_posts(pages, MainElementOptions(**options)))


def texts_in(html):
    """The same, looked for in the whole body."""
    page = parse(html)
    return post_texts(page, posts_below(insert_text_elements(page)))


def pattern_of(tree, depth, symbols):
    layer = tree.layer(depth)
    return Pattern(symbols=symbols, layer=layer, sequence=symbols * (len(layer) // len(symbols)))


# LZW


def test_the_dictionary_of_a_worked_example():
    # Coded as a, b, ab, aba, ba; added are ab, ba, aba and abab, which is not used.
    phrases = lzw_phrases("ababababa")
    assert sorted(phrases) == ["a", "ab", "aba", "b", "ba"]
    assert phrases[0] in {"a", "b"}


def test_a_sequence_of_one_symbol_and_none():
    assert lzw_phrases("") == []
    assert lzw_phrases("a") == ["a"]
    assert lzw_phrases("aaaaaa") == ["a", "aa", "aaa"]


@given(st.text("abc", max_size=60))
def test_every_phrase_is_in_the_sequence(sequence):
    phrases = lzw_phrases(sequence)
    assert len(phrases) == len(set(phrases))
    assert all(phrase in sequence for phrase in phrases)
    assert set(sequence) <= set(phrases)


# Matching


def test_matches_follow_each_other():
    assert find_matches("ababab", "ab") == [(0, 2), (2, 4), (4, 6)]


def test_other_symbols_may_stand_between():
    assert find_matches("axbaxxb", "ab") == [(0, 3), (3, 7)]


def test_a_match_is_whole_or_none():
    assert find_matches("abca", "abc") == [(0, 3)]
    assert find_matches("ba", "ab") == []


# Symbols


def test_symbols_are_equal_for_equal_paths_whatever_the_position():
    tree = insert_text_elements(parse("<div><p>a</p><p>b</p><i>c</i></div><ul><p>d</p></ul>"))
    above = path_symbols(tree, tree.layer(1), tree.depth[tree.layer(0)].astype("int64")[[0, 0]])
    below = path_symbols(tree, tree.layer(2), above[[0, 0, 0, 1]])
    first, second, other_name, other_parent = below.tolist()
    assert first == second
    assert len({first, other_name, other_parent}) == 3


# The pattern


def test_a_rule_between_posts_is_a_pattern_of_text_and_rule():
    tree = insert_text_elements(parse(f"{ONE}<hr>{TWO}<hr>{THREE}<hr>"))
    pattern = estimate_structure(tree)
    assert len(pattern.symbols) == 1 or len(set(pattern.symbols)) == 2
    assert posts_below(tree) == [
        (0, len(ONE)),
        (len(ONE), len(ONE + TWO)),
        (len(ONE + TWO), len(ONE + TWO + THREE)),
    ]


def test_the_higher_layer_wins_if_both_cover_all():
    page = "".join(f"<div><b>Ann</b><p>{said}</p></div>" for said in (ONE, TWO, THREE))
    tree = insert_text_elements(parse(page))
    assert estimate_structure(tree).layer.tolist() == tree.layer(1).tolist()


def test_once_is_no_repetition():
    assert estimate_structure(insert_text_elements(parse(f"<p>{ONE}</p>"))) is None
    assert texts_in(f"<p>{ONE}</p>") == []


def test_an_element_with_nearly_all_of_the_text_is_not_one_of_many():
    posts = "".join(f"<p>{said}</p>" for said in (ONE, TWO, THREE, FOUR))
    assert texts_in(f"<div>Menu</div><div>{posts}</div><div>Ours</div>") == [ONE, TWO, THREE, FOUR]


# Extraction and joining


def test_matches_lie_below_one_parent():
    tree = insert_text_elements(parse("<ul><li>a<li>b<li>c</ul><ul><li>d<li>e<li>f</ul>"))
    posts = extract_posts(tree, pattern_of(tree, 2, "xx"))
    assert [post.tolist() for post in posts] == [[2, 3], [6, 7]]


def test_without_a_full_match_below_one_parent_they_go_across():
    tree = insert_text_elements(parse("<p><b>1</b></p><p><i>a</i></p><p><b>2</b></p><p><i>b</i></p>"))
    posts = extract_posts(tree, Pattern("xy", tree.layer(2), "xyxy"))
    assert [post.tolist() for post in posts] == [[2, 4], [6, 8]]
    assert [post.tolist() for post in join_posts(tree, posts)] == [[2, 4], [6, 8]]


def test_posts_are_joined_up_to_a_common_parent():
    tree = insert_text_elements(parse("<div><p><b>a</b></p></div><div><p><b>b</b></p></div>"))
    posts = [tree.layer(3)[:1], tree.layer(3)[1:]]
    assert [post.tolist() for post in join_posts(tree, posts)] == [[1], [4]]


def test_halves_of_posts_are_joined_to_posts():
    tree = insert_text_elements(parse("<div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div>"))
    halves = [tree.layer(2)[i : i + 1] for i in range(4)]
    assert [post.tolist() for post in join_posts(tree, halves)] == [[1], [4]]


def test_posts_that_parents_cannot_share_out_stay():
    tree = insert_text_elements(parse("<div><p>a</p><p>b</p></div><div><p>c</p></div>"))
    thirds = [tree.layer(2)[i : i + 1] for i in range(3)]
    assert join_posts(tree, thirds) is thirds
    assert join_posts(tree, []) == []


# Whole pages


def board(*posts):
    return "<b>Board</b> <a href=/>List</a><hr>" + "".join(f"{post}<br><hr>" for post in posts)


def test_a_board_of_rules_and_breaks():
    posts = [f"1: Ann<br>{ONE}", f"2: Bob<br>{TWO}<br>{THREE}", f"3: Ann<br>{FOUR}", f"4: Eve<br>{ONE}"]
    found = posts_of(board(*posts), board(*posts[:2]), board(*posts[:3]))
    assert found[-4:] == [post.replace("<br>", "\n") for post in posts]


def test_rows_of_a_table_with_menus_around():
    def page(*said):
        rows = "".join(f"<tr><td>Ann</td><td>{text}</td></tr>" for text in said)
        menu = "<ul><li><a href=/>News of the day</a><li><a href=/>Talk of the town</a></ul>"
        return f"{menu}<div><h1>Talk</h1><table>{rows}</table></div>{menu}"

    found = posts_of(page(ONE, TWO, THREE), page(ONE, TWO), page(*SENTENCES[:6]))
    assert found == [f"Ann\n{said}" for said in (ONE, TWO, THREE)]


def test_terms_and_descriptions_are_pairs():
    def page(*said):
        pairs = "".join(f"<dt>{n}: Ann</dt><dd>{text}</dd>" for n, text in enumerate(said, 1))
        return f"<h1>Talk</h1><dl>{pairs}</dl><p>Ours</p>"

    found = posts_of(page(ONE, TWO, THREE, FOUR), page(ONE, TWO))
    assert found == [f"{n}: Ann\n{said}" for n, said in enumerate((ONE, TWO, THREE, FOUR), 1)]


def test_no_more_siblings_are_looked_at_than_asked():
    short = "".join(f"<p>{said}</p>" for said in (ONE, TWO, THREE))
    page = f"<div>{short}</div><ol><li>{FOUR}<li>{ONE}<li>{TWO}<li>{THREE}<li>{FOUR}<li>{ONE}</ol>"
    other = page.replace("</div>", f"<p>{FOUR}</p></div>")
    assert posts_of(page, other, siblings=0) == posts_of(page)


def test_hidden_text_is_no_text_of_a_post():
    html = "".join(f"<div>{said}<p hidden>Token</p></div>" for said in (ONE, TWO, THREE))
    assert texts_in(html) == [ONE, TWO, THREE]


def test_a_block_that_goes_beyond_a_post_is_cut():
    page = parse("one<br>two <b>three</b> four")
    assert post_texts(page, [(0, 7), (7, 17)]) == ["one\ntwo", "three four"]
    assert post_texts(page, []) == []


def test_nothing_gives_nothing():
    assert published_posts([]) == []
    assert published_posts([Page()]) == []
    assert posts_of("") == []


@given(st.lists(markup | st.text(), min_size=1, max_size=4))
def test_any_pages_give_posts_in_order_that_do_not_overlap(htmls):
    pages = [parse(html) for html in htmls]
    posts = published_posts(pages)
    assert all(start <= end for start, end in posts)
    assert all(end <= start for (_, end), (start, _) in pairwise(posts))
    assert len(post_texts(pages[0], posts)) == len(posts)


@given(markup)
def test_the_text_of_the_whole_page_as_one_post_is_that_of_its_blocks(html):
    page = parse(html)
    shown = [block.text for block in segment(page) if not block.is_hidden and block.text]
    assert post_texts(page, [(0, len(page.text))]) == ["\n".join(shown)]


HOSTILE = {
    "depth": "<div>" * 10_000 + "a",
    "depth by two": "<div><p>a</p>" * 10_000,
    "depth side by side": ("<div>" * 5_000 + "a" + "</div>" * 5_000) * 2,
    "posts": "<hr>a<b>b</b>" * 20_000,
    "one name": "<p>a" * 50_000,
    "no name twice": "".join(f"<x-{n}>a</x-{n}>" for n in range(20_000)),
    "breaks": "a<br>" * 50_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_large_and_deep_pages_take_no_longer_than_they_are_large(name):
    page = parse(HOSTILE[name])
    start = time.process_time()
    post_texts(page, published_posts([page, page]))
    assert time.process_time() - start < 10  # well below a second; quadratic ways take minutes

"""Labels from gold: the alignment, and what it makes of menus, copies and moved text."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluate.metrics.labels import align, label

few = st.lists(st.sampled_from("abc"), max_size=8)


def length_of_lcs(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    @cache
    def length(i: int, j: int) -> int:
        if i == len(one) or j == len(two):
            return 0
        return max(length(i + 1, j), length(i, j + 1), (one[i] == two[j]) and 1 + length(i + 1, j + 1))

    return length(0, 0)


@given(few, few)
def test_the_alignment_is_a_longest_common_subsequence(page: list[str], wanted: list[str]) -> None:
    pairs = align(page, wanted).tolist()[::-1]
    assert len(pairs) == length_of_lcs(tuple(page), tuple(wanted))
    assert all(page[i] == wanted[j] for i, j in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


ONE = "the old map was found in a shop near the station"
TWO = "nobody knew who had drawn it or when the river moved"


def test_a_word_of_the_menu_is_not_content() -> None:
    assert (label(["map", "station", ONE, TWO, "river"], f"{ONE}\n{TWO}") > 0).tolist() == [
        False,
        False,
        True,
        True,
        False,
    ]


def test_of_two_copies_one_is_content() -> None:
    assert (label([ONE, TWO, ONE], f"{ONE} {TWO}") > 0).sum() == 2


def test_text_in_another_order_is_content() -> None:
    assert (label([TWO, "menu", ONE], f"{ONE}\n{TWO}") > 0).tolist() == [True, False, True]


def test_no_gold_no_content() -> None:
    assert not label([ONE, TWO], "").any()
    assert not len(label([], ONE))


def test_unspaced_scripts_are_aligned_by_character() -> None:
    assert (label(["地図を見つけた", "広告"], "古い地図を見つけた。") > 0).tolist() == [True, False]

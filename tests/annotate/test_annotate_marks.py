"""Marks: one letter a block, and the posts and comments that capitals begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.annotate.marks import LETTERS, check, edited, put, replaced, turn, units
from honbun.errors import FormatError

MARKS = st.text(st.sampled_from("-tcprabdPRABD"), max_size=30)


def after(marks: str, blocks: list[int], letter: str) -> str:
    return edited(marks, put(marks, blocks, letter))


def test_blocks_are_labelled_and_only_what_changes_is_an_edit() -> None:
    assert put("-c-", [0, 1], "c") == [(0, "-", "c")]
    assert put("-c-", [], "t") == []
    assert after("-c-", [2, 0], "t") == "tct"


def test_the_first_of_several_blocks_begins_a_post_and_the_rest_go_on() -> None:
    assert after("t----", [1, 2, 3], "p") == "tPpp-"
    assert after("tPp--", [3], "p") == "tPpp-"
    assert after("tPp--", [4], "p") == "tPp-p"
    assert after("cPp-c-", [5], "p") == "cPp-cP"


def test_a_comment_after_a_post_begins_anew() -> None:
    assert after("Pp--", [2, 3], "r") == "PpRr"


def test_author_and_date_keep_the_beginning() -> None:
    assert after("Ppp", [0], "a") == "App"
    assert after("App", [1], "d") == "Adp"
    assert after("Adp", [0], "b") == "Bdp"
    assert after("A--", [1], "p") == "Ap-"


def test_a_unit_that_loses_its_first_block_begins_at_the_next() -> None:
    assert after("App-", [0], "-") == "-Pp-"
    assert after("A-P", [0], "-") == "--P"
    assert after("App", [0, 1, 2], "-") == "---"


def test_a_post_is_split_and_joined() -> None:
    assert edited("Pppp", turn("Pppp", 2)) == "PpPp"
    assert edited("PpPp", turn("PpPp", 2)) == "Pppp"
    assert turn("c-t", 1) == []


def test_a_line_before_a_post_becomes_its_beginning() -> None:
    assert edited("Ppa-Pp", turn("Ppa-Pp", 2)) == "PpA-pp"
    assert edited("PpapPp", turn("PpapPp", 2)) == "PpApPp"
    assert edited("Pp-pPp", turn("Pp-pPp", 3)) == "Pp-PPp"


def test_units_have_their_parts() -> None:
    page, found = units("abtc-ADpp-Bp-Rr")
    assert (page.author, page.date) == ([0, 1], [1])
    assert [unit.letter for unit in found] == ["p", "p", "r"]
    assert (found[0].author, found[0].date, found[0].body) == ([], [6], [7, 8])
    assert (found[1].author, found[1].date, found[1].body) == ([10], [10], [11])
    assert found[2].body == [13, 14]


def test_what_is_said_before_any_beginning_is_a_unit_and_one_without_words_is_none() -> None:
    assert [unit.body for unit in units("cpp-A-")[1]] == [[1, 2]]
    assert [unit.letter for unit in units("Pr")[1]] == ["p", "r"]


@pytest.mark.parametrize(("marks", "size"), [("c", 2), ("1", 1), ("C", 1), ("T", 1), ("_", 1), ("é", 1)])
def test_what_is_no_mark_is_refused(marks: str, size: int) -> None:
    with pytest.raises(FormatError):
        check(marks, size)


@pytest.mark.parametrize("block", [-1, 3])
def test_blocks_that_are_not_there_are_refused(block: int) -> None:
    with pytest.raises(FormatError, match="no block"):
        put("ccc", [0, block], "t")
    with pytest.raises(FormatError, match="no block"):
        turn("PPP", block)


@given(MARKS, st.data(), st.sampled_from(sorted(LETTERS.values())))
def test_every_change_can_be_undone_and_leaves_marks(marks: str, data: st.DataObject, letter: str) -> None:
    blocks = data.draw(st.lists(st.integers(0, len(marks) - 1))) if marks else []
    edits = put(marks, blocks, letter)
    new = check(edited(marks, edits), len(marks))
    assert edited(new, edits, back=True) == marks
    assert all(new[block].lower() == letter for block in blocks)
    assert put(new, blocks, letter) == []


@given(MARKS, st.data())
def test_the_difference_of_two_marks_makes_one_of_the_other(marks: str, data: st.DataObject) -> None:
    other = data.draw(st.text(st.sampled_from("-tcPpr"), min_size=len(marks), max_size=len(marks)))
    assert edited(marks, replaced(marks, other)) == other

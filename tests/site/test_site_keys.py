"""What makes two lines of two pages the same line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from profile_samples import keys_of

from honbun.page import parse
from honbun.page.blocks import segment
from honbun.site.fingerprint import line_keys

LONG = "a line of more than forty letters is prose, and its numbers tell it apart"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 comments", "3 comments"),
        ("Page 3 of 7", "Page 10 of 12"),
        ("HOME", "home"),
        ("Read more…", "Read more"),
        ("- News -", "News"),
        ("2011-11-22", "2011/11/22"),
        ("コメント（１２）", "コメント（３）"),
        (f"{LONG}, {LONG}", f"{LONG} {LONG}!"),
    ],
)
def test_the_same_line(one: str, other: str) -> None:
    assert len(set(keys_of([one, other]))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 comments", "12 comment"),
        (f"{LONG} 12", f"{LONG} 13"),
        ("…", "—"),
        ("***", "* * *"),
        ("東京", "京都"),
        ("éa", "ea"),
        ("12", "1 a 2"),
    ],
)
def test_another_line(one: str, other: str) -> None:
    assert len(set(keys_of([one, other]))) == 2


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("12 comments", "3 comments", False),
        ("2011-11-22", "2011/11/22", True),
        ("12 Comments!", "12 comments", True),
        (f"{LONG} 12", f"{LONG} 12!", True),
    ],
)
def test_numbers_tell_the_plain_keys_apart(one: str, other: str, is_same: bool) -> None:
    blocks = segment(parse(f"<p>{one}</p><p>{other}</p>"))
    keys = line_keys(blocks, np.zeros(2, dtype=np.bool_))
    assert (keys.plain[0] == keys.plain[1]) == is_same


def test_numbers_are_masked_up_to_forty_letters_and_digits() -> None:
    short, long = "x" * 39, "x" * 40
    assert len(set(keys_of([f"{short}1", f"{short}2"]))) == 1
    assert len(set(keys_of([f"{long}1", f"{long}2"]))) == 2


def test_a_link_and_a_text_with_the_same_words_differ() -> None:
    plain, linked = keys_of(["A headline"]), keys_of(["A headline"], links=["A headline"])
    assert plain != linked
    assert keys_of(["a A headline"]) != linked
    assert keys_of(["a headline"]) == plain


def test_keys_are_48_bits_and_the_same_in_every_version() -> None:
    """Saved profiles hold them: a change here needs a new version of the format."""
    keys = keys_of(["Home", "12 comments", "…"], links=["Home"])
    assert [f"{key:012x}" for key in keys] == ["e89db6a960cc", "c5d2a36559b6", "a11ac40c78ea"]


def test_no_lines() -> None:
    blocks = segment(parse(""))
    assert [keys.tolist() for keys in line_keys(blocks, np.zeros(0, dtype=np.bool_))] == [[], []]


@given(st.lists(st.text(min_size=1).filter(lambda text: text.strip("\0\t\n\f\r ")), max_size=5))
def test_any_text_has_a_key(texts: list[str]) -> None:
    blocks = segment(parse("".join(f"<p>{text.replace('<', '&lt;')}</p>" for text in texts)))
    keys = line_keys(blocks, np.zeros(len(blocks), dtype=np.bool_))
    assert [len(each) for each in keys] == [len(blocks)] * 2
    again = line_keys(blocks, np.zeros(len(blocks), dtype=np.bool_))
    assert [each.tolist() for each in keys] == [each.tolist() for each in again]

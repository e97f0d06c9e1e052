"""Texts that come again are known, and languages are told by their letters."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.texts import Seen, digest, language_of, signature, signature_of

WORDS = [f"{a}{b}" for a in "kettle harbour rain letter gate".split() for b in range(400)]


def text_of(seed: int, words: int = 400) -> list[str]:
    return random.Random(seed).choices(WORDS, k=words)


def changed(words: list[str], times: int) -> str:
    places = random.Random(7).sample(range(len(words)), times)
    return " ".join("other" if place in places else word for place, word in enumerate(words))


def test_white_space_and_case_do_not_make_a_text_new() -> None:
    assert digest("A kettle,\n and rain.") == digest("a Kettle and  rain")
    assert digest("a kettle") != digest("a kettles")


@given(st.text())
def test_any_text_has_a_digest_and_a_signature(text: str) -> None:
    assert len(digest(text)) == 32
    assert np.array_equal(signature(text), signature(text))


def test_signatures_are_kept_in_tables_and_stay_the_same() -> None:
    text = (
        "The courier came to the old harbour at noon and told everyone about it. " * 40
    )  # more than goes together
    assert signature(text)[:4].tolist() == [512389473, 4105479, 616688121, 400408192]
    assert signature("")[:3].tolist() == [1853398634, 4169906344, 1405853452]


@pytest.mark.parametrize(("times", "is_known"), [(0, True), (4, True), (60, False), (400, False)])
def test_near_duplicates_are_known(times: int, is_known: bool) -> None:
    words, seen = text_of(1), Seen()
    first, second = " ".join(words), changed(words, times)
    assert seen.first_like("first", digest(first), signature_of(first)) is None
    found = seen.first_like("second", digest(second), signature_of(second))
    assert found == ("first" if is_known else None)


def test_texts_of_one_language_are_not_taken_for_each_other() -> None:
    seen = Seen()
    for seed in range(60):
        text = " ".join(text_of(seed))
        assert seen.first_like(str(seed), digest(text), signature_of(text)) is None


def test_short_texts_must_be_the_same() -> None:
    seen = Seen()
    assert signature_of("rain at noon") is None
    assert seen.first_like("a", digest("rain at noon"), None) is None
    assert seen.first_like("b", digest("Rain at noon."), None) == "a"
    assert seen.first_like("c", digest("rain at nine"), None) is None


def test_scripts_without_spaces_are_cut_into_characters() -> None:
    text = "やかんは雨が降る前に港まで運ばれた。誰が頼んだのか、誰も尋ねなかった。" * 3
    assert (signature(text) == signature(text.replace("。", "！"))).all()
    assert (signature(text) == signature("".join(reversed(text)))).mean() < 0.3


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Der Kessel wurde zum Hafen getragen, bevor der Regen kam.", "de"),
        ("The kettle was carried down to the harbour before the rain came.", "en"),
        ("やかんは雨が降る前に港まで運ばれた。誰が頼んだのか、誰も尋ねなかった。", "ja"),
        ("123 456", None),
        ("", None),
    ],
)
def test_languages_are_told_by_letters(text: str, language: str | None) -> None:
    pytest.importorskip("py3langid")
    assert language_of(text) == language

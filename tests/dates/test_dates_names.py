"""The table of names that is generated from CLDR."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.dates.words import fold, names


def test_every_name_is_of_one_month() -> None:
    months = names()["months"]
    assert len(months) == 12
    every = [name for month in months for name in month]
    assert len(set(every)) == len(every)
    assert all(fold(name) == name for name in every)


def test_every_form_says_what_comes_after_the_number() -> None:
    forms = [form for forms in names()["ago"].values() for form in forms]
    assert len(set(forms)) == len(forms)
    assert all(form.count("_") == 1 and form.partition("_")[2] for form in forms)


@pytest.mark.parametrize(
    ("word", "folded"), [("Nov.", "nov"), ("Août", "aout"), ("KASIM", "kasim"), ("Kasım", "kasim"), ("พ.ย.", "พย")]
)
def test_folding(word: str, folded: str) -> None:
    assert fold(word) == folded


@given(st.text())
def test_folding_is_idempotent(word: str) -> None:
    assert fold(fold(word)) == fold(word)

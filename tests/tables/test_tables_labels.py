"""What the template says is told from what it was filled with, and variants of a label are one."""

from __future__ import annotations

import pytest
from series_samples import PAGES, labels_of, page, series, texts_with

from honbun.tables.columns import split_label
from honbun.tables.labels import Vocabulary, find_labels, learn_vocabulary


def test_words_of_the_template_are_labels_and_values_are_not() -> None:
    known = series(*PAGES)
    labels = labels_of(known)
    assert texts_with(known, labels.is_label) == {
        "Director",
        "Directors",
        "Genre",
        "Length",
        "Rated",
        "All rights reserved",
    }
    assert texts_with(known, labels.is_marked) == {"Director", "Directors", "Genre", "Length", "Rated"}


def test_what_all_pages_say_after_a_marked_label_is_its_value() -> None:
    known = series(*PAGES)
    assert "PG" not in texts_with(known, labels_of(known).is_label)
    bare = series(*(f"<p>Rated</p><p>PG</p><p>{n}</p>" for n in "abcd"))
    assert texts_with(bare, labels_of(bare).is_label) == {"Rated", "PG"}


def test_variants_of_a_label_have_the_same_words() -> None:
    known = series(*PAGES)
    words = dict(zip(known.texts, labels_of(known).words.tolist(), strict=True))
    assert words["Director"] == words["Directors"] != 0
    assert words["Director"] != words["Genre"]
    assert words["Rin Ames"] == 0


def test_labels_that_stand_on_one_page_are_no_variants() -> None:
    pages = [page({"Actor": f"A {n}", "Actors": f"B {n}, C {n}"}) for n in "uvwxyz"]
    known = series(*pages)
    words = dict(zip(known.texts, labels_of(known).words.tolist(), strict=True))
    assert words["Actor"] != words["Actors"]


def test_a_common_value_is_no_label() -> None:
    """ "Drama" always comes after "Genre": its neighbours do not vary."""
    known = series(*PAGES)
    assert "Drama" not in texts_with(known, labels_of(known).is_label)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Price: 12", ("Price", "12")),
        ("担当教官：藤代 かおる", ("担当教官", "藤代 かおる")),
        ("Weight = 3 kg: net", ("Weight", "3 kg: net")),
        ("https://a.example", None),
        ("12:30", None),
        ("Price:", None),
        ("no sign", None),
        ("a word " * 9 + ": long", None),
    ],
)
def test_label_and_value_in_one_text(text: str, parts: tuple[str, str] | None) -> None:
    assert split_label(text) == parts


def test_split_labels_are_learned_from_several_pages() -> None:
    known = series(*(f"<p>Price: {n}</p><p>Once {n}: x</p>" for n in (12, 15, 18)))
    labels = labels_of(known)
    assert texts_with(known, labels.is_inner) == {"Price: 12", "Price: 15", "Price: 18"}


def test_a_vocabulary_finds_labels_on_a_new_page() -> None:
    vocabulary = learn_vocabulary(series(*PAGES))
    new = series(page({"Directors": "Bo Ek", "Length": "70 min", "Unheard": "x"}, "New"))
    assert texts_with(new, find_labels(new, vocabulary).is_marked) == {"Directors", "Length"}


def test_no_pages_have_no_words() -> None:
    assert learn_vocabulary(series()) == Vocabulary()
    assert len(find_labels(series(""), Vocabulary()).is_label) == 0

"""The pictures, and two texts marked word by word."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.evaluate.metrics.words import tokens
from honbun.evaluate.report import plots, svg
from honbun.evaluate.report.marked import MOST_WORDS, SHOWN, compare, differing, words
from honbun.evaluate.report.table import tabulate


def result(system: str, f1: float, task: str = "content", milliseconds: float = 1.0) -> dict[str, Any]:
    return {
        "task": task, "corpus": "c", "digest": "d", "system": system, "version": "", "key": "set/1", "set": "set",
        "site": "s", "page_type": "article", "language": "", "status": "ok", "detail": "",
        "milliseconds": milliseconds, "scores": {"f1": f1, "precision": f1, "recall": f1}, "text": "",
    }  # fmt: skip


TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=12)


@given(TEXTS, TEXTS)
def test_marks_count_what_precision_and_recall_count(one: list[str], other: list[str]) -> None:
    missed, extra = differing(one, other)
    common = (Counter(one) & Counter(other)).total()
    assert (sum(missed), sum(extra)) == (len(one) - common, len(other) - common)


@given(st.text(max_size=60))
def test_words_are_those_of_the_metric(text: str) -> None:
    assert [word[0] for word in words(text.lower())] == tokens(text)


@given(st.text(max_size=60), st.text(max_size=60))
def test_marked_text_never_holds_a_tag_of_the_page(gold: str, answer: str) -> None:
    for marked in compare(gold, answer):
        assert set(re.findall(r"<[^>]*>", marked)) <= {
            "<ins>",
            "</ins>",
            "<del>",
            "</del>",
            '<i class="gap">',
            "</i>",
        }


def test_missed_and_extra_words_are_marked() -> None:
    assert compare("The cat sat down.", "Menu: the cat sat!") == (
        "The cat sat <ins>down</ins>.",
        "<del>Menu</del>: the cat sat!",
    )
    assert compare("b c a", "a b c") == ("b c a", "a b c")
    assert compare("今日は", "今日も") == ("今日<ins>は</ins>", "今日<del>も</del>")


def test_empty_and_long_texts() -> None:
    assert compare("", "x") == ('<i class="gap">(empty)</i>', "<del>x</del>")
    long = " ".join(f"w{n}" for n in range(MOST_WORDS + 5))
    gold, answer = compare(long, long)
    assert gold == answer
    assert f"… {MOST_WORDS - 2 * SHOWN:,} words …" in gold
    assert gold.endswith("cut here</i>")


def test_labels_do_not_hide_each_other() -> None:
    marks = [(100.0, 100.0, "first"), (104.0, 101.0, "second"), (430.0, 50.0, "at the right edge")]
    placed = re.findall(r'x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)"', "".join(svg.labels(marks, 250)))
    assert [anchor for _, _, anchor in placed] == ["end", "start", "end"]


def test_ticks_are_round() -> None:
    assert svg.ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert svg.ticks(0.8, 1) == [0.8, 0.85, 0.9, 0.95, 1]


def test_neighbouring_systems_differ_in_shape() -> None:
    drawn = [re.sub(r"\bc\d", "", svg.marker(0, 0, n)) for n in range(len(svg.SHAPES))]
    assert len(set(drawn)) == len(svg.SHAPES)


def test_histogram_counts_every_page() -> None:
    drawn = plots.distribution({"a": [0.0, 1.0, 1.0, 0.5, float("nan")]})
    heights = [float(height) for height in re.findall(r'height="([\d.]+)" class="bar', drawn)]
    assert [height for height in heights if height] == [22, 22, 44]
    assert plots.distribution({"a": []}) == ""


def test_speed_needs_two_systems() -> None:
    assert plots.by_speed(tabulate([result("a", 0.5)])) == ""
    drawn = plots.by_speed(tabulate([result("a", 0.5), result("b", 0.9, milliseconds=1000.0)]))
    assert ">1,000<" in drawn
    assert drawn.count("<title>") == 2


@pytest.mark.parametrize("all_pages", [0.9, None])
def test_curve_goes_by_number_and_ends_with_all(all_pages: float | None) -> None:
    results = [result(f"honbun@{n}", 0.5 + n / 100, "site") for n in (10, 2)] + [result("peer", 0.4, "site")]
    results += [] if all_pages is None else [result("honbun", all_pages, "site")]
    drawn = plots.over_pages(tabulate(results))
    assert re.findall(r">(2|10|all)</text>", drawn) == ["2", "10", "all"]
    assert drawn.count("<title>honbun") == 2 + (all_pages is not None)
    assert drawn.count("level") == 1
    assert plots.over_pages(tabulate([result("honbun", 0.5, "site")])) == ""

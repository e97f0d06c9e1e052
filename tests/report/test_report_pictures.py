"""The pictures of the report and of templates, and two texts marked word by word."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import templates
from honbun.report.svg import curve, intervals, spectrum_picture
from honbun.report.table import tabulate
from honbun.report.worst import MAX_WORDS, SHOWN_WORDS, compare, differing


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
    long = " ".join(f"w{n}" for n in range(MAX_WORDS + 5))
    gold, answer = compare(long, long)
    assert gold == answer
    assert f"… {MAX_WORDS - 2 * SHOWN_WORDS:,} words …" in gold
    assert gold.endswith("cut here</i>")


def test_every_system_has_an_interval_on_all_pages_and_in_each_group() -> None:
    results = [result(system, 0.5) | {"page_type": kind} for system in ("a", "b@2", "b") for kind in ("x", "y")]
    results += [result("none", 0.5) | {"scores": {}, "page_type": "x"}]
    drawn = intervals(tabulate(results))
    assert re.findall(r'class="strong">(.*?)<', drawn) == ["all pages", "x (1)", "y (1)"]
    assert re.findall(r"<title>(.*?)</title>", drawn) == ["a: .500 (.500–.500)", "b: .500 (.500–.500)"] * 3
    ET.fromstring(drawn)


@pytest.mark.parametrize("all_pages", [0.9, None])
def test_curve_goes_by_number_and_ends_with_all(all_pages: float | None) -> None:
    results = [result(f"honbun@{n}", 0.5 + n / 100, "site") for n in (10, 2)] + [result("peer", 0.4, "site")]
    results += [] if all_pages is None else [result("honbun", all_pages, "site")]
    drawn = curve(tabulate(results))
    assert re.findall(r">(2|10|all)</text>", drawn) == ["2", "10", "all"]
    assert drawn.count("<title>honbun") == 2 + (all_pages is not None)
    assert drawn.count("level") == 1
    assert curve(tabulate([result("honbun", 0.5, "site")])) == ""


@pytest.mark.parametrize(
    ("frequency", "total", "peak", "pages"),
    [([], [], None, None), ([1], [7], None, 3), ([1, 3, 5000], [10, 10**9, 5000], 3, 3)],
)
def test_any_spectrum_is_drawn(
    frequency: list[int], total: list[int], peak: int | None, pages: int | None
) -> None:
    drawn = ET.fromstring(spectrum_picture(frequency, total, peak, pages, "F of <nothing>"))
    circles = drawn.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len(frequency) + (peak is not None)


def test_the_picture_of_the_docs_is_current(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    drawn = templates.PICTURE.read_text("utf-8")
    monkeypatch.setattr(templates, "PICTURE", tmp_path / "peak.svg")
    templates.draw()
    assert drawn == templates.PICTURE.read_text("utf-8"), "run: python -m benchmarks.templates picture"


def test_a_picture_within_a_page_has_no_style_of_its_own() -> None:
    drawn = spectrum_picture([1, 3], [10, 30], 3, 3, "F", is_inline=True)
    assert drawn.startswith("<svg viewBox=")
    assert "<title>F</title><line" in drawn

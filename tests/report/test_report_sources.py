"""The tables of sources and languages, and the picture of the confidence."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from benchmarks import reliability
from benchmarks.sources import MIN_PAGES, languages


def result(corpus: str, task: str, system: str, number: int, language: str, f1: float) -> dict[str, Any]:
    return {
        "task": task, "corpus": corpus, "digest": "d", "metrics": "m", "system": system, "version": "",
        "key": f"set/{number}", "set": "set", "site": f"s{number}", "page_type": "article", "language": language,
        "status": "ok", "detail": "", "milliseconds": 1.0, "scores": {"f1": f1, "f1_by_character": f1 / 2},
        "text": "",
    }  # fmt: skip


def test_languages_of_few_pages_share_a_row(tmp_path: Path) -> None:
    stated = [*["ja"] * MIN_PAGES, *["en"] * (MIN_PAGES + 1), "fr", "de"]
    for corpus, task, system in (
        ("content-more-dev", "content", "honbun"),
        ("sites-ja-dev", "site", "honbun-alone"),
        ("sites-ja-dev", "site", "honbun"),
    ):
        rows = [result(corpus, task, system, i, language, 0.8) for i, language in enumerate(stated)]
        with (tmp_path / f"{corpus}-{task}.jsonl").open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    table = [line.split(" | ")[:3] for line in languages(tmp_path) if line.startswith("| ")][1:]
    assert table == [
        ["| en", str(2 * MIN_PAGES + 2), "0.800"],
        ["| ja", str(2 * MIN_PAGES), "0.400"],
        ["| others", "4", "0.800"],
    ]


def test_the_confidence_is_compared_in_classes_of_like_confidence(tmp_path: Path) -> None:
    pairs = [(i / 100, i / 100 - 0.1) for i in range(50, 100)]
    found = reliability.points(pairs)
    assert [point.pages for point in found] == [10] * reliability.CLASSES
    assert all(point.confidence - point.f1 == pytest.approx(0.1) for point in found)
    both = {"page alone": pairs, "site known": pairs[::2]}
    assert [line.endswith("| 0.100 |") for line in reliability.table(both)] == [False, False, True, True]
    reliability.plot(both, tmp_path / "confidence.svg")
    assert ET.parse(tmp_path / "confidence.svg").getroot().tag.endswith("svg")

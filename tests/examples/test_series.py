"""Generated series are the same everywhere, and what the gold says is on the page."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from examples.series import generate_results, generate_syllabuses, write_corpus
from examples.series.syllabus import TWO_TEMPLATES
from honbun.evaluate import read_corpus
from honbun.methods.templates import Series
from honbun.methods.templates.records import find_records, published_records, read_tags


def test_the_same_seed_gives_the_same_pages() -> None:
    assert list(generate_syllabuses(1)) == list(generate_syllabuses(1))
    assert list(generate_results(1)) == list(generate_results(1))
    assert list(generate_results(1)) != list(generate_results(2))


def test_every_value_is_on_its_page() -> None:
    for series in generate_syllabuses():
        for (_, html), fields in zip(series.pages, series.fields, strict=True):
            for label, value in fields.items():
                assert label in html
                assert series.kind == "word processor" or escape(value) in html
    for series in generate_results():
        for (_, html), records in zip(series.pages, series.records, strict=True):
            for record in records:
                assert all(escape(record[name]) in html for name in ("title", "summary"))


def test_the_corpus_is_read_with_its_gold(tmp_path: Path) -> None:
    count = write_corpus(tmp_path)
    corpus = read_corpus(tmp_path)
    assert len(corpus.cases) == count == 108 + 69
    assert not corpus.skipped
    gold = json.loads((tmp_path / "finder-6" / "2.json").read_text("utf-8"))
    assert len(gold["records"]) == 21


def test_syllabus_peaks_are_those_of_the_paper_and_ours_are_right() -> None:
    for number, series in enumerate(generate_syllabuses(), 1):
        counted = Series.of([html for _, html in series.pages])
        published, ours = counted.published(), [template.frequency for template in counted.templates()]
        assert published is not None
        if series.kind == "plain":
            assert published.frequency == len(series.pages)
        elif number == TWO_TEMPLATES:
            assert published.frequency == 7
        else:
            assert published.frequency > 1000
        assert ours == ([7, 2] if number == TWO_TEMPLATES else [len(series.pages)])


def test_result_peaks_are_those_of_the_paper_and_ours_are_right() -> None:
    expected = {"plain": lambda n: n, "merged": lambda n: n - 1, "two colours": lambda n: n // 2}
    for series in generate_results():
        if series.kind == "nested":
            continue
        for (_, html), records in zip(series.pages, series.records, strict=True):
            published, ours = published_records(read_tags(html)), find_records(read_tags(html))
            assert published is not None
            assert ours is not None
            assert published.frequency == expected[series.kind](len(records))
            assert ours.frequency == len(records)

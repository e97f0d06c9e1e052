"""Records: what a template repeats."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from honbun.features.groups.records import RecordKind, Records, find_records
from outline_samples import SENTENCES, comments, markup, outline_of, paragraphs, run_of, texts_of


def records_of(html: str, title: int = -1) -> list[Records]:
    return find_records(outline_of(html), title)


def teasers(n: int) -> str:
    return "".join(
        f"<li><a href=/{i}>Headline of story number {word}</a><p>A line on {word}.</p></li>"
        for i, word in enumerate("one two three four five six".split()[:n])
    )


def test_stamped_comments_are_records() -> None:
    html = f"<h1>Title</h1>{paragraphs(3)}<div id=comments>{comments(4)}</div>"
    (records,) = records_of(html)
    outline = outline_of(html)
    assert records.kind is RecordKind.DATED
    assert len(records.rows) == 4
    assert texts_of(outline, records.blocks(outline))[0] == "Reader Ann wrote on 10 May 2021 at 10:10"
    assert np.flatnonzero(records.blocks(outline)).tolist() == list(range(records.first, records.last))


def test_linked_teasers_are_records() -> None:
    (records,) = records_of(f"<ul>{teasers(4)}</ul>")
    assert records.kind is RecordKind.LINKED
    assert records.text_length < 20


def test_two_are_no_repetition() -> None:
    assert records_of(comments(2)) == []
    assert records_of(f"<ul>{teasers(2)}</ul>") == []


def test_pairs_of_dt_and_dd_are_records() -> None:
    posts = "".join(f"<dt>{i} : nameless : 2011/11/22 07:3{i}</dt><dd>{SENTENCES[i]}</dd>" for i in range(5))
    html = f"<dl>{posts}</dl>"
    (records,) = records_of(html)
    assert records.kind is RecordKind.DATED
    assert len(records.rows) == 10
    assert records.blocks(outline_of(html)).all()
    assert records.text_length == np.median([len(s.replace(" ", "")) for s in SENTENCES[:5]])


def test_groups_that_do_not_take_turns_are_no_pairs() -> None:
    stamps = "".join(f"<dt>2011/11/22 07:3{i}</dt>" for i in range(5))
    texts = "".join(f"<dd>{SENTENCES[i]}</dd>" for i in range(5))
    assert records_of(f"<dl>{stamps}{texts}</dl>") == []


def test_numbers_in_a_class_do_not_tell_members_apart() -> None:
    one, two = "<div class='row{}'>", "<div class='row{} last'>"
    html = "".join((one, two)[i % 2].format(i) + f"<p>12:3{i}</p><p>{SENTENCES[i]}</p></div>" for i in range(4))
    (records,) = records_of(html)
    assert len(records.rows) == 4


def test_members_that_hold_the_title_are_no_records() -> None:
    html = "".join(f"<div><h2>Part {i} of it</h2><p>12:3{i}</p><p>{SENTENCES[i]}</p></div>" for i in range(4))
    outline = outline_of(html)
    assert len(find_records(outline, -1)) == 1
    assert find_records(outline, run_of(outline, "Part 2 of it")) == []


def test_one_member_that_says_most_makes_the_others_no_records() -> None:
    small = "".join(
        f"<div><p>12:3{i}</p><p>A note of thirty letters or so, number {i}.</p></div>" for i in range(5)
    )
    large = f"<div><p>12:40</p>{paragraphs(8)}</div>"
    assert len(records_of(small)) == 1
    assert records_of(large + small) == []


def test_rows_of_numbers_are_no_records() -> None:
    rows = "".join(f"<tr><td>0{i}:30</td><td>{i}</td><td>2{i}</td></tr>" for i in range(6))
    assert records_of(f"<table>{rows}</table>") == []


def test_rows_with_words_and_dates_are() -> None:
    rows = "".join(f"<tr><td>2011-11-0{i}</td><td>{SENTENCES[i]}</td></tr>" for i in range(1, 6))
    (records,) = records_of(f"<table>{rows}</table>")
    assert records.kind is RecordKind.DATED


def test_paragraphs_are_no_records() -> None:
    assert records_of(paragraphs(8)) == []


def test_members_that_begin_differently_are_no_records() -> None:
    kinds = ("<h2>{0}</h2><p>{1}</p>", "<p>{1}</p><p>{0}</p>", "<blockquote>{1}</blockquote><p>{0}</p>")
    html = "".join(f"<div>{kind.format('12:30', SENTENCES[i])}</div>" for i, kind in enumerate(kinds))
    assert records_of(html) == []


def test_short_links_are_no_titles_of_records() -> None:
    html = "".join(f"<li><a href=/{i}>More</a><p>{SENTENCES[i]}</p></li>" for i in range(4))
    assert records_of(f"<ul>{html}</ul>") == []


@pytest.mark.parametrize("lacking", [1, 3])
def test_some_members_may_lack_their_stamp(lacking: int) -> None:
    stamps = ["no date" if i < lacking else f"12:3{i}" for i in range(5)]
    html = "".join(f"<div><p>{stamp}</p><p>{SENTENCES[i]}</p></div>" for i, stamp in enumerate(stamps))
    assert bool(records_of(html)) == (lacking == 1)


def test_groups_come_in_document_order_the_outer_first() -> None:
    inner = "".join(
        f"<div class=reply><p>12:3{i}</p><p>A reply of some words, number {i}</p></div>" for i in range(3)
    )
    outer = "".join(
        f"<div class=post><p>11:3{i}</p><p>{SENTENCES[5 + i]}</p>{inner if i == 1 else ''}</div>" for i in range(4)
    )
    html = f"<section>{outer}</section><ul>{teasers(3)}</ul>"
    found = records_of(html)
    assert [(records.kind, len(records.rows)) for records in found] == [
        (RecordKind.DATED, 4),
        (RecordKind.DATED, 3),
        (RecordKind.LINKED, 3),
    ]
    assert [records.first for records in found] == sorted(records.first for records in found)


@given(markup)
@settings(max_examples=100, deadline=None)
def test_records_of_any_page_are_well_formed(html: str) -> None:
    outline = outline_of(html)
    for records in find_records(outline, 0):
        runs = np.flatnonzero(records.blocks(outline))
        assert len(records.rows) >= 3
        assert np.all(np.diff(records.rows) > 0)
        assert len(np.unique(outline.page.parent[records.rows])) == 1
        assert (runs[0], runs[-1] + 1) == (records.first, records.last)
        assert 0 not in runs

"""Records: the candidates of a page, how lines are cut into cells, how cells are aligned into columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import honbun
from honbun.features.groups.table import Group
from honbun.features.lines import Lines, cut_lines
from honbun.features.outline import Outline
from honbun.lists.cells import cut_cells
from honbun.lists.rank import find_candidates, lines_with, rank_lists, words_of
from honbun.lists.records import align, split_header
from honbun.page import parse
from honbun.page.blocks import segment

NAMES = ("Ada Byron", "Emmy Noether", "Mary Cartwright", "Sofia Kowalewski")


def lines_of(markup: str) -> Lines:
    return cut_lines(Outline(segment(parse(markup))))


def best(markup: str) -> tuple[Lines, Group]:
    lines = lines_of(markup)
    return lines, rank_lists(lines)[0].group


def columns_of(markup: str) -> list[list[str]]:
    lines, group = best(markup)
    fields = align(cut_cells(lines, group))
    return [[cell.text for cells in each.cells.values() for cell in cells] for each in fields]


def items(line: str) -> str:
    return "".join(f"<li>{line.format(name=name, n=i)}</li>" for i, name in enumerate(NAMES, 1))


def test_elements_of_a_line_are_cells_and_shared_words_go_with_the_next() -> None:
    line = '<p><a href="/{n}">{name}</a> <span class="by">by</span> <i>x</i><span class="n">{n} km</span></p>'
    columns = columns_of(f"<ul>{items(line)}</ul>")
    assert list(NAMES) in columns
    assert all("by" not in column for column in columns)


def test_text_that_only_wraps_is_one_cell_and_lines_of_their_own_are_not() -> None:
    wrapped = columns_of(
        f"<ul>{items('<a href=/{n}>{name}</a><p>{name} went far<br>and came back {n} times.</p>')}</ul>"
    )
    assert len(wrapped) == 2
    broken = columns_of(f"<ul>{items('<a href=/{n}>{name}</a><p>{n} Main Street<br>{n}0 Riverton</p>')}</ul>")
    assert [column[0] for column in broken] == ["Ada Byron", "1 Main Street", "10 Riverton"]


def test_rows_of_head_cells_are_split_off() -> None:
    rows = "".join(f"<tr><td>{name}</td><td>{i}</td></tr>" for i, name in enumerate(NAMES))
    lines = lines_of(f"<table><tr><th>Name</th><th>No.</th></tr>{rows}</table>")
    group = next(
        each for each in find_candidates(lines) if len(each) == 5 and lines.page.tag_name(each.rows[0]) == "tr"
    )
    kept, header = split_header(lines.page, group)
    assert (len(kept), [*header.values()]) == (4, ["Name", "No."] * 4)


HEADS = {
    "head cells": "<tr><th>Rank<th>Name<th>km",
    "a corner that says nothing": "<tr><td><th>Name<th>km",
    "a head": "<thead><tr><td>Rank<td>Name<td>km</thead>",
    "bold": "<tr><td><b>Rank</b><td><b>Name</b><td><b>km</b>",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("extra", ["", "<td>", "<td><a href=/{n}>more</a>"])
def test_rows_of_a_plain_table_are_records_named_by_its_head(head: str, extra: str) -> None:
    rows = "".join(f"<tr><td>{n}<td>{name}<td>{n}.5{extra.format(n=n)}" for n, name in enumerate(NAMES, 1))
    table = honbun.records(f"<h1>The race</h1><p>How it went.</p><table>{head}{rows}</table><p>Write to us")
    columns = {each.name: [str(cell) for cell in each.cells if cell] for each in table.fields[:3]}
    assert [*columns][1:] == ["Name", "km"]
    assert [*columns.values()] == [["1", "2", "3", "4"], [*NAMES], ["1.5", "2.5", "3.5", "4.5"]]


def test_a_cell_that_spans_rows_is_said_of_each_and_moves_none_of_the_others() -> None:
    club = "<td rowspan=2>Club {n}"
    rows = "".join(
        f"<tr>{club.format(n=n) if n % 2 else ''}<td>{name}<td>{n}.5 km" for n, name in enumerate(NAMES, 1)
    )
    table = honbun.records(f"<h1>The race</h1><table><tr><th>Club<th>Name<th>Way{rows}</table><p>Write to us")
    columns = {each.name: [str(cell) for cell in each.cells if cell] for each in table.fields}
    assert columns["Club"] == ["Club 1", "Club 1", "Club 3", "Club 3"]
    assert columns["Name"] == list(NAMES)
    assert columns["Way"] == ["1.5 km", "2.5 km", "3.5 km", "4.5 km"]


@pytest.mark.parametrize("span", ["", "0", "-1", "x", "²", "9" * 5000, "0001" * 2000])
@pytest.mark.parametrize("name", ["rowspan", "colspan"])
def test_any_number_of_spanned_cells_gives_a_table(name: str, span: str) -> None:
    rows = "".join(f"<tr><td {name}='{span}'>{n}<td>{who}<td>{n}.5 km" for n, who in enumerate(NAMES, 1))
    table = honbun.records(f"<h1>The race</h1><table><tr><th>No<th>Name<th>Way{rows}</table><p>Write to us")
    assert len(table) == len(NAMES)


def test_nothing_to_cut_gives_no_candidates() -> None:
    assert not len(find_candidates(lines_of("")))
    assert rank_lists(lines_of("<p>one</p>")) == []


def test_marks_of_no_width_are_no_cells() -> None:
    mark = "\u200e"
    line = f'<p><a href="/{{n}}">{{name}}</a>{mark}<span>{{n}} km</span><i class="m">{mark}</i></p><p>{mark}</p>'
    columns = columns_of(f"<ul>{items(line)}</ul>")
    assert columns == [list(NAMES), ["1 km", "2 km", "3 km", "4 km"]]


@given(
    st.lists(st.text("aAbß_ -é1İ", max_size=12), max_size=6), st.sets(st.text("abs_é1", min_size=3, max_size=4))
)
def test_lines_with_a_word(texts: list[str], words: set[str]) -> None:
    known = {word for text in words for word in words_of(text)}
    assert lines_with(known, texts).tolist() == [not known.isdisjoint(words_of(text)) for text in texts]

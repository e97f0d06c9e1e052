"""From the lines of a page to the table of a list on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from honbun.features import Lines
from honbun.page import Page, tags
from honbun.tables.columns import guess_kind, unique_names
from honbun.tables.records.addresses import Addresses
from honbun.tables.records.align import Field, align
from honbun.tables.records.choose import Ranked
from honbun.tables.records.grain import cut_parts
from honbun.tables.records.header import split_header
from honbun.tables.records.lists import roots_of
from honbun.tables.records.names import Namer, label_of, without_label
from honbun.tables.records.parts import Parts
from honbun.tables.table import Cell, Column, NamedBy, Table, TemplateRows

# A list is what a page is about, in log-odds: its score; parts in each record; prose elsewhere on the page; then
# what would count twice in the score. Fitted to records-dev and wcxb-dev
# (its lists against articles, products, documentation and services), and rounded.
_SCORE = 1.25
_PARTS = 0.75
_PROSE_OUTSIDE = -0.75
_COVERS = -1.0
_SAID = -0.75
_NONE = -7.0
_PROSE = 100
_PARAGRAPH = tags.CODE["p"]
# From this confidence on it is one: .99 of the pages of records-dev, .84 of WCXB's listings, .13 of its articles.
IS_LIST = 0.2
# Words of the template that a table shows.
_SHARED_WORDS = 5


def confidence(lines: Lines, ranked: Ranked) -> float:
    """How likely the page is about this list; paragraphs of a text are none.

    Other pages can only speak for it, not against it: they may be pages of another kind.
    """
    group = ranked.group
    member = group.members(len(lines))
    inside = (member >= 0) & (lines.length > 0)
    if inside.sum() <= len(group) and np.mean(lines.page.tag[group.rows] == _PARAGRAPH) > 0.5:
        return 0.0
    outside = np.where(member >= 0, 0.0, lines.unlinked_length)
    odds = (
        _NONE
        + _SCORE * (ranked.alone + max(ranked.votes, 0.0))
        + _PARTS * float(np.log(max(inside.sum() / len(group), 1.0)))
        + _PROSE_OUTSIDE * float(np.log1p((outside >= _PROSE).sum()))
        + _COVERS * ranked.measures["covers"]
        + _SAID * ranked.measures["said"]
    )
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def table_of(lines: Lines, ranked: Ranked, source: str, notes: Sequence[str] = ()) -> Table:
    """The table of a list: a row for each record, a column for each field."""
    page = lines.page
    group, header = split_header(page, ranked.group)
    fields = align(cut_parts(Parts(lines, group)))
    named = Namer(page, fields, header, roots_of(lines, group).tolist()).names()
    columns = [_column(page, len(group), each, *name) for each, name in zip(fields, named, strict=True)]
    addresses = Addresses(page, group)
    place = addresses.main_link(fields)
    if place is not None:
        columns.insert(place + 1, addresses.links(fields[place], columns[place].name))
    columns += addresses.pictures()
    names = unique_names([column.name for column in columns])
    return Table(
        fields=tuple(replace(column, name=name) for name, column in zip(names, columns, strict=True)),
        sources=(source,) * len(group),
        xpaths=tuple(map(page.xpath, group.rows.tolist())),
        templates=(TemplateRows(tuple(range(len(group))), _shared(columns)),),
        notes=tuple(notes),
        confidence=confidence(lines, ranked),
    )


def _column(page: Page, rows: int, each: Field, name: str, by: NamedBy) -> Column:
    label = label_of(each)
    cells: list[Cell | None] = [None] * rows
    for record, parts in each.parts.items():
        values = tuple(without_label(part.text, label) for part in parts)
        cells[record] = Cell(values, tuple(page.xpath(part.row) for part in parts))
    kind = guess_kind(value for cell in cells if cell for value in cell.values)
    return Column(name, tuple(cells), by, kind, each.is_list)


def _shared(columns: Sequence[Column]) -> str:
    """A few of the words that all records share."""
    constant = [column for column in columns if column.is_constant and len(column.cells) == column.present > 1]
    return " ".join(str(column.cells[0]) for column in constant[:_SHARED_WORDS])

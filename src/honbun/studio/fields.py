"""The fields of a page: what `honbun.fields` reads off it, and the text nodes and pictures where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from honbun.page import Page
from honbun.tables import Column, ColumnKind, NamedBy, Table


@dataclass(frozen=True)
class Field:
    """A column of the table of a series, as one page has it."""

    name: str
    values: tuple[str, ...]
    named_by: NamedBy = NamedBy.NUMBER
    kind: ColumnKind = ColumnKind.TEXT
    present: int = 1
    """On how many pages of the series it is."""
    nodes: tuple[int, ...] = ()
    """The text nodes that hold the values."""
    pictures: tuple[int, ...] = ()
    """The rows of pictures that are the values."""


def fields_of(page: Page, table: Table, row: int) -> tuple[Field, ...]:
    """The fields that the table has for a page, in the order of its columns."""
    cells = [(column, cell) for column in table.fields if (cell := column.cells[row]) is not None]
    rows = page.rows_at(address for _, cell in cells for address in cell.xpaths)
    found = []
    for column, cell in cells:
        places = [
            (rows[address], value)
            for value, address in zip(cell.values, cell.xpaths, strict=False)
            if address in rows
        ]
        found.append(_field(page, column, cell.values, places))
    return tuple(found)


def _field(page: Page, column: Column, values: tuple[str, ...], places: list[tuple[int, str]]) -> Field:
    return Field(
        name=column.name,
        values=values,
        named_by=column.named_by,
        kind=column.kind,
        present=column.present,
        nodes=tuple(dict.fromkeys(node for row, value in places for node in _holding(page, row, value))),
        pictures=tuple(row for row, _ in places if page.tag_name(row) == "img"),
    )


def _holding(page: Page, row: int, value: str) -> list[int]:
    """The text nodes in an element that show a value: the one that says just this, else all that say part of it.

    All of the element if none does, as where the value is the address that a link leads to.
    """
    inside = np.flatnonzero((page.node_owner >= row) & (page.node_owner < page.end[row])).tolist()
    wanted = _bare(value)
    texts = [_bare(page.text[page.node_start[node] : page.node_end[node]]) for node in inside]
    for fits in (
        lambda text: text == wanted,
        lambda text: wanted in text,
        lambda text: text in wanted,
    ):
        found = [node for node, text in zip(inside, texts, strict=True) if wanted and fits(text)]
        if found:
            return found
    return inside


def _bare(text: str) -> str:
    return "".join(text.split())


def marks(fields: tuple[Field, ...]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """For each text node, and for each row of a picture, the numbers of its fields."""
    return _numbers((i, field.nodes) for i, field in enumerate(fields)), _numbers(
        (i, field.pictures) for i, field in enumerate(fields)
    )


def _numbers(pairs: Iterator[tuple[int, tuple[int, ...]]]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for number, places in pairs:
        for place in places:
            numbers.setdefault(place, []).append(number)
    return numbers

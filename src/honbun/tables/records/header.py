"""The head of a table: rows that name its columns are no records."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from honbun.features import Group
from honbun.page import Page, Rows, collapse, tags

_CELLS = tags.table("td th".split())
_ROW = tags.CODE["tr"]
_HEAD = tags.CODE["th"]


@dataclass(frozen=True, eq=False)
class Header:
    """What the head of a table says of each of its columns."""

    names: dict[int, str] = field(default_factory=dict)
    """Number of a cell in its row, from 0 -> the name of the column."""
    cell: Rows | None = None
    """For each element the cell that it lies in, or -1."""
    number: dict[int, int] = field(default_factory=dict)
    """Cell -> its number in its row."""

    def name(self, row: int) -> str:
        """The name of the column in which an element lies; "" if there is none."""
        if self.cell is None:
            return ""
        return self.names.get(self.number.get(int(self.cell[row]), -1), "")


def split_header(page: Page, group: Group) -> tuple[Group, Header]:
    """The group without rows of head cells only, and what these say."""
    if not np.all(page.tag[group.rows] == _ROW):
        return group, Header()
    is_cell = tags.is_in(_CELLS, page.tag)
    table = int(page.nearest(page.tag == tags.CODE["table"])[group.rows[0]])
    start = table if table >= 0 else int(group.rows[0])
    rows = [row for row in range(start, int(page.end[group.rows[-1]])) if page.tag[row] == _ROW]
    heads = [row for row in rows if _is_head(page, row)]
    kept = ~np.isin(group.rows, heads)
    if kept.sum() < 2:
        return group, Header()
    names: dict[int, str] = {}
    first = int(group.rows[kept][0])
    for row in [head for head in heads if head < first][-1:]:
        for cell, place in _numbers(page, row).items():
            names[place] = collapse(page.text[page.text_start[cell] : page.text_end[cell]])
    number = {cell: n for row in group.rows[kept].tolist() for cell, n in _numbers(page, row).items()}
    group = replace(group, rows=group.rows[kept], first=group.first[kept], last=group.last[kept])
    return group, Header(names, page.nearest(is_cell), number)


def _is_head(page: Page, row: int) -> bool:
    cells = list(_numbers(page, row))
    return len(cells) > 1 and all(page.tag[cell] == _HEAD for cell in cells)


def _numbers(page: Page, row: int) -> dict[int, int]:
    """The cells of a row, each with its number; a wide one counts for as many as it spans."""
    found: dict[int, int] = {}
    number, cell, end = 0, row + 1, int(page.end[row])
    while cell < end:
        if tags.is_in(_CELLS, page.tag[cell]):
            found[cell] = number
            span = page.attribute(cell, "colspan") or ""
            number += int(span) if span.isascii() and span.isdigit() and 0 < int(span[:4]) < 1000 else 1
        cell = int(page.end[cell])
    return found

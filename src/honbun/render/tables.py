"""Tables of the kept tree: which are data and which only lay out a page, and the columns of the former."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from honbun.page import Page, tags
from honbun.render import codes
from honbun.render.nodes import HEADINGS, Node

# A cell of more paragraphs than this is a part of a page, not a datum. List items and lines do not count.
MAX_PARAGRAPHS = 2
# A table wider than this is no table anyone reads, and padding its rows would cost more than its text.
MAX_COLUMNS = 100

_NUMBER = re.compile(r"\s*(\d{1,6})")
_CELLS = frozenset({"td", "th"})
_CELL_CODES = frozenset(tags.CODE[name] for name in _CELLS)
_ROWS = codes.table(["tr"])
_HEAD = tags.CODE["thead"]
# Structure that no cell of a data table has.
_BULKY = HEADINGS | {"blockquote", "figure", "hr", "pre", "table"}


class Cell(NamedTuple):
    """A cell with what is kept of it: no children if nothing is."""

    kind: str
    children: tuple[Node, ...]
    colspan: int
    rowspan: int
    """Number of kept rows it reaches over."""


@dataclass(frozen=True)
class Grid:
    """A data table, without the rows of which nothing is kept."""

    above: tuple[Node, ...]
    below: tuple[Node, ...]
    """Captions, where the page has them."""
    rows: tuple[tuple[Cell, ...], ...]
    """The cells of each row as the page has them."""
    columns: tuple[tuple[Cell | None, ...], ...]
    """Each row with every cell in its column and None where a span or the end of a short row leaves none;
    columns of which nothing is kept are left out."""
    has_head: bool
    """The first row names the columns."""


def is_data(table: Node) -> bool:
    """Whether what is kept of a table is rows of short cells, and not paragraphs put side by side."""
    rows = [child for child in table.children if child.kind != "caption"]
    return bool(rows) and all(
        row.kind == "tr" and all(cell.kind in _CELLS and _is_datum(cell) for cell in row.children) for row in rows
    )


def _is_datum(cell: Node) -> bool:
    paragraphs = 0
    waiting = [(child, False) for child in cell.children]
    while waiting:
        node, in_list = waiting.pop()
        if node.kind in _BULKY:
            return False
        paragraphs += node.kind == "p" and not in_list
        waiting.extend((child, in_list or node.kind in ("li", "dt", "dd")) for child in node.children)
    return paragraphs <= MAX_PARAGRAPHS


def grid(page: Page, table: Node) -> Grid | None:
    """A data table of at least two rows and two columns with content; None for any other table."""
    if not is_data(table):
        return None
    trs = [child for child in table.children if child.kind == "tr"]
    numbers = np.searchsorted(codes.rows(page, _ROWS), [tr.row for tr in trs]).tolist()
    rows = tuple(tuple(_cells(page, tr, numbers[y:])) for y, tr in enumerate(trs))
    columns = _columns(rows)
    if len(rows) < 2 or len(columns[0]) < 2:
        return None
    first = table.children.index(trs[0])
    above, below = (
        tuple(child for child in part if child.kind == "caption")
        for part in (table.children[:first], table.children[first:])
    )
    return Grid(above, below, rows, columns, _has_head(page, trs[0], rows[0]))


def _cells(page: Page, tr: Node, numbers: list[int]) -> Iterator[Cell]:
    """All cells of a row, kept or not; `numbers` places it and the rows after it among all rows of the page."""
    kept = {cell.row: cell for cell in tr.children}
    row = tr.row + 1
    while row < int(page.end[tr.row]):
        if int(page.tag[row]) in _CELL_CODES:
            node = kept.get(row)
            reach = bisect_left(numbers, numbers[0] + _span(page.attribute(row, "rowspan")))
            colspan = min(_span(page.attribute(row, "colspan")), MAX_COLUMNS)
            yield Cell(page.tag_name(row), node.children if node else (), colspan, reach)
        row = int(page.end[row])


def _span(value: str | None) -> int:
    """The number of columns or rows a cell spans, at least 1 as the HTML standard has it."""
    digits = _NUMBER.match(value or "")
    return max(1, min(int(digits[1]), 65534)) if digits else 1


def _columns(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell | None, ...], ...]:
    """The rows with cells in their columns, all of one width; no columns at all if there are too many."""
    placed: list[list[Cell | None]] = []
    reach: dict[int, int] = {}
    for y, row in enumerate(rows):
        line: list[Cell | None] = []
        for cell in row:
            while reach.get(len(line), 0) > y:
                line.append(None)
            if cell.rowspan > 1:
                reach.update(dict.fromkeys(range(len(line), len(line) + cell.colspan), y + cell.rowspan))
            line += [cell, *[None] * (cell.colspan - 1)]
            if len(line) > MAX_COLUMNS:
                return ((),)
        placed.append(line)
    used = sorted({x for line in placed for x, cell in enumerate(line) if cell and cell.children})
    return tuple(tuple(line[x] if x < len(line) else None for x in used) for line in placed)


def _has_head(page: Page, tr: Node, cells: tuple[Cell, ...]) -> bool:
    """Whether the first row names the columns: it says so, or nothing says otherwise.

    A row that begins with a header cell and goes on with others is a record with its name.
    """
    if int(page.tag[page.parent[tr.row]]) == _HEAD:
        return True
    kinds = [cell.kind for cell in cells]
    return "th" not in kinds or "td" not in kinds or kinds[0] == "td"

"""The tables of a page: what is measured of each, and the two questions asked of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.page import Mask, Page, Rows

Counts = npt.NDArray[np.intp]
Lengths = npt.NDArray[np.float64]

# A table of data has so many rows with so many cells each, of so many characters on average, and neither one cell
# nor links are most of it. Other tables lay out a page, its menus, or the posts of a thread. (3 rows and 100
# characters are as good on wcxb-dev.)
MIN_ROWS = 2
MIN_CELLS_PER_ROW = 2
MAX_MEAN_CELL_LENGTH = 200
MAX_SHARE = 0.5
# A cell of more paragraphs than this is a part of a page, not a datum. List items and lines do not count.
MAX_CELL_PARAGRAPHS = 2

_TABLE, _ROW, _CAPTION = (tags.CODE[name] for name in ("table", "tr", "caption"))
_CELLS = tags.table(["td", "th"])
# Of wider tables the first columns are enough to tell cells apart.
_MAX_SPAN, _MAX_COLUMNS = 100, 200
_MAX_DIGITS = 4
_LISTS = tags.table("dd dir dl dt li menu ol ul".split())
# What no cell with a datum holds; headings and tables beside.
_STRUCTURE = tags.table(["blockquote", "figure", "hr", *tags.PREFORMATTED_NAMES])


@dataclass(frozen=True, eq=False)
class Tables:
    """Columns of measurements: one entry per table that some content lies in without another table between."""

    row: Rows
    """The `<table>`."""
    rows: Counts
    """Rows that hold content."""
    cells: Counts
    """Cells that hold content."""
    length: Lengths
    link_length: Lengths
    longest_cell: Lengths
    """Length of the content of the longest cell."""
    cell_paragraphs: Counts
    """The most paragraphs in one cell, those in lists aside."""
    has_loose: Mask
    """Content lies outside of the cells and the caption."""
    has_structure: Mask
    """A cell holds a heading, a quote, a figure, a rule, or preformatted text."""
    has_table: Mask
    """There is a table in it."""
    has_filled_table: Mask
    """There is a table with content in it."""

    @property
    def is_grid(self) -> Mask:
        """Which have rows of several cells."""
        return np.asarray((self.rows >= MIN_ROWS) & (self.cells >= MIN_CELLS_PER_ROW * self.rows))

    @property
    def is_plain_grid(self) -> Mask:
        """Which have rows of several short texts, not all links: cells of others may hold whole records."""
        return np.asarray(self.is_grid & self.has_plain_cells & (self.link_length < self.length) & ~self.has_table)

    @property
    def is_data(self) -> Mask:
        """Which are data beyond doubt: a part of one asks for the rest."""
        is_short = self.length <= MAX_MEAN_CELL_LENGTH * self.cells
        is_even = np.maximum(self.longest_cell, self.link_length) <= MAX_SHARE * self.length
        return np.asarray(self.is_grid & is_short & is_even & ~self.has_table)

    @property
    def has_plain_cells(self) -> Mask:
        """Which can be written row by row, for nothing but short texts is in their cells."""
        is_plain = ~self.has_loose & ~self.has_structure & ~self.has_filled_table
        return np.asarray(is_plain & (self.cells > 0) & (self.cell_paragraphs <= MAX_CELL_PARAGRAPHS))


def find_tables(page: Page, owner: Rows, length: Lengths, link_length: Lengths) -> Tables:
    """The tables that pieces of content lie in.

    A piece is given by the element it lies in, its length and that of its links; one of no length is not there,
    but its links count.
    """
    is_table = page.tag == _TABLE
    nearest = page.nearest(is_table)
    pieces = np.flatnonzero((nearest[owner] >= 0) & (length > 0))
    row, number = np.unique(nearest[owner[pieces]], return_inverse=True)
    is_filled = np.zeros(len(page), dtype=np.bool_)
    is_filled[row] = True
    linked = np.bincount(nearest[owner] + 1, link_length, len(page) + 1)[1:].astype(np.float64)
    position = _Positions(page, owner[pieces], row[number])
    cells, of_cell = np.unique(position.cell[position.in_cell], return_inverse=True)
    table_of_cell = np.searchsorted(row, nearest[cells])

    def largest(values: npt.NDArray[np.float64]) -> Lengths:
        """For each table the largest of its cells' sums of a value per piece."""
        found = np.zeros(len(row))
        np.maximum.at(found, table_of_cell, np.bincount(of_cell, values[position.in_cell], len(cells)))
        return found

    def has_some(mask: Mask) -> Mask:
        return np.bincount(number[mask], minlength=len(row)) > 0

    trs = np.unique(position.tr[position.tr > row[number]])
    return Tables(
        row=row,
        rows=np.bincount(np.searchsorted(row, nearest[trs]), minlength=len(row)),
        cells=np.bincount(table_of_cell, minlength=len(row)),
        length=np.bincount(number, length[pieces], len(row)).astype(np.float64),
        link_length=linked[row],
        longest_cell=largest(length[pieces]),
        cell_paragraphs=largest((~position.in_list).astype(np.float64)).astype(np.intp),
        has_loose=has_some(position.is_loose),
        has_structure=has_some(position.in_cell & position.in_structure),
        has_table=page.subtree_sum(is_table.astype(np.int32))[row] > 1,
        has_filled_table=page.subtree_sum(is_filled.astype(np.int32))[row] > 1,
    )


def span(page: Page, cell: int, name: str) -> int:
    """How many rows or columns of its table a cell spans, as `rowspan` or `colspan` states it."""
    value = page.attribute(cell, name)
    if not value or not value.isascii() or not value.isdigit():
        return 1
    return max(min(int(value[:_MAX_DIGITS]), _MAX_SPAN), 1)


def spanned_columns(page: Page) -> dict[int, int]:
    """The columns, from 0 on, of the cells of each table in which a cell spans several rows."""
    cells = [cell for cell in page.attributes.get("rowspan", {}) if span(page, cell, "rowspan") > 1]
    table_of = page.nearest(page.tag == _TABLE)
    found: dict[int, int] = {}
    for table in {int(table_of[cell]) for cell in cells} - {-1}:
        inside = table + np.flatnonzero(page.tag[table : page.end[table]] == _ROW)
        # Of each column the row from which on it is free again; one more always is.
        free = np.zeros(_MAX_COLUMNS + 1, dtype=np.int64)
        for y, row in enumerate(inside[table_of[inside] == table].tolist()):
            x = 0
            for cell in page.children(row):
                if tags.is_in(_CELLS, page.tag[cell]) and x < _MAX_COLUMNS:
                    x += int(np.argmax(free[x:] <= y))
                    found[cell] = x
                    end = x + span(page, cell, "colspan")
                    free[x : min(end, _MAX_COLUMNS)] = y + span(page, cell, "rowspan")
                    x = end
    return found


class _Positions:
    """Where pieces of content stand in their tables."""

    def __init__(self, page: Page, owner: Rows, table: Rows) -> None:
        self.tr = page.nearest(page.tag == _ROW)[owner]
        self.cell = page.nearest(tags.is_in(_CELLS, page.tag))[owner]
        self.in_cell = self.cell > table
        self.is_loose = ~self.in_cell & (page.nearest(page.tag == _CAPTION)[owner] <= table)
        item = page.nearest(tags.is_in(_LISTS, page.tag))[owner]
        self.in_list = item > self.cell
        # A heading that holds a list is none.
        heading = page.nearest(tags.is_in(tags.HEADING, page.tag))[owner]
        self.in_structure = heading > np.maximum(self.cell, item)
        self.in_structure |= page.nearest(tags.is_in(_STRUCTURE, page.tag))[owner] > self.cell

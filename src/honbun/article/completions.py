"""What is worth little in parts: the rest of code and tables of which some is kept, and headings amid the text."""

from __future__ import annotations

import numpy as np

from honbun.features import Outline
from honbun.page import Mask, tags

# A table of data has so many rows with so many cells each, which hold so many characters on average, and neither
# one cell nor links are most of it. Other tables lay out a page, its menus, or the posts of a thread. (3 rows and
# 100 characters are as good on wcxb-dev.)
_FEWEST_ROWS = 2
_FEWEST_CELLS = 2
_LONGEST_CELL = 200
_MOST = 0.5
_CELLS = tags.table(["td", "th"])


def find_whole_elements(outline: Outline, keep: Mask, out: Mask) -> Mask:
    """Elements that are code or a table of data and of which something is kept; runs that are out do not count.

    To ask for half of their text, or to drop those of which less is kept, is worse on wcxb-dev, by .0001 to .0008.
    """
    page = outline.page
    whole = np.zeros(len(page), dtype=np.bool_)
    code = page.tag == tags.CODE["pre"]
    table = page.tag == tags.CODE["table"]
    if not code.any() and not table.any():
        return whole
    length = np.where(outline.is_visible & ~out, outline.blocks.length, 0)
    total, kept = outline.totals(length), outline.totals(np.where(keep, length, 0))
    whole = (code | table) & (kept > 0)
    return np.asarray(whole & (code | _holds_data(outline, whole & table, total)))


def rest_of(outline: Outline, wholes: Mask, keep: Mask, out: Mask) -> Mask:
    """The runs of these elements that are not kept yet."""
    return _runs_in(outline, wholes) & outline.is_visible & ~keep & ~out


def headings_amid(outline: Outline, keep: Mask, out: Mask) -> Mask:
    """Headings, no links, that are not kept between two runs that are: two thirds are in wcxb-dev's references."""
    before, after = np.append(False, keep)[: len(keep)], np.append(keep, False)[1:]
    amid = outline.is_heading & outline.is_visible & ~outline.is_link & before & after
    return np.asarray(amid & ~keep & ~out)


def copies_apart(outline: Outline, wholes: Mask, copies: Mask) -> Mask:
    """The copies that do not belong to a whole that says something else as well: a line of code may come twice."""
    if not wholes.any():
        return copies
    other = outline.totals(~copies) > 0
    return copies & ~_runs_in(outline, wholes & other)


def _runs_in(outline: Outline, rows: Mask) -> Mask:
    return outline.page.within(rows)[outline.blocks.owner]


def _holds_data(outline: Outline, tables: Mask, total: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Mask:
    """Which of these tables hold data, and no other table."""
    if not tables.any():
        return tables
    page = outline.page
    n = len(page)
    is_table = page.tag == tags.CODE["table"]
    nearest = page.nearest(is_table)
    inside = (nearest >= 0) & (total > 0)
    rows = np.bincount(nearest[inside & (page.tag == tags.CODE["tr"])], minlength=n)
    cells = np.flatnonzero(inside & tags.is_in(_CELLS, page.tag))
    count = np.bincount(nearest[cells], minlength=n)
    largest = np.zeros(n)
    np.maximum.at(largest, nearest[cells], total[cells])
    linked = outline.totals(np.where(outline.is_link, outline.blocks.length, 0))
    is_inner = page.subtree_sum(is_table.astype(np.int32)) == 1
    is_grid = (rows >= _FEWEST_ROWS) & (count >= _FEWEST_CELLS * rows) & (total <= _LONGEST_CELL * count)
    return np.asarray(tables & is_inner & is_grid & (np.maximum(largest, linked) <= _MOST * total))

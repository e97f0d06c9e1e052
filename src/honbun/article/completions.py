"""Completions: what belongs to the kept blocks of a page as a whole, and copies, which do not.

Each completion is a function of the outline, the kept blocks and the blocks that must stay out; it returns a mask
and stands in `COMPLETIONS` under the name that its evidence is shown by.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from honbun.features import Outline
from honbun.page import Mask, tags

# A table of data has so many rows with so many cells each, which hold so many characters on average, and neither
# one cell nor links are most of it. Other tables lay out a page, its menus, or the posts of a thread. (3 rows and
# 100 characters are as good on wcxb-dev.)
_MIN_ROWS = 2
_MIN_CELLS = 2
_MAX_CELL_LENGTH = 200
_MAX_SHARE = 0.5
_CELLS = tags.table(["td", "th"])
# Shorter copies of a line within a page ("Yes.") may be meant.
_MIN_COPY_LENGTH = 30


def complete(outline: Outline, kept: Mask, out: Mask) -> tuple[Mask, Mask]:
    """The blocks to keep: the kept ones, completed, without copies; and those that were added."""
    added = np.zeros(len(kept), dtype=np.bool_)
    for completion in COMPLETIONS.values():
        added |= completion(outline, kept, out)
    whole = _whole_elements(outline, kept, out)
    copies = _copies_apart(outline, whole, find_copies(outline, kept | added))
    return (kept | added) & ~copies, added


def rest_of_whole_elements(outline: Outline, kept: Mask, out: Mask) -> Mask:
    """The blocks of code and of tables of data of which something is kept."""
    whole = _whole_elements(outline, kept, out)
    return _blocks_in(outline, whole) & outline.is_visible & ~kept & ~out


def headings_between(outline: Outline, kept: Mask, out: Mask) -> Mask:
    """Headings, no links, between two kept blocks: two thirds are in wcxb-dev's references."""
    before, after = np.append(False, kept)[: len(kept)], np.append(kept, False)[1:]
    between = outline.is_heading & outline.is_visible & ~outline.is_link & before & after
    return np.asarray(between & ~kept & ~out)


COMPLETIONS: dict[str, Callable[[Outline, Mask, Mask], Mask]] = {
    "code and tables are kept whole": rest_of_whole_elements,
    "headings between kept blocks": headings_between,
}


def find_copies(outline: Outline, kept: Mask) -> Mask:
    """Kept blocks that repeat an earlier kept block, right after it or in another place of the page.

    Beside it, after something else, it is meant: a refrain.
    """
    copies = np.zeros(len(kept), dtype=np.bool_)
    page, texts = outline.page, outline.blocks.texts
    rows = np.flatnonzero(kept & (outline.blocks.length >= _MIN_COPY_LENGTH)).tolist()
    owner = outline.blocks.owner[rows]
    places = zip(page.parent[owner].tolist(), page.tag[owner].tolist(), strict=True)
    first: dict[str, tuple[int, int]] = {}
    for block, place in zip(rows, places, strict=True):
        text = texts[block]
        copies[block] = first.setdefault(text, place) != place or (block > 0 and texts[block - 1] == text)
    return copies


def _copies_apart(outline: Outline, whole: Mask, copies: Mask) -> Mask:
    """The copies that do not belong to a whole element with other text as well: a line of code may come twice."""
    if not whole.any():
        return copies
    other = outline.totals(~copies) > 0
    return copies & ~_blocks_in(outline, whole & other)


def _blocks_in(outline: Outline, rows: Mask) -> Mask:
    return outline.page.within(rows)[outline.blocks.owner]


def _whole_elements(outline: Outline, kept: Mask, out: Mask) -> Mask:
    """Elements that are code or a table of data and of which something is kept; blocks that are out do not count.

    To ask for half of their text, or to drop those of which less is kept, is worse on wcxb-dev, by .0001 to .0008.
    """
    page = outline.page
    code = page.tag == tags.CODE["pre"]
    table = page.tag == tags.CODE["table"]
    if not code.any() and not table.any():
        return np.zeros(len(page), dtype=np.bool_)
    length = np.where(outline.is_visible & ~out, outline.blocks.length, 0)
    total, kept_length = outline.totals(length), outline.totals(np.where(kept, length, 0))
    whole = (code | table) & (kept_length > 0)
    return np.asarray(whole & (code | _holds_data(outline, whole & table, total)))


def _holds_data(outline: Outline, tables: Mask, total: npt.NDArray[np.float64]) -> Mask:
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
    is_grid = (rows >= _MIN_ROWS) & (count >= _MIN_CELLS * rows) & (total <= _MAX_CELL_LENGTH * count)
    return np.asarray(tables & is_inner & is_grid & (np.maximum(largest, linked) <= _MAX_SHARE * total))

"""Completions: what belongs to the kept blocks of a page as a whole, and copies, which do not.

Each completion is a function of the outline, the kept blocks and the blocks that must stay out; it returns a mask
and stands in `COMPLETIONS` under the name that its evidence is shown by.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from honbun.features import Outline
from honbun.page import Mask, find_tables, tags

# Shorter copies of a line within a page ("Yes.") may be meant.
_MIN_COPY_LENGTH = 30
# What numbers of lines are written with.
_NUMBERING = "0123456789 \t\n\f\r"


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


def code_between(outline: Outline, kept: Mask, out: Mask) -> Mask:
    """Code between two kept blocks: 92 % of it is in wcxb-dev's references. The numbers of its lines are not."""
    is_code = _blocks_in(outline, outline.page.tag == tags.CODE["pre"])
    if not is_code.any():
        return is_code
    index = np.arange(len(kept))
    before = np.maximum.accumulate(np.where(is_code, -1, index))
    after = np.minimum.accumulate(np.where(is_code, len(kept), index)[::-1])[::-1]
    framed = np.concatenate([kept, [False, False]])  # beyond either end nothing is kept
    between = np.asarray(is_code & framed[before] & framed[after] & outline.is_visible & ~kept & ~out)
    texts = outline.blocks.texts
    for block in np.flatnonzero(between).tolist():
        between[block] = bool(texts[block].strip(_NUMBERING))
    return between


COMPLETIONS: dict[str, Callable[[Outline, Mask, Mask], Mask]] = {
    "code and tables are kept whole": rest_of_whole_elements,
    "headings between kept blocks": headings_between,
    "code between kept blocks": code_between,
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
    page, blocks = outline.page, outline.blocks
    length = np.where(outline.is_visible & ~out, blocks.length, 0)
    whole = page.tag == tags.CODE["pre"]
    if np.any(page.tag == tags.CODE["table"]):
        link_length = np.where(outline.is_link, blocks.length, 0)
        tables = find_tables(page, blocks.owner, length.astype(np.float64), link_length.astype(np.float64))
        whole[tables.row[tables.is_data]] = True
    return np.asarray(whole & (outline.totals(np.where(kept, length, 0)) > 0))

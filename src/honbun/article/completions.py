"""What is worth little in parts: the rest of code and tables of which some is kept, and headings amid the text."""

from __future__ import annotations

import numpy as np

from honbun.features import Outline
from honbun.page import Mask, find_tables, tags


def find_whole_elements(outline: Outline, keep: Mask, out: Mask) -> Mask:
    """Elements that are code or a table of data and of which something is kept; runs that are out do not count.

    To ask for half of their text, or to drop those of which less is kept, is worse on wcxb-dev, by .0001 to .0008.
    """
    page, blocks = outline.page, outline.blocks
    length = np.where(outline.is_visible & ~out, blocks.length, 0)
    whole = page.tag == tags.CODE["pre"]
    if np.any(page.tag == tags.CODE["table"]):
        link_length = np.where(outline.is_link, blocks.length, 0)
        tables = find_tables(page, blocks.owner, length.astype(np.float64), link_length.astype(np.float64))
        whole[tables.row[tables.is_data]] = True
    return np.asarray(whole & (outline.totals(np.where(keep, length, 0)) > 0))


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

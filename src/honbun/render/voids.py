"""Where images, rules and line breaks stand among the runs, and which of them belong to the kept text."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.page import Blocks, Mask, Page, Rows


def opened_before(page: Page) -> Rows:
    """For each text node the row of the last element opened before it.

    This puts text nodes and elements in one order: node k stands after row `opened_before(page)[k]` and before
    the next. An element opened after the node starts at its end or later, because no node is empty.
    """
    return (np.searchsorted(page.text_start, page.node_start, "right") - 1).astype(np.int32)


def kept_voids(blocks: Blocks, keep: Mask, voids: Rows) -> Rows:
    """Those of the elements without text of their own (`img`, `hr`) that lie inside the kept region.

    Such an element is judged by the runs of the nearest element around it that has any. It is kept if

    - all of those runs are kept: `<figure><img><figcaption>kept</figcaption></figure>`; or
    - it stands between two of those runs, next to it on either side, that are both kept (or inside one).

    So an image before the first kept run appears only with a container that is kept as a whole, and a logo
    or a picture menu, which have no text near that is kept, never do. Hidden elements are not kept, and
    hidden runs that are not kept do not count.
    """
    page = blocks.page
    if not len(voids) or not np.any(keep):
        return voids[:0]
    counted = np.flatnonzero(keep | ~blocks.is_hidden)
    is_kept = keep[counted]
    first = np.searchsorted(blocks.start[counted], page.text_start, "left")
    last = np.searchsorted(blocks.start[counted], page.text_end, "left")
    around = page.nearest(last > first)[voids]
    kept_before = np.concatenate([[0], np.cumsum(is_kept)])
    first, last = first[around], last[around]
    is_whole = kept_before[last] - kept_before[first] == last - first
    before, after = _neighbours(blocks, counted, voids)
    is_between = (before >= first) & (after < last)
    is_between[is_between] &= is_kept[before[is_between]] & is_kept[after[is_between]]
    return np.asarray(voids[(around >= 0) & ~page.is_hidden[voids] & (is_whole | is_between)])


def _neighbours(
    blocks: Blocks, counted: npt.NDArray[np.int64], voids: Rows
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each element the counted run before it and the one after it; the same run if it stands inside."""
    opened = opened_before(blocks.page)
    low = opened[blocks.first_node[:-1][counted]]
    high = opened[blocks.first_node[1:][counted] - 1]
    before = np.searchsorted(low, voids, "left") - 1
    is_inside = (before >= 0) & (voids <= high[before])
    return before, np.where(is_inside, before, before + 1)

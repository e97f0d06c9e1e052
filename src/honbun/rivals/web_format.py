"""Post and comments by the information quantity of web format (Cao, Liao, Xu and Bai 2008), and text density.

The main region is the lowest element that holds most of the page's text outside links. In it every block has a
format, its path; a format that is rare says much, one that repeats says little: its information is -log2 of its
share. A post is written once and in many formats, comments repeat one. So the region is cut where information
before and after differ most, and what comes after the cut, if it says less, is comments. Style sheets, which the
authors read too, are not at hand.
"""

from __future__ import annotations

import numpy as np

from honbun.features import Outline
from honbun.page import Mask, Page, paths, signatures

_MIN_SHARE = 0.5


def split_by_format(outline: Outline) -> tuple[Mask, Mask]:
    """The blocks of the post, and those of the comments."""
    page, blocks = outline.blocks.page, outline.blocks
    nothing = np.zeros(len(blocks), dtype=np.bool_)
    if not len(blocks):
        return nothing, nothing
    start, end = _region(page, outline)
    inside = (blocks.start >= start) & (blocks.start < end) & ~blocks.is_hidden
    rows = np.flatnonzero(inside)
    format_ = paths(page, signatures(page))[blocks.owner[rows]]
    _, which, count = np.unique(format_, return_inverse=True, return_counts=True)
    information = -np.log2(count[which] / max(len(rows), 1))
    cut = _cut(information)
    post, comments = nothing.copy(), nothing.copy()
    post[rows[:cut]], comments[rows[cut:]] = True, True
    return post, comments


def _region(page: Page, outline: Outline) -> tuple[int, int]:
    """Where the lowest element begins and ends that holds most of the text outside links."""
    blocks = outline.blocks
    plain = np.concatenate([[0], np.cumsum(blocks.length - blocks.link_length)])
    first = np.searchsorted(blocks.start, page.text_start, "left")
    last = np.searchsorted(blocks.start, page.text_end, "left")
    held = plain[last] - plain[first]
    row = int(np.flatnonzero(held > _MIN_SHARE * held[0])[-1]) if held[0] else 0
    return int(page.text_start[row]), int(page.text_end[row])


def _cut(information: np.ndarray[tuple[int], np.dtype[np.float64]]) -> int:
    """The number of blocks before the cut, where the two sides differ most (Otsu); all if no end says less."""
    n = len(information)
    if n < 2:
        return n
    before = np.cumsum(information)[:-1]
    count = np.arange(1, n)
    gap = before / count - (information.sum() - before) / (n - count)
    spread = np.where(gap > 0, gap**2 * count * (n - count), 0.0)
    return int(spread.argmax()) + 1 if spread.max() > 0 else n

"""Comments as records with a date each, after MiBAT (Song, Liu, Cao, Lin and Hon 2010): the date is the anchor.

Records with user-generated content differ in what the users wrote, so subtrees are not compared as wholes:
siblings are records if the same path in each of them leads to a date. Of all such groups the one with the most
text is taken.
"""

from __future__ import annotations

import numpy as np

from honbun.features import Outline
from honbun.page import Mask, Page, paths, signatures

# One dated element is a byline.
_MIN_RECORDS = 2


def dated_records(outline: Outline) -> Mask:
    """The blocks that lie in the records of the largest group."""
    page, blocks = outline.blocks.page, outline.blocks
    rows = np.unique(blocks.owner[outline.is_dated])
    kept = np.zeros(len(blocks), dtype=np.bool_)
    length = page.length_before[page.text_end] - page.length_before[page.text_start]
    most = 0
    for group in _groups(page, rows.tolist()):
        held = int(length[group].sum())
        if held > most:
            most = held
            first = np.searchsorted(blocks.start, page.text_start[group], "left")
            last = np.searchsorted(blocks.start, page.text_end[group], "left")
            kept[:] = False
            for start, end in zip(first.tolist(), last.tolist(), strict=True):
                kept[start:end] = True
    return kept


def _groups(page: Page, rows: list[int]) -> list[list[int]]:
    """Siblings in each of which the same path leads to a dated element: by their parent and that path."""
    path = paths(page, signatures(page))
    groups: dict[tuple[int, int], set[int]] = {}
    for row in rows:
        here = row
        while (parent := int(page.parent[here])) >= 0:
            groups.setdefault((parent, int(path[row])), set()).add(here)
            here = parent
    return [sorted(members) for members in groups.values() if len(members) >= _MIN_RECORDS]

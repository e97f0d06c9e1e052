"""Segmentation like VIPS (Cai, Yu, Wen and Ma 2003) without rendering, and posts as the posts paper reads them off
it.

VIPS divides an element by rules on what it holds, then looks at the visual separators between the parts. Of its
rules those are kept that need no picture: an element with one part is that part; an `<hr>` separates; text and
inline elements side by side are one part (a virtual text node); block-level children are parts each. Sizes, fonts
and colours are not known here, so an element is not divided any more once it is a small share of the page.

The posts paper takes the segment of the main content, and for posts what lies one level below.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from honbun.methods.repeated_structure import TextTree, insert_text_elements
from honbun.page import Page, Rows, tags

# The main content is the segment that holds this share of what its parent holds.
_MIN_SHARE = 0.5
_RULE = tags.CODE["hr"]
Range = tuple[int, int]
Part = tuple[int, ...]
"""Rows of siblings."""


def segmented_posts(page: Page) -> list[Range]:
    """The parts of the segment that is the main content, as ranges of the page's text."""
    tree = insert_text_elements(page)
    if not len(tree):
        return []
    length = tree.length
    part: Part = (0,)
    while True:
        parts = [each for each in divide(tree, part) if length[list(each)].sum()]
        held = [int(length[list(each)].sum()) for each in parts]
        if len(parts) < 2 and (not parts or parts[0] == part):
            return []
        largest = int(np.argmax(held))
        if held[largest] <= _MIN_SHARE * sum(held) or len(list(divide(tree, parts[largest]))) < 2:
            return [(int(tree.start[each[0]]), int(tree.end[each[-1]])) for each in parts]
        part = parts[largest]


def divide(tree: TextTree, part: Part) -> Iterator[Part]:
    """The parts of a part, in order; itself if it cannot be divided."""
    rows = part if len(part) > 1 else tuple(np.flatnonzero(tree.parent == part[0]).tolist())
    if not rows:
        yield part
        return
    virtual: list[int] = []
    for row, divides in zip(rows, _divides(tree.tag[list(rows)]), strict=True):
        if not divides:
            virtual.append(row)
            continue
        if virtual:
            yield tuple(virtual)
            virtual = []
        if tree.tag[row] != _RULE and len(part) == 1:
            yield (row,)
    if virtual and (len(part) == 1 or len(virtual) < len(part)):
        yield tuple(virtual)


def _divides(codes: Rows) -> list[bool]:
    """Which of these are block-level elements or rules, not text and not inline."""
    is_block = tags.is_in(tags.BLOCK_LEVEL, np.clip(codes, 0, tags.FIRST_CUSTOM)) & (codes >= 0)
    return list(((is_block & (codes < tags.FIRST_CUSTOM)) | (codes == _RULE)).tolist())

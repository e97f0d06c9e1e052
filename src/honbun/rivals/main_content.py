"""The earlier way to posts: find the main content of a page, and take its children for posts.

The posts paper calls it the earlier method; its scan shows no more than that it starts from the main content and
what it reached (P .450, R .673). Main content here is the lowest element that holds most of the page's text, and a
post is a child of it whose path is the most frequent one.
"""

from __future__ import annotations

import numpy as np

from honbun.methods.repeated_structure import TextTree, insert_text_elements
from honbun.page import Page

# The main content holds this share of the text of the body.
_MIN_SHARE = 0.5
Range = tuple[int, int]


def main_content_posts(page: Page) -> list[Range]:
    """The posts of a page as ranges of its text; none if the main content has no two children alike."""
    tree = insert_text_elements(page)
    if not len(tree):
        return []
    children = _children(tree, main_content(tree))
    names, which, count = np.unique(tree.tag[children], return_inverse=True, return_counts=True)
    if not len(names) or count.max() < 2:
        return []
    held = np.bincount(which, weights=tree.length[children])
    chosen = children[which == int(np.where(count > 1, held, -1.0).argmax())]
    return [(int(tree.start[row]), int(tree.end[row])) for row in chosen if tree.length[row] > 0]


def main_content(tree: TextTree) -> int:
    """The lowest element that holds most of the text: as long as one child does, go down to it."""
    row, length = 0, tree.length
    least = _MIN_SHARE * length[0]
    while (
        len(children := _children(tree, row)) and length[best := int(children[length[children].argmax()])] > least
    ):
        row = best
    return row


def _children(tree: TextTree, row: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.flatnonzero(tree.parent == row)

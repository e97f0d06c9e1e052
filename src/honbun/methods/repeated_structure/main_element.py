"""Where the posts of a page are: the main element.

Templates give every page the same elements; where the posts go there are as many as there are posts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from honbun.page import Page, Rows, tags

TEXT = -1
"""The tag of a text element."""
BODY = 0
"""The body is the first element of every tree that has any."""


@dataclass(frozen=True, kw_only=True)
class MainElementOptions:
    """What the paper leaves to be tuned, and what its scan leaves open."""

    siblings: int = 4
    """Pages of the same site that are compared with the page: the paper's α, and its value."""
    agreement: float = 0.7
    """The main element is in the first layer in which a smaller share of pages agrees: the paper's β.

    Anything from .5 to 1 is the same on generated threads, whose templates do not vary; .7 is best on real forums,
    where they do (docs/post-by-post.md).
    """
    with_breaks: bool = False
    """`<br>` is an element, not a part of the text it stands in.

    F .57 instead of .99 on generated boards with `<hr>`, .41 instead of .46 on real forums: posts have as many
    lines as they like, so lines repeat more than posts do.
    """

    def __post_init__(self) -> None:
        if self.siblings < 0:
            raise ValueError(f"siblings: {self.siblings} is less than 0")
        if not 0 <= self.agreement <= 1:
            raise ValueError(f"agreement: {self.agreement} is not between 0 and 1")


@dataclass(frozen=True, eq=False)
class TextTree:
    """The elements of a body and the text elements among them, one row each in document order."""

    page: Page
    tag: Rows
    """Code of the name in this page; `TEXT` for a text element."""
    parent: Rows
    """Row of the parent, -1 for the body."""
    depth: Rows
    """The layer of each row, from 0: the paper's k, less one."""
    start: Rows
    """Where the row's text begins and ends in the text of the page."""
    end: Rows

    def __len__(self) -> int:
        return len(self.tag)

    @property
    def length(self) -> Rows:
        """How much text each row holds (TextLength)."""
        return np.asarray(self.page.length_before[self.end] - self.page.length_before[self.start])

    def name(self, row: int) -> str:
        """The name of an element; `text` for a text element."""
        if self.tag[row] == TEXT:
            return "text"
        named = np.flatnonzero(self.page.tag == self.tag[row])
        return self.page.tag_name(int(named[0]))

    def layer(self, depth: int) -> Rows:
        """The rows of one layer (LevelElements)."""
        return np.flatnonzero(self.depth == depth).astype(np.int32)

    def below(self, row: int) -> list[Rows]:
        """The rows below one, layer by layer."""
        outside = np.flatnonzero(self.depth[row + 1 :] <= self.depth[row])
        stop = row + 1 + int(outside[0]) if len(outside) else len(self)
        inside = np.arange(row + 1, stop, dtype=np.int32)
        order = inside[np.argsort(self.depth[inside], kind="stable")]
        return np.split(order, np.flatnonzero(np.diff(self.depth[order])) + 1) if len(order) else []


def insert_text_elements(page: Page, options: MainElementOptions | None = None) -> TextTree:
    """The body of a page with an element around each text that has elements beside it (InsertTextElement).

    So a board made of rules and line breaks has a tree, too. Scripts and the like are left out.
    """
    options = options or MainElementOptions()
    rows = _element_rows(page, options)
    if not len(rows):
        return TextTree(page, *np.zeros((5, 0), dtype=np.int32))
    children = np.bincount(page.parent[rows[1:]], minlength=len(page))
    is_kept = np.zeros(len(page), dtype=np.bool_)
    is_kept[rows] = True
    # An element at the same offset as a node opens before it, for a node has a length.
    nodes = np.flatnonzero(is_kept[page.node_owner] & (children[page.node_owner] > 0))
    opened = np.searchsorted(page.text_start[rows], page.node_start[nodes], "right")
    is_first = np.ones(len(nodes), dtype=np.bool_)
    is_first[1:] = (np.diff(opened) > 0) | (np.diff(page.node_owner[nodes]) != 0)
    first = np.flatnonzero(is_first)
    last = np.append(first[1:], len(nodes))[: len(first)] - 1
    owner = page.node_owner[nodes[first]]
    is_text = np.zeros(len(rows) + len(first), dtype=np.bool_)
    is_text[opened[first] + np.arange(len(first))] = True
    number = np.full(len(page) + 1, -1, dtype=np.int32)
    number[rows] = np.flatnonzero(~is_text)

    def merge(of_elements: Rows, of_texts: Rows) -> Rows:
        column = np.empty(len(is_text), dtype=np.int32)
        column[~is_text], column[is_text] = of_elements, of_texts
        return column

    depth = page.depth - page.depth[rows[0]]
    return TextTree(
        page=page,
        tag=merge(page.tag[rows], np.full(len(first), TEXT)),
        parent=merge(np.append(-1, number[page.parent[rows[1:]]]), number[owner]),
        depth=merge(depth[rows], depth[owner] + 1),
        start=merge(page.text_start[rows], page.node_start[nodes[first]]),
        end=merge(page.text_end[rows], page.node_end[nodes[last]]),
    )


def _element_rows(page: Page, options: MainElementOptions) -> Rows:
    """The rows of the body, or of the root without one, that can hold text or divide it."""
    if not len(page):
        return np.zeros(0, dtype=np.int32)
    body = int(next(iter(page.rows_of("body")), 0))
    is_dropped = page.within(tags.is_in(tags.NOT_TEXT, page.tag))
    if not options.with_breaks:
        is_dropped |= page.tag == tags.CODE["br"]
    is_dropped[body] = False
    return np.flatnonzero(~is_dropped[body : page.end[body]]).astype(np.int32) + np.int32(body)


def child_count_agreement(trees: Sequence[TextTree]) -> list[float]:
    """For each layer the share of pages whose elements there have the most usual number of children, all in all.

    The scan of the paper's formula (Distinct / Count of childrencount) can be read in more than one way.
    """
    deepest = max((int(tree.depth.max(initial=0)) for tree in trees), default=0)
    counts = [np.bincount(tree.depth, minlength=deepest + 2)[1:].tolist() for tree in trees]
    return [Counter(of_layer).most_common(1)[0][1] / len(trees) for of_layer in zip(*counts, strict=True)]


def main_layer(trees: Sequence[TextTree], options: MainElementOptions) -> int:
    """The first layer in which the pages disagree; the body's if there is none."""
    agreements = child_count_agreement(trees)
    return next((layer for layer, agreement in enumerate(agreements) if agreement < options.agreement), 0)


def main_element(trees: Sequence[TextTree], options: MainElementOptions | None = None) -> list[int]:
    """For each page the row of the element that holds its posts (ExtractMainElement).

    In the main layer elements with the same index are one; the one with the most text in all pages together is
    taken. A page that has not so many elements there gives its body.
    """
    layer = main_layer(trees, options or MainElementOptions())
    rows = [tree.layer(layer) for tree in trees]
    total = np.zeros(max(map(len, rows), default=0), dtype=np.int64)
    for tree, of_tree in zip(trees, rows, strict=True):
        total[: len(of_tree)] += tree.length[of_tree]
    index = int(total.argmax()) if len(total) else 0
    return [int(of_tree[index]) if index < len(of_tree) else BODY for of_tree in rows]

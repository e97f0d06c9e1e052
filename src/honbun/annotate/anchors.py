"""Anchors: the text nodes that a block is made of, named so that they are found again without our blocks.

An anchor is the XPath of an element, `#`, and the number of the text node in it among those that show something:
`/html[1]/body[1]/p[3]#1`. Labels hold to nodes, so they outlive a change of how honbun cuts pages into blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from honbun.annotate.marks import OTHER
from honbun.page import Blocks

Anchor = tuple[str, str]


def anchors_of(blocks: Blocks) -> list[Anchor]:
    """For each block its first and its last text node."""
    names = _names(blocks)
    first = blocks.first_node.tolist()
    return [(names[start], names[end - 1]) for start, end in pairwise(first)]


def moved(marks: str, anchors: Sequence[Anchor], blocks: Blocks) -> str:
    """Marks that were made on other blocks of the same page, on these.

    Each block has the mark of most of its text. A post begins where its first node is now.
    """
    number = {name: node for node, name in enumerate(_names(blocks))}
    size = len(blocks.page.node_start)
    letters, begins = [OTHER] * size, [False] * size
    for mark, (first, last) in zip(marks, anchors, strict=True):
        if first not in number or last not in number:
            continue
        for node in range(number[first], number[last] + 1):
            letters[node] = mark.lower()
        begins[number[first]] = mark.isupper()
    length = blocks.page.node_length.tolist()
    starts = blocks.first_node.tolist()
    new = []
    for start, end in pairwise(starts):
        count = Counter[str]()
        for node in range(start, end):
            count[letters[node]] += length[node]
        letter = max(count, key=lambda each: (count[each], each))
        new.append(letter.upper() if any(begins[start:end]) else letter)
    return "".join(new)


def _names(blocks: Blocks) -> list[str]:
    """The name of each text node of the page."""
    page = blocks.page
    owners = page.node_owner
    order = np.argsort(owners, kind="stable")
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = np.diff(owners[order]) != 0
    position = np.arange(len(order))
    number = np.empty(len(order), dtype=np.int64)
    number[order] = position - np.maximum.accumulate(np.where(is_first, position, 0)) + 1
    paths = {row: page.xpath(row) for row in set(owners.tolist())}
    return [f"{paths[row]}#{k}" for row, k in zip(owners.tolist(), number.tolist(), strict=True)]

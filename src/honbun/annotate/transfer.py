"""Marks taken over: by other blocks of the same page, and by other pages of the same template.

A block is named by the text nodes it is made of, so that it is found again without our blocks. The anchor of a
node is the XPath of its element, `#`, and its number among the nodes of the element that show something:
`/html[1]/body[1]/p[3]#1`. Labels hold to nodes, so they outlive a change of how honbun cuts pages into blocks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

import numpy as np

from honbun.annotate.marks import IN_UNIT, OTHER
from honbun.features import Outline
from honbun.page import Blocks, paths, tags

Anchors = tuple[str, str]
"""The first and the last text node of a block."""
# A path tells the letter of its blocks if so much of their text has one, by characters.
_MIN_CLEAR_SHARE = 0.8
# Their classes differ from page to page.
_ROOTS = tags.table("html body".split())


def anchors_of(blocks: Blocks) -> list[Anchors]:
    """For each block its first and its last text node."""
    names = _node_names(blocks)
    return [(names[start], names[end - 1]) for start, end in pairwise(blocks.first_node.tolist())]


def moved(marks: str, anchors: Sequence[Anchors], blocks: Blocks) -> str:
    """Marks that were made on other blocks of the same page, on these.

    Each block has the mark of most of its text. A post begins where its first node is now.
    """
    number = {name: node for node, name in enumerate(_node_names(blocks))}
    size = len(blocks.page.node_start)
    letters, begins = [OTHER] * size, [False] * size
    for mark, (first, last) in zip(marks, anchors, strict=True):
        if first not in number or last not in number:
            continue
        for node in range(number[first], number[last] + 1):
            letters[node] = mark.lower()
        begins[number[first]] = mark.isupper()
    length = blocks.page.node_length.tolist()
    new = []
    for start, end in pairwise(blocks.first_node.tolist()):
        count = Counter[str]()
        for node in range(start, end):
            count[letters[node]] += length[node]
        letter = max(count, key=lambda each: (count[each], each))
        new.append(letter.upper() if any(begins[start:end]) else letter)
    return "".join(new)


def _node_names(blocks: Blocks) -> list[str]:
    """The name of each text node of the page."""
    xpaths: dict[int, str] = {}
    count, names = Counter[int](), []
    for row in blocks.page.node_owner.tolist():
        count[row] += 1
        if row not in xpaths:
            xpaths[row] = blocks.page.xpath(row)
        names.append(f"{xpaths[row]}#{count[row]}")
    return names


def carried(marks: str, source: Outline, target: Outline, otherwise: str) -> str:
    """The marks of one page on another: by the same text at the same path, the same before it, then by the path.

    What stands before a block may be its label: "Room" and "Teacher" tell cells of one path apart. The path is
    that of the inline element a block begins in, then that of its own element. Where a path has no
    letter that is clear, and where the first page has none, the mark is as it is `otherwise`.
    """
    lengths = [max(int(length), 1) for length in source.blocks.length.tolist()]
    new = list(otherwise)
    waiting = set(range(len(new)))
    for of_source, of_target in zip(_keys(source), _keys(target), strict=True):
        votes: dict[Hashable, Counter[str]] = defaultdict(Counter)
        for block, mark in enumerate(marks):
            votes[of_source(block)][mark] += lengths[block]
        for block in sorted(waiting):
            letter = _clear(votes.get(of_target(block)))
            if letter:
                new[block] = letter
                waiting.discard(block)
    first = new.index("t") if "t" in new else len(new)
    return "".join(OTHER if mark == "t" and block > first else mark for block, mark in enumerate(new))


def _keys(outline: Outline) -> Sequence[Callable[[int], Hashable]]:
    """By what blocks of two pages are the same, the most certain first."""
    blocks, page = outline.blocks, outline.page
    signature = outline.signature.copy()
    is_root = tags.is_in(_ROOTS, page.tag)
    signature[is_root] = page.tag[is_root]
    path = paths(page, signature) if len(page) else signature
    owner: list[int] = path[blocks.owner].tolist()
    inline: list[int] = path[page.node_owner[blocks.first_node[:-1]]].tolist()
    hidden = np.asarray(blocks.is_hidden).tolist()
    return (
        lambda block: (inline[block], blocks.texts[block]),
        lambda block: (inline[block], block and blocks.texts[block - 1]),
        lambda block: (inline[block], owner[block], hidden[block]),
        lambda block: (owner[block], hidden[block]),
    )


def _clear(votes: Counter[str] | None) -> str:
    """The letter that has most of the votes; "" if there is none. A capital is one if half of its letter's are."""
    if not votes:
        return ""
    small = Counter[str]()
    for mark, count in votes.items():
        small[mark.lower()] += count
    letter, count = max(small.items(), key=lambda item: (item[1], item[0]))
    if count < _MIN_CLEAR_SHARE * small.total():
        return ""
    return letter.upper() if letter in IN_UNIT and votes[letter.upper()] * 2 > count else letter

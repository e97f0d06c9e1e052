"""Kept blocks as plain text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from honbun.page import Blocks, CompiledBlocks, Mask, tags
from honbun.render.tree import LEAVES, LISTS, Node, build, is_tight, leaves

_BREAK = tags.CODE["br"]


def text(blocks: Blocks, keep: Mask) -> str:
    """The kept blocks in document order, an empty line between paragraphs, of which one may be several blocks.

    Items of one list and rows of one table follow line by line, the cells of a row with a tab between them,
    unless one of them holds several paragraphs. Preformatted text is untouched.
    """
    if keep.shape != (len(blocks),):
        raise ValueError(f"decisions of shape {keep.shape} on {len(blocks)} blocks")
    if isinstance(blocks, CompiledBlocks):
        return blocks.parsed.rendered(keep)
    return text_readable(blocks, keep)


def text_readable(blocks: Blocks, keep: Mask) -> str:
    """The same without the core: what it is compared with."""
    return "\n\n".join(_parts(blocks, build(blocks, keep)))


def preformatted(blocks: Blocks, leaf: Node) -> str:
    """The characters of a preformatted leaf as the page has them, with a newline for each `<br>`.

    White space at the ends of the element is part of it where the block next to it is kept. Elements of one
    line each (`<div>` or `<p>` inside `<pre>`) end their lines.
    """
    page = blocks.page
    inside = np.arange(leaf.row + 1, page.end[leaf.row])
    breaks = page.text_start[inside[page.tag[inside] == _BREAK]].tolist()
    code = ""
    for start, end in _ranges(blocks, leaf):
        points = breaks[bisect_left(breaks, start) : bisect_left(breaks, end)]
        part = "\n".join(page.text[a:b] for a, b in pairwise([start, *points, end]))
        is_open = "\n" not in code[len(code.rstrip()) :] + part[: len(part) - len(part.lstrip())]
        code += "\n" + part if code and is_open else part
    return code


def _ranges(blocks: Blocks, leaf: Node) -> list[tuple[int, int]]:
    """One range of the page's text for each block: from the end of the block before to its own end."""
    opening, closing = int(blocks.page.text_start[leaf.row]), int(blocks.page.text_end[leaf.row])
    # Not numpy's own search, which would copy the column for numbers of another type, for each leaf again.
    first, last = bisect_left(blocks.start, opening), bisect_left(blocks.start, closing)
    return [
        (
            opening if block == first else int(blocks.end[block - 1]),
            closing if block == last - 1 else int(blocks.end[block]),
        )
        for block in leaf.blocks
    ]


def _parts(blocks: Blocks, nodes: Sequence[Node]) -> list[str]:
    """The nodes as paragraphs, lists and tables that have something to show."""
    parts: list[str] = []
    for node in nodes:
        if node.kind in LEAVES:
            parts.append(_leaf(blocks, node))
        elif node.kind in LISTS:
            between = "\n" if is_tight(node) else "\n\n"
            parts.append(between.join(between.join(_parts(blocks, item.children)) for item in node.children))
        elif node.kind == "table" and _is_lines(blocks, node):
            parts.append("\n".join(filter(None, (_row(blocks, row) for row in node.children))))
        else:
            parts += _parts(blocks, node.children)
    return list(filter(None, parts))


def _leaf(blocks: Blocks, leaf: Node) -> str:
    if leaf.kind == "pre":
        return preformatted(blocks, leaf).strip("\r\n")
    return " ".join([blocks.texts[block] for block in leaf.blocks])


def _is_lines(blocks: Blocks, table: Node) -> bool:
    """Whether the rows of a table are lines: some have several cells, or all have a cell of one line."""
    if any(len(row.children) > 1 for row in table.children if row.kind == "tr"):
        return True
    return all(len(list(leaves([row]))) == 1 for row in table.children) and not any(
        "\n" in _leaf(blocks, leaf) for leaf in leaves([table])
    )


def _row(blocks: Blocks, row: Node) -> str:
    """A row on one line; a caption is a row of one cell."""
    cells = row.children if row.kind == "tr" else (row,)
    return "\t".join(" ".join(" ".join(_leaf(blocks, leaf) for leaf in leaves([cell])).split()) for cell in cells)

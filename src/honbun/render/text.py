"""Kept blocks as plain text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from honbun.page import Blocks, Mask, tags
from honbun.render import codes
from honbun.render.code import source
from honbun.render.nodes import LEAVES, LISTS, Node, is_tight, leaves
from honbun.render.tables import is_data
from honbun.render.tree import build

_ARRANGED = codes.table("caption dd dir dl dt li menu ol table td th tr ul".split())


def text(blocks: Blocks, keep: Mask) -> str:
    """The kept runs in document order, an empty line between paragraphs.

    Items of one list and rows of one table follow line by line, the cells of a row with a tab between them,
    unless one of them holds several paragraphs. Preformatted text is untouched.
    """
    kept = np.flatnonzero(keep & (blocks.length > 0))
    arranged = np.flatnonzero(_is_arranged(blocks)[kept])
    # Before the first list, table or preformatted text, and after the last, each run is a paragraph.
    first, last = (int(arranged[0]), int(arranged[-1]) + 1) if len(arranged) else (len(kept), len(kept))
    between = np.zeros(len(blocks), dtype=np.bool_)
    between[kept[first:last]] = True
    parts = _parts(blocks, build(blocks, between, images=False, rules=False))
    before, after = ([blocks.texts[run] for run in runs.tolist()] for runs in (kept[:first], kept[last:]))
    return "\n\n".join(filter(None, (*before, *parts, *after)))


def _is_arranged(blocks: Blocks) -> Mask:
    """Runs in lists, tables or preformatted text, which are more than paragraphs."""
    page = blocks.page
    return np.asarray(page.within(tags.is_in(_ARRANGED, page.tag))[blocks.owner] | blocks.is_preformatted)


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
        return source(blocks, leaf).strip("\r\n")
    return "\n".join([blocks.texts[run] for run in leaf.runs])


def _is_lines(blocks: Blocks, table: Node) -> bool:
    """Whether the rows of a table are lines: it holds data, or single cells of one line each."""
    if not is_data(table):
        return False
    if any(len(row.children) > 1 for row in table.children if row.kind == "tr"):
        return True
    return all(len(list(leaves([row]))) == 1 for row in table.children) and not any(
        "\n" in _leaf(blocks, leaf) for leaf in leaves([table])
    )


def _row(blocks: Blocks, row: Node) -> str:
    """A row on one line; a caption is a row of one cell."""
    cells = row.children if row.kind == "tr" else (row,)
    return "\t".join(" ".join(" ".join(_leaf(blocks, leaf) for leaf in leaves([cell])).split()) for cell in cells)

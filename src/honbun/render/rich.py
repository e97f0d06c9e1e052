"""What renderings with markup share: the tree with images and rules, data tables as grids, code, nested marks."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from honbun.page import Blocks, Mask, Page, tags
from honbun.render.inline import Inline, Mark, Span, find_voids, shared
from honbun.render.tree import DEFAULT, LEAVES, LISTS, Node, RenderOptions, build, leaves

# A table wider than this is no table anyone reads, and padding its rows would cost more than its text.
MAX_COLUMNS = 100
# https://html.spec.whatwg.org/multipage/tables.html#dom-tdth-rowspan
MAX_SPAN = 65534
# Markdown takes numbers of nine digits for items; of a list that begins with one of eight, all have no more.
MAX_START_DIGITS = 8

_NUMBER = re.compile(r"\s*(\d{1,6})")
_CELLS = tags.table(["td", "th"])
_HEAD = tags.CODE["thead"]
_ROW, _HEAD_CELL = tags.CODE["tr"], tags.CODE["th"]
_CODE = tags.CODE["code"]
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight)-([\w+#.-]+)")
_HIGHLIGHT = re.compile(r"(?:^|\s)(?:highlight-source|highlight)-([\w+#.-]+)")


def rich_tree(blocks: Blocks, keep: Mask, options: RenderOptions = DEFAULT) -> tuple[Node, ...]:
    """The kept blocks as a tree, with the rules among them and, unless they are left out, the images."""
    return build(blocks, keep, find_voids(blocks, keep, images=options.images))


def in_data_tables(blocks: Blocks, keep: Mask) -> Mask:
    """Which of the kept blocks are in tables that renderings write as such."""
    found = np.zeros(len(blocks), dtype=np.bool_)
    waiting = list(rich_tree(blocks, keep, RenderOptions(images=False)))
    while waiting:
        node = waiting.pop()
        if grid(blocks.page, node):
            found[[block for leaf in leaves([node]) for block in leaf.blocks]] = True
        elif node.kind not in LEAVES:
            waiting += node.children
    return found


class RichWriter(ABC):
    """Writes the nodes of one page. Containers nest to a bounded depth, see `tree.MAX_DEPTH`."""

    def __init__(self, blocks: Blocks, options: RenderOptions, base_url: str | None) -> None:
        self._blocks = blocks
        self._page: Page = blocks.page
        self._tables = options.tables
        self._inline = Inline(blocks, options, base_url)

    @abstractmethod
    def write(self, nodes: Sequence[Node]) -> list[str]:
        """The nodes as blocks of the format, none of them empty."""

    @abstractmethod
    def write_spans(self, spans: list[Span]) -> str:
        """Spans as the inside of a line."""

    def _line(self, leaf: Node) -> str:
        return self.write_spans(self._inline.spans(leaf))

    def _content(self, nodes: Sequence[Node]) -> str:
        """The inside of a container: a single paragraph, lists after it or not, needs no element of its own."""
        line = ""
        if nodes and nodes[0].kind == "p" and all(node.kind in LISTS for node in nodes[1:]):
            line = self._line(nodes[0])
            nodes = nodes[1:]
        written = self.write(nodes)
        return "\n".join([line, *written, ""]) if written else line

    def _grid(self, node: Node) -> Grid | None:
        return grid(self._page, node) if self._tables else None

    def _start(self, node: Node) -> int:
        """The number of the first item of an ordered list: what markdown can say of `start`, else 1."""
        value = (self._page.attribute(node.row, "start") or "").strip()
        is_number = value.isascii() and value.isdecimal() and len(value) <= MAX_START_DIGITS
        return int(value) if is_number else 1

    def _is_code(self, leaf: Node) -> bool:
        """Whether preformatted text begins with a `<code>`: it may also be a mail, a poem or a drawing."""
        row = leaf.row
        return row + 1 < int(self._page.end[row]) and int(self._page.tag[row + 1]) == _CODE

    def _language(self, leaf: Node) -> str:
        """The language named by the class of a `<pre>`, of its `<code>` or of a highlighter's wrapper, or ""."""
        row, parent = leaf.row, self._page.parent
        rows = [row, row + 1] if self._is_code(leaf) else [row]
        # A wrapper's lang-x tells the language of its prose, so that only the highlighters' own prefix counts.
        above = int(parent[row])
        wrappers = [above, int(parent[above])] if above >= 0 else []
        for pattern, candidates in ((_LANGUAGE, rows), (_HIGHLIGHT, wrappers)):
            for candidate in candidates:
                if found := pattern.search(self._page.attribute(candidate, "class") or ""):
                    return found[1].lower()
        return ""


def write_nested(
    spans: list[Span],
    opening: Callable[[Mark], str],
    closing: Callable[[Mark], str],
    content: Callable[[Span], str],
) -> str:
    """Spans as inline markup, elements properly nested."""
    written: list[str] = []
    marks: tuple[Mark, ...] = ()
    for span in spans:
        going_on = shared(marks, span.marks)
        written += map(closing, reversed(marks[going_on:]))
        written += map(opening, span.marks[going_on:])
        written.append(content(span))
        marks = span.marks
    written += map(closing, reversed(marks))
    return "".join(written)


class Cell(NamedTuple):
    """A cell with what is kept of it: no children if nothing is."""

    kind: str
    children: tuple[Node, ...]
    colspan: int
    rowspan: int
    """Number of kept rows it reaches over."""


@dataclass(frozen=True)
class Grid:
    """A data table, without the rows of which nothing is kept."""

    above: tuple[Node, ...]
    below: tuple[Node, ...]
    """Captions, where the page has them."""
    rows: tuple[tuple[Cell, ...], ...]
    """The cells of each row as the page has them."""
    columns: tuple[tuple[Cell | None, ...], ...]
    """Each row with every cell in its column and None where a span or the end of a short row leaves none;
    columns of which nothing is kept are left out."""
    has_head: bool
    """The first row names the columns."""


def grid(page: Page, table: Node) -> Grid | None:
    """A data table of at least two rows and two columns with content; None for any other node."""
    if table.kind != "table":
        return None
    trs = [child for child in table.children if child.kind == "tr"]
    if len(trs) < 2:
        return None
    rows = tuple(_rows(page, table, trs))
    columns = _columns(rows)
    if len(columns[0]) < 2:
        return None
    first = table.children.index(trs[0])
    above, below = (
        tuple(child for child in part if child.kind == "caption")
        for part in (table.children[:first], table.children[first:])
    )
    return Grid(above, below, rows, columns, _has_head(page, trs[0], rows[0]))


def _rows(page: Page, table: Node, trs: Sequence[Node]) -> Iterator[tuple[Cell, ...]]:
    """Of each of these rows, the kept ones of a table, all cells, kept or not."""
    tag = page.tag[table.row : int(page.end[table.row])]
    # Where the kept rows stand among all of the table.
    numbers = np.searchsorted(np.flatnonzero(tag == _ROW), [tr.row - table.row for tr in trs]).tolist()
    cells = table.row + np.flatnonzero(tags.is_in(_CELLS, tag))
    of_row: dict[int, list[int]] = defaultdict(list)
    for cell, parent in zip(cells.tolist(), page.parent[cells].tolist(), strict=True):
        of_row[parent].append(cell)
    heads = set((table.row + np.flatnonzero(tag == _HEAD_CELL)).tolist())
    rowspans, colspans = (page.attributes.get(name) or {} for name in ("rowspan", "colspan"))
    for y, tr in enumerate(trs):
        kept = {cell.row: cell.children for cell in tr.children}
        found = []
        for cell in of_row[tr.row]:
            width = min(_span(colspans[cell]), MAX_COLUMNS) if cell in colspans else 1
            reach = bisect_left(numbers, numbers[y] + _span(rowspans[cell]), y) - y if cell in rowspans else 1
            found.append(Cell("th" if cell in heads else "td", kept.get(cell, ()), width, reach))
        yield tuple(found)


def _span(value: str) -> int:
    """The number of columns or rows a cell spans, at least 1 as the HTML standard has it."""
    digits = _NUMBER.match(value)
    return max(1, min(int(digits[1]), MAX_SPAN)) if digits else 1


def _columns(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell | None, ...], ...]:
    """The rows with cells in their columns, all of one width; no columns at all if there are too many."""
    placed: list[list[Cell | None]] = []
    reach: dict[int, int] = {}
    for y, row in enumerate(rows):
        line: list[Cell | None] = []
        for cell in row:
            while reach.get(len(line), 0) > y:
                line.append(None)
            if cell.rowspan > 1:
                reach.update(dict.fromkeys(range(len(line), len(line) + cell.colspan), y + cell.rowspan))
            line += [cell, *[None] * (cell.colspan - 1)]
            if len(line) > MAX_COLUMNS:
                return ((),)
        placed.append(line)
    used = sorted({x for line in placed for x, cell in enumerate(line) if cell and cell.children})
    return tuple(tuple(line[x] if x < len(line) else None for x in used) for line in placed)


def _has_head(page: Page, tr: Node, cells: tuple[Cell, ...]) -> bool:
    """Whether the first row names the columns: it says so, or nothing says otherwise.

    A row that begins with a header cell and goes on with others is a record with its name.
    """
    if int(page.tag[page.parent[tr.row]]) == _HEAD:
        return True
    kinds = [cell.kind for cell in cells]
    return "th" not in kinds or "td" not in kinds or kinds[0] == "td"

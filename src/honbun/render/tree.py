"""The kept structure of a page as a small tree: what all renderings are written from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import NamedTuple

import numpy as np

from honbun.page import Blocks, Mask, Page, Rows, find_tables, tags

# Containers nested deeper than this add nothing to theirs: no text is lost, no reader can follow, and the
# indentation of markdown stays linear in the text. Sixteen lists in lists are 32 containers.
MAX_DEPTH = 64
# A table needs its rows and cells as containers below it.
MAX_TABLE_DEPTH = MAX_DEPTH - 2


LISTS = frozenset({"dl", "ol", "ul"})
HEADINGS = frozenset(tags.HEADING_NAMES)
LEAVES = HEADINGS | {"hr", "p", "pre"}

_KINDS = {name: name for name in "blockquote caption dd dl dt figcaption figure li ol table td th tr ul".split()}
_KINDS |= {"dir": "ul", "menu": "ul"}
_KIND_OF = {tags.CODE[name]: kind for name, kind in _KINDS.items()}
_HEADING_OF = {tags.CODE[name]: name for name in HEADINGS}
_STRUCTURAL = tags.table([*_KINDS, *HEADINGS])
_TABLE, _IMAGE, _BREAK = (tags.CODE[name] for name in ("table", "img", "br"))

# The list an item without one gets, and the items of each kind of list.
_LIST_OF = {"li": "ul", "dt": "dl", "dd": "dl"}
_ITEMS = {"ul": frozenset({"li"}), "ol": frozenset({"li"}), "dl": frozenset({"dd", "dt"})}
_NO_ITEMS: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """Which markup to write. What is left out is markup only: the kept text is always there."""

    links: bool = True
    """Write links; else their text only."""
    images: bool = True
    """Write the images that lie inside the kept region."""
    tables: bool = True
    """Write data tables as tables; else the content of their cells, one after another."""


DEFAULT = RenderOptions()


class Node(NamedTuple):
    """A container with its children, or a leaf with the blocks of the page that it shows.

    Containers are `ul ol li dl dt dd blockquote table layout caption tr td th figure figcaption`, leaves are
    `p h1`-`h6 pre hr`, whatever the elements were called: menus are `ul`, the text of a `div` is a `p`, and a
    table is a `layout` unless nothing but short texts is kept of its cells.
    """

    kind: str
    row: int
    """The element of the page; of a paragraph, the one its text lies in."""
    children: tuple[Node, ...] = ()
    blocks: tuple[int, ...] = ()
    low: int = -1
    high: int = -1
    """Of a leaf: images and line breaks that belong to it are rows of the page from low + 1 to high."""


def leaves(nodes: Sequence[Node]) -> Iterator[Node]:
    """All leaves under the nodes, in document order."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if node.kind in LEAVES:
            yield node
        else:
            waiting.extend(reversed(node.children))


def is_tight(node: Node) -> bool:
    """Whether every item of a list is one block, or a paragraph and lists: then no empty lines separate them."""
    return all(
        len(item.children) == 1
        or (item.children[0].kind in LISTS | {"p"} and all(child.kind in LISTS for child in item.children[1:]))
        for item in node.children
    )


def build(blocks: Blocks, keep: Mask, voids: Rows | None = None) -> tuple[Node, ...]:
    """The kept blocks in the lists, quotes, tables and figures they lie in, with these images and rules between.

    Elements that only group (`div`, `section`, ...) leave no trace. Linear in the size of the page, and no
    recursion, however deep it is nested.
    """
    keep = keep & (blocks.length > 0)
    if not np.any(keep):
        return ()
    tree = _Tree(blocks.page)
    # There may be very many items: each is gone once it is in a leaf.
    return tree.grown(list(map(tree.leaf, _lines(_items(blocks, keep, voids), _breaks(blocks.page)))))


def opened_before(page: Page) -> Rows:
    """For each text node the row of the last element opened before it.

    This puts text nodes and elements in one order: node k stands after row `opened_before(page)[k]` and before
    the next. An element opened after the node starts at its end or later, because no node is empty.
    """
    return (np.searchsorted(page.text_start, page.node_start, "right") - 1).astype(np.int32)


def extents(blocks: Blocks) -> tuple[Rows, Rows]:
    """For each block the last row opened before it and the last opened before its end."""
    opened = opened_before(blocks.page)
    return opened[blocks.first_node[:-1]], opened[blocks.first_node[1:] - 1]


class _Item(NamedTuple):
    """A block, an image or a rule, in document order. Elements opened inside it are rows `low + 1:high + 1`."""

    low: int
    high: int
    owner: int
    """Row of the block-level element it lies in; of a rule or preformatted text, the row itself."""
    kind: str
    """`text`, `img`, `hr` or `pre`."""
    block: int = -1


def _items(blocks: Blocks, keep: Mask, voids: Rows | None) -> Iterable[_Item]:
    """The kept blocks, images and rules in document order."""
    items = _block_items(blocks, np.flatnonzero(keep).astype(np.int32))
    if voids is None or not len(voids):
        return items
    # A block stands after the row `low` was opened, an element at its own row.
    all_items = sorted(
        chain(items, _void_items(blocks.page, voids)),
        key=lambda item: item.low + 0.5 if item.block >= 0 else item.low + 1,
    )
    return _without_idle_rules(all_items)


def _block_items(blocks: Blocks, kept: Rows) -> Iterator[_Item]:
    low, high = extents(blocks)
    owner = blocks.owner[kept]
    is_raw = blocks.is_preformatted[kept]
    if np.any(is_raw):
        nearest = blocks.page.nearest(tags.is_in(tags.PREFORMATTED, blocks.page.tag))
        owner = np.where(is_raw, nearest[owner], owner)
    kinds = ["pre" if raw else "text" for raw in is_raw.tolist()]
    return map(_Item, low[kept].tolist(), high[kept].tolist(), owner.tolist(), kinds, kept.tolist())


def _void_items(page: Page, voids: Rows) -> Iterator[_Item]:
    is_image = page.tag[voids] == _IMAGE
    owner = np.where(is_image, page.nearest(tags.is_in(tags.BLOCK_LEVEL, page.tag))[voids], voids)
    kinds = ["img" if image else "hr" for image in is_image.tolist()]
    return map(_Item, (voids - 1).tolist(), voids.tolist(), owner.tolist(), kinds)


def _without_idle_rules(items: list[_Item]) -> list[_Item]:
    """The items without rules that separate nothing: at the ends, or one after another."""
    found: list[_Item] = []
    for item, following in pairwise([*items, None]):
        if item and (item.kind != "hr" or (found and following and following.kind != "hr")):
            found.append(item)
    return found


def _breaks(page: Page) -> list[int]:
    """How much separates each row from the first: two line breaks are as much as an element of its own."""
    apart: list[int] = np.cumsum(2 * tags.is_in(tags.BLOCK_LEVEL, page.tag) + (page.tag == _BREAK)).tolist()
    return apart


def _lines(items: Iterable[_Item], apart: list[int]) -> Iterator[list[_Item]]:
    """The items in groups: what only inline elements keep apart is one line, all blocks of one `<pre>` are one."""
    line: list[_Item] = []
    for item in items:
        if line and not _goes_on(line, item, apart):
            yield line
            line = []
        line.append(item)
    if line:
        yield line


def _goes_on(line: list[_Item], item: _Item, apart: list[int]) -> bool:
    """Whether an item continues the line, or the preformatted text, that the items before it are part of."""
    last = line[-1]
    if item.owner != last.owner or item.kind == "hr":
        return False
    if item.kind == "pre" or last.kind == "pre":
        return item.kind == last.kind
    separation = apart[item.low] - apart[last.high]
    before = next((other.block for other in reversed(line) if other.block >= 0), -1)
    if item.block >= 0 and before >= 0:
        # An amount, a unit and a name, each in a `<span>`: nothing else begins between them, nothing is left out.
        return item.block == before + 1 and not separation
    return separation < 2


class _Tree:
    """Hangs leaves into the containers around them. A heading is structural but contains no blocks."""

    def __init__(self, page: Page) -> None:
        self._page = page
        mask = tags.is_in(_STRUCTURAL, page.tag)
        nearest = page.nearest(mask)
        self._nearest: list[int] = nearest.tolist()
        """For each row the nearest structural row, itself included, or -1."""
        rows = np.flatnonzero(mask)
        parent = page.parent[rows]
        above = np.where(parent < 0, -1, nearest[parent])
        self._code = dict(zip(rows.tolist(), page.tag[rows].tolist(), strict=True))
        self._heading = {row: _HEADING_OF[code] for row, code in self._code.items() if code in _HEADING_OF}
        self._container = {-1: -1}
        """For each structural row the container that it is, or lies in; -1 at the top."""
        self._above: dict[int, int] = {}
        """For each container the one around it."""
        self._depth = {-1: 0}
        for row, outer in zip(rows.tolist(), above.tolist(), strict=True):
            outer = self._container[outer]
            if row in self._heading or self._depth[outer] >= MAX_DEPTH:
                self._container[row] = outer
            else:
                self._container[row] = row
                self._above[row] = outer
                self._depth[row] = self._depth[outer] + 1

    def leaf(self, line: list[_Item]) -> Node:
        """The items of a line as a leaf."""
        low, high, row, kind, block = line[0]
        if kind in ("text", "img"):
            near = self._nearest[row]
            heading = self._heading.get(near)
            kind, row = (heading, near) if heading else ("p", row)
        blocks: tuple[int, ...] = (block,) if block >= 0 else ()
        if len(line) > 1:
            blocks = tuple([item.block for item in line if item.block >= 0])
            high = max([item.high for item in line])
        return Node(kind, row, (), blocks, low, high)

    def grown(self, placed: list[Node]) -> tuple[Node, ...]:
        """The tree of leaves in document order. The stack has row, end and children of each open container."""
        tables, end = self._plain_tables([leaf.row for leaf in placed]), self._page.end.tolist()
        stack: list[tuple[int, int, list[Node]]] = [(-1, len(self._page), [])]

        def close() -> None:
            row, _, children = stack.pop()
            kind = _KIND_OF[self._code[row]]
            if kind == "table" and row not in tables:
                kind = "layout"
            stack[-1][2].append(Node(kind, row, _with_lists(kind, children)))

        for leaf in placed:
            container = self._container[self._nearest[leaf.row]]
            while not stack[-1][0] <= container < stack[-1][1]:
                close()
            if container != stack[-1][0]:
                if self._above[container] != stack[-1][0]:
                    path = self._path(self._above[container], stack[-1][0])
                    stack += [(row, end[row], []) for row in reversed(path)]
                stack.append((container, end[container], []))
            stack[-1][2].append(leaf)
        while len(stack) > 1:
            close()
        return _with_lists("", stack[0][2])

    def _path(self, row: int, above: int) -> list[int]:
        """A container and those around it, innermost first, below the container `above`."""
        path = []
        while row != above:
            path.append(row)
            row = self._above[row]
        return path

    def _plain_tables(self, rows: list[int]) -> set[int]:
        """The tables of which nothing but short texts in cells is kept, given the elements of all leaves."""
        if _TABLE not in self._code.values():
            return set()
        owner, ones = np.array(rows, dtype=np.int32), np.ones(len(rows))
        tables = find_tables(self._page, owner, ones, ones)
        plain = tables.row[tables.has_plain_cells].tolist()
        return {row for row in plain if self._depth.get(row, MAX_DEPTH) <= MAX_TABLE_DEPTH}


def _with_lists(kind: str, children: list[Node]) -> tuple[Node, ...]:
    """The children of a container, once items stand in lists and lists hold nothing but items.

    In a list, what is no item goes to the item before it, as `<ul><li>a</li><ul>...</ul></ul>` is meant.
    """
    own = _ITEMS.get(kind, _NO_ITEMS)
    if not own and len(children) == 1 and children[0].kind not in _LIST_OF:  # most are such
        return (children[0],)
    kinds = {child.kind for child in children}
    if kinds <= own or (not own and kinds.isdisjoint(_LIST_OF)):
        return tuple(children)
    children = _listed(children, own)
    return tuple(_adopted(children, own) if own else children)


def _listed(children: list[Node], own: frozenset[str]) -> list[Node]:
    """The children with items of other lists than this wrapped in such lists."""
    groups = groupby(children, key=lambda child: None if child.kind in own else _LIST_OF.get(child.kind))
    listed: list[Node] = []
    for kind, group in groups:
        listed += [Node(kind, -1, tuple(group))] if kind else group
    return listed


def _adopted(children: list[Node], own: frozenset[str]) -> list[Node]:
    """The items of a list, each with what follows it and is no item."""
    groups: list[tuple[Node, list[Node]]] = []
    for child in children:
        if child.kind in own:
            groups.append((child, list(child.children)))
        elif groups:
            groups[-1][1].append(child)
        else:
            groups.append((Node(min(own), -1), [child]))
    return [item._replace(children=tuple(inside)) for item, inside in groups]

"""Leaves into a tree: the structural elements around each, opened and closed in document order."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from honbun.page import Page, tags
from honbun.render import codes
from honbun.render.nodes import HEADINGS, Node

# Containers nested deeper than this add nothing to theirs: no text is lost, no reader can follow, and the
# indentation of markdown stays linear in the text. Sixteen lists in lists are 32 containers.
MAX_DEPTH = 64

_KINDS = {
    name: name for name in "blockquote caption dd dl dt figcaption figure li ol table td th tr ul".split()
} | {"dir": "ul", "menu": "ul"}
_KIND_OF = {tags.CODE[name]: kind for name, kind in _KINDS.items()}
_HEADING_OF = {tags.CODE[name]: name for name in HEADINGS}
_STRUCTURAL = codes.table([*_KINDS, *HEADINGS])

# The list an item without one gets, and the items of each kind of list.
_LIST_OF = {"li": "ul", "dt": "dl", "dd": "dl"}
_ITEMS = {"ul": frozenset({"li"}), "ol": frozenset({"li"}), "dl": frozenset({"dd", "dt"})}
_NO_ITEMS: frozenset[str] = frozenset()


class Containers:
    """For each element the container its content goes to. A heading is structural but contains no blocks."""

    def __init__(self, page: Page) -> None:
        mask = tags.is_in(_STRUCTURAL, page.tag)
        nearest = page.nearest(mask)
        self.nearest: list[int] = nearest.tolist()
        """For each row the nearest structural row, itself included, or -1."""
        rows = np.flatnonzero(mask)
        parent = page.parent[rows]
        above = np.where(parent < 0, -1, nearest[parent])
        self._code = dict(zip(rows.tolist(), page.tag[rows].tolist(), strict=True))
        self._above: dict[int, int] = {}
        self._container = {-1: -1}
        depth = {-1: 0}
        for row, outer in zip(rows.tolist(), above.tolist(), strict=True):
            outer = self._container[outer]
            if self._code[row] in _HEADING_OF or depth[outer] >= MAX_DEPTH:
                self._container[row] = outer
            else:
                self._container[row] = row
                self._above[row] = outer
                depth[row] = depth[outer] + 1

    def heading_at(self, row: int) -> str | None:
        """The name of the heading this structural row is, if it is one."""
        return _HEADING_OF.get(self._code.get(row, -1))

    def kind(self, row: int) -> str:
        """The kind of node a container makes."""
        return _KIND_OF[self._code[row]]

    def path(self, near: int, down_to: int) -> list[int]:
        """Containers around a structural row, innermost first, below the container `down_to`."""
        row = self._container[near]
        path = []
        while row != down_to:
            path.append(row)
            row = self._above[row]
        return path

    def innermost(self, near: int) -> int:
        """The container that a structural row is, or lies in; -1 at the top."""
        return self._container[near]


class Grower:
    """A tree that grows by leaves in document order. Containers on the stack are open."""

    def __init__(self, page: Page, containers: Containers) -> None:
        self._end = page.end.tolist()
        self._containers = containers
        self._stack: list[tuple[int, int, list[Node]]] = [(-1, len(page), [])]

    def add(self, leaf: Node, near: int) -> None:
        """Hang a leaf into the containers around the structural row `near`."""
        inner = self._containers.innermost(near)
        while not self._stack[-1][0] <= inner < self._stack[-1][1]:
            self._close_one()
        if inner != self._stack[-1][0]:
            for row in reversed(self._containers.path(near, self._stack[-1][0])):
                self._stack.append((row, self._end[row], []))
        self._stack[-1][2].append(leaf)

    def close(self) -> tuple[Node, ...]:
        """The finished tree."""
        while len(self._stack) > 1:
            self._close_one()
        return _with_lists("", self._stack[0][2])

    def _close_one(self) -> None:
        row, _, children = self._stack.pop()
        kind = self._containers.kind(row)
        self._stack[-1][2].append(Node(kind, row, _with_lists(kind, children)))


def _with_lists(kind: str, children: list[Node]) -> tuple[Node, ...]:
    """The children of a container, once items stand in lists and lists hold nothing but items.

    In a list, what is no item goes to the item before it, as `<ul><li>a</li><ul>...</ul></ul>` is meant.
    """
    own = _ITEMS.get(kind, _NO_ITEMS)
    kinds = {child.kind for child in children}
    if not kinds.isdisjoint(_LIST_OF.keys() - own):
        children = _listed(children, own)
    return tuple(_adopted(children, own) if own and not kinds <= own else children)


def _listed(children: list[Node], own: frozenset[str]) -> list[Node]:
    """The children with items that are at home in other lists wrapped in such lists."""
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

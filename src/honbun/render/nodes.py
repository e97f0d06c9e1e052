"""`Node`: a part of the kept structure of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from honbun.page import Page

LISTS = frozenset({"dl", "ol", "ul"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LEAVES = HEADINGS | {"hr", "p", "pre"}


class Node(NamedTuple):
    """A container with its children, or a leaf with the runs of the page that it shows.

    Containers are `ul ol li dl dt dd blockquote table caption tr td th figure figcaption`, leaves are
    `p h1`-`h6 pre hr`, whatever the elements were called: menus are `ul`, and the text of a `div` is a `p`.
    """

    kind: str
    row: int
    """The element of the page; of a paragraph, the one its text lies in."""
    children: tuple[Node, ...] = ()
    runs: tuple[int, ...] = ()
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
    return all(len(item.children) == 1 or _is_line_and_lists(item.children) for item in node.children)


def _is_line_and_lists(nodes: tuple[Node, ...]) -> bool:
    return nodes[0].kind in LISTS | {"p"} and all(node.kind in LISTS for node in nodes[1:])


def list_start(page: Page, row: int) -> int:
    """The number of the first item of an ordered list: what markdown can say of `start`, else 1."""
    value = (page.attribute(row, "start") or "").strip()
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= 8 else 1

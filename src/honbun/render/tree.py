"""The kept structure of a page as a small tree: what all renderings are written from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from honbun.page import Blocks, Mask, Page, Rows, tags
from honbun.render import codes
from honbun.render.links import image_source
from honbun.render.nesting import Containers, Grower
from honbun.render.nodes import Node
from honbun.render.voids import kept_voids, opened_before

_IMAGE = tags.CODE["img"]


class _Item(NamedTuple):
    """A run, an image or a rule, in document order. Elements opened inside it are rows `low + 1:high + 1`."""

    low: int
    high: int
    owner: int
    """Row of the block-level element it lies in; of a rule or preformatted text, the row itself."""
    kind: str
    """`run`, `img`, `hr` or `pre`."""
    run: int = -1


def build(blocks: Blocks, keep: Mask, *, images: bool = True, rules: bool = True) -> tuple[Node, ...]:
    """The kept runs, and the images and rules among them, in the lists, quotes, tables and figures they lie in.

    Elements that only group (`div`, `section`, ...) leave no trace. Linear in the size of the page, and no
    recursion, however deep it is nested.
    """
    keep = keep & (blocks.length > 0)
    if not np.any(keep):
        return ()
    page = blocks.page
    wanted = codes.table(["img"] * images + ["hr"] * rules)
    containers = Containers(page)
    grower = Grower(page, containers)
    for node, near in _leaves(page, containers, _without_idle_rules(_items(blocks, keep, wanted))):
        grower.add(node, near)
    return grower.close()


def _items(blocks: Blocks, keep: Mask, wanted: Mask) -> list[_Item]:
    """Runs that are kept and elements without text that are wanted, in document order; images inside runs are not.

    `wanted` is a table of names.
    """
    page = blocks.page
    opened = opened_before(page)
    low, high = opened[blocks.first_node[:-1]], opened[blocks.first_node[1:] - 1]
    runs = np.flatnonzero(keep).astype(np.int32)
    items = _run_items(blocks, runs, low, high)
    voids = kept_voids(blocks, keep, codes.rows(page, wanted))
    if not len(voids):
        return items
    within = np.searchsorted(low[runs], voids, "left") - 1
    is_inside = (within >= 0) & (voids <= high[runs][within])
    is_inside |= page.within(tags.is_in(tags.PREFORMATTED, page.tag))[voids]
    items += _void_items(page, voids[~is_inside])
    # A run stands after the row `low` was opened, an element at its own row.
    items.sort(key=lambda item: item.low + 0.5 if item.run >= 0 else item.low + 1)
    return items


def _run_items(blocks: Blocks, runs: Rows, low: Rows, high: Rows) -> list[_Item]:
    owner = blocks.owner[runs]
    is_raw = blocks.is_preformatted[runs]
    if np.any(is_raw):
        nearest = blocks.page.nearest(tags.is_in(tags.PREFORMATTED, blocks.page.tag))
        owner = np.where(is_raw, nearest[owner], owner)
    kinds = ["pre" if raw else "run" for raw in is_raw.tolist()]
    columns = (low[runs].tolist(), high[runs].tolist(), owner.tolist(), kinds, runs.tolist())
    return list(map(_Item, *columns))


def _void_items(page: Page, voids: Rows) -> list[_Item]:
    """Rules, and the images that have an address.

    Lazily loaded images come with a copy in `<noscript>`: of two equal images in a row, one of them in there, the
    second is left out.
    """
    owner = page.nearest(tags.is_in(tags.BLOCK_LEVEL, page.tag))[voids].tolist()
    is_spare = page.within(page.tag == tags.CODE["noscript"])[voids].tolist()
    items = []
    last, last_is_spare = "", False
    for row, above, spare in zip(voids.tolist(), owner, is_spare, strict=True):
        if page.tag[row] != _IMAGE:
            items.append(_Item(row - 1, row, row, "hr"))
            continue
        source = image_source(page, row)
        is_copy = source == last and spare != last_is_spare
        if source and not is_copy:
            items.append(_Item(row - 1, row, above, "img"))
        last, last_is_spare = "" if is_copy else source, spare
    return items


def _without_idle_rules(items: list[_Item]) -> Iterator[_Item]:
    """The items without rules that separate nothing: at the ends, or one after another."""
    rule = None
    is_first = True
    for item in items:
        if item.kind == "hr":
            rule = item
            continue
        if rule and not is_first:
            yield rule
        rule = None
        is_first = False
        yield item


def _leaves(page: Page, containers: Containers, items: Iterator[_Item]) -> Iterator[tuple[Node, int]]:
    """The items as leaves, each with the row of the nearest structural element around it.

    Images go with the text they stand next to in one line; runs of one `<pre>` go together.
    """
    joints = _Joints(page)
    group: list[_Item] = []
    for item in items:
        if group and not joints.joins(group, item):
            yield _leaf(containers, group)
            group = []
        group.append(item)
    if group:
        yield _leaf(containers, group)


def _leaf(containers: Containers, group: list[_Item]) -> tuple[Node, int]:
    low, high, row, kind, run = group[0]
    near = containers.nearest[row]
    if kind in ("run", "img"):
        heading = containers.heading_at(near)
        kind, row = (heading, near) if heading else ("p", row)
    if len(group) == 1:
        return Node(kind, row, (), (run,) if run >= 0 else (), low, high), near
    runs = tuple([item.run for item in group if item.run >= 0])
    return Node(kind, row, (), runs, low, max([item.high for item in group])), near


class _Joints:
    """Whether an item continues the line, or the preformatted text, that the items before it are part of."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @cached_property
    def _blocks(self) -> list[int]:
        """How many block-level elements open before each row, it included."""
        return list(np.cumsum(tags.is_in(tags.BLOCK_LEVEL, self._page.tag)).tolist())

    @cached_property
    def _breaks(self) -> list[int]:
        """The same of line breaks."""
        return list(np.cumsum(self._page.tag == tags.CODE["br"]).tolist())

    def joins(self, group: list[_Item], item: _Item) -> bool:
        last = group[-1]
        # Two runs are two because something separates them.
        if item.kind == last.kind == "run" or item.owner != last.owner or item.kind == "hr":
            return False
        if item.kind == "pre" or last.kind == "pre":
            return item.kind == last.kind
        if item.run >= 0 and any(other.run >= 0 for other in group):
            return False
        is_apart = self._blocks[item.low] > self._blocks[last.high]
        return not is_apart and self._breaks[item.low] - self._breaks[last.high] < 2

"""Pages of the work file as they are shown: parsed when they are asked for, the latest kept."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import RLock

import numpy as np

from honbun.annotate.anchors import anchors_of, moved
from honbun.annotate.guess import Skeleton
from honbun.annotate.store import Store
from honbun.document import Document
from honbun.extraction import read
from honbun.features import Outline
from honbun.page import Labels
from honbun.studio import Account, frame_document

_STYLE = Path(__file__).with_name("static") / "page.css"
# Pages whose parsed form is kept.
_MOST = 16


@dataclass(frozen=True)
class Shown:
    """What the browser is told of the blocks of a page."""

    like: list[int]
    """For each block a number; blocks with the same one stand in the same place of the template."""
    ranges: list[tuple[int, int]]
    """The blocks of each section that has several, first and first after."""


class Pages:
    """Parsed pages by number."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[int, Outline] = OrderedDict()
        self._places: dict[int, frozenset[int]] = {}
        self._lock = RLock()

    def outline(self, page: int) -> Outline:
        """A page, measured. Marks made on blocks that are cut otherwise now are moved to those of today."""
        with self._lock:
            if page in self._kept:
                self._kept.move_to_end(page)
                return self._kept[page]
            raw = self._store.raw(page)
            outline = read(raw.body, raw.url, raw.content_type)
            self._move(page, outline)
            self._kept[page] = outline
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)
            return outline

    def shown(self, page: int) -> Shown:
        """What goes with the frame of a page."""
        outline = self.outline(page)
        blocks = outline.blocks
        _, like = np.unique(outline.path[outline.page.node_owner[blocks.first_node[:-1]]], return_inverse=True)
        pairs = np.stack([outline.first, outline.last], axis=1)
        ranges = np.unique(pairs[outline.last - outline.first > 1], axis=0)
        return Shown(like.tolist(), [(first, last) for first, last in ranges.tolist()])

    def frame(self, page: int) -> str:
        """A page to look at, without labels: the app paints them."""
        outline = self.outline(page)
        size = len(outline.blocks)
        labels = Labels(np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.uint32))
        account = Account(outline, Document(outline.blocks, labels), None)
        return frame_document(account, _STYLE.read_text("utf-8"))

    def places(self, page: int) -> frozenset[int]:
        """Where a page has texts."""
        if page not in self._places:
            self._places[page] = frozenset(self._store.skeleton(page).places)
        return self._places[page]

    def _move(self, page: int, outline: Outline) -> None:
        skeleton = self._store.skeleton(page)
        anchors = anchors_of(outline.blocks)
        if anchors != skeleton.anchors:
            new = Skeleton(anchors, skeleton.places, outline.blocks.length.tolist())
            move = partial(moved, anchors=skeleton.anchors, blocks=outline.blocks)
            self._store.recut(page, skeleton, new, move)

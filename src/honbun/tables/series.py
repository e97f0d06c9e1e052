"""`Series`: the elements and texts of several pages as one set of columns, so that paths are compared at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import (
    SHOWN_BREAK,
    Blocks,
    Hashes,
    Mask,
    Page,
    Rows,
    TemplateSignatures,
    by_depth,
    collapse,
    pack,
    paths,
    segment,
    tags,
    text_hashes,
)
from honbun.tables.columns import LABEL_ELEMENTS, LABEL_SIGNS, TABLE_CELLS, has_words, split_label

Ints = npt.NDArray[np.int64]

# No page that a person made nests its fields deeper; on one of nested elements, to look farther up from each would
# take as long as the square of their number.
MAX_LEVELS = 128
_CLIMBING = 1 << 13
# The signature of a text, where elements have their name and class.
_CELLS = tags.table("td th dt dd".split())
_TEXT = np.uint64(0x746578745F6E6F64)
# A block of several texts is one value if it is prose: so long, with so much of it outside inline elements, and no
# label in it.
_MIN_PROSE_LENGTH = 200
_MIN_BARE_LENGTH = 80
# A first line up to so long, with a <br> after it, is a label and not part of the prose below.
_MAX_HEADING_LENGTH = 40


@dataclass(frozen=True, eq=False)
class Series:
    """Pages as *nodes*, elements and texts, of which a text is a node without children.

    A text is a text node of the page or, where inline elements cut a sentence to pieces, the whole line. The nodes
    of a page are its elements in order and then its texts; all texts of all pages are also numbered, in document
    order.
    """

    pages: tuple[Page, ...]
    words: frozenset[str]
    """The words of classes that tell its elements apart."""
    roots: Ints
    """The first node of each page."""
    page: Ints
    """The number of the page of each node."""
    parent: Ints
    """The node it lies in; -1 for a root."""
    depth: Ints
    tag: Ints
    """Code of the element's name; -1 for texts and for names that are not HTML's."""
    name: Hashes
    """Hash of the element's name."""
    signature: Hashes
    """Hash of name, class and id, without numbers."""
    is_marked: Mask
    """It has a class or an id."""
    first: Ints
    """The texts in a node are `first:last`."""
    last: Ints
    node: Ints
    """For each text the node it is itself."""
    block: Ints
    """For each text the nearest block-level element."""
    text_id: Ints
    """For each text its number in `distinct`."""
    distinct: tuple[str, ...]
    """The different texts."""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """All texts, in document order."""
        return tuple(map(self.distinct.__getitem__, self.text_id.tolist()))

    @cached_property
    def text_page(self) -> Ints:
        """For each text the number of its page."""
        return self.page[self.node]

    @cached_property
    def above(self) -> Ints:
        """For each text the element that holds it."""
        return self.parent[self.node]

    @cached_property
    def follows(self) -> Mask:
        """For each text whether it has one before it on its page."""
        return np.append(False, self.text_page[1:] == self.text_page[:-1])[: len(self.texts)]

    @cached_property
    def lines(self) -> Ints:
        """Block-level elements with nothing but inline text in them, in order."""
        nodes = np.unique(self.block)
        foreign = np.append(0, np.cumsum(np.append(True, self.block[1:] != self.block[:-1])))
        is_one = foreign[self.last[nodes]] - foreign[self.first[nodes] + 1] == 0
        return np.asarray(nodes[is_one & (self.block[self.first[nodes]] == nodes)])

    def of_distinct(self, feature: Callable[[str], object], kind: type[np.generic]) -> npt.NDArray[Any]:
        """A feature of each text, taken once for those that are the same."""
        return np.array([feature(text) for text in self.distinct], dtype=kind)[self.text_id]

    @cached_property
    def has_words(self) -> Mask:
        """Texts with letters or digits, not only signs."""
        return self.of_distinct(has_words, np.bool_)

    @cached_property
    def distinct_hash(self) -> Hashes:
        """For each different text a hash of its words."""
        return text_hashes(self.distinct)

    @cached_property
    def text_hash(self) -> Hashes:
        """For each text a hash of its words."""
        return self.distinct_hash[self.text_id]

    @cached_property
    def inner_hash(self) -> Hashes:
        """For each text a hash of the label inside it, 0 if there is none."""
        parts = [split_label(text) for text in self.distinct]
        words = np.zeros(len(parts), dtype=np.uint64)
        words[[part is not None for part in parts]] = text_hashes([part[0] for part in parts if part])
        return words[self.text_id]

    @cached_property
    def marks(self) -> tuple[Mask, Mask, Mask]:
        """Texts that end with a colon; in the head of a row or of a term; that are all that their cell holds."""
        has_sign = self.of_distinct(lambda text: text.endswith(LABEL_SIGNS), np.bool_)
        is_cell = tags.is_in(_CELLS, self.tag)
        cell = self.nearest(self.above, is_cell)
        inside = cell >= 0
        row = np.where(inside, self.parent[cell], -1)
        is_head = inside & tags.is_in(LABEL_ELEMENTS, self.tag[cell])
        cells = np.bincount(self.parent[is_cell & (self.parent >= 0)], minlength=len(self.parent))
        begins = inside & (self.first[cell] == self.first[row])
        is_first_of_two = begins & (cells[row] == 2) & tags.is_in(TABLE_CELLS, self.tag[cell])
        is_whole = inside & (self.last[cell] - self.first[cell] <= 1)
        return has_sign, is_head | is_first_of_two, is_whole

    @cached_property
    def levels(self) -> list[Ints]:
        """The nodes of each depth, in order."""
        order, ends = by_depth(self.depth), np.cumsum(np.bincount(self.depth))
        return [order[start:end] for start, end in pairwise([0, *ends.tolist()])]

    def row(self, node: int) -> tuple[Page, int]:
        """The page of an element, and its row there."""
        page = int(self.page[node])
        return self.pages[page], node - int(self.roots[page])

    @cached_property
    def path(self) -> Hashes:
        """For each node its path, by names and classes."""
        return paths(self, self.signature)

    def nearest(self, nodes: Ints, mask: Mask) -> Ints:
        """For each of these nodes the nearest one with the mask set, itself or above it; -1 if there is none."""
        n = len(self.parent)
        up = np.append(np.where(mask, np.arange(n), np.where(self.parent >= 0, self.parent, n)), n)
        for _ in range(len(self.levels).bit_length()):  # pointers double at each turn
            up = up.take(up)
        found = up[np.where(nodes >= 0, nodes, n)]
        return np.where(found == n, -1, found)

    def names_up(self, nodes: Ints, stop: Ints) -> Hashes:
        """A key of the names from each node up to the one, not counted, where it stops, or as far as is looked."""
        keys, climbed = np.zeros(len(nodes), dtype=np.uint64), nodes.copy()
        # As many at once as lie in the caches of a processor while so many levels are climbed.
        for start in range(0, len(nodes), _CLIMBING):
            part = slice(start, start + _CLIMBING)
            own, here, ends = keys[part], climbed[part], stop[part]
            going = np.flatnonzero((here >= 0) & (here != ends))
            for _ in range(MAX_LEVELS):
                if not len(going):
                    break
                own[going] = pack(own[going], self.name[here[going]])
                here[going] = self.parent[here[going]]
                going = going[(here[going] >= 0) & (here[going] != ends[going])]
        return keys


def is_among(keys: Hashes, known: frozenset[int]) -> Mask:
    """Which of these keys are known."""
    return np.isin(keys, np.array(sorted(known), dtype=np.uint64))


def distinct_per(group: Ints, value: npt.NDArray[np.integer], groups: int) -> Ints:
    """For each group how many different values its members have."""
    order = np.lexsort((value, group))
    group, value = group[order], value[order]
    is_new = np.ones(len(group), dtype=np.bool_)
    is_new[1:] = (group[1:] != group[:-1]) | (value[1:] != value[:-1])
    return np.bincount(group[is_new], minlength=groups)


def group_keys(keys: Hashes) -> tuple[Hashes, Ints]:
    """The different keys, and for each key given its number among them."""
    distinct, which = np.unique(keys, return_inverse=True)
    return distinct, which.reshape(-1)


def series_of(pages: Sequence[Page], words: frozenset[str]) -> Series:
    """The pages as one series, elements told apart by these words of their classes."""
    signatures, shown = TemplateSignatures(words), cache(_shown)
    texts = [_texts(segment(page), shown) for page in pages]
    columns = [_columns(page, signatures, *own) for page, own in zip(pages, texts, strict=True)]
    first_node = np.cumsum([0, *(len(own["parent"]) for own in columns)])
    first_text = np.cumsum([0, *(len(own["block"]) for own in columns)])
    page = np.repeat(np.arange(len(pages)), np.diff(first_node))

    def joined(name: str, kind: type[np.generic] = np.int64) -> npt.NDArray[Any]:
        empty = np.zeros(0, dtype=kind)
        return np.concatenate([empty, *(own[name] for own in columns)]).astype(kind, copy=False)

    parent = joined("parent")
    numbers: dict[str, int] = {}
    text_id = [numbers.setdefault(text, len(numbers)) for *_, own in texts for text in own]
    return Series(
        pages=tuple(pages),
        words=words,
        roots=first_node[:-1],
        page=page,
        parent=np.where(parent >= 0, parent + first_node[page], -1),
        depth=joined("depth"),
        tag=joined("tag"),
        name=joined("name", np.uint64),
        signature=joined("signature", np.uint64),
        is_marked=joined("is_marked", np.bool_),
        first=joined("first") + first_text[page],
        last=joined("last") + first_text[page],
        node=np.arange(first_text[-1]) + np.repeat(first_node[1:] - first_text[1:], np.diff(first_text)),
        block=joined("block") + np.repeat(first_node[:-1], np.diff(first_text)),
        text_id=np.array(text_id, dtype=np.int64),
        distinct=tuple(numbers),
    )


def _columns(
    page: Page, signatures: TemplateSignatures, starts: Ints, above: Rows, block: Rows, texts: Sequence[str]
) -> dict[str, npt.NDArray[Any]]:
    """The columns of a `Series` of one page, its texts behind its elements."""
    n = len(texts)
    name, signature, is_marked = signatures.of(page)
    first, last = (np.searchsorted(starts, edge, "left") for edge in (page.text_start, page.text_end))
    return {
        "parent": np.append(page.parent, above),
        "depth": np.append(page.depth, page.depth[above] + 1),
        "tag": np.append(np.where(page.tag < tags.FIRST_CUSTOM, page.tag, -1), np.full(n, -1)),
        "name": np.append(name, np.full(n, _TEXT)),
        "signature": np.append(signature, np.full(n, _TEXT)),
        "is_marked": np.append(is_marked, np.zeros(n, dtype=np.bool_)),
        "first": np.append(first, np.arange(n)),
        "last": np.append(last, np.arange(n) + 1),
        "block": block,
    }


def _texts(blocks: Blocks, shown: Callable[[str], str]) -> tuple[Ints, Rows, Rows, list[str]]:
    """Where each text of a page begins, the element it lies in, the block-level one, and its words as shown."""
    page, length, nodes = blocks.page, blocks.page.node_length, np.diff(blocks.first_node)
    block = np.repeat(np.arange(len(blocks)), nodes)
    is_bare = page.node_owner == blocks.owner[block]
    bare_length = np.bincount(block, np.where(is_bare, length, 0), minlength=len(blocks))
    is_prose = (nodes > 1) & (blocks.length >= _MIN_PROSE_LENGTH) & (bare_length >= _MIN_BARE_LENGTH)
    in_prose = np.flatnonzero(is_prose[block])
    is_prose[block[in_prose[_ends_as_label(page, in_prose)]]] = False
    headings = _headings(page, blocks.first_node[:-1][is_prose], length)
    begins = np.ones(len(block), dtype=np.bool_)
    begins[1:] = ~is_prose[block[1:]] | (block[1:] != block[:-1])
    begins[headings + 1] = True
    rows = np.flatnonzero(begins)
    is_line = is_prose[block[rows]] & ~np.isin(rows, headings)
    owners = np.where(is_line, blocks.owner[block[rows]], page.node_owner[rows])
    starts, ends, is_below = page.node_start[rows], page.node_end[rows], np.isin(rows, headings + 1)
    columns = (column.tolist() for column in (block[rows], is_line, is_below, starts, ends))
    texts = [
        (blocks.texts[number].partition("\n")[2] if below else blocks.texts[number])
        if line
        else shown(page.text[start:end])
        for number, line, below, start, end in zip(*columns, strict=True)
    ]
    return starts.astype(np.int64), owners, blocks.owner[block[rows]], texts


def _shown(text: str) -> str:
    """A text as a browser shows it, with the line breaks that it shows."""
    if SHOWN_BREAK not in text:
        return collapse(text)
    return "\n".join(filter(None, map(collapse, text.split(SHOWN_BREAK))))


def _ends_as_label(page: Page, nodes: Ints) -> Mask:
    """For each of these text nodes whether it ends as labels do."""
    spans = zip(page.node_start[nodes].tolist(), page.node_end[nodes].tolist(), strict=True)
    return np.array([page.text[a:b].rstrip().endswith(LABEL_SIGNS) for a, b in spans], dtype=np.bool_)


def _headings(page: Page, first: Rows, length: Rows) -> Rows:
    """Of these text nodes, the first ones of prose, those that are a short line above it."""
    breaks = np.searchsorted(page.node_start, page.text_start[page.tag == tags.CODE["br"]], "left")
    return first[np.isin(first + 1, breaks) & (length[first] <= _MAX_HEADING_LENGTH)]

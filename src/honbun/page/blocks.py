"""`Blocks`: a page's text in the smallest units that are kept or dropped; `Labels`: what was decided of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core import Parsed
from honbun.notebook import html_table, line, short
from honbun.page import tags
from honbun.page.compiled import CompiledPage, column
from honbun.page.page import Mask, Page, Rows

Scores = npt.NDArray[np.float32]
Evidence = npt.NDArray[np.uint32]

# Scripts written without spaces between words: a line break of the source between two of their characters
# is no space. Hangul is left out, Korean separates words. (CSS Text 3, segment break transformation.)
_UNSPACED = "\u2e80-\u303f\u3040-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_FIRST_UNSPACED = 0x2E80
_SOURCE_BREAK = re.compile(f"(?<=[{_UNSPACED}])[ \t\r\f]*\n\\s*(?=[{_UNSPACED}])")
_BLANK_LINES = re.compile(r"\A\s*\n")
# Inline elements that pages lay out as boxes.
_SIDE_BY_SIDE = tags.table("a button label span time".split())
# Made for running text: inline elements in them are words, not parts.
_RUNNING = tags.table("p h1 h2 h3 h4 h5 h6 pre blockquote figcaption caption".split())


@dataclass(frozen=True, eq=False, repr=False)
class Blocks:
    """The partition of a page's text into blocks, in document order.

    A block is the longest text that no block-level element opens or closes in; two `<br>` in a row end it
    too, and so does a change between displayed and hidden text. `owner` is the block-level element a block
    lies in: what the unique-blocks paper calls a block is all the blocks of one owner.
    """

    page: Page
    first_node: Rows
    """The block's text nodes are rows `first_node[i]:first_node[i + 1]` of the page's node columns."""
    owner: Rows
    start: Rows
    end: Rows
    is_hidden: Mask

    def __len__(self) -> int:
        return len(self.owner)

    def __iter__(self) -> Iterator[Block]:
        return (Block(self, i) for i in range(len(self)))

    def __getitem__(self, i: int) -> Block:
        return Block(self, range(len(self))[i])

    def __repr__(self) -> str:
        return line("Blocks", f"{len(self):,}", url=self.page.url)

    def _repr_html_(self) -> str:
        """The first blocks, as a notebook shows them."""
        rows = ((block.i, block.tag, block.text) for block in self)
        return html_table(f"{len(self):,} blocks", ("", "element", "text"), rows, len(self))

    def check(self) -> Blocks:
        """These blocks, once known to partition the page's nodes; else ValueError."""
        columns = (self.owner, self.start, self.end, self.is_hidden, self.first_node[1:])
        if len(set(map(len, columns))) > 1:
            raise ValueError("not valid Blocks: columns differ in length")
        if (
            self.first_node[0] != 0
            or self.first_node[-1] != len(self.page.node_start)
            or np.any(np.diff(self.first_node) <= 0)
        ):
            raise ValueError("not valid Blocks: the blocks do not partition the nodes")
        starts, ends = self.page.node_start[self.first_node[:-1]], self.page.node_end[self.first_node[1:] - 1]
        if np.any(self.start != starts) or np.any(self.end != ends):
            raise ValueError("not valid Blocks: a block does not begin or end with its nodes")
        if not np.all(tags.is_in(tags.BLOCK_LEVEL, self.page.tag[self.owner])):
            raise ValueError("not valid Blocks: an owner is not block-level")
        return self

    @cached_property
    def texts(self) -> list[str]:
        """The text of each block as a reader sees it: see `Block.text`."""
        text = self.page.text
        breaks = self.page.text_start[self.page.tag == tags.CODE["br"]]
        low = np.searchsorted(breaks, self.start, "right")
        high = np.searchsorted(breaks, self.end, "left")
        spans = zip(self.start.tolist(), self.end.tolist(), strict=True)
        shown = [" ".join(text[start:end].split()) for start, end in spans]
        unspaced = np.flatnonzero(self.page.points >= _FIRST_UNSPACED)
        is_plain = (low == high) & ~self.is_preformatted
        is_plain &= unspaced.searchsorted(self.start) == unspaced.searchsorted(self.end)
        # White space before a block is in no block, but in preformatted text it indents the first line.
        opened = (self.page.text_start[self.owner], np.append(0, self.end)[:-1], np.append(0, breaks)[low])
        line_start = np.maximum.reduce(opened)
        for block in np.flatnonzero(~is_plain).tolist():
            edges = [int(self.start[block]), *breaks[low[block] : high[block]].tolist(), int(self.end[block])]
            lines = [text[x:y] for x, y in pairwise(edges)]
            if self.is_preformatted[block]:
                indent = text[line_start[block] : edges[0]]
                shown[block] = _BLANK_LINES.sub("", indent + "\n".join(lines)).rstrip("\r\n")
            else:
                shown[block] = "\n".join(filter(None, map(collapse, lines)))
        return shown

    @cached_property
    def is_preformatted(self) -> Mask:
        """Blocks in which white space counts."""
        inside = self.page.within(tags.is_in(tags.PREFORMATTED, self.page.tag))
        return np.asarray(inside[self.page.node_owner[self.first_node[:-1]]])

    @cached_property
    def length(self) -> Rows:
        """Number of characters of each block that are not white space."""
        return _sums(self.page.node_length, self.first_node)

    @cached_property
    def link_length(self) -> Rows:
        """The same, of the text inside links only."""
        page = self.page
        is_link = np.zeros(len(page), dtype=np.bool_)
        is_link[list(page.attributes.get("href", {}))] = True
        is_link &= page.tag == tags.CODE["a"]
        linked = page.within(is_link)[page.node_owner]
        return _sums(np.where(linked, page.node_length, np.int32(0)), self.first_node)


class HeldBlocks(Blocks):
    """Blocks that the core holds: what any other blocks are, with what `Outline` measures of them."""

    page: CompiledPage
    parsed: Parsed
    first_of_row: Rows
    last_of_row: Rows
    is_dated: Mask
    signature: npt.NDArray[np.uint64] = column("signature")
    path: npt.NDArray[np.uint64] = column("path")
    _shown = "shown"

    def __new__(cls, page: CompiledPage, **columns: Any) -> Any:
        """The blocks of the core; with columns of their own, as `dataclasses.replace` asks for, plain ones."""
        return Blocks(page, **columns) if columns else super().__new__(cls)

    def __init__(self, page: CompiledPage) -> None:
        vars(self).update(page=page, parsed=page.parsed)

    def __len__(self) -> int:
        return len(self.length)  # which is asked for on every page, unlike the owners

    def __reduce__(self) -> tuple[Any, ...]:
        return Blocks, tuple(getattr(self, column.name) for column in fields(Blocks))

    @cached_property
    def start(self) -> Rows:
        """Where each block begins in the text."""
        return self.page.node_start[self.first_node[:-1]]

    @cached_property
    def end(self) -> Rows:
        """Where each block ends."""
        return self.page.node_end[self.first_node[1:] - 1]

    @cached_property
    def texts(self) -> list[str]:
        """The text of each block as a reader sees it."""
        text, ends = self.parsed.text(self._shown), self.parsed.column(f"{self._shown}_ends").tolist()
        return [text[start:end] for start, end in pairwise([0, *ends])]


class CompiledBlocks(HeldBlocks):
    """The blocks of a page that the core has parsed."""

    first_node: Rows = column("first_node")
    owner: Rows = column("owner")
    is_hidden: Mask = column("is_hidden_block")
    is_preformatted: Mask = column("is_preformatted")
    length: Rows = column("length")
    link_length: Rows = column("link_length")
    first_of_row: Rows = column("first_block")
    last_of_row: Rows = column("last_block")
    is_dated: Mask = column("is_dated")
    is_marked: Mask = column("is_marked")


class CompiledLines(HeldBlocks):
    """The same blocks, divided at line breaks: see `honbun.features.cut_lines`."""

    first_node: Rows = column("line_first_node")
    owner: Rows = column("line_owner")
    is_hidden: Mask = column("line_is_hidden")
    is_preformatted: Mask = column("line_is_preformatted")
    length: Rows = column("line_length")
    link_length: Rows = column("line_link_length")
    first_of_row: Rows = column("first_line")
    last_of_row: Rows = column("last_line")
    is_dated: Mask = column("line_is_dated")
    _shown = "line_shown"


@dataclass(frozen=True, repr=False)
class Block:
    """One block of a page: a view of row `i` of its `Blocks`."""

    blocks: Blocks
    i: int

    @property
    def text(self) -> str:
        """White space collapsed as a browser shows it, a line per `<br>`.

        Inside `<pre>` white space is untouched, but for blank lines before and after the block.
        """
        return self.blocks.texts[self.i]

    def __repr__(self) -> str:
        return line("Block", str(self.i), f"<{self.tag}>", repr(short(self.text)))

    def _repr_html_(self) -> str:
        """Its address and its text, as a notebook shows them."""
        return html_table(f"Block {self.i}", (), [("xpath", self.xpath), ("text", self.text)], 2)

    @property
    def owner(self) -> int:
        """Row of the block-level element the block lies in."""
        return int(self.blocks.owner[self.i])

    @property
    def xpath(self) -> str:
        """Address of the owner."""
        return self.blocks.page.xpath(self.owner)

    @property
    def tag(self) -> str:
        """Name of the owner."""
        return self.blocks.page.tag_name(self.owner)

    @property
    def is_hidden(self) -> bool:
        """The page asks browsers not to show it."""
        return bool(self.blocks.is_hidden[self.i])


@dataclass(frozen=True, eq=False, repr=False)
class Labels:
    """One score per block, 0 (boilerplate) to 1 (content), and the named evidence behind it.

    They lie beside the blocks, never on them. Gold, model and site labels are all this type, so that evaluating is
    comparing two of them.
    """

    score: Scores
    evidence: Evidence
    """Bit k is set where the evidence `names[k]` speaks, for or against."""
    names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.score)

    def __repr__(self) -> str:
        return line("Labels", f"{int(self.is_content.sum()):,} of {len(self):,} blocks kept")

    def check(self) -> Labels:
        """These labels, once known to be well formed; else ValueError."""
        if self.score.shape != self.evidence.shape or self.score.ndim != 1:
            raise ValueError("not valid Labels: score and evidence differ in length")
        if np.any((self.score < 0) | (self.score > 1) | ~np.isfinite(self.score)):
            raise ValueError("not valid Labels: a score is not between 0 and 1")
        if len(self.evidence) and int(self.evidence.max()) >> len(self.names):
            raise ValueError("not valid Labels: evidence without a name")
        return self

    @property
    def is_content(self) -> Mask:
        """The blocks to keep: a score of at least one half."""
        return self.score >= 0.5

    def evidence_of(self, i: int) -> list[str]:
        """The names of the evidence behind block i."""
        bits = int(self.evidence[i])
        return [name for k, name in enumerate(self.names) if bits >> k & 1]


def _sums(values: Rows, first_node: Rows) -> Rows:
    """For each block the sum of a value per node."""
    if len(first_node) < 2:
        return values[:0]
    return np.add.reduceat(values, first_node[:-1], dtype=np.int32)


def segment(page: Page) -> Blocks:
    """The blocks of a page, by the core if it holds it. Linear in the number of its elements and text nodes."""
    return CompiledBlocks(page) if isinstance(page, CompiledPage) else segment_readable(page)


def segment_readable(page: Page) -> Blocks:
    """The same without the core: what it is compared with."""
    n = len(page.node_start)
    is_block = tags.is_in(tags.BLOCK_LEVEL, page.tag)
    starts_block = np.zeros(n + 1, dtype=np.bool_)
    starts_block[0] = True
    # An element that opens or closes after k nodes stands between node k - 1 and node k.
    for rows in (is_block, _parts(page)):
        for offsets in (page.text_start[rows], page.text_end[rows]):
            starts_block[np.searchsorted(page.node_start, offsets, "left")] = True
    breaks = np.searchsorted(page.node_start, page.text_start[page.tag == tags.CODE["br"]], "left")
    starts_block |= np.bincount(breaks, minlength=n + 1) >= 2
    node_hidden = page.is_hidden[page.node_owner]
    starts_block[1:n] |= node_hidden[1:] != node_hidden[:-1]
    first = np.flatnonzero(starts_block[:n])
    last = np.append(first[1:], n)[: len(first)] - 1
    owner = page.nearest(is_block)[page.node_owner[first]] if len(first) else first
    return Blocks(
        page=page,
        first_node=np.append(first, n).astype(np.int32),
        owner=owner.astype(np.int32),
        start=page.node_start[first],
        end=page.node_end[last],
        is_hidden=node_hidden[first],
    )


def _parts(page: Page) -> Mask:
    """Inline elements that stand side by side as parts: links of a menu, the name and the price on a card.

    Their parent has no text of its own, and is not an element that is made for running text.
    """
    n = len(page)
    has_own_text = np.zeros(n + 1, dtype=np.bool_)
    has_own_text[page.node_owner] = True
    first = np.searchsorted(page.node_start, page.text_start, "left")
    has_text = np.searchsorted(page.node_start, page.text_end, "left") > first
    is_part = has_text & tags.is_in(_SIDE_BY_SIDE, page.tag) & (page.parent >= 0)
    is_part &= ~page.within(tags.is_in(_RUNNING, page.tag))
    parts = np.bincount(page.parent[is_part], minlength=n + 1)[:n]
    splits = (parts >= 2) & ~has_own_text[:n]
    return np.asarray(is_part & splits[page.parent])


def collapse(text: str) -> str:
    """White space as a browser shows it: one space, none at the ends, none where Chinese or Japanese wraps."""
    if "\n" in text and not text.isascii():
        text = _SOURCE_BREAK.sub("", text)
    return " ".join(text.split())

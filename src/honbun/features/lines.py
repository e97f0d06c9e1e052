"""`Lines`: a page's text divided as finely as a post may need, and what is measured of each line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TypeVar

import numpy as np

from honbun.dates import Date, find_dates
from honbun.features.outline import MAX_DATED_LENGTH, Outline, Sums, letters, running
from honbun.page import Blocks, CompiledBlocks, CompiledLines, Hashes, Mask, Page, Rows, mix, tags

_Found = TypeVar("_Found")
_CELLS = tags.table("td th".split())

# A label of a line: words, then a colon, then something else.
LABEL = re.compile(r"[^\W\d_][^:：\d]{0,18}[:：](?=\s*\S)")


@dataclass(frozen=True, eq=False)
class Lines:
    """The text of a page in lines: blocks, divided at every `<br>`, since some boards have no other markup."""

    outline: Outline
    """Of the lines: its blocks are the lines."""
    block: Rows
    """For each line, the block it is a part of."""

    def __len__(self) -> int:
        return len(self.block)

    @property
    def page(self) -> Page:
        """The page."""
        return self.outline.page

    @property
    def texts(self) -> list[str]:
        """The text of each line."""
        return self.outline.blocks.texts

    @cached_property
    def length(self) -> Sums:
        """Characters of each line; none if it is hidden."""
        return np.where(self.outline.is_visible, self.outline.blocks.length, 0).astype(np.float64)

    @cached_property
    def unlinked_length(self) -> Sums:
        """The same, of lines that are mostly link none."""
        return np.where(self.outline.is_link, 0.0, self.length)

    @cached_property
    def is_dated(self) -> Mask:
        """Short lines that state a date or a time, or hold an element that does."""
        dated = self.outline.is_dated & (self.outline.blocks.length <= MAX_DATED_LENGTH)
        rows = np.fromiter(self.page.attributes.get("datetime", {}), dtype=np.int64)
        if len(rows):
            dated = dated.copy()
            dated[np.minimum(self.line_of_row[rows], len(self) - 1)] = True
        return dated & self.outline.is_visible

    @cached_property
    def path_key(self) -> Hashes:
        """For each element its kind and that of its parent and grandparent; cells of a row by their number.

        Not the whole path: replies inside replies lie deeper and are made alike.
        """
        page = self.page
        kind = self.outline.signature.copy()
        cells = tags.is_in(_CELLS, page.tag)
        kind[cells] += page.sibling_number[cells].astype(np.uint64)
        above = np.where(page.parent >= 0, page.parent, 0)
        return mix(mix(kind[above[above]]) ^ kind[above]) ^ kind

    @cached_property
    def line_of_row(self) -> Rows:
        """For each element the line in which it begins; the number of lines if none comes after it."""
        return np.searchsorted(self.outline.blocks.end, self.page.text_start, "right").astype(np.int32)

    @cached_property
    def line_of_node(self) -> Rows:
        """For each text node the line it is a part of."""
        nodes = np.arange(len(self.page.node_start))
        return (np.searchsorted(self.outline.blocks.first_node, nodes, "right") - 1).astype(np.int32)

    @cached_property
    def length_sum(self) -> Sums:
        """Characters of the first 0, 1, 2 … lines."""
        return running(self.length)

    @cached_property
    def unlinked_sum(self) -> Sums:
        """Characters of the first 0, 1, 2 … lines that are no links."""
        return running(self.unlinked_length)

    @cached_property
    def date_sum(self) -> Sums:
        """How many of the first 0, 1, 2 … lines are dated."""
        return running(self.is_dated)

    @cached_property
    def dates_in(self) -> Callable[..., list[Date]]:
        """`find_dates`, which reads each text of this page once, however often the page is divided."""
        return cache(find_dates)

    @cached_property
    def letters_in(self) -> Callable[[str], str]:
        """`letters`, of each text of this page once."""
        return cache(letters)

    def once(self, find: Callable[[Lines], _Found]) -> _Found:
        """What is found on these lines, once however often the page is divided; it must not refer to them."""
        known: dict[Callable[[Lines], _Found], _Found] = vars(self).setdefault("_found", {})
        return known[find] if find in known else known.setdefault(find, find(self))


def cut_lines(outline: Outline) -> Lines:
    """The lines of a page, by the core if it holds the blocks."""
    blocks = outline.blocks
    if isinstance(blocks, CompiledBlocks):
        held = CompiledLines(blocks.page)
        block = np.searchsorted(blocks.first_node, held.first_node[:-1], "right") - 1
        return Lines(Outline(held), block.astype(np.int32))
    return cut_readable(blocks)


def cut_readable(blocks: Blocks) -> Lines:
    """The same without the core: what it is compared with."""
    page = blocks.page
    breaks = page.text_start[page.tag == tags.CODE["br"]]
    before = np.searchsorted(breaks, page.node_start, "right")
    starts_block = np.zeros(len(page.node_start), dtype=np.bool_)
    starts_block[blocks.first_node[:-1]] = True
    follows_break = np.zeros(len(page.node_start), dtype=np.bool_)
    follows_break[1:] = np.searchsorted(breaks, page.node_end[:-1], "left") < before[1:]
    is_preformatted = page.within(tags.is_in(tags.PREFORMATTED, page.tag))[page.node_owner]
    first = np.flatnonzero(starts_block | (follows_break & ~is_preformatted))
    block = np.searchsorted(blocks.first_node, first, "right") - 1
    last = np.append(first, len(page.node_start))[1:] - 1
    lines = replace(
        blocks,
        first_node=np.append(first, len(page.node_start)).astype(np.int32),
        owner=blocks.owner[block],
        start=page.node_start[first],
        end=page.node_end[last],
        is_hidden=blocks.is_hidden[block],
    )
    return Lines(Outline(lines), block.astype(np.int32))

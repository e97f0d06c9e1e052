"""`Outline`: the features of a page that several steps share, computed once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.dates import DATE_HINT
from honbun.features.groups.records import Records, all_records
from honbun.features.groups.table import Groups, find_siblings
from honbun.page import Blocks, Hashes, HeldBlocks, Mask, Page, Rows, paths, signatures, tags

Sums = npt.NDArray[np.float64]
Columns = dict[str, npt.NDArray[Any]]
"""Features by name, one value per block."""

# A block is a link when more than half of its characters are inside links (prototype on sites-dev: .790 -> .850).
MIN_LINK_SHARE = 0.5
# Shorter blocks say nothing about where the prose is.
MIN_PROSE_LENGTH = 25
# A date longer than this is a sentence with a date in it, not the stamp of a post.
MAX_DATED_LENGTH = 120

_NOT_LETTERS = re.compile(r"[\W_]+")
# Characters of a block by which it is recognised elsewhere.
_LETTERS_LENGTH = 400


@dataclass(frozen=True, eq=False)
class Outline:
    """Features of the blocks and elements of one page."""

    blocks: Blocks

    @property
    def page(self) -> Page:
        """The page that is measured."""
        return self.blocks.page

    @cached_property
    def first(self) -> Rows:
        """For each element, the first block in it; its blocks are `first[row]:last[row]`."""
        if isinstance(self.blocks, HeldBlocks):
            return self.blocks.first_of_row
        return np.searchsorted(self.blocks.start, self.page.text_start, "left").astype(np.int32)

    @cached_property
    def last(self) -> Rows:
        """For each element, the first block after it."""
        if isinstance(self.blocks, HeldBlocks):
            return self.blocks.last_of_row
        return np.searchsorted(self.blocks.start, self.page.text_end, "left").astype(np.int32)

    @cached_property
    def link_share(self) -> npt.NDArray[np.float64]:
        """For each block, the share of its characters that are inside links."""
        return np.asarray(self.blocks.link_length / np.maximum(self.blocks.length, 1))

    @cached_property
    def is_visible(self) -> Mask:
        """Blocks that a browser shows."""
        return ~self.blocks.is_hidden

    @cached_property
    def is_link(self) -> Mask:
        """Blocks that are mostly link."""
        return self.link_share > MIN_LINK_SHARE

    @cached_property
    def is_prose(self) -> Mask:
        """Blocks that are shown, are no links and are long enough to read."""
        return self.is_visible & ~self.is_link & (self.blocks.length >= MIN_PROSE_LENGTH)

    @cached_property
    def is_heading(self) -> Mask:
        """Blocks owned by h1 to h6."""
        return tags.is_in(tags.HEADING, self.page.tag[self.blocks.owner])

    @cached_property
    def is_dated(self) -> Mask:
        """Short blocks with a date or a time in them."""
        if isinstance(self.blocks, HeldBlocks):
            return self.blocks.is_dated
        shown = zip(self.blocks.texts, self.is_visible.tolist(), strict=True)
        dated = [seen and len(text) <= MAX_DATED_LENGTH and bool(DATE_HINT.search(text)) for text, seen in shown]
        return np.array(dated, dtype=np.bool_)

    @cached_property
    def letters(self) -> list[str]:
        """The letters and digits of the beginning of each block, in lower case."""
        return letters_of_each([text[:_LETTERS_LENGTH] for text in self.blocks.texts])

    def blocks_with(self, some: str) -> list[int]:
        """The blocks whose letters hold these letters, in order."""
        return [block for block, text in enumerate(self.letters) if some and some in text]

    @cached_property
    def signature(self) -> Hashes:
        """For each element, what kind of element it is: `honbun.page.paths.signatures`."""
        if isinstance(self.blocks, HeldBlocks):
            return self.blocks.signature
        return signatures(self.page)

    @cached_property
    def path(self) -> Hashes:
        """For each element, its place in the template: `honbun.page.paths.paths`."""
        if isinstance(self.blocks, HeldBlocks):
            return self.blocks.path
        return paths(self.page, self.signature)

    @cached_property
    def siblings(self) -> Groups:
        """The like siblings of the page, three or more."""
        return find_siblings(self)

    @cached_property
    def records(self) -> list[Records]:
        """The siblings that are records, those that hold the title as well: see `find_records`."""
        return all_records(self)

    @cached_property
    def length_sum(self) -> Sums:
        """Characters of the first 0, 1, 2 … blocks."""
        return running(self.blocks.length)

    @cached_property
    def unlinked_sum(self) -> Sums:
        """Characters of the first 0, 1, 2 … blocks, links left out."""
        return running(np.where(self.is_link, 0, self.blocks.length))

    @cached_property
    def dated_sum(self) -> Sums:
        """How many of the first 0, 1, 2 … blocks are dated."""
        return running(self.is_dated)

    def totals(self, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """For each element, the sum of a value per block over the blocks in it."""
        sums = running(values)
        return np.asarray(sums[self.last] - sums[self.first])


def letters(text: str) -> str:
    """Only the letters and digits, in lower case."""
    return _NOT_LETTERS.sub("", text.lower())


def letters_of_each(texts: list[str]) -> list[str]:
    """`letters` of each of these texts."""
    return list(map(letters, texts))


def running(values: npt.NDArray[Any]) -> Sums:
    """Sums of the first 0, 1, 2 … values, so that the sum of `a:b` is a difference of two."""
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    return sums

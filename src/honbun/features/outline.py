"""`Outline`: the features of a page that several steps share, computed once."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.dates import DATE_HINT
from honbun.features.groups.records import Records, all_records
from honbun.features.groups.table import Groups, find_siblings
from honbun.page import Blocks, Hashes, HeldBlocks, Mask, Page, Rows, code_points, paths, signatures, tags

Sums = npt.NDArray[np.float64]
Columns = dict[str, npt.NDArray[Any]]
"""Features by name, one value per block."""

# A block is a link when more than half of its characters are inside links (prototype on sites-dev: .790 -> .850).
MIN_LINK_SHARE = 0.5
# Shorter blocks say nothing about where the prose is.
MIN_PROSE_LENGTH = 25
# A date longer than this is a sentence with a date in it, not the stamp of a post.
MAX_DATED_LENGTH = 120

# Code points from here on may be digits of other scripts.
_FOREIGN_DIGITS = 0x660
_NOT_LETTERS = re.compile(r"[\W_]+")
# Characters of a block by which it is recognised elsewhere.
_LETTERS_LENGTH = 400
_BETWEEN = "\0"  # in no text: a parser takes it for a fault
_BASIC_PLANE = 0x10000


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
        texts = self.blocks.texts
        dated = np.zeros(len(texts), dtype=np.bool_)
        for block in np.flatnonzero(self.has_digit & self.is_visible).tolist():
            dated[block] = len(texts[block]) <= MAX_DATED_LENGTH and bool(DATE_HINT.search(texts[block]))
        return dated

    @cached_property
    def has_digit(self) -> Mask:
        """Blocks with a digit in them, in any script that a date is written in."""
        points = self.page.points
        # Code points are unsigned: those before "0" are large numbers after it is taken away.
        digits = np.flatnonzero((points - np.uint32(0x30) <= 9) | (points >= _FOREIGN_DIGITS))
        low, high = digits.searchsorted(self.blocks.start), digits.searchsorted(self.blocks.end)
        return np.asarray(high > low)

    @cached_property
    def letters(self) -> list[str]:
        """The letters and digits of the beginning of each block, in lower case."""
        return letters_of_each([text[:_LETTERS_LENGTH] for text in self.blocks.texts])

    def blocks_with(self, some: str) -> list[int]:
        """The blocks whose letters hold these letters, in order."""
        joined, starts = self._joined_letters
        found: list[int] = []
        at = joined.find(some) if some else -1
        while at >= 0:
            block = bisect_right(starts, at) - 1
            found.append(block)
            at = joined.find(some, starts[block] + len(self.letters[block]))
        return found

    @cached_property
    def _joined_letters(self) -> tuple[str, list[int]]:
        """The letters of all blocks as one text, and where each block's start in it."""
        starts = accumulate((len(block) + len(_BETWEEN) for block in self.letters), initial=0)
        return _BETWEEN.join(self.letters), list(starts)[: len(self.letters)]

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
    """`letters` of each of these texts, all at once."""
    points = code_points(_BETWEEN.join(texts).lower())
    kept = points[_are_letters(points) | (points == ord(_BETWEEN))]
    found = kept.tobytes().decode("utf-32-le", "surrogatepass").split(_BETWEEN)
    return found if len(found) == len(texts) else list(map(letters, texts))


def _are_letters(points: npt.NDArray[np.uint32]) -> Mask:
    """Which characters are letters or digits."""
    found = np.asarray(_is_letter().take(points, mode="clip"))
    if int(points.max(initial=0)) >= _BASIC_PLANE:
        for at in np.flatnonzero(points >= _BASIC_PLANE).tolist():
            found[at] = chr(points[at]).isalnum()
    return found


@cache
def _is_letter() -> Mask:
    """Which characters of the basic plane are letters or digits; built once, for it takes milliseconds."""
    table = np.array([chr(point).isalnum() for point in range(_BASIC_PLANE)])
    table.setflags(write=False)
    return table


def running(values: npt.NDArray[Any]) -> Sums:
    """Sums of the first 0, 1, 2 … values, so that the sum of `a:b` is a difference of two."""
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    return sums

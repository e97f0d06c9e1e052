"""Every string of a set of pages, counted without spelling any out: a suffix array and the nodes of its tree.

Strings that begin at the same places differ only in where they end. Such a class is an inner node of the suffix
tree: its longest string is as long as the node is deep, and the shorter ones go down to the depth of the node's
parent. So all strings of a set of pages are counted in time in proportion to its size (the paper's future work).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.optional import needed
from honbun.page import Mask

Numbers = npt.NDArray[np.signedinteger[Any]]
"""Offsets and counts: 32 bits wide unless there are more than 2 GB."""

# Ends a page. No byte of UTF-8, and greater than all that are.
_BORDER = b"\xff"
# Jumps to where others have jumped, before the rest climbs: most places need two or three.
_MAX_JUMPS = 8


@dataclass(frozen=True, eq=False)
class Suffixes:
    """Every suffix of every page in sorted order; a page's suffixes end where the page ends."""

    start: Numbers
    """Where each begins: characters of all pages in a row, one border after each page."""
    length: Numbers
    lcp: Numbers
    """The longest common prefix of each with the next, in characters; one fewer than there are suffixes."""
    page_ends: Numbers
    """Where the border after each page is."""

    def __len__(self) -> int:
        return len(self.start)

    def page_of(self, starts: Numbers) -> Numbers:
        """The pages that these offsets are on."""
        return np.searchsorted(self.page_ends, starts)

    def pages(self) -> Numbers:
        """The page of each suffix."""
        lengths = np.diff(self.page_ends, prepend=-1)
        return np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)[self.start]


def sort_suffixes(pages: Sequence[str]) -> Suffixes:
    """The sorted suffixes of texts. No common prefix crosses the end of a page.

    Pages are sorted as UTF-8, whose bytes sort as the characters do, so that ASCII costs one byte a character
    (pydivsufsort sorts wide integers byte by byte). libdivsufsort needs n log n steps at worst.
    """
    page_ends = np.cumsum([len(page) + 1 for page in pages], dtype=np.int64) - 1
    encoded = bytearray()
    for page in pages:
        encoded += page.encode("utf-8", "surrogatepass") + _BORDER
    if len(encoded) == len(pages):
        none = np.zeros(0, dtype=np.int32)
        return Suffixes(none, none, none, page_ends)
    # Writable, for divsufsort refuses what is not.
    units = np.frombuffer(encoded, dtype=np.uint8)
    package = needed("pydivsufsort")
    start = package.divsufsort(units)
    start, lcp = _in_characters(units, start, package.kasai(units, start))
    length = np.repeat(page_ends.astype(start.dtype), np.diff(page_ends, prepend=-1))[start]
    length -= start
    np.minimum(lcp, length, out=lcp)
    return Suffixes(start, length, lcp[:-1], page_ends)


def _in_characters(units: npt.NDArray[np.uint8], start: Numbers, lcp: Numbers) -> tuple[Numbers, Numbers]:
    """Offsets and lengths in characters, of the suffixes that begin with a character and are not borders.

    Those that begin inside one are together in the sorted order, and so are the borders.
    """
    ascii_ = int(np.count_nonzero(units < 0x80))
    inner = int(np.count_nonzero((units >= 0x80) & (units < 0xC0)))
    last = len(units) - int(np.count_nonzero(units == _BORDER[0]))
    lcp[[ascii_ - 1, last - 1]] = 0
    if not inner:
        return start[:last], lcp[:last]
    start, lcp = (np.concatenate([rows[:ascii_], rows[ascii_ + inner : last]]) for rows in (start, lcp))
    # The number of the character that each byte is part of.
    character = np.cumsum((units & 0xC0) != 0x80, dtype=start.dtype)
    character -= 1
    # A common prefix may end inside a character: it then ends where that begins.
    lcp += start
    np.minimum(lcp, len(units) - 1, out=lcp)
    start = character[start]
    lcp = character[lcp]
    lcp -= start
    return start, lcp


@dataclass(frozen=True, eq=False)
class Repeats:
    """The strings that occur more than once: the inner nodes of the suffix tree, a row each."""

    first: Numbers
    """The first suffix, in sorted order, that begins with the strings."""
    frequency: Numbers
    """How often they occur, which is how many suffixes in a row begin with them."""
    depth: Numbers
    """The length of the longest of them."""
    parent_depth: Numbers
    """The length of the longest string that is too short to be one of them."""

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, rows: Numbers | Mask) -> Repeats:
        """These rows only."""
        return Repeats(self.first[rows], self.frequency[rows], self.depth[rows], self.parent_depth[rows])

    def distinct(self, max_length: int | None) -> Numbers:
        """How many strings each row has, of those no longer than the limit."""
        if max_length is None:
            return self.depth - self.parent_depth
        return np.minimum(self.depth, max_length) - np.minimum(self.parent_depth, max_length)

    @property
    def offsets(self) -> Numbers:
        """Where the suffixes of each row begin in `suffixes()`."""
        return np.cumsum(self.frequency) - self.frequency

    def suffixes(self) -> Numbers:
        """The suffixes of all rows, one row after the other."""
        shift = np.repeat(self.first - self.offsets, self.frequency)
        return np.asarray(np.arange(len(shift)) + shift)


def find_repeats(lcp: Numbers) -> Repeats:
    """The inner nodes of the suffix tree, from what each suffix has in common with the next.

    A node is a maximal row of suffixes with a common prefix: it reaches to the nearest places on both sides that
    have a smaller value.
    """
    value = np.concatenate([[-1], lcp, [-2]]).astype(lcp.dtype, copy=False)
    before = nearest_smaller(value, or_equal=True)
    # Of several places with the smallest value of a node the first speaks for it; the root is left out.
    rows = 1 + np.flatnonzero((value[before[1:-1]] < value[1:-1]) & (value[1:-1] > 0))
    after = len(value) - 1 - nearest_smaller(value[::-1], or_equal=False)[::-1]
    before, after = before[rows], after[rows]
    parent_depth = np.maximum(np.maximum(value[before], value[after]), 0)
    return Repeats(before, (after - before).astype(lcp.dtype, copy=False), value[rows], parent_depth)


def nearest_smaller(values: Numbers, *, or_equal: bool) -> Numbers:
    """For each place the nearest one before it with a smaller value (or an equal one); -1 if there is none."""
    fits = np.less_equal if or_equal else np.less
    found = np.arange(-1, len(values) - 1, dtype=values.dtype)
    rows = (np.flatnonzero(~fits(values[:-1], values[1:])) + 1).astype(values.dtype)
    wanted = values[rows]
    for _ in range(_MAX_JUMPS):
        # All between a place and where it points to is too large, and so is all that that one has jumped over.
        there = found[found[rows]]
        found[rows] = there
        is_open = (there >= 0) & ~fits(values[there], wanted)
        rows, wanted = rows[is_open], wanted[is_open]
    if len(rows):
        found[rows] = _climb(values, found[rows], wanted, fits)
    return found


def _climb(values: Numbers, start: Numbers, wanted: Numbers, fits: np.ufunc) -> Numbers:
    """The nearest place before each start with a value that fits what is wanted; at most 2 log n steps each.

    Up the tree of smallest values until a neighbour to the left holds one that fits, then down to it.
    """
    levels = [values]
    while len(levels[-1]) > 1:
        last = levels[-1]
        if len(last) % 2:
            last = np.append(last, np.iinfo(last.dtype).max).astype(last.dtype)
        levels.append(np.minimum(last[::2], last[1::2]))
    node, height = start.copy(), np.full(len(start), -1)
    rows = np.arange(len(start))
    for level, smallest in enumerate(levels):
        here = node[rows]
        is_hit = (here & 1 == 1) & fits(smallest[here - 1], wanted[rows])
        node[rows] = np.where(is_hit, here - 1, here >> 1)
        height[rows[is_hit]] = level
        rows = rows[~is_hit]
    node[rows] = -1
    for level in range(int(height.max()), 0, -1):
        rows = np.flatnonzero(height >= level)
        smallest, right = levels[level - 1], 2 * node[rows] + 1
        is_right = right < len(smallest)
        is_right &= fits(smallest[np.minimum(right, len(smallest) - 1)], wanted[rows])
        node[rows] = np.where(is_right, right, right - 1)
    return node


@dataclass(frozen=True, eq=False)
class Occurrences:
    """On which pages strings occur: what can be told of any row of suffixes in one step."""

    second_on_page: Numbers
    """For each suffix the first place by which a page, counted from here, has come twice."""
    all_pages: Numbers
    """For each suffix the first place at which every page, counted from here, has come."""
    key_sums: npt.NDArray[np.uint64]
    """Sums of the random keys of the pages of all suffixes before each."""

    def is_once_per_page(self, repeats: Repeats) -> Mask:
        """Whether strings occur at most once on each page."""
        return self.second_on_page[repeats.first] >= repeats.first + repeats.frequency

    def is_on_every_page(self, repeats: Repeats) -> Mask:
        """Whether strings occur on every page."""
        return self.all_pages[repeats.first] < repeats.first + repeats.frequency

    def page_keys(self, repeats: Repeats) -> npt.NDArray[np.uint64]:
        """A key for the pages that strings occur on: the same pages as often have the same."""
        return np.asarray(self.key_sums[repeats.first + repeats.frequency] - self.key_sums[repeats.first])


def find_occurrences(suffixes: Suffixes) -> Occurrences:
    """The pages on which the suffixes lie, prepared for rows of them."""
    page, pages, size = suffixes.pages(), len(suffixes.page_ends), len(suffixes)
    # numpy sorts 16-bit numbers in linear time.
    order = np.argsort(page.astype(np.uint16) if pages <= 1 << 16 else page, kind="stable")
    is_same = page[order[1:]] == page[order[:-1]]
    again = np.full(size, size, dtype=suffixes.start.dtype)
    again[order[:-1][is_same]] = order[1:][is_same]
    firsts = order[np.flatnonzero(np.append(True, ~is_same)[:size])]
    complete = size if len(firsts) < pages or not pages else int(firsts.max())
    del order, is_same
    keys = np.random.default_rng(0).integers(1 << 63, size=pages, dtype=np.uint64)
    return Occurrences(
        second_on_page=np.minimum.accumulate(again[::-1])[::-1],
        all_pages=np.maximum.accumulate(np.append(again.dtype.type(complete), again[:-1])[:size]),
        key_sums=np.concatenate([np.zeros(1, np.uint64), np.cumsum(keys[page], dtype=np.uint64)]),
    )

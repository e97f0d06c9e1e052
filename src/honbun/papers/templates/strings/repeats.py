"""Every string that occurs more than once, without spelling any out: the inner nodes of the suffix tree.

Strings that begin at the same places differ only in where they end. Such a class has one longest string; the
shorter ones go down to what a larger class has as its longest. So `longest - shorter` counts the strings of a
class, and all strings of a set of pages are counted in time in proportion to its size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import Mask
from honbun.papers.templates.strings.suffixes import Numbers, Suffixes

Marks = npt.NDArray[np.uint64]
_Bounds = tuple[Numbers, Numbers, Numbers, Numbers, Numbers]
"""Of runs: what they share, what is shared to the left and to the right of them, the places where that is."""

# A round of contraction that leaves more than this share is the last: what is left are slopes, of which each round
# would take one step.
_SLOW = 0.9
# Jumps to where others have jumped, before the rest climbs: most places need two or three.
_JUMPS = 6


@dataclass(frozen=True, eq=False)
class Repeats:
    """Classes of strings that occur more than once, a row each."""

    first: Numbers
    """The first suffix, in sorted order, that begins with the strings."""
    count: Numbers
    """How often they occur, which is how many suffixes in a row begin with them."""
    longest: Numbers
    """The length of the longest."""
    shorter: Numbers
    """The length of the longest string that is too short to be one of them."""

    def __len__(self) -> int:
        return len(self.first)

    def __getitem__(self, rows: Numbers | Mask) -> Repeats:
        """These rows only."""
        return Repeats(self.first[rows], self.count[rows], self.longest[rows], self.shorter[rows])

    def kinds(self, limit: int | None) -> Numbers:
        """How many strings each class has, of those no longer than the limit."""
        if limit is None:
            return self.longest - self.shorter
        return np.minimum(self.longest, limit) - np.minimum(self.shorter, limit)


def find_repeats(shared: Numbers) -> Repeats:
    """The classes, from what each suffix shares with the next.

    A class is a maximal run of suffixes that share a length. Its bounds are the nearest places to both sides where
    less is shared, so runs with less on both sides are classes: they are taken out, all at once, and the next
    become such runs. Slopes, of which this takes one step at a time, are left to `nearest_smaller`.
    """
    value = np.concatenate([[-1], shared, [-2]]).astype(shared.dtype, copy=False)
    low = high = np.arange(-1, len(shared) + 1, dtype=shared.dtype)
    found: list[_Bounds] = []
    while len(value) > 2:
        value, low, high = _joined(value, low, high)
        is_peak = np.zeros(len(value), dtype=np.bool_)
        is_peak[1:-1] = (value[1:-1] > value[:-2]) & (value[1:-1] > value[2:])
        rows = np.flatnonzero(is_peak)
        found.append((value[rows], value[rows - 1], value[rows + 1], high[rows - 1], low[rows + 1]))
        size, rows = len(value), np.flatnonzero(~is_peak)
        value, low, high = value[rows], low[rows], high[rows]
        if len(value) > _SLOW * size:
            found.append(_slopes(*_joined(value, low, high)))
            break
    return _classes(found, shared.dtype)


def _joined(value: Numbers, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Neighbours of the same value as one."""
    starts = np.flatnonzero(np.diff(value, prepend=-3))
    if len(starts) == len(value):
        return value, low, high
    return value[starts], low[starts], high[np.append(starts[1:], len(value)) - 1]


def _slopes(value: Numbers, low: Numbers, high: Numbers) -> _Bounds:
    """The bounds of all that is left."""
    before = nearest_smaller(value, or_equal=True)
    after = len(value) - 1 - nearest_smaller(value[::-1], or_equal=False)[::-1]
    # Of several places with the smallest value of a class, the first speaks for it.
    rows = np.arange(1, len(value) - 1)
    rows = rows[value[before[rows]] < value[rows]]
    before, after = before[rows], after[rows]
    return value[rows], value[before], value[after], high[before], low[after]


def _classes(found: list[_Bounds], dtype: np.dtype[np.signedinteger[Any]]) -> Repeats:
    """The classes with these bounds, without that of the empty string."""
    parts = []
    while found:
        longest, before, after, high, low = found.pop()
        shorter = np.maximum(np.maximum(before, after), 0)
        part = (high + 1, low - high, longest, shorter)
        kept = longest > 0
        parts.append(part if kept.all() else tuple(column[kept] for column in part))
    columns = zip(*parts, strict=True) if parts else [[np.zeros(0, dtype=dtype)]] * 4
    return Repeats(*map(np.concatenate, columns))


def nearest_smaller(values: Numbers, *, or_equal: bool) -> Numbers:
    """For each place the nearest one before it with a smaller value (or an equal one); -1 if there is none."""
    fits = np.less_equal if or_equal else np.less
    found = np.arange(-1, len(values) - 1)
    open_ = np.flatnonzero(~fits(values[:-1], values[1:])) + 1
    for _ in range(_JUMPS):
        # All between a place and where it points to is too large, and so is all that that one has passed.
        there = found[found[open_]]
        found[open_] = there
        open_ = open_[(there >= 0) & ~fits(values[there], values[open_])]
    if len(open_):
        found[open_] = _climb(values, found[open_], values[open_], fits)
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
    block, height = start.copy(), np.full(len(start), -1)
    rows = np.arange(len(start))
    for level, smallest in enumerate(levels):
        here = block[rows]
        is_hit = (here & 1 == 1) & fits(smallest[here - 1], wanted[rows])
        block[rows] = np.where(is_hit, here - 1, here >> 1)
        height[rows[is_hit]] = level
        rows = rows[~is_hit]
    block[rows] = -1
    for level in range(int(height.max()), 0, -1):
        rows = np.flatnonzero(height >= level)
        smallest, right = levels[level - 1], 2 * block[rows] + 1
        is_right = right < len(smallest)
        is_right &= fits(smallest[np.minimum(right, len(smallest) - 1)], wanted[rows])
        block[rows] = np.where(is_right, right, right - 1)
    return block


@dataclass(frozen=True, eq=False)
class Spread:
    """How strings are spread over pages: what can be said of any row of suffixes in one step."""

    twice: Numbers
    """For each suffix the first place from which a page, counted from here, has come twice."""
    all_seen: Numbers
    """For each suffix the first place at which every page, counted from here, has come."""
    mark: Marks
    """Sums of the marks of pages up to each suffix."""

    def is_once(self, repeats: Repeats) -> Mask:
        """Whether strings occur at most once on each page."""
        return self.twice[repeats.first] >= repeats.first + repeats.count

    def is_everywhere(self, repeats: Repeats) -> Mask:
        """Whether strings occur on every page."""
        return self.all_seen[repeats.first] < repeats.first + repeats.count

    def marks(self, repeats: Repeats) -> Marks:
        """A number for the pages that strings occur on: the same pages as often have the same."""
        return np.asarray(self.mark[repeats.first + repeats.count] - self.mark[repeats.first])


def spread(suffixes: Suffixes) -> Spread:
    """How the suffixes are spread over the pages."""
    page, pages, size = suffixes.pages(), len(suffixes.page_ends), len(suffixes)
    # numpy sorts 16-bit numbers in linear time.
    order = np.argsort(page.astype(np.uint16) if pages <= 1 << 16 else page, kind="stable")
    is_same = page[order[1:]] == page[order[:-1]]
    again = np.full(size, size, dtype=suffixes.start.dtype)
    again[order[:-1][is_same]] = order[1:][is_same]
    firsts = order[np.flatnonzero(np.append(True, ~is_same)[:size])]
    seen = size if len(firsts) < pages or not pages else int(firsts.max())
    del order, is_same
    drawn = np.random.default_rng(0).integers(1 << 63, size=pages, dtype=np.uint64)
    return Spread(
        twice=np.minimum.accumulate(again[::-1])[::-1],
        all_seen=np.maximum.accumulate(np.append(again.dtype.type(seen), again[:-1])[:size]),
        mark=np.concatenate([np.zeros(1, np.uint64), np.cumsum(drawn[page], dtype=np.uint64)]),
    )

"""Which post answers which: from posts that lie in others, stand deeper, or are numbered by their depth."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from honbun.page import Page
from honbun.page.page import Rows

# A number in a class word is a depth only if it stays within this.
_DEEPEST = 30
_NUMBERED = re.compile(r"([^\s\d]*)(\d{1,2})")


def depths(page: Page, rows: Rows) -> npt.NDArray[np.int64]:
    """How far each element is set in under others, from 0; all 0 if the page does not show it.

    An element inside another is one deeper. Else elements of several depths in the tree are replies if each lies
    at most one level below the one before it; else numbers that a class word of all of them carries, if they
    behave in the same way.
    """
    nested = _nesting(page, rows)
    if nested.any():
        return nested
    levels = np.unique(page.depth[rows], return_inverse=True)[1]
    if _is_thread(levels):
        return np.asarray(levels, dtype=np.int64)
    for numbers in _numbered(page, rows):
        levels = np.unique(numbers, return_inverse=True)[1]
        if _is_thread(levels):
            return np.asarray(levels, dtype=np.int64)
    return np.zeros(len(rows), dtype=np.int64)


def parents(depth: npt.NDArray[np.int64]) -> list[int | None]:
    """For each post the last one before it that is less deep; None for those at the top."""
    answered: list[int | None] = []
    open_: list[int] = []
    for i, level in enumerate(depth.tolist()):
        while open_ and depth[open_[-1]] >= level:
            open_.pop()
        answered.append(open_[-1] if open_ else None)
        open_.append(i)
    return answered


def _nesting(page: Page, rows: Rows) -> npt.NDArray[np.int64]:
    """For each row how many of the others hold it."""
    depth = np.zeros(len(rows), dtype=np.int64)
    open_: list[int] = []
    for i, row in enumerate(rows.tolist()):
        while open_ and page.end[open_[-1]] <= row:
            open_.pop()
        depth[i] = len(open_)
        open_.append(row)
    return depth


def _is_thread(levels: npt.NDArray[np.int64]) -> bool:
    """Levels that begin at the top, go down one at a time, and are used more than once."""
    return bool(
        len(levels) > 2
        and levels[0] == 0
        and levels.max() > 0
        and np.all(np.diff(levels) <= 1)
        and np.sum(levels == 0) > 1
    )


def _numbered(page: Page, rows: Rows) -> list[npt.NDArray[np.int64]]:
    """Numbers in a class word that all of the rows carry, or the child that wraps them."""
    words = [dict(_NUMBERED.findall(page.attribute(row, "class") or "")) for row in rows.tolist()]
    shared = set.intersection(*(set(found) for found in words)) if words else set()
    columns = [np.array([int(found[word]) for found in words]) for word in sorted(shared)]
    return [column for column in columns if column.max(initial=0) <= _DEEPEST]

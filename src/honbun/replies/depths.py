"""How far posts are set in under others, and which they answer by that."""

from __future__ import annotations

import re

import numpy as np

from honbun.features import Indices
from honbun.page import Page, Rows

# A number in a class word is a depth only if it stays within this.
_MAX_DEPTH = 30
_NUMBERED = re.compile(r"([^\s\d]*)(\d{1,2})")


def depths(page: Page, rows: Rows) -> Indices:
    """How far each element is set in under others, from 0; all 0 if the page does not show it.

    An element inside another is one deeper. Else elements of several depths in the tree are replies if each lies
    at most one level below the one before it; else numbers that a class word of all of them carries, if they
    behave in the same way.
    """
    nested = _nesting(page, rows)
    if nested.any():
        return nested
    columns: list[Indices] = [page.depth[rows].astype(np.int64), *_class_numbers(page, rows)]
    for values in columns:
        levels = np.unique(values, return_inverse=True)[1]
        if _are_depths(levels):
            return np.asarray(levels, dtype=np.int64)
    return np.zeros(len(rows), dtype=np.int64)


def parents(depth: Indices) -> list[int | None]:
    """For each post the last one before it that is less deep; None for those at the top."""
    answered: list[int | None] = []
    open_: list[int] = []
    for i, level in enumerate(depth.tolist()):
        while open_ and depth[open_[-1]] >= level:
            open_.pop()
        answered.append(open_[-1] if open_ else None)
        open_.append(i)
    return answered


def _nesting(page: Page, rows: Rows) -> Indices:
    """For each row how many of the others hold it."""
    depth = np.zeros(len(rows), dtype=np.int64)
    open_: list[int] = []
    for i, row in enumerate(rows.tolist()):
        while open_ and page.end[open_[-1]] <= row:
            open_.pop()
        depth[i] = len(open_)
        open_.append(row)
    return depth


def _are_depths(levels: Indices) -> bool:
    """Levels that begin at the top, go down one at a time, and are used more than once."""
    return bool(
        len(levels) > 2
        and levels[0] == 0
        and levels.max() > 0
        and np.all(np.diff(levels) <= 1)
        and np.sum(levels == 0) > 1
    )


def _class_numbers(page: Page, rows: Rows) -> list[Indices]:
    """Numbers in a class word that all of the rows carry, or the child that wraps them."""
    words = [dict(_NUMBERED.findall(page.attribute(row, "class") or "")) for row in rows.tolist()]
    shared = set.intersection(*(set(found) for found in words)) if words else set()
    columns = [np.array([int(found[word]) for found in words]) for word in sorted(shared)]
    return [column for column in columns if column.max(initial=0) <= _MAX_DEPTH]

"""Which post answers which: posts that lie in others, stand deeper, are numbered by their depth, or say >>8."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from honbun.features import Lines
from honbun.page import Page, Rows, tags

Indices = npt.NDArray[np.int64]

# A number in a class word is a depth only if it stays within this.
_DEEPEST = 30
_NUMBERED = re.compile(r"([^\s\d]*)(\d{1,2})")
# What boards without other markup write before the number of the post that is answered.
_REFERENCE = re.compile(r"(?:[>＞]{2}|≫|»)\s?(?:No\.?\s?)?(\d{1,9})", re.IGNORECASE)
_REFERENCES = re.compile(rf"(?:{_REFERENCE.pattern}[-,、\d\s]*)+", re.IGNORECASE)


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


def with_references(lines: Lines, member: Rows, bodies: Sequence[Indices]) -> list[Indices]:
    """Bodies with the lines right before them, or within, that only say which post they answer."""
    found = []
    for body in bodies:
        if len(body):
            first, last, of = int(body[0]), int(body[-1]), member[body[0]]
            while first and member[first - 1] == of and _is_reference(lines, first - 1):
                first -= 1
            own = set(body.tolist())
            more = (line for line in range(first, last) if member[line] == of and _is_reference(lines, line))
            body = np.array(sorted(own.union(more)), dtype=np.int64)
        found.append(body)
    return found


def _is_reference(lines: Lines, line: int) -> bool:
    return bool(lines.length[line] > 0 and _REFERENCES.fullmatch(lines.texts[line].strip()))


def answered(
    lines: Lines, member: Rows, bodies: Sequence[Indices], members: list[int], numbers: dict[int, str]
) -> list[int | None]:
    """For each post the first one that it refers to, by its number or by a link to it; None if it does not."""
    index = {k: i for i, k in enumerate(members)}
    by_number = {int(number): k for k, number in reversed(numbers.items())}
    links = _links_between(lines, member)
    found: list[int | None] = []
    for k in members:
        named = (by_number.get(number) for line in bodies[k].tolist() for number in _named(lines.texts[line]))
        linked = (of for line in bodies[k].tolist() for of in links.get(line, ()))
        others = (of for way in (named, linked) for of in way if of is not None and of != k and of in index)
        found.append(index[first] if (first := next(others, None)) is not None else None)
    return found


def _named(text: str) -> Iterator[int]:
    return (int(found[1]) for found in _REFERENCE.finditer(text))


def _links_between(lines: Lines, member: Rows) -> dict[int, list[int]]:
    """For each line with links to places in members: these members."""
    page = lines.page
    targets: dict[str, int] = {}
    for name in ("name", "id"):
        for row, value in page.attributes.get(name, {}).items():
            line = int(lines.line_of[row])
            if line < len(lines) and member[line] >= 0 and (name == "id" or page.tag[row] == tags.CODE["a"]):
                targets[value] = int(member[line])
    links: dict[int, list[int]] = {}
    if targets:
        for row, href in page.attributes.get("href", {}).items():
            if href.startswith("#") and (of := targets.get(href[1:])) is not None:
                links.setdefault(int(lines.line_of[row]), []).append(of)
    return links


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

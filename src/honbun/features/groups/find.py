"""Candidate groups: ways to cut a page, or a part of it, into members of which each may be one post.

A group is made without knowing what its members say: elements of one name and class word, of one path, children
of one parent, or stretches from one head to the next. Class words and identifiers are opaque keys; numbers in them
are left out (`row1`, `row2`, `post-4711`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.features.groups.stretches import Stretches
from honbun.features.lines import Lines
from honbun.features.outline import Outline
from honbun.page import Hashes, Mask, Page, Rows, mix, paths, tags

_DIGITS = re.compile(r"\d+")
# A group that says less of the page's text is none of its posts.
_LEAST_SHARE = 0.03
# Of the candidates, those that say most are looked at.
MOST_GROUPS = 150
# How far the members of a group may be replaced by their parents.
_MOST_CLIMBS = 8


class Kind(StrEnum):
    """How the members of a group were found."""

    WORD = "word"
    """Elements of one name that share a word of their class, the rest of their id, or a property."""
    PATH = "path"
    """Elements with the same names from the root down."""
    CHILDREN = "children"
    """Children of one name of one parent."""
    HEADS = "heads"
    """From one child of a kind to the next: dt and dd, rows in pairs, text between rules."""
    DATES = "dates"
    """From one dated line to the next."""

    @property
    def is_of_elements(self) -> bool:
        """Each member is an element, not a stretch of the page."""
        return self not in (Kind.HEADS, Kind.DATES)


@dataclass(frozen=True, eq=False)
class Group:
    """Members, in document order, as ranges of lines."""

    kind: Kind
    key: str
    """What pages of one site call the same group."""
    rows: Rows
    """The first element of each member."""
    first: Rows
    last: Rows
    climbed: int = 0
    """How many levels above the elements that gave the key."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def is_of_elements(self) -> bool:
        """Each member is an element, not a stretch of the page."""
        return self.kind.is_of_elements

    @cached_property
    def is_nested(self) -> bool:
        """Members lie in each other: a line belongs to the innermost."""
        return bool((self.first[1:] < np.maximum.accumulate(self.last)[:-1]).any())

    def members(self, lines: int) -> Rows:
        """For each line of the page the member it belongs to, or -1."""
        member = np.full(lines, -1, dtype=np.int32)
        if self.is_nested:
            for i, (first, last) in enumerate(zip(self.first.tolist(), self.last.tolist(), strict=True)):
                member[first:last] = i
        else:
            sizes = self.last - self.first
            inside = np.repeat(self.first - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
            member[inside] = np.repeat(np.arange(len(self), dtype=np.int32), sizes)
        return member


class Pool:
    """Many groups as columns: their members, one after the other."""

    def __init__(self, groups: Sequence[Candidate | Group], outline: Outline) -> None:
        self.groups = groups
        self.size = np.array([len(group.rows) for group in groups], dtype=np.intp)
        """How many members each group has."""
        self.start = np.cumsum(self.size) - self.size
        none = np.zeros(0, dtype=np.int32)
        self.rows: Rows = np.concatenate([none, *(group.rows for group in groups)])
        self.first, self.last = outline.first[self.rows], outline.last[self.rows]
        for at, group in zip(self.start.tolist(), groups, strict=True):
            if group.first is not None and group.last is not None:
                self.first[at : at + len(group.rows)] = group.first
                self.last[at : at + len(group.rows)] = group.last

    def __len__(self) -> int:
        return len(self.groups)

    def sums(self, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """For each group the sum of a value of its members."""
        each = values.astype(np.float64)
        return np.add.reduceat(each, self.start) if len(self) else each

    @cached_property
    def is_nested(self) -> Mask:
        """Groups whose members lie in each other."""
        # Lines of one group count from where those of the group before end, which holds nothing of it.
        apart = np.repeat(np.arange(len(self)) * (int(self.last.max(initial=0)) + 1), self.size)
        reached = np.maximum.accumulate(self.last + apart)
        inside = np.zeros(len(self.rows), dtype=np.bool_)
        inside[1:] = (self.first + apart)[1:] < reached[:-1]
        return self.sums(inside) > 0

    def group(self, i: int) -> Group:
        """One of them."""
        candidate, one = self.groups[i], slice(self.start[i], self.start[i] + self.size[i])
        first, last = self.first[one], self.last[one]
        return Group(candidate.kind, candidate.key, candidate.rows, first, last, candidate.climbed)


def _no_matter(pool: Pool) -> npt.NDArray[np.float64]:
    return np.zeros(len(pool))


def _no_less(_: Group) -> float:
    return -inf


@dataclass(frozen=True)
class Search:
    """Which groups are looked for: on a thread any, below an article only some."""

    known: Container[str] = ()
    """Keys, such as those of other pages, of which one member will do; else a group has two or more."""
    least_share: float = _LEAST_SHARE
    worth: Callable[[Pool], npt.NDArray[np.float64]] = _no_matter
    """What is added to the log-odds of groups; -inf for those that are not wanted."""
    least: Callable[[Group], float] = _no_less
    """If the best group has lower log-odds, the page is not cut."""
    rows: Mask | None = None
    """The elements that may begin a member; all, if None."""
    most: int = MOST_GROUPS
    """So many groups are looked at, those that say most."""


ANY = Search()


def find_groups(lines: Lines, search: Search = ANY) -> list[Group]:
    """The candidate groups of a page, those that say most first."""
    if not len(lines):
        return []
    pool = Pool(list(_all_candidates(lines, search)), lines.outline)
    if not len(pool):
        return []
    said = lines.unlinked_sum[pool.last] - lines.unlinked_sum[pool.first]
    total = np.where(pool.is_nested, np.maximum.reduceat(said, pool.start), pool.sums(said))
    least = max(search.least_share * float(lines.unlinked_sum[-1]), 1.0)
    fit = np.flatnonzero((total >= least) & (search.worth(pool) > -inf))
    found: dict[tuple[bool, bytes, bytes], Group] = {}
    for i in fit[np.argsort(-total[fit], kind="stable")].tolist():
        if len(found) == search.most:
            break
        group = pool.group(i)
        # Of groups of the same members the first is taken, elements apart from stretches.
        found.setdefault((group.kind is Kind.HEADS, group.first.tobytes(), group.last.tobytes()), group)
    return list(found.values())


class Candidate(NamedTuple):
    """What may be a group: elements, or where stretches begin, with their lines."""

    kind: Kind
    key: str
    rows: Rows
    climbed: int = 0
    first: Rows | None = None
    last: Rows | None = None


def _all_candidates(lines: Lines, search: Search) -> Iterator[Candidate]:
    stretches = Stretches(lines) if lines.is_dated.any() else None
    for candidate in candidates(lines, search):
        if candidate.kind is not Kind.HEADS or stretches is None:
            yield candidate
        elif not _is_late(lines, candidate, stretches):
            yield _trimmed(lines, candidate, stretches)
    if stretches:
        yield from _dates(lines, stretches)


def candidates(lines: Lines, search: Search = ANY) -> Iterator[Candidate]:
    """What the elements of a page give, as it is found: some come several times."""
    has_text = lines.length_sum[lines.outline.last] > lines.length_sum[lines.outline.first]
    if search.rows is not None:
        has_text &= search.rows
    # Elements of two class words are one group, that of the first, and so are their parents.
    alike: dict[bytes, Candidate] = {}
    for elements in _with_nesting(lines, list(_of_elements(lines, has_text, search.known))):
        alike.setdefault(elements.rows.tobytes(), elements)
    yield from _with_parents(lines.page, list(alike.values()))
    yield from _heads(lines, has_text)


def _of_elements(lines: Lines, has_text: Mask, known: Container[str]) -> Iterator[Candidate]:
    page = lines.page
    for key, rows in _by_word(page, has_text).items():
        if len(rows) > 1 or key in known:
            yield Candidate(Kind.WORD, key, np.array(rows, dtype=np.int32))
    by_name, rows_below = _name_paths(page), np.flatnonzero(has_text & (page.parent > 0))
    for kind, hashes in (
        (Kind.PATH, by_name),
        (Kind.PATH, lines.outline.path),
        (Kind.CHILDREN, mix(page.parent.astype(np.uint64)) ^ by_name),
    ):
        for value, alike in _alike(hashes, rows_below):
            yield Candidate(kind, f"{kind.value} {value:x}", alike)


def _by_word(page: Page, has_text: Mask) -> dict[str, list[int]]:
    """Rows by name and class word, id without numbers, or property."""
    groups: dict[str, list[int]] = {}
    shown, codes = has_text.tolist(), page.tag.tolist()
    names: dict[tuple[int, str], list[str]] = {}
    for row, value in page.attributes.get("class", {}).items():
        if shown[row]:
            code = codes[row]
            keys = names.get((code, value))
            if keys is None:
                name = page.tag_name(row)
                words = dict.fromkeys(_DIGITS.sub("", word) for word in value.split()[:8])
                keys = names[code, value] = [f"{name}.{word}" for word in words]
            for key in keys:
                groups.setdefault(key, []).append(row)
    for row, value in page.attributes.get("id", {}).items():
        if shown[row] and (word := _DIGITS.sub("", value)) != value:
            groups.setdefault(f"{page.tag_name(row)}#{word}", []).append(row)
    for name in ("itemprop", "itemtype"):
        for row, value in page.attributes.get(name, {}).items():
            if shown[row]:
                groups.setdefault(f"{page.tag_name(row)}[{value}]", []).append(row)
    return groups


def _alike(hashes: Hashes, rows: npt.NDArray[np.integer]) -> Iterator[tuple[int, Rows]]:
    """Rows with the same hash, two or more."""
    order = rows[np.argsort(hashes[rows], kind="stable")].astype(np.int32)
    values = hashes[order]
    starts = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
    ends = np.append(starts[1:], len(order))
    starts, ends = starts[ends - starts > 1], ends[ends - starts > 1]
    for value, start, end in zip(values[starts].tolist(), starts.tolist(), ends.tolist(), strict=True):
        yield value, order[start:end]


def _name_paths(page: Page) -> Hashes:
    """For each row a hash of the names from the root down to it."""
    kind = page.tag.astype(np.uint64) + np.uint64(1)
    for row in np.flatnonzero(page.tag >= tags.FIRST_CUSTOM).tolist():
        kind[row] = crc32(page.tag_name(row).encode())
    return paths(page, kind)


def _with_nesting(lines: Lines, found: list[Candidate]) -> Iterator[Candidate]:
    """These elements; where some lie in others, also without those, and without the outer ones."""
    for elements, is_nested in zip(found, Pool(found, lines.outline).is_nested.tolist(), strict=True):
        yield elements
        if is_nested:
            rows = elements.rows
            end = lines.page.end[rows]
            outer = rows >= np.append(0, np.maximum.accumulate(end)[:-1])
            inner = np.append(rows[1:] >= end[:-1], True)
            for name, mask in (("outer", outer), ("inner", inner)):
                if mask.sum() > 1:
                    yield Candidate(elements.kind, f"{elements.key} {name}", rows[mask])


def _with_parents(page: Page, found: list[Candidate]) -> Iterator[Candidate]:
    """These elements, the same one level up, and as far up as each has an ancestor of its own."""
    for elements, levels in zip(found, _climb(page, [elements.rows for elements in found]), strict=True):
        yield elements
        if levels:
            yield Candidate(elements.kind, f"{elements.key} ^1", levels[0], 1)
        # Of one member nothing tells where to stop.
        if len(levels) > 1 and len(elements.rows) > 1:
            yield Candidate(elements.kind, f"{elements.key} ^", levels[-1], len(levels))


def _climb(page: Page, groups: list[Rows]) -> list[list[Rows]]:
    """For each group the parents of its elements, level by level, while each element has one of its own."""
    climbed: list[list[Rows]] = [[] for _ in groups]
    active, current = list(range(len(groups))), groups
    for _ in range(1, _MOST_CLIMBS):
        if not active:
            break
        sizes = np.array(list(map(len, current)))
        starts = np.cumsum(sizes) - sizes
        above = page.parent[np.concatenate(current)]
        is_inner = np.minimum.reduceat(above, starts) > 1
        is_later = np.append(True, above[1:] > above[:-1])
        is_later[starts] = True
        is_rising = np.logical_and.reduceat(is_later, starts)
        reached = []
        for at in np.flatnonzero(is_inner).tolist():
            rows = above[starts[at] : starts[at] + sizes[at]]
            if is_rising[at] or len(set(rows.tolist())) == len(rows):
                climbed[active[at]].append(rows)
                reached.append(active[at])
        active, current = reached, [climbed[i][-1] for i in reached]
    return climbed


def _heads(lines: Lines, has_text: Mask) -> Iterator[Candidate]:
    """Stretches from one child of a kind to the next one, under parents of one path."""
    page, outline = lines.page, lines.outline
    is_rule = page.tag == tags.CODE["hr"]
    rows = np.flatnonzero((has_text | is_rule) & (page.parent > 0) & tags.is_in(tags.BLOCK_LEVEL, page.tag))
    full = np.bincount(page.parent[rows], minlength=len(page))
    for kind in (outline.signature, page.tag.astype(np.uint64)):
        for key, heads in _alike(mix(outline.path[page.parent]) ^ kind, rows):
            parents = page.parent[heads]  # ascending: elements of one path do not lie in each other
            same = np.append(parents[1:] == parents[:-1], False)
            # Where the heads are all that the parent holds, the group is one of elements.
            if len(heads) * 1.25 > full[parents[~same]].sum() and not is_rule[heads[0]]:
                continue
            first = outline.first[heads]
            last = np.where(same, np.append(first[1:], 0), outline.last[parents])
            yield Candidate(Kind.HEADS, f"heads {key:x}", heads, 0, first, last)
            if is_rule[heads[0]] and parents[0] == parents[-1]:
                start = outline.first[parents[0]]
                if start < first[0]:
                    edges = np.append(start, first).astype(np.int32)
                    rows_between, ends = np.append(parents[0], heads), np.append(first, last[-1])
                    yield Candidate(Kind.HEADS, f"between {key:x}", rows_between, 0, edges, ends)


def _is_late(lines: Lines, stretch: Candidate, stretches: Stretches) -> bool:
    """Rules with a post before the first of them: what lies between the rules is the better group."""
    rows, parents = stretch.rows, lines.page.parent[stretch.rows]
    start = int(lines.outline.first[parents[0]])
    is_ruled = bool(lines.page.tag[rows[0]] == tags.CODE["hr"]) and len(set(parents.tolist())) == 1
    return is_ruled and stretches.are_late(*_lines_of(stretch), start)


def _trimmed(lines: Lines, stretch: Candidate, stretches: Stretches) -> Candidate:
    """The same stretches without header and footer, if posts are no elements and dates tell them from others."""
    rows, (first, last) = stretch.rows, _lines_of(stretch)
    top = int(lines.page.parent[rows[-1]])
    if lines.page.tag[rows[-1]] != tags.CODE["hr"] and not stretches.are_flat(first, last, top):
        return stretch
    rows, first, last = (part[stretches.kept(first, last)] for part in (rows, first, last))
    return stretch._replace(rows=rows, first=first, last=stretches.closed(first, last, top))


def _lines_of(stretch: Candidate) -> tuple[Rows, Rows]:
    assert stretch.first is not None
    assert stretch.last is not None
    return stretch.first, stretch.last


def _dates(lines: Lines, stretches: Stretches) -> Iterator[Candidate]:
    """Stretches from one dated line to the next of the same place, in the element that holds them all."""
    owner, path = lines.outline.blocks.owner, lines.outline.path
    for key, dated in _alike(path[owner], np.flatnonzero(lines.is_dated)):
        for number, heads in enumerate(stretches.alike(dated)):
            top = _common(lines.page, owner[heads])
            for name, first in (("", heads), (" above", stretches.start(heads))):
                if first is not None:
                    last = np.append(first[1:], lines.outline.last[top]).astype(np.int32)
                    last = stretches.closed(first, last, top)
                    yield Candidate(Kind.DATES, f"dates {key:x}{name}{number or ''}", owner[heads], 0, first, last)


def _common(page: Page, rows: Iterable[int]) -> int:
    """The innermost element that holds all these."""
    low, high = int(min(rows)), int(max(rows))
    while page.end[low] <= high:
        low = int(page.parent[low])
    return low

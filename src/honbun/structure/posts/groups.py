"""Candidate groups: ways to cut a page, or a part of it, into members of which each may be one post.

A group is made without knowing what its members say: elements of one name and class word, of one path, children
of one parent, or stretches from one head to the next. Class words and identifiers are opaque keys; numbers in them
are left out (`row1`, `row2`, `post-4711`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from math import inf
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.page import Mask, Page, Rows
from honbun.page.paths import Hashes, mix, paths
from honbun.structure.posts.lines import Lines
from honbun.structure.posts.stretches import Stretches

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
        return self.kind not in (Kind.HEADS, Kind.DATES)

    @cached_property
    def is_nested(self) -> bool:
        """Members lie in each other: a line belongs to the innermost."""
        return bool(np.any(self.first[1:] < np.maximum.accumulate(self.last)[:-1]))

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


def _no_matter(_: Group) -> float:
    return 0.0


@dataclass(frozen=True)
class Search:
    """Which groups are looked for: on a thread any, below an article only some."""

    known: Container[str] = ()
    """Keys, such as those of other pages, of which one member will do; else a group has two or more."""
    least_share: float = _LEAST_SHARE
    worth: Callable[[Group], float] = _no_matter
    """What is added to the log-odds of a group; -inf if it is not wanted."""
    rows: Mask | None = None
    """The elements that may begin a member; all, if None."""
    most: int = MOST_GROUPS
    """So many groups are looked at, those that say most."""


ANY = Search()


def find_groups(lines: Lines, search: Search = ANY) -> list[Group]:
    """The candidate groups of a page, those that say most first."""
    if not len(lines):
        return []
    found: dict[bytes, tuple[float, Group]] = {}
    least = max(search.least_share * float(lines.said_sum[-1]), 1.0)
    for group in _all_groups(lines, search):
        said = lines.said_sum[group.last] - lines.said_sum[group.first]
        total = float(said.sum())
        if total >= least and group.is_nested:
            total = float(said.max())
        if total < least:
            continue
        place = group.first.tobytes() + group.last.tobytes()
        if place not in found and search.worth(group) > -inf:
            found[place] = total, group
    ranked = sorted(found.values(), key=lambda pair: -pair[0])
    return [group for _, group in ranked[: search.most]]


def _all_groups(lines: Lines, search: Search) -> Iterator[Group]:
    stretches = Stretches(lines) if lines.is_dated.any() else None
    for group in groups_of_markup(lines, search):
        if group.kind is not Kind.HEADS or stretches is None:
            yield group
        elif not _is_late(lines, group, stretches):
            yield _trimmed(lines, group, stretches)
    if stretches:
        yield from _dates(lines, stretches)


def groups_of_markup(lines: Lines, search: Search = ANY) -> Iterator[Group]:
    """The candidate groups that the elements of a page give, as they are found: some come several times."""
    said = lines.ink_sum
    has_text = said[lines.outline.last] > said[lines.outline.first]
    if search.rows is not None:
        has_text &= search.rows
    known: set[bytes] = set()
    for group in _of_elements(lines, has_text, search.known):
        # Elements of two class words are one group, that of the first, and so are their parents.
        if (same := group.rows.tobytes()) not in known:
            known.add(same)
            yield group
            yield from _climbed(lines, group)
    yield from _heads(lines, has_text)


def _of_elements(lines: Lines, has_text: Mask, known: Container[str]) -> Iterator[Group]:
    page = lines.page
    for key, rows in _by_word(page, has_text).items():
        if len(rows) > 1 or key in known:
            yield from _with_nesting(lines, Kind.WORD, key, np.array(rows, dtype=np.int32))
    by_name = _name_paths(page)
    for kind, hashes in (
        (Kind.PATH, by_name),
        (Kind.PATH, lines.outline.path),
        (Kind.CHILDREN, mix(page.parent.astype(np.uint64)) ^ by_name),
    ):
        for value, alike in _alike(hashes, np.flatnonzero(has_text & (page.parent > 0))):
            yield from _with_nesting(lines, kind, f"{kind.value} {value:x}", alike)


def _by_word(page: Page, has_text: Mask) -> dict[str, list[int]]:
    """Rows by name and class word, id without numbers, or property."""
    groups: dict[str, list[int]] = {}
    shown = has_text.tolist()
    names: dict[tuple[int, str], list[str]] = {}
    for row, value in page.attributes.get("class", {}).items():
        if shown[row]:
            code = int(page.tag[row])
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
    order = rows[np.argsort(hashes[rows], kind="stable")]
    values = hashes[order]
    cuts = np.flatnonzero(np.append(True, values[1:] != values[:-1]))
    for a, b in zip(cuts.tolist(), np.append(cuts[1:], len(order)).tolist(), strict=True):
        if b - a > 1:
            yield int(values[a]), order[a:b].astype(np.int32)


def _name_paths(page: Page) -> Hashes:
    """For each row a hash of the names from the root down to it."""
    kind = page.tag.astype(np.uint64) + np.uint64(1)
    for row in np.flatnonzero(page.tag >= tags.FIRST_CUSTOM).tolist():
        kind[row] = crc32(page.tag_name(row).encode())
    return paths(page, kind)


def _with_nesting(lines: Lines, kind: Kind, key: str, rows: Rows) -> Iterator[Group]:
    """The group of these elements; if some lie in others, also without those, and without the outer ones."""
    group = _group(lines, kind, key, rows)
    yield group
    if group.is_nested:
        end = lines.page.end[rows]
        outer = rows >= np.append(0, np.maximum.accumulate(end)[:-1])
        inner = np.append(rows[1:] >= end[:-1], True)
        for name, mask in (("outer", outer), ("inner", inner)):
            if mask.sum() > 1:
                yield _group(lines, kind, f"{key} {name}", rows[mask])


def _group(lines: Lines, kind: Kind, key: str, rows: Rows, climbed: int = 0) -> Group:
    return Group(kind, key, rows, lines.outline.first[rows], lines.outline.last[rows], climbed)


def _climbed(lines: Lines, group: Group) -> Iterator[Group]:
    """The same group one level up, and as far up as each member has an ancestor of its own."""
    rows, parent = group.rows, lines.page.parent
    highest = None
    for level in range(1, _MOST_CLIMBS):
        above = parent[rows]
        if above.min() <= 1 or len(set(above.tolist())) < len(above):
            break
        rows = above
        if len(rows) == 1 and level > 1:
            return  # of one member nothing tells where to stop
        highest = _group(lines, group.kind, f"{group.key} ^{level}", rows, level)
        if level == 1:
            yield highest
    if highest is not None and highest.climbed > 1:
        yield Group(highest.kind, f"{group.key} ^", rows, highest.first, highest.last, highest.climbed)


def _heads(lines: Lines, has_text: Mask) -> Iterator[Group]:
    """Stretches from one child of a kind to the next one, under parents of one path."""
    page, outline = lines.page, lines.outline
    is_rule = page.tag == tags.CODE["hr"]
    rows = np.flatnonzero((has_text | is_rule) & (page.parent > 0) & tags.is_in(tags.BLOCK_LEVEL, page.tag))
    full = np.bincount(page.parent[rows], minlength=len(page))
    for kind in (outline.signature, page.tag.astype(np.uint64)):
        for key, heads in _alike(mix(outline.path[page.parent]) ^ kind, rows):
            parents = page.parent[heads]
            # Where the heads are all that the parent holds, the group is one of elements.
            if len(heads) * 1.25 > full[np.unique(parents)].sum() and not is_rule[heads[0]]:
                continue
            same = np.append(parents[1:] == parents[:-1], False)
            first = outline.first[heads]
            last = np.where(same, np.append(first[1:], 0), outline.last[parents])
            yield Group(Kind.HEADS, f"heads {key:x}", heads, first, last)
            if is_rule[heads[0]] and len(np.unique(parents)) == 1:
                start = outline.first[parents[0]]
                if start < first[0]:
                    edges = np.append(start, first).astype(np.int32)
                    yield Group(
                        Kind.HEADS,
                        f"between {key:x}",
                        np.append(parents[0], heads),
                        edges,
                        np.append(first, last[-1]),
                    )


def _is_late(lines: Lines, group: Group, stretches: Stretches) -> bool:
    """Rules with a post before the first of them: what lies between the rules is the better group."""
    rows, parents = group.rows, lines.page.parent[group.rows]
    start = int(lines.outline.first[parents[0]])
    is_ruled = bool(lines.page.tag[rows[0]] == tags.CODE["hr"]) and len(set(parents.tolist())) == 1
    return is_ruled and stretches.are_late(group.first, group.last, start)


def _trimmed(lines: Lines, group: Group, stretches: Stretches) -> Group:
    """The same stretches without header and footer, if posts are no elements and dates tell them from others."""
    rows, first, last = group.rows, group.first, group.last
    top = int(lines.page.parent[rows[-1]])
    if lines.page.tag[rows[-1]] != tags.CODE["hr"] and not stretches.are_flat(first, last, top):
        return group
    rows, first, last = (part[stretches.kept(first, last)] for part in (rows, first, last))
    return replace(group, rows=rows, first=first, last=stretches.closed(first, last, top))


def _dates(lines: Lines, stretches: Stretches) -> Iterator[Group]:
    """Stretches from one dated line to the next of the same place, in the element that holds them all."""
    owner, path = lines.outline.blocks.owner, lines.outline.path
    for key, dated in _alike(path[owner], np.flatnonzero(lines.is_dated)):
        for number, heads in enumerate(stretches.alike(dated)):
            top = _common(lines.page, owner[heads])
            for name, first in (("", heads), (" above", stretches.start(heads))):
                if first is not None:
                    last = np.append(first[1:], lines.outline.last[top]).astype(np.int32)
                    last = stretches.closed(first, last, top)
                    yield Group(Kind.DATES, f"dates {key:x}{name}{number or ''}", owner[heads], first, last)


def _common(page: Page, rows: Iterable[int]) -> int:
    """The innermost element that holds all these."""
    low, high = int(min(rows)), int(max(rows))
    while page.end[low] <= high:
        low = int(page.parent[low])
    return low

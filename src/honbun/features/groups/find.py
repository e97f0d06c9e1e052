"""Elements groups: ways to divide a page, or a part of it, into members that a template may have made.

A group is found without knowing what its members say: elements of one name and class word, of one path, children
of one parent, or sequences from one head to the next. Class words and identifiers are opaque keys; numbers in them
are left out (`row1`, `row2`, `post-4711`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from zlib import crc32

import numpy as np

from honbun.features.groups.sequences import find_sequences
from honbun.features.groups.table import Elements, GroupKind, Groups, sets_of_like_rows
from honbun.features.lines import Lines
from honbun.page import Hashes, Mask, Page, Rows, mix, paths, tags

_DIGITS = re.compile(r"\d+")
# How far the members of a group may be replaced by their parents.
_MAX_CLIMBS = 7
# Of a class attribute so many words are keys.
_MAX_CLASS_WORDS = 8


def find_groups(
    lines: Lines, known_keys: Container[str] = (), rows: Mask | None = None, *, by_date: bool = False
) -> Groups:
    """The groups of a page, as they are found: some come several times.

    Of `known_keys`, such as those of other pages, one member is enough; `rows` are the elements that may begin a
    member. `by_date` adds the sequences from one dated line to the next, and ends others where dates tell.
    """
    if not len(lines):
        return Groups.of((), (), lines.outline)
    has_text = lines.length_sum[lines.outline.last] > lines.length_sum[lines.outline.first]
    if rows is not None:
        has_text &= rows
    # Elements of two class words are one group, that of the first, and so are their parents.
    distinct: dict[bytes, Elements] = {}
    for group in _with_nesting(lines, list(_of_elements(lines, has_text, known_keys))):
        distinct.setdefault(group.rows.tobytes(), group)
    elements = list(_with_parents(lines.page, list(distinct.values())))
    return Groups.of(elements, list(find_sequences(lines, has_text, by_date)), lines.outline)


def _of_elements(lines: Lines, has_text: Mask, known_keys: Container[str]) -> Iterator[Elements]:
    page = lines.page
    for key, rows in _by_word(page, has_text).items():
        if len(rows) > 1 or key in known_keys:
            yield Elements(GroupKind.WORD, key, np.array(rows, dtype=np.int32))
    by_name, rows_below = _name_paths(page), np.flatnonzero(has_text & (page.parent > 0))
    for kind, hashes in (
        (GroupKind.PATH, by_name),
        (GroupKind.PATH, lines.outline.path),
        (GroupKind.CHILDREN, mix(page.parent.astype(np.uint64)) ^ by_name),
    ):
        for members in sets_of_like_rows(rows_below, hashes):
            yield Elements(kind, f"{kind.value} {int(hashes[members[0]]):x}", members)


def _by_word(page: Page, has_text: Mask) -> dict[str, list[int]]:
    """Rows by name and class word, id without numbers, or property."""
    groups: dict[str, list[int]] = {}
    shown, codes = has_text.tolist(), page.tag.tolist()
    names: dict[tuple[int, str], list[str]] = {}
    for row, value in page.attributes.get("class", {}).items():
        if shown[row]:
            keys = names.get((codes[row], value))
            if keys is None:
                name = page.tag_name(row)
                words = dict.fromkeys(_DIGITS.sub("", word) for word in value.split()[:_MAX_CLASS_WORDS])
                keys = names[codes[row], value] = [f"{name}.{word}" for word in words]
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


def _name_paths(page: Page) -> Hashes:
    """For each row a hash of the names from the root down to it."""
    kind = page.tag.astype(np.uint64) + np.uint64(1)
    for row in np.flatnonzero(page.tag >= tags.FIRST_CUSTOM).tolist():
        kind[row] = crc32(page.tag_name(row).encode())
    return paths(page, kind)


def _with_nesting(lines: Lines, found: list[Elements]) -> Iterator[Elements]:
    """These elements; where some lie in others, also without those, and without the outer ones."""
    for elements, is_nested in zip(found, Groups.of(found, (), lines.outline).is_nested.tolist(), strict=True):
        yield elements
        if is_nested:
            rows = elements.rows
            end = lines.page.end[rows]
            outer = rows >= np.append(0, np.maximum.accumulate(end)[:-1])
            inner = np.append(rows[1:] >= end[:-1], True)
            for name, mask in (("outer", outer), ("inner", inner)):
                if mask.sum() > 1:
                    yield Elements(elements.kind, f"{elements.key} {name}", rows[mask])


def _with_parents(page: Page, found: list[Elements]) -> Iterator[Elements]:
    """These elements, the same one level up, and as far up as each has an ancestor of its own."""
    for elements, levels in zip(found, _climb(page, [elements.rows for elements in found]), strict=True):
        yield elements
        if levels:
            yield Elements(elements.kind, f"{elements.key} ^1", levels[0], 1)
        # Of one member nothing tells where to stop.
        if len(levels) > 1 and len(elements.rows) > 1:
            yield Elements(elements.kind, f"{elements.key} ^", levels[-1], len(levels))


def _climb(page: Page, groups: list[Rows]) -> list[list[Rows]]:
    """For each group the parents of its elements, level by level, while each element has one of its own."""
    climbed: list[list[Rows]] = [[] for _ in groups]
    active, current = list(range(len(groups))), groups
    for _ in range(_MAX_CLIMBS):
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

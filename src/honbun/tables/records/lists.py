"""Candidates: ways to cut a part of a page into members of which each may be one record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from honbun.features import Group, GroupKind, Lines, find_groups
from honbun.page import Mask, Rows

# A list that holds less of the page's text is not its main one.
_LEAST_SHARE = 0.02
# Of the candidates, those that hold most text are looked at: records-dev has 80 a page on average.
_MOST = 120


def find_candidates(lines: Lines) -> list[Group]:
    """The groups of a page that may be a list of records, those that hold most text first.

    Their members do not lie in each other, and each of them shows some text.
    """
    if not len(lines):
        return []
    found: dict[bytes, tuple[float, Group]] = {}
    least = max(_LEAST_SHARE * float(lines.length_sum[-1]), 1.0)
    groups = find_groups(lines)
    held = lines.length_sum[groups.last] - lines.length_sum[groups.first]
    is_fit = (groups.sums(held) >= least) & (groups.sums(held > 0) >= 2) & ~groups.is_nested
    for i in np.flatnonzero(is_fit).tolist():
        group = groups[i]
        length = lines.length_sum[group.last] - lines.length_sum[group.first]
        shown = length > 0
        place = np.stack([group.first[shown], group.last[shown]]).astype(np.int32).tobytes()
        if place not in found:
            found[place] = float(length.sum()), _only(lines, group, shown)
    ranked = sorted(found.values(), key=lambda pair: -pair[0])
    return [group for _, group in ranked[:_MOST]]


def _only(lines: Lines, group: Group, shown: Mask) -> Group:
    """The group without members that show nothing, under a key that means the same on other pages."""
    key = group.key
    if group.kind is GroupKind.CHILDREN:
        key = f"children {lines.outline.path[group.rows[0]]:x}"
    return replace(group, key=key, rows=group.rows[shown], first=group.first[shown], last=group.last[shown])


def roots_of(lines: Lines, group: Group) -> Rows:
    """For each member the element below which its parts are placed: itself, or what a stretch lies in."""
    return group.rows if group.is_of_elements else np.maximum(lines.page.parent[group.rows], 0)

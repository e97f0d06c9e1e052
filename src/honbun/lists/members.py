"""Members of a list that are no records: copies of others, and banners between them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from honbun.features import Group, Lines
from honbun.lists.measure import path_shares, roots_of
from honbun.page import Mask, RelativePaths

# A banner has so little of what a member has of the parts of all. (records-dev: members that are none have less
# than .3 of it, .995 of the records more than .4.)
_MAX_SHARED_PARTS = 0.35


def drop_strangers(lines: Lines, group: Group) -> Group:
    """The list without copies of its members and without banners."""
    group = _kept(group, ~_is_copy(lines, group))
    return _kept(group, ~_is_banner(lines, group))


def _kept(group: Group, kept: Mask) -> Group:
    """These members, unless they are too few."""
    if kept.all() or kept.sum() < 2:
        return group
    return replace(group, rows=group.rows[kept], first=group.first[kept], last=group.last[kept])


def _is_copy(lines: Lines, group: Group) -> Mask:
    """Members that say the same as one before and lead to the same pages: "all" and "news" list them both."""
    page = lines.page
    addresses = page.attributes.get("href", {})
    if not addresses:
        return np.zeros(len(group), dtype=np.bool_)
    link = page.nearest_link[page.node_owner[lines.outline.blocks.first_node[:-1]]].tolist()
    is_shown = (lines.length > 0).tolist()
    seen: set[tuple[tuple[str, str], ...]] = set()
    copies = []
    for first, last in zip(group.first.tolist(), group.last.tolist(), strict=True):
        shown = filter(is_shown.__getitem__, range(first, last))
        said = tuple((lines.texts[line], addresses[link[line]] if link[line] >= 0 else "") for line in shown)
        copies.append(said in seen and any(address for _, address in said))
        seen.add(said)
    return np.array(copies)


def _is_banner(lines: Lines, group: Group) -> Mask:
    """Members that have hardly a part of the others."""
    page, n = lines.page, len(group)
    member = group.members(len(lines))
    inside = np.flatnonzero((member >= 0) & (lines.length > 0))
    of = member[inside]
    names = RelativePaths(page, page.tag.astype(np.uint64) + np.uint64(1))
    owner = page.node_owner[lines.outline.blocks.first_node[:-1]][inside]
    pairs, share = path_shares(names.below(owner, roots_of(lines, group)[of]), of, n)
    parts = np.bincount(pairs // len(share), share[pairs % len(share)], n)
    return np.asarray(parts < _MAX_SHARED_PARTS * np.median(parts))

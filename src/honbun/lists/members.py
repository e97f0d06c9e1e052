"""Members of a list that are no records: copies of others, and banners between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from honbun.features import Group, Lines, running
from honbun.lists.measure import path_shares, roots_of
from honbun.page import Mask, RelativePaths

# Of fewer members none is unlike the others.
_MIN_MEMBERS = 4
# A banner has so little of what a member has of the parts of all, and is so much shorter or stands on other pages.
# (records-dev: members that are none have less than .3 of it, .995 of the records more than .4.)
_MAX_SHARED_PARTS = 0.35
_MAX_LENGTH = 0.5
_MIN_ON_SIBLINGS = 0.9
# Fewer members than this share left: then it is not they that are unlike.
_MIN_KEPT = 0.7


def drop_strangers(lines: Lines, group: Group, siblings: Iterable[Lines] = ()) -> Group:
    """The list without copies of its members and without banners; `siblings` are other pages of the site."""
    group = _kept(group, ~_is_copy(lines, group), 2)
    elsewhere = {text for other in siblings for text in other.texts}
    if len(group) < _MIN_MEMBERS:
        return group
    return _kept(group, ~_is_banner(lines, group, elsewhere), _MIN_KEPT * len(group))


def _kept(group: Group, kept: Mask, min_members: float) -> Group:
    """These members, unless they are too few."""
    if kept.all() or kept.sum() < min_members:
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


def _is_banner(lines: Lines, group: Group, elsewhere: set[str]) -> Mask:
    """Members that have hardly a part of the others, and are short or stand on other pages as well."""
    page, n = lines.page, len(group)
    both = lines.length_sum, running(lines.length > 0)
    length, shown = (sums[group.last] - sums[group.first] for sums in both)
    may_be = length < _MAX_LENGTH * np.median(length)
    if elsewhere:
        known = running(np.array([text in elsewhere for text in lines.texts]) & (lines.length > 0))
        may_be |= (known[group.last] - known[group.first]) / np.maximum(shown, 1) > _MIN_ON_SIBLINGS
    if not may_be.any():
        return may_be
    member = group.members(len(lines))
    inside = np.flatnonzero((member >= 0) & (lines.length > 0))
    of = member[inside]
    names = RelativePaths(page, page.tag.astype(np.uint64) + np.uint64(1))
    owner = page.node_owner[lines.outline.blocks.first_node[:-1]][inside]
    pairs, share = path_shares(names.below(owner, roots_of(lines, group)[of]), of, n)
    parts = np.bincount(pairs // len(share), share[pairs % len(share)], n)
    return np.asarray((parts < _MAX_SHARED_PARTS * np.median(parts)) & may_be)

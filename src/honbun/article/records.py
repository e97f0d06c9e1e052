"""Which records of a page are secondary, such as comments and teasers, and which are what the page is about."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from honbun.features import Outline, RecordKind, Records, find_records, find_title, running
from honbun.page import Mask

# Stamped records are comments if so much prose stands before them (characters; share of what they say themselves);
# else they are the content of the page: the posts of a thread.
_MIN_LEADING_LENGTH = 100
_MIN_LEADING_SHARE = 0.03
# Linked records after such a text are teasers if they say no more than this outside links.
_MAX_TEASER_LENGTH = 100


def vote_on_records(outline: Outline) -> dict[int, int]:
    """What this page says of its dated records: path key -> 1 for secondary, -1 for primary."""
    unique = np.ones(len(outline.blocks), dtype=np.bool_)
    title = find_title(outline, ~unique)
    found: dict[int, int] = {}
    groups = find_records(outline, title)
    for records, leading in _with_leading_length(outline, groups, title, unique):
        if records.kind is RecordKind.DATED:
            for place in np.unique(outline.path[records.rows]).tolist():
                found[place] = 1 if _is_secondary(records, leading, outline) else -1
    return found


def sort_records(outline: Outline, votes: Mapping[int, int], title: int, unique: Mask) -> tuple[Mask, Mask]:
    """Blocks in secondary records, and blocks in primary ones.

    `votes` is what other pages say of a place in the template; it outweighs what this page looks like.
    """
    secondary = np.zeros(len(outline.blocks), dtype=np.bool_)
    primary = secondary.copy()
    groups = find_records(outline, title)
    for records, leading in _with_leading_length(outline, groups, title, unique):
        places = set(outline.path[records.rows].tolist())
        vote = sum(votes.get(place, 0) for place in places) if records.kind is RecordKind.DATED else 0
        if vote > 0 or (vote == 0 and _is_secondary(records, leading, outline)):
            secondary |= records.blocks(outline)
        else:
            primary |= records.blocks(outline)
    known = [place for place, vote in votes.items() if vote > 0]
    if known:
        rows = np.flatnonzero(np.isin(outline.path, np.array(known, dtype=np.uint64)))
        for row in rows[(outline.first[rows] > title) | (outline.last[rows] <= title)].tolist():
            secondary[outline.first[row] : outline.last[row]] = True
    return secondary, primary & ~secondary


def _with_leading_length(
    outline: Outline, groups: list[Records], title: int, unique: Mask
) -> list[tuple[Records, float]]:
    """Each group with the amount of prose between the title and its first member, dated records left out."""
    prose = np.where(outline.is_prose & unique, outline.blocks.length, 0)
    for records in groups:
        if records.kind is RecordKind.DATED:
            prose = np.where(records.blocks(outline), 0, prose)
    sums = running(prose)
    return [(records, float(sums[records.first] - sums[min(max(title, 0), records.first)])) for records in groups]


def _is_secondary(records: Records, leading: float, outline: Outline) -> bool:
    if leading < _MIN_LEADING_LENGTH:
        return False
    if records.kind is RecordKind.LINKED:
        return records.text_length <= _MAX_TEASER_LENGTH
    unlinked = outline.unlinked_sum[records.last] - outline.unlinked_sum[records.first]
    return bool(leading >= _MIN_LEADING_SHARE * unlinked)

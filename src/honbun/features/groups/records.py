"""Records: like siblings that have a date each or start with a link each, such as comments, posts, teasers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from honbun.features.groups.table import MIN_SIBLINGS, Floats, Groups
from honbun.page import Mask, Rows

if TYPE_CHECKING:
    from honbun.features.outline import Outline

# So many of the members must start alike, and carry what makes them records.
_MIN_SHARE = 0.6
# One member that holds more than this of the group's text is the main part, not one of many.
_MAX_MEMBER_SHARE_OF_FEW = 0.7
_MAX_MEMBER_SHARE = 0.5
# A record has parts: a date and a text, a title and a text. (1.8 blocks: some members lack one.)
_MIN_BLOCKS = 1.8
# A dated record says something beside its date; rows of numbers do not.
_MIN_DATED_LENGTH = 20
# Shortest link that can be the title of a record.
_MIN_TITLE_LENGTH = 8
# Groups alternate if they are of like size, and so many neighbours are of different groups.
_MIN_SIZE_RATIO, _MAX_SIZE_RATIO = 0.6, 1.7
_MIN_TURNS = 0.8


class RecordKind(StrEnum):
    """What the members of a group have in common."""

    DATED = "dated"
    """Each has a date or a time: posts, comments, dated items."""
    LINKED = "linked"
    """Each starts with a link: teasers, results."""


@dataclass(frozen=True, eq=False)
class Records:
    """A group of like elements under one parent, each one record (or, side by side, the halves of one)."""

    kind: RecordKind
    halves: tuple[Rows, ...]
    """The members; if others alternate with them, those as well."""
    first: int
    """The first block of the first member."""
    last: int
    """The first block after the last member."""
    text_length: float
    """How much a typical member says outside links."""

    @property
    def rows(self) -> Rows:
        """All members."""
        return np.sort(np.concatenate(self.halves))

    def blocks(self, outline: Outline) -> Mask:
        """The blocks that lie in a member."""
        n = len(outline.blocks)
        opened = np.bincount(outline.first[self.rows], minlength=n + 1)
        closed = np.bincount(outline.last[self.rows], minlength=n + 1)
        return np.cumsum((opened - closed)[:-1]) > 0


def find_records(outline: Outline, title: int) -> list[Records]:
    """The groups of records of a page, in document order. Elements that hold the title are no records."""

    def holds_title(rows: Rows) -> bool:
        return bool(np.any((outline.first[rows] <= title) & (title < outline.last[rows])))

    return [records for records in outline.records if not holds_title(records.halves[0])]


def all_records(outline: Outline) -> list[Records]:
    """The groups of records of a page, in document order, those that hold its title as well."""
    groups = outline.siblings
    if not len(groups):
        return []
    found = []
    for i in np.flatnonzero(_may_be_records(outline, groups)).tolist():
        found += [records for halves in _halves(outline, groups, i) if (records := _read(outline, halves))]
    return sorted(found, key=lambda records: (records.first, -records.last))


def _may_be_records(outline: Outline, groups: Groups) -> Mask:
    """Which groups have members of like length that mostly have a date or start with a link."""
    length = outline.length_sum[groups.last] - outline.length_sum[groups.first]
    most = np.where(groups.size == MIN_SIBLINGS, _MAX_MEMBER_SHARE_OF_FEW, _MAX_MEMBER_SHARE)
    is_even = groups.largest(length) <= most * groups.sums(length)
    dated = groups.shares(_has_date(outline, groups.first, groups.last))
    return np.asarray(is_even & (np.maximum(dated, groups.shares(_has_link(outline, groups.first))) >= _MIN_SHARE))


def _has_date(outline: Outline, first: Rows, last: Rows) -> Mask:
    return np.asarray(outline.dated_sum[last] > outline.dated_sum[first])


def _has_link(outline: Outline, first: Rows) -> Mask:
    """Of each of these blocks, whether it is a link that can be the title of a record."""
    return np.asarray(outline.is_link[first] & (outline.blocks.length[first] >= _MIN_TITLE_LENGTH))


def _halves(outline: Outline, groups: Groups, i: int) -> Iterator[tuple[Rows, ...]]:
    """The members of a group if they have parts, or with those of each group they alternate with (dt and dd).

    Parts are not enough where the other half says more: name and date in the dt, the comment in the dd.
    """
    parents = outline.page.parent[groups.rows[groups.start]]
    siblings = range(*np.searchsorted(parents, [parents[i], parents[i] + 1]).tolist())
    own = groups[i].rows
    partners = [other for j in siblings if j != i and _alternate(own, other := groups[j].rows)]
    has_parts = (outline.last[own] - outline.first[own]).sum() / len(own) >= _MIN_BLOCKS
    length = _text_lengths(outline, own).sum()
    if has_parts and not any(_text_lengths(outline, other).sum() > length for other in partners):
        yield (own,)
    else:
        yield from ((own, other) for other in partners)


def _text_lengths(outline: Outline, rows: Rows) -> Floats:
    """The length of each of these elements outside links."""
    return np.asarray(outline.unlinked_sum[outline.last[rows]] - outline.unlinked_sum[outline.first[rows]])


def _alternate(one: Rows, other: Rows) -> bool:
    """Whether the elements of the two groups take turns."""
    if not _MIN_SIZE_RATIO <= len(other) / len(one) <= _MAX_SIZE_RATIO:
        return False
    is_other = np.argsort(np.concatenate([one, other]), kind="stable") >= len(one)
    return bool(np.mean(is_other[1:] != is_other[:-1]) >= _MIN_TURNS)


def _read(outline: Outline, halves: tuple[Rows, ...]) -> Records | None:
    """The group as records, or None if its members have too little in common."""
    first, last = outline.first[halves[0]], outline.last[halves[0]]
    starts = Counter(outline.path[outline.blocks.owner[first]].tolist())
    if max(starts.values()) < _MIN_SHARE * len(first):
        return None
    text_length = max(median(_text_lengths(outline, half).tolist()) for half in halves)
    if text_length >= _MIN_DATED_LENGTH and np.mean(_has_date(outline, first, last)) >= _MIN_SHARE:
        kind = RecordKind.DATED
    elif np.mean(_has_link(outline, first)) >= _MIN_SHARE:
        kind = RecordKind.LINKED
    else:
        return None
    rows = np.concatenate(halves)
    return Records(kind, halves, int(outline.first[rows].min()), int(outline.last[rows].max()), text_length)

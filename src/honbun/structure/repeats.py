"""Records: parts of a page that a template repeats, such as comments, posts, teasers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from honbun.page.outline import Outline
from honbun.page.page import Mask, Rows

# Fewer are no repetition.
_FEWEST = 3
# So many of the members must start alike, and carry what makes them records.
_SHARE = 0.6
# One member that holds more than this of the group's text is the main part, not one of many.
_LARGEST_OF_FEW = 0.7
_LARGEST_OF_MANY = 0.5
# A record has parts: a stamp and a text, a title and a text. (1.8 runs: some members lack one.)
_PARTS = 1.8
# A stamped record says something beside its stamp; rows of numbers do not.
_STAMPED_INK = 20
# Shortest link that can be the title of a record.
_TITLE_INK = 8


class RecordKind(StrEnum):
    """What the members of a group have in common."""

    STAMPED = "stamped"
    """Each has a date or a time: posts, comments, dated items."""
    LINKED = "linked"
    """Each starts with a link: teasers, results."""


@dataclass(frozen=True, eq=False)
class Records:
    """A group of like elements under one parent, each one record (or, side by side, the halves of one)."""

    kind: RecordKind
    members: Rows
    first: int
    """The first run of the first member."""
    last: int
    """The first run after the last member."""
    text_ink: float
    """How much a typical member says outside links."""


def find_records(outline: Outline, title: int) -> list[Records]:
    """The groups of records of a page, in document order. Elements that hold the title are no records."""
    if title not in outline.records_by_title:
        outline.records_by_title[title] = _find(outline, title)
    return outline.records_by_title[title]


def _find(outline: Outline, title: int) -> list[Records]:
    groups = []
    for siblings in _like_siblings(outline):
        for alike, partner in _candidates(outline, siblings):
            records = _judge(outline, alike, partner, title)
            if records:
                groups.append(records)
    return sorted(groups, key=lambda records: (records.first, -records.last))


def runs_of(records: Records, outline: Outline) -> Mask:
    """The runs that lie in a member of the group."""
    marks = np.zeros(len(outline.blocks) + 1, dtype=np.int32)
    np.add.at(marks, outline.first[records.members], 1)
    np.add.at(marks, outline.last[records.members], -1)
    return np.cumsum(marks[:-1]) > 0


def _like_siblings(outline: Outline) -> Iterator[list[Rows]]:
    """For each parent, its children with text in groups of one signature that are large enough."""
    page = outline.page
    rows = np.flatnonzero((outline.last > outline.first) & (page.parent > 0)).astype(np.int32)
    rows = rows[np.lexsort((rows, outline.signature[rows], page.parent[rows]))]
    if not len(rows):
        return
    parent, signature = page.parent[rows], outline.signature[rows]
    starts = np.flatnonzero(np.append(True, (np.diff(parent) != 0) | (signature[1:] != signature[:-1])))
    sizes = np.diff(np.append(starts, len(rows)))
    groups: dict[int, list[Rows]] = {}
    for start, size in zip(starts[sizes >= _FEWEST].tolist(), sizes[sizes >= _FEWEST].tolist(), strict=True):
        groups.setdefault(int(parent[start]), []).append(rows[start : start + size])
    yield from groups.values()


def _candidates(outline: Outline, siblings: list[Rows]) -> Iterator[tuple[Rows, Rows | None]]:
    """Groups whose members have parts, alone, or together with the group they alternate with (dt and dd).

    Parts alone are not enough where the other half says more: name and date in the dt, the comment in the dd.
    """
    for alike in siblings:
        partners = [other for other in siblings if other is not alike and _alternate(alike, other)]
        has_parts = np.mean(outline.last[alike] - outline.first[alike]) >= _PARTS
        if has_parts and not any(_said(outline, other) > _said(outline, alike) for other in partners):
            yield alike, None
        else:
            yield from ((alike, other) for other in partners)


def _said(outline: Outline, rows: Rows) -> float:
    """What these elements say outside links."""
    return float(np.sum(outline.said_sum[outline.last[rows]] - outline.said_sum[outline.first[rows]]))


def _alternate(one: Rows, other: Rows) -> bool:
    """Whether the elements of the two groups take turns."""
    if not 0.6 <= len(other) / len(one) <= 1.7:
        return False
    order = np.argsort(np.concatenate([one, other]), kind="stable")
    is_other = order >= len(one)
    return bool(np.mean(is_other[1:] != is_other[:-1]) >= 0.8)


def _judge(outline: Outline, alike: Rows, partner: Rows | None, title: int) -> Records | None:
    """The group as records, or None if its members have too little in common."""
    first, last = outline.first[alike], outline.last[alike]
    size = outline.ink_sum[last] - outline.ink_sum[first]
    largest = _LARGEST_OF_FEW if len(alike) == _FEWEST else _LARGEST_OF_MANY
    if size.max() > largest * size.sum() or bool(np.any((first <= title) & (title < last))):
        return None
    places = np.unique(outline.path[outline.blocks.owner[first]], return_counts=True)[1]
    if places.max() < _SHARE * len(alike):
        return None
    members = alike if partner is None else np.sort(np.concatenate([alike, partner]))
    said = outline.said_sum
    halves = [alike] if partner is None else [alike, partner]
    text_ink = max(float(np.median(said[outline.last[half]] - said[outline.first[half]])) for half in halves)
    kind = _kind(outline, first, last, text_ink)
    if kind is None:
        return None
    first_run, last_run = int(outline.first[members].min()), int(outline.last[members].max())
    return Records(kind=kind, members=members, first=first_run, last=last_run, text_ink=text_ink)


def _kind(outline: Outline, first: Rows, last: Rows, text_ink: float) -> RecordKind | None:
    if text_ink >= _STAMPED_INK and np.mean(outline.stamp_sum[last] > outline.stamp_sum[first]) >= _SHARE:
        return RecordKind.STAMPED
    starts_with_link = outline.is_link[first] & (outline.blocks.ink[first] >= _TITLE_INK)
    return RecordKind.LINKED if np.mean(starts_with_link) >= _SHARE else None

"""Records: parts of a page that a template repeats, such as comments, posts, teasers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress, groupby
from operator import itemgetter
from statistics import median

import numpy as np
import numpy.typing as npt

from honbun.features.outline import Outline
from honbun.page import Mask, Rows

Sizes = npt.NDArray[np.intp]

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
    text_length: float
    """How much a typical member says outside links."""


def find_records(outline: Outline, title: int) -> list[Records]:
    """The groups of records of a page, in document order. Elements that hold the title are no records."""
    if title not in outline.records_by_title:
        outline.records_by_title[title] = _find(outline, title)
    return outline.records_by_title[title]


def _find(outline: Outline, title: int) -> list[Records]:
    groups = []
    for siblings, promising in _like_siblings(outline, title):
        for alike, partner in _candidates(outline, siblings, promising):
            records = _judge(outline, alike, partner)
            if records:
                groups.append(records)
    return sorted(groups, key=lambda records: (records.first, -records.last))


def runs_of(records: Records, outline: Outline) -> Mask:
    """The runs that lie in a member of the group."""
    n = len(outline.blocks)
    opened = np.bincount(outline.first[records.members], minlength=n + 1)
    closed = np.bincount(outline.last[records.members], minlength=n + 1)
    return np.cumsum((opened - closed)[:-1]) > 0


def _like_siblings(outline: Outline, title: int) -> Iterator[tuple[list[Rows], list[bool]]]:
    """For each parent, its children with text in groups of one signature that are large enough.

    With each group comes whether its members may be records; parents without such a group are left out.
    """
    page = outline.page
    rows = np.flatnonzero((outline.last > outline.first) & (page.parent > 0)).astype(np.int32)
    rows = rows[np.lexsort((outline.signature[rows], page.parent[rows]))]
    parent, signature = page.parent[rows], outline.signature[rows]
    is_start = np.ones(len(rows), dtype=np.bool_)
    is_start[1:] = (parent[1:] != parent[:-1]) | (signature[1:] != signature[:-1])
    starts = np.flatnonzero(is_start)
    sizes = np.diff(starts, append=len(rows))
    # Only groups that are large enough are kept, one after the other.
    rows = rows[np.repeat(sizes >= _FEWEST, sizes)]
    parents, sizes = parent[starts[sizes >= _FEWEST]].tolist(), sizes[sizes >= _FEWEST]
    if not len(rows):
        return
    ends = np.cumsum(sizes)
    promising = _promising(outline, rows, ends - sizes, sizes, title).tolist()
    cuts = zip((ends - sizes).tolist(), ends.tolist(), strict=True)
    groups = zip(parents, [rows[start:end] for start, end in cuts], promising, strict=True)
    for _, siblings in groupby(groups, key=itemgetter(0)):
        _, alike, may_be = zip(*siblings, strict=True)
        if any(may_be):
            yield list(alike), list(may_be)


def _promising(outline: Outline, rows: Rows, starts: Sizes, sizes: Sizes, title: int) -> Mask:
    """Which groups have members of like size, without the title, that mostly are stamped or start with a link."""
    first, last = outline.first[rows], outline.last[rows]
    length = outline.length_sum[last] - outline.length_sum[first]
    largest = np.where(sizes == _FEWEST, _LARGEST_OF_FEW, _LARGEST_OF_MANY)
    is_even = np.maximum.reduceat(length, starts) <= largest * np.add.reduceat(length, starts)
    holds_title = np.logical_or.reduceat((first <= title) & (title < last), starts)
    stamped = outline.dated_sum[last] > outline.dated_sum[first]
    common = (np.add.reduceat(has.astype(np.int32), starts) for has in (stamped, _is_link_first(outline, first)))
    return np.asarray(is_even & ~holds_title & (np.maximum(*common) / sizes >= _SHARE))


def _is_link_first(outline: Outline, first: Rows) -> Mask:
    """Of each of these runs, whether it is a link that can be the title of a record."""
    return np.asarray(outline.is_link[first] & (outline.blocks.length[first] >= _TITLE_INK))


def _candidates(
    outline: Outline, siblings: list[Rows], promising: list[bool]
) -> Iterator[tuple[Rows, Rows | None]]:
    """Groups whose members have parts, alone, or together with the group they alternate with (dt and dd).

    Parts alone are not enough where the other half says more: name and date in the dt, the comment in the dd.
    """
    for alike in compress(siblings, promising):
        partners = [other for other in siblings if other is not alike and _alternate(alike, other)]
        has_parts = (outline.last[alike] - outline.first[alike]).sum() / len(alike) >= _PARTS
        if has_parts and not any(_said(outline, other) > _said(outline, alike) for other in partners):
            yield alike, None
        else:
            yield from ((alike, other) for other in partners)


def _said(outline: Outline, rows: Rows) -> float:
    """What these elements say outside links."""
    return float(np.sum(outline.unlinked_sum[outline.last[rows]] - outline.unlinked_sum[outline.first[rows]]))


def _alternate(one: Rows, other: Rows) -> bool:
    """Whether the elements of the two groups take turns."""
    if not 0.6 <= len(other) / len(one) <= 1.7:
        return False
    order = np.argsort(np.concatenate([one, other]), kind="stable")
    is_other = order >= len(one)
    return bool(np.mean(is_other[1:] != is_other[:-1]) >= 0.8)


def _judge(outline: Outline, alike: Rows, partner: Rows | None) -> Records | None:
    """The group as records, or None if its members have too little in common."""
    first, last = outline.first[alike], outline.last[alike]
    places = Counter(outline.path[outline.blocks.owner[first]].tolist())
    if max(places.values()) < _SHARE * len(alike):
        return None
    members = alike if partner is None else np.sort(np.concatenate([alike, partner]))
    said = outline.unlinked_sum
    halves = [alike] if partner is None else [alike, partner]
    text_length = max(median((said[outline.last[half]] - said[outline.first[half]]).tolist()) for half in halves)
    kind = _kind(outline, first, last, text_length)
    if kind is None:
        return None
    first_run, last_run = int(outline.first[members].min()), int(outline.last[members].max())
    return Records(kind=kind, members=members, first=first_run, last=last_run, text_length=text_length)


def _kind(outline: Outline, first: Rows, last: Rows, text_length: float) -> RecordKind | None:
    stamped = outline.dated_sum[last] > outline.dated_sum[first]
    if text_length >= _STAMPED_INK and stamped.sum() / len(first) >= _SHARE:
        return RecordKind.STAMPED
    return RecordKind.LINKED if _is_link_first(outline, first).sum() / len(first) >= _SHARE else None

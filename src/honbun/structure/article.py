"""The article of a page without a trained model: labels from structure and from what other pages show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from honbun.page import Labels, tags
from honbun.page.page import Mask
from honbun.structure.container import Weights, find_container
from honbun.structure.outline import Outline, running
from honbun.structure.repeats import RecordKind, Records, find_records, runs_of
from honbun.structure.title import find_title

# What a run of boilerplate costs a container that takes it in: twice its length, within these bounds.
_COST = 2.0
_LEAST_COST, _MOST_COST = 10, 60
# Weight of prose inside asides when the container is looked for.
_ASIDE_WEIGHT = 0.1
# Prose counts half for each so many runs below the title: popups and notices at the end of the page are long too.
_HALF_LIFE = 200
_ABOVE_TITLE = 0.5
# Stamped records are comments if so much prose stands before them (characters; share of what they say themselves);
# else they are the content of the page: the posts of a thread.
_LEADING_INK = 100
_LEADING_SHARE = 0.03
# Linked records after such a text are teasers if they say no more than this outside links.
_TEASER_INK = 100
# Text before the title belongs to the article only if it is a large part of the container's.
_HEAD_SHARE = 0.3
# With no title found, a heading so few runs above the container is it.
_HEADING_DISTANCE = 30
# A paragraph may be so much link and still be prose; other runs no more than half.
_PARAGRAPH_LINK_SHARE = 0.7
# A line that other pages show is still content among prose if it is on so few of the pages that share this page's
# boilerplate: bylines, agencies, dates.
_RARE = 0.5
# Shorter copies of a line within a page ("Yes.") may be meant.
_COPY_INK = 30

EVIDENCE = (
    "repeated on other pages",
    "rare on other pages",
    "link",
    "hidden",
    "title",
    "in the container",
    "between title and container",
    "in an aside",
    "copy of an earlier block",
    "nothing better on the page",
)
_REPEATED, _RARELY, _LINK, _HIDDEN, _TITLE, _INSIDE, _LEAD, _ASIDE, _COPY, _FALLBACK = range(len(EVIDENCE))


def _no_votes() -> Mapping[int, int]:
    return {}


@dataclass(frozen=True, eq=False)
class Elsewhere:
    """What other pages of the site say about this one."""

    seen: npt.NDArray[np.int32]
    """For each run, how many other pages show it."""
    asides: Mapping[int, int] = field(default_factory=_no_votes)
    """Place in the template -> whether stamped records there are asides (positive) or content (negative)."""


def alone(outline: Outline) -> Elsewhere:
    """No other pages."""
    return Elsewhere(seen=np.zeros(len(outline.blocks), dtype=np.int32))


def label_article(outline: Outline, elsewhere: Elsewhere) -> Labels:
    """Which runs are the main text: those in the container of the page's own prose, from the title on."""
    unique = elsewhere.seen == 0
    title = find_title(outline, ~unique)
    aside = _asides(outline, elsewhere, title, unique)
    value = _values(outline, unique, aside)
    container = find_container(outline, value, _nearness(len(value), title) * np.maximum(value, 0))
    if container < 0:
        return _fallback(outline, unique)
    first, last = int(outline.first[container]), int(outline.last[container])
    if not 0 <= title < last:
        title = _heading_above(outline, first, unique)
    inside = _extent(value, first, last, title)
    rare = _rare(outline, elsewhere.seen, unique & inside, first, last)
    keep = (unique | rare) & inside & _readable(outline) & ~aside
    if title >= 0:
        keep[title] = True
    copy = _copies(outline, keep)
    keep &= ~copy
    if not keep.any():
        return _fallback(outline, unique)
    runs = np.arange(len(keep))
    marks = [
        (_REPEATED, ~unique & ~rare),
        (_RARELY, rare),
        (_LINK, outline.is_link),
        (_ASIDE, aside),
        (_COPY, copy),
    ]
    marks += [(_HIDDEN, ~outline.is_visible), (_TITLE, runs == title), (_LEAD, inside & (runs < first))]
    marks += [(_INSIDE, inside & (runs >= first))]
    return Labels(score=_scores(keep, unique, inside), evidence=_bits(len(keep), marks), names=EVIDENCE)


def votes(outline: Outline) -> dict[int, int]:
    """What this page says of its stamped records: place in the template -> 1 for asides, -1 for content."""
    unique = np.ones(len(outline.blocks), dtype=np.bool_)
    title = find_title(outline, ~unique)
    found: dict[int, int] = {}
    groups = find_records(outline, title)
    for records, leading in _with_leading_ink(outline, groups, title, unique):
        if records.kind is RecordKind.STAMPED:
            for place in np.unique(outline.path[records.members]).tolist():
                found[place] = 1 if _is_aside(records, leading, outline) else -1
    return found


def _asides(outline: Outline, elsewhere: Elsewhere, title: int, unique: Mask) -> Mask:
    """Runs in comments and teasers: repeated records that are not what the page is about."""
    aside = np.zeros(len(outline.blocks), dtype=np.bool_)
    groups = find_records(outline, title)
    for records, leading in _with_leading_ink(outline, groups, title, unique):
        places = set(outline.path[records.members].tolist())
        vote = sum(elsewhere.asides.get(place, 0) for place in places) if records.kind is RecordKind.STAMPED else 0
        if vote > 0 or (vote == 0 and _is_aside(records, leading, outline)):
            aside |= runs_of(records, outline)
    known = [place for place, vote in elsewhere.asides.items() if vote > 0]
    if known:
        rows = np.flatnonzero(np.isin(outline.path, np.array(known, dtype=np.uint64)))
        for row in rows[(outline.first[rows] > title) | (outline.last[rows] <= title)].tolist():
            aside[outline.first[row] : outline.last[row]] = True
    return aside


def _with_leading_ink(
    outline: Outline, groups: list[Records], title: int, unique: Mask
) -> list[tuple[Records, float]]:
    """Each group with the amount of prose between the title and its first member, stamped records left out."""
    prose = np.where(outline.is_prose & unique, outline.blocks.ink, 0)
    for records in groups:
        if records.kind is RecordKind.STAMPED:
            prose = np.where(runs_of(records, outline), 0, prose)
    sums = running(prose)
    return [(records, float(sums[records.first] - sums[min(max(title, 0), records.first)])) for records in groups]


def _is_aside(records: Records, leading: float, outline: Outline) -> bool:
    if leading < _LEADING_INK:
        return False
    if records.kind is RecordKind.LINKED:
        return records.text_ink <= _TEASER_INK
    said = outline.said_sum[records.last] - outline.said_sum[records.first]
    return bool(leading >= _LEADING_SHARE * said)


def _values(outline: Outline, unique: Mask, aside: Mask) -> Weights:
    """What each run is worth to a container: prose its length, boilerplate a cost, the rest nothing."""
    ink = outline.blocks.ink.astype(np.float64)
    value = np.where(outline.is_prose & unique, ink, 0.0)
    value = np.where(aside, _ASIDE_WEIGHT * value, value)
    costs = outline.is_visible & (outline.is_link | ~unique)
    return np.where(costs, -_COST * np.clip(ink, _LEAST_COST, _MOST_COST), value)


def _nearness(n: int, title: int) -> Weights:
    """How much each run counts for where it stands, from 1 at the title downwards."""
    if title < 0:
        return np.ones(n)
    below = np.arange(n) - title
    return np.where(below >= 0, 0.5 ** (np.maximum(below, 0) / _HALF_LIFE), _ABOVE_TITLE)


def _heading_above(outline: Outline, first: int, unique: Mask) -> int:
    """The last h1, else the last heading, shortly above the container; or -1."""
    start = max(0, first - _HEADING_DISTANCE)
    fit = (outline.is_heading & outline.is_visible & ~outline.is_link & unique)[start:first]
    headings = start + np.flatnonzero(fit)
    if not len(headings):
        return -1
    top = headings[outline.page.tag[outline.blocks.owner[headings]] == tags.CODE["h1"]]
    return int(top[-1] if len(top) else headings[-1])


def _extent(value: Weights, first: int, last: int, title: int) -> Mask:
    """The runs of the article's region: the container, from the title on, which may stand above it."""
    inside = np.zeros(len(value), dtype=np.bool_)
    inside[first:last] = True
    gain = np.maximum(value, 0)
    if first < title < last and gain[first:title].sum() < _HEAD_SHARE * gain[first:last].sum():
        inside[first:title] = False
    if 0 <= title < first:
        inside[title:first] = True
    return inside


def _rare(outline: Outline, seen: npt.NDArray[np.int32], unique: Mask, first: int, last: int) -> Mask:
    """Lines in the container that few of the pages of this kind show, beside prose that only this page has."""
    common = seen[seen > 0]
    if not len(common):
        return np.zeros(len(seen), dtype=np.bool_)
    owner_parent = outline.page.parent[outline.blocks.owner]
    beside = np.isin(owner_parent, owner_parent[unique & outline.is_prose])
    runs = np.arange(len(seen))
    # A line on n other pages is on n + 1 pages in all, and so is the usual line of boilerplate.
    few = (seen > 0) & (seen + 1 <= _RARE * (np.median(common) + 1))
    return few & beside & (runs >= first) & (runs < last)


def _readable(outline: Outline) -> Mask:
    """Runs that are shown and are no links; paragraphs may hold more link than other runs."""
    is_paragraph = outline.page.tag[outline.blocks.owner] == tags.CODE["p"]
    is_prose = ~outline.is_link | (is_paragraph & (outline.link_share <= _PARAGRAPH_LINK_SHARE))
    return np.asarray(outline.is_visible & is_prose)


def _copies(outline: Outline, keep: Mask) -> Mask:
    """Kept runs that say again what an earlier kept run says."""
    copies = np.zeros(len(keep), dtype=np.bool_)
    seen: set[str] = set()
    for run in np.flatnonzero(keep & (outline.blocks.ink >= _COPY_INK)).tolist():
        text = outline.blocks.texts[run]
        copies[run] = text in seen
        seen.add(text)
    return copies


def _fallback(outline: Outline, unique: Mask) -> Labels:
    """For a page without prose: what only this page shows, else all it shows, else all it has."""
    everything = np.ones(len(unique), dtype=np.bool_)
    choices = (outline.is_visible & unique, outline.is_visible, everything)
    keep = next((choice for choice in choices if choice.any()), everything)
    marks = [(_FALLBACK, keep), (_REPEATED, ~unique), (_LINK, outline.is_link), (_HIDDEN, ~outline.is_visible)]
    score = np.where(keep, 0.5, 0.1).astype(np.float32)
    return Labels(score=score, evidence=_bits(len(keep), marks), names=EVIDENCE)


def _scores(keep: Mask, unique: Mask, inside: Mask) -> npt.NDArray[np.float32]:
    """How sure the label is: surest where uniqueness and place agree."""
    kept = np.where(unique & inside, 0.95, 0.7)
    dropped = np.where(inside, 0.3, np.where(unique, 0.15, 0.02))
    return np.where(keep, kept, dropped).astype(np.float32)


def _bits(n: int, marks: list[tuple[int, Mask]]) -> npt.NDArray[np.uint32]:
    bits = np.zeros(n, dtype=np.uint32)
    for bit, mask in marks:
        bits |= mask.astype(np.uint32) << np.uint32(bit)
    return bits

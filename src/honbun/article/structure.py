"""The article of a page without a trained model: labels from structure and from what other pages show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from honbun.article.completions import find_copies
from honbun.article.records import sort_records
from honbun.features import Outline, find_title
from honbun.page import Labels, Mask, tags

Weights = npt.NDArray[np.float64]

# A block's weight goes to its owner and the owner's parent in full, to the grandparent by half: paragraphs lie one
# or two levels below the element that holds the article. (sites-dev: .3 and .7 lose .0003.)
_GRANDPARENT_SHARE = 0.5
# An article is one element of its page, comments and teasers are many: weight is divided by this power of the
# number of elements in the same place of the template. (.3 to .7 within .0006 on sites-dev.)
_GROUP_POWER = 0.5
# The element grows to an ancestor that adds so much, boilerplate counted against it: articles in sections.
# (wcxb-dev service pages .49 -> .82; .3 takes in comments.)
_MIN_GROWTH = 1.7
# What a block of boilerplate costs a container that takes it in: twice its length, within these bounds.
_BOILERPLATE_COST = 2.0
_MIN_COST, _MAX_COST = 10, 60
# Weight of prose inside secondary records when the container is looked for.
_SECONDARY_WEIGHT = 0.1
# Weight of links that are the items of a list (wcxb-dev collections .43 -> .52; 1 takes menus for lists).
_ITEM_WEIGHT = 0.5
# Prose counts half for each so many blocks below the title: popups at the end of the page are long, too.
_HALF_LIFE_BLOCKS = 200
_WEIGHT_ABOVE_TITLE = 0.5
# Text before the title belongs to the article only if it is a large part of the container's.
_MIN_HEAD_SHARE = 0.3
# With no title found, a heading so few blocks above the container is it.
_MAX_HEADING_DISTANCE = 30
# A paragraph may be so much link and still be prose; other blocks no more than half.
_MAX_PARAGRAPH_LINK_SHARE = 0.7
# A line that other pages show is still content among prose if it is on so few of the pages that share this page's
# boilerplate: bylines, agencies, dates.
_MAX_RARE_SHARE = 0.5
# A table with so many kept rows, and this share of all its rows, is data: its other rows belong to it.
_MIN_KEPT_ROWS = 3
_MIN_KEPT_ROW_SHARE = 0.5
# The line with date and author is short, near the title, and in the container only right at its start.
_MAX_DATELINE_LENGTH = 60
_MAX_DATELINE_DISTANCE = 10
_MAX_DATELINE_START = 3

EVIDENCE = (
    "repeated on other pages",
    "on few other pages",
    "link",
    "hidden",
    "title",
    "in the container",
    "between title and container",
    "in secondary records",
    "date or byline",
    "row of a kept table",
    "copy of an earlier block",
    "nothing better on the page",
)


def _no_votes() -> Mapping[int, int]:
    return {}


@dataclass(frozen=True, eq=False)
class SiteEvidence:
    """What other pages of the site say about this one."""

    document_frequency: npt.NDArray[np.int32]
    """For each block, how many other pages show it."""
    masked_frequency: npt.NDArray[np.int32]
    """The same, whatever numbers they show in it."""
    record_votes: Mapping[int, int] = field(default_factory=_no_votes)
    """Path key -> whether dated records there are secondary (positive) or primary (negative)."""


def alone(outline: Outline) -> SiteEvidence:
    """No other pages."""
    none = np.zeros(len(outline.blocks), dtype=np.int32)
    return SiteEvidence(none, none)


@dataclass(frozen=True, eq=False)
class Article:
    """Where the article of a page is."""

    labels: Labels
    title: int
    """The block that shows the title, or -1."""
    named: int
    """The block that shows what `<title>` says, or -1; where it is not near the text, `title` is another."""
    container: int
    """The element that holds most of the prose in one place, or -1."""
    secondary: Mask
    """Blocks in secondary records: comments, teasers."""
    primary: Mask
    """Blocks in records that are what the page is about."""


def find_article(outline: Outline, site: SiteEvidence, comments: Mask | None = None) -> Article:
    """The main text: what lies in the container of the page's own prose, from the title on.

    `comments` are blocks that are known to be such.
    """
    unique = site.document_frequency == 0
    title = named = find_title(outline, ~unique)
    secondary, primary = sort_records(outline, site.record_votes, title, unique)
    if comments is not None:
        secondary, primary = secondary | comments, primary & ~comments
    value = _values(outline, unique, secondary, primary)
    container = find_container(outline, value, _nearness(len(value), title) * np.maximum(value, 0))
    if container < 0:
        return Article(_fallback(outline, unique), title, named, container, secondary, primary)
    first, last = int(outline.first[container]), int(outline.last[container])
    if not 0 <= title < last:
        title = _heading_above(outline, first, unique)
    inside = _extent(value, first, last, title)
    few = _is_few(site.document_frequency)
    rare = few & inside & _beside(outline, unique & inside & outline.is_prose)
    keep = (unique | rare) & inside & (_readable(outline) | (primary & outline.is_visible)) & ~secondary
    row = _data_rows(outline, keep, inside)
    date = _dateline(outline, few, inside, title, first)
    keep |= row | date
    is_title = np.arange(len(keep)) == title
    copy = find_copies(outline, keep | is_title)
    keep = (keep & ~copy) | is_title
    if not outline.blocks.length[keep].any():
        return Article(_fallback(outline, unique), title, named, container, secondary, primary)
    lead = inside & (np.arange(len(keep)) < first)
    places = (is_title, inside & ~lead, lead, secondary, date, row)
    none = np.zeros(len(keep), dtype=np.bool_)
    masks = (~unique & ~rare, rare, outline.is_link, ~outline.is_visible, *places, copy, none)
    labels = Labels(score=_scores(keep, unique, inside), evidence=_bits(masks), names=EVIDENCE)
    return Article(labels, title, named, container, secondary, primary)


def _values(outline: Outline, unique: Mask, secondary: Mask, primary: Mask) -> Weights:
    """What each block is worth to a container: prose its length, boilerplate a cost, the rest nothing."""
    length = outline.blocks.length.astype(np.float64)
    value = np.where(outline.is_prose & unique, length, 0.0)
    value = np.where(secondary, _SECONDARY_WEIGHT * value, value)
    item = primary & unique & outline.is_visible & outline.is_link
    value = np.where(item, _ITEM_WEIGHT * length, value)
    costs = outline.is_visible & (outline.is_link | ~unique) & ~item
    return np.where(costs, -_BOILERPLATE_COST * np.clip(length, _MIN_COST, _MAX_COST), value)


def _nearness(n: int, title: int) -> Weights:
    """How much each block counts for where it stands, from 1 at the title downwards."""
    if title < 0:
        return np.ones(n)
    below = np.arange(n) - title
    return np.where(below >= 0, 0.5 ** (np.maximum(below, 0) / _HALF_LIFE_BLOCKS), _WEIGHT_ABOVE_TITLE)


def _heading_above(outline: Outline, first: int, unique: Mask) -> int:
    """The last h1, else the last heading, shortly above the container; or -1."""
    start = max(0, first - _MAX_HEADING_DISTANCE)
    fit = (outline.is_heading & outline.is_visible & ~outline.is_link & unique)[start:first]
    headings = start + np.flatnonzero(fit)
    if not len(headings):
        return -1
    top = headings[outline.page.tag[outline.blocks.owner[headings]] == tags.CODE["h1"]]
    return int(top[-1] if len(top) else headings[-1])


def _extent(value: Weights, first: int, last: int, title: int) -> Mask:
    """The blocks of the article's region: the container, from the title on, which may stand above it."""
    inside = np.zeros(len(value), dtype=np.bool_)
    inside[first:last] = True
    gain = np.maximum(value, 0)
    if first < title < last and gain[first:title].sum() < _MIN_HEAD_SHARE * gain[first:last].sum():
        inside[first:title] = False
    if 0 <= title < first:
        inside[title:first] = True
    return inside


def _is_few(seen: npt.NDArray[np.int32]) -> Mask:
    """Lines that other pages show, but few of those that share this page's boilerplate."""
    common = seen[seen > 0]
    if not len(common):
        return np.zeros(len(seen), dtype=np.bool_)
    # A line on n other pages is on n + 1 pages in all, and so is the usual line of boilerplate.
    return np.asarray((seen > 0) & (seen + 1 <= _MAX_RARE_SHARE * (np.median(common) + 1)))


def _beside(outline: Outline, some: Mask) -> Mask:
    """Blocks whose owner has the same parent as the owner of one of these."""
    parent = outline.page.above[outline.blocks.owner]
    has_one = np.zeros(len(outline.page) + 1, dtype=np.bool_)
    has_one[parent[some]] = True
    return has_one[parent]


def _dateline(outline: Outline, few: Mask, inside: Mask, title: int, first: int) -> Mask:
    """Date and author below the title, which other pages show too: numbers aside, all dates look alike.

    The date stands in the element that holds the title, or at the start of the container.
    """
    page, owner = outline.page, outline.blocks.owner
    index = np.arange(len(owner))
    if title < 0:
        return np.zeros(len(owner), dtype=np.bool_)
    below = inside & outline.is_visible & (index > title) & (index <= title + _MAX_DATELINE_DISTANCE)
    head = int(page.parent[owner[title]])
    with_title = (owner > head) & (owner < page.end[head])
    starts = (index >= first) & (index < title + _MAX_DATELINE_START)
    short = outline.blocks.length <= _MAX_DATELINE_LENGTH
    date = below & short & outline.is_dated & ~outline.is_link & (with_title | starts)
    return np.asarray(date | (below & short & few & _beside(outline, date)))


def _data_rows(outline: Outline, keep: Mask, inside: Mask) -> Mask:
    """Lines of a table most of whose rows are kept: the names and repeated values of its fields."""
    page, owner = outline.page, outline.blocks.owner
    is_row = page.tag == tags.CODE["tr"]
    if not is_row.any():
        return np.zeros(len(owner), dtype=np.bool_)
    row = page.nearest(is_row)[owner]
    table = page.nearest(page.tag == tags.CODE["table"])[owner]
    cells = (row > table) & (table >= 0) & outline.is_visible
    has_kept = np.isin(row, row[keep & cells])
    first_of_row = cells & np.append(True, row[1:] != row[:-1])
    rows = np.bincount(table[first_of_row], minlength=len(page))
    kept_rows = np.bincount(table[first_of_row & has_kept], minlength=len(page))
    is_data = (kept_rows >= _MIN_KEPT_ROWS) & (kept_rows >= _MIN_KEPT_ROW_SHARE * rows)
    return cells & is_data[table] & inside & ~outline.is_link & ~keep


def _readable(outline: Outline) -> Mask:
    """Blocks that are shown and are no links; paragraphs may hold more link than other blocks."""
    is_paragraph = outline.page.tag[outline.blocks.owner] == tags.CODE["p"]
    is_prose = ~outline.is_link | (is_paragraph & (outline.link_share <= _MAX_PARAGRAPH_LINK_SHARE))
    return np.asarray(outline.is_visible & is_prose)


def _fallback(outline: Outline, unique: Mask) -> Labels:
    """For a page without prose: what only this page shows, else all it shows, else all it has."""
    everything = np.ones(len(unique), dtype=np.bool_)
    shown = outline.is_visible & (outline.blocks.length > 0)
    choices = (shown & unique, shown, everything)
    keep = next((choice for choice in choices if choice.any()), everything)
    none = np.zeros(len(unique), dtype=np.bool_)
    masks = (~unique, none, outline.is_link, ~outline.is_visible, *(none,) * 7, keep)
    score = np.where(keep, 0.5, 0.1).astype(np.float32)
    return Labels(score=score, evidence=_bits(masks), names=EVIDENCE)


def _scores(keep: Mask, unique: Mask, inside: Mask) -> npt.NDArray[np.float32]:
    """How sure the label is: surest where uniqueness and place agree."""
    kept = np.where(unique & inside, 0.95, 0.7)
    dropped = np.where(inside, 0.3, np.where(unique, 0.15, 0.02))
    return np.where(keep, kept, dropped).astype(np.float32)


def _bits(masks: tuple[Mask, ...]) -> npt.NDArray[np.uint32]:
    """The masks, in the order of EVIDENCE, as bits of one number per block."""
    bits = np.zeros(len(masks[0]), dtype=np.uint32)
    for bit, mask in enumerate(masks):
        bits |= mask.astype(np.uint32) << np.uint32(bit)
    return bits


def find_container(outline: Outline, value: Weights, weight: Weights) -> int:
    """The row of the element that holds most of the weight in one place, or -1 if nothing has any.

    `value` is what each block would add if it were taken in, negative for boilerplate; `weight` is what it says
    about where the main text is.
    """
    page, owner = outline.page, outline.blocks.owner
    above = page.above[owner]
    rows = np.concatenate([owner, above, page.above[above]])
    weights = np.concatenate([weight, weight, _GRANDPARENT_SHARE * weight])
    mass = np.bincount(rows, weights, len(page) + 1)[:-1]  # the last entry is what falls off above the root
    heavy = np.flatnonzero(mass > 0)
    if not len(heavy):
        return -1
    ordered = np.sort(outline.path)
    place = outline.path[heavy]
    group_size = ordered.searchsorted(place, "right") - ordered.searchsorted(place, "left")
    score = np.log1p(mass[heavy]) - _GROUP_POWER * np.log(group_size)
    return _grow(outline, int(heavy[np.argmax(score)]), value)


def _grow(outline: Outline, row: int, value: Weights) -> int:
    """The row, or the last of its ancestors that is worth clearly more than the one before."""
    value_of = outline.totals(value)
    above = int(outline.page.parent[row])
    while above >= 0:
        if value_of[above] >= _MIN_GROWTH * max(value_of[row], 1.0):
            row = above
        above = int(outline.page.parent[above])
    return row

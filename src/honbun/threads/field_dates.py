"""Candidates for the dates of posts: in attributes and in what is shown, all read in the order that fits best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache, partial
from zlib import crc32

import numpy as np

from honbun.dates import SOME_DAY, Date, DateOrder, date_order, from_timestamp
from honbun.features import LABEL, Lines, digits_in
from honbun.page import Blocks, Page, Rows
from honbun.threads.fields import MAX_LINE_LENGTH, DatesIn, FieldCandidate, FieldValue, by_path, head_labels

# Attributes that state dates.
_DATE_ATTRIBUTES = ("datetime", "title", "content")


def date_candidates(lines: Lines, member: Rows, now: datetime | None) -> list[FieldCandidate]:
    """Dates, in attributes or in what is shown, by path, all read in the order that fits them best."""
    labels = head_labels(lines, member)
    order = DateOrder()
    while True:
        values = list(_dated_values(lines, member, now, order))
        found = [part for each in by_path(lines, values, labels) for part in _by_label(lines, each)]
        fitting = date_order(([value.text for value in each.values] for each in found), lines.page.text)
        if order == fitting or order != DateOrder():
            return found
        order = fitting


def _by_label(lines: Lines, candidate: FieldCandidate) -> list[FieldCandidate]:
    """The dates of one path apart by what their lines begin with, Joined: or Posted:, if posts have both."""
    values = candidate.values
    if len({(value.member, value.line) for value in values}) == len({value.member for value in values}):
        return [candidate]
    found: dict[int, list[FieldValue]] = {}
    for value in values:
        label = None if value.in_attribute else LABEL.match(lines.texts[value.line])
        found.setdefault(crc32(label[0].casefold().encode()) if label else 0, []).append(value)
    return [FieldCandidate(candidate.key + (label << 70), tuple(each)) for label, each in found.items()]


def _dated_values(lines: Lines, member: Rows, now: datetime | None, order: DateOrder) -> Iterator[FieldValue]:
    """The dates of members: those in attributes, then those that are shown."""
    dates = lines.once(_PageDates)
    member_of = np.append(member, np.int32(-1))[lines.line_of_row].item
    for value in dates.in_attributes(order):
        if (of := member_of(value.row)) >= 0:
            yield FieldValue(of, *value[1:])
    inside = np.flatnonzero((member >= 0) & (lines.length > 0))
    for line, of in zip(inside.tolist(), member[inside].tolist(), strict=True):
        for value in dates.in_line(line, now, order):
            yield FieldValue(of, *value[1:])


class _PageDates:
    """The dates of a page, each read once: values whose member is not yet known, -1."""

    def __init__(self, lines: Lines) -> None:
        self.in_attributes = cache(partial(_in_attributes, lines.page, lines.line_of_row, lines.dates_in))
        self.in_line = cache(partial(_in_line, lines.outline.blocks, lines.dates_in))


def _in_attributes(page: Page, line_of: Rows, dates_in: DatesIn, order: DateOrder) -> list[FieldValue]:
    found = []
    for row, value in (pair for name in _DATE_ATTRIBUTES for pair in page.attributes.get(name, {}).items()):
        if len(value) <= MAX_LINE_LENGTH and digits_in(value):
            date = from_timestamp(value) or next(iter(_read(dates_in, value, None, order)), None)
            if date:
                found.append(FieldValue(-1, int(line_of[row]), row, value, 0, date, True))
    return found


def _in_line(
    blocks: Blocks, dates_in: DatesIn, line: int, now: datetime | None, order: DateOrder
) -> list[FieldValue]:
    """The dates of a line; those that need to know when now is are relative if that is unknown."""
    text, found = blocks.texts[line], []
    dates = _read(dates_in, text, now or SOME_DAY, order) if len(text) <= MAX_LINE_LENGTH else []
    if dates and not now:
        known = {date.start: date for date in _read(dates_in, text, None, order)}
        dates = [known.get(date.start, replace(date, is_relative=True)) for date in dates]
    for part, date in enumerate(dates):
        written = text[date.start : date.end]
        row = int(blocks.page.node_owner[_node_of(blocks, line, written)])
        found.append(FieldValue(-1, line, row, written, part, date))
    return found


def _read(dates_in: DatesIn, text: str, now: datetime | None, order: DateOrder) -> list[Date]:
    """Asked as others ask, where the order is the usual one, so that no text is read twice."""
    if order != DateOrder():
        return dates_in(text, now, *order)
    return dates_in(text, now) if now else dates_in(text)


def _node_of(lines: Blocks, line: int, text: str) -> int:
    """The text node of a line in which a text begins."""
    page = lines.page
    first, end = lines.first_node[line : line + 2].tolist()
    head = text.split()[0] if text.split() else text
    nodes = (node for node in range(first, end) if head in page.text[page.node_start[node] : page.node_end[node]])
    return next(nodes, first)

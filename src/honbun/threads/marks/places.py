"""Short texts and dates of posts, by their place in the template."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.dates import Date, from_timestamp
from honbun.features import LABEL, Lines
from honbun.page import Mask, Page, Rows
from honbun.threads.counting import digits_in
from honbun.threads.marks.frame import Frame, frame_of
from honbun.threads.marks.labels import head_labels

Labels = npt.NDArray[np.int64]

# A name is no longer, in characters, and neither is the line around a date.
_LONGEST_NAME = 40
_LONGEST_LINE = 160
# What stands between the parts of a line that names the author and the date.
_BETWEEN = re.compile(r"\s*[：|／•·»«\[\]()<>【】（）]\s*|\s*,\s+|\s+[-–—:/@]\s+|\s{3,}|\s*\n\s*|:\s+|:$|,$")
# The day of the week before a date: European languages, and what stands between it and a name.
_WEEKDAY = re.compile(
    r"[\s,(]+(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|mié|jeu|jue|gio|ven|vie|sam|sáb|sab|dim|dom|"
    r"ma|wo|vr|za|zo|seg|ter|qua|qui|sex|pon|wt|śr|czw|pt|sob|nie|пн|вт|ср|чт|пт|сб|вс)[^\W\d]*[.,]*\s*$",
    re.IGNORECASE,
)
# A label comes before the number of an element.
_BITS = 70
_COLONS = ":： "
# Any day will do to see that "3 hours ago" is a date.
_SOME_DAY = datetime(2000, 1, 31, 12)
# A mark says something: a letter or a number.
_SAYS = re.compile(r"\w")
# A number, and what it counts; so many of the marks must have one, and go up or down by one.
_COUNTED = re.compile(r"\W{0,2}(\d{1,6})\W{0,2}\s\W{0,2}(\w.*)")
_COUNTING = 0.7
# The parts of a text node that are all that precedes or follows its dates, however it could be cut.
_BEFORE, _AFTER = -1, -2


class Mark(NamedTuple):
    """One short text of a member."""

    member: int
    line: int
    row: int
    """The element it lies in."""
    text: str
    part: int = 0
    """Which piece of its text node; 0 is all of it, negative numbers what its dates leave."""
    date: Date | None = None
    in_attribute: bool = False


@dataclass(frozen=True, eq=False)
class Place:
    """The marks of one place of the template."""

    key: int
    marks: tuple[Mark, ...]

    def share_in(self, body: Mask) -> float:
        """How many of the marks lie in what was said."""
        return float(np.mean(body[[mark.line for mark in self.marks]]))


def name_places(lines: Lines, member: Rows, body: Mask) -> list[Place]:
    """Places of short texts that say something. `body` marks the lines that were said."""
    labels = head_labels(lines, member)
    marks = _short_texts(lines, member, body, labels)
    alike: dict[tuple[int, int], list[Mark]] = {}
    for mark in marks:
        alike.setdefault(_made(lines, mark), []).append(mark)
    places = _by_place(lines, marks, labels)
    return [_uncounted(_bare(place, alike[_made(lines, place.marks[0])])) for place in places]


def date_places(lines: Lines, member: Rows, now: datetime | None) -> list[Place]:
    """Places of dates, in attributes or in what is shown."""
    marks = [*_stated(lines, member), *_shown(lines, member, now)]
    return _by_place(lines, marks, head_labels(lines, member))


def _by_place(lines: Lines, marks: list[Mark], labels: Labels) -> list[Place]:
    places: dict[int, list[Mark]] = {}
    for mark in marks:
        key = (int(lines.place[mark.row]) * 31 + mark.part) * 2 + mark.in_attribute
        key += int(labels[mark.line]) << _BITS
        places.setdefault(key, []).append(mark)
    return [Place(key, tuple(of)) for key, of in places.items()]


def _made(lines: Lines, mark: Mark) -> tuple[int, int]:
    """What the element of a mark is called, wherever it lies, and which piece of it the mark is."""
    return int(lines.outline.signature[mark.row]), mark.part


def _bare(place: Place, alike: Sequence[Mark]) -> Place:
    """The place without words that all its marks begin or end with: "by Anna", "by Otto" are Anna and Otto.

    Where all have the same text, such as the replies of one person, those of elements that are made alike tell.
    """
    marks = place.marks if len({mark.text for mark in place.marks}) > 1 else alike
    if len({mark.text for mark in marks}) < 2:
        return place
    split = [mark.text.split() for mark in marks]
    shortest = min(map(len, split))
    head = next((i for i in range(shortest) if len({words[i] for words in split}) > 1), shortest)
    rest = shortest - head
    tail = next((i for i in range(rest) if len({words[-1 - i] for words in split}) > 1), rest)
    if not head + tail or head + tail >= shortest:
        return place
    own = (mark.text.split() for mark in place.marks)
    bare = (" ".join(words[head : len(words) - tail]) for words in own)
    return Place(place.key, tuple(mark._replace(text=text) for mark, text in zip(place.marks, bare, strict=True)))


def _uncounted(place: Place) -> Place:
    """The place without numbers before names that count the posts: 1 Anna, 2 Otto."""
    found = [_COUNTED.fullmatch(mark.text) for mark in place.marks]
    numbers = [int(match[1]) for match in found if match]
    steps = np.diff(numbers)
    if len(numbers) < max(_COUNTING * len(found), 2) or max(np.mean(steps == 1), np.mean(steps == -1)) < _COUNTING:
        return place
    texts = (match[2] if match else mark.text for match, mark in zip(found, place.marks, strict=True))
    return Place(place.key, tuple(mark._replace(text=text) for mark, text in zip(place.marks, texts, strict=True)))


def _nodes(lines: Lines, member: Rows) -> Iterator[tuple[int, int, int, str]]:
    """Member, line, owner and text of the text nodes of members that are shown and short."""
    page, blocks = lines.page, lines.outline.blocks
    inside = (member >= 0) & (lines.length > 0)
    line_of = np.searchsorted(blocks.first_node, np.arange(len(page.node_start)), "right") - 1
    length = page.node_end - page.node_start
    picked = np.flatnonzero(inside[line_of] & (length <= 2 * _LONGEST_LINE))
    columns = (page.node_start, page.node_end, page.node_owner, line_of, member[line_of])
    for start, end, owner, line, of in zip(*(column[picked].tolist() for column in columns), strict=True):
        text = " ".join(page.text[start:end].split())
        if len(text) <= _LONGEST_LINE:
            yield of, line, owner, text


def _short_texts(lines: Lines, member: Rows, body: Mask, labels: Labels) -> list[Mark]:
    before, after = _frames(lines, (member >= 0) & ~body)
    is_dated = lines.is_dated.tolist()

    @cache
    def names_in(text: str, beside_date: bool) -> list[tuple[int, str]]:
        if beside_date:
            found = _of_stamp(text, lines.dates_in(text), before, after)
        else:
            pieces = list(_pieces(text, lines.dates_in(text)))
            found = [(0, text), *(enumerate(pieces, 1) if pieces != [text] else ())]
        return [(part, each) for part, each in found if len(each) <= _LONGEST_NAME and _SAYS.search(each)]

    def label_of(line: int) -> str | None:
        label = LABEL.match(lines.texts[line]) if labels[line] else None
        return label[0].strip(_COLONS) if label else None

    return [
        Mark(of, line, row, each, part)
        for of, line, row, text in _nodes(lines, member)
        if is_dated[line] or len(text) <= _LONGEST_NAME
        for part, each in names_in(text, is_dated[line])
        if each.strip(_COLONS) != label_of(line)
    ]


def _frames(lines: Lines, around: Mask) -> tuple[Frame, Frame]:
    """What the board writes around names, before the dates of its dated lines and after them."""
    before, after = [], []
    for line in np.flatnonzero(around & lines.is_dated).tolist():
        text = lines.texts[line]
        dates = lines.dates_in(text) if len(text) <= _LONGEST_LINE else ()
        if dates:
            before.append(_WEEKDAY.sub("", text[: dates[0].start]))
            after.append(text[dates[-1].end :])
    return frame_of(before), frame_of(after)


def _of_stamp(text: str, dates: list[Date], before: Frame, after: Frame) -> list[tuple[int, str]]:
    """The parts of a text beside a date, each without what the board writes around it."""

    def bare(part: str) -> str:
        return after.inside(before.inside(part))

    found = [(0, bare(text))]
    pieces = list(_pieces(text, dates))
    if dates:
        found.append((_BEFORE, before.inside(_WEEKDAY.sub("", text[: dates[0].start]))))
        found.append((_AFTER, after.inside(text[dates[-1].end :])))
    if pieces != [text]:
        found += [(part, bare(piece)) for part, piece in enumerate(pieces, 1)]
    return found


def _pieces(text: str, dates: list[Date]) -> Iterator[str]:
    """What is left of a line without its dates, cut where one thing ends and another begins."""
    at = 0
    for date in dates:
        yield from _cut(_WEEKDAY.sub("", text[at : date.start]))
        at = date.end
    yield from _cut(text[at:])


def _cut(text: str) -> Iterator[str]:
    for piece in _BETWEEN.split(text):
        if piece.strip():
            yield piece.strip()


def _stated(lines: Lines, member: Rows) -> Iterator[Mark]:
    """Dates in attributes of elements that belong to members."""
    page, line_of = lines.page, lines.line_of.tolist()
    member_of = np.append(member, np.int32(-1))[lines.line_of].tolist()
    for name in ("datetime", "title", "content"):
        for row, value in page.attributes.get(name, {}).items():
            if member_of[row] < 0 or len(value) > _LONGEST_LINE or not digits_in(value):
                continue
            date = from_timestamp(value) or next(iter(lines.dates_in(value)), None)
            if date:
                yield Mark(member_of[row], line_of[row], row, value, date=date, in_attribute=True)


def _shown(lines: Lines, member: Rows, now: datetime | None) -> Iterator[Mark]:
    """Dates in short lines of members."""
    page, blocks = lines.page, lines.outline.blocks
    for line in np.flatnonzero((member >= 0) & (lines.length > 0)).tolist():
        text = lines.texts[line]
        if len(text) > _LONGEST_LINE:
            continue
        for part, date in enumerate(_read(lines, text, now)):
            node = _node_at(
                page, blocks.first_node[line], blocks.first_node[line + 1], text[date.start : date.end]
            )
            row = int(page.node_owner[node])
            yield Mark(int(member[line]), line, row, text[date.start : date.end], part, date)


def _read(lines: Lines, text: str, now: datetime | None) -> list[Date]:
    """The dates of a line; those that need to know when now is have no `iso` if that is unknown."""
    dates = lines.dates_in(text, now or _SOME_DAY)
    if not dates or now:
        return dates
    known = {date.start: date for date in lines.dates_in(text)}
    return [known.get(date.start, replace(date, iso="", is_relative=True)) for date in dates]


def _node_at(page: Page, first: int, last: int, text: str) -> int:
    """The text node of a line in which a text begins."""
    head = text.split()[0] if text.split() else text
    for node in range(int(first), int(last)):
        if head in page.text[page.node_start[node] : page.node_end[node]]:
            return node
    return int(first)

"""Marks: short texts of posts that may be the author's name or the date, gathered by their place in the template.

A name is chosen by its place, not by itself: what stands in the same place of all posts, differs from post to post
and is short. So all that is measured is measured of places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.page import Mask, Page, Rows
from honbun.structure.dates import Date, find_dates, from_timestamp
from honbun.structure.posts.lines import Lines

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
# Any day will do to see that "3 hours ago" is a date.
_SOME_DAY = datetime(2000, 1, 31, 12)
# So many names are looked for in what others said.
_MOST_SOUGHT = 40
_WORD = re.compile(r"[^\W\d_]{2}")
# Names that people give to such elements, in whatever board: one hint among others.
_CALLED_NAME = re.compile(r"auth|user|name|nick|poster|member|creator|profile|by\b", re.IGNORECASE)
_CALLED_DATE = re.compile(r"date|time|stamp|when|publi|creat", re.IGNORECASE)

NAMES = tuple(
    """members share once varied length words digit_share letters is_link is_bold is_heading called
    place line before_body in_body beside_date line_marks is_piece said_in_bodies
    ordered has_clock relative in_attribute is_time day_varied own_line""".split()
)


@dataclass(frozen=True, slots=True)
class Mark:
    """One short text of a member."""

    member: int
    line: int
    row: int
    """The element it lies in."""
    text: str
    part: int = 0
    """Which piece of its text node; 0 is all of it."""
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


def name_places(lines: Lines, member: Rows) -> list[Place]:
    """Places of short texts with letters in them."""
    return [_bare(place) for place in _by_place(lines, _short_texts(lines, member))]


def date_places(lines: Lines, member: Rows, now: datetime | None) -> list[Place]:
    """Places of dates, in attributes or in what is shown."""
    return _by_place(lines, [*_stated(lines, member), *_shown(lines, member, now)])


def _by_place(lines: Lines, marks: list[Mark]) -> list[Place]:
    places: dict[int, list[Mark]] = {}
    for mark in marks:
        key = (int(lines.place[mark.row]) * 31 + mark.part) * 2 + mark.in_attribute
        places.setdefault(key, []).append(mark)
    return [Place(key, tuple(of)) for key, of in places.items()]


def _bare(place: Place) -> Place:
    """The place without words that all its marks begin or end with: "by Anna", "by Otto" are Anna and Otto."""
    split = [mark.text.split() for mark in place.marks]
    if len({mark.text for mark in place.marks}) < 2:
        return place
    shortest = min(map(len, split))
    head = next((i for i in range(shortest) if len({words[i] for words in split}) > 1), shortest)
    rest = shortest - head
    tail = next((i for i in range(rest) if len({words[-1 - i] for words in split}) > 1), rest)
    if not head + tail or head + tail >= shortest:
        return place
    bare = (" ".join(words[head : len(words) - tail]) for words in split)
    return Place(place.key, tuple(replace(mark, text=text) for mark, text in zip(place.marks, bare, strict=True)))


def _nodes(lines: Lines, member: Rows) -> Iterator[tuple[int, int, int, str]]:
    """Member, line, owner and text of the text nodes of members that are shown and short."""
    page, blocks = lines.page, lines.outline.blocks
    inside = (member >= 0) & (lines.ink > 0)
    line_of = np.searchsorted(blocks.first_node, np.arange(len(page.node_start)), "right") - 1
    columns = (page.node_start, page.node_end, page.node_owner, line_of)
    length = page.node_end - page.node_start
    picked = np.flatnonzero(inside[line_of] & (length <= 2 * _LONGEST_LINE))
    for start, end, owner, line in zip(*(column[picked].tolist() for column in columns), strict=True):
        text = " ".join(page.text[start:end].split())
        if len(text) <= _LONGEST_LINE:
            yield int(member[line]), line, owner, text


def _short_texts(lines: Lines, member: Rows) -> list[Mark]:
    marks = []
    for of, line, row, text in _nodes(lines, member):
        if len(text) <= _LONGEST_NAME:
            marks.append(Mark(of, line, row, text))
        if lines.is_dated[line] or len(text) <= _LONGEST_NAME:
            pieces = list(_pieces(text))
            if pieces != [text]:
                marks += [
                    Mark(of, line, row, piece, part)
                    for part, piece in enumerate(pieces, 1)
                    if len(piece) <= _LONGEST_NAME
                ]
    return [mark for mark in marks if mark.text]


def _pieces(text: str) -> Iterator[str]:
    """What is left of a line without its dates, cut where one thing ends and another begins."""
    at = 0
    for date in find_dates(text):
        yield from _cut(_WEEKDAY.sub("", text[at : date.start]))
        at = date.end
    yield from _cut(text[at:])


def _cut(text: str) -> Iterator[str]:
    for piece in _BETWEEN.split(text):
        if piece.strip():
            yield piece.strip()


def _stated(lines: Lines, member: Rows) -> Iterator[Mark]:
    """Dates in attributes of elements that belong to members."""
    page = lines.page
    for name in ("datetime", "title", "content"):
        for row, value in page.attributes.get(name, {}).items():
            line = int(lines.line_of[row])
            if line >= len(member) or len(value) > _LONGEST_LINE or not any(map(str.isdigit, value)):
                continue
            of = int(member[line])
            if of < 0:
                continue
            date = from_timestamp(value) or next(iter(find_dates(value)), None)
            if date:
                yield Mark(of, line, row, value, date=date, in_attribute=True)


def _shown(lines: Lines, member: Rows, now: datetime | None) -> Iterator[Mark]:
    """Dates in short lines of members."""
    page, blocks = lines.page, lines.outline.blocks
    for line in np.flatnonzero((member >= 0) & (lines.ink > 0)).tolist():
        text = lines.texts[line]
        if len(text) > _LONGEST_LINE:
            continue
        for part, date in enumerate(_read(text, now)):
            node = _node_at(
                page, blocks.first_node[line], blocks.first_node[line + 1], text[date.start : date.end]
            )
            row = int(page.node_owner[node])
            yield Mark(int(member[line]), line, row, text[date.start : date.end], part, date)


def _read(text: str, now: datetime | None) -> list[Date]:
    """The dates of a line; those that need to know when now is have no `iso` if that is unknown."""
    dates = find_dates(text, now or _SOME_DAY)
    if not dates or now:
        return dates
    known = {date.start: date for date in find_dates(text)}
    return [known.get(date.start, replace(date, iso="", is_relative=True)) for date in dates]


def _node_at(page: Page, first: int, last: int, text: str) -> int:
    """The text node of a line in which a text begins."""
    head = text.split()[0] if text.split() else text
    for node in range(int(first), int(last)):
        if head in page.text[page.node_start[node] : page.node_end[node]]:
            return node
    return int(first)


def measure_places(
    lines: Lines, places: Sequence[Place], member: Rows, body: Mask, members: int
) -> npt.NDArray[np.float32]:
    """A row of measures for each place. `body` marks the lines that were said."""
    measure = _Measure(lines, member, body, members, len(places))
    rows = [list(measure.of(place).values()) for place in places]
    return np.array(rows, dtype=np.float32).reshape(len(places), len(NAMES))


class _Measure:
    """Measures the places of one page."""

    def __init__(self, lines: Lines, member: Rows, body: Mask, members: int, places: int) -> None:
        self.lines, self.body, self.members, self.places = lines, body, members, places
        self.first = np.full(members, len(member), dtype=np.int32)
        self.last = np.zeros(members, dtype=np.int32)
        self.body_first = self.first.copy()
        inside = np.flatnonzero(member >= 0)
        np.minimum.at(self.first, member[inside], inside)
        np.maximum.at(self.last, member[inside], inside)
        said = np.flatnonzero(body & (member >= 0))
        np.minimum.at(self.body_first, member[said], said)
        self.spoken = " ".join(lines.texts[i] for i in np.flatnonzero(body).tolist())

    def of(self, place: Place) -> dict[str, float]:
        """The measures of a place, in the order of `NAMES`."""
        values = self._of_texts(place) | self._of_markup(place) | self._where(place) | _of_dates(place.marks)
        return {name: values[name] for name in NAMES}

    def _of_texts(self, place: Place) -> dict[str, float]:
        texts = [mark.text for mark in place.marks]
        _, times = np.unique([mark.member for mark in place.marks], return_counts=True)
        is_dates = place.marks[0].date is not None
        sought = texts[:_MOST_SOUGHT]
        return {
            "members": float(np.log1p(self.members)),
            "share": len(times) / self.members,
            "once": float((times == 1).sum()) / self.members,
            "varied": len(set(texts)) / len(texts),
            "length": float(np.log1p(np.mean([len(text) for text in texts]))),
            "words": float(np.mean([text.count(" ") + 1 for text in texts])),
            "digit_share": float(np.mean([sum(map(str.isdigit, text)) / len(text) for text in texts])),
            "letters": float(np.mean([bool(_WORD.search(text)) for text in texts])),
            "said_in_bodies": 0.0 if is_dates else float(np.mean([text in self.spoken for text in sought])),
        }

    def _of_markup(self, place: Place) -> dict[str, float]:
        page, mark = self.lines.page, place.marks[0]
        called = _CALLED_DATE if mark.date else _CALLED_NAME
        return {
            "is_link": float(_within(page, mark.row, _LINK)),
            "is_bold": float(_within(page, mark.row, _BOLD)),
            "is_heading": float(_within(page, mark.row, _HEADING)),
            "called": float(bool(called.search(" ".join(_names_of(page, mark.row))))),
            "is_piece": float(mark.part),
        }

    def _where(self, place: Place) -> dict[str, float]:
        texts = self.lines.texts
        of = np.array([mark.member for mark in place.marks])
        line = np.array([mark.line for mark in place.marks])
        after = line - self.first[of]
        return {
            "place": float(np.mean(after / np.maximum(self.last[of] - self.first[of], 1))),
            "line": float(np.log1p(np.mean(after))),
            "before_body": float(np.mean(line < self.body_first[of])),
            "in_body": float(np.mean(self.body[line])),
            "beside_date": float(np.mean(self.lines.is_dated[line])),
            "line_marks": float(np.log1p(self.places)),
            "own_line": float(np.mean([len(mark.text) / max(len(texts[mark.line]), 1) for mark in place.marks])),
        }


def _of_dates(marks: Sequence[Mark]) -> dict[str, float]:
    """Whether dates rise or fall with the posts, are exact, and differ; all 0 for names."""
    dates = [mark.date for mark in marks if mark.date]
    if not dates:
        return dict.fromkeys(("ordered", "has_clock", "relative", "in_attribute", "is_time", "day_varied"), 0.0)
    first_of = {mark.member: mark.date.iso for mark in reversed(marks) if mark.date}
    steps = [(a <= b) - (b < a) for a, b in pairwise(iso for _, iso in sorted(first_of.items()))]
    return {
        "ordered": abs(sum(steps)) / len(steps) if steps else 0.5,
        "has_clock": float(np.mean([len(date.iso) > 10 for date in dates])),
        "relative": float(np.mean([date.is_relative for date in dates])),
        "in_attribute": float(marks[0].in_attribute),
        "is_time": 1.0,
        "day_varied": len({date.day for date in dates}) / len(dates),
    }


def _names_of(page: Page, row: int) -> Iterator[str]:
    """What the element, its parent and its grandparent are called."""
    for _ in range(3):
        if row < 0:
            return
        for name in ("class", "itemprop", "rel", "id"):
            value = page.attribute(row, name)
            if value:
                yield value
        row = int(page.parent[row])


def _within(page: Page, row: int, names: npt.NDArray[np.bool_]) -> bool:
    """The element, its parent or its grandparent is one of these."""
    for _ in range(3):
        if row < 0:
            return False
        if names[min(int(page.tag[row]), tags.FIRST_CUSTOM)]:
            return True
        row = int(page.parent[row])
    return False


_LINK = tags.table(["a"])
_BOLD = tags.table("b strong cite address".split())
_HEADING = tags.table("h1 h2 h3 h4 h5 h6".split())

"""What is measured of places: do the authors of the posts stand there, or the dates?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.outline import letters
from honbun.page.page import Mask, Page, Rows
from honbun.structure.posts.lines import Lines
from honbun.structure.posts.marks.places import Mark, Place

# So many names are looked for in what others said.
_MOST_SOUGHT = 40
_WORD = re.compile(r"[^\W\d_]{2}")
# Names that people give to such elements, in whatever board: one hint among others.
_CALLED_NAME = re.compile(r"auth|user|name|nick|poster|member|creator|profile|by\b", re.IGNORECASE)
_CALLED_LINK = re.compile(r"user|member|profil|auth|people|person|nick|poster|uid|/u/|/@|~", re.IGNORECASE)
_CALLED_DATE = re.compile(r"date|time|stamp|when|publi|creat", re.IGNORECASE)

_HOST = re.compile(r"^\s*(?:https?:)?//[^/?#]*", re.IGNORECASE)
# Texts that are not shown and may name the author: of pictures, and of what the mouse rests on.
_UNSEEN = ("alt", "title", "content", "aria-label")
_LONGEST_UNSEEN = 60

NAMES = tuple(
    """members share once varied length words digit_share letters is_link is_bold is_heading called
    place line before_body in_body beside_date line_marks is_piece said_in_bodies
    ordered has_clock relative in_attribute is_time day_varied own_line
    spread link_called link_named link_pairs stated""".split()
)


def measure_places(
    lines: Lines, places: Sequence[Place], member: Rows, body: Mask, members: int
) -> npt.NDArray[np.float32]:
    """A row of measures for each place. `body` marks the lines that were said."""
    measure = _Measure(lines, places, member, body, members)
    rows = [list(measure.of(place).values()) for place in places]
    return np.array(rows, dtype=np.float32).reshape(len(places), len(NAMES))


class _Measure:
    """Measures the places of one page."""

    def __init__(self, lines: Lines, places: Sequence[Place], member: Rows, body: Mask, members: int) -> None:
        self.lines, self.places, self.member, self.body, self.members = lines, places, member, body, members
        self.first = np.full(members, len(member), dtype=np.int32)
        self.last = np.zeros(members, dtype=np.int32)
        self.body_first = self.first.copy()
        inside = np.flatnonzero(member >= 0)
        np.minimum.at(self.first, member[inside], inside)
        np.maximum.at(self.last, member[inside], inside)
        said = np.flatnonzero(body & (member >= 0))
        np.minimum.at(self.body_first, member[said], said)
        self.spoken = " ".join(lines.texts[i] for i in np.flatnonzero(body).tolist())

    @cached_property
    def spread(self) -> dict[str, int]:
        """For each text the number of members that have it, in whatever place."""
        having: dict[str, set[int]] = {}
        for place in self.places:
            for mark in place.marks:
                having.setdefault(mark.text, set()).add(mark.member)
        return {text: len(of) for text, of in having.items()}

    @cached_property
    def unseen(self) -> dict[int, str]:
        """For each member the letters of its short texts that are not shown."""
        found: dict[int, list[str]] = {}
        lines, attributes = self.lines, self.lines.page.attributes
        for row, value in (pair for name in _UNSEEN for pair in attributes.get(name, {}).items()):
            line = int(lines.line_of[row])
            if line < len(lines) and self.member[line] >= 0 and len(value) <= _LONGEST_UNSEEN:
                found.setdefault(int(self.member[line]), []).append(letters(value))
        return {of: " ".join(values) for of, values in found.items()}

    def of(self, place: Place) -> dict[str, float]:
        """The measures of a place, in the order of `NAMES`."""
        values = self._of_texts(place) | self._of_markup(place) | self._where(place) | _of_dates(place.marks)
        values |= self._of_links(place)
        return {name: values[name] for name in NAMES}

    def _of_texts(self, place: Place) -> dict[str, float]:
        texts = [mark.text for mark in place.marks]
        times = Counter(mark.member for mark in place.marks).values()
        is_dates = place.marks[0].date is not None
        sought = texts[:_MOST_SOUGHT]
        return {
            "members": float(np.log1p(self.members)),
            "share": len(times) / self.members,
            "once": sum(time == 1 for time in times) / self.members,
            "varied": len(set(texts)) / len(texts),
            "length": float(np.log1p(_mean([len(text) for text in texts]))),
            "words": _mean([text.count(" ") + 1 for text in texts]),
            "digit_share": _mean([sum(map(str.isdigit, text)) / len(text) for text in texts]),
            "letters": _mean([bool(_WORD.search(text)) for text in texts]),
            "said_in_bodies": 0.0 if is_dates else _mean([text in self.spoken for text in sought]),
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

    def _of_links(self, place: Place) -> dict[str, float]:
        """Where names lead, and whether the page states them elsewhere."""
        if place.marks[0].date is not None:
            return dict.fromkeys(("spread", "link_called", "link_named", "link_pairs", "stated"), 0.0)
        page, marks = self.lines.page, place.marks[:_MOST_SOUGHT]
        plain = [letters(mark.text) for mark in marks]
        links = [_link(page, mark.row) for mark in marks]
        pairs = {(text, link) for text, link in zip(plain, links, strict=True) if link}
        distinct = len({text for text, _ in pairs}) + len({link for _, link in pairs})
        named = [bool(text) and text in letters(link) for text, link in zip(plain, links, strict=True)]
        stated = [
            bool(text) and text in self.unseen.get(mark.member, "")
            for text, mark in zip(plain, marks, strict=True)
        ]
        return {
            "spread": _mean([self.spread[mark.text] for mark in marks]) / self.members,
            "link_called": _mean([bool(_CALLED_LINK.search(link)) for link in links]),
            "link_named": _mean(named),
            "link_pairs": distinct / (2 * len(pairs)) if pairs else 0.0,
            "stated": _mean(stated),
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
            "line_marks": float(np.log1p(len(self.places))),
            "own_line": _mean([len(mark.text) / max(len(texts[mark.line]), 1) for mark in place.marks]),
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
        "has_clock": _mean([len(date.iso) > 10 for date in dates]),
        "relative": _mean([date.is_relative for date in dates]),
        "in_attribute": float(marks[0].in_attribute),
        "is_time": 1.0,
        "day_varied": len({date.day for date in dates}) / len(dates),
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


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


def _link(page: Page, row: int) -> str:
    """Where the element, its parent or its grandparent leads, without the host; nothing if nowhere."""
    for _ in range(3):
        if row < 0:
            break
        if page.tag[row] == tags.CODE["a"]:
            return _HOST.sub("", page.attribute(row, "href") or "")
        row = int(page.parent[row])
    return ""


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

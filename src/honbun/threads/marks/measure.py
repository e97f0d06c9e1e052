"""What is measured of places: do the authors of the posts stand there, or the dates?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.features import Lines
from honbun.page import Mask, Page, Rows, tags
from honbun.threads.counting import counted, digits_in
from honbun.threads.marks.places import Mark, Place

Floats = npt.NDArray[np.float64]

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
    if not places:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    columns = _Measure(lines, places, member, body, members).columns()
    return np.stack([columns[name] for name in NAMES], axis=1).astype(np.float32)


class _Measure:
    """Measures the places of one page, all at once where it can be."""

    def __init__(self, lines: Lines, places: Sequence[Place], member: Rows, body: Mask, members: int) -> None:
        self.lines, self.places, self.member, self.body, self.members = lines, places, member, body, members
        self.marks = [mark for place in places for mark in place.marks]
        self.size = np.array([len(place.marks) for place in places])
        self.place = np.repeat(np.arange(len(places)), self.size)
        """The place of each mark."""
        self.of = np.array([mark.member for mark in self.marks])
        self.line = np.array([mark.line for mark in self.marks])

    def columns(self) -> dict[str, Floats]:
        """For each measure its values, one for each place."""
        return self._of_texts() | self._where() | self._one_by_one()

    def _mean(self, values: Iterable[float]) -> Floats:
        """The mean of a value of marks, for each place."""
        each = np.fromiter(values, dtype=np.float64, count=len(self.marks))
        return np.asarray(np.bincount(self.place, each, len(self.size)) / self.size)

    def _of_texts(self) -> dict[str, Floats]:
        number = len(self.size)
        texts = [mark.text for mark in self.marks]
        known = {text: at for at, text in enumerate(dict.fromkeys(texts))}
        text = np.fromiter(map(known.__getitem__, texts), dtype=np.int64, count=len(texts))
        pairs, times = counted(self.place * self.members + self.of, number * self.members)
        place = pairs // self.members
        distinct, _ = counted(self.place * len(known) + text, number * len(known))
        spread, _ = counted(text * self.members + self.of, len(known) * self.members)
        spread_of = np.bincount(spread // self.members)
        self.spread = dict(zip(known, spread_of.tolist(), strict=True))
        length = np.array([len(each) for each in known])
        digits = np.array([digits_in(each) for each in known]) / length
        letters = np.array([bool(_WORD.search(each)) for each in known])
        return {
            "members": np.full(number, np.log1p(self.members)),
            "share": np.bincount(place, minlength=number) / self.members,
            "once": np.bincount(place[times == 1], minlength=number) / self.members,
            "varied": np.bincount(distinct // len(known), minlength=number) / self.size,
            "length": np.log1p(self._mean(length[text])),
            "words": self._mean(np.array([each.count(" ") + 1 for each in known])[text]),
            "digit_share": self._mean(digits[text]),
            "letters": self._mean(letters[text]),
            "line_marks": np.full(number, np.log1p(number)),
            "own_line": self._mean(length[text] / np.maximum(self._line_lengths(), 1)),
        }

    def _line_lengths(self) -> npt.NDArray[np.int64]:
        texts = self.lines.texts
        return np.array([len(texts[line]) for line in self.line.tolist()])

    def _where(self) -> dict[str, Floats]:
        member, body, of, line = self.member, self.body, self.of, self.line
        first = np.full(self.members, len(member), dtype=np.int32)
        last = np.zeros(self.members, dtype=np.int32)
        body_first = first.copy()
        inside = np.flatnonzero(member >= 0)
        np.minimum.at(first, member[inside], inside)
        np.maximum.at(last, member[inside], inside)
        said = np.flatnonzero(body & (member >= 0))
        np.minimum.at(body_first, member[said], said)
        after = line - first[of]
        return {
            "place": self._mean(after / np.maximum(last[of] - first[of], 1)),
            "line": np.log1p(self._mean(after)),
            "before_body": self._mean(line < body_first[of]),
            "in_body": self._mean(body[line]),
            "beside_date": self._mean(self.lines.is_dated[line]),
        }

    def _one_by_one(self) -> dict[str, Floats]:
        """What is asked of each place apart."""
        rows = [self._of_markup(each) | self._of_links(each) | _of_dates(each.marks) for each in self.places]
        return {name: np.array([row[name] for row in rows]) for name in rows[0]}

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
            return dict.fromkeys(
                ("said_in_bodies", "spread", "link_called", "link_named", "link_pairs", "stated"), 0.0
            )
        marks, letters_in = place.marks[:_MOST_SOUGHT], self.lines.letters_in
        plain = [letters_in(mark.text) for mark in marks]
        links = [self.links[mark.row] for mark in marks]
        pairs = {(text, link) for text, link in zip(plain, links, strict=True) if link}
        distinct = len({text for text, _ in pairs}) + len({link for _, link in pairs})
        named = [bool(text) and text in letters_in(link) for text, link in zip(plain, links, strict=True)]
        stated = [
            bool(text) and text in self.unseen.get(mark.member, "")
            for text, mark in zip(plain, marks, strict=True)
        ]
        return {
            "said_in_bodies": _mean([self.is_spoken(mark.text) for mark in marks]),
            "spread": _mean([self.spread[mark.text] for mark in marks]) / self.members,
            "link_called": _mean([bool(_CALLED_LINK.search(link)) for link in links]),
            "link_named": _mean(named),
            "link_pairs": distinct / (2 * len(pairs)) if pairs else 0.0,
            "stated": _mean(stated),
        }

    @cached_property
    def links(self) -> dict[int, str]:
        """Where the elements of the marks lead."""
        return {row: _link(self.lines.page, row) for row in {mark.row for mark in self.marks}}

    @cached_property
    def is_spoken(self) -> Callable[[str], bool]:
        """Whether a text is in what was said."""
        spoken = " ".join(self.lines.texts[i] for i in np.flatnonzero(self.body).tolist())
        return cache(lambda text: text in spoken)

    @cached_property
    def unseen(self) -> dict[int, str]:
        """For each member the letters of its short texts that are not shown."""
        found: dict[int, list[str]] = {}
        lines, attributes = self.lines, self.lines.page.attributes
        member = np.append(self.member, np.int32(-1))[lines.line_of].tolist()
        for row, value in (pair for name in _UNSEEN for pair in attributes.get(name, {}).items()):
            if member[row] >= 0 and len(value) <= _LONGEST_UNSEEN:
                found.setdefault(member[row], []).append(lines.letters_in(value))
        return {of: " ".join(values) for of, values in found.items()}


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

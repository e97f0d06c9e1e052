"""Features of field candidates: do the authors of the posts stand in this path, or the dates?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.features import LABEL, Floats, Lines, counted, digits_in
from honbun.page import Mask, Page, Rows, tags
from honbun.threads.fields import FieldCandidate, FieldValue

# So many values are looked for in bodies and links.
_MAX_SOUGHT = 40
# Of an element, its parent and its grandparent the attributes are read.
_LEVELS = 3
_WORD = re.compile(r"[^\W\d_]{2}")
_NUMBERS = re.compile(r"\d{1,15}")
# Names that people give to such elements, in whatever board: one hint among others.
_AUTHOR_WORD = re.compile(r"auth|user|name|nick|poster|member|creator|profile|by\b", re.IGNORECASE)
_AUTHOR_LINK = re.compile(r"user|member|profil|auth|people|person|nick|poster|uid|/u/|/@|~", re.IGNORECASE)
_DATE_WORD = re.compile(r"date|time|stamp|when|publi|creat", re.IGNORECASE)

_HOST = re.compile(r"^\s*(?:https?:)?//[^/?#]*", re.IGNORECASE)
# Texts that are not shown and may name the author: of pictures, and of what the mouse rests on.
_HIDDEN_TEXTS = ("alt", "title", "content", "aria-label")
_MAX_HIDDEN_LENGTH = 60
_BOLD = tags.table("b strong cite address".split())
_HEADING = tags.table("h1 h2 h3 h4 h5 h6".split())

# A code that a board gives those who post, such as ID:Jk5wBq8N beside the date: perhaps a label, then letters and
# digits, or letters in a case that no word is written in.
_CODE = re.compile(
    r"(?:\w{1,8}[:：]\s?)?"
    r"(?=[a-zA-Z+/.]*\d[\d+/.]*[a-zA-Z]|[\d+/.]*[a-zA-Z]+\d|[a-zA-Z]*[a-z][A-Z])[a-zA-Z\d+/.]{6,12}"
)

FIELD_FEATURES = tuple(
    """members share once varied length words digit_share letters is_link is_bold is_heading called
    place line before_body in_body beside_date line_marks is_piece said_in_bodies
    ordered has_clock relative in_attribute is_time day_varied own_line
    spread link_called link_named link_pairs stated
    labelled after_body has_later has_earlier
    days_spread same_of_author far_of_author in_date rising coded""".split()
)
_OF_LINKS = ("said_in_bodies", "spread", "link_called", "link_named", "link_pairs", "stated")
_OF_DATES = ("ordered", "has_clock", "relative", "in_attribute", "is_time", "day_varied")
_OF_RIVALS = ("labelled", "after_body", "has_later", "has_earlier")
_OF_AUTHORS = ("days_spread", "same_of_author", "far_of_author")


@dataclass(frozen=True, eq=False)
class Placed:
    """What is known of the members of a group when their fields are sought."""

    member: Rows
    """For each line its member, or -1."""
    body: Mask
    """The lines of bodies."""
    members: int
    authors: Mapping[int, str] = field(default_factory=dict)
    """Member -> the name of its author, where that is known."""


def features_of_fields(
    lines: Lines, candidates: Sequence[FieldCandidate], place: Placed
) -> npt.NDArray[np.float32]:
    """A row of features for each candidate."""
    if not candidates:
        return np.zeros((0, len(FIELD_FEATURES)), dtype=np.float32)
    columns = _FieldTable(lines, candidates, place).columns()
    return np.stack([columns[name] for name in FIELD_FEATURES], axis=1).astype(np.float32)


class _FieldTable:
    """Features of the candidates of one page, measured all at once where it can be."""

    def __init__(self, lines: Lines, candidates: Sequence[FieldCandidate], place: Placed) -> None:
        self.lines, self.candidates, self.authors = lines, candidates, place.authors
        self.member, self.body, self.members = place.member, place.body, place.members
        self.values = [value for candidate in candidates for value in candidate.values]
        self.size = np.array([len(candidate.values) for candidate in candidates])
        self.candidate = np.repeat(np.arange(len(candidates)), self.size)
        """The candidate of each value."""
        self.of = np.array([value.member for value in self.values])
        self.line = np.array([value.line for value in self.values])

    def columns(self) -> dict[str, Floats]:
        """For each feature its column, one row for each candidate."""
        columns = self._of_texts() | self._of_positions() | self._of_rivals()
        rows = [
            self._of_markup(each)
            | self._of_links(each)
            | _of_dates(each.values)
            | _of_authors(each.values, self.authors)
            for each in self.candidates
        ]
        return columns | {name: np.array([row[name] for row in rows]) for name in rows[0]}

    def _mean(self, values: Iterable[float]) -> Floats:
        """The mean of a number for each value, for each candidate."""
        each = np.fromiter(values, dtype=np.float64, count=len(self.values))
        return np.asarray(np.bincount(self.candidate, each, len(self.size)) / self.size)

    def _of_texts(self) -> dict[str, Floats]:
        number = len(self.size)
        texts = [value.text for value in self.values]
        known = {text: at for at, text in enumerate(dict.fromkeys(texts))}
        text = np.fromiter(map(known.__getitem__, texts), dtype=np.int64, count=len(texts))
        pairs, times = counted(self.candidate * self.members + self.of, number * self.members)
        candidate = pairs // self.members
        distinct, _ = counted(self.candidate * len(known) + text, number * len(known))
        spread, _ = counted(text * self.members + self.of, len(known) * self.members)
        self.spread = dict(zip(known, np.bincount(spread // self.members).tolist(), strict=True))
        length = np.array([len(each) for each in known])
        digits = np.array([digits_in(each) for each in known]) / length
        letters = np.array([bool(_WORD.search(each)) for each in known])
        is_date = np.array([_is_date(self.lines, each) for each in known])
        is_code = np.array([bool(_CODE.fullmatch(each)) for each in known])
        line_length = np.array([len(self.lines.texts[line]) for line in self.line.tolist()])
        return {
            "members": np.full(number, np.log1p(self.members)),
            "share": np.bincount(candidate, minlength=number) / self.members,
            "once": np.bincount(candidate[times == 1], minlength=number) / self.members,
            "varied": np.bincount(distinct // len(known), minlength=number) / self.size,
            "length": np.log1p(self._mean(length[text])),
            "words": self._mean(np.array([each.count(" ") + 1 for each in known])[text]),
            "digit_share": self._mean(digits[text]),
            "letters": self._mean(letters[text]),
            "line_marks": np.full(number, np.log1p(number)),
            "own_line": self._mean(length[text] / np.maximum(line_length, 1)),
            "in_date": self._mean(is_date[text]),
            "coded": self._mean(is_code[text]),
            "rising": np.array([_rising_share(candidate.values) for candidate in self.candidates]),
        }

    def _of_positions(self) -> dict[str, Floats]:
        member, body, of, line = self.member, self.body, self.of, self.line
        first = np.full(self.members, len(member), dtype=np.int32)
        last = np.zeros(self.members, dtype=np.int32)
        body_first = first.copy()
        inside = np.flatnonzero(member >= 0)
        np.minimum.at(first, member[inside], inside)
        np.maximum.at(last, member[inside], inside)
        in_body = np.flatnonzero(body & (member >= 0))
        np.minimum.at(body_first, member[in_body], in_body)
        after = line - first[of]
        return {
            "place": self._mean(after / np.maximum(last[of] - first[of], 1)),
            "line": np.log1p(self._mean(after)),
            "before_body": self._mean(line < body_first[of]),
            "in_body": self._mean(body[line]),
            "beside_date": self._mean(self.lines.is_dated[line]),
        }

    def _of_rivals(self) -> dict[str, Floats]:
        """What tells the date of a post from those of joining and editing; all 0 for names.

        Whether a label stands before it, whether it stands below the body, and whether the post states later or
        earlier days outside of its body.
        """
        if self.values[0].date is None:
            return {name: np.zeros(len(self.size)) for name in _OF_RIVALS}
        days = [value.date.day if value.date else "" for value in self.values]
        known: dict[int, list[str]] = {}
        for of, day, is_in_body in zip(self.of.tolist(), days, self.body[self.line].tolist(), strict=True):
            if day and not is_in_body:
                known.setdefault(of, []).append(day)
        last = np.zeros(self.members, dtype=np.int32)
        in_bodies = np.flatnonzero(self.body & (self.member >= 0))
        np.maximum.at(last, self.member[in_bodies], in_bodies)
        others = [known.get(of, [day]) for of, day in zip(self.of.tolist(), days, strict=True)]
        return {
            "labelled": self._mean(bool(LABEL.match(self.lines.texts[line])) for line in self.line.tolist()),
            "after_body": self._mean(self.line > last[self.of]),
            "has_later": self._mean("" < day < max(of) for day, of in zip(days, others, strict=True)),
            "has_earlier": self._mean(day > min(of) for day, of in zip(days, others, strict=True)),
        }

    def _of_markup(self, candidate: FieldCandidate) -> dict[str, float]:
        page, value = self.lines.page, candidate.values[0]
        rows = list(_lineage(page, value.row))
        codes = np.minimum(page.tag[rows], tags.FIRST_CUSTOM)
        words = [page.attribute(row, name) or "" for row in rows for name in ("class", "itemprop", "rel", "id")]
        word = _DATE_WORD if value.date else _AUTHOR_WORD
        return {
            "is_link": float(np.any(codes == tags.CODE["a"])),
            "is_bold": float(_BOLD[codes].any()),
            "is_heading": float(_HEADING[codes].any()),
            "called": float(bool(word.search(" ".join(filter(None, words))))),
            "is_piece": float(value.part),
        }

    def _of_links(self, candidate: FieldCandidate) -> dict[str, float]:
        """Where names lead, and whether the page states them elsewhere; all 0 for dates."""
        if candidate.values[0].date is not None:
            return dict.fromkeys(_OF_LINKS, 0.0)
        values, letters_in = candidate.values[:_MAX_SOUGHT], self.lines.letters_in
        texts = [letters_in(value.text) for value in values]
        links = [self.links[value.row] for value in values]
        pairs = {(text, link) for text, link in zip(texts, links, strict=True) if link}
        distinct = len({text for text, _ in pairs}) + len({link for _, link in pairs})
        hidden = [self.hidden_letters.get(value.member, "") for value in values]
        return {
            "said_in_bodies": _mean([self.is_in_bodies(value.text) for value in values]),
            "spread": _mean([self.spread[value.text] for value in values]) / self.members,
            "link_called": _mean([bool(_AUTHOR_LINK.search(link)) for link in links]),
            "link_named": _mean([bool(t) and t in letters_in(link) for t, link in zip(texts, links, strict=True)]),
            "link_pairs": distinct / (2 * len(pairs)) if pairs else 0.0,
            "stated": _mean([bool(text) and text in other for text, other in zip(texts, hidden, strict=True)]),
        }

    @cached_property
    def links(self) -> dict[int, str]:
        """Where the elements of the values lead, without the host."""
        return {row: _link(self.lines.page, row) for row in {value.row for value in self.values}}

    @cached_property
    def is_in_bodies(self) -> Callable[[str], bool]:
        """Whether a text is in the bodies."""
        bodies = " ".join(self.lines.texts[i] for i in np.flatnonzero(self.body).tolist())
        return cache(lambda text: text in bodies)

    @cached_property
    def hidden_letters(self) -> dict[int, str]:
        """For each member the letters of its short texts that are not shown."""
        found: dict[int, list[str]] = {}
        lines, attributes = self.lines, self.lines.page.attributes
        member = np.append(self.member, np.int32(-1))[lines.line_of_row].tolist()
        for row, value in (pair for name in _HIDDEN_TEXTS for pair in attributes.get(name, {}).items()):
            if member[row] >= 0 and len(value) <= _MAX_HIDDEN_LENGTH:
                found.setdefault(member[row], []).append(lines.letters_in(value))
        return {of: " ".join(values) for of, values in found.items()}


def _is_date(lines: Lines, text: str) -> bool:
    """Whether most of a short text is a date."""
    dates = lines.dates_in(text) if digits_in(text) else ()
    return sum(date.end - date.start for date in dates) > 0.5 * len(text)


def _rising_share(values: Sequence[FieldValue]) -> float:
    """How far the numbers that the values hold rise or fall, as those of posts do; 0 without them."""
    found = [_NUMBERS.search(value.text) for value in values[:_MAX_SOUGHT]]
    numbers = [int(match[0]) for match in found if match]
    steps = [(a < b) - (b < a) for a, b in pairwise(numbers)]
    return abs(sum(steps)) / len(values) if steps else 0.0


def _of_dates(values: Sequence[FieldValue]) -> dict[str, float]:
    """Whether dates rise or fall with the posts, are exact, and differ; all 0 for names."""
    dates = [value.date for value in values if value.date]
    if not dates:
        return dict.fromkeys(_OF_DATES, 0.0)
    first_of = {value.member: value.date.iso for value in reversed(values) if value.date}
    return {
        "ordered": order_share([iso for _, iso in sorted(first_of.items())], of_one=0.5),
        "has_clock": _mean([len(date.iso) > 10 for date in dates]),
        "relative": _mean([date.is_relative for date in dates]),
        "in_attribute": float(values[0].in_attribute),
        "is_time": 1.0,
        "day_varied": len({date.day for date in dates}) / len(dates),
    }


def _of_authors(values: Sequence[FieldValue], authors: Mapping[int, str]) -> dict[str, float]:
    """Whether dates belong to authors rather than to posts: how many days they are spread over, and how often two
    posts of one author in a row have the same day, or days far apart; all 0 for names.
    """
    first_of = {value.member: value.date.day for value in reversed(values) if value.date and value.date.day}
    days = {of: date.fromisoformat(day).toordinal() for of, day in sorted(first_of.items())}
    if not days:
        return dict.fromkeys(_OF_AUTHORS, 0.0)
    by_author: dict[str, list[int]] = {}
    for of, day in days.items():
        if of in authors:
            by_author.setdefault(authors[of], []).append(day)
    own = [abs(a - b) for of_one in by_author.values() for a, b in pairwise(of_one)]
    all_ = [abs(a - b) for a, b in pairwise(days.values())]
    return {
        "days_spread": float(np.log1p(np.median(all_))) if all_ else -1.0,
        "same_of_author": _mean([step == 0 for step in own]) if own else -1.0,
        "far_of_author": float(np.log1p(_mean(all_)) - np.log1p(_mean(own))) if own else 0.0,
    }


def order_share(dates: Sequence[str], of_one: float) -> float:
    """How far dates rise or fall, from 0 to 1; `of_one` if there is but one."""
    steps = [(a <= b) - (b < a) for a, b in pairwise(dates)]
    return abs(sum(steps)) / len(steps) if steps else of_one


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _lineage(page: Page, row: int) -> Iterator[int]:
    """An element, its parent and its grandparent."""
    for _ in range(_LEVELS):
        if row < 0:
            return
        yield row
        row = int(page.parent[row])


def _link(page: Page, row: int) -> str:
    """Where the element, its parent or its grandparent leads, without the host; nothing if nowhere."""
    links = (each for each in _lineage(page, row) if page.tag[each] == tags.CODE["a"])
    return _HOST.sub("", page.attribute(found, "href") or "") if (found := next(links, -1)) >= 0 else ""

"""Features of field candidates: do the authors of the posts stand in this path, or the dates?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property, partial
from itertools import compress, pairwise

import numpy as np
import numpy.typing as npt

from honbun.dates import Date
from honbun.features import LABEL, Floats, Indices, Lines, counted, digits_in
from honbun.page import Mask, Page, Rows, tags
from honbun.threads.fields import FieldCandidate, FieldValue, is_date

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
_OF_MARKUP = ("is_piece", "is_link", "is_bold", "is_heading", "called")
_OF_TEXT = ("length", "words", "digit_share", "letters", "in_date", "coded")
_OF_DATES = ("ordered", "has_clock", "relative", "in_attribute", "is_time", "day_varied")
_OF_AUTHORS = ("days_spread", "same_of_author", "far_of_author")
_NUMBER_OF = {name: number for number, name in enumerate(FIELD_FEATURES)}


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
    table = np.zeros((len(candidates), len(FIELD_FEATURES)), dtype=np.float32)
    for name, column in _FieldTable(lines, candidates, place).columns().items():
        table[:, _NUMBER_OF[name]] = column
    return table


class _FieldTable:
    """Features of candidates, all for names or all for dates, measured all at once where it can be."""

    def __init__(self, lines: Lines, candidates: Sequence[FieldCandidate], place: Placed) -> None:
        self.lines, self.candidates, self.authors = lines, candidates, place.authors
        self.page = lines.once(_PageFields)
        self.member, self.body, self.members = place.member, place.body, place.members
        self.values = [value for candidate in candidates for value in candidate.values]
        self.size = np.array([len(candidate.values) for candidate in candidates])
        self.start = np.cumsum(self.size) - self.size
        self.candidate = np.repeat(np.arange(len(candidates)), self.size)
        """The candidate of each value."""
        self.is_sought = np.arange(len(self.values)) - self.start[self.candidate] < _MAX_SOUGHT
        self.of = np.array([value.member for value in self.values])
        self.line = np.array([value.line for value in self.values])
        texts = [value.text for value in self.values]
        self.known = {text: at for at, text in enumerate(dict.fromkeys(texts))}
        self.text = np.fromiter(map(self.known.__getitem__, texts), dtype=np.int64, count=len(texts))
        """For each value the number of its text."""

    def columns(self) -> dict[str, Floats]:
        """For each feature its column, one row for each candidate; those that are left out are 0."""
        is_of_dates = self.values[0].date is not None
        columns = self._of_texts() | self._of_positions()
        firsts = [candidate.values[0] for candidate in self.candidates]
        rows = np.array([(first.part, *self.page.markup(first.row, is_of_dates)) for first in firsts])
        columns |= zip(_OF_MARKUP, rows.T, strict=True)
        if not is_of_dates:
            return columns | self._of_links()
        rows = np.array(
            [_of_dates(each.values) + _of_authors(each.values, self.authors) for each in self.candidates]
        )
        columns |= zip(_OF_DATES + _OF_AUTHORS, rows.T, strict=True)
        return columns | self._of_rivals()

    def _of_texts(self) -> dict[str, Floats]:
        number, texts = len(self.size), len(self.known)
        measured = np.array(list(map(self.page.text, self.known)))[self.text].T
        numbers = measured[-1]
        of_text = dict(zip(_OF_TEXT, measured, strict=False))
        line_length = np.array([len(self.lines.texts[line]) for line in self.line.tolist()])
        means = _means(of_text | {"own_line": of_text["length"] / np.maximum(line_length, 1)}, self.size)
        pairs, times = counted(self.candidate * self.members + self.of, number * self.members)
        candidate = pairs // self.members
        distinct, _ = counted(self.candidate * texts + self.text, number * texts)
        return means | {
            "members": np.full(number, np.log1p(self.members)),
            "share": np.bincount(candidate, minlength=number) / self.members,
            "once": np.bincount(candidate[times == 1], minlength=number) / self.members,
            "varied": np.bincount(distinct // texts, minlength=number) / self.size,
            "length": np.log1p(means["length"]),
            "line_marks": np.full(number, np.log1p(number)),
            "rising": self._rising_share(numbers),
        }

    def _rising_share(self, numbers: Floats) -> Floats:
        """How far the numbers that the values hold rise or fall, as those of posts do; 0 without them."""
        at = np.flatnonzero(self.is_sought & (numbers >= 0))
        of, steps = self.candidate[at], np.sign(np.diff(numbers[at]))
        total = np.bincount(of[1:], np.where(of[1:] == of[:-1], steps, 0.0), len(self.size))
        return np.asarray(np.abs(total) / self.size)

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
        means = _means(
            {
                "place": after / np.maximum(last[of] - first[of], 1),
                "line": after,
                "before_body": line < body_first[of],
                "in_body": body[line],
                "beside_date": self.lines.is_dated[line],
            },
            self.size,
        )
        return means | {"line": np.log1p(means["line"])}

    def _of_rivals(self) -> dict[str, Floats]:
        """What tells the date of a post from those of joining and editing.

        Whether a label stands before it, whether it stands below the body, and whether the post states later or
        earlier days outside of its body.
        """
        days = [value.day for value in self.values]
        known: dict[int, tuple[str, str]] = {}
        for of, day, is_in_body in zip(self.of.tolist(), days, self.body[self.line].tolist(), strict=True):
            if day and not is_in_body:
                least, most = known.get(of, (day, day))
                known[of] = min(least, day), max(most, day)
        last = np.zeros(self.members, dtype=np.int32)
        in_bodies = np.flatnonzero(self.body & (self.member >= 0))
        np.maximum.at(last, self.member[in_bodies], in_bodies)
        others = [known.get(of, (day, day)) for of, day in zip(self.of.tolist(), days, strict=True)]
        return _means(
            {
                "labelled": np.array([self.page.is_labelled(line) for line in self.line.tolist()]),
                "after_body": self.line > last[self.of],
                "has_later": np.array(["" < day < most for day, (_, most) in zip(days, others, strict=True)]),
                "has_earlier": np.array([day > least for day, (least, _) in zip(days, others, strict=True)]),
            },
            self.size,
        )

    def _of_links(self) -> dict[str, Floats]:
        """Where names lead, and whether the page states them elsewhere, by the first values."""
        members, letters_in = self.members, self.lines.letters_in
        spread, _ = counted(self.text * members + self.of, len(self.known) * members)
        values = list(compress(self.values, self.is_sought))
        letters = [letters_in(value.text) for value in values]
        links = [self.page.link(value.row) for value in values]
        hidden = [self.hidden_letters.get(value.member, "") for value in values]
        columns = {
            "said_in_bodies": [self.is_in_bodies(value.text) for value in values],
            "spread": (np.bincount(spread // members) / members)[self.text[self.is_sought]],
            "link_called": list(map(self.page.is_author_link, links)),
            "link_named": [t != "" and t in letters_in(link) for t, link in zip(letters, links, strict=True)],
            "stated": [t != "" and t in other for t, other in zip(letters, hidden, strict=True)],
        }
        pairs: list[set[tuple[str, str]]] = [set() for _ in self.candidates]
        for of, text, link in zip(self.candidate[self.is_sought].tolist(), letters, links, strict=True):
            if link:
                pairs[of].add((text, link))
        linked = [
            sum(len(set(each)) for each in zip(*of, strict=True)) / (2 * len(of)) if of else 0.0 for of in pairs
        ]
        return _means(columns, np.minimum(self.size, _MAX_SOUGHT)) | {"link_pairs": np.array(linked)}

    @cached_property
    def is_in_bodies(self) -> Callable[[str], bool]:
        """Whether a text is in the bodies."""
        bodies = " ".join(self.lines.texts[i] for i in np.flatnonzero(self.body).tolist())
        return cache(lambda text: text in bodies)

    @cached_property
    def hidden_letters(self) -> dict[int, str]:
        """For each member the letters of its short texts that are not shown."""
        found: dict[int, list[str]] = {}
        member = np.append(self.member, np.int32(-1))[self.page.hidden_lines]
        for of, text in zip(member.tolist(), self.page.hidden_letters, strict=True):
            if of >= 0:
                found.setdefault(of, []).append(text)
        return {of: " ".join(texts) for of, texts in found.items()}


class _PageFields:
    """What is measured of the texts and elements of a page that may be fields, of each once."""

    def __init__(self, lines: Lines) -> None:
        page, texts = lines.page, lines.texts
        self.text = cache(partial(_of_text, lines.dates_in))
        self.markup, self.link = cache(partial(_of_markup, page)), cache(partial(_link, page))
        self.is_author_link = cache(lambda link: bool(_AUTHOR_LINK.search(link)))
        self.is_labelled = cache(lambda line: bool(LABEL.match(texts[line])))
        pairs = [pair for name in _HIDDEN_TEXTS for pair in page.attributes.get(name, {}).items()]
        short = [(row, lines.letters_in(value)) for row, value in pairs if len(value) <= _MAX_HIDDEN_LENGTH]
        self.hidden_lines = lines.line_of_row[[row for row, _ in short]]
        """The lines of short texts that are not shown."""
        self.hidden_letters = [letters for _, letters in short]


def _of_text(dates_in: Callable[[str], list[Date]], text: str) -> tuple[float, ...]:
    """What `_OF_TEXT` says of a text, and the number that it holds, -1 if none."""
    digits, number = digits_in(text), _NUMBERS.search(text)
    is_code, has_letters = bool(_CODE.fullmatch(text)), bool(_WORD.search(text))
    share, words = digits / len(text), text.count(" ") + 1
    return len(text), words, share, has_letters, is_date(dates_in, text), is_code, int(number[0]) if number else -1


def _of_markup(page: Page, row: int, is_of_date: bool) -> tuple[float, ...]:
    """What an element and the two around it are, and whether they are called as such fields are."""
    rows = list(_lineage(page, row))
    codes = np.minimum(page.tag[rows], tags.FIRST_CUSTOM)
    words = [page.attribute(each, name) or "" for each in rows for name in ("class", "itemprop", "rel", "id")]
    called = (_DATE_WORD if is_of_date else _AUTHOR_WORD).search(" ".join(filter(None, words)))
    is_link, is_bold, is_heading = codes == tags.CODE["a"], _BOLD[codes], _HEADING[codes]
    return bool(is_link.any()), bool(is_bold.any()), bool(is_heading.any()), bool(called)


def _link(page: Page, row: int) -> str:
    """Where the element, its parent or its grandparent leads, without the host; nothing if nowhere."""
    links = (each for each in _lineage(page, row) if page.tag[each] == tags.CODE["a"])
    return _HOST.sub("", page.attribute(found, "href") or "") if (found := next(links, -1)) >= 0 else ""


def _of_dates(values: Sequence[FieldValue]) -> tuple[float, ...]:
    """Whether dates rise or fall with the posts, are exact, and differ: what `_OF_DATES` says."""
    dates = [value.date for value in values if value.date]
    first_of = {value.member: value.date.iso for value in reversed(values) if value.date}
    return (
        order_share([iso for _, iso in sorted(first_of.items())], of_one=0.5),
        _mean([len(date.iso) > 10 for date in dates]),
        _mean([date.is_relative for date in dates]),
        float(values[0].in_attribute),
        1.0,
        len({date.day for date in dates}) / len(dates),
    )


def _of_authors(values: Sequence[FieldValue], authors: Mapping[int, str]) -> tuple[float, ...]:
    """Whether dates belong to authors rather than to posts: how many days they are spread over, and how often two
    posts of one author in a row have the same day, or days far apart.
    """
    first_of = {value.member: value.day for value in reversed(values) if value.day}
    days = {of: date.fromisoformat(day).toordinal() for of, day in sorted(first_of.items())}
    if not days:
        return (0.0,) * len(_OF_AUTHORS)
    by_author: dict[str, list[int]] = {}
    for of, day in days.items():
        if of in authors:
            by_author.setdefault(authors[of], []).append(day)
    own = [abs(a - b) for of_one in by_author.values() for a, b in pairwise(of_one)]
    all_ = [abs(a - b) for a, b in pairwise(days.values())]
    return (
        float(np.log1p(np.median(all_))) if all_ else -1.0,
        _mean([step == 0 for step in own]) if own else -1.0,
        float(np.log1p(_mean(all_)) - np.log1p(_mean(own))) if own else 0.0,
    )


def order_share(dates: Sequence[str], of_one: float) -> float:
    """How far dates rise or fall, from 0 to 1; `of_one` if there is but one."""
    steps = [(a <= b) - (b < a) for a, b in pairwise(dates)]
    return abs(sum(steps)) / len(steps) if steps else of_one


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _means(columns: Mapping[str, npt.ArrayLike], size: Indices) -> dict[str, Floats]:
    """For each column of values, candidate after candidate, the mean of each candidate, given their sizes."""
    stacked = np.array([np.asarray(column, dtype=np.float64) for column in columns.values()])
    return dict(zip(columns, np.add.reduceat(stacked, np.cumsum(size) - size, axis=1) / size, strict=True))


def _lineage(page: Page, row: int) -> Iterator[int]:
    """An element, its parent and its grandparent."""
    for _ in range(_LEVELS):
        if row < 0:
            return
        yield row
        row = int(page.parent[row])

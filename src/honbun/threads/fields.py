"""Candidates for the fields of posts: short texts that may be the author, and dates, each with its path.

An author is chosen by the path, not by the name: what stands in the same path of all posts, differs from post to
post and is short. So a candidate is all the values of one path of the template.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import compress
from typing import NamedTuple
from zlib import crc32

import numpy as np

from honbun.dates import SOME_DAY, WEEKDAY, Date
from honbun.features import LABEL, Indices, Lines, digits_in
from honbun.frames import Frame, frame_of, without_ends, words_of
from honbun.page import Mask, Rows

# An author's name is no longer, in characters, and neither is the line around a date.
_MAX_NAME_LENGTH = 40
MAX_LINE_LENGTH = 160
# What stands between the parts of a line that names the author and the date.
_BETWEEN = re.compile(r"\s*[：|／•·»«\[\]()<>【】（）]\s*|\s*,\s+|\s+[-–—:/@]\s+|\s{3,}|\s*\n\s*|:\s+|:$|,$")
_COLONS = ":： "
# A value says something: a letter or a number.
_SAYS = re.compile(r"\w")
# A number, and what it counts; this share of the values must have one, and go up or down by one.
_COUNTED = re.compile(r"\W{0,2}(\d{1,6})\W{0,2}\s\W{0,2}(\w.*)")
_MIN_COUNTED_SHARE = 0.7
# The parts of a text node that are all that precedes or follows its dates, however it could be divided.
_BEFORE, _AFTER = -1, -2
# This share of the members must have a label, each once.
_MIN_LABELLED_SHARE = 0.8
DatesIn = Callable[..., list[Date]]
"""What finds the dates of a text: `Lines.dates_in`."""


class FieldValue(NamedTuple):
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

    @property
    def day(self) -> str:
        """The day of its date; nothing if that is counted from now."""
        return self.date.day if self.date and not self.date.is_relative else ""


@dataclass(frozen=True, eq=False)
class FieldCandidate:
    """The values of one path of the template."""

    key: int
    values: tuple[FieldValue, ...]

    def share_in(self, body: Sequence[bool]) -> float:
        """The share of the values that lie in bodies."""
        return sum(body[value.line] for value in self.values) / len(self.values)

    def with_texts(self, texts: Iterable[str]) -> FieldCandidate:
        """The same with other texts."""
        values = (value._replace(text=text) for value, text in zip(self.values, texts, strict=True))
        return FieldCandidate(self.key, tuple(values))


def author_candidates(lines: Lines, member: Rows, body: Mask) -> list[FieldCandidate]:
    """Short texts that say something, by path. `body` marks the lines of bodies."""
    labels = head_labels(lines, member)
    values = _short_texts(lines, member, body, labels)
    signature = lines.outline.signature.item
    alike: dict[tuple[int, int], list[FieldValue]] = {}
    for value in values:
        alike.setdefault((signature(value.row), value.part), []).append(value)
    of_paths = ((each, each.values[0]) for each in by_path(lines, values, labels))
    bare = (_without_words(each, alike[signature(first.row), first.part]) for each, first in of_paths)
    found = map(_without_numbers, _without_dates(lines.once(_date_test), bare))
    # Days of the week are names, too; where they are all that there is they are days.
    return [each for each in found if not all(WEEKDAY.fullmatch(f" {value.text}") for value in each.values)]


def head_labels(lines: Lines, member: Rows) -> Indices:
    """For each line its label, such as Name, if its member begins with labelled lines, one of them dated; else 0.

    Labels are those that nearly all members have: where all posts begin so, such lines are no part of a body.
    """
    found = np.zeros(len(lines), dtype=np.int64)
    is_inside = (member >= 0) & (lines.length > 0)
    labels = lines.once(_labels)
    labelled = np.flatnonzero(is_inside & (labels > 0))
    pairs = Counter(zip(labels[labelled].tolist(), member[labelled].tolist(), strict=True))
    once = Counter(name for (name, _), times in pairs.items() if times == 1)
    if max(once.values(), default=0) < 2:
        return found
    inside = np.flatnonzero(is_inside)
    label, of = labels[inside], member[inside]
    common = [name for name, times in once.items() if times >= max(_MIN_LABELLED_SHARE * len(set(of.tolist())), 2)]
    if not common:
        return found
    order = np.lexsort((inside, of))
    is_common = np.logical_or.reduce([label == name for name in common])
    inside, label, of = inside[order], np.where(is_common, label, 0)[order], of[order]
    starts = np.flatnonzero(np.diff(of, prepend=-1))
    for start, end in zip(starts.tolist(), np.append(starts[1:], len(of)).tolist(), strict=True):
        size = int(np.argmin(np.append(label[start:end], 0) > 0))
        head = inside[start : start + size]
        # A head without anything below it is all of the body.
        if size < end - start and lines.is_dated[head].any():
            found[head] = label[start : start + size]
    return found


def _labels(lines: Lines) -> Indices:
    """For each line what it begins with before a colon, such as Name, as a number; 0 if that stands once."""
    found = [LABEL.match(text) for text in lines.texts]
    labels = [crc32(match[0].casefold().encode()) if match else 0 for match in found]
    times = Counter(labels)
    return np.array([label if times[label] > 1 else 0 for label in labels], dtype=np.int64)


def by_path(lines: Lines, values: list[FieldValue], labels: Indices) -> list[FieldCandidate]:
    """The values by the path key of their element, the piece of its text and the label before it as one number."""
    key_of, label_of = lines.path_key.item, labels.item
    found: dict[int, list[FieldValue]] = {}
    for value in values:
        key = (key_of(value.row) * 31 + value.part) * 2 + value.in_attribute + (label_of(value.line) << 70)
        found.setdefault(key, []).append(value)
    return [FieldCandidate(key, tuple(each)) for key, each in found.items()]


def _without_words(candidate: FieldCandidate, alike: Sequence[FieldValue]) -> FieldCandidate:
    """The candidate without words that all values begin or end with: "by Anna", "by Otto" are Anna and Otto.

    Where all have the same text, such as the replies of one person, those of elements that are made alike tell.
    """
    values = candidate.values if len({value.text for value in candidate.values}) > 1 else alike
    if len({value.text for value in values}) < 2:
        return candidate
    split = [words_of(value.text) for value in values]
    shortest = min(map(len, split))
    head = next((i for i in range(shortest) if len({words[i] for words in split}) > 1), shortest)
    rest = shortest - head
    tail = next((i for i in range(rest) if len({words[-1 - i] for words in split}) > 1), rest)
    if not head + tail or head + tail >= shortest:
        return candidate
    return candidate.with_texts(without_ends(value.text, head, tail) for value in candidate.values)


def _without_dates(
    is_dated: Callable[[str], bool], candidates: Iterable[FieldCandidate]
) -> Iterator[FieldCandidate]:
    """The candidates without values that are dates: a name may be a link in some posts, as the date is in all."""
    for candidate in candidates:
        values = tuple([value for value in candidate.values if not is_dated(value.text)])
        if values:
            yield FieldCandidate(candidate.key, values)


def _date_test(lines: Lines) -> Callable[[str], bool]:
    """Whether a text is a date, told of each text of the page once."""
    return cache(partial(is_date, lines.dates_in))


def is_date(dates_in: DatesIn, text: str) -> bool:
    """Whether more than half of a text is dates."""
    dates = dates_in(text, SOME_DAY) if digits_in(text) else ()
    return sum(date.end - date.start for date in dates) > 0.5 * len(text)


def _without_numbers(candidate: FieldCandidate) -> FieldCandidate:
    """The candidate without numbers before names that count the posts: 1 Anna, 2 Otto."""
    if len(candidate.values) < 2:
        return candidate
    found = [_COUNTED.fullmatch(value.text) for value in candidate.values]
    numbers = [int(match[1]) for match in found if match]
    if len(numbers) < max(_MIN_COUNTED_SHARE * len(found), 2) or counting_share(numbers) < _MIN_COUNTED_SHARE:
        return candidate
    pairs = zip(found, candidate.values, strict=True)
    return candidate.with_texts(match[2] if match else value.text for match, value in pairs)


def counting_share(numbers: Sequence[int]) -> float:
    """The share of steps by one, all up or all down, in two or more numbers."""
    steps = np.diff(numbers)
    return float(max(np.mean(steps == 1), np.mean(steps == -1)))


def _short_texts(lines: Lines, member: Rows, body: Mask, labels: Indices) -> list[FieldValue]:
    names = lines.once(_Names).among(*_frames(lines, (member >= 0) & ~body))
    of = member[names.line]
    is_inside = of >= 0
    columns = (compress(column, is_inside) for column in names)
    values = list(map(FieldValue, of[is_inside].tolist(), *columns))

    def label_of(line: int) -> str | None:
        label = LABEL.match(lines.texts[line]) if labels[line] else None
        return label[0].strip(_COLONS) if label else None

    if not labels.any():
        return values
    return [value for value in values if value.text.strip(_COLONS) != label_of(value.line)]


class _NamesOfPage(NamedTuple):
    """What may be a name in the short texts of a page: columns as `FieldValue` has them."""

    line: list[int]
    row: list[int]
    text: list[str]
    part: list[int]


class _Names:
    """The text nodes of a page that are shown and short, and what may be a name in them."""

    def __init__(self, lines: Lines) -> None:
        page, line_of = lines.page, lines.line_of_node
        length = page.node_end - page.node_start
        picked = np.flatnonzero((lines.length[line_of] > 0) & (length <= 2 * MAX_LINE_LENGTH))
        columns = (page.node_start, page.node_end, line_of, page.node_owner, lines.is_dated[line_of])
        self._nodes = []
        for start, end, line, row, is_dated in zip(*(column[picked].tolist() for column in columns), strict=True):
            text = " ".join(page.text[start:end].split())
            if len(text) <= (MAX_LINE_LENGTH if is_dated else _MAX_NAME_LENGTH):
                self._nodes.append((line, row, text, is_dated))
        self._dates_in, self._parts = lines.dates_in, cache(partial(_parts, lines.dates_in))
        self._found: dict[tuple[Frame, Frame], _NamesOfPage] = {}

    def among(self, before: Frame, after: Frame) -> _NamesOfPage:
        """The names, given what the board writes around them beside dates."""
        if (before, after) not in self._found:
            beside_date = cache(partial(_parts_beside_dates, self._dates_in, before, after))
            found = [
                (line, row, name, part)
                for line, row, text, is_dated in self._nodes
                for part, name in (beside_date(text) if is_dated else self._parts(text))
                if len(name) <= _MAX_NAME_LENGTH and _SAYS.search(name)
            ]
            columns = map(list, zip(*found, strict=True)) if found else ([], [], [], [])
            self._found[before, after] = _NamesOfPage(*columns)
        return self._found[before, after]


def _frames(lines: Lines, around: Mask) -> tuple[Frame, Frame]:
    """What the board writes around names, before the dates of its dated lines and after them."""
    before, after = [], []
    for line in np.flatnonzero(around & lines.is_dated).tolist():
        text = lines.texts[line]
        dates = lines.dates_in(text, SOME_DAY) if len(text) <= MAX_LINE_LENGTH else ()
        if dates:
            before.append(WEEKDAY.sub("", text[: dates[0].start]))
            after.append(text[dates[-1].end :])
    return frame_of(before), frame_of(after)


def _parts(dates_in: DatesIn, text: str) -> list[tuple[int, str]]:
    """A text and its parts."""
    pieces = list(_pieces(text, dates_in(text, SOME_DAY)))
    return [(0, text), *(enumerate(pieces, 1) if pieces != [text] else ())]


def _parts_beside_dates(dates_in: DatesIn, before: Frame, after: Frame, text: str) -> list[tuple[int, str]]:
    """The parts of a text beside a date, each without what the board writes around it."""
    dates = dates_in(text, SOME_DAY)
    found = [(part, after.inside(before.inside(each))) for part, each in _parts(dates_in, text)]
    if dates:
        found.insert(1, (_BEFORE, before.inside(WEEKDAY.sub("", text[: dates[0].start]))))
        found.insert(2, (_AFTER, after.inside(text[dates[-1].end :])))
    return found


def _pieces(text: str, dates: list[Date]) -> Iterator[str]:
    """What is left of a line without its dates, divided where one thing ends and another begins."""
    at = 0
    rest = []
    for date in dates:
        rest.append(WEEKDAY.sub("", text[at : date.start]))
        at = date.end
    for part in (*rest, text[at:]):
        yield from (piece.strip() for piece in _BETWEEN.split(part) if piece.strip())

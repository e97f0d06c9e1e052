"""What stands before the first post and may open the thread, with features of it.

Candidates are elements beside the first post, or beside what it lies in, and all that stands before it there.
Their features need no classes or dates to exist.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core import FoundBodies
from honbun.features import Floats, Group, GroupKind, Groups, Indices, Lines
from honbun.page import Mask, Rows, tags
from honbun.threads import FieldValue, Surroundings

OPENING_FEATURES = tuple(
    """ink share ink_of_posts link_share lines longest prose gap gap_said titled after_title headings
    dated posts_dated author_links authors_linked named alike is_element levels
    body_share body_ink body_odds body_best body_lines body_repeated named_first dated_as_first
    posts called called_above writing_after counted counted_all said_after""".split()
)
# It lies beside an element at most so many levels above the first post, and of so many the nearest are looked at.
_MAX_LEVELS = 12
_MAX_CANDIDATES = 24
_MIN_PROSE_LENGTH = 100
_NOTHING_LOGIT = -9.0
# So many posts show what kinds of elements posts have.
_MAX_LIKE = 12
# A name is a link, or lies in one so few levels above.
_LINK_LEVELS = 3
_LAST_PART = re.compile(r"[^/=~@]*/?$")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, eq=False)
class Openings:
    """Ranges of lines before the first post."""

    rows: Rows
    """The element that each is, or in which it begins."""
    first: Rows
    last: Rows
    levels: Indices
    """How many levels above the first post the element lies that holds both."""
    is_element: Mask

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def alone(self) -> Groups:
        """A group of one member for each."""
        number = len(self)
        kinds, one = (GroupKind.HEADS,) * number, np.ones(number, dtype=np.int64)
        return Groups(kinds, ("",) * number, (0,) * number, one, self.rows, self.first, self.last)

    def before(self, i: int, group: Group) -> Groups:
        """A group with one of them as its first member."""
        rows, first, last = (
            np.append(one[i], several).astype(np.int32)
            for one, several in ((self.rows, group.rows), (self.first, group.first), (self.last, group.last))
        )
        kind = group.kind if self.is_element[i] else GroupKind.HEADS
        return Groups([kind], [group.key], [group.climbed], np.array([len(rows)]), rows, first, last)


def find_openings(lines: Lines, group: Group, title: int) -> Openings:
    """The candidates, those nearest to the first post first; none holds a post. `title` is its line, or -1."""
    page, outline, said = lines.page, lines.outline, lines.unlinked_sum
    at = int(group.first.argmin())
    first, row, parent = int(group.first[at]), int(group.rows[at]), page.parents
    beside: dict[int, list[int]] = {}
    for each in np.flatnonzero((outline.last <= first) & (said[outline.last] > said[outline.first])).tolist():
        beside.setdefault(parent[each], []).append(each)
    found: dict[tuple[int, int], tuple[int, int, bool]] = {}
    for level in range(_MAX_LEVELS):
        row = parent[row]
        if row < 0:
            break
        for each in reversed(beside.get(row, ())):
            found.setdefault((int(outline.first[each]), int(outline.last[each])), (each, level, True))
        begin = max(int(outline.first[row]), title + 1)
        if begin < first and said[first] > said[begin]:
            found.setdefault((begin, first), (row, level, False))
    edges = np.array(list(found)[:_MAX_CANDIDATES], dtype=np.int32).reshape(-1, 2)
    of = np.array(list(found.values())[:_MAX_CANDIDATES], dtype=np.int64).reshape(-1, 3)
    return Openings(of[:, 0].astype(np.int32), edges[:, 0], edges[:, 1], of[:, 1], of[:, 2] > 0)


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of the posts that a thread would open before."""

    around: Surroundings
    group: Group
    bodies: Sequence[Indices]
    authors: dict[int, FieldValue]
    dates: dict[int, FieldValue]


def features_of_openings(openings: Openings, known: Known, held: Sequence[FoundBodies]) -> npt.NDArray[np.float32]:
    """A row of `OPENING_FEATURES` for each; `held` is what would be its body if it were a post alone."""
    columns = _of_ranges(openings, known) | _of_bodies(known, held) | _of_posts(known) | _of_names(openings, known)
    table = np.zeros((len(openings), len(OPENING_FEATURES)), dtype=np.float32)
    for i, name in enumerate(OPENING_FEATURES):
        table[:, i] = columns[name]
    return table


def _of_ranges(openings: Openings, known: Known) -> dict[str, Any]:
    """How much they say, how, and where."""
    lines, first, title = known.around.lines, int(known.group.first.min()), known.around.title
    said, a, b = lines.unlinked_sum, openings.first, openings.last
    ink = said[b] - said[a]
    start = title if 0 <= title < first else 0

    def inside(mask: Mask) -> Floats:
        running = np.append(0, np.cumsum(mask))
        return np.asarray(np.log1p(running[b] - running[a]))

    return {
        "ink": np.log1p(ink),
        "share": ink / max(said[first] - said[start], 1.0),
        "ink_of_posts": np.log1p(ink) - np.log1p(_median_length(known)),
        "link_share": 1 - ink / np.maximum(lines.length_sum[b] - lines.length_sum[a], 1.0),
        "lines": np.log1p(b - a),
        "longest": np.log1p([lines.unlinked_length[i:j].max() for i, j in zip(a, b, strict=True)]),
        "prose": inside(lines.unlinked_length >= _MIN_PROSE_LENGTH),
        "gap": np.log1p(first - b),
        "gap_said": np.log1p(said[first] - said[b]),
        "titled": (a <= title) & (title < b),
        "after_title": np.where(a > title, np.log1p(np.maximum(a - title, 0)), -1.0) if title >= 0 else -2.0,
        "headings": inside(lines.outline.is_heading),
        "dated": inside(lines.is_dated),
        "is_element": openings.is_element,
        "levels": openings.levels,
    }


def _of_bodies(known: Known, held: Sequence[FoundBodies]) -> dict[str, Any]:
    """What their bodies would be."""
    lines, median = known.around.lines, _median_length(known)
    times = Counter(text.strip() for text in lines.texts)
    rows = []
    for found in held:
        kept, odds = found.lines[found.is_body], found.logits[found.is_body]
        if not len(kept):
            rows.append((0.0, _NOTHING_LOGIT, _NOTHING_LOGIT, _NOTHING_LOGIT, 0.0, -1.0))
            continue
        ink, whole = lines.length[kept].sum(), max(lines.length[found.lines].sum(), 1.0)
        repeated = np.mean([times[lines.texts[line].strip()] > 1 for line in kept.tolist()])
        rows.append(
            (ink / whole, np.log1p(ink) - np.log1p(median), odds.mean(), odds.max(), len(kept), float(repeated))
        )
    names = ("body_share", "body_ink", "body_odds", "body_best", "body_lines", "body_repeated")
    return dict(zip(names, np.array(rows, dtype=np.float64).reshape(-1, len(names)).T, strict=True))


def _median_length(known: Known) -> float:
    ordered = sorted(known.around.lines.length[body].sum() for body in known.bodies if len(body))
    return float(ordered[len(ordered) // 2]) if ordered else 1.0


def _of_posts(known: Known) -> dict[str, Any]:
    """The same of all of them: what the posts are, and what stands around them."""
    around, group, lines = known.around, known.group, known.around.lines
    first, number = int(group.first.min()), max(sum(len(body) > 0 for body in known.bodies), 1)
    return around.features(group) | {
        "posts": np.log1p(number),
        "posts_dated": np.mean(lines.date_sum[group.last] > lines.date_sum[group.first]),
        "counted": around.counted(first, number),
        "counted_all": around.counted(first, number + 1),
    }


def _of_names(openings: Openings, known: Known) -> dict[str, Any]:
    """Whether they name the same people, link as the posts do to theirs, and are built of the same elements."""
    lines, page, group = known.around.lines, known.around.lines.page, known.group
    links = page.attributes.get("href", {})
    rows = np.array([row for row in links if page.tag[row] == tags.CODE["a"]], dtype=np.int64)
    rows = rows[lines.line_of_row[rows] < group.first.min()]
    in_line = lines.line_of_row[rows]
    kinds = _kinds_of_links(known, links)
    names = {value.text.strip().lower() for value in known.authors.values()} - {""}
    shown = (page.text[page.text_start[row] : page.text_end[row]].strip().lower() for row in rows.tolist())
    of_author = np.array([_kind_of_link(links[row]) in kinds for row in rows.tolist()], dtype=np.bool_)
    of_name = np.array([text in names for text in shown], dtype=np.bool_)
    is_named = np.array([text.strip().lower() in names for text in lines.texts], dtype=np.bool_)
    is_named[in_line[of_name]] = True
    is_linked = np.bincount(in_line[of_author], minlength=len(lines))
    ranges = list(zip(openings.first.tolist(), openings.last.tolist(), strict=True))
    at, like = int(group.first.argmin()), _elements_of_posts(lines, group)
    return {
        "author_links": np.log1p([is_linked[a:b].sum() for a, b in ranges]),
        "authors_linked": bool(kinds),
        "named": np.log1p([is_named[a:b].sum() for a, b in ranges]),
        "named_first": [_says(lines.texts[a:b], known.authors.get(at)) for a, b in ranges],
        "dated_as_first": [_says(lines.texts[a:b], known.dates.get(at)) for a, b in ranges],
        "alike": [len(like & _elements(lines, a, b)) / max(len(like), 1) for a, b in ranges],
    }


def _kind_of_link(address: str) -> str:
    """Where a link leads, without the last part and without numbers: those to people are alike."""
    return _DIGITS.sub("0", _LAST_PART.sub("", address))


def _kinds_of_links(known: Known, links: Mapping[int, str]) -> set[str]:
    """The kinds of links that half of the names are, or lie in."""
    parent = known.around.lines.page.parents
    times: Counter[str] = Counter()
    for value in known.authors.values():
        above = [value.row]
        while len(above) <= _LINK_LEVELS and above[-1] >= 0:
            above.append(parent[above[-1]])
        times.update([_kind_of_link(links[row]) for row in above if row in links][:1])
    return {kind for kind, number in times.items() if kind.strip("/") and 2 * number >= len(known.authors)}


def _says(texts: Sequence[str], value: FieldValue | None) -> float:
    """Whether a text holds that of a value; -1 without one."""
    text = value.text.strip() if value else ""
    return float(any(text in each for each in texts)) if text else -1.0


def _elements(lines: Lines, first: int, last: int) -> set[int]:
    """The kinds of the elements that begin in these lines."""
    start, end = np.searchsorted(lines.line_of_row, [first, last])
    return set(lines.outline.signature[start:end].tolist())


def _elements_of_posts(lines: Lines, group: Group) -> set[int]:
    """The kinds of elements that most of the posts have."""
    ranges = list(zip(group.first.tolist(), group.last.tolist(), strict=True))[:_MAX_LIKE]
    times = Counter(kind for first, last in ranges for kind in _elements(lines, first, last))
    return {kind for kind, number in times.items() if 2 * number > len(ranges)}

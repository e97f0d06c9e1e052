"""The columns of a series: which candidates become columns, each text in one of them, and what they are called."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from honbun.page import Hashes, Mask, Page, tags
from honbun.table import NamedBy
from honbun.tables.columns import (
    TITLE,
    Name,
    first_name,
    numbered_cells,
    property_of,
    split_label,
)
from honbun.tables.field_paths import PathKind
from honbun.tables.labels import SeriesLabels
from honbun.tables.series import Ints, Series, distinct_per, group_keys

# Of two columns with the same texts, the one of the better kind of path is taken.
_KIND_WEIGHT = {
    PathKind.INNER_LABEL: 1.05,
    PathKind.LABEL: 1.02,
    PathKind.TREE: 1.0,
    PathKind.CLASSES: 1.0,
    PathKind.LABEL_ONLY: 1.0,
    PathKind.CLASS: 0.97,
    PathKind.NAMES: 0.96,
    PathKind.LINE: 0.95,
}
# A list has so many lines a page, and inline elements cut at least this share of them to pieces.
_MIN_LINES = 2
_MIN_SPLIT_SHARE = 0.2
# Paths at which texts of several fields may come together.
_LOOSE = (PathKind.CLASS, PathKind.CLASSES, PathKind.NAMES)
# What several values on a page take away: the mean of 1 / their number, to this power.
_SEVERAL_POWER = 0.3
# A column is on two pages, and on this share of them.
_MIN_PAGE_SHARE = 0.1
# Such a share of its texts must be in no better column.
_MIN_NEW_SHARE = 0.5
# From such a share of labels on, it is a column of labels.
_MAX_LABEL_SHARE = 0.7
# The same of several texts on a page that merely look alike: labels in turn with values are several fields.
_MAX_LOOSE_LABEL_SHARE = 0.5
# If such a share of the pages has the same, it says nothing, but for values of a marked label.
_MIN_CONSTANT_SHARE = 0.95
_MIN_MARKED_SHARE = 0.5
# What ranks columns where there are too many: those high on the page, and those with a marked label, come first.
_POSITION_WEIGHT = 0.5
_MARKED_WEIGHT = 0.3
# Pieces of lines that are in a column themselves count less.
_PIECES_WEIGHT = 0.3

# Such a share of the values must have the same name before or above them.
_MIN_NAME_SHARE = 0.6
# Names are told from so many pages, the head of a table from so many rows above.
_MAX_NAME_PAGES = 25
# Between a label and its value there may be an icon or a bracket.
_MAX_LABEL_DISTANCE = 2
# A text that is no marked label names what stands beside it only, so many levels away at most.
_MAX_LEVELS = 3
_MAX_MARKUP_LEVELS = 2

_H1, _LINKS, _CELLS, _HEADINGS = (
    frozenset(tags.CODE[name] for name in names) for names in (["h1"], ["a"], ["td", "th"], tags.HEADING_NAMES)
)


@dataclass(frozen=True, eq=False)
class Candidate:
    """Texts of one path."""

    kind: PathKind
    path: int
    texts: Ints
    pages: int
    """How many have it."""
    position: float
    """How far down the page they stand, 0 to 1."""
    score: float
    """The share of pages that have it, less where they have several."""

    @property
    def is_loose(self) -> bool:
        """Several texts on a page, which may be of several fields."""
        return self.kind in _LOOSE and len(self.texts) > self.pages


def has_value(series: Series, labels: SeriesLabels) -> Mask:
    """Texts that say something: not a mere "|", but a "-" where a value should be."""
    return np.asarray(series.has_words | _follows_marked(series, labels))


def _follows_marked(series: Series, labels: SeriesLabels) -> Mask:
    """Texts right after a marked label."""
    return np.append(False, labels.is_marked)[:-1] & series.follows


def choose_columns(series: Series, labels: SeriesLabels, paths: Mapping[PathKind, Hashes]) -> list[Candidate]:
    """The columns, the best first; those with one value for all pages come last."""
    scorer = _Scorer(series, labels)
    candidates = sorted(_candidates(series, paths, scorer), key=lambda pair: -pair[0])
    taken = np.zeros(len(series.texts), dtype=np.bool_)
    contents: set[bytes] = set()
    # Each text of each page as one number.
    on_page = series.text_page.astype(np.int64) * (int(series.text_id.max(initial=0)) + 1) + series.text_id
    varying, constant = [], []
    for _, candidate in candidates:
        texts = candidate.texts
        if scorer.is_no_field(candidate):
            continue
        if candidate.kind != PathKind.LINE:  # lines are there besides the texts that they are made of
            is_new = ~taken[texts]
            if _share(is_new) < _MIN_NEW_SHARE or scorer.is_rest(candidate, is_new):
                continue
            taken[texts] = True
            content = np.unique(on_page[texts]).tobytes()
            if content in contents:
                continue
            contents.add(content)
        if scorer.constant_share(texts) < _MIN_CONSTANT_SHARE:
            varying.append(candidate)
        elif scorer.marked_share(texts) >= _MIN_MARKED_SHARE:
            constant.append(candidate)
    lines = [candidate.texts for candidate in varying if candidate.kind == PathKind.LINE]
    blocks = series.block[np.concatenate([np.zeros(0, dtype=np.int64), *lines])]
    in_lines = np.isin(series.block, blocks)
    ranked = (sorted(some, key=lambda each: -scorer.rank(each, in_lines)) for some in (varying, constant))
    return [candidate for some in ranked for candidate in some]


def _candidates(
    series: Series, paths: Mapping[PathKind, Hashes], scorer: _Scorer
) -> Iterator[tuple[float, Candidate]]:
    """Texts of one path on enough pages, with their score."""
    min_pages = max(2, _MIN_PAGE_SHARE * len(series.pages))
    for kind, path in paths.items():
        rows = np.flatnonzero((path != 0) & scorer.has_value)
        keys, group = group_keys(path[rows])
        pages = distinct_per(group, series.text_page[rows], len(keys))
        texts = distinct_per(group, series.text_id[rows], len(keys))
        marked = scorer.marked_shares(rows, group, len(keys))
        position = scorer.positions(rows, group, len(keys))
        score = scorer.scores(rows, group, pages)
        words = np.bincount(group, series.has_words[rows], len(keys))
        order = rows[np.argsort(group, kind="stable")]
        ends = np.cumsum(np.bincount(group, minlength=len(keys)))
        for number in np.flatnonzero(pages >= min_pages).tolist():
            found = order[ends[number - 1] if number else 0 : ends[number]]
            is_field = texts[number] > 1 or marked[number] >= _MIN_MARKED_SHARE
            if not is_field or not words[number]:
                continue
            place = int(pages[number]), float(position[number]), float(score[number])
            candidate = Candidate(kind, int(keys[number]), found, *place)
            if kind != PathKind.LINE or scorer.is_list_of_lines(candidate):
                yield candidate.score * _KIND_WEIGHT[kind], candidate


class _Scorer:
    """What is measured of candidates."""

    def __init__(self, series: Series, labels: SeriesLabels) -> None:
        self._series, self._labels = series, labels
        counts = np.bincount(series.text_page, minlength=len(series.pages))
        start = np.cumsum(counts) - counts
        self._position = (np.arange(len(series.texts)) - start[series.text_page]) / counts[series.text_page]
        self._follows = _follows_marked(series, labels)
        self.has_value = has_value(series, labels)

    def positions(self, texts: Ints, group: Ints, groups: int) -> npt.NDArray[np.float64]:
        """How far down their pages the texts of each group stand, 0 to 1."""
        return np.asarray(np.bincount(group, self._position[texts], groups) / np.bincount(group, minlength=groups))

    def scores(self, texts: Ints, group: Ints, pages: Ints) -> npt.NDArray[np.float64]:
        """For each group the share of pages that have it, less where they have several; `pages` have it."""
        n = len(self._series.pages)
        on_page, count = np.unique(group * n + self._series.text_page[texts], return_counts=True)
        alone = np.bincount(on_page // n, 1 / count, len(pages)) / pages
        return np.asarray(pages / n * alone**_SEVERAL_POWER)

    def marked_share(self, texts: Ints) -> float:
        """The share of texts right after a marked label."""
        return _share(self._follows[texts])

    def marked_shares(self, texts: Ints, group: Ints, groups: int) -> npt.NDArray[np.float64]:
        """The same of so many groups of texts, given the group of each."""
        follows = np.bincount(group, self._follows[texts], groups)
        return np.asarray(follows / np.bincount(group, minlength=groups))

    def is_list_of_lines(self, candidate: Candidate) -> bool:
        """Pages have several of these lines, and enough of them are made of several texts."""
        series, lines = self._series, self._series.block[candidate.texts]
        is_split = _share(series.last[lines] - series.first[lines] > 1) >= _MIN_SPLIT_SHARE
        return is_split and len(lines) >= _MIN_LINES * candidate.pages

    def is_no_field(self, candidate: Candidate) -> bool:
        """Mostly labels; or several texts that merely look alike, and follow different marked labels."""
        texts, is_loose = candidate.texts, candidate.is_loose
        is_label = self._labels.is_label if is_loose else self._labels.is_marked
        if _share(is_label[texts]) >= (_MAX_LOOSE_LABEL_SHARE if is_loose else _MAX_LABEL_SHARE):
            return True
        after = texts[self._follows[texts]]
        if not is_loose or len(after) <= _MAX_LABEL_SHARE * len(texts):
            return False
        _, count = np.unique(self._labels.words[after - 1], return_counts=True)
        return bool(count.max() <= _MAX_LABEL_SHARE * len(after))

    def is_rest(self, candidate: Candidate, is_new: Mask) -> bool:
        """Of several texts that merely look alike, some are in better columns and the others are labels."""
        is_left = candidate.is_loose and not is_new.all()
        return is_left and bool(self._labels.is_label[candidate.texts[is_new]].all())

    def rank(self, candidate: Candidate, in_lines: Mask) -> float:
        """By which columns are kept when there are too many: of lists the lines rather than their pieces."""
        texts = candidate.texts
        early = 1 - _POSITION_WEIGHT * candidate.position
        if candidate.kind == PathKind.LINE:
            return candidate.pages / len(self._series.pages) * early
        pieces = _share(in_lines[texts]) if len(texts) > candidate.pages else 0.0
        marked = 1 + _MARKED_WEIGHT * self.marked_share(texts)
        return candidate.score * early * marked * (1 - _PIECES_WEIGHT * pieces)

    def constant_share(self, texts: Ints) -> float:
        """The share of pages that have what is most common."""
        pages: dict[int, set[int]] = {}
        pairs = zip(self._series.text_page[texts].tolist(), self._series.text_id[texts].tolist(), strict=True)
        for page, text in pairs:
            pages.setdefault(page, set()).add(text)
        return Counter(map(frozenset, pages.values())).most_common(1)[0][1] / len(pages)


def _share(mask: Mask) -> float:
    """The share that is true, faster than a mean."""
    return np.count_nonzero(mask) / len(mask)


class ColumnNamer:
    """Names the columns of a series: by the words of the template before their values, else by the markup."""

    def __init__(self, series: Series, labels: SeriesLabels) -> None:
        self._series, self._labels = series, labels
        self._before = labels.last
        self._around, self._header = cache(self._find_around), cache(self._find_header)
        self._rows, self._numbered = cache(Page.children), cache(_cells_of)

    def name(self, column: Candidate) -> Name:
        """The name, and where it comes from; "" if nothing names it."""
        _, first = np.unique(self._series.text_page[column.texts], return_index=True)
        texts = column.texts[first[:_MAX_NAME_PAGES]].tolist()
        return first_name(self._sources(texts), _MIN_NAME_SHARE)

    def _sources(self, texts: list[int]) -> Iterator[tuple[NamedBy, Iterable[str]]]:
        yield NamedBy.LABEL, map(self._inner, texts)
        yield NamedBy.LABEL, map(self._marked_label, texts)
        yield NamedBy.HEADER, map(self._header, texts)
        yield NamedBy.PROPERTY, map(self._property, texts)
        is_title = (self._is_under(text, _H1) for text in texts)
        yield NamedBy.HEADING, (TITLE if title else "" for title in is_title)
        yield NamedBy.LABEL, map(self._label_beside, texts)
        yield NamedBy.MARKUP, map(self._markup, texts)
        yield NamedBy.HEADING, map(self._heading, texts)

    def _inner(self, text: int) -> str:
        found = split_label(self._series.texts[text]) if self._labels.is_inner[text] else None
        return found[0] if found else ""

    def _label(self, text: int, max_distance: float = np.inf) -> int:
        """The label before a text, at most so far away on its page; -1 if there is none."""
        label = int(self._before[text])
        is_near = label >= 0 and text - label <= max_distance
        return label if is_near and self._series.text_page[label] == self._series.text_page[text] else -1

    def _marked_label(self, text: int) -> str:
        label = self._label(text, _MAX_LABEL_DISTANCE)
        if label < 0 or not self._labels.is_marked[label]:
            return ""
        # The last head of a table stands before its first value, and names another column.
        is_head = self._cell(label)[1] != self._cell(text)[1] and self._header(text)
        return "" if is_head else self._series.texts[label]

    def _label_beside(self, text: int) -> str:
        label = self._label(text, 1)
        if label < 0 or self._is_under(label, _LINKS):
            return ""
        rows = self._around(text)[1][:_MAX_LEVELS]
        top = self._series.above[text] - (rows[0] - rows[-1])
        return self._series.texts[label] if self._series.first[top] <= label else ""

    def _heading(self, text: int) -> str:
        label = self._label(text)
        return self._series.texts[label] if label >= 0 and self._is_under(label, _HEADINGS) else ""

    def _find_around(self, text: int) -> tuple[Page, list[int]]:
        """The page of a text, and there the element that holds it and those around it, as far as is looked."""
        page, row = self._series.row(int(self._series.above[text]))
        return page, page.around(row, 2 * _MAX_LEVELS)

    def _property(self, text: int) -> str:
        page, rows = self._around(text)
        return property_of(page, rows[:_MAX_LEVELS])

    def _is_under(self, text: int, elements: frozenset[int]) -> bool:
        page, rows = self._around(text)
        return any(page.tag[row] in elements for row in rows[:_MAX_LEVELS])

    def _markup(self, text: int) -> str:
        """The last word of the class, or the id, if it has no number."""
        page, rows = self._around(text)
        for row in rows[:_MAX_MARKUP_LEVELS]:
            words = " ".join(page.attribute(row, name) or "" for name in ("id", "class")).split()
            words = [word for word in words if not any(map(str.isdigit, word)) and len(word) > 2]
            if words:
                return words[-1]
        return ""

    def _cell(self, text: int) -> tuple[Page, int, int]:
        """The page of a text, and there the row of a table and the cell that it is in; -1 if it is in none."""
        page, rows = self._around(text)
        cell = next((row for row in rows if page.tag[row] in _CELLS), -1)
        return page, int(page.parent[cell]) if cell >= 0 else -1, cell

    def _find_header(self, text: int) -> str:
        """The cell at the head of the column of a table with more than two of them, if the template says it."""
        page, row, cell = self._cell(text)
        if row < 0:
            return ""
        own = self._numbered(page, row)
        number, root = own.index(cell), int(self._series.roots[self._series.text_page[text]])
        for head in self._rows_before(page, row):
            cells = self._numbered(page, head)
            if len(cells) == len(own) > 2:
                first, last = (int(edge[cells[number] + root]) for edge in (self._series.first, self._series.last))
                if last - first == 1 and self._labels.is_label[first]:
                    return self._series.texts[first]
        return ""

    def _rows_before(self, page: Page, row: int) -> list[int]:
        """The rows of a table above this one, nearest first; the head of the table, if it is apart, last."""
        section = page.parents[row]
        beside = self._rows(page, section)
        at = bisect_left(beside, row)
        rows = beside[max(at - _MAX_NAME_PAGES, 0) : at][::-1]
        if page.tag[section] != tags.CODE["table"] and len(rows) < _MAX_NAME_PAGES:
            others = self._rows(page, page.parents[section])
            heads = [other for other in others if other < section and page.tag[other] == tags.CODE["thead"]]
            rows += [below for head in heads for below in self._rows(page, head)]
        return rows[:_MAX_NAME_PAGES]


def _cells_of(page: Page, row: int) -> list[int]:
    """The cells of a row of a table."""
    return list(numbered_cells(page, row))

"""What a column is called: by the words of the template before its values, else by what the page calls it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from honbun.page import tags
from honbun.tables.columns import clean_label
from honbun.tables.fields.branching import last_labels
from honbun.tables.fields.choose import Candidate
from honbun.tables.fields.labels import Labels, inner_label
from honbun.tables.fields.series import Ints, Series
from honbun.tables.table import NamedBy

Named = tuple[str, NamedBy]

# So many of the values must have the same name before or above them.
_MOST = 0.6
# Names are told from so many pages.
_ENOUGH_PAGES = 25
# Between a label and its value there may be an icon or a bracket.
_FARTHEST_LABEL = 2
# A text that is no marked label names what stands beside it only, so many levels away at most.
_NEAR_LEVELS = 3
_PROPERTY_LEVELS = 3
_MARKUP_LEVELS = 2
_TITLE = "title"

_H1 = tags.table(["h1"])
_HEADINGS = tags.table(tags.HEADING_NAMES)
_LINKS = tags.table(["a"])
_CELLS = tags.table("td th".split())


class Namer:
    """Names the columns of a series."""

    def __init__(self, series: Series, labels: Labels) -> None:
        self._series = series
        self._labels = labels
        self._before = last_labels(series, labels)

    def name(self, column: Candidate) -> Named:
        """The name, and where it comes from; "" if nothing names it."""
        texts = self._first_texts(column.texts)
        for by, names in (
            (NamedBy.LABEL, map(self._inner, texts)),
            (NamedBy.LABEL, map(self._marked_label, texts)),
            (NamedBy.HEADER, map(self._header, texts)),
            (NamedBy.PROPERTY, map(self._property, texts)),
            (NamedBy.HEADING, map(self._title, texts)),
            (NamedBy.LABEL, map(self._label_beside, texts)),
            (NamedBy.MARKUP, map(self._markup, texts)),
            (NamedBy.HEADING, map(self._heading, texts)),
        ):
            name = _mostly(list(names))
            if name:
                return name, by
        return "", NamedBy.NUMBER

    def _first_texts(self, texts: Ints) -> list[int]:
        """The first value of each page."""
        _, first = np.unique(self._series.text_page[texts], return_index=True)
        return [int(text) for text in texts[first[:_ENOUGH_PAGES]]]

    def _inner(self, text: int) -> str:
        found = inner_label(self._series.texts[text]) if self._labels.is_inner[text] else None
        return clean_label(found[0]) if found else ""

    def _label(self, text: int, farthest: int) -> int:
        """The label before a text, at most so far away on its page; -1 if there is none."""
        label = int(self._before[text])
        is_near = label >= 0 and text - label <= farthest
        return label if is_near and self._series.text_page[label] == self._series.text_page[text] else -1

    def _marked_label(self, text: int) -> str:
        label = self._label(text, _FARTHEST_LABEL)
        if label < 0 or not self._labels.is_strong[label]:
            return ""
        # The last head of a table stands before its first value, and names another column.
        is_head = self._row(label) != self._row(text) and self._header(text)
        return "" if is_head else clean_label(self._series.texts[label])

    def _label_beside(self, text: int) -> str:
        label = self._label(text, 1)
        if label < 0 or self._is_under(self._series.above[label], _LINKS, _NEAR_LEVELS):
            return ""
        near = self._upwards(int(self._series.above[text]), _NEAR_LEVELS)
        if not any(self._series.first[thing] <= label for thing in near):
            return ""
        return clean_label(self._series.texts[label])

    def _upwards(self, thing: int, levels: int) -> list[int]:
        things: list[int] = []
        while thing >= 0 and len(things) < levels:
            things.append(thing)
            thing = int(self._series.parent[thing])
        return things

    def _is_under(self, thing: int, table: np.ndarray[tuple[int], np.dtype[np.bool_]], levels: int) -> bool:
        codes = self._series.tag[self._upwards(int(thing), levels)]
        return bool(tags.is_in(table, codes).any())

    def _attribute(self, thing: int, name: str) -> str:
        page, row = self._series.row(thing)
        return page.attribute(row, name) or ""

    def _property(self, text: int) -> str:
        for thing in self._upwards(int(self._series.above[text]), _PROPERTY_LEVELS):
            for name in ("itemprop", "property"):
                words = self._attribute(thing, name).split()
                if words:
                    return clean_label(words[0].rpartition(":")[2])
        return ""

    def _title(self, text: int) -> str:
        return _TITLE if self._is_under(self._series.above[text], _H1, _NEAR_LEVELS) else ""

    def _markup(self, text: int) -> str:
        """The last word of the class, or the id, if it has no number."""
        for thing in self._upwards(int(self._series.above[text]), _MARKUP_LEVELS):
            words = [*self._attribute(thing, "id").split(), *self._attribute(thing, "class").split()]
            words = [word for word in words if not any(map(str.isdigit, word)) and len(word) > 2]
            if words:
                return clean_label(words[-1])
        return ""

    def _heading(self, text: int) -> str:
        label = int(self._before[text])
        if label < 0 or self._series.text_page[label] != self._series.text_page[text]:
            return ""
        is_heading = self._is_under(self._series.above[label], _HEADINGS, _NEAR_LEVELS)
        return clean_label(self._series.texts[label]) if is_heading else ""

    def _header(self, text: int) -> str:
        """The cell at the head of the column of a table with more than two of them, if the template says it."""
        series = self._series
        cell = self._cell(text)
        if cell < 0:
            return ""
        row = int(series.parent[cell])
        number = self._cells(row).index(cell)
        for head in self._rows_before(row):
            cells = self._cells(head)
            if number < len(cells) and len(cells) == len(self._cells(row)) > 2:
                first, last = int(series.first[cells[number]]), int(series.last[cells[number]])
                if last - first == 1 and self._labels.is_label[first]:
                    return clean_label(series.texts[first])
        return ""

    def _cell(self, text: int) -> int:
        """The cell that a text is in; -1 if it is in none."""
        above = self._upwards(int(self._series.above[text]), 2 * _NEAR_LEVELS)
        return next((thing for thing in above if tags.is_in(_CELLS, self._series.tag[[thing]])[0]), -1)

    def _row(self, text: int) -> int:
        cell = self._cell(text)
        return int(self._series.parent[cell]) if cell >= 0 else -1

    def _children(self, thing: int) -> list[int]:
        page, row = self._series.row(thing)
        root, end = thing - row, int(page.end[row])
        row += 1
        children = []
        while row < end:
            children.append(row + root)
            row = int(page.end[row])
        return children

    def _cells(self, row: int) -> list[int]:
        children = self._children(row)
        is_cell = tags.is_in(_CELLS, self._series.tag[children])
        return [child for child, cell in zip(children, is_cell, strict=True) if cell]

    def _rows_before(self, row: int) -> Sequence[int]:
        """The rows of a table above this one, nearest first; the head of the table, if it is apart, last."""
        section = int(self._series.parent[row])
        rows = [other for other in self._children(section) if other < row][::-1]
        if self._series.tag[section] != tags.CODE["table"]:
            others = self._children(int(self._series.parent[section]))
            heads = [
                other for other in others if other < section and self._series.tag[other] == tags.CODE["thead"]
            ]
            rows += [row for head in heads for row in self._children(head)]
        return rows[:_ENOUGH_PAGES]


def _mostly(names: Iterable[str]) -> str:
    """The name that most of these are; "" if there is none."""
    found = list(names)
    name, count = Counter(found).most_common(1)[0] if found else ("", 0)
    return name if count >= _MOST * len(found) else ""

"""What a page shows around its title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.features import letters
from honbun.page import Page, Values

# A line with a name or a date is no longer; and it is no further from the title, in characters.
MAX_LINE_LENGTH = 120
MAX_DISTANCE = 1500
# Above the title stand the dates of other things (today's, in the page's head) more often than its own.
_ABOVE_WEIGHT = 3

_MAX_HEADINGS = 20
_MAX_TITLE_NODES = 400  # looked at for the title, where no heading shows it
_MAX_LINE_NODES = 12  # of the text of a byline
_MAX_NODES_ABOVE = 8
_MAX_NODES_BELOW = 40
# A heading that has less in common with `<title>` is the name of the site.
_MIN_LIKENESS = 0.35
# The first part of `<title>` is rather the title than the name of the site.
_FIRST_PART_WEIGHT = 1.5
_MIN_TITLE_LETTERS = 4  # of Chinese characters two will do
_BETWEEN = "\0"  # in no attribute: a parser takes it for a fault

Span = tuple[int, int]


@dataclass(frozen=True)
class Surroundings:
    """Where the title of a page is shown, and what is near it."""

    page: Page

    @cached_property
    def title_span(self) -> Span:
        """Where the text shows the title: the heading, else the text, that has most of `<title>`."""
        page, title = self.page, self.page.title
        rows = [row for row in page.rows_of("h1", "h2", "h3").tolist()[:_MAX_HEADINGS] if not page.is_hidden[row]]
        headings = [(int(page.text_start[row]), int(page.text_end[row])) for row in rows]
        likeness, span = self._likest(headings, letters(title))
        if likeness < _MIN_LIKENESS and title:
            likeness, span = max((likeness, span), self._likest(self._parts_of_title(title), letters(title)))
        if likeness:
            return span
        return next((span for row, span in zip(rows, headings, strict=True) if page.tag_name(row) == "h1"), (0, 0))

    def _parts_of_title(self, title: str) -> list[Span]:
        """Texts that may be a part of the title: no longer than it, and its words."""
        page, lower = self.page, title.lower()
        fit = [(a, b) for a, b in self._spans(slice(_MAX_TITLE_NODES)) if b - a <= len(title) + 20]
        return [(a, b) for a, b in fit if page.text[a:b].split(None, 1)[0].lower() in lower]

    def _likest(self, spans: list[Span], title: str) -> tuple[float, Span]:
        """How much the span that is most like the title is like it, 0 to 1 or a little more, and the span."""
        best, best_span = 0.0, (0, 0)
        for start, end in spans:
            shown = letters(self.page.text[start:end])
            if len(shown) >= (_MIN_TITLE_LETTERS if shown.isascii() else 2) and (
                shown in title or (title and title in shown)
            ):
                likeness = min(len(shown), len(title)) / max(len(shown), len(title))
                likeness *= _FIRST_PART_WEIGHT if title.startswith(shown) else 1
                if likeness > best:
                    best, best_span = likeness, (start, end)
        return best, best_span

    @cached_property
    def headings(self) -> list[str]:
        """The texts of the shown headings of the first rank."""
        page = self.page
        rows = [row for row in page.rows_of("h1").tolist()[:_MAX_HEADINGS] if not page.is_hidden[row]]
        texts = (" ".join(page.text[page.text_start[row] : page.text_end[row]].split()) for row in rows)
        return [text for text in texts if text]

    @cached_property
    def shown_title(self) -> str:
        """The title as it is shown, "" if it is not."""
        start, end = self.title_span
        return " ".join(self.page.text[start:end].split())

    def distance(self, at: int) -> int:
        """How far an offset of the text is from the title, in characters that are not white space."""
        return int(self._distances(np.array([at]))[0])

    def _distances(self, at: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
        length = self.page.length_before
        start, end = self.title_span
        below, above = length[at] - length[end], _ABOVE_WEIGHT * (length[start] - length[at])
        return np.asarray(np.where(at >= start, below, above))

    def nearest(self, rows: list[int], max_rows: int) -> list[tuple[int, int]]:
        """The shown elements nearest to the title among these, each after its distance."""
        if not rows:
            return []
        shown = np.array(sorted(set(rows)), dtype=np.intp)
        shown = shown[~self.page.is_hidden[shown]]
        distance = self._distances(self.page.text_start[shown])
        order = np.argsort(distance, kind="stable")[:max_rows]
        return list(zip(distance[order].tolist(), shown[order].tolist(), strict=True))

    def line_at(self, row: int) -> str:
        """The text of an element, with a space wherever an element begins or ends in it; "" if it is long."""
        page = self.page
        first, last = page.node_start.searchsorted((page.text_start[row], page.text_end[row])).tolist()
        if last - first > _MAX_LINE_NODES:
            return ""
        line = " ".join(" ".join(page.text[a:b] for a, b in self._spans(slice(first, last))).split())
        return line if len(line) <= MAX_LINE_LENGTH else ""

    @cached_property
    def lines(self) -> list[tuple[int, str]]:
        """The short texts below the title, then those above it, each after its offset."""
        page = self.page
        start, end = self.title_span
        above, below = page.node_start.searchsorted((start, end)).tolist()
        nodes = np.r_[
            below : min(below + _MAX_NODES_BELOW, len(page.node_start)),
            above - 1 : max(above - _MAX_NODES_ABOVE, 0) - 1 : -1,
        ]
        shown = nodes[~page.is_hidden[page.node_owner[nodes]]]
        spans = [(a, b) for a, b in self._spans(shown) if b - a <= 2 * MAX_LINE_LENGTH]
        lines = ((a, " ".join(page.text[a:b].split())) for a, b in spans)
        return [(at, line) for at, line in lines if len(line) <= MAX_LINE_LENGTH]

    def _spans(self, nodes: slice | npt.NDArray[np.integer]) -> list[Span]:
        page = self.page
        return list(zip(page.node_start[nodes].tolist(), page.node_end[nodes].tolist(), strict=True))

    def hinted(self, words: tuple[str, ...], other: re.Pattern[str]) -> list[int]:
        """Rows whose class or id has one of these words in a name that stands for nothing else."""
        found: list[int] = []
        for (rows, which, values), joined in self._names:
            index = last = 0
            is_fit = np.zeros(len(values), dtype=np.bool_)
            for at in sorted({at for word in words for at in offsets_of(word, joined)}):
                index, last = index + joined.count(_BETWEEN, last, at), at
                is_fit[index] = is_fit[index] or _is_fit(values[index], words, other)
            found += rows[is_fit[which]].tolist()
        return found

    @cached_property
    def _names(self) -> list[tuple[Values, str]]:
        """The values of class and id, and all of these as one text in lower case, which is searched fast."""
        each = (self.page.values_of(name) for name in ("class", "id"))
        return [(values, _BETWEEN.join(values.distinct).lower()) for values in each]


def offsets_of(word: str, text: str) -> Iterator[int]:
    """Where a word stands in a text."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _is_fit(value: str, words: tuple[str, ...], other: re.Pattern[str]) -> bool:
    """Of a BEM name ("post-hero__author") only the last part counts."""
    names = [name.rpartition("__")[2] or name for name in value.lower().split()]
    return any(any(word in name for word in words) and not other.search(name) for name in names)

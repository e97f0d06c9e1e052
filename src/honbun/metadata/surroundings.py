"""What a page shows around its title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from honbun.features import letters
from honbun.page import Page, Values

# A line with a name or a date is no longer; and it is no further from the title, in characters.
LONGEST_LINE = 120
FAR = 1500
# Above the title stand the dates of other things (today's, in the page's head) more often than its own.
_ABOVE = 3

_MOST_HEADINGS = 20
_MOST_NODES = 400  # looked at for the title, where no heading shows it
_MOST_PARTS = 12  # of the text of a byline
_NODES_ABOVE = 8
_NODES_BELOW = 40
# A heading that says less of what `<title>` says is the name of the site.
_LIKENESS = 0.35
# What `<title>` says first is rather the title than the name of the site.
_FIRST_PART = 1.5
_SHORTEST_TITLE = 4  # letters; of Chinese characters two will do
_BETWEEN = "\0"  # in no attribute: a parser takes it for a fault


@dataclass(frozen=True)
class Surroundings:
    """Where the title of a page is shown, and what is near it."""

    page: Page

    @cached_property
    def title_span(self) -> tuple[int, int]:
        """Where the text shows the title: the heading, else the text, that says most of what `<title>` says."""
        page, title = self.page, self.page.title
        rows = [row for row in page.rows_of("h1", "h2", "h3").tolist()[:_MOST_HEADINGS] if not page.is_hidden[row]]
        headings = [(int(page.text_start[row]), int(page.text_end[row])) for row in rows]
        likeness, span = self._likest(headings, letters(title))
        if likeness < _LIKENESS and title:
            likeness, span = max((likeness, span), self._likest(self._parts_of_title(title), letters(title)))
        if likeness:
            return span
        return next((span for row, span in zip(rows, headings, strict=True) if page.tag_name(row) == "h1"), (0, 0))

    def _parts_of_title(self, title: str) -> list[tuple[int, int]]:
        """Texts that may be a part of the title: no longer than it, and its words."""
        page, lower = self.page, title.lower()
        nodes = zip(page.node_start[:_MOST_NODES].tolist(), page.node_end[:_MOST_NODES].tolist(), strict=True)
        fit = [(a, b) for a, b in nodes if b - a <= len(title) + 20]
        return [(a, b) for a, b in fit if page.text[a:b].split(None, 1)[0].lower() in lower]

    def _likest(self, spans: list[tuple[int, int]], said: str) -> tuple[float, tuple[int, int]]:
        """How much the span that is most like the title is like it, 0 to 1 or a little more, and the span."""
        best, best_span = 0.0, (0, 0)
        for start, end in spans:
            shown = letters(self.page.text[start:end])
            if len(shown) >= (_SHORTEST_TITLE if shown.isascii() else 2) and (
                shown in said or (said and said in shown)
            ):
                likeness = min(len(shown), len(said)) / max(len(shown), len(said))
                likeness *= _FIRST_PART if said.startswith(shown) else 1
                if likeness > best:
                    best, best_span = likeness, (start, end)
        return best, best_span

    @cached_property
    def headings(self) -> list[str]:
        """What the shown headings of the first rank say."""
        page = self.page
        rows = [row for row in page.rows_of("h1").tolist()[:_MOST_HEADINGS] if not page.is_hidden[row]]
        said = (" ".join(page.text[page.text_start[row] : page.text_end[row]].split()) for row in rows)
        return [line for line in said if line]

    @cached_property
    def shown_title(self) -> str:
        """What stands there, "" if the title is not shown."""
        start, end = self.title_span
        return " ".join(self.page.text[start:end].split())

    def distance(self, at: int) -> int:
        """How far a place in the text is from the title, in characters that are not white space."""
        length = self.page.length_before
        start, end = self.title_span
        return int(length[at] - length[end]) if at >= start else _ABOVE * int(length[start] - length[at])

    def nearest(self, rows: list[int], most: int) -> list[tuple[int, int]]:
        """The shown elements nearest to the title among these, each after its distance."""
        page, (start, end) = self.page, self.title_span
        if not rows:
            return []
        some = np.array(sorted(set(rows)))
        some = some[~page.is_hidden[some]]
        at = page.text_start[some]
        length = page.length_before[at]
        distance = np.where(
            at >= start, length - page.length_before[end], _ABOVE * (page.length_before[start] - length)
        )
        order = np.argsort(distance, kind="stable")[:most]
        return list(zip(distance[order].tolist(), some[order].tolist(), strict=True))

    def said_at(self, row: int) -> str:
        """The text of an element, with a space wherever an element begins or ends in it; "" if it is long."""
        page = self.page
        first, last = page.node_start.searchsorted((page.text_start[row], page.text_end[row])).tolist()
        if last - first > _MOST_PARTS:
            return ""
        nodes = zip(page.node_start[first:last].tolist(), page.node_end[first:last].tolist(), strict=True)
        line = " ".join(" ".join(page.text[a:b] for a, b in nodes).split())
        return line if len(line) <= LONGEST_LINE else ""

    @cached_property
    def lines(self) -> list[tuple[int, str]]:
        """The short texts below the title, then those above it, each after its place."""
        page = self.page
        start, end = self.title_span
        above, below = page.node_start.searchsorted((start, end)).tolist()
        nodes = np.r_[
            below : min(below + _NODES_BELOW, len(page.node_start)),
            above - 1 : max(above - _NODES_ABOVE, 0) - 1 : -1,
        ]
        shown = nodes[~page.is_hidden[page.node_owner[nodes]]]
        spans = zip(page.node_start[shown].tolist(), page.node_end[shown].tolist(), strict=True)
        said = ((a, " ".join(page.text[a:b].split())) for a, b in spans if b - a <= 2 * LONGEST_LINE)
        return [(at, line) for at, line in said if len(line) <= LONGEST_LINE]

    def hinted(self, words: tuple[str, ...], other: re.Pattern[str]) -> list[int]:
        """Rows whose class or id has one of these words in a name that does not say something else."""
        found: list[int] = []
        for (rows, which, values), joined in self._names:
            index = last = 0
            is_fit = np.zeros(len(values), dtype=np.bool_)
            for at in sorted({at for word in words for at in places(joined, word)}):
                index, last = index + joined.count(_BETWEEN, last, at), at
                is_fit[index] = is_fit[index] or _is_fit(values[index], words, other)
            found += rows[is_fit[which]].tolist()
        return found

    @cached_property
    def _names(self) -> list[tuple[Values, str]]:
        """The values of class and id, and all of these as one text in lower case."""
        each = (self.page.values_of(name) for name in ("class", "id"))
        return [(values, _BETWEEN.join(values.distinct).lower()) for values in each]


def places(text: str, word: str) -> Iterator[int]:
    """Where a text has a word."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def _is_fit(value: str, words: tuple[str, ...], other: re.Pattern[str]) -> bool:
    """Of a BEM name ("post-hero__author") only the last part counts."""
    names = [name.rpartition("__")[2] or name for name in value.lower().split()]
    return any(any(word in name for word in words) and not other.search(name) for name in names)

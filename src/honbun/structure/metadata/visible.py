"""Facts that a page only shows: the byline and the date beside the title."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from honbun.page import Page
from honbun.structure.dates import find_dates, parse_date
from honbun.structure.metadata import clean
from honbun.structure.title import letters

# A name, or a date, is no longer; and a byline is no further from the title, in characters.
_LONGEST_LINE = 120
_FAR = 1500
# Above the title stand the dates of other things (today's, in the page's head) more often than its own.
_ABOVE = 3
_MOST_WORDS = 6
_MOST_ROWS = 200
_MOST_HEADINGS = 20
_MOST_NODES = 400
_MOST_TEXT = 20_000
_MOST_PARTS = 12  # of the text of a byline
# A heading that says less of what `<title>` says is the name of the site.
_LIKENESS = 0.35
# Nodes looked at on either side of the title.
_NODES_ABOVE = 8
_NODES_BELOW = 25

_AUTHOR_WORDS = ("author", "byline", "writer", "posted-by", "postedby", "username", "contributor")
_DATE_WORDS = ("date", "time", "publish", "posted", "created", "stamp")
# Parts of a class that say it is something else about the author or the date.
_NO_AUTHOR = re.compile(
    r"authori|comment|bio|avatar|image|img|photo|pic|box|social|desc|about|title|role|job|follow|count|related|list|info\b|"
    r"authori|reviewer|icon|meta-wrap|copyright|footer|more|quote|card",
    re.IGNORECASE,
)
_NO_DATE = re.compile(
    r"comment|updat|modif|edit|read|timeline|countdown|candidate|validat|related|event|footer", re.IGNORECASE
)
_BYLINE = re.compile(
    rf"^(?:(?P<wrote>{clean.WROTE})?by\b[:\s]*|(?:von|par|por|di)(?:[:\s]+|$)|autore?:|author:|auteur\s?:"
    r"|(?:作者|著者|投稿者|執筆|文|撰文|撰稿|記者|记者|글)\s?[:：／/]|(?:記者|记者)\s)\s*",
    re.IGNORECASE,
)
_REPORTER = re.compile(
    r"(?:作者|撰文|撰稿)\s?[:：]\s{0,4}([^\s，,。；;（()）|/：:]{2,12})|[（(](?:本报)?(?:记者|記者)\s?([^，,。；;（()）]{2,12})[)）]"
)
_UPDATED = re.compile(r"updat|modif|aktualis|mis à jour|actualiz|更新|обновл|edited", re.IGNORECASE)
_NO_NAME = re.compile(r"[\d!?:<>{}=]")
_LOWER_START = re.compile(r"^[a-zà-ÿ]")


@dataclass(frozen=True)
class Visible:
    """What a page shows near its title."""

    page: Page

    @cached_property
    def title_span(self) -> tuple[int, int]:
        """Where the text shows the title: the heading, else the text, that says most of what `<title>` says."""
        page, said = self.page, letters(self.page.title)
        rows = [row for row in page.rows_of("h1", "h2", "h3").tolist()[:_MOST_HEADINGS] if not page.is_hidden[row]]
        headings = [(int(page.text_start[row]), int(page.text_end[row])) for row in rows]
        likeness, span = self._likest(headings, said)
        if likeness < _LIKENESS and said:
            nodes = zip(page.node_start[:_MOST_NODES].tolist(), page.node_end[:_MOST_NODES].tolist(), strict=True)
            in_text, text_span = self._likest([(a, b) for a, b in nodes if b - a <= 300], said)
            likeness, span = max((likeness, span), (in_text, text_span))
        first = next(
            (span for row, span in zip(rows, headings, strict=True) if page.tag_name(row) == "h1"), (0, 0)
        )
        return span if likeness else first

    def _likest(self, spans: list[tuple[int, int]], said: str) -> tuple[float, tuple[int, int]]:
        """The first span that is most like the title, and how much, 0 to 1."""
        best, best_span = 0.0, (0, 0)
        for start, end in spans:
            shown = letters(self.page.text[start:end])
            if len(shown) > 3 and (shown in said or (said and said in shown)):
                likeness = min(len(shown), len(said)) / max(len(shown), len(said))
                if likeness > best:
                    best, best_span = likeness, (start, end)
        return best, best_span

    def distance(self, row: int) -> int:
        """How far an element is from the title, in characters."""
        ink = self.page.ink
        start, end = self.title_span
        at = int(self.page.text_start[row])
        return int(ink[at] - ink[end]) if at >= start else _ABOVE * int(ink[start] - ink[at])

    def said_at(self, row: int) -> str:
        """The text of an element, with a space wherever an element begins or ends in it."""
        page = self.page
        first, last = np.searchsorted(page.node_start, (page.text_start[row], page.text_end[row])).tolist()
        if last - first > _MOST_PARTS:
            return ""
        nodes = zip(page.node_start[first:last].tolist(), page.node_end[first:last].tolist(), strict=True)
        return " ".join(" ".join(page.text[a:b] for a, b in nodes).split())

    def author(self) -> tuple[str, str] | None:
        """The name nearest to the title that markup or words call the author's, and how it was found."""
        related = [row for row, value in self.page.attributes.get("rel", {}).items() if "author" in value.lower()]
        related = [row for row in related if self.page.text_end[row] > self.page.text_start[row]]
        if name := self._nearest_name(related):
            return name, "link rel=author"
        hinted = [row for row, value in self._hinted(_AUTHOR_WORDS) if _is_fit(value, _AUTHOR_WORDS, _NO_AUTHOR)]
        if name := self._nearest_name(hinted):
            return name, "text of the byline"
        name = self._byline()
        return (name, "text of the byline") if name else None

    def _byline(self) -> str | None:
        """The name after "By" in a line near the title, or in the line below it; or of the reporter of a Chinese one."""
        is_next = wrote = False
        for line in self._lines():
            match = _BYLINE.match(line)
            rest = line[match.end() :] if match else line
            wrote = bool(match and match["wrote"]) or (is_next and wrote)
            name = name_in(rest, wrote) if match or is_next else None
            if name and (wrote or not _LOWER_START.match(name)):
                return name
            is_next = match is not None and not rest
        said = _REPORTER.search(self.page.text[:_MOST_TEXT])
        return name_in(said[1] or said[2]) if said else None

    def date(self) -> tuple[str, str] | None:
        """The date nearest to the title, and how it was found."""
        page = self.page
        times = [row for row in page.rows_of("time").tolist() if not page.is_hidden[row]]
        if found := self._nearest_date(times, page.attributes.get("datetime", {})):
            return found, "time datetime"
        hinted = [row for row, value in self._hinted(_DATE_WORDS) if _is_fit(value, _DATE_WORDS, _NO_DATE)]
        if found := self._nearest_date(hinted, page.attributes.get("title", {})):
            return found, "text of the page"
        late = None
        for line in self._lines():
            date = parse_date(line)
            if date and not _UPDATED.search(line):
                return date.iso, "text of the page"
            late = late or date
        return (late.iso, "text of the page") if late else None

    def _nearest_date(self, rows: list[int], stamped: Mapping[int, str]) -> str | None:
        """The date of the nearest of these elements; of one further away if no other says another day."""
        page = self.page
        late, far = None, []
        for distance, row in sorted((self.distance(row), row) for row in rows[:_MOST_ROWS]):
            shown = self.said_at(row)
            if len(shown) > _LONGEST_LINE:
                continue
            date = parse_date(stamped.get(row, "")) or parse_date(shown)
            if not date:
                continue
            before = page.text[max(0, page.text_start[row] - 30) : page.text_start[row]]
            if _UPDATED.search(before + shown):
                late = late or date.iso
            elif distance <= _FAR:
                return date.iso
            else:
                far.append(date)
        return late or (far[0].iso if len({date.day for date in far}) == 1 else None)

    def _nearest_name(self, rows: list[int]) -> str | None:
        page = self.page
        found: list[tuple[int, int, str]] = []
        for row in rows[:_MOST_ROWS]:
            name = None if page.is_hidden[row] else name_in(self.said_at(row))
            if name:
                found.append((self.distance(row), len(name), name))
        near = [one for one in found if one[0] <= _FAR]
        if near:
            return min(near)[2]
        names = {name for _, _, name in found}
        return names.pop() if len(names) == 1 else None

    def _hinted(self, words: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        """Rows whose class or id holds one of these words, with the class or id."""
        for column in ("class", "id"):
            values = self.page.attributes.get(column, {})
            joined = "\n".join(values.values()).lower()
            if not any(word in joined for word in words):
                continue
            rows, said = list(values), list(values.values())
            starts = list(accumulate((len(value) + 1 for value in said), initial=0))
            hits = {bisect_right(starts, at) - 1 for word in words for at in _places(joined, word)}
            yield from ((rows[hit], said[hit]) for hit in sorted(hits) if hit < len(rows))

    def _lines(self) -> Iterator[str]:
        """The short texts below the title, then those above it."""
        page = self.page
        start, end = self.title_span
        first = int(np.searchsorted(page.node_start, end, "left"))
        above = int(np.searchsorted(page.node_start, start, "left"))
        nodes = [*range(first, min(first + _NODES_BELOW, len(page.node_start)))]
        nodes += [*range(above - 1, max(above - _NODES_ABOVE, 0) - 1, -1)]
        for node in nodes:
            a, b = int(page.node_start[node]), int(page.node_end[node])
            if b - a <= 2 * _LONGEST_LINE and not page.is_hidden[page.node_owner[node]]:
                line = " ".join(page.text[a:b].split())
                if len(line) <= _LONGEST_LINE:
                    yield line


def name_in(line: str, is_user: bool = False) -> str | None:
    """The name that a byline gives, without what else it says; names of users may have digits."""
    if not line or len(line) > _LONGEST_LINE:
        return None
    dates = find_dates(line)
    if dates:
        line = clean.without_end(line[: dates[0].start]) or line[dates[-1].end :]
    name = clean.author(line)
    if name and is_user and " " not in name:
        return name
    if not name or _NO_NAME.search(name) or len(name.split()) > _MOST_WORDS:
        return None
    return name


def _is_fit(value: str, words: tuple[str, ...], other: re.Pattern[str]) -> bool:
    """A name in a class or id has one of the words and says nothing else; of a BEM name the last part counts."""
    names = [name.rpartition("__")[2] or name for name in value.lower().split()]
    return any(any(word in name for word in words) and not other.search(name) for name in names)


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))

"""What is measured of a group: does each of its members look like one post?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Group, Kind, Lines, Pool, letters_of_each
from honbun.page import Mask, tags
from honbun.threads.counting import counted

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

NAMES = tuple(
    """members covered_said covered_ink link_share said_median said_low said_spread largest_share filled
    lines_mean lines_spread dated_share dated_once dates_mean page_dates date_key date_key_first
    regular regular_said once_keys name_key name_varied repeated varied
    gap gap_spread before after depth climbed is_nested top_lines heading_share
    is_word is_path is_children is_heads is_dates tag_row tag_item tag_article
    longest_prose page_said page_dated parent_share same_tag_around inner_repeat inner_dated
    least_regular odd_lines same_first same_root same_depth""".split()
)
# A name or a label is no longer.
_SHORT = 40
# So many lines, or places, of groups are measured at once.
_MOST_ENTRIES = 2**18


class Measure:
    """Measures the groups of one page."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    @cached_property
    def key(self) -> npt.NDArray[np.int64]:
        """For each line its place in the template, as a small number."""
        return np.unique(self.lines.place[self.lines.outline.blocks.owner], return_inverse=True)[1]

    @cached_property
    def dated_key(self) -> npt.NDArray[np.int64]:
        """The same, dated lines apart from others: a board of breaks has one element for both."""
        return np.asarray(self.key * 2 + self.lines.is_dated)

    @cached_property
    def text(self) -> npt.NDArray[np.int64]:
        """For each line what it says, as a small number; letters alone count, not the numbers."""
        said = letters_of_each([text[:80] for text in self.lines.texts])
        known = dict(zip(dict.fromkeys(said), range(len(said)), strict=False))
        return np.fromiter(map(known.__getitem__, said), dtype=np.int64, count=len(said))

    @cached_property
    def shown(self) -> Mask:
        """The lines that show something."""
        return np.asarray(self.lines.length > 0)

    @cached_property
    def keys(self) -> int:
        """How many places there are."""
        return int(self.key.max(initial=0)) + 1

    @cached_property
    def words(self) -> int:
        """How many different things lines say."""
        return int(self.text.max(initial=0)) + 1

    @cached_property
    def saying(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """For each line what it says where, as a small number; and for each such number the place."""
        found, which = np.unique(self.key * self.words + self.text, return_inverse=True)
        return which, found // self.words

    @cached_property
    def root(self) -> Indices:
        """For each element what kind of element it is, as a small number."""
        return np.unique(self.lines.outline.signature, return_inverse=True)[1]

    @cached_property
    def within(self) -> dict[str, Mask]:
        """The elements that lie in a quotation, in a list and the like, by the name of that measure of lines."""
        page = self.lines.page
        return {name: page.within(tags.is_in(names, page.tag)) for name, names in _WITHIN.items()}

    @cached_property
    def depth(self) -> Floats:
        """How deep each element lies, as a share of the deepest."""
        depth = self.lines.page.depth
        return np.asarray(depth / max(int(depth.max(initial=1)), 1))

    def rows(self, groups: list[Group]) -> npt.NDArray[np.float32]:
        """A row of measures for each group: many are measured at once, and as many as memory is good for."""
        tables = [_Batch(self, batch).table() for batch in self._batches(groups)]
        return np.concatenate([np.zeros((0, len(NAMES)), dtype=np.float32), *tables])

    def _batches(self, groups: list[Group]) -> Iterator[list[Group]]:
        batch: list[Group] = []
        room = _MOST_ENTRIES
        for group in groups:
            needed = max(int((group.last - group.first).sum()), self.keys, self.words)
            if batch and needed > room:
                yield batch
                batch, room = [], _MOST_ENTRIES
            batch.append(group)
            room -= needed
        if batch:
            yield batch


class _Batch:
    """Groups as columns: of their members, one after the other, and of the shown lines of these.

    A line is there once for each group that it lies in; the lines are sorted by member.
    """

    def __init__(self, measure: Measure, groups: list[Group]) -> None:
        self.measure, self.lines, self.groups = measure, measure.lines, groups
        self.pool = Pool(groups, self.lines.outline)
        self.size, self.start = self.pool.size, self.pool.start
        self.rows, self.first, self.last = self.pool.rows, self.pool.first, self.pool.last
        self.group = np.repeat(np.arange(len(groups)), self.size)
        """The group of each member."""
        self.line, self.of = self._shown_lines()
        self.in_group = self.group[self.of]
        self.said = self.lines.said[self.line]
        self.said_of = np.bincount(self.of, self.said, len(self.group))
        self.count = np.bincount(self.of, minlength=len(self.group))
        self.dates = np.bincount(self.of, self.lines.is_dated[self.line], len(self.group))

    def _shown_lines(self) -> tuple[Indices, Indices]:
        """The shown lines, each with its member."""
        sizes = np.where(np.repeat(self.pool.is_nested, self.size), 0, self.last - self.first)
        line = np.repeat(self.first - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        lines, members = [line], [np.repeat(np.arange(len(sizes)), sizes)]
        for i in np.flatnonzero(self.pool.is_nested).tolist():
            member = self.groups[i].members(len(self.lines))
            lines.append(np.flatnonzero(member >= 0))
            members.append(member[lines[-1]] + self.start[i])
        line, of = np.concatenate(lines), np.concatenate(members)
        if len(lines) > 1:
            order = np.argsort(of, kind="stable")
            line, of = line[order], of[order]
        is_shown = self.measure.shown[line]
        return line[is_shown], of[is_shown]

    def table(self) -> npt.NDArray[np.float32]:
        """A row for each group."""
        columns = self._amounts() | self._keys() | self._surroundings() | self._members()
        return np.stack([columns[name] for name in NAMES], axis=1).astype(np.float32)

    def _amounts(self) -> dict[str, Floats]:
        """How much the members say, and how evenly; how many are dated."""
        lines, n, number = self.lines, self.size, len(self.size)
        length = np.bincount(self.in_group, lines.length[self.line], number)
        total = np.maximum(self._sum(self.said_of), 1.0)
        page_said, page_dates = max(float(lines.unlinked_sum[-1]), 1.0), max(float(lines.date_sum[-1]), 1.0)
        dates = self._sum(self.dates)
        return {
            "members": np.log1p(n),
            "covered_said": total / page_said,
            "covered_ink": length / max(float(lines.length_sum[-1]), 1.0),
            "link_share": 1 - total / np.maximum(length, 1.0),
            "said_median": np.log1p(self._quantile(self.said_of, 0.5)),
            "said_low": np.log1p(self._quantile(self.said_of, 0.1)),
            "said_spread": self._spread(np.log1p(self.said_of)),
            "largest_share": np.maximum.reduceat(self.said_of, self.start) / total,
            "filled": self._share(self.said_of >= 10),
            "lines_mean": np.log1p(self._sum(self.count) / n),
            "lines_spread": self._spread(np.log1p(self.count)),
            "dated_share": self._share(self.dates > 0),
            "dated_once": self._share(self.dates == 1),
            "dates_mean": dates / n,
            "page_dates": dates / page_dates,
            "page_said": np.full(number, np.log1p(page_said)),
            "page_dated": np.full(number, np.log1p(page_dates)),
            "inner_dated": np.log1p(np.maximum.reduceat(self.dates, self.start)),
        }

    def _keys(self) -> dict[str, Floats]:
        """Whether the members are made alike, and differ in what they say."""
        keys, shape = self.measure.keys, (len(self.size), self.measure.keys)
        cells = len(self.size) * keys
        key = self.measure.key[self.line]
        cell = self.in_group * keys + key  # of a table of groups and places
        pair, times = counted(self.of * keys + key, len(self.group) * keys)
        pair_of = pair // keys
        pair_cell = self.group[pair_of] * keys + pair % keys
        share = np.bincount(pair_cell, minlength=cells) / np.repeat(self.size, keys)
        once = np.bincount(pair_cell[times == 1], minlength=cells).reshape(shape) / self.size[:, None]
        varied = self._distinct_in(cells) / np.maximum(np.bincount(cell, minlength=cells), 1)
        is_short = (self.lines.outline.blocks.length[self.line] <= _SHORT) & ~self.lines.is_dated[self.line]
        is_name = np.zeros(cells, dtype=np.bool_)
        is_name[cell[is_short]] = True
        names = np.where(is_name.reshape(shape), once, 0.0)
        weights = np.maximum(self.said, 1e-9)
        spoken = np.maximum(self._sum_lines(weights), 1e-9)
        pairs = np.bincount(pair_of, minlength=len(self.group))
        regular = np.bincount(pair_of, share[pair_cell], len(self.group))
        begins = np.flatnonzero(self.count)
        first_key = key[(np.cumsum(self.count) - self.count)[begins]]
        return {
            **self._dated_keys(key),
            "regular": self._sum(regular) / np.maximum(self._sum(pairs), 1),
            "regular_said": self._sum_lines(share[cell] * weights) / spoken,
            "once_keys": np.log1p(np.count_nonzero(once >= 0.8, axis=1)),
            "name_key": names.max(axis=1),
            "name_varied": (names * varied.reshape(shape)).max(axis=1),
            "repeated": self._repeated(),
            "varied": self._sum_lines(varied[cell] * weights) / spoken,
            "least_regular": np.minimum.reduceat(regular / np.maximum(pairs, 1), self.start),
            "odd_lines": self._odd_lines(),
            "same_first": self._most_common(first_key, self.group[begins]),
        }

    def _distinct_in(self, cells: int) -> Indices:
        """For each group and place how many different things its lines say there."""
        which, key_of = self.measure.saying
        said, _ = counted(self.in_group * len(key_of) + which[self.line], len(self.size) * len(key_of))
        return np.bincount(said // len(key_of) * self.measure.keys + key_of[said % len(key_of)], minlength=cells)

    def _dated_keys(self, key: Indices) -> dict[str, Floats]:
        """The place in which most members have one date, and how far down it is."""
        number, keys = len(self.size), self.measure.keys
        dated = np.flatnonzero(self.lines.is_dated[self.line])
        pair, times = counted(self.of[dated] * keys + key[dated], len(self.group) * keys)
        single = pair[times == 1]
        cell = self.group[single // keys] * keys + single % keys
        once = np.bincount(cell, minlength=number * keys).reshape(number, keys) / self.size[:, None]
        best = np.argmax(once, axis=1)
        at = dated[key[dated] == best[self.in_group[dated]]]
        of = self.of[at]
        place = (at - (np.cumsum(self.count) - self.count)[of]) / self.count[of]
        found = np.bincount(self.group[of], minlength=number)
        mean = np.bincount(self.group[of], place, number) / np.maximum(found, 1)
        return {"date_key": once.max(axis=1), "date_key_first": np.where(found > 0, mean, 0.5)}

    def _repeated(self) -> Floats:
        """The share of the lines that say what many other members say as well."""
        words, text = self.measure.words, self.measure.text[self.line]
        pair, _ = counted(self.of * words + text, len(self.group) * words)
        spread = np.bincount(self.group[pair // words] * words + pair % words, minlength=len(self.size) * words)
        most = np.where(self.size > 2, np.maximum(0.3 * self.size, 1), 1)
        repeated = spread[self.in_group * words + text] > most[self.in_group]
        return np.asarray(self._sum_lines(repeated) / np.maximum(self._sum(self.count), 1))

    def _odd_lines(self) -> Floats:
        """How far the member of most lines is from the others."""
        longest = np.maximum(np.maximum.reduceat(self.count, self.start), 1)
        return np.asarray(np.log(longest / np.maximum(self._quantile(self.count, 0.5), 1.0)))

    def _surroundings(self) -> dict[str, Floats]:
        """Where the members stand on the page."""
        sums, outline, number = self.lines.unlinked_sum, self.lines.outline, len(self.size)
        first, last = np.minimum.reduceat(self.first, self.start), np.maximum.reduceat(self.last, self.start)
        total = max(float(sums[-1]), 1.0)
        gaps = np.zeros(len(self.group))
        gaps[1:] = np.maximum(sums[self.first[1:]] - sums[self.last[:-1]], 0.0)
        gaps[self.start] = 0.0  # before the first member is none
        # The root has no parent, -1.
        page = len(self.lines.page) + 1
        parent, _ = counted(self.group * page + self.lines.page.parent[self.rows] + 1, number * page)
        above, of = parent % page - 1, parent // page
        in_parents = np.bincount(of, sums[outline.last[above]] - sums[outline.first[above]], number)
        top, _ = counted(self.group * len(sums) + self.first, number * len(sums))
        return {
            "gap": self._sum(gaps) / np.maximum(sums[last] - sums[first], 1.0),
            "gap_spread": self._sum(gaps != 0) / np.maximum(self.size - 1, 1),
            "before": sums[first] / total,
            "after": 1 - sums[last] / total,
            "top_lines": np.bincount(top // len(sums), minlength=number) / self.size,
            "parent_share": np.minimum(self._sum(self.said_of) / np.maximum(in_parents, 1.0), 2.0),
            "same_tag_around": np.bincount(of, minlength=number) / self.size,
        }

    def _members(self) -> dict[str, Floats]:
        """What elements the members are, and their longest lines."""
        lines, page = self.lines, self.lines.page
        tag = np.minimum(page.tag[self.rows], tags.FIRST_CUSTOM)
        longest = np.zeros(len(self.group))
        np.maximum.at(longest, self.of, self.said)
        headed = np.bincount(self.of[lines.outline.is_heading[self.line]], minlength=len(self.group))
        kinds = np.array([group.kind for group in self.groups])
        return {
            "depth": self._sum(self.measure.depth[self.rows]) / self.size,
            "climbed": np.array([group.climbed for group in self.groups], dtype=np.float64),
            "is_nested": self.pool.is_nested.astype(np.float64),
            "heading_share": self._share(headed > 0),
            **{f"is_{kind.value}": (kinds == kind).astype(np.float64) for kind in Kind},
            "tag_row": self._share(_ROWS[tag]),
            "tag_item": self._share(_ITEMS[tag]),
            "tag_article": self._share(tag == tags.CODE["article"]),
            "longest_prose": np.log1p(self._quantile(longest, 0.5)),
            "inner_repeat": self._sum(self.said_of) / np.maximum(self._sum(longest), 1.0),
            "same_root": self._most_common(self.measure.root[self.rows], self.group),
            "same_depth": self._most_common(page.depth[self.rows], self.group),
        }

    # For each group

    def _sum(self, values: npt.NDArray[Any]) -> Floats:
        """The sum over its members."""
        return self.pool.sums(values)

    def _share(self, mask: Mask) -> Floats:
        return np.asarray(self._sum(mask) / self.size)

    def _sum_lines(self, values: npt.NDArray[Any]) -> Floats:
        return np.bincount(self.in_group, values, len(self.size)).astype(np.float64)

    def _spread(self, values: Floats) -> Floats:
        """The standard deviation over its members."""
        away = values - (self._sum(values) / self.size)[self.group]
        return np.asarray(np.sqrt(self._sum(away * away) / self.size))

    def _quantile(self, values: npt.NDArray[Any], share: float) -> Floats:
        ordered = values[np.lexsort((values, self.group))]
        place = share * (self.size - 1)
        low = place.astype(np.intp)
        high = np.minimum(low + 1, self.size - 1)
        least = ordered[self.start + low]
        return np.asarray(least + (ordered[self.start + high] - least) * (place - low))

    def _most_common(self, values: npt.NDArray[Any], group: Indices) -> Floats:
        """The share of the most common of its values, given the group of each."""
        number, most = len(self.size), int(values.max(initial=0)) + 1
        found, times = counted(group * most + values, number * most)
        best = np.zeros(number)
        np.maximum.at(best, found // most, times)
        return best / np.maximum(np.bincount(group, minlength=number), 1)


_WITHIN = {
    "in_quote": tags.table("blockquote q cite".split()),
    "in_pre": tags.table("pre code".split()),
    "in_list": tags.table("ul ol dl".split()),
    "in_cell": tags.table("td th".split()),
    "in_heading": tags.table("h1 h2 h3 h4 h5 h6 header".split()),
    "in_paragraph": tags.table(["p"]),
    "in_form": tags.table("form button label footer nav".split()),
}
_ROWS = tags.table("tr tbody table td".split())
_ITEMS = tags.table("li dd dt".split())

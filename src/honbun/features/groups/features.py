"""Features of groups: does each member look like one post? A model tells by them which group is that of posts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features.groups.table import Floats, GroupKind, Groups, Indices, ranges
from honbun.features.lines import Lines
from honbun.features.outline import letters_of_each
from honbun.page import Mask, tags

GROUP_FEATURES = tuple(
    """members covered_said covered_ink link_share said_median said_low said_spread largest_share filled
    lines_mean lines_spread dated_share dated_once dates_mean page_dates date_key date_key_first
    regular regular_said once_keys name_key name_varied repeated varied
    gap gap_spread before after depth climbed is_nested top_lines heading_share
    is_word is_path is_children is_heads is_dates tag_row tag_item tag_article
    longest_prose page_said page_dated parent_share same_tag_around inner_repeat inner_dated
    least_regular odd_lines same_first same_root same_depth""".split()
)
# A name or a label is no longer.
_MAX_NAME_LENGTH = 40
# A member says something from this length on.
_MIN_FILLED_LENGTH = 10
# Of the lines of a page the text is compared up to this length.
_MAX_COMPARED_LENGTH = 80
# What more members have in the same path than this share is regular; what more say than that is repeated.
_MIN_REGULAR_SHARE = 0.8
_MAX_UNREPEATED_SHARE = 0.3
# So many lines, or paths, of groups are measured at once.
_MAX_ENTRIES = 2**18
# Values are counted in a table if that has no more cells for each of them.
_MAX_CELLS_PER_VALUE = 16
_DIGITS = b"0123456789"
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


def counted(values: Indices, below: int) -> tuple[Indices, Indices]:
    """Which values from 0 to `below` there are, ascending, and how often: in a table where that is faster."""
    if below > _MAX_CELLS_PER_VALUE * len(values):
        return np.unique(values, return_counts=True)
    count = np.bincount(values, minlength=1)
    found = np.flatnonzero(count)
    return found, count[found]


def digits_in(text: str) -> int:
    """How many characters of a text are digits."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _DIGITS))
    return sum(map(str.isdigit, text))


class GroupFeatures:
    """What is measured of groups, and of the lines of one page for it."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines

    def matrix(self, groups: Groups) -> npt.NDArray[np.float32]:
        """A row of features for each group: many are measured at once, and as many as memory is good for."""
        tables = [_Batch(self, groups.take(batch)).table() for batch in self._batches(groups)]
        return np.concatenate([np.zeros((0, len(GROUP_FEATURES)), dtype=np.float32), *tables])

    def _batches(self, groups: Groups) -> Iterator[list[int]]:
        batch: list[int] = []
        room = _MAX_ENTRIES
        for i, entries in enumerate(groups.sums(groups.last - groups.first).tolist()):
            needed = max(int(entries), self.key_count, self.text_count)
            if batch and needed > room:
                yield batch
                batch, room = [], _MAX_ENTRIES
            batch.append(i)
            room -= needed
        if batch:
            yield batch

    @cached_property
    def key(self) -> Indices:
        """For each line its path key, as a small number."""
        return np.unique(self.lines.path_key[self.lines.outline.blocks.owner], return_inverse=True)[1]

    @cached_property
    def dated_key(self) -> Indices:
        """The same, dated lines apart from others: a board of breaks has one element for both."""
        return np.asarray(self.key * 2 + self.lines.is_dated)

    @cached_property
    def text(self) -> Indices:
        """For each line its text, as a small number; letters alone count, not the numbers."""
        texts = letters_of_each([text[:_MAX_COMPARED_LENGTH] for text in self.lines.texts])
        known = dict(zip(dict.fromkeys(texts), range(len(texts)), strict=False))
        return np.fromiter(map(known.__getitem__, texts), dtype=np.int64, count=len(texts))

    @cached_property
    def key_count(self) -> int:
        """How many path keys there are."""
        return int(self.key.max(initial=0)) + 1

    @cached_property
    def text_count(self) -> int:
        """How many different texts there are."""
        return int(self.text.max(initial=0)) + 1

    @cached_property
    def key_and_text(self) -> tuple[Indices, Indices]:
        """For each line path key and text together, as a small number; and for each such number the path key."""
        found, which = np.unique(self.key * self.text_count + self.text, return_inverse=True)
        return which, found // self.text_count

    @cached_property
    def root(self) -> Indices:
        """For each element its signature, as a small number."""
        return np.unique(self.lines.outline.signature, return_inverse=True)[1]

    @cached_property
    def within(self) -> dict[str, Mask]:
        """The elements that lie in a quotation, in a list and the like, by the name of that feature of lines."""
        page = self.lines.page
        return {name: page.within(tags.is_in(names, page.tag)) for name, names in _WITHIN.items()}

    @cached_property
    def depth(self) -> Floats:
        """How deep each element lies, as a share of the deepest."""
        depth = self.lines.page.depth
        return np.asarray(depth / max(int(depth.max(initial=1)), 1))


class _Batch:
    """Groups measured at once, by their members and the shown lines of these.

    A line is there once for each group that it lies in; the lines are sorted by member.
    """

    def __init__(self, features: GroupFeatures, groups: Groups) -> None:
        self.features, self.lines, self.groups = features, features.lines, groups
        self.size, self.start, self.group = groups.size, groups.start, groups.group
        self.rows, self.first, self.last = groups.rows, groups.first, groups.last
        self.line, self.of = self._shown_lines()
        self.in_group = self.group[self.of]
        self.unlinked = self.lines.unlinked_length[self.line]
        self.length_of = np.bincount(self.of, self.unlinked, len(self.group))
        """Of each member the length outside links."""
        self.count = np.bincount(self.of, minlength=len(self.group))
        self.dates = np.bincount(self.of, self.lines.is_dated[self.line], len(self.group))

    def _shown_lines(self) -> tuple[Indices, Indices]:
        """The shown lines, each with its member."""
        is_nested = self.groups.is_nested
        of, line = ranges(self.first, np.where(np.repeat(is_nested, self.size), self.first, self.last))
        lines, members = [line], [of]
        for i in np.flatnonzero(is_nested).tolist():
            member = self.groups[i].members(len(self.lines))
            lines.append(np.flatnonzero(member >= 0))
            members.append(member[lines[-1]] + self.start[i])
        line, of = np.concatenate(lines), np.concatenate(members)
        if len(lines) > 1:
            order = np.argsort(of, kind="stable")
            line, of = line[order], of[order]
        is_shown = self.lines.length[line] > 0
        return line[is_shown], of[is_shown]

    def table(self) -> npt.NDArray[np.float32]:
        """A row for each group."""
        columns = self._amounts() | self._keys() | self._surroundings() | self._members()
        return np.stack([columns[name] for name in GROUP_FEATURES], axis=1).astype(np.float32)

    def _amounts(self) -> dict[str, Floats]:
        """How long the members are, and how evenly; how many are dated."""
        lines, n, number = self.lines, self.size, len(self.size)
        length = np.bincount(self.in_group, lines.length[self.line], number)
        total = np.maximum(self.groups.sums(self.length_of), 1.0)
        page_length, page_dates = max(float(lines.unlinked_sum[-1]), 1.0), max(float(lines.date_sum[-1]), 1.0)
        dates = self.groups.sums(self.dates)
        return {
            "members": np.log1p(n),
            "covered_said": total / page_length,
            "covered_ink": length / max(float(lines.length_sum[-1]), 1.0),
            "link_share": 1 - total / np.maximum(length, 1.0),
            "said_median": np.log1p(self._quantile(self.length_of, 0.5)),
            "said_low": np.log1p(self._quantile(self.length_of, 0.1)),
            "said_spread": self._spread(np.log1p(self.length_of)),
            "largest_share": self.groups.largest(self.length_of) / total,
            "filled": self.groups.shares(self.length_of >= _MIN_FILLED_LENGTH),
            "lines_mean": np.log1p(self.groups.sums(self.count) / n),
            "lines_spread": self._spread(np.log1p(self.count)),
            "dated_share": self.groups.shares(self.dates > 0),
            "dated_once": self.groups.shares(self.dates == 1),
            "dates_mean": dates / n,
            "page_dates": dates / page_dates,
            "page_said": np.full(number, np.log1p(page_length)),
            "page_dated": np.full(number, np.log1p(page_dates)),
            "inner_dated": np.log1p(self.groups.largest(self.dates)),
        }

    def _keys(self) -> dict[str, Floats]:
        """Whether the members are made alike, and differ in their texts."""
        keys, shape = self.features.key_count, (len(self.size), self.features.key_count)
        cells = len(self.size) * keys
        key = self.features.key[self.line]
        cell = self.in_group * keys + key  # of a table of groups and path keys
        pair, times = counted(self.of * keys + key, len(self.group) * keys)
        pair_of = pair // keys
        pair_cell = self.group[pair_of] * keys + pair % keys
        share = np.bincount(pair_cell, minlength=cells) / np.repeat(self.size, keys)
        once = np.bincount(pair_cell[times == 1], minlength=cells).reshape(shape) / self.size[:, None]
        varied = self._distinct_in(cells) / np.maximum(np.bincount(cell, minlength=cells), 1)
        is_short = (self.lines.outline.blocks.length[self.line] <= _MAX_NAME_LENGTH) & ~self.lines.is_dated[
            self.line
        ]
        is_name = np.zeros(cells, dtype=np.bool_)
        is_name[cell[is_short]] = True
        names = np.where(is_name.reshape(shape), once, 0.0)
        weights = np.maximum(self.unlinked, 1e-9)
        total = np.maximum(self._sum_lines(weights), 1e-9)
        pairs = np.bincount(pair_of, minlength=len(self.group))
        regular = np.bincount(pair_of, share[pair_cell], len(self.group))
        begins = np.flatnonzero(self.count)
        first_key = key[(np.cumsum(self.count) - self.count)[begins]]
        return {
            **self._dated_keys(key),
            "regular": self.groups.sums(regular) / np.maximum(self.groups.sums(pairs), 1),
            "regular_said": self._sum_lines(share[cell] * weights) / total,
            "once_keys": np.log1p(np.count_nonzero(once >= _MIN_REGULAR_SHARE, axis=1)),
            "name_key": names.max(axis=1),
            "name_varied": (names * varied.reshape(shape)).max(axis=1),
            "repeated": self._repeated(),
            "varied": self._sum_lines(varied[cell] * weights) / total,
            "least_regular": self.groups.smallest(regular / np.maximum(pairs, 1)),
            "odd_lines": self._odd_lines(),
            "same_first": self._most_common(first_key, self.group[begins]),
        }

    def _distinct_in(self, cells: int) -> Indices:
        """For each group and path key the number of different texts."""
        which, key_of = self.features.key_and_text
        found, _ = counted(self.in_group * len(key_of) + which[self.line], len(self.size) * len(key_of))
        return np.bincount(
            found // len(key_of) * self.features.key_count + key_of[found % len(key_of)], minlength=cells
        )

    def _dated_keys(self, key: Indices) -> dict[str, Floats]:
        """The path key with one date in most members, and how far down it is."""
        number, keys = len(self.size), self.features.key_count
        dated = np.flatnonzero(self.lines.is_dated[self.line])
        pair, times = counted(self.of[dated] * keys + key[dated], len(self.group) * keys)
        single = pair[times == 1]
        cell = self.group[single // keys] * keys + single % keys
        once = np.bincount(cell, minlength=number * keys).reshape(number, keys) / self.size[:, None]
        best = np.argmax(once, axis=1)
        at = dated[key[dated] == best[self.in_group[dated]]]
        of = self.of[at]
        position = (at - (np.cumsum(self.count) - self.count)[of]) / self.count[of]
        found = np.bincount(self.group[of], minlength=number)
        mean = np.bincount(self.group[of], position, number) / np.maximum(found, 1)
        return {"date_key": once.max(axis=1), "date_key_first": np.where(found > 0, mean, 0.5)}

    def _repeated(self) -> Floats:
        """The share of the lines whose text many other members have as well."""
        words, text = self.features.text_count, self.features.text[self.line]
        pair, _ = counted(self.of * words + text, len(self.group) * words)
        spread = np.bincount(self.group[pair // words] * words + pair % words, minlength=len(self.size) * words)
        most = np.where(self.size > 2, np.maximum(_MAX_UNREPEATED_SHARE * self.size, 1), 1)
        repeated = spread[self.in_group * words + text] > most[self.in_group]
        return np.asarray(self._sum_lines(repeated) / np.maximum(self.groups.sums(self.count), 1))

    def _odd_lines(self) -> Floats:
        """How far the member of most lines is from the others."""
        longest = np.maximum(self.groups.largest(self.count), 1)
        return np.asarray(np.log(longest / np.maximum(self._quantile(self.count, 0.5), 1.0)))

    def _surroundings(self) -> dict[str, Floats]:
        """Where the members stand on the page."""
        sums, outline, number = self.lines.unlinked_sum, self.lines.outline, len(self.size)
        first, last = self.groups.smallest(self.first), self.groups.largest(self.last)
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
            "gap": self.groups.sums(gaps) / np.maximum(sums[last] - sums[first], 1.0),
            "gap_spread": self.groups.sums(gaps != 0) / np.maximum(self.size - 1, 1),
            "before": sums[first] / total,
            "after": 1 - sums[last] / total,
            "top_lines": np.bincount(top // len(sums), minlength=number) / self.size,
            "parent_share": np.minimum(self.groups.sums(self.length_of) / np.maximum(in_parents, 1.0), 2.0),
            "same_tag_around": np.bincount(of, minlength=number) / self.size,
        }

    def _members(self) -> dict[str, Floats]:
        """What elements the members are, and their longest lines."""
        lines, page = self.lines, self.lines.page
        tag = np.minimum(page.tag[self.rows], tags.FIRST_CUSTOM)
        longest = np.zeros(len(self.group))
        np.maximum.at(longest, self.of, self.unlinked)
        headed = np.bincount(self.of[lines.outline.is_heading[self.line]], minlength=len(self.group))
        kinds = np.array(self.groups.kinds)
        return {
            "depth": self.groups.sums(self.features.depth[self.rows]) / self.size,
            "climbed": np.array(self.groups.climbed, dtype=np.float64),
            "is_nested": self.groups.is_nested.astype(np.float64),
            "heading_share": self.groups.shares(headed > 0),
            **{f"is_{kind.value}": (kinds == kind).astype(np.float64) for kind in GroupKind},
            "tag_row": self.groups.shares(_ROWS[tag]),
            "tag_item": self.groups.shares(_ITEMS[tag]),
            "tag_article": self.groups.shares(tag == tags.CODE["article"]),
            "longest_prose": np.log1p(self._quantile(longest, 0.5)),
            "inner_repeat": self.groups.sums(self.length_of) / np.maximum(self.groups.sums(longest), 1.0),
            "same_root": self._most_common(self.features.root[self.rows], self.group),
            "same_depth": self._most_common(page.depth[self.rows], self.group),
        }

    def _sum_lines(self, values: npt.NDArray[Any]) -> Floats:
        return np.bincount(self.in_group, values, len(self.size)).astype(np.float64)

    def _spread(self, values: Floats) -> Floats:
        """The standard deviation over its members."""
        away = values - (self.groups.sums(values) / self.size)[self.group]
        return np.asarray(np.sqrt(self.groups.sums(away * away) / self.size))

    def _quantile(self, values: npt.NDArray[Any], share: float) -> Floats:
        ordered = values[np.lexsort((values, self.group))]
        position = share * (self.size - 1)
        low = position.astype(np.intp)
        high = np.minimum(low + 1, self.size - 1)
        least = ordered[self.start + low]
        return np.asarray(least + (ordered[self.start + high] - least) * (position - low))

    def _most_common(self, values: npt.NDArray[Any], group: Indices) -> Floats:
        """The share of the most common of its values, given the group of each."""
        number, most = len(self.size), int(values.max(initial=0)) + 1
        found, times = counted(group * most + values, number * most)
        best = np.zeros(number)
        np.maximum.at(best, found // most, times)
        return best / np.maximum(np.bincount(group, minlength=number), 1)

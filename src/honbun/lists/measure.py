"""What is counted and measured of the candidates of one page: are the members alike, and alone in their place?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Floats, Group, Groups, Indices, Lines, ranges, running
from honbun.page import Hashes, Mask, RelativePaths, Rows, find_tables, mix, tags

# A list of which more stands on other pages of the site is a menu.
_MIN_ON_SIBLINGS = 0.9

_TABLE = tags.CODE["table"]
_CELLS = tags.table(["td", "th"])

COUNTS = tuple(
    """length unlinked unlinked_median length_median longest on_subject on_siblings
    lines parts names same_names same_first same_root gaps held lead""".split()
)
"""What is counted of the members of a list, and of what they lie in."""


def roots_of(lines: Lines, group: Group) -> Rows:
    """For each member the element below which its paths begin: itself, or what a range of siblings lies in."""
    return group.rows if group.is_of_elements else np.maximum(lines.page.parent[group.rows], 0)


def measure(lines: Lines, groups: Groups, counts: Floats) -> list[dict[str, float]]:
    """The features of each candidate by name, given what `count` counts of it."""
    count = dict(zip(COUNTS, counts.T, strict=True))
    size, length = groups.size, count["length"]
    whole, unlinked = max(float(lines.length_sum[-1]), 1.0), max(float(lines.unlinked_sum[-1]), 1.0)
    is_of_elements = _are_of_elements(groups)
    on_others = count["on_siblings"] / length
    columns = {
        # How much of the page's text they hold, of all of it and of what is no link.
        "text_share": np.log(length / whole),
        "unlinked_share": np.log((count["unlinked"] + 1) / unlinked),
        "unlinked_length": np.log1p(count["unlinked_median"]),
        # One that holds most of the text is the main part, not one of many.
        "largest": count["longest"] / length,
        # They speak of what the page is about.
        "on_subject": count["on_subject"] / size,
        # Whether the members have the same parts, by the names of their elements: classes differ between a record
        # and a promoted one.
        "similarity": count["same_names"] / (size * count["names"]),
        "same_first": count["same_first"] / size,
        "same_root": count["same_root"] / size,
        # A record has several lines, a filter or an entry of a menu one.
        "parts": np.log(np.maximum(count["lines"] / size, 1.0)),
        # Twice each part: two records in one.
        "repeats": np.log(count["lines"] / count["parts"]),
        # Whether they follow each other, and fill what they lie in.
        "gaps": count["gaps"] / np.maximum(size - 1, 1),
        "fills": np.minimum(length / np.maximum(count["held"], 1.0), 1.0),
        # What stands before the first head would be the rest of a record before it.
        "lead": np.where(is_of_elements, 0.0, np.log1p(count["lead"] / np.maximum(count["length_median"], 1.0))),
        "on_siblings": on_others,
        "is_on_siblings": (on_others > _MIN_ON_SIBLINGS).astype(np.float64),
    }
    rows = np.stack(list(columns.values()), axis=1).tolist()
    return [dict(zip(columns, row, strict=True)) for row in rows]


def count(lines: Lines, groups: Groups, on_subject: Mask, on_siblings: Mask) -> Floats:
    """A row of `COUNTS` for each candidate, a group whose members show text and do not lie in each other.

    `on_subject` are the lines that speak of what the page is about, `on_siblings` those that stand on other pages.
    """
    counted = _Counted(lines, groups)
    columns = {
        **counted.amounts(),
        "on_subject": groups.sums(counted.of_members(running(on_subject)) > 0),
        "on_siblings": groups.sums(counted.of_members(running(on_siblings * lines.length))),
        **counted.similarity(),
        **counted.position(),
    }
    return np.stack([columns[name] for name in COUNTS], axis=1).astype(np.float64)


def _are_of_elements(groups: Groups) -> Mask:
    """For each group whether its members are elements."""
    known = {kind: kind.is_of_elements for kind in set(groups.kinds)}
    return np.array([known[kind] for kind in groups.kinds], dtype=np.bool_)


def data_columns(lines: Lines) -> Hashes:
    """For each element the number of its column, from 1 on, if it is a cell of a table of data; else 0."""
    page, owner = lines.page, lines.outline.blocks.owner
    tables = find_tables(page, owner, lines.length, lines.length - lines.unlinked_length)
    is_data = np.zeros(len(page), dtype=np.bool_)
    is_data[tables.row[tables.is_plain_grid]] = True
    table_of = page.nearest(page.tag == _TABLE)
    own = np.flatnonzero(tags.is_in(_CELLS, page.tag) & (table_of >= 0) & is_data[table_of])
    starts = np.flatnonzero(np.append(True, np.diff(page.parent[own]) != 0)[: len(own)])
    first = np.repeat(starts, np.diff(np.append(starts, len(own))))
    found = np.zeros(len(page), dtype=np.uint64)
    found[own] = np.arange(1, len(own) + 1) - first
    return found


def path_shares(paths: Hashes, of: Rows, n: int) -> tuple[Indices, Floats]:
    """Which member has which path, as `member * paths + path`; the share of n members that have each path."""
    key = np.unique(paths, return_inverse=True)[1].astype(np.int64)
    keys = int(key.max()) + 1
    pairs = np.unique(of.astype(np.int64) * keys + key)
    return pairs, np.bincount(pairs % keys, minlength=keys) / n


class _Counted:
    """Candidates of one page, their members one after the other, and the shown lines of these."""

    def __init__(self, lines: Lines, groups: Groups) -> None:
        self.lines, self.table = lines, groups
        self.is_of_elements = _are_of_elements(groups)
        of, line = ranges(groups.first, groups.last)
        is_shown = lines.length[line] > 0
        self.of, self.line = of[is_shown], line[is_shown]
        """The shown lines, and the member of each."""
        self.in_group = groups.group[self.of]

    def of_members(self, sums: Floats) -> Floats:
        """For each member what it has of something, given the running sums over all lines."""
        return np.asarray(sums[self.table.last] - sums[self.table.first])

    def amounts(self) -> dict[str, Floats]:
        """How long the members are, in all and without links."""
        length, unlinked = (self.of_members(sums) for sums in (self.lines.length_sum, self.lines.unlinked_sum))
        return {
            "length": self.table.sums(length),
            "unlinked": self.table.sums(unlinked),
            "unlinked_median": self._median(unlinked),
            "length_median": self._median(length),
            "longest": self.table.largest(length),
        }

    def similarity(self) -> dict[str, npt.NDArray[Any]]:
        """How many different parts the members have, how many members the same ones, and the same first one."""
        page, table = self.lines.page, self.table
        above = np.maximum(page.parent[table.rows], 0)
        roots = np.where(self.is_of_elements[table.group], table.rows, above)[self.of]
        owner = page.node_owner[self.lines.outline.blocks.first_node[:-1]][self.line]
        called = np.where(self._columns > 0, 0, page.tag + 1).astype(np.uint64)
        names = RelativePaths(page, called).below(owner, roots)
        inner = self._inner_paths(owner, roots)
        with_name, times = self._pairs(names)
        is_first = np.append(True, self.of[1:] != self.of[:-1])
        return {
            "lines": self._number(self.in_group),
            "parts": self._number(self._pairs(inner)[0]),
            "names": self._number(with_name),
            "same_names": np.bincount(with_name, times, len(self.table)),
            "same_first": self._most_common(inner[is_first], self.in_group[is_first]),
            "same_root": self._most_common(self.lines.outline.signature[table.rows], table.group),
        }

    def position(self) -> dict[str, npt.NDArray[Any]]:
        """How often text stands between members, what they lie in holds, and how much of it before the first."""
        lines, page, outline, table = self.lines, self.lines.page, self.lines.outline, self.table
        is_gap = np.zeros(len(table.rows), dtype=np.bool_)
        is_gap[1:] = lines.length_sum[table.first[1:]] - lines.length_sum[table.last[:-1]] > 0
        is_gap[table.start] = False  # before the first member is none
        above = len(page) + 1
        keys, starts = np.unique(table.group * above + page.parent[table.rows] + 1, return_index=True)
        parents, of = keys % above - 1, keys // above
        # Those of one group count from where those of the group before end.
        reached = np.maximum.accumulate(page.end[parents] + of * above)
        is_outer = parents + of * above >= np.append(0, reached[:-1])
        held = lines.length_sum[outline.last[parents]] - lines.length_sum[outline.first[parents]]
        lead = lines.length_sum[table.first[starts]] - lines.length_sum[outline.first[parents]]
        return {
            "gaps": table.sums(is_gap),
            "held": np.bincount(of[is_outer], held[is_outer], len(table)),
            "lead": np.bincount(of, lead, len(table)),
        }

    @cached_property
    def _paths(self) -> RelativePaths:
        signature = np.where(self._columns > 0, mix(self._columns), self.lines.outline.signature)
        return RelativePaths(self.lines.page, signature)

    @cached_property
    def _columns(self) -> Hashes:
        # Another column is another part of a record, and a head is called as what it is the head of.
        return data_columns(self.lines)

    def _inner_paths(self, owner: Rows, roots: Rows) -> Hashes:
        """The paths of the lines in their members; in a range of siblings, whatever the siblings' classes.

        Else two records, one of class `odd` and one of class `even`, would be one with twice as many parts.
        """
        page = self.lines.page
        found = self._paths.below(owner, roots)
        edges = np.searchsorted(self.in_group, np.arange(len(self.table) + 1)).tolist()
        for i in np.flatnonzero(~self.is_of_elements).tolist():
            own = slice(edges[i], edges[i + 1])
            is_root = np.zeros(len(page) + 1, dtype=np.bool_)
            is_root[roots[own]] = True
            tops = np.flatnonzero(is_root[page.parent])
            top = tops[np.searchsorted(tops, owner[own], "right") - 1]
            top = np.where(owner[own] > roots[own], top, owner[own])
            found[own] = self._paths.below(owner[own], top.astype(np.int32)) ^ page.tag[top].astype(np.uint64)
        return found

    def _pairs(self, paths: Hashes) -> tuple[Indices, Indices]:
        """For each path that a member has its group, and how many members of that have it."""
        order = np.lexsort((paths, self.of))
        own, of = paths[order], self.of[order]
        order = order[np.append(True, (own[1:] != own[:-1]) | (of[1:] != of[:-1]))]
        group, own = self.in_group[order], paths[order]
        by_path = np.lexsort((own, group))
        group, own = group[by_path], own[by_path]
        starts = np.append(True, (own[1:] != own[:-1]) | (np.diff(group) > 0))
        sizes = np.diff(np.flatnonzero(starts), append=len(order))
        return group, np.repeat(sizes, sizes)

    def _number(self, group: Indices) -> Indices:
        return np.bincount(group, minlength=len(self.table))

    def _median(self, values: Floats) -> Floats:
        """For each group the median of a value of its members."""
        table = self.table
        ordered = values[np.lexsort((values, table.group))]
        low, high = (table.size - 1) // 2, table.size // 2
        return np.asarray((ordered[table.start + low] + ordered[table.start + high]) / 2)

    def _most_common(self, values: npt.NDArray[Any], group: Indices) -> Floats:
        """For each group how often its most common value comes."""
        order = np.lexsort((values, group))
        own, of = values[order], group[order]
        starts = np.flatnonzero(np.append(True, (own[1:] != own[:-1]) | (of[1:] != of[:-1])))
        most = np.zeros(len(self.table))
        np.maximum.at(most, of[starts], np.diff(starts, append=len(order)))
        return most

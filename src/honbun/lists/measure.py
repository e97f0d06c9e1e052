"""What is measured of the candidates of one page, all at once: are the members alike, and alone in their place?"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Floats, Group, Groups, Indices, Lines, ranges, running
from honbun.page import Hashes, Mask, RelativePaths, Rows

# A list of which more stands on other pages of the site is a menu.
_MIN_ON_SIBLINGS = 0.9


def roots_of(lines: Lines, group: Group) -> Rows:
    """For each member the element below which its paths begin: itself, or what a range of siblings lies in."""
    return group.rows if group.is_of_elements else np.maximum(lines.page.parent[group.rows], 0)


def measure(lines: Lines, groups: Groups, on_subject: Mask, on_siblings: Mask) -> list[dict[str, float]]:
    """The features of each candidate by name: groups whose members show text and do not lie in each other.

    `on_subject` are the lines that speak of what the page is about, `on_siblings` those that stand on other pages.
    """
    measured = _Measured(lines, groups)
    shared = running(on_siblings * lines.length)
    on_others = measured.sums_of_lines(shared) / measured.sums_of_lines(lines.length_sum)
    columns = {
        **measured.amounts(),
        # They speak of what the page is about.
        "on_subject": measured.shares_of_members(running(on_subject)),
        **measured.similarity(),
        **measured.position(),
        "on_siblings": on_others,
        "is_on_siblings": (on_others > _MIN_ON_SIBLINGS).astype(np.float64),
    }
    rows = np.stack(list(columns.values()), axis=1).tolist()
    return [dict(zip(columns, row, strict=True)) for row in rows]


def path_shares(paths: Hashes, of: Rows, n: int) -> tuple[Indices, Floats]:
    """Which member has which path, as `member * paths + path`; the share of n members that have each path."""
    key = np.unique(paths, return_inverse=True)[1].astype(np.int64)
    keys = int(key.max()) + 1
    pairs = np.unique(of.astype(np.int64) * keys + key)
    return pairs, np.bincount(pairs % keys, minlength=keys) / n


class _Measured:
    """Candidates of one page, their members one after the other, and the shown lines of these."""

    def __init__(self, lines: Lines, groups: Groups) -> None:
        self.lines, self.table = lines, groups
        self.is_of_elements = np.array([kind.is_of_elements for kind in groups.kinds], dtype=np.bool_)
        of, line = ranges(self.table.first, self.table.last)
        is_shown = lines.length[line] > 0
        self.of, self.line = of[is_shown], line[is_shown]
        """The shown lines, and the member of each."""
        self.in_group = self.table.group[self.of]
        members = len(self.table.rows)
        self.length: Floats = np.bincount(self.of, lines.length[self.line], members).astype(np.float64)
        self.unlinked: Floats = np.bincount(self.of, lines.unlinked_length[self.line], members).astype(np.float64)

    def sums_of_lines(self, sums: Floats) -> Floats:
        """For each group what its members have of something, given the running sums over all lines."""
        return self.table.sums(sums[self.table.last] - sums[self.table.first])

    def shares_of_members(self, sums: Floats) -> Floats:
        """For each group the share of its members that have some of it."""
        return self.table.shares(sums[self.table.last] > sums[self.table.first])

    def amounts(self) -> dict[str, Floats]:
        """How much of the page's text they hold, of all of it and of what is no link."""
        lines, table = self.lines, self.table
        whole, unlinked = max(float(lines.length_sum[-1]), 1.0), max(float(lines.unlinked_sum[-1]), 1.0)
        total = table.sums(self.length)
        return {
            "text_share": np.log(total / whole),
            "unlinked_share": np.log((table.sums(self.unlinked) + 1) / unlinked),
            "unlinked_length": np.log1p(self._median(self.unlinked)),
            # One that holds most of the text is the main part, not one of many.
            "largest": table.largest(self.length) / total,
        }

    def similarity(self) -> dict[str, Floats]:
        """Whether the members have the same parts, each once, and begin with the same one."""
        page, table = self.lines.page, self.table
        above = np.maximum(page.parent[table.rows], 0)
        roots = np.where(self.is_of_elements[table.group], table.rows, above)[self.of]
        owner = page.node_owner[self.lines.outline.blocks.first_node[:-1]][self.line]
        names = RelativePaths(page, page.tag.astype(np.uint64) + np.uint64(1)).below(owner, roots)
        inner = self._inner_paths(owner, roots)
        pairs, _ = self._pairs(inner)
        name_pairs, shares = self._pairs(names)
        edges = np.searchsorted(self.in_group[name_pairs], np.arange(len(self.table) + 1)).tolist()
        is_first = np.append(True, self.of[1:] != self.of[:-1])
        return {
            # By the names of their elements: classes differ between a record and a promoted one.
            "similarity": np.array([shares[a:b].mean() for a, b in pairwise(edges)]),
            "same_first": self._top_share(inner[is_first], self.in_group[is_first]),
            "same_root": self._top_share(self.lines.outline.signature[table.rows], table.group),
            # Twice each part: two records in one.
            "repeats": np.log(self._count(self.in_group) / self._count(self.in_group[pairs])),
        }

    def position(self) -> dict[str, Floats]:
        """Whether the members follow each other, and fill what they lie in."""
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
        leads = np.bincount(of, lead, len(self.table)) / np.maximum(self._median(self.length), 1.0)
        held_by = np.bincount(of[is_outer], held[is_outer], len(self.table))
        return {
            "gaps": table.sums(is_gap) / np.maximum(table.size - 1, 1),
            "fills": np.minimum(table.sums(self.length) / np.maximum(held_by, 1.0), 1.0),
            # What stands before the first head would be the rest of a record before it.
            "lead": np.where(self.is_of_elements, 0.0, np.log1p(leads)),
        }

    @cached_property
    def _paths(self) -> RelativePaths:
        return RelativePaths(self.lines.page, self.lines.outline.signature)

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

    def _pairs(self, paths: Hashes) -> tuple[Indices, Floats]:
        """One line for each path that a member has, member after member, and the share of members that have it."""
        order = np.lexsort((paths, self.of))
        own, of = paths[order], self.of[order]
        order = order[np.append(True, (own[1:] != own[:-1]) | (of[1:] != of[:-1]))]
        group, own = self.in_group[order], paths[order]
        by_path = np.lexsort((own, group))
        starts = np.append(True, (own[by_path][1:] != own[by_path][:-1]) | (np.diff(group[by_path]) > 0))
        sizes = np.diff(np.flatnonzero(starts), append=len(order))
        times = np.empty(len(order), dtype=np.int64)
        times[by_path] = np.repeat(sizes, sizes)
        return order, times / self.table.size[group]

    def _count(self, group: Indices) -> Indices:
        return np.bincount(group, minlength=len(self.table))

    def _median(self, values: Floats) -> Floats:
        """For each group the median of a value of its members."""
        table = self.table
        ordered = values[np.lexsort((values, table.group))]
        low, high = (table.size - 1) // 2, table.size // 2
        return np.asarray((ordered[table.start + low] + ordered[table.start + high]) / 2)

    def _top_share(self, values: npt.NDArray[Any], group: Indices) -> Floats:
        """For each group the share of its most common value."""
        order = np.lexsort((values, group))
        own, of = values[order], group[order]
        starts = np.flatnonzero(np.append(True, (own[1:] != own[:-1]) | (of[1:] != of[:-1])))
        most = np.zeros(len(self.table))
        np.maximum.at(most, of[starts], np.diff(starts, append=len(order)))
        return np.asarray(most / self._count(group))

"""What is measured of a candidate: are its members made alike, and are they what the page is about?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Group, Lines
from honbun.page import Rows
from honbun.tables.records.lists import roots_of
from honbun.tables.records.relative import Paths

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Measures:
    """Measures the candidates of one page."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        page, outline = lines.page, lines.outline
        self.fine = Paths(page, outline.signature)
        self.rough = Paths(page, page.tag.astype(np.uint64) + np.uint64(1))
        self.length = max(float(lines.length_sum[-1]), 1.0)
        self.said = max(float(lines.unlinked_sum[-1]), 1.0)

    @cached_property
    def owner(self) -> Rows:
        """For each line the innermost element its first text lies in."""
        return self.lines.page.node_owner[self.lines.outline.blocks.first_node[:-1]]

    def of(self, group: Group) -> dict[str, float]:
        """The measures of one candidate by name."""
        lines, n = self.lines, len(group)
        member = group.members(len(lines))
        inside = np.flatnonzero((member >= 0) & (lines.length > 0))
        of = member[inside]
        length = lines.length[inside]
        ink_of: Floats = np.bincount(of, length, n).astype(np.float64)
        said_of: Floats = np.bincount(of, lines.unlinked_length[inside], n).astype(np.float64)
        links = np.bincount(of, lines.outline.is_link[inside], n)
        return {
            # How much of the page's text they hold, of all of it and of what is no link.
            "covers": float(np.log(ink_of.sum() / self.length)),
            "covers_said": float(np.log((said_of.sum() + 1) / self.said)),
            "said": float(np.log1p(np.median(said_of))),
            # One that holds most of the text is the main part, not one of many.
            "largest": float(ink_of.max() / ink_of.sum()),
            "linked": float((links > 0).mean()),
            **self._likeness(group, inside, of),
            **self._place(group, ink_of),
        }

    def _likeness(self, group: Group, inside: Indices, of: Rows) -> dict[str, float]:
        """Whether the members have the same parts, each once, and begin with the same one."""
        n, roots = len(group), roots_of(self.lines, group)[of]
        owner = self.owner[inside]
        pairs, key, _ = _shares(self._inner(group, owner, roots), of, n)
        rough_pairs, _, share = _shares(self.rough.below(owner, roots), of, n)
        first = key[np.append(True, of[1:] != of[:-1])]
        return {
            # By the names of their elements: classes differ between a record and a promoted one.
            "alike": float(share[rough_pairs % len(share)].mean()),
            "same_first": _most_common(first),
            "same_root": _most_common(self.lines.outline.signature[group.rows]),
            # Twice each part: two records in one.
            "repeats": float(np.log(len(inside) / len(pairs))),
        }

    def _inner(self, group: Group, owner: Rows, roots: Rows) -> npt.NDArray[np.uint64]:
        """The paths of these elements in their member; in a stretch, whatever the class of its elements is.

        Else two records, one of class `odd` and one of class `even`, would be one with twice as many parts.
        """
        if group.is_of_elements:
            return self.fine.below(owner, roots)
        page = self.lines.page
        tops = np.flatnonzero(np.isin(page.parent, np.unique(roots)))
        top = tops[np.searchsorted(tops, owner, "right") - 1]
        top = np.where(owner > roots, top, owner)
        return self.fine.below(owner, top.astype(np.int32)) ^ page.tag[top].astype(np.uint64)

    def _place(self, group: Group, ink_of: Floats) -> dict[str, float]:
        """Whether the members follow each other, and fill what they lie in."""
        lines, page, outline = self.lines, self.lines.page, self.lines.outline
        gaps = lines.length_sum[group.first[1:]] - lines.length_sum[group.last[:-1]]
        parents, starts = np.unique(page.parent[group.rows], return_index=True)
        outer = parents[parents >= np.append(0, np.maximum.accumulate(page.end[parents])[:-1])]
        held = float((lines.length_sum[outline.last[outer]] - lines.length_sum[outline.first[outer]]).sum())
        lead = lines.length_sum[group.first[starts]] - lines.length_sum[outline.first[parents]]
        return {
            "gaps": float((gaps > 0).mean()) if len(gaps) else 0.0,
            "fills": min(float(ink_of.sum()) / max(held, 1.0), 1.0),
            # What stands before the first head would be the rest of a record before it.
            "lead": 0.0 if group.is_of_elements else float(np.log1p(lead.sum() / max(np.median(ink_of), 1.0))),
        }


def _shares(paths: npt.NDArray[np.uint64], of: Rows, n: int) -> tuple[Indices, Indices, Floats]:
    """Which member has which path; for each line its path as a small number; how many members have each path."""
    key = np.unique(paths, return_inverse=True)[1].astype(np.int64)
    keys = int(key.max()) + 1
    pairs = np.unique(of.astype(np.int64) * keys + key)
    return pairs, key, np.bincount(pairs % keys, minlength=keys) / n


def _most_common(values: npt.NDArray[Any]) -> float:
    """The share of the most common value."""
    return float(np.unique(values, return_counts=True)[1].max() / len(values))

"""What is measured of a group: does each of its members look like one post?"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.outline import letters
from honbun.structure.posts.groups import Group, Kind
from honbun.structure.posts.lines import Lines

Floats = npt.NDArray[np.float64]

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
# Up to so many possible values are counted in a table.
_MOST_COUNTED = 200_000


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
        known: dict[str, int] = {}
        return np.array(
            [known.setdefault(letters(text[:80]), len(known)) for text in self.lines.texts], dtype=np.int64
        )

    @cached_property
    def depth(self) -> Floats:
        """How deep each element lies, as a share of the deepest."""
        depth = self.lines.page.depth
        return np.asarray(depth / max(int(depth.max(initial=1)), 1))

    def rows(self, groups: list[Group]) -> npt.NDArray[np.float32]:
        """A row of measures for each group."""
        table = np.zeros((len(groups), len(NAMES)), dtype=np.float32)
        for i, group in enumerate(groups):
            values = self.measure(group)
            table[i] = [values[name] for name in NAMES]
        return table

    def measure(self, group: Group) -> dict[str, float]:
        """The measures of one group by name."""
        lines, n = self.lines, len(group)
        member = group.members(len(lines))
        inside = np.flatnonzero((member >= 0) & (lines.ink > 0))
        of = member[inside]
        ink, said, dated = lines.ink[inside], lines.said[inside], lines.is_dated[inside]
        said_of: Floats = np.bincount(of, said, n).astype(np.float64)
        count = np.bincount(of, minlength=n).astype(np.float64)
        dates: Floats = np.bincount(of, dated, n).astype(np.float64)
        total = max(float(said_of.sum()), 1.0)
        page_said, page_dates = max(float(lines.said_sum[-1]), 1.0), max(float(lines.date_sum[-1]), 1.0)
        filled = said_of >= 10
        values = {
            "members": np.log1p(n),
            "covered_said": total / page_said,
            "covered_ink": float(ink.sum()) / max(float(lines.ink_sum[-1]), 1.0),
            "link_share": 1 - total / max(float(ink.sum()), 1.0),
            "said_median": np.log1p(_quantile(said_of, 0.5)),
            "said_low": np.log1p(_quantile(said_of, 0.1)),
            "said_spread": float(np.std(np.log1p(said_of))),
            "largest_share": float(said_of.max()) / total,
            "filled": float(filled.mean()),
            "lines_mean": np.log1p(count.mean()),
            "lines_spread": float(np.std(np.log1p(count))),
            "dated_share": float((dates > 0).mean()),
            "dated_once": float((dates == 1).mean()),
            "dates_mean": float(dates.mean()),
            "page_dates": float(dates.sum()) / page_dates,
            "page_said": np.log1p(page_said),
            "page_dated": np.log1p(page_dates),
        }
        return values | self._keys(inside, of, said, dated, n) | self._place(group, member, said_of, dates)

    def _keys(
        self, inside: npt.NDArray[Any], of: npt.NDArray[Any], said: Floats, dated: npt.NDArray[Any], n: int
    ) -> dict[str, float]:
        """Whether the members are made alike, and differ in what they say."""
        key, text = self.key[inside], self.text[inside]
        keys, words = int(self.key.max(initial=0)) + 1, int(self.text.max(initial=0)) + 1
        pair, times = _counted(of * keys + key, n * keys)
        pair_key = pair % keys
        having = np.bincount(pair_key, minlength=keys)
        once = np.bincount(pair_key[times == 1], minlength=keys)
        share = having / n
        distinct = _counted(key * words + text, keys * words)[0] // words
        varied = np.bincount(distinct, minlength=keys) / np.maximum(np.bincount(key, minlength=keys), 1)
        spread = np.bincount(_counted(of * words + text, n * words)[0] % words, minlength=words)
        repeated = spread[text] > (max(1, 0.3 * n) if n > 2 else 1)
        date_once = np.zeros(keys)
        if dated.any():
            date_pairs, date_times = _counted((of * keys + key)[dated], n * keys)
            date_once = np.bincount(date_pairs[date_times == 1] % keys, minlength=keys) / n
        best = int(np.argmax(date_once))
        at = dated & (key == best)
        order = np.argsort(of, kind="stable")
        count = np.bincount(of, minlength=n)
        place = np.empty(len(of))
        place[order] = (np.arange(len(of)) - (np.cumsum(count) - count)[of[order]]) / count[of[order]]
        is_short = (self.lines.outline.blocks.ink[inside] <= _SHORT) & ~dated
        short = np.zeros(keys, dtype=np.bool_)
        short[key[is_short]] = True
        names = np.where(short, once / n, 0.0)
        weights = np.maximum(said, 1e-9)
        spoken = max(float(weights.sum()), 1e-9)
        return {
            "date_key": float(date_once[best]),
            "date_key_first": float(place[at].mean()) if at.any() else 0.5,
            "regular": float(share[pair_key].mean()) if len(pair) else 0.0,
            "regular_said": float(share[key] @ weights) / spoken,
            "once_keys": np.log1p(float(((once / n) >= 0.8).sum())),
            "name_key": float(names.max(initial=0.0)),
            "name_varied": float((names * varied).max(initial=0.0)),
            "repeated": float(repeated.mean()) if len(text) else 0.0,
            **_odd(share[pair_key], pair // keys, count, key[order][(np.cumsum(count) - count)[count > 0]]),
            "varied": float(varied[key] @ weights) / spoken,
        }

    def _place(self, group: Group, member: npt.NDArray[Any], said_of: Floats, dates: Floats) -> dict[str, float]:
        """Where the members stand on the page."""
        lines, page = self.lines, self.lines.page
        first, last = int(group.first.min()), int(group.last.max())
        total = max(float(lines.said_sum[-1]), 1.0)
        span = max(float(lines.said_sum[last] - lines.said_sum[first]), 1.0)
        gaps = lines.said_sum[group.first[1:]] - lines.said_sum[group.last[:-1]]
        gaps = np.maximum(gaps, 0.0)
        rows = group.rows
        parents = np.unique(page.parent[rows])
        in_parents = float(
            (lines.said_sum[lines.outline.last[parents]] - lines.said_sum[lines.outline.first[parents]]).sum()
        )
        top = np.unique(group.first)
        tag = np.minimum(page.tag[rows], tags.FIRST_CUSTOM)
        inside = (member >= 0) & (lines.ink > 0)
        longest = np.zeros(len(group))
        np.maximum.at(longest, member[inside], lines.said[inside])
        heading = lines.outline.is_heading & inside
        return {
            "gap": float(gaps.sum()) / span,
            "gap_spread": float((gaps > 0).mean()) if len(gaps) else 0.0,
            "before": float(lines.said_sum[first]) / total,
            "after": 1 - float(lines.said_sum[last]) / total,
            "depth": float(self.depth[rows].mean()),
            "climbed": float(group.climbed),
            "is_nested": float(group.is_nested),
            "top_lines": len(top) / len(group),
            "heading_share": float((np.bincount(member[heading], minlength=len(group)) > 0).mean()),
            "is_word": float(group.kind is Kind.WORD),
            "is_path": float(group.kind is Kind.PATH),
            "is_children": float(group.kind is Kind.CHILDREN),
            "is_heads": float(group.kind is Kind.HEADS),
            "is_dates": float(group.kind is Kind.DATES),
            "tag_row": float(_ROWS[tag].mean()),
            "tag_item": float(_ITEMS[tag].mean()),
            "tag_article": float((tag == tags.CODE["article"]).mean()),
            "longest_prose": np.log1p(_quantile(longest, 0.5)),
            "parent_share": min(float(said_of.sum()) / max(in_parents, 1.0), 2.0),
            "same_tag_around": len(parents) / len(group),
            "inner_repeat": float(said_of.sum()) / max(float(np.sum(longest)), 1.0),
            "same_root": _most_common(lines.outline.signature[rows]),
            "same_depth": _most_common(page.depth[rows]),
            "inner_dated": float(np.log1p(dates.max(initial=0.0))),
        }


def _odd(
    share: Floats, of: npt.NDArray[Any], count: npt.NDArray[Any], first: npt.NDArray[Any]
) -> dict[str, float]:
    """How far the oddest member is from the others."""
    pairs = np.bincount(of, minlength=len(count))
    regular = np.bincount(of, share, len(count)) / np.maximum(pairs, 1)
    return {
        "least_regular": float(regular.min()),
        "odd_lines": float(np.log(max(int(count.max()), 1) / max(_quantile(count, 0.5), 1.0))),
        "same_first": _most_common(first),
    }


def _counted(values: npt.NDArray[np.int64], most: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which values below `most` there are, ascending, and how often: counted where that is faster than sorting."""
    if most > _MOST_COUNTED:
        return np.unique(values, return_counts=True)
    count = np.bincount(values, minlength=1)
    found = np.flatnonzero(count)
    return found, count[found]


def _quantile(values: npt.NDArray[Any], share: float) -> float:
    """As numpy's, with less ado."""
    ordered = np.sort(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (place - low))


def _most_common(values: npt.NDArray[Any]) -> float:
    """The share of the most common value."""
    return float(np.unique(values, return_counts=True)[1].max() / len(values)) if len(values) else 0.0


_ROWS = tags.table("tr tbody table td".split())
_ITEMS = tags.table("li dd dt".split())

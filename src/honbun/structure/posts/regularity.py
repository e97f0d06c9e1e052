"""What is measured of a group: does each of its members look like one post?"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import tags
from honbun.page.outline import letters
from honbun.page.page import Mask
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
# Values are counted in a table if that has no more places for each of them.
_MOST_PLACES = 16


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
    def shown(self) -> Mask:
        """The lines that show something."""
        return np.asarray(self.lines.ink > 0)

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
        inside = np.flatnonzero((member >= 0) & self.shown)
        of = member[inside]
        ink, said, dated = lines.ink[inside], lines.said[inside], lines.is_dated[inside]
        said_of: Floats = np.bincount(of, said, n).astype(np.float64)
        count = np.bincount(of, minlength=n).astype(np.float64)
        dates: Floats = np.bincount(of, dated, n).astype(np.float64)
        total = max(float(said_of.sum()), 1.0)
        page_said, page_dates = max(float(lines.said_sum[-1]), 1.0), max(float(lines.date_sum[-1]), 1.0)
        ordered = np.sort(said_of)
        values = {
            "members": np.log1p(n),
            "covered_said": total / page_said,
            "covered_ink": float(ink.sum()) / max(float(lines.ink_sum[-1]), 1.0),
            "link_share": 1 - total / max(float(ink.sum()), 1.0),
            "said_median": np.log1p(_quantile(ordered, 0.5)),
            "said_low": np.log1p(_quantile(ordered, 0.1)),
            "said_spread": _spread(np.log1p(said_of)),
            "largest_share": float(ordered[-1]) / total,
            "filled": np.count_nonzero(said_of >= 10) / n,
            "lines_mean": np.log1p(float(count.sum()) / n),
            "lines_spread": _spread(np.log1p(count)),
            "dated_share": np.count_nonzero(dates) / n,
            "dated_once": np.count_nonzero(dates == 1) / n,
            "dates_mean": float(dates.sum()) / n,
            "page_dates": float(dates.sum()) / page_dates,
            "page_said": np.log1p(page_said),
            "page_dated": np.log1p(page_dates),
        }
        return values | self._keys(inside, of, said, dated, n) | self._place(group, inside, of, said_of, dates)

    def _keys(
        self, inside: npt.NDArray[Any], of: npt.NDArray[Any], said: Floats, dated: npt.NDArray[Any], n: int
    ) -> dict[str, float]:
        """Whether the members are made alike, and differ in what they say."""
        key, text = self.key[inside], self.text[inside]
        keys, words = self.keys, self.words
        both = of * keys + key
        pair, times = counted(both, n * keys)
        pair_key = pair % keys
        having = np.bincount(pair_key, minlength=keys)
        once = np.bincount(pair_key[times == 1], minlength=keys)
        share = having / n
        which, key_of = self.saying
        distinct = key_of[np.flatnonzero(np.bincount(which[inside], minlength=len(key_of)))]
        varied = np.bincount(distinct, minlength=keys) / np.maximum(np.bincount(key, minlength=keys), 1)
        spread = np.bincount(counted(of * words + text, n * words)[0] % words, minlength=words)
        repeated = spread[text] > (max(1, 0.3 * n) if n > 2 else 1)
        date_once = np.zeros(keys)
        if dated.any():
            date_pairs, date_times = counted(both[dated], n * keys)
            date_once = np.bincount(date_pairs[date_times == 1] % keys, minlength=keys) / n
        best = int(np.argmax(date_once))
        at = dated & (key == best)
        count = np.bincount(of, minlength=n)
        before = np.cumsum(count) - count
        is_sorted = bool(np.all(of[1:] >= of[:-1]))
        order = np.arange(len(of)) if is_sorted else np.argsort(of, kind="stable")
        ranked = of[order]
        is_date = at[order]
        date_place = (np.flatnonzero(is_date) - before[ranked[is_date]]) / count[ranked[is_date]]
        is_short = (self.lines.outline.blocks.ink[inside] <= _SHORT) & ~dated
        short = np.zeros(keys, dtype=np.bool_)
        short[key[is_short]] = True
        names = np.where(short, once / n, 0.0)
        weights = np.maximum(said, 1e-9)
        spoken = max(float(weights.sum()), 1e-9)
        return {
            "date_key": float(date_once[best]),
            "date_key_first": _mean(date_place) if len(date_place) else 0.5,
            "regular": _mean(share[pair_key]) if len(pair) else 0.0,
            "regular_said": float(share[key] @ weights) / spoken,
            "once_keys": np.log1p(float(np.count_nonzero(once / n >= 0.8))),
            "name_key": float(names.max(initial=0.0)),
            "name_varied": float((names * varied).max(initial=0.0)),
            "repeated": np.count_nonzero(repeated) / len(text) if len(text) else 0.0,
            **_odd(share[pair_key], pair // keys, count, key[order][before[count > 0]]),
            "varied": float(varied[key] @ weights) / spoken,
        }

    def _place(
        self, group: Group, inside: npt.NDArray[Any], of: npt.NDArray[Any], said_of: Floats, dates: Floats
    ) -> dict[str, float]:
        """Where the members stand on the page."""
        lines, page = self.lines, self.lines.page
        first, last = int(group.first.min()), int(group.last.max())
        total = max(float(lines.said_sum[-1]), 1.0)
        span = max(float(lines.said_sum[last] - lines.said_sum[first]), 1.0)
        gaps = lines.said_sum[group.first[1:]] - lines.said_sum[group.last[:-1]]
        gaps = np.maximum(gaps, 0.0)
        rows = group.rows
        parents = np.array(sorted(set(page.parent[rows].tolist())))
        in_parents = float(
            (lines.said_sum[lines.outline.last[parents]] - lines.said_sum[lines.outline.first[parents]]).sum()
        )
        tag = np.minimum(page.tag[rows], tags.FIRST_CUSTOM)
        longest = np.zeros(len(group))
        np.maximum.at(longest, of, lines.said[inside])
        headed = np.bincount(of[lines.outline.is_heading[inside]], minlength=len(group))
        said_total = float(said_of.sum())
        return {
            "gap": float(gaps.sum()) / span,
            "gap_spread": np.count_nonzero(gaps) / len(gaps) if len(gaps) else 0.0,
            "before": float(lines.said_sum[first]) / total,
            "after": 1 - float(lines.said_sum[last]) / total,
            "depth": _mean(self.depth[rows]),
            "climbed": float(group.climbed),
            "is_nested": float(group.is_nested),
            "top_lines": len(set(group.first.tolist())) / len(group),
            "heading_share": np.count_nonzero(headed) / len(group),
            "is_word": float(group.kind is Kind.WORD),
            "is_path": float(group.kind is Kind.PATH),
            "is_children": float(group.kind is Kind.CHILDREN),
            "is_heads": float(group.kind is Kind.HEADS),
            "is_dates": float(group.kind is Kind.DATES),
            "tag_row": np.count_nonzero(_ROWS[tag]) / len(tag),
            "tag_item": np.count_nonzero(_ITEMS[tag]) / len(tag),
            "tag_article": np.count_nonzero(tag == tags.CODE["article"]) / len(tag),
            "longest_prose": np.log1p(_quantile(np.sort(longest), 0.5)),
            "parent_share": min(said_total / max(in_parents, 1.0), 2.0),
            "same_tag_around": len(parents) / len(group),
            "inner_repeat": said_total / max(float(longest.sum()), 1.0),
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
        "odd_lines": float(np.log(max(int(count.max()), 1) / max(_quantile(np.sort(count), 0.5), 1.0))),
        "same_first": _most_common(first),
    }


def counted(values: npt.NDArray[np.int64], most: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which values below `most` there are, ascending, and how often: counted where that is faster than sorting."""
    if most > _MOST_PLACES * len(values):
        ordered = np.sort(values)
        first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])) if len(ordered) else ordered
        return ordered[first], np.diff(np.append(first, len(ordered)))
    count = np.bincount(values, minlength=1)
    found = np.flatnonzero(count)
    return found, count[found]


def _mean(values: npt.NDArray[Any]) -> float:
    """As numpy's, with less ado."""
    return float(values.sum()) / len(values)


def _spread(values: Floats) -> float:
    """The standard deviation."""
    away = values - _mean(values)
    return float(np.sqrt(_mean(away * away)))


def _quantile(ordered: npt.NDArray[Any], share: float) -> float:
    """Of values in order."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (place - low))


def _most_common(values: npt.NDArray[Any]) -> float:
    """The share of the most common value."""
    return max(Counter(values.tolist()).values()) / len(values) if len(values) else 0.0


_ROWS = tags.table("tr tbody table td".split())
_ITEMS = tags.table("li dd dt".split())

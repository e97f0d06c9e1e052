"""Where stretches of a page begin and end: what stands before the first head and after the last post is no post.

On a board that has no element for a post, header and footer lie beside the posts. Posts have heads that are dated
in one way, in one place; the last one ends where something begins that no other post holds: a rule or a form.
"""

from __future__ import annotations

import re
from collections import Counter
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.dates import DATE_HINT
from honbun.features.lines import Lines
from honbun.features.outline import running
from honbun.page import Hashes, Rows, mix, tags

_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
# A head is made as so many of the lines that are dated in its place; more are in nearly all boards.
_MOST = 0.6
# Stretches are cut at both ends if so many of them have a date that is made alike.
_DATED = 0.5
# What begins in fewer of the other posts does not belong to the last one.
_RARE = 0.3
# So many other posts show what a post can hold; beside fewer only some elements are surely no part of one.
_ENOUGH = 3
# Names and titles stand so many lines above the date, at most, in so many of the posts.
_ABOVE = 3
_SAME = 0.8

_WRITTEN = tags.table("blockquote pre ul ol li code q".split())
_OUTSIDE = tags.table("hr form table fieldset footer nav".split())


class Stretches:
    """How the dated lines of one page are made, and what stands between its lines."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        page = lines.page
        self.kind = _stamp_kinds(lines)
        breaks = np.sort(page.text_start[page.tag == tags.CODE["br"]])
        before = np.searchsorted(breaks, lines.outline.blocks.start, "right")
        self.gap = np.append(np.diff(before, prepend=0), 0)
        """How many breaks stand right before each line; none after the last."""
        rows = np.flatnonzero(tags.is_in(tags.BLOCK_LEVEL, page.tag) | (page.tag == tags.CODE["hr"]))
        self._rows = rows[~tags.is_in(_WRITTEN, page.tag[rows])]

    def alike(self, dated: Rows) -> list[Rows]:
        """Of these dated lines those that are dated as most are; all, too, if these are not nearly all."""
        kinds, number = np.unique(self.kind[dated], return_counts=True)
        heads = dated[self.kind[dated] == kinds[np.argmax(number)]]
        if len(heads) < max(_MOST * len(dated), 2):
            return [dated, heads] if len(heads) > 1 else [dated]
        return [heads]

    def start(self, heads: Rows) -> Rows | None:
        """The lines where posts begin whose names stand above their dates; None if they do not."""
        starts = (self.gap[:-1] > 1) | (np.diff(self.lines.run, prepend=-1) > 0)
        above = []
        for head in heads.tolist():
            back = next((k for k in range(_ABOVE + 1) if head - k <= 0 or starts[head - k]), 0)
            above.append(back)
        most, times = Counter(above).most_common(1)[0]
        if not most or times < _SAME * len(heads):
            return None
        found = heads - most
        return found if found[0] >= 0 and np.all(np.diff(found) > most) else None

    def are_flat(self, first: Rows, last: Rows, top: int) -> bool:
        """Whether most of what the members say lies in no element below `top`."""
        lines = self.lines
        own = running(np.where(lines.outline.blocks.owner == top, lines.said, 0.0))
        return bool(
            (own[last] - own[first]).sum() > 0.5 * (lines.unlinked_sum[last] - lines.unlinked_sum[first]).sum()
        )

    def are_late(self, first: Rows, last: Rows, start: int) -> bool:
        """Whether a line from `start` to the first member is dated as most members are."""
        common = self._common(first, last)[0]
        return bool(common and np.any(self.kind[start : first[0]] == common))

    def kept(self, first: Rows, last: Rows) -> slice:
        """The members from the first to the last that is dated as most are; all, if not most are."""
        of = self._common(first, last)[1]
        return slice(min(of), max(of) + 1) if of else slice(None)

    def _common(self, first: Rows, last: Rows) -> tuple[int, list[int]]:
        """How most of the members are dated, and which are; 0 and none, if not most are dated alike."""
        dated = np.flatnonzero(self.lines.is_dated)
        member = np.searchsorted(first, dated, "right") - 1
        inside = (member >= 0) & (dated < last[member])
        pairs = set(zip(self.kind[dated[inside]].tolist(), member[inside].tolist(), strict=True))
        having = Counter(kind for kind, _ in pairs)
        common = max(having, key=lambda kind: (having[kind], kind), default=0)
        if having[common] < max(_DATED * len(first), 2):
            return 0, []
        return common, [k for kind, k in pairs if kind == common]

    def closed(self, first: Rows, last: Rows, top: int) -> Rows:
        """Where the members end, given the stretches from head to head below `top`: the last before the footer."""
        end = min(self._end_by_elements(first, last, top), self._end_by_breaks(first, last))
        return np.append(last[:-1], end).astype(np.int32)

    def _end_by_elements(self, first: Rows, last: Rows, top: int) -> int:
        page, others = self.lines.page, len(first) - 1
        rows = self._rows[page.parent[self._rows] == top]
        at = self.lines.outline.first[rows]
        member = np.searchsorted(first, at, "right") - 1
        inside = (member >= 0) & (at > first[member]) & (at < last[member])
        rows, member, at = rows[inside], member[inside], at[inside]
        kind = self.lines.outline.path[rows]
        of_last = member == others
        if others < _ENOUGH:
            of_last &= tags.is_in(_OUTSIDE, page.tag[rows])
        end = int(last[-1])
        seen = Counter(value for value, of in set(zip(kind.tolist(), member.tolist(), strict=True)) if of < others)
        for row in np.flatnonzero(of_last).tolist():
            if seen[int(kind[row])] < _RARE * others:
                end = min(end, int(at[row]))
        return end

    def _end_by_breaks(self, first: Rows, last: Rows) -> int:
        """Where more breaks come than any post has inside, if so many stand between all of them."""
        between = int(self.gap[first[1:]].min(initial=99))
        inside = [int(self.gap[a + 1 : b].max(initial=0)) for a, b in zip(first[:-1], last[:-1], strict=True)]
        own = np.flatnonzero(self.gap[first[-1] + 1 : last[-1]] >= between)
        if len(inside) < _ENOUGH or max(inside) >= between or not len(own):
            return int(last[-1])
        return int(first[-1]) + 1 + int(own[0])


def _stamp_kinds(lines: Lines) -> Hashes:
    """For each dated line where its date stands and how it is written, as a number; 0 for others."""
    page, blocks = lines.page, lines.outline.blocks
    dated = np.flatnonzero(lines.is_dated)
    places, shapes = [], []
    for line in dated.tolist():
        place, shape = 0, ""
        for node in range(blocks.first_node[line], blocks.first_node[line + 1]):
            found = DATE_HINT.findall(page.text[page.node_start[node] : page.node_end[node]])
            if found:
                place, shape = int(lines.place[page.node_owner[node]]), " ".join(found)
                break
        places.append(place)
        shapes.append(crc32(_DIGITS.sub("0", _LETTERS.sub("a", shape)).encode()))
    kinds: npt.NDArray[np.uint64] = np.zeros(len(lines), dtype=np.uint64)
    how = mix(np.array(places, dtype=np.uint64)) ^ np.array(shapes, dtype=np.uint64)
    kinds[dated] = lines.outline.path[blocks.owner[dated]] ^ how
    return kinds

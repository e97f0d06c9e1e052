"""Sequences: groups whose members are no elements, but all that lies from one head to the next.

On a board that has no element for a post, header and footer lie beside the posts. Posts have heads that are dated
in one way, in one path; the last one ends where something begins that no other post holds: a rule or a form.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.dates import DATE_HINT
from honbun.features.groups.table import Group, GroupKind, like_rows, sets_of_like_rows
from honbun.features.lines import Lines
from honbun.features.outline import running
from honbun.page import Hashes, Mask, Page, Rows, mix, tags

_DIGITS = re.compile(r"\d+")
_LETTERS = re.compile(r"[^\W\d_]+")
# Where heads are all that their parents hold, but for a quarter, the group is one of elements.
_MIN_CHILDREN_RATIO = 1.25
# A head is made as this share of the lines that are dated in its path; more are in nearly all boards.
_MIN_LIKE_HEADS = 0.6
# Beside the commonest kind of dated lines in a path the next, if it is not much rarer: when people joined is
# stated as often as when they wrote.
_MAX_KINDS = 2
_MIN_KIND_RATIO = 0.5
# Sequences are trimmed at both ends if this share of them has a date that is made alike.
_MIN_DATED_SHARE = 0.5
# What begins in a smaller share of the other posts does not belong to the last one.
_MIN_HOLDING_SHARE = 0.3
# So many other posts show what a post can hold; beside fewer only some elements are surely no part of one.
_MIN_OTHERS = 3
# Names and titles stand so many lines above the date, at most, in this share of the posts.
_MAX_LINES_ABOVE = 3
_MIN_SAME_ABOVE = 0.8

_WRITTEN = tags.table("blockquote pre ul ol li code q".split())
_OUTSIDE = tags.table("hr form table fieldset footer nav".split())
_RULE = tags.CODE["hr"]


def find_sequences(lines: Lines, has_text: Mask, by_date: bool) -> Iterator[Group]:
    """Sequences from one element of a kind to the next; `by_date` trims them, and adds those between dates."""
    heads = _between_heads(lines, has_text)
    if by_date and lines.is_dated.any():
        dated = _Dated(lines)
        yield from (dated.trimmed(group) for group in heads if not dated.is_late(group))
        yield from dated.sequences()
    else:
        yield from heads


def _between_heads(lines: Lines, has_text: Mask) -> Iterator[Group]:
    """Sequences from one child of a kind to the next one, under parents of one path."""
    page, outline = lines.page, lines.outline
    is_rule = page.tag == _RULE
    rows = np.flatnonzero((has_text | is_rule) & (page.parent > 0) & tags.is_in(tags.BLOCK_LEVEL, page.tag))
    children = np.bincount(page.parent[rows], minlength=len(page))
    for kind in (outline.signature, page.tag.astype(np.uint64)):
        key_of = mix(outline.path[page.parent]) ^ kind
        ordered, sizes = like_rows(rows, key_of)
        if not len(sizes):
            continue
        starts = np.cumsum(sizes) - sizes
        parents = page.parent[ordered]  # ascending: elements of one path do not lie in each other
        is_last = np.append(parents[1:] != parents[:-1], True)
        is_last[starts[1:] - 1] = True
        held = np.add.reduceat(np.where(is_last, children[parents], 0), starts)
        for i in np.flatnonzero((sizes * _MIN_CHILDREN_RATIO <= held) | is_rule[ordered[starts]]).tolist():
            one = slice(starts[i], starts[i] + sizes[i])
            heads, parents_of, same = ordered[one], parents[one], ~is_last[one]
            key = int(key_of[heads[0]])
            first = outline.first[heads]
            last = np.where(same, np.append(first[1:], 0), outline.last[parents_of])
            yield Group(GroupKind.HEADS, f"heads {key:x}", heads, first, last)
            top, start = parents_of[0], outline.first[parents_of[0]]
            if is_rule[heads[0]] and top == parents_of[-1] and start < first[0]:
                edges, ends = np.append(start, first), np.append(first, last[-1])
                yield Group(GroupKind.HEADS, f"between {key:x}", np.append(top, heads), edges, ends)


class _Dated:
    """How the dated lines of one page are made, and what stands between its lines."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        page = lines.page
        self.kind = _date_kinds(lines)
        breaks = np.sort(page.text_start[page.tag == tags.CODE["br"]])
        before = np.searchsorted(breaks, lines.outline.blocks.start, "right")
        self.gap = np.append(np.diff(before, prepend=0), 0)
        """How many breaks stand right before each line; none after the last."""
        rows = np.flatnonzero(tags.is_in(tags.BLOCK_LEVEL, page.tag) | (page.tag == _RULE))
        rows = rows[~tags.is_in(_WRITTEN, page.tag[rows])]
        self._rows = rows[np.argsort(page.parent[rows], kind="stable")]
        """Elements that may be parts of posts, parent after parent."""
        self._parents = page.parent[self._rows]
        self._lines = np.argsort(lines.outline.blocks.owner, kind="stable")
        self._owners = lines.outline.blocks.owner[self._lines]
        self._own_sum = running(lines.unlinked_length[self._lines])

    def sequences(self) -> Iterator[Group]:
        """Sequences between dated lines of one path, in the element that holds them all: from each, or to each."""
        lines = self.lines
        owner = lines.outline.blocks.owner
        path = lines.outline.path[owner]
        for dated in sets_of_like_rows(np.flatnonzero(lines.is_dated), path):
            for key, heads in self._heads(int(path[dated[0]]), dated):
                top = _common_ancestor(lines.page, owner[heads])
                holders = self._holders(heads, top)
                start = heads if holders is None else lines.outline.first[holders]
                for name, first in (("", start), (" above", self._starts_above(heads))):
                    if first is not None:
                        last = self._closed(first, np.append(first[1:], lines.outline.last[top]), top)
                        yield Group(GroupKind.DATES, f"dates{name} {key:x}", owner[heads], first, last)
                end = heads + 1 if holders is None else lines.outline.last[holders]
                first = np.append(self._opened(end, top), end[:-1]).astype(np.int32)
                if np.all(first < start) and self._is_over(end, top):
                    yield Group(GroupKind.DATES, f"dates below {key:x}", owner[heads], first, end)

    def is_late(self, group: Group) -> bool:
        """Rules with a post before the first of them: what lies between the rules is the better group."""
        parents = self.lines.page.parent[group.rows]
        if self.lines.page.tag[group.rows[0]] != _RULE or len(set(parents.tolist())) > 1:
            return False
        common = self._common_kind(group)[0]
        start = int(self.lines.outline.first[parents[0]])
        return bool(common and np.any(self.kind[start : group.first[0]] == common))

    def trimmed(self, group: Group) -> Group:
        """The group without header and footer, if posts are no elements and dates tell them from others."""
        page, last_row = self.lines.page, group.rows[-1]
        top = int(page.parent[last_row])
        if page.tag[last_row] != _RULE and not self._is_flat(group, top):
            return group
        # From the first to the last member that is dated as most are; all, if not most are.
        kind, of = self._common_kind(group)
        kept = slice(min(of), max(of) + 1) if of else slice(None)
        first = self._begun(group.first[kept], group.last[kept], kind) if of else group.first
        return replace(group, rows=group.rows[kept], first=first, last=self._closed(first, group.last[kept], top))

    def _begun(self, first: Rows, last: Rows, kind: int) -> Rows:
        """Where the members begin: the first one as far above its date as the others, and not with the header."""
        lines = np.flatnonzero(self.kind == kind)
        dated = np.append(lines, len(self.kind))[np.searchsorted(lines, first)]
        above = (dated - first)[1:][dated[1:] < last[1:]].tolist()
        most, times = Counter(above).most_common(1)[0] if above else (0, 0)
        start = int(dated[0]) - most
        if times < max(_MIN_SAME_ABOVE * len(above), 2) or dated[0] >= last[0] or start <= first[0]:
            return first
        return np.append(start, first[1:]).astype(first.dtype)

    def _heads(self, path: int, dated: Rows) -> Iterator[tuple[int, Rows]]:
        """The dated lines of a path that are dated alike; then all, if the commonest kind is not nearly all."""
        kinds, first, number = np.unique(self.kind[dated], return_index=True, return_counts=True)
        common = np.lexsort((first, -number))[:_MAX_KINDS]
        least = max(_MIN_KIND_RATIO * number[common[0]], 2)
        for kind in kinds[common[number[common] >= least]]:
            yield int(kind), dated[self.kind[dated] == kind]
        if number.max() < max(_MIN_LIKE_HEADS * len(dated), 2):
            yield path, dated

    def _holders(self, heads: Rows, top: int) -> Rows | None:
        """The children of `top` that hold one of these lines each, as rows do; None if lines lie in none."""
        page = self.lines.page
        owner = self.lines.outline.blocks.owner[heads]
        children = top + 1 + np.flatnonzero(page.parent[top + 1 : page.end[top]] == top)
        if not len(children) or owner.min() < children[0]:
            return None
        of = children[np.searchsorted(children, owner, "right") - 1]
        is_one_each = np.all(owner < page.end[of]) and len(set(of.tolist())) == len(heads)
        return np.asarray(of) if is_one_each else None

    def _opened(self, end: Rows, top: int) -> int:
        """Where the first member begins, given where members below `top` end: after what no other member holds."""
        rows, at = self._parts_of(top)
        member = np.searchsorted(end, at, "right")
        path = self.lines.outline.path[rows]
        pairs = set(zip(path.tolist(), member.tolist(), strict=True))
        holding = Counter(value for value, of in pairs if 0 < of < len(end))
        least = _MIN_HOLDING_SHARE * (len(end) - 1)
        rare = [
            row for row, value in zip(rows[member == 0], path[member == 0], strict=True) if holding[value] < least
        ]
        return max((int(self.lines.outline.last[row]) for row in rare), default=int(self.lines.outline.first[top]))

    def _is_over(self, end: Rows, top: int) -> bool:
        """Whether what follows the last member below `top` is not what follows the others, which is a text."""
        rows, at = self._parts_of(top)
        after = np.searchsorted(at, end)
        if after[-1] < len(rows):
            paths = self.lines.outline.path[rows[after]]
        elif end[-1] < self.lines.outline.last[top]:
            paths = self.lines.outline.path[self.lines.outline.blocks.owner[end]]
        else:
            return True
        return bool(np.all(paths[:-1] != paths[-1]))

    def _parts_of(self, top: int) -> tuple[Rows, Rows]:
        """The children of an element that may be parts of posts, and the lines where they begin."""
        low, high = np.searchsorted(self._parents, (top, top + 1))
        rows = self._rows[low:high].astype(np.int32)
        return rows, self.lines.outline.first[rows]

    def _starts_above(self, heads: Rows) -> Rows | None:
        """The lines where posts begin whose names stand above their dates; None if they do not."""
        starts = (self.gap[:-1] > 1) | (np.diff(self.lines.block, prepend=-1) > 0)
        above = [
            next((k for k in range(_MAX_LINES_ABOVE + 1) if head - k <= 0 or starts[head - k]), 0)
            for head in heads.tolist()
        ]
        most, times = Counter(above).most_common(1)[0]
        if not most or times < _MIN_SAME_ABOVE * len(heads):
            return None
        found = heads - most
        return found if found[0] >= 0 and np.all(np.diff(found) > most) else None

    def _is_flat(self, group: Group, top: int) -> bool:
        """Whether most of what the members say lies in no element below `top`."""
        lines, first, last = self.lines, group.first, group.last
        low, high = np.searchsorted(self._owners, (top, top + 1))
        own, sums = self._lines[low:high], self._own_sum[low : high + 1]
        held = sums[np.searchsorted(own, last)] - sums[np.searchsorted(own, first)]
        total = (lines.unlinked_sum[last] - lines.unlinked_sum[first]).sum()
        return bool(held.sum() > 0.5 * total)

    def _common_kind(self, group: Group) -> tuple[int, list[int]]:
        """How most of the members are dated, and which are; 0 and none, if not most are dated alike."""
        dated = np.flatnonzero(self.lines.is_dated)
        member = np.searchsorted(group.first, dated, "right") - 1
        inside = (member >= 0) & (dated < group.last[member])
        pairs = set(zip(self.kind[dated[inside]].tolist(), member[inside].tolist(), strict=True))
        having = Counter(kind for kind, _ in pairs)
        common = max(having, key=lambda kind: (having[kind], kind), default=0)
        if having[common] < max(_MIN_DATED_SHARE * len(group), 2):
            return 0, []
        return common, [k for kind, k in pairs if kind == common]

    def _closed(self, first: Rows, last: Rows, top: int) -> Rows:
        """Where the members end, given the sequences from head to head below `top`: the last before the footer."""
        end = min(self._end_by_elements(first, last, top), self._end_by_breaks(first, last))
        return np.append(last[:-1], end).astype(np.int32)

    def _end_by_elements(self, first: Rows, last: Rows, top: int) -> int:
        page, others = self.lines.page, len(first) - 1
        rows, at = self._parts_of(top)
        member = np.searchsorted(first, at, "right") - 1
        inside = (member >= 0) & (at > first[member]) & (at < last[member])
        rows, member, at = rows[inside], member[inside], at[inside]
        path = self.lines.outline.path[rows]
        of_last = member == others
        if others < _MIN_OTHERS:
            of_last &= tags.is_in(_OUTSIDE, page.tag[rows])
        pairs = set(zip(path.tolist(), member.tolist(), strict=True))
        holding = Counter(value for value, of in pairs if of < others)
        rare = (i for i in np.flatnonzero(of_last).tolist() if holding[int(path[i])] < _MIN_HOLDING_SHARE * others)
        return min((int(at[i]) for i in rare), default=int(last[-1]))

    def _end_by_breaks(self, first: Rows, last: Rows) -> int:
        """Where more breaks come than any post has inside, if so many stand between all of them."""
        between = int(self.gap[first[1:]].min(initial=99))
        inside = [int(self.gap[a + 1 : b].max(initial=0)) for a, b in zip(first[:-1], last[:-1], strict=True)]
        own = np.flatnonzero(self.gap[first[-1] + 1 : last[-1]] >= between)
        if len(inside) < _MIN_OTHERS or max(inside) >= between or not len(own):
            return int(last[-1])
        return int(first[-1]) + 1 + int(own[0])


def _date_kinds(lines: Lines) -> Hashes:
    """For each dated line in which path its date stands and how it is written, as a number; 0 for others."""
    page, blocks = lines.page, lines.outline.blocks
    dated = np.flatnonzero(lines.is_dated)
    path_keys, formats = [], []
    for line in dated.tolist():
        path_key, written = 0, ""
        for node in range(blocks.first_node[line], blocks.first_node[line + 1]):
            found = DATE_HINT.findall(page.text[page.node_start[node] : page.node_end[node]])
            if found:
                path_key, written = int(lines.path_key[page.node_owner[node]]), " ".join(found)
                break
        path_keys.append(path_key)
        formats.append(crc32(_DIGITS.sub("0", _LETTERS.sub("a", written)).encode()))
    kinds: npt.NDArray[np.uint64] = np.zeros(len(lines), dtype=np.uint64)
    how = mix(np.array(path_keys, dtype=np.uint64)) ^ np.array(formats, dtype=np.uint64)
    kinds[dated] = lines.outline.path[blocks.owner[dated]] ^ how
    return kinds


def _common_ancestor(page: Page, rows: Iterable[int]) -> int:
    """The innermost element that holds all these."""
    low, high = int(min(rows)), int(max(rows))
    while page.end[low] <= high:
        low = int(page.parent[low])
    return low

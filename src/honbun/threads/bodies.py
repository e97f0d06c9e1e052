"""Which lines of each member are what was said: one stretch, and the same box of the template in all if it can be.

Lines are judged one by one, by trees. A post's own list of links then looks like the board's, and a "thanks" that
many wrote like a button; so lines of one place are pooled over the members, and what counts is the box that holds
most. On posts-dev this is worth .02 (strict .04) over lines taken one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Group
from honbun.page import Rows
from honbun.threads.regularity import Measure

Floats = npt.NDArray[np.float64]

# How far what is said of a line is what is said of its place in all members: for boxes, for stretches.
_POOLED_BOX = 0.5
_POOLED_STRETCH = 0.3
# Inside the chosen box lines go only if they are unlikely; in log-odds.
_UNLIKELY = -2.0
# The same where nothing is likely, as in a post that only repeats what others wrote.
_WEAK_BOX = -3.0
_WEAK_LINE = -2.0
# A box that holds less of the best stretches is a part of a post: then the stretches are taken.
_BOX_HOLDS = 0.8
# The box of most members is taken if it holds so much of what a member's own best box does.
_NEAR = 0.7
# No line is surer than this.
_SUREST = 4.0


@dataclass(frozen=True, eq=False)
class _Member:
    number: int
    at: npt.NDArray[np.int64]
    """Its lines, as places in the arrays of all lines of members."""
    boxes: dict[int, tuple[float, int]]
    """Place of the template -> what its best box holds, and the row of that."""
    stretch: tuple[float, int, int]

    @cached_property
    def best(self) -> float:
        return max((held for held, _ in self.boxes.values()), default=0.0)


def choose_bodies(
    measure: Measure, group: Group, member: Rows, inside: npt.NDArray[np.int64], odds: npt.NDArray[Any]
) -> list[npt.NDArray[np.int64]]:
    """For each member of a group the lines that were said, perhaps none.

    `inside` are the lines that belong to members, `odds` what the trees say of each, in log-odds.
    """
    lines = measure.lines
    odds = np.clip(odds.astype(np.float64), -_SUREST, _SUREST)
    weight = np.sqrt(lines.length[inside])
    pooled = _pooled(odds, weight, measure.dated_key[inside])
    in_box = (1 - _POOLED_BOX) * odds + _POOLED_BOX * pooled
    in_stretch = (1 - _POOLED_STRETCH) * odds + _POOLED_STRETCH * pooled
    of = member[inside]
    order = np.argsort(of, kind="stable")
    starts = np.searchsorted(of[order], np.arange(len(group) + 1))
    members = []
    for k in range(len(group)):
        at = np.sort(order[starts[k] : starts[k + 1]])
        if len(at):
            boxes = _boxes(measure, group, k, inside[at], in_box[at] * weight[at])
            members.append(_Member(k, at, boxes, _stretch(in_stretch[at] * weight[at])))
    chosen = _choose(measure, members, inside, in_box, in_stretch)
    return [chosen.get(k, np.zeros(0, dtype=np.int64)) for k in range(len(group))]


def _choose(
    measure: Measure, members: list[_Member], inside: npt.NDArray[np.int64], in_box: Floats, in_stretch: Floats
) -> dict[int, npt.NDArray[np.int64]]:
    """The lines of each member that has any."""
    held: dict[int, float] = {}
    for one in members:
        for place, (score, _) in one.boxes.items():
            held[place] = held.get(place, 0.0) + score
    common = max(held, key=held.__getitem__) if held else 0
    by_stretch = sum(one.best for one in members) < _BOX_HOLDS * sum(one.stretch[0] for one in members)
    chosen = {}
    for one in members:
        at = one.at
        if by_stretch and one.stretch[0] > 0:
            _, first, last = one.stretch
            keep = at[first:last][in_stretch[at[first:last]] > _UNLIKELY]
        elif not by_stretch and one.best > 0:
            near = [(held[place], row) for place, (score, row) in one.boxes.items() if score >= _NEAR * one.best]
            keep = _within(measure, at, inside, max(near)[1], in_box, _UNLIKELY)
        elif not by_stretch and common in one.boxes:
            keep = _within(measure, at, inside, one.boxes[common][1], in_box, _WEAK_BOX)
        else:
            likeliest = at[[int(np.argmax(in_stretch[at]))]]
            keep = likeliest[in_stretch[likeliest] > _WEAK_LINE]
        if len(keep):
            chosen[one.number] = inside[keep]
    return chosen


def _within(
    measure: Measure,
    at: npt.NDArray[np.int64],
    inside: npt.NDArray[np.int64],
    row: int,
    odds: Floats,
    least: float,
) -> npt.NDArray[np.int64]:
    outline = measure.lines.outline
    mine = inside[at]
    return np.asarray(at[(mine >= outline.first[row]) & (mine < outline.last[row]) & (odds[at] > least)])


def _pooled(odds: Floats, weight: Floats, key: npt.NDArray[np.int64]) -> Floats:
    """For each line the mean over all lines of its place."""
    _, place = np.unique(key, return_inverse=True)
    return np.asarray((np.bincount(place, odds * weight) / np.maximum(np.bincount(place, weight), 1e-9))[place])


def _boxes(
    measure: Measure, group: Group, k: int, mine: npt.NDArray[np.int64], worth: Floats
) -> dict[int, tuple[float, int]]:
    """The elements of a member with what their lines are worth, the best of each place."""
    outline, page = measure.lines.outline, measure.lines.page
    first, last = int(group.first[k]), int(group.last[k])
    rows: set[int] = set()
    for owner in set(outline.blocks.owner[mine].tolist()):
        row = owner
        while row >= 0 and row not in rows and outline.first[row] >= first and outline.last[row] <= last:
            rows.add(row)
            row = int(page.parent[row])
    if not rows:
        return {}
    elements = np.array(sorted(rows))
    total = np.concatenate([[0.0], np.cumsum(worth)])
    held = (
        total[np.searchsorted(mine, outline.last[elements])]
        - total[np.searchsorted(mine, outline.first[elements])]
    )
    boxes: dict[int, tuple[float, int]] = {}
    for row, score in zip(elements.tolist(), held.tolist(), strict=True):
        place = int(measure.lines.place[row])
        if place not in boxes or score > boxes[place][0]:
            boxes[place] = score, row
    return boxes


def _stretch(worth: Floats) -> tuple[float, int, int]:
    """The consecutive lines that are worth most together: their sum, the first, the first after them."""
    best, at, end = 0.0, 0, 0
    total, start = 0.0, 0
    for i, value in enumerate(worth.tolist()):
        if total <= 0:
            total, start = 0.0, i
        total += value
        if total > best:
            best, at, end = total, start, i + 1
    return best, at, end

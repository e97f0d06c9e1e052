"""Which lines of each member are its body: features of lines for a model, then one choice for all members.

Lines are classified one by one. A post's own list of links then looks like the board's, and a "thanks" that many
wrote like a button; so lines of one path are pooled over the members, and what counts is the box, the element of
the template, that holds most. On posts-dev this is worth .02 (strict .04) over lines taken one by one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.dates import DATE_HINT
from honbun.features import Floats, Group, GroupFeatures, Indices, Lines, digits_in
from honbun.page import Mask, Rows

_OF_LINE = (
    "ink link_share words ends_sentence digit_share dated in_quote in_pre in_list in_cell in_heading "
    "in_paragraph in_form text_spread line_share from_start from_end place members".split()
)
_OF_KEY = "key_share key_once key_count key_varied key_ink key_link key_dated key_said key_place".split()
_OF_END = ("ends_dated", "key_ends_dated")
_OF_BOX = "box_share box_lines box_varied outer_share outer_varied".split()
_AROUND = "ink link_share key_share key_varied text_spread".split()
LINE_FEATURES = (
    *_OF_LINE,
    *_OF_KEY,
    *_OF_BOX,
    *(f"before_{name}" for name in _AROUND),
    *(f"after_{name}" for name in _AROUND),
    "after_date",
    "after_largest",
    "below_rule",
    *_OF_END,
)
# A line that only rules off what follows, such as a signature.
_RULE = re.compile(r"[-_=*~–—]{2,}")
# A remark on a post ends with who made it and when, within so many characters.
_END_LENGTH = 16
_SENTENCE_ENDS = frozenset(".!?…。！？」』)）:;\"'”’")

# How far the logit of a line is that of its path in all members: for boxes, for sequences of lines.
_POOLED_IN_BOX = 0.5
_POOLED_IN_SEQUENCE = 0.3
# Inside the chosen box, or sequence, lines need this logit.
_MIN_LOGIT = -2.0
# The same where nothing is likely, as in a post that only repeats what others wrote.
_MIN_WEAK_BOX_LOGIT = -3.0
_MIN_WEAK_LINE_LOGIT = -2.0
# Right before and after the box they need this one, as what is said below a quote; more than 0 on a page of one
# post. posts-dev: 17 posts more are exact and none less, posts-more-dev as before; with 2 two of its pages lose.
_MIN_BESIDE_LOGIT = 3.0
# Boxes that hold a smaller share of the best sequences are parts of posts: then the sequences are taken.
_MIN_BOX_SHARE = 0.8
# The box of most members is taken if it holds this share of what a member's own best box does.
_MIN_COMMON_SHARE = 0.7
# No line is surer than this.
_MAX_LOGIT = 4.0
# What boards without other markup write before the number of the post that is answered.
REFERENCE = re.compile(r"(?:[>＞]{2}|≫|»)\s?(?:No\.?\s?)?(\d{1,9})", re.IGNORECASE)
_REFERENCES = re.compile(rf"(?:{REFERENCE.pattern}[-,、\d\s]*)+", re.IGNORECASE)


def features_of_lines(features: GroupFeatures, member: Rows) -> tuple[Indices, npt.NDArray[np.float32]]:
    """The shown lines that belong to members, and a row of features for each."""
    lines = features.lines
    inside = np.flatnonzero((member >= 0) & (lines.length > 0))
    if not len(inside):
        return inside, np.zeros((0, len(LINE_FEATURES)), dtype=np.float32)
    inside = inside[np.lexsort((inside, member[inside]))]
    table = _LineTable(features, inside, member[inside].astype(np.int64))
    columns = table.of_line() | table.of_key()
    columns |= table.of_box(columns["key_varied"])
    columns |= table.around(columns)
    return inside, np.stack([columns[name] for name in LINE_FEATURES], axis=1).astype(np.float32)


def line_keys(lines: Lines, inside: Indices, is_below: Mask) -> list[str]:
    """What pages of one site call the paths of these lines: dated ones, and those below a rule, apart."""
    keys = lines.once(_keys_of_lines)
    return [keys[line] + "r" * below for line, below in zip(inside.tolist(), is_below.tolist(), strict=True)]


def _keys_of_lines(lines: Lines) -> list[str]:
    keys = zip(lines.path_key[lines.outline.blocks.owner].tolist(), lines.is_dated.tolist(), strict=True)
    return [f"{key:x}{'d' * is_dated}" for key, is_dated in keys]


def below_rules(lines: Lines, inside: Indices, of: npt.NDArray[np.integer]) -> Mask:
    """Which of these lines, sorted by member, are the last rule of a member that is text, or stand below it."""
    rules = np.flatnonzero(lines.once(_rules)[inside])
    last = np.full(int(of.max(initial=-1)) + 1, len(inside), dtype=np.int64)
    last[of[rules]] = rules
    return np.asarray(np.arange(len(inside)) >= last[of])


def _rules(lines: Lines) -> Mask:
    """The lines that only rule off what follows."""
    return np.array([bool(_RULE.fullmatch(text.strip())) for text in lines.texts], dtype=np.bool_)


def _dated_ends(lines: Lines) -> Mask:
    """The lines that end with a date or a time."""
    return np.array([bool(DATE_HINT.search(text[-_END_LENGTH:])) for text in lines.texts], dtype=np.bool_)


class _LineTable:
    """Columns over the lines of members, which are sorted by member."""

    def __init__(self, features: GroupFeatures, inside: Indices, of: Indices) -> None:
        self.features, self.lines = features, features.lines
        self.inside, self.of = inside, of
        self.n = int(of.max()) + 1
        self.is_below = below_rules(features.lines, inside, of)
        self.key = np.unique(features.dated_key[inside] * 2 + self.is_below, return_inverse=True)[1]
        self.text = np.unique(features.text[inside], return_inverse=True)[1]
        self.length, self.unlinked = self.lines.length[inside], self.lines.unlinked_length[inside]
        self.count = np.bincount(of, minlength=self.n).astype(np.float64)
        self.start = (np.cumsum(self.count) - self.count)[of]
        self.index = np.arange(len(of)) - self.start
        self.members = max(int((self.count > 0).sum()), 1)

    def of_line(self) -> dict[str, Floats]:
        """What the line itself shows."""
        lines, inside = self.lines, self.inside
        owner = lines.outline.blocks.owner[inside]
        node = lines.page.node_owner[lines.outline.blocks.first_node[inside]]
        texts = [lines.texts[i] for i in inside.tolist()]
        of_member = np.maximum(np.bincount(self.of, self.length, self.n), 1.0)
        pairs = np.unique(self.of * (len(self.text) + 1) + self.text)
        spread = np.bincount(pairs % (len(self.text) + 1), minlength=int(self.text.max()) + 1)
        columns = {
            "ink": np.log1p(self.length),
            "link_share": lines.outline.link_share[inside],
            "words": np.log1p([text.count(" ") for text in texts]),
            "ends_sentence": np.array([text.rstrip()[-1:] in _SENTENCE_ENDS for text in texts], dtype=np.float64),
            "digit_share": np.array([digits_in(text[:100]) / min(len(text), 100) for text in texts]),
            "dated": lines.is_dated[inside].astype(np.float64),
            "text_spread": (spread[self.text] - 1) / max(self.members - 1, 1),
            "line_share": self.length / of_member[self.of],
            "from_start": np.log1p(self.index),
            "from_end": np.log1p(self.count[self.of] - 1 - self.index),
            "place": self.index / self.count[self.of],
            "members": np.full(len(inside), np.log1p(self.members)),
            "below_rule": self.is_below.astype(np.float64),
            "ends_dated": lines.once(_dated_ends)[inside].astype(np.float64),
        }
        for name, mask in self.features.within.items():
            columns[name] = (mask[owner] | mask[node]).astype(np.float64)
        return columns

    def of_key(self) -> dict[str, Floats]:
        """What the lines of the same path in other members are like."""
        key, of = self.key, self.of
        keys = int(key.max()) + 1
        number = np.bincount(key, minlength=keys)
        pair, times = np.unique(of * keys + key, return_counts=True)
        having = np.bincount(pair % keys, minlength=keys)
        once = np.bincount((pair % keys)[times == 1], minlength=keys)
        distinct = np.unique(key * (len(self.text) + 1) + self.text) // (len(self.text) + 1)
        total = max(float(self.unlinked.sum()), 1.0)
        by_key = {
            "key_share": having / self.members,
            "key_once": once / self.members,
            "key_count": np.log1p(number / np.maximum(having, 1)),
            "key_varied": np.bincount(distinct, minlength=keys) / number,
            "key_ink": np.bincount(key, np.log1p(self.length), keys) / number,
            "key_link": np.bincount(key, self.lines.outline.link_share[self.inside], keys) / number,
            "key_dated": np.bincount(key, self.lines.is_dated[self.inside], keys) / number,
            "key_said": np.bincount(key, self.unlinked, keys) / total,
            "key_place": np.bincount(key, self.index / self.count[of], keys) / number,
            "key_ends_dated": np.bincount(key, self.lines.once(_dated_ends)[self.inside], keys) / number,
        }
        return {name: values[key] for name, values in by_key.items()}

    def of_box(self, varied: Floats) -> dict[str, Floats]:
        """How much of the member the two elements around the line hold, and how varied it is there."""
        page, owner = self.lines.page, self.lines.outline.blocks.owner[self.inside]
        box = np.maximum(page.parent[owner], 0)
        member = np.maximum(np.bincount(self.of, self.unlinked, self.n), 1.0)[self.of]
        columns = {}
        for name, rows in (("box", box), ("outer", np.maximum(page.parent[box], 0))):
            same = np.unique(self.of * len(page) + rows, return_inverse=True)[1]
            number = np.bincount(same)
            columns[f"{name}_share"] = np.bincount(same, self.unlinked)[same] / member
            columns[f"{name}_varied"] = (np.bincount(same, varied) / number)[same]
            columns[f"{name}_lines"] = np.log1p(number)[same]
        return columns

    def around(self, columns: dict[str, Floats]) -> dict[str, Floats]:
        """The lines before and after in the same member, and where the date and the longest line are."""
        is_first, is_last = self.index == 0, self.index == self.count[self.of] - 1
        found = {}
        for name in _AROUND:
            values = columns[name]
            found[f"before_{name}"] = np.where(is_first, -1.0, np.append(-1.0, values[:-1]))
            found[f"after_{name}"] = np.where(is_last, -1.0, np.append(values[1:], -1.0))
        dates = np.cumsum(columns["dated"])
        longest = np.zeros(self.n)
        order = np.lexsort((-self.index, self.unlinked, self.of))
        longest[self.of[order]] = self.index[order]
        away = self.index - longest[self.of]
        found["after_date"] = dates - np.append(0.0, dates)[self.start.astype(np.int64)]
        found["after_largest"] = np.sign(away) * np.log1p(np.abs(away))
        return found


@dataclass(frozen=True, eq=False)
class _Member:
    number: int
    at: Indices
    """Its lines, as indices into the arrays of all lines of members."""
    boxes: dict[int, tuple[float, int]]
    """Path key -> the score of its best box, and the row of that."""
    sequence: tuple[float, int, int]

    @cached_property
    def best(self) -> float:
        return max((score for score, _ in self.boxes.values()), default=0.0)


def choose_bodies(
    features: GroupFeatures, group: Group, member: Rows, inside: Indices, logits: npt.NDArray[Any]
) -> list[Indices]:
    """For each member of a group the lines of its body, perhaps none.

    `inside` are the lines that belong to members, `logits` what the model says of each.
    """
    lines = features.lines
    logits = np.clip(logits.astype(np.float64), -_MAX_LOGIT, _MAX_LOGIT)
    weight = np.sqrt(lines.length[inside])
    is_below = below_rules(lines, inside, member[inside])
    pooled = _pooled(logits, weight, features.dated_key[inside] * 2 + is_below)
    in_box = (1 - _POOLED_IN_BOX) * logits + _POOLED_IN_BOX * pooled
    in_sequence = (1 - _POOLED_IN_SEQUENCE) * logits + _POOLED_IN_SEQUENCE * pooled
    of = member[inside]
    order = np.argsort(of, kind="stable")
    starts = np.searchsorted(of[order], np.arange(len(group) + 1))
    members = []
    for k in range(len(group)):
        at = np.sort(order[starts[k] : starts[k + 1]])
        if len(at):
            boxes = _boxes(features, group, k, inside[at], in_box[at] * weight[at])
            members.append(_Member(k, at, boxes, _best_sequence(in_sequence[at] * weight[at])))
    chosen = _choose(features, members, inside, in_box, in_sequence)
    return [chosen.get(k, np.zeros(0, dtype=np.int64)) for k in range(len(group))]


def _choose(
    features: GroupFeatures, members: list[_Member], inside: Indices, in_box: Floats, in_sequence: Floats
) -> dict[int, Indices]:
    """The lines of each member that has any."""
    outline = features.lines.outline

    def in_row(at: Indices, row: int, min_logit: float, beside: float = _MAX_LOGIT) -> Indices:
        own = inside[at]
        is_in = (own >= outline.first[row]) & (own < outline.last[row]) & (in_box[at] > min_logit)
        is_likely = is_in | (in_box[at] > beside)
        stretch = np.cumsum(~is_likely)
        return np.asarray(at[is_likely & np.isin(stretch, stretch[is_in])])

    total: dict[int, float] = {}
    for one in members:
        for key, (score, _) in one.boxes.items():
            total[key] = total.get(key, 0.0) + score
    common = max(total, key=total.__getitem__) if total else 0
    by_sequence = sum(one.best for one in members) < _MIN_BOX_SHARE * sum(one.sequence[0] for one in members)
    chosen = {}
    for one in members:
        at = one.at
        if by_sequence and one.sequence[0] > 0:
            _, first, last = one.sequence
            keep = at[first:last][in_sequence[at[first:last]] > _MIN_LOGIT]
        elif not by_sequence and one.best > 0:
            least = _MIN_COMMON_SHARE * one.best
            near = [(total[key], row) for key, (score, row) in one.boxes.items() if score >= least]
            keep = in_row(at, max(near)[1], _MIN_LOGIT, _MIN_BESIDE_LOGIT if len(members) > 1 else 0.0)
        elif not by_sequence and common in one.boxes:
            keep = in_row(at, one.boxes[common][1], _MIN_WEAK_BOX_LOGIT)
        else:
            likeliest = at[[int(np.argmax(in_sequence[at]))]]
            keep = likeliest[in_sequence[likeliest] > _MIN_WEAK_LINE_LOGIT]
        if len(keep):
            chosen[one.number] = inside[keep]
    return chosen


def _pooled(logits: Floats, weight: Floats, key: Indices) -> Floats:
    """For each line the mean over all lines of its path."""
    _, of = np.unique(key, return_inverse=True)
    return np.asarray((np.bincount(of, logits * weight) / np.maximum(np.bincount(of, weight), 1e-9))[of])


def _boxes(
    features: GroupFeatures, group: Group, k: int, own: Indices, scores: Floats
) -> dict[int, tuple[float, int]]:
    """The elements of a member with the sum of the scores of their lines, the best of each path."""
    lines = features.lines
    outline = lines.outline
    # Of a few elements one by one: calls on arrays would take longer than what they do.
    first_of, last_of, parent_of = outline.first.item, outline.last.item, lines.page.parent.item
    first, last = int(group.first[k]), int(group.last[k])
    rows: set[int] = set()
    for row in set(outline.blocks.owner[own].tolist()):
        while row >= 0 and row not in rows and first_of(row) >= first and last_of(row) <= last:
            rows.add(row)
            row = parent_of(row)
    total = [0.0, *accumulate(scores.tolist())]
    own_lines = own.tolist()
    boxes: dict[int, tuple[float, int]] = {}
    for row in sorted(rows):
        score = total[bisect_left(own_lines, last_of(row))] - total[bisect_left(own_lines, first_of(row))]
        key = lines.path_key.item(row)
        if key not in boxes or score > boxes[key][0]:
            boxes[key] = score, row
    return boxes


def _best_sequence(scores: Floats) -> tuple[float, int, int]:
    """The consecutive lines with the largest sum: that sum, the first, the first after them."""
    best, at, end = 0.0, 0, 0
    total, start = 0.0, 0
    for i, score in enumerate(scores.tolist()):
        if total <= 0:
            total, start = 0.0, i
        total += score
        if total > best:
            best, at, end = total, start, i + 1
    return best, at, end


def with_references(lines: Lines, member: Rows, bodies: Sequence[Indices]) -> list[Indices]:
    """Bodies with the lines right before them, or within, that only say which post they answer."""

    def is_reference(line: int, of: int) -> bool:
        is_own = member[line] == of and lines.length[line] > 0
        return bool(is_own and _REFERENCES.fullmatch(lines.texts[line].strip()))

    found = []
    for body in bodies:
        if len(body):
            first, last, of = int(body[0]), int(body[-1]), int(member[body[0]])
            while first and is_reference(first - 1, of):
                first -= 1
            more = (line for line in range(first, last) if is_reference(line, of))
            body = np.array(sorted({*body.tolist(), *more}), dtype=np.int64)
        found.append(body)
    return found

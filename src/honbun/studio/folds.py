"""What is folded of an explained page: long stretches that were left out, each as a line that says what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from honbun.features import Outline
from honbun.page import Mask, tags
from honbun.studio.explanation import Explanation, Label

# Shorter stretches are as quickly read as what would be said of them.
MIN_LINES = 4
# Words of a stretch that are shown, to recognise it by.
MAX_HINT_LENGTH = 60
# A stretch is what such a share of its lines is.
_MOST = 0.6
# What cannot be hidden by itself: the page, and what must stand in a table.
_WHOLE = frozenset("html body head caption colgroup thead tbody tfoot tr".split())
_MEANINGS = {"nav": "navigation", "footer": "footer", "aside": "sidebar"}


@dataclass(frozen=True)
class Fold:
    """One stretch: how many lines it shows, what they are, and how they begin."""

    lines: int
    meaning: str
    hint: str


@dataclass(frozen=True)
class Folds:
    """The stretches of a page, and what is hidden with each."""

    folds: Sequence[Fold] = ()
    rows: Mapping[int, int] = field(default_factory=dict)
    """Row of an element -> the stretch that it is a part of, with all that is in it."""
    blocks: Mapping[int, int] = field(default_factory=dict)
    """Block -> its stretch."""
    loose: frozenset[int] = frozenset()
    """Blocks of stretches that stand in no such element."""


def find_folds(explanation: Explanation) -> Folds:
    """The long stretches of blocks that were left out; what belongs to a post or a record is none."""
    outline = explanation.outline
    is_out = np.array([label is Label.BOILERPLATE for label in explanation.labels], dtype=np.bool_)
    if explanation.posts is not None:
        is_out &= explanation.posts.member < 0
    for row in explanation.records:
        is_out[outline.first[row] : outline.last[row]] = False
    if is_out.all():  # nothing would be left to look at
        return Folds()
    meanings = _meanings(explanation)
    folds, rows, blocks, loose = list[Fold](), dict[int, int](), dict[int, int](), set[int]()
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_out, [False]))))
    for first, last in edges.reshape(-1, 2).tolist():
        shown = [block for block in range(first, last) if not outline.blocks.is_hidden[block]]
        if len(shown) < MIN_LINES:
            continue
        for block, row in enumerate(_largest(outline, first, last), first):
            blocks[block] = len(folds)
            if row < 0:
                loose.add(block)
            else:
                rows[row] = len(folds)
        hint = " ".join(" · ".join(outline.blocks.texts[block] for block in shown[:8]).split())[:MAX_HINT_LENGTH]
        folds.append(Fold(len(shown), _meaning(meanings, outline, shown), hint.rstrip(" ·")))
    return Folds(folds, rows, blocks, frozenset(loose))


def _largest(outline: Outline, first: int, last: int) -> list[int]:
    """For each of these blocks the largest element that holds it and nothing beside them; -1 if there is none."""
    page, known = outline.page, {-1: -1}
    for block in range(first, last):
        row, climbed = int(outline.blocks.owner[block]), list[int]()
        while row not in known and outline.first[row] >= first and outline.last[row] <= last:
            climbed.append(row)
            row = int(page.parent[row])
        above = known.get(row, -1)
        for row in reversed(climbed):
            above = row if above < 0 and page.tag_name(row) not in _WHOLE else above
            known[row] = above
    return [known.get(row, -1) for row in outline.blocks.owner[first:last].tolist()]


def _meanings(explanation: Explanation) -> list[tuple[str, Mask]]:
    """What a stretch may be, the first that most of its lines are, and which blocks of the page are that."""
    outline, page, area = explanation.outline, explanation.outline.page, explanation.comment_area
    found = [] if area is None else [("comments", area)]
    for name, meaning in _MEANINGS.items():
        found.append((meaning, page.within(page.tag == tags.CODE[name])[outline.blocks.owner]))
    return found


def _meaning(meanings: Sequence[tuple[str, Mask]], outline: Outline, blocks: Sequence[int]) -> str:
    """What most lines of a stretch are; navigation if most of its text are links."""
    most = _MOST * len(blocks)
    length = outline.blocks.length[blocks]
    is_linked = length[outline.is_link[blocks]].sum() > _MOST * length.sum()
    said = (name for name, is_it in meanings if is_it[blocks].sum() > most)
    return next(said, "navigation" if is_linked else "text")

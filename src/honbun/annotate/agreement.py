"""How far annotators agree, and how far honbun agrees with each: precision, recall, F, perfect pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from honbun.annotate.marks import units

# What is compared, and the letters that count as it.
GROUPS = {"text": "cp", "comments": "r", "title": "t", "bylines": "abd"}
HONBUN = "honbun"


@dataclass(frozen=True)
class Agreement:
    """One annotator measured against another, on the pages that both have finished."""

    annotator: str
    against: str
    what: str
    pages: int
    precision: float
    recall: float
    f1: float
    perfect: float
    """Share of the pages on which the two agree on every block."""


@dataclass(frozen=True)
class Page:
    """The marks of one page by annotator, and the weight of each of its blocks, in characters."""

    marks: Mapping[str, str]
    weights: Sequence[int]


def agreements(pages: Iterable[Page]) -> list[Agreement]:
    """Every pair of annotators, in every group that one of the two has marked; honbun comes last."""
    found: dict[tuple[str, str], list[Page]] = defaultdict(list)
    for page in pages:
        names = sorted(page.marks, key=lambda name: (name == HONBUN, name))
        for pair in combinations(names, 2):
            found[pair].append(page)
    rows = []
    for (against, annotator), common in sorted(found.items(), key=lambda item: (item[0][1] == HONBUN, item[0])):
        for what in (*GROUPS, "units"):
            row = _compared(annotator, against, what, common)
            if row is not None:
                rows.append(row)
    return rows


def _compared(annotator: str, against: str, what: str, pages: Sequence[Page]) -> Agreement | None:
    found = wanted = common = perfect = 0
    for page in pages:
        mine, theirs = (_parts(page.marks[name], what, page.weights) for name in (annotator, against))
        found += sum(mine.values())
        wanted += sum(theirs.values())
        common += sum(weight for part, weight in mine.items() if part in theirs)
        perfect += mine.keys() == theirs.keys()
    if not found and not wanted:
        return None
    precision, recall = common / found if found else 0.0, common / wanted if wanted else 0.0
    f1 = 2 * common / (found + wanted)
    return Agreement(annotator, against, what, len(pages), precision, recall, f1, perfect / len(pages))


def _parts(marks: str, what: str, weights: Sequence[int]) -> dict[tuple[int, ...], int]:
    """What is compared, with its weight: blocks by characters, posts and comments as wholes by number."""
    if what == "units":
        return {(*unit.body, ord(unit.letter)): 1 for unit in units(marks)[1]}
    letters = GROUPS[what]
    return {(block,): weights[block] for block, mark in enumerate(marks) if mark.lower() in letters}

"""Records of a list page one by one, their number, and their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from unicodedata import normalize

import numpy as np

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.fields import same_value
from honbun.evaluate.metrics.matching import best_pairs, most_pairs
from honbun.evaluate.metrics.words import Scores

RIGHT = 0.8
"""A found record is right if at least this share of the cells of a gold record lie in it."""
_WORD = re.compile(r"\w+")
Cells = Sequence[str]


def record_scores(answer: Answer, gold: Gold) -> Scores:
    """Task records: counts of records and cells to sum over pages, this page's F1, and whether the count is right.

    A cell lies in a record if its words stand in the text of the record, in one run; how the record is cut matters
    to the cells only. A cell is right if the assigned column of the matched record has the very value. Characters
    are compared in their compatible form (NFKC), signs not at all where words are: golds have gone through
    spreadsheets, which write "…" for "..." and -6 for (6).
    """
    wanted = [record for record in gold.records or () if any(map(same_value, record.values()))]
    found = [record for record in answer.records if any(map(same_value, record))]
    shares = np.array([_shares(record, found) for record in _texts(wanted)]).reshape(len(wanted), len(found))
    # Of two found records that both hold a gold record, the shorter is the better one.
    lengths = np.array([sum(map(len, record)) for record in found], np.float64)
    penalties = 0.1 * lengths / lengths.max(initial=1.0)
    pairs = most_pairs(np.where(shares >= RIGHT, shares - penalties, 0.0), RIGHT - 0.1)
    total = len(wanted) + len(found)
    scores: Scores = {
        "correct": len(pairs),
        "predicted": len(found),
        "gold": len(wanted),
        "f1": 2 * len(pairs) / total if total else 1.0,
        "count_right": int(len(found) == len(wanted)),
    }
    return scores | _cells(wanted, found, pairs)


def _texts(records: Sequence[Mapping[str, str]]) -> list[list[str]]:
    return [[text for cell in record.values() if (text := _spaced(cell)).strip()] for record in records]


def _shares(cells: Cells, found: Sequence[Cells]) -> list[float]:
    """Which share of the cells lies in each found record."""
    if not cells:
        return [0.0] * len(found)
    return [sum(cell in text for cell in cells) / len(cells) for text in (_spaced(" ".join(own)) for own in found)]


def _spaced(text: str) -> str:
    """Words with a space around each, so that a part is found at their borders only."""
    return f" {' '.join(_WORD.findall(normalize('NFKC', text).casefold()))} "


def _same(text: str) -> str:
    return same_value(normalize("NFKC", text))


def _cells(
    wanted: Sequence[Mapping[str, str]], found: Sequence[Cells], pairs: Sequence[tuple[int, int]]
) -> dict[str, float]:
    """Counts of cells: the gold's columns assigned to those of the answer by equal values of matched records."""
    equal: Counter[tuple[str, int]] = Counter()
    for i, j in pairs:
        values = [_same(cell) for cell in found[j]]
        for name, cell in wanted[i].items():
            equal.update((name, k) for k, value in enumerate(values) if value and value == _same(cell))
    names = sorted({name for record in wanted for name in record})
    width = max(map(len, found), default=0)
    table = np.array([[equal[name, k] for k in range(width)] for name in names], np.float64)
    chosen = best_pairs(table.reshape(len(names), width))
    taken = {k for _, k in chosen}
    return {
        "cells_correct": sum(equal[names[row], k] for row, k in chosen),
        "cells_predicted": sum(bool(_same(cell)) for own in found for k, cell in enumerate(own) if k in taken),
        "cells_gold": sum(bool(_same(cell)) for record in wanted for cell in record.values()),
    }

"""Columns of a site's pages against the attributes of its gold; records of a list page and their cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

import numpy as np

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.words import Scores, best_pairs, most_pairs

MIN_CELL_SHARE = 0.8
"""A found record is right if at least this share of the cells of a gold record lie in it."""
# Of two found records that hold a gold record, the shorter is the better: the longest loses this much.
_MAX_PENALTY = 0.1
_WORD = re.compile(r"\w+")
Column = list[frozenset[str]]
"""The distinct values of one column or attribute, page by page."""


def field_scores(answers: Sequence[Answer], golds: Sequence[Gold]) -> Scores:
    """Task fields, for all pages of a site: the best assignment of its attributes to columns.

    f1: exact F1 of the distinct values of each page, mean over the attributes that have a value on some page;
    f1/NAME: of each attribute; columns: how many there are (junk columns cost no F1); cells, cells_right: pages x
    attributes with a value in gold or answer, and those whose values are the same.
    """
    wanted = _columns([gold.fields or {} for gold in golds])
    found = _columns([answer.fields for answer in answers])
    chosen = _matched(wanted, found)
    empty: Column = [frozenset()] * len(golds)
    scores: Scores = {"attributes": len(wanted), "columns": len(found), "cells": 0, "cells_right": 0}
    for name, attribute in wanted.items():
        own_name, scores[f"f1/{name}"] = chosen.get(name, ("", 0.0))
        column = found.get(own_name, empty)
        cells = [(own, gold) for own, gold in zip(column, attribute, strict=True) if own or gold]
        scores["cells"] += len(cells)
        scores["cells_right"] += sum(own == gold for own, gold in cells)
    if wanted:
        scores["f1"] = sum(scores[f"f1/{name}"] for name in wanted) / len(wanted)
    return scores


def matched_columns(answers: Sequence[Answer], golds: Sequence[Gold]) -> dict[str, tuple[str, float]]:
    """For each attribute of the gold the column that has its values, if one has any, and their F1."""
    return _matched(_columns([gold.fields or {} for gold in golds]), _columns([each.fields for each in answers]))


def _matched(wanted: Mapping[str, Column], found: Mapping[str, Column]) -> dict[str, tuple[str, float]]:
    f1 = np.array([[_value_f1(column, attribute) for column in found.values()] for attribute in wanted.values()])
    names, own_names = list(wanted), list(found)
    pairs = best_pairs(f1.reshape(len(wanted), len(found)))
    return {names[i]: (own_names[j], float(f1[i, j])) for i, j in pairs}


def _columns(pages: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, Column]:
    """The values of every name page by page, of names that have any."""
    columns: dict[str, Column] = {}
    for number, page in enumerate(pages):
        for name, values in page.items():
            if distinct := frozenset(filter(None, map(_single_spaced, values))):
                columns.setdefault(name, [frozenset()] * len(pages))[number] = distinct
    return columns


def _value_f1(found: Column, wanted: Column) -> float:
    common = sum(len(own & gold) for own, gold in zip(found, wanted, strict=True))
    return 2 * common / sum(map(len, (*found, *wanted)))


def _single_spaced(value: str) -> str:
    return " ".join(value.split())


def record_scores(answer: Answer, gold: Gold) -> Scores:
    """Task records: counts of records and cells to sum over pages, this page's F1, and whether the count is right.

    A cell lies in a record if its words stand in the text of the record, one after the other; how the record is
    cut matters to the cells only. A cell is right if the assigned column of the matched record has the very value.
    Characters are compared in their compatible form (NFKC), signs not at all where words are: golds have gone
    through spreadsheets, which write "…" for "..." and -6 for (6).
    """
    wanted, found, pairs = _matched_records(answer, gold)
    total = len(wanted) + len(found)
    scores: Scores = {
        "correct": len(pairs),
        "predicted": len(found),
        "gold": len(wanted),
        "f1": 2 * len(pairs) / total if total else 1.0,
        "count_right": int(len(found) == len(wanted)),
    }
    return scores | _cell_scores(wanted, found, pairs)


def paired_records(answer: Answer, gold: Gold) -> list[tuple[Mapping[str, str], int]]:
    """Records of the gold that were found, each with its number among those of the answer that say something."""
    wanted, _, pairs = _matched_records(answer, gold)
    return [(wanted[i], j) for i, j in pairs]


def _matched_records(
    answer: Answer, gold: Gold
) -> tuple[list[Mapping[str, str]], list[tuple[str, ...]], list[tuple[int, int]]]:
    """Records of gold and answer that say something, and pairs of their numbers."""
    wanted = [record for record in gold.records or () if any(map(_single_spaced, record.values()))]
    found = [record for record in answer.records if any(map(_single_spaced, record))]
    texts = [_word_text(" ".join(record)) for record in found]
    shares = np.array([_shares(record.values(), texts) for record in wanted]).reshape(len(wanted), len(found))
    lengths = np.array([sum(map(len, record)) for record in found], np.float64)
    penalties = _MAX_PENALTY * lengths / lengths.max(initial=1.0)
    right = np.where(shares >= MIN_CELL_SHARE, shares - penalties, 0.0)
    return wanted, found, most_pairs(right, MIN_CELL_SHARE - _MAX_PENALTY)


def _shares(record: Iterable[str], texts: Sequence[str]) -> list[float]:
    """Which share of the cells of a record lies in each text; cells without words do not count."""
    cells = [text for cell in record if (text := _word_text(cell)).strip()]
    return [sum(cell in text for cell in cells) / len(cells) if cells else 0.0 for text in texts]


def _word_text(text: str) -> str:
    """Words with a space around each, so that a part is found at their borders only."""
    return f" {' '.join(_WORD.findall(normalize('NFKC', text).casefold()))} "


def _cell_scores(
    wanted: Sequence[Mapping[str, str]], found: Sequence[Sequence[str]], pairs: Sequence[tuple[int, int]]
) -> Scores:
    """Counts of cells: the gold's columns assigned to those of the answer by equal values of matched records."""
    golds = [{name: _compatible(cell) for name, cell in record.items()} for record in wanted]
    rows = [[_compatible(cell) for cell in record] for record in found]
    equal: Counter[tuple[str, int]] = Counter()
    for i, j in pairs:
        for name, cell in golds[i].items():
            equal.update((name, k) for k, value in enumerate(rows[j]) if value and value == cell)
    names = sorted({name for record in wanted for name in record})
    width = max(map(len, found), default=0)
    table = np.array([[equal[name, k] for k in range(width)] for name in names], np.float64)
    chosen = best_pairs(table.reshape(len(names), width))
    taken = {k for _, k in chosen}
    return {
        "cells_correct": sum(equal[names[row], k] for row, k in chosen),
        "cells_predicted": sum(bool(cell) for row in rows for k, cell in enumerate(row) if k in taken),
        "cells_gold": sum(bool(cell) for record in golds for cell in record.values()),
    }


def _compatible(text: str) -> str:
    return _single_spaced(normalize("NFKC", text))

"""Columns of a site's pages against the attributes of its gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.matching import best_pairs
from honbun.evaluate.metrics.words import Scores

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
    f1 = np.array([[_value_f1(column, attribute) for column in found.values()] for attribute in wanted.values()])
    chosen = dict(best_pairs(f1.reshape(len(wanted), len(found))))
    empty: Column = [frozenset()] * len(golds)
    columns = list(found.values())
    scores: Scores = {"attributes": len(wanted), "columns": len(found), "cells": 0, "cells_right": 0}
    for i, (name, attribute) in enumerate(wanted.items()):
        column = columns[chosen[i]] if i in chosen else empty
        cells = [(own, gold) for own, gold in zip(column, attribute, strict=True) if own or gold]
        scores["cells"] += len(cells)
        scores["cells_right"] += sum(own == gold for own, gold in cells)
        scores[f"f1/{name}"] = float(f1[i, chosen[i]]) if i in chosen else 0.0
    if wanted:
        scores["f1"] = sum(scores[f"f1/{name}"] for name in wanted) / len(wanted)
    return scores


def same_value(value: str) -> str:
    """The value by which two are compared: spaces joined, nothing else changed."""
    return " ".join(value.split())


def _columns(pages: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, Column]:
    """The values of every name page by page, of names that have any."""
    columns: dict[str, Column] = {}
    for number, page in enumerate(pages):
        for name, values in page.items():
            distinct = frozenset(text for value in values if (text := same_value(value)))
            if distinct:
                columns.setdefault(name, [frozenset()] * len(pages))[number] = distinct
    return columns


def _value_f1(found: Column, wanted: Column) -> float:
    common = sum(len(own & gold) for own, gold in zip(found, wanted, strict=True))
    return 2 * common / sum(map(len, (*found, *wanted)))

"""Labelled pages of a series into a template that has their fields only, called what the labels call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from honbun.errors import FormatError
from honbun.evaluate import Case, field_answers, matched_columns
from honbun.extraction import FieldTemplate, PageStore, learn_and_read


def fit_fields(cases: Iterable[Case]) -> tuple[FieldTemplate, Mapping[str, tuple[str, float]]]:
    """The template, and for each label the column that has its values and their F1 on these pages."""
    labelled = [case for case in cases if case.gold.fields]
    if len(labelled) < 2:
        raise FormatError("fewer than two pages with labels of fields", advice="honbun annotate makes them")
    template, table = learn_and_read(PageStore.of((case.url, case.html) for case in labelled), all_columns=True)
    found = matched_columns(field_answers(table), [case.gold for case in labelled])
    return replace(template, names={column: label for label, (column, _) in found.items()}), found


def label_lines(labels: Iterable[str], found: Mapping[str, tuple[str, float]]) -> list[str]:
    """What became of each label."""
    return [
        f"{label}: {found[label][1]:.3f} as {found[label][0]}" if label in found else f"{label}: no column has it"
        for label in dict.fromkeys(labels)
    ]

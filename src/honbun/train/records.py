"""Labelled records of a site into a template: which list has them, and which columns each label means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from honbun.errors import FormatError
from honbun.evaluate import (
    Answer,
    Case,
    Gold,
    field_answers,
    matched_columns,
    paired_records,
    record_answer,
    score,
)
from honbun.extraction import RecordTemplate, column_traits, read, records
from honbun.lists import possible_lists
from honbun.tables import Column, Table

# A list that has fewer of the labelled records, as F1, is another one.
_MIN_F1 = 0.5


def fit_records(cases: Iterable[Case]) -> tuple[RecordTemplate, Mapping[str, tuple[str, float]]]:
    """The template, and for each label a column that has its values, and their F1: the mean of the pages."""
    labelled = [case for case in cases if case.gold.records]
    if not labelled:
        raise FormatError("no page with labels of records", advice="honbun annotate makes them")
    lists: defaultdict[str, float] = defaultdict(float)
    for case in labelled:
        for name, f1 in _list_scores(case).items():
            lists[name] += f1 / len(labelled)
    template = RecordTemplate({name: f1 for name, f1 in lists.items() if f1 >= _MIN_F1})
    traits: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    names: dict[str, str] = {}
    scores: defaultdict[str, float] = defaultdict(float)
    for case in labelled:
        table = records(case.html, case.url, template=template)
        for label, column, f1 in _columns(table, case.gold):
            names.setdefault(label, column.name)
            scores[label] += f1 / len(labelled)
            for trait, share in column_traits(table, column).items():
                traits[label][trait] += f1 * share / len(labelled)
    labels = dict.fromkeys(label for case in labelled for record in case.gold.records or () for label in record)
    columns = {label: traits[label] for label in labels if label in traits}
    return replace(template, columns=columns), {label: (names[label], scores[label]) for label in columns}


def _list_scores(case: Case) -> dict[str, float]:
    """How well each possible list of a page has its labelled records."""
    found: dict[str, float] = {}
    for name, texts in possible_lists(read(case.html, case.url)):
        f1 = score("records", Answer(records=tuple((text,) for text in texts)), case.gold)["f1"]
        found[name] = max(found.get(name, 0.0), f1)
    return found


def _columns(table: Table, gold: Gold) -> Iterator[tuple[str, Column, float]]:
    """For each label of a page the column of its table that has the values, and their F1 in records found."""
    rows = [row for row in field_answers(table) if row.fields]
    pairs = paired_records(record_answer(table), gold)
    golds = [Gold(fields={name: (value,) for name, value in record.items()}) for record, _ in pairs]
    for label, (name, f1) in matched_columns([rows[row] for _, row in pairs], golds).items():
        yield label, table.column(name), f1

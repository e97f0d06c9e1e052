"""Node classification: table 3 of the paper, node accuracy, the saved model on other sources, time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.papers.markdown import Counts, Row, Tables, order, table
from honbun.evaluate import Case, read_corpus
from honbun.methods.node_classification import features, label, leaf_nodes, shipped_nodes
from honbun.page import decode, parse
from honbun.papers import compare

PAPER = {
    "SVM": (0.9632, 0.9647, 0.9639),
    "logistic regression": (0.9709, 0.9456, 0.9581),
    "XGBoost": (0.9711, 0.9816, 0.9763),
}


# Of cross-validation, for parameters and for sites; the paper takes five for parameters.
FOLDS = 3


def tables(data: Path, every: int = 1) -> Tables:
    """The tables by name, of every so manyth site."""
    corpus = read_corpus(data / "sites-dev.parquet")
    chinese = replace(corpus, name="Chinese", cases=[case for case in corpus.cases if case.language == "zh"])
    found = compare(chinese, folds=FOLDS if every == 1 else 2)
    clean = f"{found.clean / found.nodes:.0%}"
    yield "pages", [f"{found.pages} pages of {found.sites} sites, {found.nodes:,} nodes, {clean} clean"]
    rows: list[Row] = [("*the paper, 7:3*", name, *values, None, None) for name, values in PAPER.items()]
    rows += [
        (row.split, row.classifier, row.precision, row.recall, row.f1, row.accuracy, row.word_f1)
        for row in found.rows
    ]
    heads: tuple[str, ...] = ("split", "classifier", "precision", "recall", "F1", "node accuracy", "word F1")
    yield "main", table(heads, rows, left=2)
    here = {row.classifier: row.f1 for row in found.rows if row.split == "7:3 by node"}
    yield "order", [order({name: values[2] for name, values in PAPER.items()}, here)]
    yield (
        "saved",
        table(("set", "pages", "precision", "recall", "F1", "node accuracy"), _saved(corpus.cases[::every])),
    )
    yield "time", _times([case.html for case in chinese.cases])


def _saved(cases: Sequence[Case]) -> Iterator[Row]:
    model = shipped_nodes()
    for name in sorted({case.set for case in cases}):
        counts, right, nodes = Counts(), 0, 0
        own = [case for case in cases if case.set == name]
        for case in own:
            found = leaf_nodes(parse(decode(case.html).text))
            kept, wanted = model.predict(features(found)), label(found, case.gold.text or "")
            counts.add(int((kept & wanted).sum()), int(kept.sum()), int(wanted.sum()))
            right, nodes = right + int((kept == wanted).sum()), nodes + len(found)
        yield name, len(own), *counts.figures, right / nodes


def _times(pages: Sequence[bytes]) -> Iterator[str]:
    model = shipped_nodes()
    spent = np.zeros(3)
    for html in pages:
        moments = [time.process_time()]
        page = parse(decode(html).text)
        moments.append(time.process_time())
        values = features(leaf_nodes(page))
        moments.append(time.process_time())
        model.predict(values)
        moments.append(time.process_time())
        spent += np.diff(moments)
    ours = (f"{value:.2f}" for value in (1000 * spent / len(pages)).tolist())
    heads = ("ms a page", "parsing", "nodes and features", "classifying")
    return table(heads, [("*the paper*", "", "82, with parsing", "13"), ("here", *ours)])

"""Comparisons as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from honbun.evaluate import Corpus, read_corpus, share
from honbun.papers.node_classification.compare import Comparison, compare
from honbun.papers.node_classification.models import MOST_KERNEL, MOST_SEARCHED

# The paper's Table 3, all ten sites mixed, divided 7:3.
PUBLISHED = (
    ("SVM", 0.9632, 0.9647, 0.9639),
    ("logistic regression", 0.9709, 0.9456, 0.9581),
    ("XGBoost", 0.9711, 0.9816, 0.9763),
)
_NOTE = (
    f"SVM is fitted on at most {MOST_KERNEL:,} nodes; the parameters of XGBoost are chosen on at most "
    f"{MOST_SEARCHED:,}. Figures of nodes are over all tested nodes, word F1 is a mean over tested pages."
)


def table(comparison: Comparison) -> str:
    """The comparison in Markdown: the paper's figures first, then ours by split."""
    heads = ("split", "classifier", "precision", "recall", "F1", "word F1", "by character", "pages")
    lines = [["the paper", name, *map(share, figures), "", "", ""] for name, *figures in PUBLISHED]
    for row in comparison.rows:
        figures = [share(value) for value in (row.precision, row.recall, row.f1)]
        words = ["" if value is None else share(value) for value in (row.word_f1, row.character_f1)]
        lines.append([row.split, row.classifier, *figures, *words, f"{row.pages:,}" if row.pages else ""])
    text = [_about(comparison), "", *_rows(heads, lines, left=2)]
    if comparison.parts:
        parts = [
            [part.name, f"{part.pages:,}", *map(share, (part.word_f1, part.labelled_f1, part.all_f1))]
            for part in comparison.parts
        ]
        last = comparison.rows[-1]
        text += ["", f"Word F1 of {last.classifier}, {last.split}:", ""]
        text += _rows(("pages", "number", "word F1", "of the labels", "of all nodes"), parts, left=1)
    return "\n".join(text)


def run(paths: Sequence[Path], folds: int = 5, seed: int = 0) -> Iterator[str]:
    """Lines of Markdown: a heading and a table for each set of each corpus, as soon as it is compared.

    CorpusError if a corpus cannot be read or is too small, MissingPackageError if xgboost or scikit-learn is
    not installed.
    """
    for path in paths:
        for corpus in sets(read_corpus(path)):
            comparison = compare(corpus, folds=folds, seed=seed)
            yield f"## {comparison.corpus} ({comparison.digest})"
            yield ""
            yield from table(comparison).splitlines()
            yield ""
    yield _NOTE


def sets(corpus: Corpus) -> list[Corpus]:
    """The sets that a corpus is made of, each a corpus; the corpus itself if there is one."""
    names = list(dict.fromkeys(case.set for case in corpus.cases))
    if len(names) <= 1:
        return [corpus]
    parts = []
    for name in names:
        cases = [case for case in corpus.cases if case.set == name]
        parts.append(replace(corpus, name=f"{name} in {corpus.name}", cases=cases))
    return parts


def _about(comparison: Comparison) -> str:
    clean = comparison.clean / comparison.nodes
    sites = "one site" if comparison.sites == 1 else f"{comparison.sites:,} sites"
    return (
        f"{comparison.pages:,} pages of {sites}, {comparison.nodes:,} nodes, "
        f"{comparison.clean:,} ({clean:.0%}) clean. Word F1 of all nodes {share(comparison.all_f1)}, "
        f"of those labelled clean {share(comparison.labelled_f1)}."
    )


def _rows(heads: Sequence[str], lines: Sequence[Sequence[str]], left: int) -> list[str]:
    rule = ["---"] * left + ["--:"] * (len(heads) - left)
    return [f"| {' | '.join(cells)} |" for cells in (heads, rule, *lines)]

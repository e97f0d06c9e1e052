"""A corpus into the paper's Table 3, and what it does not give: other sites, and the text that comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from honbun.errors import CorpusError
from honbun.evaluate import Corpus, block_scores
from honbun.page import Mask
from honbun.papers.node_classification.models import Classifier, Standard, classifiers
from honbun.papers.node_classification.samples import Samples, page_scores, read_samples
from honbun.papers.node_classification.splits import Split, splits

# Fewer give no test pages, or no fold to choose parameters on.
FEWEST_PAGES = 4


@dataclass(frozen=True)
class Row:
    """One classifier in one split: nodes together as the paper counts them, and means over the tested pages."""

    split: str
    classifier: str
    precision: float
    recall: float
    f1: float
    pages: int
    """Tested pages; 0 where they are not whole."""
    word_f1: float | None
    """WCXB's word F1 of the text joined from the nodes predicted clean; None where pages are not whole."""
    character_f1: float | None
    """The same with Chinese, Japanese, Thai and the like cut into characters."""


@dataclass(frozen=True)
class Part:
    """Word F1 of some of the pages: those of a type or a language, by the last classifier of the last split."""

    name: str
    pages: int
    word_f1: float
    labelled_f1: float
    """The same of the nodes that are labelled clean: what a classifier that is always right would reach."""
    all_f1: float
    """The same of all nodes: what needs no classifier."""


@dataclass(frozen=True)
class Comparison:
    """What the classifiers reach on one corpus."""

    corpus: str
    digest: str
    pages: int
    sites: int
    nodes: int
    clean: int
    """Nodes labelled content."""
    labelled_f1: float
    """Mean word F1 of the nodes that are labelled clean: what a classifier that is always right would reach."""
    all_f1: float
    """Mean word F1 of all nodes: what needs no classifier."""
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]


def compare(corpus: Corpus, *, folds: int = 5, seed: int = 0) -> Comparison:
    """Learn and test on one corpus, by node, by page and by site; the same corpus and seed give the same figures.

    CorpusError if there are fewer than four pages with a gold text, or nodes of one class only.
    """
    samples = read_samples(corpus)
    if len(samples.corpus.cases) < FEWEST_PAGES:
        raise CorpusError(f"fewer than {FEWEST_PAGES} pages have a gold text", corpus.name)
    if samples.is_clean.all() or not samples.is_clean.any():
        raise CorpusError("no node of a page is in its gold text, or all are", corpus.name)
    labelled = _word_f1(samples, samples.is_clean)
    everything = _word_f1(samples, np.ones(len(samples), dtype=np.bool_))
    rows: list[Row] = []
    parts: tuple[Part, ...] = ()
    for split in splits(samples, folds, seed):
        for classifier in classifiers(folds, seed):
            kept = _predictions(samples, split, classifier)
            rows.append(_row(samples, split, classifier.name, kept))
        if split.has_whole_pages:
            parts = tuple(_parts(samples, split, (_word_f1(samples, kept), labelled, everything)))
    return Comparison(
        corpus=samples.corpus.name,
        digest=samples.corpus.digest,
        pages=len(samples.corpus.cases),
        sites=len(samples.corpus.sites()),
        nodes=len(samples),
        clean=int(samples.is_clean.sum()),
        labelled_f1=float(np.mean(labelled)),
        all_f1=float(np.mean(everything)),
        rows=tuple(rows),
        parts=parts,
    )


def _predictions(samples: Samples, split: Split, classifier: Classifier) -> Mask:
    """The nodes predicted clean when they are in a test; those in none are not."""
    kept = np.zeros(len(samples), dtype=np.bool_)
    values, is_clean = samples.features.values, samples.is_clean
    for test in split.tests:
        known = ~test
        if len(np.unique(is_clean[known])) < 2:
            kept[test] = is_clean[known].any()
            continue
        standard = Standard()
        standard.fit(values[known])
        classifier.fit(standard.transform(values[known]), is_clean[known], split.unit[known])
        if test.any():
            kept[test] = classifier.predict(standard.transform(values[test]))
    return kept


def _row(samples: Samples, split: Split, classifier: str, kept: Mask) -> Row:
    tested = np.logical_or.reduce(split.tests)
    nodes = block_scores(kept[tested].tolist(), samples.is_clean[tested].tolist())
    pages = _tested_pages(samples, split)
    scores = page_scores(samples, kept) if pages else []
    return Row(
        split=split.name,
        classifier=classifier,
        precision=nodes["precision"],
        recall=nodes["recall"],
        f1=nodes["f1"],
        pages=len(pages),
        word_f1=_mean([scores[page]["f1"] for page in pages]),
        character_f1=_mean([scores[page]["f1_by_character"] for page in pages]),
    )


def _parts(samples: Samples, split: Split, scores: Sequence[Sequence[float]]) -> Iterator[Part]:
    """Page types and languages, those with the most pages first; none where all pages are of one.

    `scores` are those of each page by what is predicted, what is labelled, and all nodes.
    """
    cases = samples.corpus.cases
    groups: dict[str, list[int]] = {}
    for name in ("page_type", "language"):
        if len({getattr(case, name) for case in cases}) > 1:
            for page in _tested_pages(samples, split):
                groups.setdefault(getattr(cases[page], name) or "not stated", []).append(page)
    for name, pages in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        found, labelled, everything = (float(np.mean([score[page] for page in pages])) for score in scores)
        yield Part(name, len(pages), found, labelled, everything)


def _tested_pages(samples: Samples, split: Split) -> list[int]:
    """Pages with a node in a test, all of whose nodes are then; where every page is, those without nodes too."""
    if not split.has_whole_pages:
        return []
    tested = np.logical_or.reduce(split.tests)
    if tested.all():
        return list(range(len(samples.corpus.cases)))
    return [int(page) for page in np.unique(samples.page[tested])]


def _word_f1(samples: Samples, kept: Mask) -> list[float]:
    return [scores["f1"] for scores in page_scores(samples, kept)]


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None

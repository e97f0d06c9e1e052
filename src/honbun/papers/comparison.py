"""A corpus into the paper's Table 3, and what it does not give: other sites, and the text that comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from honbun.errors import CorpusError
from honbun.evaluate import Answer, Corpus, block_scores, for_task, read_corpus, word_scores
from honbun.methods.node_classification import (
    FEATURES,
    MAX_KERNEL_NODES,
    MAX_SEARCH_NODES,
    Classifier,
    NodeModel,
    Values,
    classifiers,
    features,
    fit_nodes,
    fold_tests,
    label,
    leaf_nodes,
    one_test,
    standardise,
)
from honbun.page import Mask, Rows, decode, parse
from honbun.report import share

# Fewer give no test pages, or no fold to choose parameters on.
MIN_PAGES = 4
# The paper's Table 3, all ten sites mixed, divided 7:3: precision, recall, F1.
PUBLISHED = (
    ("SVM", 0.9632, 0.9647, 0.9639),
    ("logistic regression", 0.9709, 0.9456, 0.9581),
    ("XGBoost", 0.9711, 0.9816, 0.9763),
)
_NOTE = (
    f"SVM is fitted on at most {MAX_KERNEL_NODES:,} nodes; the parameters of XGBoost are chosen on at most "
    f"{MAX_SEARCH_NODES:,}. Figures of nodes are over all tested nodes, word F1 is a mean over tested pages."
)


@dataclass(frozen=True, eq=False)
class Samples:
    """The nodes of a corpus, page after page."""

    corpus: Corpus
    """Without the pages whose gold has no text; their order is that of `page`."""
    values: Values
    is_clean: Mask
    """The label: the paper calls content clean and the rest dirty."""
    page: Rows
    """For each node the number of its page."""
    site: Rows
    """For each page the number of its site."""
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.is_clean)


def read_samples(corpus: Corpus) -> Samples:
    """Features and labels of all nodes of the corpus's pages that have a gold text."""
    corpus = for_task(corpus, "content")
    sites = {place: number for number, place in enumerate(corpus.sites())}
    values = [np.zeros((0, len(FEATURES)))]
    labels = [np.zeros(0, dtype=np.bool_)]
    texts: list[str] = []
    for case in corpus.cases:
        nodes = leaf_nodes(parse(decode(case.html).text, case.url))
        values.append(features(nodes))
        labels.append(label(nodes, case.gold.text or ""))
        texts += nodes.texts
    return Samples(
        corpus=corpus,
        values=np.concatenate(values),
        is_clean=np.concatenate(labels),
        page=np.repeat(np.arange(len(corpus.cases), dtype=np.int32), [len(found) for found in labels[1:]]),
        site=np.array([sites[case.site_key] for case in corpus.cases], dtype=np.int32),
        texts=texts,
    )


def page_scores(samples: Samples, kept: Mask) -> list[dict[str, float]]:
    """For each page how the text joined from the kept nodes agrees with the gold: `f1`, `f1_by_character`."""
    edges = np.searchsorted(samples.page, np.arange(len(samples.corpus.cases) + 1))
    scores = []
    for case, a, b in zip(samples.corpus.cases, edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        text = "\n".join(samples.texts[i] for i in range(a, b) if kept[i])
        scores.append(word_scores(Answer(text=text), case.gold))
    return scores


@dataclass(frozen=True, eq=False)
class Split:
    """A division of the nodes of a corpus: units that stay whole, and the tests made of them."""

    name: str
    unit: Rows
    """For each node the unit that it belongs to."""
    tests: list[Mask]
    """The nodes tested in each turn; all others are learned from."""
    has_whole_pages: bool = True


def splits(samples: Samples, folds: int, seed: int) -> list[Split]:
    """7:3 by node and 7:3 by page, which are two readings of the paper, and folds by site.

    Nodes of one page, and pages of one site, are similar: what they share is on both sides of a split that does
    not keep them whole. A corpus of one site is not split by site.
    """
    nodes = np.arange(len(samples), dtype=np.int32)
    sites = samples.site[samples.page]
    found = [
        Split("7:3 by node", nodes, [one_test(nodes, seed)], has_whole_pages=False),
        Split("7:3 by page", samples.page, [one_test(samples.page, seed)]),
    ]
    if len(np.unique(sites)) > 1:
        tests = fold_tests(sites, folds, seed)
        found.append(Split(f"{len(tests)} folds by site", sites, tests))
    return found


@dataclass(frozen=True)
class Row:
    """One classifier in one split: nodes together as the paper counts them, and means over the tested pages."""

    split: str
    classifier: str
    precision: float
    recall: float
    f1: float
    accuracy: float
    """Share of all tested nodes that are told right."""
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
    """As of a `Part`, of all pages."""
    all_f1: float
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]


def compare(corpus: Corpus, *, folds: int = 5, seed: int = 0) -> Comparison:
    """Learn and test on one corpus, by node, by page and by site; the same corpus and seed give the same figures.

    CorpusError if there are fewer than four pages with a gold text, or nodes of one class only.
    """
    samples = read_samples(corpus)
    if len(samples.corpus.cases) < MIN_PAGES:
        raise CorpusError(f"fewer than {MIN_PAGES} pages have a gold text", corpus.name)
    if samples.is_clean.all() or not samples.is_clean.any():
        raise CorpusError("no node of a page is in its gold text, or all are", corpus.name)
    labelled = _word_f1(samples, samples.is_clean)
    everything = _word_f1(samples, np.ones(len(samples), dtype=np.bool_))
    rows: list[Row] = []
    parts: tuple[Part, ...] = ()
    for split in splits(samples, folds, seed):
        for classifier in classifiers(folds, seed).values():
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


def train_nodes(
    corpora: Sequence[Corpus], *, learner: str = "xgboost", folds: int = 5, seed: int = 0
) -> NodeModel:
    """A model of nodes learned from all pages that have a gold text; those of a page stay in one fold."""
    samples = [read_samples(corpus) for corpus in corpora]
    edges = np.cumsum([0, *(len(each.corpus.cases) for each in samples)])
    model = fit_nodes(
        np.concatenate([each.values for each in samples]),
        np.concatenate([each.is_clean for each in samples]),
        np.concatenate([each.page + edge for each, edge in zip(samples, edges[:-1], strict=True)]),
        learner=learner,
        folds=folds,
        seed=seed,
    )
    names = {each.corpus.name: each.corpus.digest for each in samples}
    return replace(model, about={**model.about, "pages": int(edges[-1]), "corpora": names})


def _predictions(samples: Samples, split: Split, classifier: Classifier) -> Mask:
    """The nodes predicted clean when they are in a test; those in none are not."""
    kept = np.zeros(len(samples), dtype=np.bool_)
    is_clean = samples.is_clean
    for test in split.tests:
        known = ~test
        if len(np.unique(is_clean[known])) < 2:
            kept[test] = is_clean[known].any()
            continue
        values = standardise(samples.values, known)
        classifier.fit(values[known], is_clean[known], split.unit[known])
        if test.any():
            kept[test] = classifier.predict(values[test])
    return kept


def _row(samples: Samples, split: Split, classifier: str, kept: Mask) -> Row:
    tested = np.logical_or.reduce(split.tests)
    nodes = block_scores(kept[tested].tolist(), samples.is_clean[tested].tolist())
    pages = _tested_pages(samples, split)
    scores = page_scores(samples, kept) if pages else []
    words, characters = (
        float(np.mean([scores[page][name] for page in pages])) if pages else None
        for name in ("f1", "f1_by_character")
    )
    accuracy = float((kept == samples.is_clean)[tested].mean())
    figures = (nodes["precision"], nodes["recall"], nodes["f1"], accuracy)
    return Row(split.name, classifier, *figures, len(pages), words, characters)


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
        yield Part(name, len(pages), *(float(np.mean([score[page] for page in pages])) for score in scores))


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
    return [
        replace(corpus, name=f"{name} in {corpus.name}", cases=[case for case in corpus.cases if case.set == name])
        for name in names
    ]


def table(comparison: Comparison) -> str:
    """The comparison in Markdown: the paper's figures first, then ours by split."""
    heads = ("split", "classifier", "precision", "recall", "F1", "word F1", "by character", "pages")
    lines = [["the paper", name, *map(share, figures), "", "", ""] for name, *figures in PUBLISHED]
    for row in comparison.rows:
        figures = [share(value) for value in (row.precision, row.recall, row.f1)]
        words = ["" if value is None else share(value) for value in (row.word_f1, row.character_f1)]
        lines.append([row.split, row.classifier, *figures, *words, f"{row.pages:,}" if row.pages else ""])
    sites = "one site" if comparison.sites == 1 else f"{comparison.sites:,} sites"
    clean = f"{comparison.clean:,} ({comparison.clean / comparison.nodes:.0%})"
    about = (
        f"{comparison.pages:,} pages of {sites}, {comparison.nodes:,} nodes, {clean} clean. Word F1 of all nodes "
        f"{share(comparison.all_f1)}, of those labelled clean {share(comparison.labelled_f1)}."
    )
    text = [about, "", *_rows(heads, lines, left=2)]
    if comparison.parts:
        parts = [
            [part.name, f"{part.pages:,}", *map(share, (part.word_f1, part.labelled_f1, part.all_f1))]
            for part in comparison.parts
        ]
        last = comparison.rows[-1]
        text += ["", f"Word F1 of {last.classifier}, {last.split}:", ""]
        text += _rows(("pages", "number", "word F1", "of the labels", "of all nodes"), parts, left=1)
    return "\n".join(text)


def _rows(heads: Sequence[str], lines: Sequence[Sequence[str]], left: int) -> list[str]:
    rule = ["---"] * left + ["--:"] * (len(heads) - left)
    return [f"| {' | '.join(cells)} |" for cells in (heads, rule, *lines)]

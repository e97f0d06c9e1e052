"""A model of main text from labelled pages, and by cross-validation how good it is on sites it has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from honbun.errors import CorpusError
from honbun.evaluate import overlap
from honbun.model import NOTHING, Model, Trees, choose_threshold, probabilities, profile, scores
from honbun.train.boost import BoostOptions, grow
from honbun.train.dataset import Dataset, Sample

# The kind of a page is learned from few rows: small trees.
_KIND_TREES = 60
_KIND_DEPTH = 3
_KIND_RATE = 0.15


@dataclass(frozen=True)
class Report:
    """What cross-validation measured, in mean page F1."""

    pages: int
    f1: float
    by_kind: dict[str, float]
    oracle: float
    """What perfect labels of the same blocks would give."""
    kind_accuracy: float | None
    """Share of pages whose kind was predicted right."""


def fit(data: Dataset, options: BoostOptions) -> Model:
    """A model trained on all pages."""
    return _fit(data, np.arange(len(data.samples)), options)


def fit_without(data: Dataset, held_out: npt.NDArray[np.int64], options: BoostOptions) -> Model:
    """A model trained on all pages but these."""
    return _fit(data, np.setdiff1d(np.arange(len(data.samples)), held_out), options)


def cross_validate(
    data: Dataset, options: BoostOptions, folds: int, progress: Callable[[str], None] = lambda _: None
) -> Report:
    """Each page scored by a model that has seen no page of its site."""
    fold = data.folds(folds)
    used = sorted(set(fold.tolist()))
    if len(used) < 2:
        raise CorpusError("too few sites to cross-validate", ", ".join(data.corpus), "take more, or no folds")
    f1 = np.zeros(len(data.samples))
    right = []
    for number in used:
        held_out = np.flatnonzero(fold == number)
        model = fit_without(data, held_out, options)
        for i in held_out.tolist():
            sample = data.samples[i]
            probability = _probability(model, sample)
            f1[i] = page_f1(sample, _kept(probability, sample.words))
            if model.pages is not None and sample.kind and len(probability):
                right.append(model.kinds_of(sample.features, probability)[0] == sample.kind)
        progress(f"fold {number}")
    kinds = np.array([sample.kind for sample in data.samples])
    return Report(
        pages=len(data.samples),
        f1=float(f1.mean()),
        by_kind={kind: float(f1[kinds == kind].mean()) for kind in data.kinds},
        oracle=float(np.mean([page_f1(sample, sample.content) for sample in data.samples])),
        kind_accuracy=float(np.mean(right)) if right else None,
    )


def lines(report: Report) -> Iterator[str]:
    """The figures as a Markdown table."""
    yield "| | mean page F1 |"
    yield "|---|--:|"
    yield f"| all {report.pages:,} pages | {report.f1:.3f} |"
    for kind, score in sorted(report.by_kind.items()):
        yield f"| {kind} | {score:.3f} |"
    yield f"| perfect labels of the same blocks | {report.oracle:.3f} |"
    if report.kind_accuracy is not None:
        yield f"| kind of page told right | {report.kind_accuracy:.3f} |"


def page_f1(sample: Sample, keep: npt.NDArray[np.bool_]) -> float:
    """WCXB's word F1 of the kept blocks."""
    found: Counter[str] = Counter()
    for block in np.flatnonzero(keep).tolist():
        found.update(sample.bags[block])
    return overlap(found, sample.gold)[2]


def _fit(data: Dataset, pages: npt.NDArray[np.int64], options: BoostOptions) -> Model:
    rows = np.isin(data.page, pages)
    trees = grow(data.values[rows], data.content[rows].astype(np.int32), data.weights[rows], options)
    model = Model(names=data.samples[0].features.names, blocks=trees, corpus=data.corpus)
    samples = [data.samples[i] for i in pages if data.samples[i].kind and len(data.samples[i].content)]
    # Those of these pages: a kind that is found on one site only is missing from a fold.
    kinds = tuple(sorted({sample.kind for sample in samples}))
    if len(kinds) < 2:
        return model
    return replace(model, kinds=kinds, pages=_fit_kinds(model, samples, kinds, options))


def _fit_kinds(model: Model, samples: Sequence[Sample], kinds: tuple[str, ...], options: BoostOptions) -> Trees:
    """Trees for the kind of a page, over the mean features of all its words and of its content."""
    values = np.stack([profile(sample.features, _probability(model, sample), sample.words) for sample in samples])
    wanted = np.array([kinds.index(sample.kind) for sample in samples])
    small = replace(options, trees=_KIND_TREES, depth=_KIND_DEPTH, rate=_KIND_RATE)
    return grow(values, wanted, np.ones(len(wanted)), small, len(kinds))


def _probability(model: Model, sample: Sample) -> npt.NDArray[np.float32]:
    return probabilities(scores(model.blocks, sample.features.values)[:, 0])


def _kept(probability: npt.NDArray[np.float32], words: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    chosen = choose_threshold(probability, words)
    return chosen.keep if chosen.expected >= NOTHING else np.zeros(len(words), dtype=np.bool_)

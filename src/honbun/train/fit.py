"""A model of main text from labelled pages, and by cross-validation how good it is on sites it has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from honbun.errors import CorpusError
from honbun.evaluate import overlap
from honbun.features import context_features
from honbun.model import (
    NOTHING,
    Model,
    Prediction,
    Trees,
    choose_threshold,
    probabilities,
    profile,
    scores,
    shipped,
    with_context,
)
from honbun.train.boost import BoostOptions, grow
from honbun.train.dataset import REMADE, Dataset, Sample

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
    shipped: float
    """What the model that comes with honbun gives, by the same blocks; it may have learned from these pages."""
    kind_accuracy: float | None
    """Share of pages whose kind was predicted right."""

    @property
    def is_worse(self) -> bool:
        """The model that comes with honbun does better on these pages."""
        return self.f1 < self.shipped


def fit(data: Dataset, options: BoostOptions) -> Model:
    """A model trained on all pages."""
    data = _completed(data, options)
    names = data.samples[0].features.names
    blocks = _fit_blocks(data, options)
    model = _with_context(Model(names, blocks, corpus=data.corpus, sources=data.sources), data, options)
    samples = [sample for sample in data.samples if sample.kind and len(sample.content)]
    # Those of these pages: a kind that is found on one site only is missing from a fold.
    kinds = tuple(sorted({sample.kind for sample in samples}))
    if len(kinds) < 2:
        return model
    return replace(model, kinds=kinds, pages=_fit_kinds(model, samples, kinds, options))


def cross_validate(
    data: Dataset, options: BoostOptions, folds: int, progress: Callable[[str], None] = lambda _: None
) -> Report:
    """Each page scored by a model that has seen no page of its site."""
    fold = data.folds(folds)
    used = sorted(set(fold.tolist()))
    if len(used) < 2:
        raise CorpusError("too few sites to cross-validate", ", ".join(data.corpus), "take more, or no folds")
    is_real = np.array([sample.source != REMADE and sample.known is None for sample in data.samples])
    f1 = np.zeros(len(data.samples))
    right = []
    for number in used:
        held_out = np.flatnonzero(fold == number)
        model = fit(data.without(held_out.tolist()), options)
        for i in held_out[is_real[held_out]].tolist():
            sample = data.samples[i]
            prediction = predict(model, sample)
            f1[i] = page_f1(sample, _kept(prediction.probability, sample.words))
            if model.pages is not None and sample.kind and len(sample.content):
                right.append(prediction.kind == sample.kind)
        progress(f"fold {number}")
    kinds = np.array([sample.kind for sample in data.samples])
    real = [data.samples[i] for i in np.flatnonzero(is_real).tolist()]
    return Report(
        pages=len(real),
        f1=float(f1[is_real].mean()),
        by_kind={kind: float(f1[kinds == kind].mean()) for kind in data.kinds},
        oracle=float(np.mean([page_f1(sample, sample.content) for sample in real])),
        shipped=float(np.mean([_page_f1_by(shipped(), sample) for sample in real])),
        kind_accuracy=float(np.mean(right)) if right else None,
    )


def lines(report: Report) -> Iterator[str]:
    """The figures as a Markdown table."""
    yield "| | mean page F1 |"
    yield "|---|--:|"
    yield f"| all {report.pages:,} pages | {report.f1:.3f} |"
    for kind, score in sorted(report.by_kind.items()):
        yield f"| {kind} | {score:.3f} |"
    yield f"| the shipped model on all pages, some of which it may know | {report.shipped:.3f} |"
    yield f"| perfect labels of the same blocks | {report.oracle:.3f} |"
    if report.kind_accuracy is not None:
        yield f"| kind of page told right | {report.kind_accuracy:.3f} |"


def page_f1(sample: Sample, keep: npt.NDArray[np.bool_]) -> float:
    """WCXB's word F1 of the kept blocks."""
    found: Counter[str] = Counter()
    for block in np.flatnonzero(keep).tolist():
        found.update(sample.bags[block])
    return overlap(found, sample.gold)[2]


def _page_f1_by(model: Model, sample: Sample) -> float:
    return page_f1(sample, _kept(predict(model, sample).probability, sample.words))


def _completed(data: Dataset, options: BoostOptions) -> Dataset:
    """The dataset with all blocks labelled: those that no reference speaks of by a first look that others taught.

    Such a block counts the less, the less sure that is.
    """
    whole = [i for i, sample in enumerate(data.samples) if sample.known is None]
    if len(whole) == len(data.samples):
        return data
    blocks = _fit_blocks(data.part(whole), options)
    samples = [sample if sample.known is None else _told(sample, sample.known, blocks) for sample in data.samples]
    return replace(data, samples=samples)


def _told(sample: Sample, known: npt.NDArray[np.bool_], blocks: Trees) -> Sample:
    probability = probabilities(scores(blocks, sample.features.values)[:, 0])
    sure = np.where(known, 1.0, np.abs(2.0 * probability - 1.0))
    return replace(
        sample,
        content=np.where(known, sample.content, probability > 0.5),
        weight=sure if sample.weight is None else sure * sample.weight,
        known=None,
    )


def _fit_blocks(data: Dataset, options: BoostOptions) -> Trees:
    """Trees for a first look at each block."""
    return grow(*data.rows([sample.features.values for sample in data.samples]), options)


def _with_context(model: Model, data: Dataset, options: BoostOptions) -> Model:
    """The model with trees for a second look, learned from first looks that did not know the page's source."""
    fold = _folds_of_sources(data)
    used = sorted(set(fold.tolist()))
    if len(used) < 2:
        return model
    matrices = [sample.features.values for sample in data.samples]
    names: tuple[str, ...] = ()
    for number in used:
        blocks = _fit_blocks(data.part(np.flatnonzero(fold != number).tolist()), options)
        for i in np.flatnonzero(fold == number).tolist():
            sample = data.samples[i]
            first = scores(blocks, sample.features.values)[:, 0]
            if len(first):
                columns = context_features(sample.outline, first, sample.words)
                matrices[i], names = with_context(columns, sample.features), tuple(columns)
    filled = data.part(i for i, sample in enumerate(data.samples) if len(sample.content))
    rows = filled.rows([matrix for matrix in matrices if len(matrix)])
    return replace(model, context=grow(*rows, options), context_names=names)


def _folds_of_sources(data: Dataset) -> npt.NDArray[np.int64]:
    """Two folds that share no site: whole sources, but the largest is dealt out by site."""
    sizes = data.sources
    largest = max(sizes, key=lambda source: sizes[source])
    others = (source for source in sizes if source != largest)
    number = {source: i % 2 for i, source in enumerate(others)}
    by_site = data.folds(2).tolist()
    first: dict[str, int] = {}  # a site of two sources is in the fold of the first
    own = (number.get(sample.source, by_site[i]) for i, sample in enumerate(data.samples))
    return np.array([first.setdefault(sample.site, f) for sample, f in zip(data.samples, own, strict=True)])


def predict(model: Model, sample: Sample) -> Prediction:
    """What a model says of a page whose features are known."""
    logit = model.logits(sample.outline, sample.features)
    kinds = model.kinds_of(sample.features, probabilities(logit))
    return Prediction(logit, sample.words, kinds, sample.features)


def _fit_kinds(model: Model, samples: Sequence[Sample], kinds: tuple[str, ...], options: BoostOptions) -> Trees:
    """Trees for the kind of a page, over the mean features of all its words and of its content."""
    values = np.stack(
        [profile(sample.features, predict(model, sample).probability, sample.words) for sample in samples]
    )
    wanted = np.array([kinds.index(sample.kind) for sample in samples])
    small = replace(options, trees=_KIND_TREES, depth=_KIND_DEPTH, rate=_KIND_RATE)
    # Most pages are articles: a kind counts as the square root of its pages, so that others are told, too.
    weights = np.bincount(wanted)[wanted] ** -0.5
    return grow(values, wanted, weights / weights.mean(), small, len(kinds))


def _kept(probability: npt.NDArray[np.float32], words: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    chosen = choose_threshold(probability, words)
    return chosen.keep if chosen.expected >= NOTHING else np.zeros(len(words), dtype=np.bool_)

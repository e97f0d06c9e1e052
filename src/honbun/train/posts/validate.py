"""Cross-validation of how posts are told apart, and the model that is trained on all pages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from honbun.errors import CorpusError
from honbun.evaluate import Answer, Case, Gold, PostAnswer, post_scores
from honbun.extraction import in_order, read
from honbun.features import Lines, cut_lines
from honbun.model import ThreadModel, Trees, probabilities, scores
from honbun.threads import FieldValue, Segmentation, ThreadTemplate, segment_posts
from honbun.train.posts.fit import ThreadOptions, fit_cutter, fit_gate
from honbun.train.posts.items import Item, Origin, ThreadSet
from honbun.train.posts.report import Outcome, ThreadReport

Folds = Mapping[str, int]
"""Key of a page -> the fold in which it is held out."""

_ALL = -1
"""In place of a fold: nothing is held out."""


def folds_by_site(data: ThreadSet, number: int) -> Folds:
    """A fold for each page, the same for all pages of a site; threads, generated ones and others dealt evenly."""
    real = {item.site for item in data.items if item.origin is not Origin.GENERATED}
    generated = {item.site for item in data.items} - real
    others = {case.site for case in data.others} - real - generated
    fold = {site: i for sites in (real, generated, others) for site, i in deal(sites, number).items()}
    keys = [(item.key, item.site) for item in data.items] + [(case.key, case.site) for case in data.others]
    return {key: fold[site] for key, site in keys}


def deal(names: Iterable[str], number: int) -> dict[str, int]:
    """Names dealt into so many folds, in an order that only depends on the names."""
    order = sorted(
        names, key=lambda name: hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).digest()
    )
    return {name: i % number for i, name in enumerate(order)}


def cross_validate(
    data: ThreadSet,
    folds: Folds,
    options: ThreadOptions,
    jobs: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Outcome]:
    """Each page as it comes out of a model that has seen no page of its fold."""
    return _judged(_run(data, folds, options, jobs, progress, ())[0], options)


def fit_threads(
    data: ThreadSet,
    folds: Folds,
    options: ThreadOptions,
    jobs: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[ThreadModel, ThreadReport]:
    """A model trained on all pages, and what cross-validation says it is worth.

    Whether a page is a thread is learned from how models that have not seen it cut it: of pages that it knows, a
    model is too sure. So there is no training without folds.
    """
    outcomes, (cutter,) = _run(data, folds, options, jobs, progress, (_ALL,))
    gate = _gate(outcomes, options)
    report = ThreadReport(_judged(outcomes, options))
    trees = {**cutter.trees, "threads": gate}
    return ThreadModel(trees, cutter.names, data.corpus, report.scores()).check(), report


def fold_models(data: ThreadSet, folds: Folds, options: ThreadOptions, jobs: int = 1) -> dict[int, ThreadModel]:
    """For each fold a whole model that has seen no page of it."""
    numbers = sorted(set(folds.values()))
    held_out = list(in_order(partial(_hold_out, data, folds, options), numbers, jobs))
    outcomes = [outcome for _, found in held_out for outcome in found]
    models = {}
    for number, (cutter, _) in zip(numbers, held_out, strict=True):
        gate = _gate([outcome for outcome in outcomes if outcome.fold != number], options)
        models[number] = ThreadModel({**cutter.trees, "threads": gate}, cutter.names, data.corpus).check()
    return models


def measure_items(model: ThreadModel, items: Iterable[Item]) -> list[Outcome]:
    """What a whole model makes of threads that it was not trained on."""
    found = []
    for item in items:
        cut = segment_posts(item.lines, model, ThreadTemplate())
        outcome = _of_item(item, cut, _ALL)
        found.append(replace(outcome, confidence=cut.confidence if cut else 0.0))
    return found


def _run(
    data: ThreadSet,
    folds: Folds,
    options: ThreadOptions,
    jobs: int,
    progress: Callable[[str], None],
    more: tuple[int, ...],
) -> tuple[list[Outcome], list[ThreadModel]]:
    """The outcomes of all folds, and the models of those asked for besides."""
    numbers = sorted(set(folds.values()))
    if len(numbers) < 2:
        raise CorpusError("too few sites to cross-validate", ", ".join(data.corpus), "take more")
    outcomes: list[Outcome] = []
    models = []
    for number, (model, found) in zip(
        (*more, *numbers), in_order(partial(_hold_out, data, folds, options), (*more, *numbers), jobs), strict=True
    ):
        outcomes += found
        if number in more:
            models.append(model)
        progress(f"fold {number}")
    return outcomes, models


def _hold_out(
    data: ThreadSet, folds: Folds, options: ThreadOptions, number: int
) -> tuple[ThreadModel, list[Outcome]]:
    """A model of the pages of other folds, and what it makes of those of this one."""
    model = fit_cutter([item for item in data.items if folds[item.key] != number], options)
    found = [
        _of_item(item, segment_posts(item.lines, model, ThreadTemplate()), number)
        for item in data.items
        if folds[item.key] == number
    ]
    for case in data.others:
        if folds[case.key] == number:
            lines = cut_lines(read(case.html, case.url))
            found.append(
                _of_other(case, segment_posts(lines, model, ThreadTemplate()) if len(lines) else None, number)
            )
    return model, found


def _of_item(item: Item, cut: Segmentation | None, fold: int) -> Outcome:
    evidence = cut.features if cut else None
    counts = post_scores(_answer(cut), Gold(posts=item.posts))
    return Outcome(item.key, item.set, item.site, "", item.origin, fold, evidence, counts)


def _of_other(case: Case, cut: Segmentation | None, fold: int) -> Outcome:
    evidence = cut.features if cut else None
    counts = {"predicted": len(cut.members) if cut else 0}
    return Outcome(case.key, case.set, case.site, case.page_type, None, fold, evidence, counts)


def _answer(cut: Segmentation | None) -> Answer:
    if cut is None:
        return Answer()
    return Answer(
        posts=tuple(_post(cut.lines, cut.bodies[k], cut.authors.get(k), cut.dates.get(k)) for k in cut.members)
    )


def _post(
    lines: Lines, body: npt.NDArray[np.int64], name: FieldValue | None, date: FieldValue | None
) -> PostAnswer:
    text = "\n".join(lines.texts[line] for line in body.tolist())
    day = (date.date.iso if date.date else "") or date.text if date else None
    return PostAnswer(text, name.text if name else None, day)


def _gate(outcomes: Sequence[Outcome], options: ThreadOptions) -> Trees:
    known = [(outcome.evidence, outcome.origin) for outcome in outcomes if outcome.evidence is not None]
    return fit_gate([evidence for evidence, _ in known], [origin for _, origin in known], options)


def _judged(outcomes: Sequence[Outcome], options: ThreadOptions) -> list[Outcome]:
    """The outcomes with a confidence each, from trees that were grown without its fold."""
    judged = []
    for number in sorted({outcome.fold for outcome in outcomes}):
        gate = _gate([outcome for outcome in outcomes if outcome.fold != number], options)
        for outcome in outcomes:
            if outcome.fold == number and outcome.evidence is not None:
                odds = scores(gate, outcome.evidence[None])[:, 0]
                outcome = replace(outcome, confidence=float(probabilities(odds)[0]))
            if outcome.fold == number:
                judged.append(outcome)
    return judged

"""Cross-validation of models of threads, what it measured, and the model that is trained on all pages."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from honbun.errors import CorpusError
from honbun.evaluate import Answer, Gold, PostAnswer, post_scores
from honbun.extraction import read
from honbun.features import Lines, cut_lines
from honbun.model import ThreadModel, probabilities, scores
from honbun.threads import MIN_CONFIDENCE, FieldValue, Segmentation, ThreadTemplate, segment_each
from honbun.train.posts.candidates import Candidates, find_candidates
from honbun.train.posts.fit import ThreadOptions, Tried, fit_cutter, fit_gate, fit_openings
from honbun.train.posts.items import Item, Origin, ThreadSet
from honbun.workers import in_order

Folds = Mapping[str, int]
"""Key of a page -> the fold in which it is held out."""

Progress = Callable[[str], None]

NOTHING = -1
"""In place of a fold: nothing is held out."""
# Confidences at which the figures are given. At 0 every page is a thread.
_CONFIDENCES = (0.0, 0.3, 0.6, 0.8)
# So many posts make a false alarm of a page that is no thread.
_MIN_ALARM_POSTS = 2


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a model that has not seen a page makes of it."""

    key: str
    set: str
    site: str
    page_type: str
    origin: Origin | None
    """None of a page that is no thread."""
    fold: int
    tried: Sequence[Tried]
    """The page segmented by each of its best groups; nothing if nothing on it repeats."""
    candidates: Candidates | None = None
    """What may open the thread before the posts of the best of them."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Counts of posts, of right authors and so on, of the best of them."""
    confidence: float = 0.0

    def counts(self, min_confidence: float) -> Mapping[str, float]:
        """The counts if only pages of this confidence are threads."""
        if self.confidence >= min_confidence:
            return self.scores
        return {"gold": self.scores.get("gold", 0)}


@dataclass(frozen=True)
class Figures:
    """Of some pages with posts."""

    pages: int
    f1: float
    """Micro F1 of posts."""
    strict: float
    author: float
    """Share of right authors among the posts that were found."""
    date: float
    sites: float
    """Mean F1 of sites."""


@dataclass(frozen=True, eq=False)
class ThreadReport:
    """The outcomes of all pages."""

    outcomes: Sequence[Outcome]

    @property
    def real(self) -> list[Outcome]:
        """Threads that were found, not made; where there are none, those that were made."""
        real, generated = (
            [outcome for outcome in self.outcomes if outcome.origin is origin]
            for origin in (Origin.REAL, Origin.GENERATED)
        )
        return real or generated

    @property
    def others(self) -> list[Outcome]:
        """Pages that are no threads."""
        return [outcome for outcome in self.outcomes if outcome.origin is None]

    def scores(self) -> dict[str, float]:
        """The figures that a model carries. `at_0.6`: only pages of this confidence are threads."""
        all_, default = figures(self.real), figures(self.real, MIN_CONFIDENCE)
        named = {
            "f1": all_.f1,
            "strict": all_.strict,
            "author": all_.author,
            "date": all_.date,
            "sites": all_.sites,
            f"f1_at_{MIN_CONFIDENCE}": default.f1,
            f"false_alarms_at_{MIN_CONFIDENCE}": false_alarms(self.others, MIN_CONFIDENCE),
        }
        return {name: round(value, 4) for name, value in named.items()}


def figures(outcomes: Iterable[Outcome], min_confidence: float = 0.0) -> Figures:
    """Sums over these pages; pages of less confidence give no posts."""
    total: Counter[str] = Counter()
    sites: dict[tuple[str, str], Counter[str]] = {}
    pages = 0
    for outcome in outcomes:
        counts = {name: int(value) for name, value in outcome.counts(min_confidence).items() if name != "f1"}
        total.update(counts)
        sites.setdefault((outcome.set, outcome.site), Counter()).update(counts)
        pages += 1
    return Figures(
        pages=pages,
        f1=_f1(total, "correct"),
        strict=_f1(total, "correct_strict"),
        author=total["authors_right"] / max(total["authors"], 1),
        date=total["dates_right"] / max(total["dates"], 1),
        sites=float(np.mean([_f1(site, "correct") for site in sites.values()])) if sites else 0.0,
    )


def false_alarms(others: Sequence[Outcome], min_confidence: float) -> float:
    """The share of pages that are no threads and give two or more posts."""
    alarms = [outcome.counts(min_confidence).get("predicted", 0) >= _MIN_ALARM_POSTS for outcome in others]
    return float(np.mean(alarms)) if alarms else 0.0


def thread_lines(report: ThreadReport) -> Iterator[str]:
    """The figures as Markdown tables."""
    yield "| confidence | posts F1 | strict | author | date | mean of sites | false alarms |"
    yield "|--:|--:|--:|--:|--:|--:|--:|"
    for level in _CONFIDENCES:
        alarms = f"{false_alarms(report.others, level):.3f}"
        yield f"| {level} | {_cells(figures(report.real, level))} | {alarms} |"
    yield ""
    yield "| set | pages | posts F1 | strict | author | date | mean of sites |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    threads = [outcome for outcome in report.outcomes if outcome.origin in (Origin.REAL, Origin.GENERATED)]
    for name in sorted({outcome.set for outcome in threads}):
        found = figures(outcome for outcome in threads if outcome.set == name)
        yield f"| {name} | {found.pages} | {_cells(found)} |"
    yield ""
    yield f"| page type | pages | {' | '.join(f'false alarms at {level}' for level in _CONFIDENCES[1:])} |"
    yield "|---|--:|" + "--:|" * len(_CONFIDENCES[1:])
    for kind in sorted({outcome.page_type for outcome in report.others}):
        others = [outcome for outcome in report.others if outcome.page_type == kind]
        alarms = " | ".join(f"{false_alarms(others, level):.3f}" for level in _CONFIDENCES[1:])
        yield f"| {kind} | {len(others)} | {alarms} |"


def _cells(found: Figures) -> str:
    return " | ".join(f"{value:.3f}" for value in (found.f1, found.strict, found.author, found.date, found.sites))


def _f1(counts: Counter[str], right: str) -> float:
    return 2 * counts[right] / max(counts["predicted"] + counts["gold"], 1)


def folds_by_site(data: ThreadSet, number: int) -> Folds:
    """A fold for each page, the same for all pages of a site; threads, generated ones and others dealt evenly."""
    real = {item.site for item in data.items if item.origin is not Origin.GENERATED}
    generated = {item.site for item in data.items} - real
    others = {case.site for case in data.others} - real - generated
    fold = {site: i for sites in (real, generated, others) for site, i in deal(sites, number).items()}
    return {page.key: fold[page.site] for pages in (data.items, data.others) for page in pages}


def deal(names: Iterable[str], number: int) -> dict[str, int]:
    """Names dealt into so many folds, in an order that only depends on the names."""
    order = sorted(
        names, key=lambda name: hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).digest()
    )
    return {name: i % number for i, name in enumerate(order)}


def fit_threads(
    data: ThreadSet, folds: Folds, options: ThreadOptions, jobs: int = 1, progress: Progress = lambda _: None
) -> tuple[ThreadModel, ThreadReport]:
    """A model trained on all pages, and how good cross-validation finds it.

    Whether a page has posts is learned from how models that have not seen it cut it: of pages that it knows, a
    model is too sure. So there is no training without folds.
    """
    models, report = fit_with_folds(data, folds, options, jobs, progress)
    return models[NOTHING], report


def fit_with_folds(
    data: ThreadSet, folds: Folds, options: ThreadOptions, jobs: int = 1, progress: Progress = lambda _: None
) -> tuple[dict[int, ThreadModel], ThreadReport]:
    """The same, and beside the model of all pages, `NOTHING`, for each fold one that has seen no page of it."""
    held_out = _hold_out_each(data, folds, options, jobs, progress)
    outcomes = [outcome for number, (_, found) in held_out.items() if number != NOTHING for outcome in found]
    report = ThreadReport(_with_confidence(outcomes, options))
    models = {}
    for number, (cutter, _) in held_out.items():
        others = [outcome for outcome in outcomes if outcome.fold != number]
        scores = report.scores() if number == NOTHING else {}
        models[number] = replace(_complete(cutter, others, options), corpus=data.corpus, scores=scores).check()
    return models, report


def _hold_out_each(
    data: ThreadSet, folds: Folds, options: ThreadOptions, jobs: int, progress: Progress
) -> dict[int, tuple[ThreadModel, list[Outcome]]]:
    """For `NOTHING`, and for each fold, a model without its pages and what that makes of them."""
    numbers = sorted(set(folds.values()))
    if len(numbers) < 2:
        raise CorpusError("too few sites to cross-validate", ", ".join(data.corpus), "take more")
    numbers = [NOTHING, *numbers]
    found = {}
    for number, result in zip(
        numbers, in_order(partial(_hold_out, data, folds, options), numbers, jobs), strict=True
    ):
        found[number] = result
        progress(f"fold {number}")
    return found


def _hold_out(
    data: ThreadSet, folds: Folds, options: ThreadOptions, number: int
) -> tuple[ThreadModel, list[Outcome]]:
    """A model of the pages of other folds, and what it makes of those of this one."""
    model = fit_cutter([item for item in data.items if folds[item.key] != number], options)
    found = [
        _of_item(item, _segment(item.lines, model), number, model)
        for item in data.items
        if folds[item.key] == number
    ]
    for case in data.others:
        if folds[case.key] == number:
            tried = [
                Tried(cut.features, {"predicted": len(cut.members), "f1": 0.0}, cut.rank)
                for cut in _segment(cut_lines(read(case.html, case.url)), model)
            ]
            found.append(Outcome(case.key, case.set, case.site, case.page_type, None, number, tried))
    return model, found


def _segment(lines: Lines, model: ThreadModel) -> list[Segmentation]:
    return segment_each(lines, model, ThreadTemplate()) if len(lines) else []


def _of_item(item: Item, cuts: Sequence[Segmentation], fold: int, model: ThreadModel) -> Outcome:
    tried = []
    for cut in cuts:
        posts = (_post(cut.lines, cut.bodies[k], cut.authors.get(k), cut.dates.get(k)) for k in cut.members)
        found = post_scores(Answer(posts=tuple(posts)), Gold(posts=item.posts))
        tried.append(Tried(cut.features, found, cut.rank))
    gold = {"gold": len(item.posts)}
    best = max(cuts, key=lambda cut: cut.rank, default=None)
    candidates = find_candidates(item, best, model) if best and item.origin is not Origin.COPY else None
    return Outcome(item.key, item.set, item.site, "", item.origin, fold, tried, candidates, gold)


def _post(
    lines: Lines, body: npt.NDArray[np.int64], name: FieldValue | None, date: FieldValue | None
) -> PostAnswer:
    text = "\n".join(lines.texts[line] for line in body.tolist())
    day = date and (date.date.iso if date.date and not date.date.is_relative else date.text)
    return PostAnswer(text, name.text if name else None, day)


def _tried(outcomes: Sequence[Outcome]) -> list[tuple[Sequence[Tried], Origin | None]]:
    """What was tried on the pages that teach whether these are posts."""
    return [(outcome.tried, outcome.origin) for outcome in outcomes if outcome.origin is not Origin.OPENINGS]


def _complete(cutter: ThreadModel, outcomes: Sequence[Outcome], options: ThreadOptions) -> ThreadModel:
    """A model that cuts, completed with what tells posts from other things."""
    gate = fit_gate(_tried(outcomes), options)
    known = ((outcome.candidates, outcome.origin) for outcome in outcomes)
    openings = fit_openings([(each, origin) for each, origin in known if each and origin], options)
    trees = {**cutter.trees, "threads": gate}
    return replace(cutter, trees=trees | {"openings": openings} if openings else trees)


def _with_confidence(outcomes: Sequence[Outcome], options: ThreadOptions) -> list[Outcome]:
    """The outcomes, fold by fold, with the best that was tried by trees that were grown without their fold."""
    found = []
    for number in sorted({outcome.fold for outcome in outcomes}):
        others = [outcome for outcome in outcomes if outcome.fold != number]
        gate = fit_gate(_tried(others), options)
        for outcome in outcomes:
            if outcome.fold == number and outcome.tried:
                logits = scores(gate, np.array([each.features for each in outcome.tried]))[:, 0]
                best = int(np.argmax(logits + [each.rank for each in outcome.tried]))
                sure = float(probabilities(logits[best : best + 1])[0])
                outcome = replace(outcome, scores=outcome.tried[best].scores, confidence=sure)
            if outcome.fold == number:
                found.append(outcome)
    return found

"""Records: the weights by which the list of a page is chosen, and how good they are on sites that they never saw.

`python -m benchmarks.records records-dev.parquet wcxb-dev.parquet news-dev.parquet content-more-dev.parquet` fits
the weights of `honbun.lists.rank`, which list it is, to all sites but one, by which the pages of that one are
judged; those of `honbun.lists.about`, whether the page is about it, in ten folds; and both to all sites, which is
what the package has.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from honbun.evaluate import read_corpus
from honbun.evaluate.cases import Answer, Case
from honbun.evaluate.metrics.tables import record_scores
from honbun.extraction.composing import read
from honbun.features import Group, Lines, cut_lines
from honbun.lists.about import ABOUT, MIN_CONFIDENCE, about_features
from honbun.lists.members import drop_strangers
from honbun.lists.rank import WEIGHTS, Measured, Site, measure_lists, rank_lists, vote, weigh
from honbun.lists.records import split_header

Floats = npt.NDArray[np.float64]
SIBLINGS = 4
# Weights are held near these by so much, in units of a feature's spread. The corpus has hardly any rows in two
# colours, which are twice as many records as they look like, few teasers that stand on every page, and few lists
# of two kinds, one after the other.
PRIOR = {
    "text_share": 0.5,
    "unlinked_share": 0.25,
    "unlinked_length": 0.25,
    "largest": -3.0,
    "similarity": 2.0,
    "same_first": 1.5,
    "same_root": 2.0,
    "parts": 0.0,
    "repeats": -1.6,
    "gaps": -2.5,
    "fills": 1.5,
    "lead": -0.5,
    "on_subject": 2.5,
    "on_siblings": -3.0,
    "is_on_siblings": -2.0,
}
REGULARISATION = 4.0
ABOUT_REGULARISATION = 4.0
# Pages of which no candidate is better teach nothing.
MIN_BEST = 0.2
# A list is found if it is as good as this.
MIN_FOUND = 0.5
LISTS = ("listing", "collection")
# Pages that are no articles may show a list as well: they count so much against one.
OTHER_WEIGHT = 0.3
FOLDS = 10


@dataclass(frozen=True)
class ListPage:
    """A page, the other pages it is read with, its candidates, and how good each of them is."""

    case: Case
    lines: Lines
    siblings: Sequence[int]
    measured: Sequence[Measured]
    f1: Floats


def read_pages(file: str, most: int) -> list[ListPage]:
    """The pages with all that is asked of them, each with at most so many siblings."""
    cases = read_corpus(file).cases
    lines = [cut_lines(read(case.html, case.url)) for case in cases]
    pages = []
    for number, case in enumerate(cases):
        own = [i for i, other in enumerate(cases) if other.site_key == case.site_key]
        siblings = sorted(own, key=lambda i: (abs(i - number), i))[1 : most + 1]
        site = Site.of([lines[i] for i in (number, *siblings)])
        measured = measure_lists(lines[number], site)
        f1 = np.array([score(case, lines[number], group)["f1"] for group, _ in measured])
        pages.append(ListPage(case, lines[number], siblings, measured, f1))
    return pages


def score(case: Case, lines: Lines, group: Group) -> Mapping[str, float]:
    """The scores of a group: its members as records of one cell."""
    group, _ = split_header(lines.page, group)
    members = zip(group.first.tolist(), group.last.tolist(), strict=True)
    return record_scores(Answer(records=tuple((" ".join(lines.texts[a:b]),) for a, b in members)), case.gold)


def fit(pages: Sequence[ListPage]) -> dict[str, float]:
    """The weights with which the F1 that is expected of a page, by the odds of its candidates, is highest."""
    known = [page for page in pages if page.f1.max(initial=0.0) > MIN_BEST]
    values = np.array([[row[name] for name in WEIGHTS] for page in known for _, row in page.measured])
    spread = values.std(axis=0) + 1e-6
    values = values / spread
    prior = np.array([PRIOR[name] for name in WEIGHTS]) * spread
    share = np.concatenate([page.f1 / page.f1.max() for page in known])
    sizes = [len(page.f1) for page in known]
    start, of = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(known)), sizes)

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = values @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, start)[of])
        probability = odds / np.add.reduceat(odds, start)[of]
        expected = np.add.reduceat(probability * share, start) + 1e-3
        slope = values.T @ (probability * (share - expected[of]) / expected[of])
        held = REGULARISATION * ((weights - prior) ** 2).sum()
        return float(held - np.log(expected).sum()), 2 * REGULARISATION * (weights - prior) - slope

    found = minimize(loss, prior, jac=True, method="L-BFGS-B").x / spread
    return dict(zip(WEIGHTS, found.tolist(), strict=True))


@dataclass(frozen=True)
class AboutPage:
    """The best list of a page alone, and whether the page is about it."""

    kind: str
    site: str
    values: Sequence[float]
    is_about: bool
    weight: float


def read_about(files: Sequence[str], pages: Sequence[ListPage]) -> list[AboutPage]:
    """The pages of records whose list is found, and those of other corpora, forums left out."""
    found = []
    for page in pages:
        ranked = rank_lists(page.lines)
        if ranked and score(page.case, page.lines, ranked[0].group)["f1"] > MIN_FOUND:
            found += about_page("records", page.case, page.lines, True)
    for file in files:
        for case in read_corpus(file).cases:
            if case.page_type != "forum":
                lines = cut_lines(read(case.html, case.url))
                found += about_page(f"{case.set} {case.page_type}", case, lines, case.page_type in LISTS)
    return found


def about_page(kind: str, case: Case, lines: Lines, is_about: bool) -> list[AboutPage]:
    """What is measured of a page, if it has any list."""
    ranked = rank_lists(lines)
    features = about_features(lines, ranked[0]) if ranked else {}
    if not features:
        return []
    weight = 1.0 if is_about or case.page_type == "article" else OTHER_WEIGHT
    return [AboutPage(kind, "/".join(case.site_key), [features[name] for name in ABOUT], is_about, weight)]


def fit_about(pages: Sequence[AboutPage]) -> dict[str, float]:
    """The weights of a logistic regression, held near 0."""
    values = np.array([page.values for page in pages])
    spread = values.std(axis=0)
    spread[list(ABOUT).index("bias")] = 1e-3  # is not held
    spread = np.where(spread > 0, spread, 1.0)
    is_about = np.array([page.is_about for page in pages])
    counted = np.array([page.weight for page in pages])

    def loss(weights: Floats) -> tuple[float, Floats]:
        odds = values @ (weights / spread)
        wrong = counted * (1 / (1 + np.exp(-np.clip(odds, -30, 30))) - is_about)
        cost = counted * np.logaddexp(0.0, np.where(is_about, -odds, odds))
        held = ABOUT_REGULARISATION * (weights**2).sum()
        return float(cost.sum() + held), (values / spread).T @ wrong + 2 * ABOUT_REGULARISATION * weights

    found = minimize(loss, np.zeros(len(ABOUT)), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x / spread
    return dict(zip(ABOUT, found.tolist(), strict=True))


def report_about(pages: Sequence[AboutPage]) -> None:
    """The share of pages of each kind that are taken to be about a list, by weights that never saw their site."""
    sites = sorted({page.site for page in pages})
    fold = {site: number % FOLDS for number, site in enumerate(sites)}
    shares: dict[str, list[bool]] = {}
    for number in range(FOLDS):
        weights = fit_about([page for page in pages if fold[page.site] != number])
        for page in pages:
            if fold[page.site] == number:
                odds = sum(weight * value for weight, value in zip(weights.values(), page.values, strict=True))
                shares.setdefault(page.kind, []).append(odds >= np.log(MIN_CONFIDENCE / (1 - MIN_CONFIDENCE)))
    for kind, own in sorted(shares.items()):
        print(f"about a list: {kind:28} {np.mean(own):.3f} of {len(own)} pages with one")
    for name, weight in fit_about(pages).items():
        print(f"{name:16} {weight:7.2f}")


def judge(pages: Sequence[ListPage], number: int, weights: Mapping[str, float]) -> Mapping[str, float]:
    """The scores of a page with these weights and its siblings."""
    page, others = pages[number], [pages[i] for i in pages[number].siblings]
    ranked, *of_others = (weigh(each.measured, weights) for each in (page, *others))
    if others and ranked:
        ranked = vote(ranked, of_others)
    if not ranked:
        return record_scores(Answer(), page.case.gold)
    best = max(ranked, key=lambda each: each.score).group
    return score(page.case, page.lines, drop_strangers(page.lines, best))


def summary(scores: Sequence[Mapping[str, float]]) -> str:
    """F1 of all records, and the mean of the pages."""
    correct, predicted, gold = (sum(each[name] for each in scores) for name in ("correct", "predicted", "gold"))
    of_pages = np.mean([each["f1"] for each in scores])
    return f"{2 * correct / (predicted + gold):.4f} of records, {of_pages:.4f} of pages"


def main() -> None:
    """Print what the weights are, and how good."""
    pages, alone = read_pages(sys.argv[1], SIBLINGS), read_pages(sys.argv[1], 0)
    best = [score(p.case, p.lines, p.measured[int(p.f1.argmax())][0]) for p in pages if p.measured]
    print("best candidates:", summary(best))
    sites = sorted({page.case.site_key for page in pages})
    number = [sites.index(page.case.site_key) for page in pages]
    both = list(zip([*number, *number], [*pages, *alone], strict=True))
    left_out = {site: fit([page for of, page in both if of != site]) for site in range(len(sites))}
    halves = [fit([page for of, page in both if of % 2 == half]) for half in (0, 1)]
    weights = fit([page for _, page in both])
    for name, own in (("with siblings", pages), ("alone", alone)):
        for kind, weights_of in (
            ("weights of the package", lambda _: WEIGHTS),
            ("leave one site out", left_out.__getitem__),
            ("the other half of the sites", lambda site: halves[1 - site % 2]),
            ("fitted to all", lambda _: weights),
        ):
            scores = [judge(own, i, weights_of(number[i])) for i in range(len(own))]
            print(f"{name}, {kind}: {summary(scores)}")
    for name, weight in weights.items():
        print(f"{name:16} {weight:7.2f}   halves {halves[0][name]:7.2f} {halves[1][name]:7.2f}")
    report_about(read_about(sys.argv[2:], pages))


if __name__ == "__main__":
    main()

"""Figures over many pages, each with its number of pages and a bootstrap interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from honbun.evaluate.figures import FIGURES, Figure, Result, Sums

__all__ = ["FIGURES", "Estimate", "Figure", "summarise", "summarise_by"]

_RESAMPLES = 1000
_SEED = 0
_QUANTILES = (0.025, 0.975)
# Pages of a site are alike, so whole sites are drawn; with fewer sites than this pages are, for want of sites.
_FEWEST_SITES = 10
# Rows of weights at a time, so that a large corpus does not fill the memory.
_CHUNK = 100
_MEAN = Figure("mean of sites", "mean", ("value",), "a mean of sites")


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; all nan where no page has it."""

    value: float
    low: float
    high: float
    pages: int


def summarise(results: Sequence[Result], figure: Figure) -> Estimate:
    """The figure over these results, without those whose scores lack it.

    The same results give the same interval.
    """
    rows = [result for result in results if figure.is_in(result)]
    if not rows:
        return Estimate(math.nan, math.nan, math.nan, 0)
    sums = np.array([figure.parts(result) for result in rows], np.float64)
    places, of_row = np.unique([f"{row['set']}\0{row['site']}" for row in rows], return_inverse=True)
    if figure.by_site or len(places) >= _FEWEST_SITES:
        by_place = np.zeros((len(places), sums.shape[1]))
        np.add.at(by_place, of_row, sums)
        sums = by_place
    if figure.by_site:
        values = figure.of_sums(sums)
        values = values[~np.isnan(values)]
        sums, figure = np.stack([values, np.ones_like(values)], axis=1), _MEAN
    drawn = figure.of_sums(_resampled(sums))
    drawn = drawn[~np.isnan(drawn)]
    low, high = np.quantile(drawn, _QUANTILES) if len(drawn) else (math.nan, math.nan)
    return Estimate(float(figure.of_sums(sums.sum(axis=0))), float(low), float(high), len(rows))


def summarise_by(results: Sequence[Result], figure: Figure, by: str) -> dict[str, Estimate]:
    """The figure for each value of a key of the results (page_type, language, set, site), in order of the values.

    Sites of one name in two sets are two: their names are written `set/site`.
    """
    groups: dict[str, list[Result]] = {}
    for result in results:
        name = f"{result['set']}/{result['site']}" if by == "site" else str(result.get(by) or "")
        groups.setdefault(name, []).append(result)
    return {name: summarise(groups[name], figure) for name in sorted(groups)}


def _resampled(sums: Sums) -> Sums:
    """The sums of as many rows drawn with replacement, many times."""
    if not len(sums):
        return sums
    random = np.random.default_rng(_SEED)
    number = len(sums)
    draws = []
    for start in range(0, _RESAMPLES, _CHUNK):
        chunk = min(_CHUNK, _RESAMPLES - start)
        draws.append(random.multinomial(number, np.full(number, 1 / number), size=chunk) @ sums)
    return np.concatenate(draws)

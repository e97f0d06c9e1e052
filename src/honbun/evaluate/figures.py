"""The figures of each task over many pages, each with its number of pages and a bootstrap interval."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from honbun.evaluate.results import PageResult

Sums = npt.NDArray[np.float64]
Kind = Literal["mean", "f1", "precision", "recall", "ratio"]

_RESAMPLES = 1000
_SEED = 0
_QUANTILES = (0.025, 0.975)
# Pages of a site are not independent, so whole sites are drawn; with fewer sites than this, pages are.
_MIN_SITES = 10
# Rows of weights at a time, so that a large corpus does not fill the memory.
_CHUNK_ROWS = 100


@dataclass(frozen=True)
class Figure:
    """A figure over many pages.

    mean: of keys[0] over the pages that have it. f1, precision, recall: of the sums of keys (correct, predicted,
    gold), known as micro. ratio: the sum of keys[0] by the sum of keys[1].
    """

    name: str
    kind: Kind
    keys: tuple[str, ...]
    about: str
    """What it says, in plain words."""
    by_site: bool = False
    """Computed for each site, then the mean of the sites."""
    lower_is_better: bool = False

    def check(self) -> Figure:
        """This figure, once known to be well formed; else ValueError."""
        wanted = {"mean": 1, "ratio": 2}.get(self.kind, 3)
        if len(self.keys) != wanted:
            raise ValueError(f"{self.name}: {self.kind} is made of {wanted} keys, not {len(self.keys)}")
        return self

    def is_in(self, result: PageResult) -> bool:
        """Whether the scores of the page have what this figure is made of."""
        scores = result.get("scores") or {}
        return all(scores.get(key) is not None for key in self.keys)

    def parts(self, result: PageResult) -> tuple[float, ...]:
        """What is summed over pages: for a mean the value and 1, else the counts."""
        parts = tuple(float(result["scores"][key]) for key in self.keys)
        return (*parts, 1.0) if self.kind == "mean" else parts

    def of_sums(self, sums: Sums) -> Sums:
        """The figure from sums of parts in the last axis; nan where there is nothing to divide by."""
        above, below = sums[..., 0], sums[..., 1]
        if self.kind == "f1":
            above, below = 2 * above, below + sums[..., 2]
        elif self.kind == "recall":
            below = sums[..., 2]
        out = np.full(np.shape(above), math.nan)
        np.divide(above, below, out=out, where=below > 0)
        return out

    def of_page(self, result: PageResult) -> float:
        """The figure of one page alone; nan if it has none."""
        return float(self.of_sums(np.array(self.parts(result)))) if self.is_in(result) else math.nan


@cache
def task_texts() -> dict[str, Any]:
    """What the report says of each task, and on reading it: the contents of tasks.toml."""
    return tomllib.loads(Path(__file__).with_name("tasks.toml").read_text("utf-8"))


def figures_of_task(task: str) -> tuple[Figure, ...]:
    """The figures of a task; the first is the headline."""
    rows = task_texts()[task]["figures"]
    return tuple(Figure(**{**row, "keys": tuple(row["keys"])}) for row in rows)


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; all nan where no page has it."""

    value: float
    low: float
    high: float
    pages: int


def summarise(results: Sequence[PageResult], figure: Figure) -> Estimate:
    """The figure over these results, without those whose scores lack it.

    The same results give the same interval.
    """
    rows = [result for result in results if figure.is_in(result)]
    if not rows:
        return Estimate(math.nan, math.nan, math.nan, 0)
    sums = np.array([figure.parts(result) for result in rows], np.float64)
    sites, of_row = np.unique([f"{row['set']}\0{row['site']}" for row in rows], return_inverse=True)
    if figure.by_site or len(sites) >= _MIN_SITES:
        by_site = np.zeros((len(sites), sums.shape[1]))
        np.add.at(by_site, of_row, sums)
        sums = by_site
    if figure.by_site:
        values = figure.of_sums(sums)
        values = values[~np.isnan(values)]
        sums, figure = np.stack([values, np.ones_like(values)], axis=1), Figure("mean of sites", "mean", ("",), "")
    drawn = figure.of_sums(_resampled(sums))
    drawn = drawn[~np.isnan(drawn)]
    low, high = np.quantile(drawn, _QUANTILES) if len(drawn) else (math.nan, math.nan)
    return Estimate(float(figure.of_sums(sums.sum(axis=0))), float(low), float(high), len(rows))


def summarise_by(results: Sequence[PageResult], figure: Figure, by: str) -> dict[str, Estimate]:
    """The figure for each value of a key of the results (page_type, language, set, site), in order of the values.

    Sites of one name in two sets are two: their names are written `set/site`.
    """
    groups: dict[str, list[PageResult]] = {}
    for result in results:
        name = f"{result['set']}/{result['site']}" if by == "site" else str(result.get(by) or "")
        groups.setdefault(name, []).append(result)
    return {name: summarise(groups[name], figure) for name in sorted(groups)}


def _resampled(sums: Sums) -> Sums:
    """The sums of as many rows drawn with replacement, many times."""
    if not len(sums):
        return sums
    random = np.random.default_rng(_SEED)
    weights = np.full(len(sums), 1 / len(sums))
    chunks = [min(_CHUNK_ROWS, _RESAMPLES - start) for start in range(0, _RESAMPLES, _CHUNK_ROWS)]
    return np.concatenate([random.multinomial(len(sums), weights, size=size) @ sums for size in chunks])

"""What is learned from and what is tested on: nodes, pages or sites kept whole, in a seeded order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from honbun.page import Mask, Rows
from honbun.papers.node_classification.samples import Samples

# The paper's "ratio of 7:3".
TEST_SHARE = 0.3


@dataclass(frozen=True, eq=False)
class Split:
    """A way to divide the nodes of a corpus: units that stay whole, and the tests made of them."""

    name: str
    unit: Rows
    """For each node the unit that it belongs to."""
    tests: list[Mask]
    """The nodes tested in each turn; all others are learned from."""
    has_whole_pages: bool = True


def splits(samples: Samples, folds: int, seed: int) -> list[Split]:
    """7:3 by node and 7:3 by page, which are two readings of the paper, and folds by site.

    Nodes of one page, and pages of one site, are alike: what they share is on both sides of a split that does
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


def one_test(unit: Rows, seed: int) -> Mask:
    """The nodes of three tenths of the units."""
    order = _shuffled(unit, seed)
    return np.isin(unit, order[: round(TEST_SHARE * len(order))])


def fold_tests(unit: Rows, folds: int, seed: int) -> list[Mask]:
    """The nodes of each fold, every unit in one; as many folds as units if those are fewer."""
    order = _shuffled(unit, seed)
    return [np.isin(unit, order[start::folds]) for start in range(min(folds, len(order)))]


def at_most(unit: Rows, number: int, seed: int) -> Rows:
    """So many nodes, unit after unit in a seeded order, the last unit cut; the nodes in document order."""
    if len(unit) <= number:
        return np.arange(len(unit), dtype=np.int32)
    order = _shuffled(unit, seed)
    rank = np.empty(int(unit.max()) + 1, dtype=np.int64)
    rank[order] = np.arange(len(order))
    chosen = np.argsort(rank[unit], kind="stable")[:number]
    return np.sort(chosen).astype(np.int32)


def _shuffled(unit: Rows, seed: int) -> Rows:
    return np.random.default_rng(seed).permutation(np.unique(unit))

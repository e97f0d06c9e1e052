"""The paper's three classifiers, and what they learn from and are tested on (section 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from honbun.errors import FormatError
from honbun.evaluate import block_scores
from honbun.methods.node_classification.model import Arrays, NodeModel, kernel_arrays, logistic_arrays, tree_arrays
from honbun.methods.node_classification.nodes import Values
from honbun.optional import needed
from honbun.page import Mask, Rows

# The paper's "ratio of 7:3".
TEST_SHARE = 0.3
# What cross-validation chooses from; the paper names neither the parameters nor their values.
DEPTHS = (3, 6, 9)
RATES = (0.1, 0.3)
TREES = (50, 100, 200, 400)
# Parameters are chosen on at most so many nodes: each choice learns thirty times.
MAX_SEARCH_NODES = 20_000
# The cost of a kernel machine grows with the square of the nodes that it is fitted on.
MAX_KERNEL_NODES = 10_000


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


def moments(values: Values) -> tuple[Values, Values]:
    """The mean and the standard deviation of each feature; 1 for that of a constant one."""
    deviation = values.std(axis=0)
    return values.mean(axis=0), np.where(deviation > 0, deviation, 1.0)


def standardise(values: Values, known: Mask) -> Values:
    """The features with zero mean and unit variance over the known nodes. Constant ones become zero there."""
    mean, deviation = moments(values[known])
    return np.asarray((values - mean) / deviation)


@dataclass
class Scikit:
    """A classifier of scikit-learn, fitted on all nodes or on so many taken by chance."""

    name: str
    module: str
    make: Callable[[Any], Any]
    as_arrays: Callable[[Any], Arrays]
    max_nodes: int | None = None
    seed: int = 0
    machine_: Any = field(init=False)

    def fit(self, values: Values, is_clean: Mask, unit: Rows) -> None:  # noqa: ARG002
        """Learn from a sample; from all nodes if the sample has one class only."""
        rows = np.arange(len(values), dtype=np.int32)
        chosen = at_most(rows, self.max_nodes or len(rows), self.seed)
        rows = chosen if len(np.unique(is_clean[chosen])) > 1 else rows
        self.machine_ = self.make(needed(self.module))
        self.machine_.fit(values[rows], is_clean[rows])

    def predict(self, values: Values) -> Mask:
        """The nodes that are more likely clean than not."""
        return np.asarray(self.machine_.predict(values), dtype=np.bool_)

    def arrays(self) -> Arrays:
        """What was learned."""
        return self.as_arrays(self.machine_)


class Parameters(NamedTuple):
    """Of boosted trees; all others are the package's defaults."""

    depth: int
    rate: float
    trees: int


@dataclass
class BoostedTrees:
    """XGBoost with the parameters that score best in cross-validation on what it is fitted on."""

    folds: int = 5
    seed: int = 0
    name: str = "XGBoost"
    parameters_: Parameters = field(init=False)
    booster_: Any = field(init=False)

    def fit(self, values: Values, is_clean: Mask, unit: Rows) -> None:
        """Choose the parameters on at most `MAX_SEARCH_NODES` nodes, units kept together, then learn from all."""
        rows = at_most(unit, MAX_SEARCH_NODES, self.seed)
        self.parameters_ = self._choose(values[rows], is_clean[rows], unit[rows])
        self.booster_ = self._train(values, is_clean, self.parameters_)

    def predict(self, values: Values) -> Mask:
        """The nodes with a probability of at least one half."""
        return self._predict(self.booster_, values, self.parameters_.trees)

    def arrays(self) -> Arrays:
        """What was learned."""
        return tree_arrays(self.booster_, self.parameters_.trees)

    def _choose(self, values: Values, is_clean: Mask, unit: Rows) -> Parameters:
        """The parameters with the best mean F1 over the folds; of equals the smaller ones.

        Fewer trees are the beginning of more, so a fold is learned once for all numbers of trees.
        """
        scores: dict[Parameters, list[float]] = {}
        tests = fold_tests(unit, self.folds, self.seed)
        for depth, rate in product(DEPTHS, RATES):
            for test in tests:
                if len(np.unique(is_clean[~test])) < 2:
                    continue
                booster = self._train(values[~test], is_clean[~test], Parameters(depth, rate, max(TREES)))
                for trees in TREES:
                    kept = self._predict(booster, values[test], trees)
                    found = block_scores(kept.tolist(), is_clean[test].tolist())
                    scores.setdefault(Parameters(depth, rate, trees), []).append(found["f1"])
        if not scores:
            return Parameters(DEPTHS[0], RATES[0], TREES[0])
        return max(scores, key=lambda parameters: np.mean(scores[parameters]))

    def _train(self, values: Values, is_clean: Mask, parameters: Parameters) -> Any:
        xgboost = needed("xgboost")
        options = {
            "objective": "binary:logistic",
            "max_depth": parameters.depth,
            "eta": parameters.rate,
            "tree_method": "hist",
            "nthread": 1,
            "seed": self.seed,
        }
        matrix = xgboost.DMatrix(values, is_clean.astype(np.float32), nthread=1)
        return xgboost.train(options, matrix, parameters.trees)

    def _predict(self, booster: Any, values: Values, trees: int) -> Mask:
        matrix = needed("xgboost").DMatrix(values, nthread=1)
        return np.asarray(booster.predict(matrix, iteration_range=(0, trees)) >= 0.5)


Classifier = Scikit | BoostedTrees


def classifiers(folds: int, seed: int) -> dict[str, Classifier]:
    """The three of the paper's Table 3, by the names of learners."""
    return {
        "svm": Scikit(
            "SVM",
            "sklearn.svm",
            lambda module: module.SVC(kernel="rbf", cache_size=500),
            kernel_arrays,
            MAX_KERNEL_NODES,
            seed,
        ),
        "logistic": Scikit(
            "logistic regression",
            "sklearn.linear_model",
            lambda module: module.LogisticRegression(max_iter=1000),
            logistic_arrays,
        ),
        "xgboost": BoostedTrees(folds, seed),
    }


def fit_nodes(
    values: Values, is_clean: Mask, unit: Rows, *, learner: str = "xgboost", folds: int = 5, seed: int = 0
) -> NodeModel:
    """A model learned from nodes of both classes; what is of one unit (a page, a site) stays in one fold."""
    known = classifiers(folds, seed)
    if learner not in known:
        raise FormatError("unknown learner", learner, f"known: {', '.join(sorted(known))}")
    if len(np.unique(is_clean)) < 2:
        raise FormatError("nodes of one class teach nothing", advice="give pages with their main text")
    mean, deviation = moments(values)
    known[learner].fit((values - mean) / deviation, is_clean, unit)
    about = {"nodes": len(values), "clean": int(is_clean.sum()), "seed": seed}
    return NodeModel(learner, mean, deviation, known[learner].arrays(), about)

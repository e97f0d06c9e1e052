"""The paper's three classifiers, with one face: `fit`, then `predict`."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from honbun.evaluate import block_scores
from honbun.optional import import_sklearn, import_xgboost
from honbun.page import Mask, Rows
from honbun.papers.node_classification.nodes import Values
from honbun.papers.node_classification.splits import at_most, fold_tests

# What cross-validation chooses from; the paper names neither the parameters nor their values.
DEPTHS = (3, 6, 9)
RATES = (0.1, 0.3)
TREES = (50, 100, 200, 400)
# Parameters are chosen on at most so many nodes: each choice learns thirty times.
MOST_SEARCHED = 20_000
# The cost of a kernel machine grows with the square of the nodes that it is fitted on.
MOST_KERNEL = 10_000


class Classifier(Protocol):
    """Learns from standardised features; `unit` says which nodes must stay together if it divides them."""

    name: str

    def fit(self, values: Values, is_clean: Mask, unit: Rows) -> None:
        """Learn; both classes are among the labels."""

    def predict(self, values: Values) -> Mask:
        """The nodes that are clean."""


@dataclass
class Standard:
    """Features with zero mean and unit variance, by the nodes that are learned from. Constant ones become zero."""

    mean_: Values = field(init=False)
    deviation_: Values = field(init=False)

    def fit(self, values: Values) -> None:
        """Learn mean and deviation of each column."""
        self.mean_ = values.mean(axis=0)
        deviation = values.std(axis=0)
        self.deviation_ = np.where(deviation > 0, deviation, 1.0)

    def transform(self, values: Values) -> Values:
        """The values in these units."""
        return np.asarray((values - self.mean_) / self.deviation_)


@dataclass(frozen=True)
class Parameters:
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
        """Choose the parameters on at most `MOST_SEARCHED` nodes, then learn from all."""
        rows = at_most(unit, MOST_SEARCHED, self.seed)
        self.parameters_ = self._choose(values[rows], is_clean[rows], unit[rows])
        self.booster_ = self._train(values, is_clean, self.parameters_)

    def predict(self, values: Values) -> Mask:
        """The nodes with a probability of at least one half."""
        return self._predict(self.booster_, values, self.parameters_.trees)

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
        xgboost = import_xgboost()
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
        matrix = import_xgboost().DMatrix(values, nthread=1)
        return np.asarray(booster.predict(matrix, iteration_range=(0, trees)) >= 0.5)


@dataclass
class KernelMachine:
    """A support vector machine with a radial kernel, fitted on at most `MOST_KERNEL` nodes taken by chance."""

    seed: int = 0
    name: str = "SVM"
    machine_: Any = field(init=False)

    def fit(self, values: Values, is_clean: Mask, unit: Rows) -> None:  # noqa: ARG002
        """Learn from a sample."""
        rows = at_most(np.arange(len(values), dtype=np.int32), MOST_KERNEL, self.seed)
        if len(np.unique(is_clean[rows])) < 2:
            rows = np.arange(len(values), dtype=np.int32)
        self.machine_ = import_sklearn("sklearn.svm").SVC(kernel="rbf", cache_size=500)
        self.machine_.fit(values[rows], is_clean[rows])

    def predict(self, values: Values) -> Mask:
        """The nodes on the clean side."""
        return _mask(self.machine_.predict(values))


@dataclass
class LogisticRegression:
    """Logistic regression, fitted on all nodes."""

    name: str = "logistic regression"
    machine_: Any = field(init=False)

    def fit(self, values: Values, is_clean: Mask, unit: Rows) -> None:  # noqa: ARG002
        """Learn."""
        self.machine_ = import_sklearn("sklearn.linear_model").LogisticRegression(max_iter=1000)
        self.machine_.fit(values, is_clean)

    def predict(self, values: Values) -> Mask:
        """The nodes that are more likely clean than not."""
        return _mask(self.machine_.predict(values))


def classifiers(folds: int, seed: int) -> tuple[Classifier, ...]:
    """The three of the paper's Table 3."""
    return KernelMachine(seed), LogisticRegression(), BoostedTrees(folds, seed)


def _mask(predicted: npt.NDArray[Any]) -> Mask:
    return np.asarray(predicted, dtype=np.bool_)

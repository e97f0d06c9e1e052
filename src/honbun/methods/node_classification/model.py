"""A trained classifier of nodes as plain arrays: saved, loaded, and asked without the package that trained it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.errors import ModelError
from honbun.methods.node_classification.nodes import FEATURES, Values
from honbun.model import read_arrays, read_bytes, write_arrays
from honbun.page import Mask

Arrays = Mapping[str, npt.NDArray[Any]]
_FORMAT = "nodes-1"
_SHIPPED = "nodes.npz"
# Rows that a kernel machine is asked for at once: rows times support vectors are held in memory.
_KERNEL_ROWS = 512


@dataclass(frozen=True, eq=False)
class NodeModel:
    """What tells clean nodes from dirty ones: nine features, standardised, then one of the paper's classifiers."""

    learner: str
    """xgboost, svm or logistic."""
    mean: Values
    deviation: Values
    arrays: Arrays
    """Of the classifier: see the functions below."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """What it was learned from: corpora, nodes, clean nodes, parameters."""

    def margins(self, values: Values) -> Values:
        """For each node, from its features as they are, what is above 0 if it is clean."""
        ask = _LEARNERS[self.learner]
        return ask((values - self.mean) / self.deviation, self.arrays) if len(values) else np.zeros(0)

    def predict(self, values: Values) -> Mask:
        """The nodes that are more likely clean than not. Boosted trees keep a node that is as likely as not."""
        margins = self.margins(values)
        return np.asarray(margins >= 0 if self.learner == "xgboost" else margins > 0)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model; the same model gives the same bytes."""
        header = {"format": _FORMAT, "learner": self.learner, "features": list(FEATURES), **self.about}
        arrays = {"mean": self.mean, "deviation": self.deviation}
        write_arrays(path, header, arrays | {f"learner_{name}": array for name, array in self.arrays.items()})

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> NodeModel:
        """The model in a file; ModelError if it is none."""
        name = os.fspath(path)
        return read_arrays(read_bytes(path), name, _FORMAT, lambda *found: cls._of(name, *found))

    @classmethod
    def _of(cls, name: str, header: dict[str, Any], archive: Arrays) -> NodeModel:
        learner, about = header.pop("learner"), {key: header[key] for key in header if key != "format"}
        if learner not in _LEARNERS or tuple(about.pop("features")) != FEATURES:
            raise ModelError("made for other features or by an unknown learner", name, "train it again")
        arrays = {key.removeprefix("learner_"): archive[key] for key in archive if key.startswith("learner_")}
        return cls(learner, archive["mean"], archive["deviation"], arrays, about)


@cache
def shipped_nodes() -> NodeModel:
    """The model of the package: XGBoost, learned from the news of news-dev, 298 articles in many languages."""
    with as_file(files("honbun.methods.node_classification") / _SHIPPED) as path:
        return NodeModel.load(path)


def logistic_arrays(machine: Any) -> Arrays:
    """Of scikit-learn's logistic regression: a weight for each feature, and a bias."""
    return {"weight": machine.coef_[0], "bias": machine.intercept_}


def _logistic(values: Values, arrays: Arrays) -> Values:
    return np.asarray(values @ arrays["weight"] + arrays["bias"][0])


def kernel_arrays(machine: Any) -> Arrays:
    """Of scikit-learn's kernel machine: support vectors, the weight of each, a bias, the width of the kernel."""
    return {
        "vector": machine.support_vectors_,
        "weight": machine.dual_coef_[0],
        "bias": machine.intercept_,
        "gamma": np.array([machine._gamma]),  # what scale means in numbers: scikit-learn has no other name for it
    }


def _kernel(values: Values, arrays: Arrays) -> Values:
    vectors, norm = arrays["vector"], (arrays["vector"] ** 2).sum(axis=1)
    margins = []
    for start in range(0, len(values), _KERNEL_ROWS):
        rows = values[start : start + _KERNEL_ROWS]
        distance = (rows**2).sum(axis=1)[:, None] - 2 * rows @ vectors.T + norm
        margins.append(np.exp(-arrays["gamma"][0] * distance) @ arrays["weight"] + arrays["bias"][0])
    return np.concatenate(margins)


def tree_arrays(booster: Any, trees: int) -> Arrays:
    """Of so many of XGBoost's trees: nodes of all trees in a row, each with a feature and a border, or a value.

    `left` and `right` are numbers of nodes, -1 at a leaf; `root` is where each tree begins.
    """
    learner = json.loads(bytes(booster.save_raw("json")))["learner"]
    grown = learner["gradient_booster"]["model"]["trees"][:trees]
    size = [len(tree["left_children"]) for tree in grown]
    root = np.cumsum([0, *size[:-1]])
    shift = np.repeat(root, size)

    def column(name: str) -> npt.NDArray[Any]:
        return np.concatenate([np.array(tree[name]) for tree in grown])

    left, right = column("left_children"), column("right_children")
    base = float(str(learner["learner_model_param"]["base_score"]).strip("[]"))
    return {
        "feature": column("split_indices").astype(np.int32),
        "border": column("split_conditions").astype(np.float32),
        "left": np.where(left < 0, -1, left + shift).astype(np.int32),
        "right": np.where(left < 0, -1, right + shift).astype(np.int32),
        "root": root.astype(np.int32),
        "bias": np.array([np.log(base / (1 - base))], dtype=np.float32),
    }


def _trees(values: Values, arrays: Arrays) -> Values:
    """The sum of what the leaves hold that each node comes to; all trees go down a level at a time."""
    asked = values.astype(np.float32)
    at = np.broadcast_to(arrays["root"], (len(values), len(arrays["root"]))).copy()
    row = np.arange(len(values))[:, None]
    while (is_inner := arrays["left"][at] >= 0).any():
        is_below = asked[row, arrays["feature"][at]] < arrays["border"][at]
        at = np.where(is_inner, np.where(is_below, arrays["left"][at], arrays["right"][at]), at)
    return np.asarray(arrays["border"][at].sum(axis=1, dtype=np.float64) + arrays["bias"][0])


_LEARNERS: dict[str, Callable[[Values, Arrays], Values]] = {
    "xgboost": _trees,
    "svm": _kernel,
    "logistic": _logistic,
}
LEARNERS = tuple(_LEARNERS)

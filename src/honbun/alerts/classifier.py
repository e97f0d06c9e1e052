"""A classifier of one's own: how likely a text is one of those that were called alerts.

Logistic regression on hashed letters, pairs and triples of them: it knows no language and needs no dictionary. A
model is a file of plain arrays (.npz): a header as JSON (format, version, examples, scores) and the weights.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from honbun.errors import CorpusError, ModelError
from honbun.features import letters
from honbun.model import read_arrays, read_bytes, write_arrays

FORMAT = "honbun alert classifier"
VERSION = 1
_BUCKETS = 1 << 16
_SIZES = (1, 2, 3)
_MAX_LETTERS = 4000
# Weight of the penalty on large weights, chosen: a few hundred examples decide, not single ones.
_PENALTY = 0.1
_MIN_EXAMPLES = 10
_FOLDS = 5

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Classifier:
    """Weights of hashed letters."""

    weights: Vector
    bias: float
    header: dict[str, Any]

    def probability(self, text: str) -> float:
        """How likely a text is to be called an alert."""
        columns, values = _features(text)
        return float(1 / (1 + np.exp(-(self.weights[columns] @ values + self.bias))))

    def save(self, path: str | Path) -> None:
        """Write the model."""
        write_arrays(path, self.header, {"weights": self.weights.astype("f4"), "bias": np.array(self.bias)})


def load_classifier(path: Path) -> Classifier:
    """A model that was saved; ModelError if it cannot be used."""
    return read_arrays(read_bytes(path), str(path), FORMAT, lambda *found: _classifier(str(path), *found))


def _classifier(name: str, header: dict[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> Classifier:
    if header.get("version") != VERSION:
        raise ModelError(f"of version {header.get('version')}, this honbun reads {VERSION}", name, "train again")
    weights, bias = arrays["weights"].astype(np.float64), float(arrays["bias"].item())
    if weights.shape != (_BUCKETS,) or not np.isfinite(weights.sum() + bias):
        raise ModelError("not a classifier of alerts", name, "make one: honbun train --task alerts")
    return Classifier(weights, bias, header)


def train_classifier(texts: Sequence[str], labels: Sequence[bool], source: str = "labels") -> Classifier:
    """A classifier of these texts, with scores by cross-validation; CorpusError if there are too few of a kind."""
    kinds = np.asarray(labels, dtype=np.float64)
    if min(kinds.sum(), (1 - kinds).sum()) < _MIN_EXAMPLES:
        what = f"{int(kinds.sum())} alerts and {int((1 - kinds).sum())} others"
        raise CorpusError(what, source, f"at least {_MIN_EXAMPLES} of each are needed: confirm or dismiss more")
    matrix = _matrix(texts)
    # Every fifth of each kind, so that each fold has both.
    order = np.lexsort((np.arange(len(kinds)), kinds))
    fold = np.empty(len(kinds), dtype=np.int64)
    fold[order] = np.arange(len(kinds)) % _FOLDS
    predicted = np.empty(len(kinds))
    for each in range(_FOLDS):
        is_held = fold == each
        weights, bias = _fit(matrix[~is_held], kinds[~is_held])
        predicted[is_held] = matrix[is_held] @ weights + bias > 0
    true = float(predicted @ kinds)
    precision = true / max(float(predicted.sum()), 1.0)
    recall = true / float(kinds.sum())
    header = {
        "format": FORMAT,
        "version": VERSION,
        "alerts": int(kinds.sum()),
        "others": int((1 - kinds).sum()),
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "folds": _FOLDS,
    }
    weights, bias = _fit(matrix, kinds)
    return Classifier(weights, bias, header)


def read_labels(path: Path) -> tuple[list[str], list[bool]]:
    """Texts and labels of lines such as {"text": "…", "label": true}; CorpusError if a line is another."""
    texts, labels = [], []
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"cannot be read: {error}", str(path)) from None
    for number, line in enumerate(lines, 1):
        try:
            given = json.loads(line) if line.strip() else None
        except ValueError:
            given = {}
        if given is None:
            continue
        text, label = (given.get("text"), given.get("label")) if isinstance(given, dict) else (None, None)
        if not isinstance(text, str) or not isinstance(label, bool):
            raise CorpusError("not a label", f"{path}, line {number}", 'write {"text": "…", "label": true}')
        texts.append(text)
        labels.append(label)
    return texts, labels


def _features(text: str) -> tuple[npt.NDArray[np.int64], Vector]:
    """The columns of a text and their values: how often pairs and triples occur, damped, of length 1."""
    plain = letters(text)[:_MAX_LETTERS]
    counts: dict[int, float] = {}
    for size in _SIZES:
        for i in range(len(plain) - size + 1):
            column = zlib.crc32(plain[i : i + size].encode("utf-8", "replace")) % _BUCKETS
            counts[column] = counts.get(column, 0.0) + 1.0
    values = np.log1p(np.fromiter(counts.values(), np.float64, len(counts)))
    norm = float(np.sqrt(values @ values)) or 1.0
    return np.fromiter(counts, np.int64, len(counts)), values / norm


def _matrix(texts: Sequence[str]) -> csr_matrix:
    rows = [_features(text) for text in texts]
    ends = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns = np.concatenate([columns for columns, _ in rows])
    values = np.concatenate([values for _, values in rows])
    return csr_matrix((values, columns, ends), shape=(len(rows), _BUCKETS))


def _fit(matrix: csr_matrix, kinds: Vector) -> tuple[Vector, float]:
    """Weights and bias of least loss; both kinds weigh the same."""
    sign = 2 * kinds - 1
    share = np.where(kinds > 0, 0.5 / max(kinds.mean(), 1e-9), 0.5 / max(1 - kinds.mean(), 1e-9))

    def loss(point: Vector) -> tuple[float, Vector]:
        margin = sign * (matrix @ point[:-1] + point[-1])
        pull = -share * sign / (1 + np.exp(np.minimum(margin, 500.0)))
        value = float(share @ np.logaddexp(0, -margin) + 0.5 * _PENALTY * (point[:-1] @ point[:-1]))
        slope = np.append(matrix.T @ pull + _PENALTY * point[:-1], pull.sum())
        return value, slope

    found = minimize(loss, np.zeros(_BUCKETS + 1), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return np.asarray(found.x[:-1]), float(found.x[-1])

"""`Model`: what was learned from labelled pages, as plain arrays in a file of a stated version.

The file is a numpy archive without pickles: `header` is JSON in bytes, with `format`, the `names` of the features,
the `kinds` of pages, `corpus` (name -> digest), `sources` (name -> pages) and `scores` of cross-validation; the
other arrays are the fields of three `Trees`: `block_…` for a first look at each block, `context_…` for a second
that knows what the first said of the whole page, `kind_…` for pages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core import Grown, LoadedModel, feature_names, load_trees
from honbun.errors import ModelError
from honbun.features import Columns, Features, Findings, Outline, context_features, feature_matrix
from honbun.model.archive import read_archive, read_bytes, write_archive
from honbun.model.trees import Trees, probabilities, scores
from honbun.notebook import line, short
from honbun.page import Mask

FORMAT = 3
_SHIPPED = "shipped.npz"


@dataclass(frozen=True, eq=False)
class Prediction:
    """What a model says of the blocks of a page, each by its own features."""

    logit: npt.NDArray[np.float32]
    """For each block, the log-odds that it is main text."""
    words: npt.NDArray[np.float32]
    """For each block, how many words it has: a character each in scripts without spaces."""
    kinds: tuple[str, ...]
    """The kinds of pages, the likeliest for this one first; none if the model knows none."""
    features: Features = field(repr=False)
    """What the model was told of each block."""

    @cached_property
    def probability(self) -> npt.NDArray[np.float32]:
        """For each block, how likely it is main text."""
        return probabilities(self.logit)

    @property
    def kind(self) -> str | None:
        """What kind of page it most likely is."""
        return self.kinds[0] if self.kinds else None


@dataclass(frozen=True, eq=False, repr=False)
class Model:
    """Boosted trees over blocks, for a first look at each and a second in its context, and over pages."""

    names: tuple[str, ...]
    blocks: Trees
    context: Trees | None = None
    """None if there were too few pages to learn it: then the first look is the last."""
    context_names: tuple[str, ...] = ()
    """The features that the first look gives, which stand before the others."""
    kinds: tuple[str, ...] = ()
    pages: Trees | None = None
    corpus: Mapping[str, str] = field(default_factory=dict)
    """Name -> digest of the corpora it was trained on."""
    sources: Mapping[str, int] = field(default_factory=dict)
    """Source -> number of its pages that it was trained on."""
    scores: Mapping[str, float] = field(default_factory=dict)
    """Mean page F1 of cross-validation grouped by site, by kind of page."""

    def __repr__(self) -> str:
        return line("Model", f"{len(self.names)} features", f"corpora: {short(', '.join(self.corpus)) or 'none'}")

    def check(self) -> Model:
        """This model, once known to be well formed; else ValueError."""
        own = len(self.names)
        asked = ((self.blocks, own), (self.context, own + len(self.context_names)), (self.pages, 2 * own))
        for trees, columns in asked:
            if trees is not None and trees.check().column.max(initial=-1) >= columns:
                raise ValueError("not a valid Model: a tree asks for a feature without a name")
        kinds = len(self.kinds) if self.pages is None else self.pages.leaf.shape[2]
        looks = [trees.leaf.shape[2] for trees in (self.blocks, self.context) if trees is not None]
        if max(looks) != 1 or kinds != len(self.kinds):
            raise ValueError("not a valid Model: classes without a name")
        return self

    @cached_property
    def compiled(self) -> LoadedModel | None:
        """This model as the core holds it; None without one, or if it does not compute all that is asked for."""
        place = {name: i for i, name in enumerate(feature_names())}
        if not place.keys() >= set(self.names) or self.context_names not in (
            (),
            feature_names("context"),
        ):
            return None
        own = np.array([place[name] for name in self.names], dtype=np.int32)
        before = len(self.context_names)
        context = np.concatenate([np.arange(before, dtype=np.int32), before + own])
        pages = np.concatenate([own, len(place) + own])
        return load_trees(
            _grown(self.blocks, own, len(place)),
            _grown(self.context, context, before + len(place)) if self.context else None,
            _grown(self.pages, pages, 2 * len(place)) if self.pages else None,
        )

    def predict(self, outline: Outline, findings: Findings) -> Prediction:
        """What the model says of the blocks of a page, and of the kind of the page."""
        features = self.in_order(feature_matrix(outline, findings))
        logit = self.logits(outline, features)
        return Prediction(logit, features.column("words"), self.kinds_of(features, probabilities(logit)), features)

    def logits(self, outline: Outline, features: Features) -> npt.NDArray[np.float32]:
        """The log-odds of each block, first by itself, then in its context."""
        first = scores(self.blocks, features.values)[:, 0]
        if self.context is None or not len(first):
            return first
        columns = context_features(outline, first, features.column("words"))
        if tuple(columns) != self.context_names:
            raise ModelError("asks for other features of the context than this version measures")
        return scores(self.context, with_context(columns, features))[:, 0]

    def kinds_of(
        self, features: Features, probability: npt.NDArray[np.float32], apart: Mask | None = None
    ) -> tuple[str, ...]:
        """The kinds of pages, the likeliest first, if the blocks of the page are so likely main text."""
        own = slice(None) if apart is None else ~apart
        if self.pages is None or not len(probability[own]):
            return ()
        measured = Features(features.names, features.values[own])
        page = profile(measured, probability[own], measured.column("words"))
        order = np.argsort(-scores(self.pages, page[None])[0], kind="stable")
        return tuple(self.kinds[k] for k in order.tolist())

    def in_order(self, features: Features) -> Features:
        """The features that the model knows, in its order."""
        if features.names == self.names:
            return features
        place = {name: i for i, name in enumerate(features.names)}
        missing = [name for name in self.names if name not in place]
        if missing:
            raise ModelError(f"asks for features that this version does not measure: {', '.join(missing[:5])}")
        return Features(self.names, features.values[:, [place[name] for name in self.names]])

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process, where the core loads it anew."""
        return {name: value for name, value in vars(self).items() if name != "compiled"}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file; the same model gives the same bytes."""
        header = {
            "format": FORMAT,
            "names": self.names,
            "kinds": self.kinds,
            "context": self.context_names,
            "corpus": dict(self.corpus),
            "sources": dict(self.sources),
            "scores": dict(self.scores),
        }
        trees = {"block": self.blocks, "context": self.context, "kind": self.pages}
        write_archive(path, header, {name: part for name, part in trees.items() if part is not None})


def _grown(trees: Trees, place: npt.NDArray[np.int32], columns: int) -> Grown:
    """Trees for the core, which ask for its columns, of which there are so many."""
    return Grown(columns, place[trees.column], trees.border, trees.leaf, trees.bias)


def with_context(columns: Columns, features: Features) -> npt.NDArray[np.float32]:
    """The features of the context, and after them all others, in one matrix."""
    before = np.stack(list(columns.values()), axis=1)
    return np.concatenate([before, features.values], axis=1, dtype=np.float32)


def profile(features: Features, probability: npt.NDArray[Any], words: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """A page as one row: the mean of each feature over all its words, and over those that are likely content."""
    weights = np.maximum(words, 0.5)
    both = np.stack([weights, weights * probability]).astype(np.float64)
    totals = np.maximum(both.sum(axis=1, keepdims=True), 1e-6)
    # In double precision, so that the order in which a processor adds does not decide.
    means: npt.NDArray[np.float64] = both @ features.values.astype(np.float64) / totals
    return means.astype(np.float32).ravel()


def load_model(path: str | os.PathLike[str]) -> Model:
    """The model in a file; ModelError if it cannot be used."""
    return _read(read_bytes(path), os.fspath(path))


@cache
def shipped() -> Model:
    """The model that comes with the package."""
    return _read((files("honbun.model") / _SHIPPED).read_bytes(), _SHIPPED)


def _read(data: bytes, name: str) -> Model:
    return read_archive(data, name, FORMAT, _build)


def _build(header: dict[str, Any], trees: Callable[[str], Trees | None]) -> Model:
    blocks = trees("block")
    if blocks is None:
        raise ValueError("no trees for blocks")
    return Model(
        names=tuple(header["names"]),
        blocks=blocks,
        kinds=tuple(header["kinds"]),
        context=trees("context"),
        context_names=tuple(header["context"]),
        pages=trees("kind"),
        corpus=header["corpus"],
        sources=header["sources"],
        scores=header["scores"],
    ).check()

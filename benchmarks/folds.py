"""honbun on the corpus its model was trained on, honestly: each page by a model that has seen no page of its site.

`honbun evaluate CORPUS --system benchmarks.folds:CrossValidated` after `python -m benchmarks.folds DATA`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import numpy as np

import honbun
from honbun.evaluate.cases import Answer
from honbun.evaluate.corpus import read_corpus
from honbun.evaluate.results import extraction_digest
from honbun.model.model import Model
from honbun.train.boost import BoostOptions
from honbun.train.dataset import build, only
from honbun.train.fit import fit_without

# Models of other code would measure nothing, so the code's digest is part of the name.
FOLDER = Path(__file__).parents[1] / "build" / "folds" / extraction_digest()
FOLDS = 5
# What the shipped model is trained on: file -> set.
TRAINABLE = {"wcxb-dev.parquet": "wcxb", "posts-dev.parquet": "harvest-forum"}


@dataclass
class CrossValidated:
    """The shipped recipe, trained without the page's site."""

    name: str = "honbun"
    tasks: frozenset[str] = frozenset({"content"})
    _models: dict[int, Model] = field(default_factory=dict, repr=False)
    _folds: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def version(self) -> str:
        """The version and a digest of the code that extracts."""
        return f"{honbun.__version__}+{extraction_digest()}+cv"

    def load(self) -> None:
        """Read the models and which page belongs to which."""
        self._folds = json.loads((FOLDER / "pages.json").read_text("utf-8"))
        self._models = {fold: honbun.load_model(FOLDER / f"{fold}.npz") for fold in range(FOLDS)}

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The text of the document."""
        options = honbun.ExtractOptions(model=self.model_for(html))
        return Answer(text=honbun.extract(html, url, options=options).text)

    def model_for(self, html: bytes) -> Model:
        """The model that has not seen the site of a page."""
        if not self._models:
            self.load()
        return self._models[self._folds[_digest(html)]]


def train(data: Path) -> None:
    """One model for each fold."""
    corpora = [only(read_corpus(data / name), (name_of_set,)) for name, name_of_set in TRAINABLE.items()]
    dataset = build(corpora)
    fold = dataset.folds(FOLDS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number in range(FOLDS):
        fit_without(dataset, np.flatnonzero(fold == number), BoostOptions()).save(FOLDER / f"{number}.npz")
    cases = [case for corpus in corpora for case in corpus.cases]
    pages = {_digest(case.html): number for case, number in zip(cases, fold.tolist(), strict=True)}
    (FOLDER / "pages.json").write_text(json.dumps(pages), "utf-8")


def _digest(html: bytes) -> str:
    return blake2b(html, digest_size=12).hexdigest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    train(parser.parse_args().data)

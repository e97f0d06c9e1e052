"""`ThreadModel`: what was learned from labelled threads, as trees that answer six questions.

Each question has its own features, named in the room that computes them: `honbun.threads`. The file is an
archive as of `honbun.model.archive`; its header has `format`, `names` (question -> names of its features),
`corpus` (name -> digest) and `scores` of cross-validation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core import LoadedModel
from honbun.model.archive import read_archive, read_bytes, write_archive
from honbun.model.trees import Trees, scores
from honbun.notebook import line, short

FORMAT = 1
QUESTIONS = ("groups", "lines", "names", "dates", "threads", "openings")
_SHIPPED = "threads.npz"
_COMMENTS = "comments.npz"


@dataclass(frozen=True, eq=False, repr=False)
class ThreadModel:
    """Trees for each question; answers are log-odds."""

    trees: Mapping[str, Trees]
    names: Mapping[str, tuple[str, ...]]
    """Question -> names of the features it is asked with."""
    corpus: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        return line("ThreadModel", *self.trees, f"corpora: {short(', '.join(self.corpus)) or 'none'}")

    def __contains__(self, question: object) -> bool:
        return question in self.trees

    def check(self) -> ThreadModel:
        """This model, once known to be well formed; else ValueError."""
        for question, trees in self.trees.items():
            if question not in QUESTIONS or trees.leaf.shape[2] != 1:
                raise ValueError(f"not a valid ThreadModel: {question}")
            if trees.check().column.max(initial=-1) >= len(self.names[question]):
                raise ValueError(f"not a valid ThreadModel: {question} asks for a feature without a name")
        return self

    def logits(self, question: str, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The answer to a question for each row of its features: see `honbun.threads.questions.PostModel`."""
        trees = self.trees.get(question)
        if trees is None:  # while the questions before it are learned
            return np.zeros(len(values), dtype=np.float32)
        held, rows = trees.held, values.astype(np.float32)
        return held.scores(rows) if held else np.asarray(scores(trees, rows)[:, 0])

    def held(self, question: str) -> LoadedModel | None:
        """The trees of a question in the memory of the core; None without them, or without a core."""
        return self.trees[question].held if question in self.trees else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file; the same model gives the same bytes."""
        header = {
            "format": FORMAT,
            "names": {question: list(names) for question, names in self.names.items()},
            "corpus": dict(self.corpus),
            "scores": dict(self.scores),
        }
        write_archive(path, header, self.trees)


def load_thread_model(path: str | os.PathLike[str]) -> ThreadModel:
    """The model of threads in a file; ModelError if it cannot be used."""
    return read_archive(read_bytes(path), os.fspath(path), FORMAT, _build)


@cache
def shipped_threads() -> ThreadModel:
    """The model of threads that comes with the package."""
    return read_archive((files("honbun.model") / _SHIPPED).read_bytes(), _SHIPPED, FORMAT, _build)


@cache
def shipped_comments() -> ThreadModel:
    """The model by which comments below an article are found: two questions, groups and threads, of their own."""
    return read_archive((files("honbun.model") / _COMMENTS).read_bytes(), _COMMENTS, FORMAT, _build)


def _build(header: dict[str, Any], trees: Callable[[str], Trees | None]) -> ThreadModel:
    grown = {question: found for question in QUESTIONS if (found := trees(question)) is not None}
    names = {question: tuple(known) for question, known in header["names"].items()}
    return ThreadModel(grown, names, header["corpus"], header["scores"]).check()

"""The figures of each task: which scores of the pages they are made of, and how."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Sums = npt.NDArray[np.float64]
Result = Mapping[str, Any]
"""A page's result: `set`, `site`, `scores` and more."""
Kind = Literal["mean", "f1", "precision", "recall", "ratio"]


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
    is_share: bool = True
    """Between 0 and 1; else a count."""

    def check(self) -> Figure:
        """This figure, once known to be well formed; else ValueError."""
        wanted = {"mean": 1, "ratio": 2}.get(self.kind, 3)
        if len(self.keys) != wanted:
            raise ValueError(f"{self.name}: {self.kind} is made of {wanted} keys, not {len(self.keys)}")
        return self

    def is_in(self, result: Result) -> bool:
        """Whether the scores of the page have what this figure is made of."""
        scores = result.get("scores") or {}
        return all(scores.get(key) is not None for key in self.keys)

    def parts(self, result: Result) -> tuple[float, ...]:
        """What is summed over pages: for a mean the value and 1, else the counts."""
        parts = tuple(float(result["scores"][key]) for key in self.keys)
        return (*parts, 1.0) if self.kind == "mean" else parts

    def of_sums(self, sums: Sums) -> Sums:
        """The figure from sums of parts in the last axis; nan where there is nothing to divide by."""
        above, below = sums[..., 0], sums[..., 1]
        if self.kind in ("f1", "precision", "recall"):
            predicted, gold = sums[..., 1], sums[..., 2]
            above = 2 * above if self.kind == "f1" else above
            below = {"f1": predicted + gold, "precision": predicted, "recall": gold}[self.kind]
        out = np.full(np.shape(above), math.nan)
        np.divide(above, below, out=out, where=below > 0)
        return out

    def value(self, results: Sequence[Result]) -> float:
        """The figure over these results as if of one site, without an interval; nan if none has it."""
        parts = [self.parts(result) for result in results if self.is_in(result)]
        return float(self.of_sums(np.array(parts, np.float64).sum(axis=0))) if parts else math.nan


_COUNTS = ("correct", "predicted", "gold")
_STRICT = ("correct_strict", "predicted", "gold")
_COMMENT = ("comment_correct", "comment_predicted", "comment_gold")
_CELLS = ("cells_correct", "cells_predicted", "cells_gold")

_TEXT = (
    Figure("f1", "mean", ("f1",), "agreement of the words found with the words wanted, mean of the pages"),
    Figure("precision", "mean", ("precision",), "share of the words found that are wanted"),
    Figure("recall", "mean", ("recall",), "share of the words wanted that are found"),
    Figure("f1 by character", "mean", ("f1_by_character",), "f1 with Chinese, Japanese, Thai cut into characters"),
    Figure("f1 of sites", "mean", ("f1",), "f1, mean of the sites", by_site=True),
    Figure("with", "mean", ("with",), "share of the snippets found that must be"),
    Figure("without", "mean", ("without",), "share of the snippets found that must not be", lower_is_better=True),
)

FIGURES: dict[str, list[Figure]] = {
    "content": list(_TEXT),
    "site": list(_TEXT),
    "comments": [
        Figure("comments f1", "mean", ("comments_f1",), "words of all comments, on pages that have any"),
        Figure("comments precision", "mean", ("comments_precision",), "share of the comment words found that are"),
        Figure("comments recall", "mean", ("comments_recall",), "share of the comments' words that are found"),
        Figure("article f1", "mean", ("article_f1",), "words of the article, its comments left out"),
        Figure("single comments f1", "f1", _COMMENT, "comments found one by one, where gold has them so"),
        Figure(
            "comments in article",
            "mean",
            ("comments_leak",),
            "share of the comments' 5-grams found in the article",
            lower_is_better=True,
        ),
        Figure(
            "article in comments",
            "mean",
            ("article_leak",),
            "share of the article's 5-grams found in comments",
            lower_is_better=True,
        ),
        Figure(
            "false alarms",
            "mean",
            ("false_alarm",),
            "share of the pages without comments on which some were found",
            lower_is_better=True,
        ),
    ],
    "posts": [
        Figure("f1", "f1", _COUNTS, "posts found exactly as one post (token F1 of at least .8), over all posts"),
        Figure("precision", "precision", _COUNTS, "share of the posts found that are right"),
        Figure("recall", "recall", _COUNTS, "share of the posts wanted that are right"),
        Figure("f1 of sites", "f1", _COUNTS, "f1, mean of the sites", by_site=True),
        Figure("f1 strict", "f1", _STRICT, "f1 with a token F1 of at least .95"),
        Figure("author", "ratio", ("authors_right", "authors"), "author right, of right posts"),
        Figure("date", "ratio", ("dates_right", "dates"), "day right, of right posts"),
        Figure("merged", "ratio", ("merged", "gold"), "share of posts lumped with others", lower_is_better=True),
        Figure("split", "ratio", ("split", "gold"), "share of posts found in pieces", lower_is_better=True),
        Figure(
            "inexact",
            "ratio",
            ("inexact", "gold"),
            "share found with too much or too little",
            lower_is_better=True,
        ),
        Figure("missed", "ratio", ("missed", "gold"), "share of posts not found", lower_is_better=True),
        Figure(
            "spurious", "ratio", ("spurious", "predicted"), "share found that are no posts", lower_is_better=True
        ),
    ],
    "fields": [
        Figure(
            "f1", "mean", ("f1",), "values of the attributes in the best columns, mean of attributes, then sites"
        ),
        Figure("columns", "mean", ("columns",), "columns of a site", lower_is_better=True, is_share=False),
        Figure(
            "cells right", "ratio", ("cells_right", "cells"), "share of page and attribute with the very values"
        ),
    ],
    "records": [
        Figure("f1", "f1", _COUNTS, "records of which .8 of the cells are found in one record, over all records"),
        Figure("precision", "precision", _COUNTS, "share of the records found that are right"),
        Figure("recall", "recall", _COUNTS, "share of the records wanted that are right"),
        Figure("f1 of pages", "mean", ("f1",), "f1, mean of the pages"),
        Figure("count right", "mean", ("count_right",), "share of pages with the right number of records"),
        Figure("cell f1", "f1", _CELLS, "cells with the very value in the column assigned"),
    ],
    "blocks": [
        Figure("f1", "f1", _COUNTS, "blocks kept against blocks to keep, over all blocks"),
        Figure("precision", "precision", _COUNTS, "share of the blocks kept that are to be kept"),
        Figure("recall", "recall", _COUNTS, "share of the blocks to keep that are kept"),
        Figure("perfect pages", "mean", ("perfect",), "share of pages with every block right"),
    ],
}
"""By task; the first figure is the headline."""

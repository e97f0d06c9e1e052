"""Which features spoke for a block and which against it: the model asked again with one family of them silent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.features import Features, Findings, Outline, families, joined
from honbun.model.model import Model


@dataclass(frozen=True, eq=False)
class Contributions:
    """What each family of features changes in the model's log-odds of each block.

    The contribution of a family to a block is the block's logit less what it would be if each feature of that
    family had its median over the page's blocks. Positive: what the family states of this block, compared with a
    usual block of the page, speaks for main text. Features of the page as a whole are the same for all its blocks,
    so they contribute nothing. Trees join features of several families, so the sum is not the logit: what is left
    over is what families state only together.
    """

    names: tuple[str, ...]
    """The families."""
    values: npt.NDArray[np.float32]
    """One row per block, one column per family."""
    odds: npt.NDArray[np.float32]
    """The model's log-odds of each block."""


def contributions(model: Model, outline: Outline, findings: Findings) -> Contributions:
    """What each family of features says of each block of a page."""
    measured = families(outline, findings)
    n = len(outline.blocks)
    features = model.in_order(joined(measured, n))
    family_of = {name: family for family, columns in measured.items() for name in columns}
    names = tuple(dict.fromkeys(family_of[name] for name in features.names))
    odds = model.logits(outline, features)
    if not n:
        return Contributions(names, np.zeros((0, len(names)), dtype=np.float32), odds)
    median = np.median(features.values, axis=0).astype(np.float32)
    values = [odds - model.logits(outline, _silenced(features, family_of, name, median)) for name in names]
    return Contributions(names, np.stack(values, axis=1), odds)


def _silenced(
    features: Features, family_of: dict[str, str], family: str, median: npt.NDArray[np.float32]
) -> Features:
    """The features, those of one family replaced by their median."""
    of_family = np.array([family_of[name] == family for name in features.names])
    return Features(features.names, np.where(of_family, median, features.values))

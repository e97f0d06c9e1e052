"""All features of a page's blocks in one matrix, with their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core import Seen, feature_names
from honbun.features.containers import (
    container_features,
    group_features,
    nearness_features,
    page_features,
    sibling_features,
)
from honbun.features.markup import markup_features
from honbun.features.outline import Columns, Outline
from honbun.features.position import link_features, neighbour_features, position_features
from honbun.features.text import character_features, data_features
from honbun.page import Mask


@dataclass(frozen=True, eq=False)
class Findings:
    """What structure has found on a page before a model looks at it."""

    title: int
    """The block that shows the title, or -1."""
    container: int
    """The element that holds most of the prose in one place, or -1."""
    score: npt.NDArray[np.float32]
    """For each block, how surely it belongs to an article."""
    secondary: Mask
    """Blocks in records that are secondary to an article."""
    primary: Mask
    """Blocks in records that are what the page is about."""


@dataclass(frozen=True, eq=False)
class Features:
    """One row per block, one column per feature."""

    names: tuple[str, ...]
    values: npt.NDArray[np.float32]

    def check(self) -> Features:
        """These features, once known to be well formed; else ValueError."""
        if self.values.ndim != 2 or self.values.shape[1] != len(self.names):
            raise ValueError("not valid Features: names and columns differ in number")
        if len(set(self.names)) != len(self.names):
            raise ValueError("not valid Features: a name comes twice")
        if not np.all(np.isfinite(self.values)):
            raise ValueError("not valid Features: a value is not finite")
        return self

    def column(self, name: str) -> npt.NDArray[np.float32]:
        """The values of one feature."""
        return np.asarray(self.values[:, self.names.index(name)])


class CompiledFeatures(Features):
    """Features that the core has computed: their values are read when they are asked for."""

    def __init__(self, seen: Seen) -> None:
        vars(self).update(names=feature_names(), _seen=seen)

    def __reduce__(self) -> tuple[Any, ...]:
        return Features, (self.names, self.values)

    @cached_property
    def values(self) -> npt.NDArray[np.float32]:
        """One row per block, one column per feature."""
        seen: Seen = vars(self)["_seen"]
        return seen.features()


def families(outline: Outline, findings: Findings) -> dict[str, Columns]:
    """Every feature of every block of a page, by the family it belongs to."""
    characters = character_features(outline)
    prices = characters["money"]
    return {
        "characters": characters,
        "markup": markup_features(outline),
        "links": link_features(outline),
        "position": position_features(outline, findings.title),
        "neighbours": neighbour_features(outline, prices),
        "containers": container_features(outline),
        "nearness": nearness_features(outline, findings.container),
        "groups": group_features(outline),
        "siblings": sibling_features(outline, prices),
        "page": page_features(outline, findings.title),
        "data": data_features(outline),
        "structure": {"article": findings.score, "secondary": findings.secondary, "primary": findings.primary},
    }


def feature_matrix(outline: Outline, findings: Findings) -> Features:
    """Every feature of every block of a page."""
    return joined(families(outline, findings), len(outline.blocks))


def joined(found: dict[str, Columns], blocks: int) -> Features:
    """The features of all families of so many blocks in one matrix."""
    columns: Columns = {}
    for family in found.values():
        columns |= family
    values = np.concatenate(list(columns.values()), dtype=np.float32, casting="unsafe")
    return Features(tuple(columns), values.reshape(len(columns), blocks).T)

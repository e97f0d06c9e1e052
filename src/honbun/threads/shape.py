"""`Shape`: how the threads of a site are built, learned from its pages one by one, without labels.

A page votes for the groups that may be its posts, and for the places inside them where text, names and dates
stand, as sure of each as it was alone. Votes are sums, so shapes merge in any order, and one new page is enough to
use one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Votes = Mapping[str, tuple[float, float]]
"""Key -> the weight of all votes, and their sum."""

# A page that is hardly a thread teaches nothing about threads.
LEAST_WEIGHT = 0.2
# What sibling pages say counts so much against what the page says, in log-odds. posts-dev, four siblings, with
# the model before the present one: .961; half as much .957.
_GROUP_TRUST = 2.0
_PLACE_TRUST = 0.7
# So many pages are as good as one more opinion of the page itself.
_ENOUGH = 1.0
_SUREST = 4.0
# How the votes of a page are named in a profile, and which of them are worth keeping.
_KINDS = ("group", "line", "name", "date")
_PAGES = "pages"
_LEAST_SHARE = 0.1
_MOST_PLACES = 8


@dataclass(frozen=True)
class Shape:
    """Votes of the pages of one site."""

    pages: float = 0.0
    """The pages that voted, each as far as it is a thread."""
    groups: Votes = field(default_factory=dict)
    lines: Votes = field(default_factory=dict)
    names: Votes = field(default_factory=dict)
    dates: Votes = field(default_factory=dict)

    def merge(self, other: Shape) -> Shape:
        """The votes of both."""
        return Shape(
            pages=self.pages + other.pages,
            groups=_sum(self.groups, other.groups),
            lines=_sum(self.lines, other.lines),
            names=_sum(self.names, other.names),
            dates=_sum(self.dates, other.dates),
        )

    def scaled(self, weight: float) -> Shape:
        """The same votes with so much weight."""
        return Shape(
            pages=self.pages * weight,
            groups=_scaled(self.groups, weight),
            lines=_scaled(self.lines, weight),
            names=_scaled(self.names, weight),
            dates=_scaled(self.dates, weight),
        )

    def votes(self) -> dict[str, tuple[float, float]]:
        """The same as one mapping, for a profile: what is unlikely everywhere is left out."""
        if not self.pages:
            return {}
        likely = {key: vote for key, vote in self.groups.items() if vote[1] >= _LEAST_SHARE * self.pages}
        parts = (likely, self.lines, _best(self.names), _best(self.dates))
        flat = {
            f"{kind} {key}": vote for kind, part in zip(_KINDS, parts, strict=True) for key, vote in part.items()
        }
        return {_PAGES: (self.pages, self.pages), **flat}

    @classmethod
    def of_votes(cls, votes: Votes) -> Shape:
        """The shape that these votes add up to."""
        parts: dict[str, dict[str, tuple[float, float]]] = {kind: {} for kind in _KINDS}
        for name, vote in votes.items():
            kind, _, key = name.partition(" ")
            if kind in parts:
                parts[kind][key] = vote
        return cls(votes.get(_PAGES, (0.0, 0.0))[0], *parts.values())

    def of_groups(self, keys: Iterable[str], scores: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Scores of groups, given what other pages made of the same keys. An unknown key is one they have not."""
        if self.pages < LEAST_WEIGHT:
            return scores
        voted = np.array([self.groups.get(key, (0.0, 0.0))[1] for key in keys]) / self.pages
        share = np.clip(voted, 0.02, 0.98)
        trust = _GROUP_TRUST * self.pages / (self.pages + _ENOUGH)
        return np.asarray(scores + trust * np.log(share / (1 - share)))


def mixed(votes: Votes, keys: Iterable[str], scores: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Scores of places, each moved towards what other pages made of the same place."""
    found = [votes.get(key, (0.0, 0.0)) for key in keys]
    weight = np.array([each[0] for each in found])
    total = np.array([each[1] for each in found])
    trust = _PLACE_TRUST * weight / (weight + _ENOUGH)
    return np.asarray((1 - trust) * scores + trust * total / np.maximum(weight, 1e-9))


def ballots(keys: Iterable[str], values: Iterable[float], weights: Iterable[float]) -> Votes:
    """Votes of one page: for each key the sum of the weights and of what is said, weighted."""
    votes: dict[str, tuple[float, float]] = {}
    for key, value, weight in zip(keys, values, weights, strict=True):
        before = votes.get(key, (0.0, 0.0))
        votes[key] = before[0] + weight, before[1] + weight * min(max(value, -_SUREST), _SUREST)
    return votes


def _sum(one: Votes, other: Votes) -> Votes:
    total = dict(one)
    for key, (weight, value) in other.items():
        before = total.get(key, (0.0, 0.0))
        total[key] = before[0] + weight, before[1] + value
    return total


def _scaled(votes: Votes, weight: float) -> Votes:
    return {key: (each * weight, value * weight) for key, (each, value) in votes.items()}


def _best(votes: Votes) -> Votes:
    """The likeliest places."""
    ranked = sorted(votes.items(), key=lambda item: (-item[1][1] / max(item[1][0], 1e-9), item[0]))
    return dict(ranked[:_MOST_PLACES])

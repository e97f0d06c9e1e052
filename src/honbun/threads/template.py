"""`ThreadTemplate`: how the threads of a site are built, learned from its pages one by one, without labels.

A page votes for the groups that may be its posts, and for the paths inside them where bodies, authors and dates
stand, as sure of each as it was alone. Votes are sums, so templates merge in any order, and one new page is enough
to use one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Votes = Mapping[str, tuple[float, float]]
"""Key -> the weight of all votes, and their sum."""

# A page that is less likely a thread teaches nothing about threads.
MIN_WEIGHT = 0.2
# What sibling pages say counts so much against what the page says, in log-odds. posts-dev, four siblings, with
# the model before the present one: .961; half as much .957.
_GROUP_WEIGHT = 2.0
_PATH_WEIGHT = 0.7
# So many pages are as good as one more prediction of the page itself.
_PAGES_OF_PREDICTION = 1.0
# A vote is at most so sure: for the share of pages, for logits.
_MIN_SHARE, _MAX_SHARE = 0.02, 0.98
_MAX_LOGIT = 4.0
# How the votes of a page are named in a profile, and which of them are kept.
_KINDS = ("group", "line", "name", "date")
_PAGES = "pages"
_MIN_KEPT_SHARE = 0.1
_MAX_KEPT_PATHS = 8


@dataclass(frozen=True)
class ThreadTemplate:
    """Votes of the pages of one site."""

    pages: float = 0.0
    """The pages that voted, each as far as it is a thread."""
    groups: Votes = field(default_factory=dict)
    lines: Votes = field(default_factory=dict)
    authors: Votes = field(default_factory=dict)
    dates: Votes = field(default_factory=dict)

    @property
    def _parts(self) -> tuple[Votes, ...]:
        return self.groups, self.lines, self.authors, self.dates

    def merge(self, other: ThreadTemplate) -> ThreadTemplate:
        """The votes of both."""
        return ThreadTemplate(self.pages + other.pages, *map(_sum, self._parts, other._parts))

    def scaled(self, weight: float) -> ThreadTemplate:
        """The same votes with so much weight."""
        parts = (
            {key: (each * weight, value * weight) for key, (each, value) in part.items()} for part in self._parts
        )
        return ThreadTemplate(self.pages * weight, *parts)

    def votes(self) -> dict[str, tuple[float, float]]:
        """The same as one mapping, for a profile: what is unlikely everywhere is left out."""
        if not self.pages:
            return {}
        likely = {key: vote for key, vote in self.groups.items() if vote[1] >= _MIN_KEPT_SHARE * self.pages}
        parts = (likely, self.lines, _likeliest(self.authors), _likeliest(self.dates))
        flat = {
            f"{kind} {key}": vote for kind, part in zip(_KINDS, parts, strict=True) for key, vote in part.items()
        }
        return {_PAGES: (self.pages, self.pages), **flat}

    @classmethod
    def of_votes(cls, votes: Votes) -> ThreadTemplate:
        """The template that these votes add up to."""
        parts: dict[str, dict[str, tuple[float, float]]] = {kind: {} for kind in _KINDS}
        for name, vote in votes.items():
            kind, _, key = name.partition(" ")
            if kind in parts:
                parts[kind][key] = vote
        return cls(votes.get(_PAGES, (0.0, 0.0))[0], *parts.values())

    def group_logits(self, keys: Iterable[str], alone: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Logits of groups, given those of the page alone. An unknown key is one that other pages have not."""
        if self.pages < MIN_WEIGHT:
            return alone
        voted = np.array([self.groups.get(key, (0.0, 0.0))[1] for key in keys]) / self.pages
        share = np.clip(voted, _MIN_SHARE, _MAX_SHARE)
        weight = _GROUP_WEIGHT * self.pages / (self.pages + _PAGES_OF_PREDICTION)
        return np.asarray(alone + weight * np.log(share / (1 - share)))


def path_logits(votes: Votes, keys: Iterable[str], alone: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Logits of what stands in these paths, given those of the page alone: moved towards what other pages say."""
    found = [votes.get(key, (0.0, 0.0)) for key in keys]
    pages = np.array([each[0] for each in found])
    total = np.array([each[1] for each in found])
    weight = _PATH_WEIGHT * pages / (pages + _PAGES_OF_PREDICTION)
    return np.asarray((1 - weight) * alone + weight * total / np.maximum(pages, 1e-9))


def votes_for(keys: Iterable[str], logits: Iterable[float], weights: Iterable[float]) -> Votes:
    """Votes of one page: for each key the sum of the weights and of the weighted logits."""
    votes: dict[str, tuple[float, float]] = {}
    for key, logit, weight in zip(keys, logits, weights, strict=True):
        before = votes.get(key, (0.0, 0.0))
        votes[key] = before[0] + weight, before[1] + weight * min(max(logit, -_MAX_LOGIT), _MAX_LOGIT)
    return votes


def _sum(one: Votes, other: Votes) -> Votes:
    total = dict(one)
    for key, (weight, value) in other.items():
        before = total.get(key, (0.0, 0.0))
        total[key] = before[0] + weight, before[1] + value
    return total


def _likeliest(votes: Votes) -> Votes:
    ranked = sorted(votes.items(), key=lambda item: (-item[1][1] / max(item[1][0], 1e-9), item[0]))
    return dict(ranked[:_MAX_KEPT_PATHS])

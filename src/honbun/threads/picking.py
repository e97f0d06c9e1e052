"""Which candidate names the author or the date of each post, given what a model and other pages say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.page import Mask
from honbun.thread import Votes, path_logits, votes_for
from honbun.threads.fields import FieldCandidate, FieldValue
from honbun.threads.parts import NOTHING_LOGIT

# A candidate is taken for authors or dates from this logit on, if no larger share of it lies in bodies.
_MIN_FIELD_LOGIT = -5.0
_MAX_SHARE_IN_BODIES = 0.5


@dataclass(frozen=True, eq=False)
class Fields:
    """The candidates for a field of the posts, and the logit of each by the page alone."""

    candidates: list[FieldCandidate]
    logits: npt.NDArray[Any]
    body: Mask

    @property
    def keys(self) -> list[str]:
        """What pages of one site call their paths."""
        return [f"{candidate.key:x}" for candidate in self.candidates]

    @property
    def best_logit(self) -> float:
        """The logit of the likeliest."""
        return float(self.logits.max()) if self.candidates else NOTHING_LOGIT

    @property
    def votes(self) -> Votes:
        """What the page would tell others of them."""
        return votes_for(self.keys, self.logits.tolist(), [1.0] * len(self.candidates))

    def pick(self, votes: Votes) -> Picked:
        """For each member the value of the likeliest candidate that it has, given what other pages say."""
        logits = path_logits(votes, self.keys, self.logits)
        picked, body = Picked(), self.body.tolist()
        for i in np.argsort(-logits, kind="stable").tolist():
            if logits[i] < _MIN_FIELD_LOGIT:
                break
            if self.candidates[i].share_in(body) <= _MAX_SHARE_IN_BODIES:
                sure = probability(float(logits[i]))
                for value in self.candidates[i].values:
                    if value.member not in picked:
                        picked[value.member] = value
                        picked.expected += sure
        return picked


class Picked(dict[int, FieldValue]):
    """Member -> the value of a field."""

    expected = 0.0
    """How many of them are expected to be right."""


def probability(logit: float) -> float:
    """Log-odds as a probability."""
    return float(1 / (1 + np.exp(-min(max(logit, -30.0), 30.0))))

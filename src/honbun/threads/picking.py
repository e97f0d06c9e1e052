"""Which candidate names the author or the date of each post, given what a model and other pages say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core import FoundFields
from honbun.dates import Date
from honbun.page import Mask
from honbun.thread import Votes, path_logits, votes_for
from honbun.threads.fields import FieldCandidate, FieldValue
from honbun.threads.parts import NOTHING_LOGIT

# A candidate is taken for authors or dates from this logit on, if no larger share of it lies in bodies.
_MIN_FIELD_LOGIT = -5.0
_MAX_SHARE_IN_BODIES = 0.5


@dataclass(frozen=True, eq=False)
class Fields:
    """A field of the posts: its candidates by their keys, the logit of each by the page alone, what was taken."""

    keys: list[str]
    """What pages of one site call the paths."""
    logits: npt.NDArray[Any]
    values: dict[int, FieldValue]
    """Member -> the value of the field."""
    expected: float
    """How many of the values are expected to be right."""

    @property
    def best_logit(self) -> float:
        """The logit of the likeliest."""
        return float(self.logits.max()) if self.keys else NOTHING_LOGIT

    @property
    def votes(self) -> Votes:
        """What the page would tell others of them."""
        return votes_for(self.keys, self.logits.tolist(), [1.0] * len(self.keys))


def pick(candidates: Sequence[FieldCandidate], alone: npt.NDArray[Any], body: Mask, votes: Votes) -> Fields:
    """For each member the value of the likeliest candidate that it has, given what other pages say."""
    keys = [f"{candidate.key:x}" for candidate in candidates]
    logits = path_logits(votes, keys, alone)
    values: dict[int, FieldValue] = {}
    expected, is_body = 0.0, body.tolist()
    for i in np.argsort(-logits, kind="stable").tolist():
        if logits[i] < _MIN_FIELD_LOGIT:
            break
        if candidates[i].share_in(is_body) <= _MAX_SHARE_IN_BODIES:
            sure = probability(float(logits[i]))
            for value in candidates[i].values:
                if value.member not in values:
                    values[value.member] = value
                    expected += sure
    return Fields(keys, alone, values, expected)


def picked_by_core(found: FoundFields) -> Fields:
    """The same, as the core has found it."""
    given = found.values
    of_dates = zip(given.iso, given.start, given.end, map(bool, given.is_relative), strict=True)
    dates: Iterator[Date | None] = (Date(*each) for each in of_dates) if given.iso else repeat(None)
    columns = zip(given.member, given.line, given.row, given.text, given.part, given.in_attribute, strict=True)
    values = {
        member: FieldValue(member, line, row, text, part, date, bool(is_in))
        for (member, line, row, text, part, is_in), date in zip(columns, dates, strict=False)
    }
    return Fields(found.keys, found.logits, values, found.expected)


def probability(logit: float) -> float:
    """Log-odds as a probability."""
    return float(1 / (1 + np.exp(-min(max(logit, -30.0), 30.0))))


def log_odds(probability: float) -> float:
    """A probability as log-odds, which are finite."""
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.log(clipped / (1 - clipped)))

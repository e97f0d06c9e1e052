"""What must be known of posts from elsewhere: trees, in the room that has them, answer these five questions."""

from __future__ import annotations

from typing import Any, Protocol

import numpy.typing as npt

Scores = npt.NDArray[Any]


class Judge(Protocol):
    """Answers in log-odds, one for each row of measures."""

    def groups(self, values: Scores) -> Scores:
        """Is each member of the group one post? Measures: `honbun.threads.regularity.NAMES`."""

    def lines(self, values: Scores) -> Scores:
        """Is the line what was said? Measures: `honbun.threads.said.NAMES`."""

    def names_of(self, values: Scores) -> Scores:
        """Do authors stand in this place? Measures: `honbun.threads.marks.NAMES`."""

    def dates(self, values: Scores) -> Scores:
        """Do the dates of posts stand in this place? Measures: `honbun.threads.marks.NAMES`."""

    def threads(self, values: Scores) -> Scores:
        """Is this a thread? Measures: `honbun.threads.cutting.NAMES`."""

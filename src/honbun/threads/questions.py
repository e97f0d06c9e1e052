"""The questions that a model of threads answers."""

from __future__ import annotations

from typing import Any, Protocol

import numpy.typing as npt

from honbun.bodies import LINE_FEATURES
from honbun.core import LoadedModel
from honbun.features import GROUP_FEATURES
from honbun.threads.field_features import FIELD_FEATURES
from honbun.threads.parts import OF_CHOICE, OF_PARTS
from honbun.threads.surroundings import SURROUNDING_FEATURES

Logits = npt.NDArray[Any]

FEATURE_NAMES = {
    "groups": GROUP_FEATURES,
    "lines": LINE_FEATURES,
    "names": FIELD_FEATURES,
    "dates": FIELD_FEATURES,
    "threads": (*GROUP_FEATURES, *OF_PARTS, *SURROUNDING_FEATURES, *OF_CHOICE),
}
"""The questions that a model answers, and the features that it is asked with."""


class PostModel(Protocol):
    """What must be known of posts: answers to the questions of `FEATURE_NAMES`.

    groups: is each member of the group one post? lines: is the line of a body? names, dates: do the authors, or
    the dates, of the posts stand in this path? threads: are these posts, each one alone? openings: is
    this the post that opens the thread, made unlike the others? Not every model has learned all of them.
    """

    def __contains__(self, question: object) -> bool:
        """Whether it has learned a question."""

    def logits(self, question: str, values: Logits) -> Logits:
        """A logit for each row of features."""

    def held(self, question: str) -> LoadedModel | None:
        """What answers a question in the memory of the core; None if nothing does."""

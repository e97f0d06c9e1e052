"""Features of a segmentation: whether bodies, authors and dates are there as posts have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Floats, Indices, Lines
from honbun.page import Mask, Rows
from honbun.threads.field_features import order_share
from honbun.threads.fields import FieldValue

OF_PARTS = (
    "score next_score name_score name_share names_varied date_score date_share dates_ordered "
    "body_share body_ink body_odds bodies sentences outside_longest outside_prose before_prose".split()
)
# Beside what stands around, in the order in which they came.
OF_CHOICE = ("expected_names", "expected_dates", "score_gap", "distinct", "lead_links")
NOTHING_LOGIT = -9.0
"""The logit of what is not there."""
# A line of so many characters is a paragraph.
_MIN_PROSE_LENGTH = 100
_SENTENCE_ENDS = frozenset(".!?…。！？")


def features_of_bodies(
    lines: Lines, member: Rows, bodies: list[Indices], inside: Indices, logits: npt.NDArray[Any]
) -> dict[str, float]:
    """Whether the members have bodies as posts have, and what lies outside."""
    own = [body for body in bodies if len(body)]
    kept = np.concatenate([*own, np.zeros(0, dtype=np.int64)]).astype(np.int64)
    starts = np.cumsum([0, *map(len, own)])[:-1]
    length = np.add.reduceat(lines.length[kept], starts) if own else np.zeros(1)
    outside = np.where(member >= 0, 0.0, lines.unlinked_length)
    logit_of = np.zeros(len(lines))
    logit_of[inside] = logits
    ends = [lines.texts[body[-1]].rstrip()[-1:] in _SENTENCE_ENDS for body in own]
    return {
        "body_share": float(lines.length[kept].sum() / max(lines.length[inside].sum(), 1.0)),
        "body_ink": float(np.log1p(_median(length))),
        "body_odds": float(np.mean(logit_of[kept])) if len(kept) else NOTHING_LOGIT,
        "bodies": len(own) / max(len(bodies), 1),
        "sentences": sum(ends) / max(len(own), 1),
        "outside_longest": float(np.log1p(outside.max(initial=0.0))),
        "outside_prose": float(np.log1p((outside >= _MIN_PROSE_LENGTH).sum())),
        "before_prose": float(np.log1p((outside[: inside.min()] >= _MIN_PROSE_LENGTH).sum())),
    }


def _median(values: Floats) -> float:
    """`np.median`, which takes ten times as long of a few values."""
    ordered = np.sort(values)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def distinct_share(lines: Lines, bodies: list[Indices]) -> float:
    """The share of the bodies that begin differently."""
    begins = [lines.texts[body[0]] for body in bodies if len(body)]
    return len(set(begins)) / max(len(begins), 1)


def features_of_found_fields(
    bodies: list[Indices], authors: dict[int, FieldValue], dates: dict[int, FieldValue]
) -> dict[str, float]:
    """Whether the members with bodies have authors and dates as posts have."""
    posts = [k for k, body in enumerate(bodies) if len(body)]
    n = max(len(posts), 1)
    days = [value.date.iso for k in posts if (value := dates.get(k)) and value.date and value.date.iso]
    return {
        "name_share": sum(k in authors for k in posts) / n,
        "names_varied": len({value.text for value in authors.values()}) / max(len(authors), 1),
        "date_share": sum(k in dates for k in posts) / n,
        "dates_ordered": order_share(days, of_one=0.0),
    }


def in_posts(member: Rows, kept: Indices, members: int) -> tuple[Rows, Mask]:
    """The member of each line, without members that have no body, and which lines are of bodies."""
    has_body, is_body = np.zeros(members, dtype=np.bool_), np.zeros(len(member), dtype=np.bool_)
    has_body[member[kept]] = is_body[kept] = True
    return np.where((member >= 0) & has_body[np.maximum(member, 0)], member, -1).astype(np.int32), is_body

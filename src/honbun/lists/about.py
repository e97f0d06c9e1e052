"""Whether a page is about its best list, or that is a menu beside an article."""

from __future__ import annotations

from math import exp

import numpy as np

from honbun.features import Lines
from honbun.lists.rank import RankedList
from honbun.page import tags

# What tells that a page is about a list, in log-odds: `python -m benchmarks.records` fits it to the lists of
# records-dev and wcxb-dev, against articles of wcxb-dev, news-dev and content-more-dev and what else wcxb-dev has.
ABOUT = {
    "bias": -1.71,
    "text_share": -0.68,
    "unlinked_share": 0.39,
    "unlinked_length": -0.50,
    "largest": -2.22,
    "similarity": 6.10,
    "same_first": -2.83,
    "same_root": -0.12,
    "repeats": -1.57,
    "gaps": -5.08,
    "fills": 0.55,
    "lead": -3.34,
    "on_subject": 0.45,
    "parts": 1.12,
    "first_link": 1.56,
    "prose": -0.40,
    "prose_share": -3.30,
    "is_article": -1.86,
}
# A longer line outside the list is prose.
_MIN_PROSE_LENGTH = 100
# From this confidence on the page is about it: in ten folds by site 1.0 of the lists found on records-dev,
# .86 of WCXB's listings with a list, .11 of the articles of news-dev, .12 of content-more-dev, .09 of wcxb-dev.
MIN_CONFIDENCE = 0.2


def confidence(lines: Lines, ranked: RankedList) -> float:
    """How likely the page is about this list; paragraphs of a text are none.

    Other pages can only speak for it, not against it: they may be pages of another kind.
    """
    features = about_features(lines, ranked)
    if not features:
        return 0.0
    odds = sum(weight * features[name] for name, weight in ABOUT.items()) + max(ranked.votes, 0.0)
    return 1 / (1 + exp(-min(max(odds, -30.0), 30.0)))


def about_features(lines: Lines, ranked: RankedList) -> dict[str, float]:
    """What is measured of a list and of the page around it; nothing of paragraphs, which are no list."""
    group, page = ranked.group, lines.page
    if not ranked.features["parts"] and np.mean(page.tag[group.rows] == tags.CODE["p"]) > 0.5:
        return {}
    long = np.flatnonzero(lines.unlinked_length >= _MIN_PROSE_LENGTH)
    # Members follow each other.
    member = np.searchsorted(group.first, long, "right") - 1
    prose = lines.unlinked_length[long[(member < 0) | (long >= group.last[member])]]
    return {
        **ranked.features,
        "bias": 1.0,
        "first_link": float(lines.outline.is_link[group.first].mean()),
        "prose": float(np.log1p(len(prose))),
        "prose_share": float(prose.sum() / max(float(lines.unlinked_sum[-1]), 1.0)),
        "is_article": float(len(page.rows_of("article")) == 1),
    }

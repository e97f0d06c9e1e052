"""Whether a page is about its best list, or that is a menu beside an article."""

from __future__ import annotations

import re
from math import exp

import numpy as np

from honbun.features import Lines
from honbun.lists.rank import RankedList
from honbun.page import tags

# What tells that a page is about a list, in log-odds: `python -m benchmarks.records` fits it to the lists of
# records-dev and wcxb-dev, against articles of wcxb-dev, news-dev and content-more-dev and what else wcxb-dev has.
ABOUT = {
    "bias": -0.56,
    "text_share": -0.35,
    "unlinked_length": -0.46,
    "largest": -1.50,
    "similarity": 5.68,
    "same_first": -2.99,
    "repeats": -1.64,
    "gaps": -4.69,
    "lead": -3.16,
    "parts": 1.05,
    "first_link": 1.54,
    "prose_share": -3.45,
    "column_share": -3.18,
    "is_article": -1.68,
    "is_called_article": -2.35,
}
# A longer line outside the list is prose; one of an article, below what its other lines lie in, may be shorter.
_MIN_PROSE_LENGTH = 100
_MIN_COLUMN_LENGTH = 40
# What JSON-LD calls an article: NewsArticle, https://schema.org/Article.
_ARTICLE = re.compile(r'"[^"]*(?:Article|BlogPosting)"')
# From this confidence on the page is about it: in ten folds by site .992 of the lists found on records-dev, .83 of
# WCXB's listings with a list, .04 of the articles with one of news-dev, .13 of content-more-dev, .08 of wcxb-dev.
MIN_CONFIDENCE = 0.25


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
    outside = np.where(group.members(len(lines)) < 0, lines.unlinked_length, 0.0)
    above = page.parent[lines.outline.blocks.owner] + 1
    columns = np.bincount(above, np.where(outside >= _MIN_COLUMN_LENGTH, outside, 0.0))
    unlinked = max(float(lines.unlinked_sum[-1]), 1.0)
    kinds = page.attributes.get("type", {})
    stated = (data for row, data in page.data.items() if "ld+json" in kinds.get(row, "").lower())
    return {
        **ranked.features,
        "bias": 1.0,
        "first_link": float(lines.outline.is_link[group.first].mean()),
        "prose_share": float(outside[outside >= _MIN_PROSE_LENGTH].sum() / unlinked),
        "column_share": float(columns.max(initial=0.0) / unlinked),
        "is_article": float(len(page.rows_of("article")) == 1),
        "is_called_article": float(any(map(_ARTICLE.search, stated))),
    }

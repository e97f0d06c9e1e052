"""A model that learns from sites without labels: what a whole site makes sure of teaches the look at one page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from honbun.article import alone, find_article, findings
from honbun.errors import CorpusError
from honbun.extraction import ExtractOptions, Sites, compose, read_page, site_of
from honbun.features import Outline, context_features, feature_matrix
from honbun.input import RawPage
from honbun.model import Model, Trees, scores, with_context
from honbun.train.boost import BoostOptions, grow

# With its site, a page is learned from if its text is expected to be so good, and a block if it is so sure.
_MIN_CONFIDENCE = 0.8
_MIN_LOGIT = 2.0
# Few and slow trees: they correct a model that knows most.
_TREES = 60
_RATE = 0.05
# What a block counts: its share of the words of its page.
_ADDED_PAGE_WORDS = 30


def adapt(
    model: Model,
    pages: Iterable[RawPage],
    sites: Sites,
    options: BoostOptions,
) -> tuple[Model, int]:
    """The model, corrected by what these sites say of these pages, and the number of pages it learned from."""
    taught = [one for page in pages if (one := _taught(page, sites, model)) is not None]
    if not taught:
        raise CorpusError("no page of a known site whose text is sure", advice="take sites of more pages")
    values, start, content, weight = (np.concatenate(column) for column in zip(*taught, strict=True))
    last = model.context or model.blocks
    small = replace(options, trees=_TREES, rate=_RATE, depth=last.column.shape[1])
    grown = _joined(last, grow(values, content, weight, small, start=start))
    adapted = replace(model, context=grown) if model.context else replace(model, blocks=grown)
    sources = {**model.sources, "sites without labels": len(taught)}
    return replace(adapted, sources=sources, scores={}), len(taught)


def _taught(page: RawPage, sites: Sites, model: Model) -> tuple[npt.NDArray[np.float32], ...] | None:
    """What a model sees of a page alone, what it says, and what the site is sure of; None if of nothing."""
    _, site = site_of(sites, page)
    outline = read_page(page)
    if site is None or not outline.blocks.length.any():
        return None
    composed = compose(outline, page.body, ExtractOptions(model=model), site)
    if composed.decision is None or composed.document.confidence < _MIN_CONFIDENCE:
        return None
    values, start, words = _seen_alone(outline, model)
    is_content = composed.decision.labels.is_content
    sure = np.abs(composed.decision.logit) >= _MIN_LOGIT
    weight = (words + 1.0) / (words.sum() + _ADDED_PAGE_WORDS)
    return values[sure], start[sure], is_content[sure].astype(np.int32), weight[sure]


def _seen_alone(outline: Outline, model: Model) -> tuple[npt.NDArray[np.float32], ...]:
    """The features that the last trees of a model ask for, what they say, and the words of each block."""
    features = model.in_order(feature_matrix(outline, findings(find_article(outline, alone(outline)))))
    words = features.column("words")
    first = scores(model.blocks, features.values)[:, 0]
    if model.context is None:
        return features.values, first, words
    values = with_context(context_features(outline, first, words), features)
    return values, scores(model.context, values)[:, 0], words


def _joined(one: Trees, other: Trees) -> Trees:
    """The sum of both."""
    return Trees(
        np.concatenate([one.column, other.column]),
        np.concatenate([one.border, other.border]),
        np.concatenate([one.leaf, other.leaf]),
        one.bias + other.bias,
    ).check()

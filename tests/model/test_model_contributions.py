"""Contributions: exact differences of the model's own log-odds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from honbun.article.decision import findings
from honbun.extraction import compose, read
from honbun.features.matrix import Findings, feature_matrix
from honbun.model import contributions
from honbun.model.model import shipped
from honbun.model.trees import probabilities

PAGE = Path(__file__).parents[2] / "examples/sites/news-en/night-ferry-returns.html"


def test_they_are_what_changes_when_a_family_is_at_its_median() -> None:
    html = PAGE.read_bytes()
    outline = read(html, None)
    decision = compose(outline, html).decision
    assert decision is not None
    marks = findings(decision.view.article)
    found = contributions(shipped(), outline, marks)
    assert found.values.shape == (len(outline.blocks), len(found.names))
    assert np.array_equal(probabilities(found.odds), decision.view.prediction.probability)
    # The same for every run of the page: nothing to say of one against another.
    assert not found.values[:, found.names.index("page")].any()
    features = shipped().in_order(feature_matrix(outline, marks))
    values = features.values.copy()
    median = np.median(values, axis=0)
    for name in ("article", "secondary", "primary"):
        values[:, features.names.index(name)] = median[features.names.index(name)]
    changed = found.odds - shipped().logits(outline, replace(features, values=values))
    assert np.array_equal(found.values[:, found.names.index("structure")], changed)


def test_what_speaks_for_content_is_on_its_side() -> None:
    html = PAGE.read_bytes()
    outline = read(html, None)
    decision = compose(outline, html).decision
    assert decision is not None
    found = contributions(shipped(), outline, findings(decision.view.article))
    total = found.values.sum(axis=1)
    assert np.corrcoef(total, found.odds)[0, 1] > 0.8
    kept = decision.labels.is_content
    assert total[kept].mean() > total[~kept].mean()


def test_a_page_without_runs_has_none() -> None:
    outline = read("", None)
    empty = np.zeros(0, dtype=np.float32)
    found = contributions(shipped(), outline, Findings(-1, -1, empty, empty > 0, empty > 0))
    assert found.values.shape == (0, len(found.names))

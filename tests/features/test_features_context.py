"""What a first look says of the whole page, as features of each block."""

from __future__ import annotations

import numpy as np
import pytest

from honbun.extraction import read
from honbun.features import context_features

TEXT = "<p>one two three<p>four five six<p>seven eight"
HTML = f"<ul><li>a menu<li>another</ul><div id=text>{TEXT}</div><p>a teaser of all"


def test_the_core_is_where_the_likely_text_lies() -> None:
    outline = read(HTML, None)
    logit = np.array([-4.0, -4.0, 4.0, 4.0, 3.0, 1.0])
    columns = context_features(outline, logit, np.array([2.0, 1.0, 3.0, 3.0, 2.0, 4.0]))
    assert columns["in_core"].tolist() == [False, False, True, True, True, False]
    assert columns["to_core"][2:5].tolist() == [0, 0, 0]
    assert columns["to_core"][5] > 0
    assert np.allclose(columns["above_middle"], logit - columns["logit_middle"])
    assert columns["logit+1"].tolist() == [*logit[1:], -8.0]
    assert columns["since_likely"][5] > 0 == columns["since_likely"][3]


@pytest.mark.parametrize("logits", [(-30.0,) * 6, (30.0,) * 6, (-40.0, 40.0) * 3])
def test_every_feature_is_finite(logits: tuple[float, ...]) -> None:
    outline = read(HTML, None)
    columns = context_features(outline, np.array(logits), np.zeros(6))
    values = np.stack(list(columns.values()), axis=1)
    assert values.shape == (6, len(columns))
    assert np.all(np.isfinite(values.astype(np.float32)))


def test_a_page_of_one_block() -> None:
    columns = context_features(read("<p>text", None), np.array([2.0]), np.array([1.0]))
    assert columns["likely_share1"].tolist() == [1.0]

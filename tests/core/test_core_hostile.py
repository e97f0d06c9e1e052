"""Pages made to hurt take the core linear time: four times the page, not much more than four times as long."""

from __future__ import annotations

import time

import pytest
from core_shapes import SHAPES, Shape

from honbun import core
from honbun.article import DEFAULT, decide, look
from honbun.features import Outline
from honbun.page import parse_compiled, segment

pytestmark = pytest.mark.skipif(core.load() is None, reason="the core was not compiled")

MANY = 100_000
MAX_SECONDS = 4.0
# What is beyond linear shows as 16; machines are busy, and small pages fit into caches.
MAX_GROWTH = 9.0
MIN_SECONDS = 0.05


def seconds(html: bytes) -> float:
    """Of processor time, for all that the core does with a page."""
    start = time.thread_time()
    page = parse_compiled(html.decode())
    assert page is not None
    outline = Outline(segment(page))
    if len(outline.blocks):
        labels = decide(outline, look(outline, None, DEFAULT), DEFAULT).labels
        assert len(labels) == len(outline.blocks)
    return time.thread_time() - start


@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_hostile_shapes(shape: Shape) -> None:
    quarter = max(min(seconds(shape(MANY // 4)) for _ in range(2)), MIN_SECONDS)
    whole = seconds(shape(MANY))
    assert whole < MAX_SECONDS
    assert whole < MAX_GROWTH * quarter

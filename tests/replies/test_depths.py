"""How far posts are set in, and under which."""

from __future__ import annotations

import numpy as np

from honbun.page import parse
from honbun.replies import depths, parents


def test_replies_by_nesting_by_depth_and_by_number() -> None:
    def found(html: str) -> tuple[list[int], list[int | None]]:
        page = parse(html)
        rows = np.array(
            sorted(r for r, c in page.attributes["class"].items() if c.startswith("c")), dtype=np.int32
        )
        depth = depths(page, rows)
        return depth.tolist(), parents(depth)

    nested = "<div class=c>1<div class=c>2<div class=c>3</div></div></div><div class=c>4</div>"
    assert found(nested) == ([0, 1, 2, 0], [None, 0, 1, None])
    set_in = "<div class=c>1</div><ul><li><div class=c>2</div></li></ul><div class=c>3</div>"
    assert found(set_in) == ([0, 1, 0], [None, 0, None])
    numbered = (
        '<p class="c level1">1</p><p class="c level2">2</p><p class="c level2">3</p><p class="c level1">4</p>'
    )
    assert found(numbered) == ([0, 1, 1, 0], [None, 0, 0, None])
    flat = '<p class="c id7">1</p><p class="c id9">2</p><p class="c id8">3</p>'
    assert found(flat) == ([0, 0, 0], [None, None, None])

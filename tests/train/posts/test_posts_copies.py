"""A page without some of its elements is a page."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from thread_samples import SAID, board

from honbun.page import parse
from honbun.page.blocks import segment
from honbun.train.posts.items import prune

PAGE = parse(board())


def test_elements_go_with_their_text_and_the_rest_stays() -> None:
    posts = [row for row, value in PAGE.attributes["class"].items() if value == "post"]
    pruned = prune(PAGE, posts[1:4]).check()
    texts = segment(pruned).texts
    assert SAID[0] in texts
    assert SAID[4] in texts
    assert not {*SAID[1:4]} & {*texts}
    assert list(pruned.attributes["id"].values()) == ["p0", "p4"]
    assert [pruned.tag_name(row) for row in pruned.attributes["id"]] == ["div", "div"]
    assert pruned.title == PAGE.title == "Kettles"


@given(st.sets(st.integers(1, len(PAGE) - 1)))
def test_any_elements_can_go(rows: set[int]) -> None:
    pruned = prune(PAGE, rows).check()
    assert len(pruned) <= len(PAGE) - len(rows)
    kept = [row for row in range(len(PAGE)) if not any(r <= row < PAGE.end[r] for r in rows)]
    assert pruned.tag.tolist() == PAGE.tag[kept].tolist()
    nodes = np.isin(PAGE.node_owner, kept)
    shown = zip(PAGE.node_start[nodes], PAGE.node_end[nodes], strict=True)
    left = zip(pruned.node_start, pruned.node_end, strict=True)
    assert [pruned.text[a:b] for a, b in left] == [PAGE.text[a:b] for a, b in shown]


def test_nothing_gone_is_the_same_page() -> None:
    pruned = prune(PAGE, [])
    assert pruned.text == PAGE.text
    assert pruned.end.tolist() == PAGE.end.tolist()
    assert pruned.attributes == PAGE.attributes

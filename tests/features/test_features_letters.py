"""What is measured for all blocks or rows at once is what it is for each."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honbun.features.outline import Outline
from honbun.page import parse
from honbun.page.blocks import segment


def test_no_letters_are_in_no_run() -> None:
    assert Outline(segment(parse("<p>a</p>"))).blocks_with("") == []


@given(st.lists(st.one_of(st.none(), st.sampled_from(["a", "b c", ""])), max_size=8))
def test_values_of_an_attribute_are_those_of_its_rows(classes: list[str | None]) -> None:
    page = parse("".join("<p>" if name is None else f'<p class="{name}">' for name in classes))
    rows, which, distinct = page.values_of("class")
    values = np.array([*distinct, ""], dtype=object)[which].tolist()
    assert dict(zip(rows.tolist(), values, strict=True)) == page.attributes.get("class", {})
    assert len(set(distinct)) == len(distinct)


def test_rows_are_found_by_what_they_are_called() -> None:
    page = parse('<p class="Comment x"><p><p class=other><p class=comments><p class="Comment x">')
    found = page.rows_named("class", re.compile("comment")).tolist()
    assert [page.attribute(row, "class") for row in found] == ["Comment x", "comments", "Comment x"]
    assert page.rows_named("id", re.compile("comment")).tolist() == []

"""The contract of a page's columns, and the arithmetic on its tree against plain loops."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_samples import ancestors, counts_in_length, htmls

from honbun.page import parse, tags
from honbun.page.page import Page


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def by_hand() -> Page:
    """`<body>one<p>two<b>three</b></p><p>four</p></body>`"""
    code = tags.CODE
    return Page(
        text="onetwothreefour",
        tag=ints(code["body"], code["p"], code["b"], code["p"]),
        parent=ints(-1, 0, 1, 0),
        end=ints(4, 3, 3, 4),
        text_start=ints(0, 3, 6, 11),
        text_end=ints(15, 11, 11, 15),
        is_hidden=np.zeros(4, dtype=np.bool_),
        node_owner=ints(0, 1, 2, 3),
        node_start=ints(0, 3, 6, 11),
        node_end=ints(3, 6, 11, 15),
    )


def test_a_page_made_by_hand_is_valid():
    assert by_hand().check().xpath(3) == "/body[1]/p[2]"


def test_the_empty_page_is_valid():
    page = Page().check()
    no_mask = np.zeros(0, dtype=np.bool_)
    assert (len(page), page.title, page.length_before.tolist()) == (0, "", [0])
    assert page.depth.tolist() == page.nearest(no_mask).tolist() == page.within(no_mask).tolist() == []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("tag", ints(0, 0, 0, -1)),
        ("tag", ints(0, 0, 0, tags.FIRST_CUSTOM)),
        ("tag", np.zeros(4, dtype=np.int64)),
        ("parent", ints(-1, 0, 1, 3)),
        ("parent", ints(-1, 0, 1, -2)),
        ("parent", ints(-1, 0, 1, 1)),
        ("parent", ints(-1, 0, 1)),
        ("end", ints(4, 3, 2, 4)),
        ("end", ints(5, 3, 3, 5)),
        ("end", ints(3, 3, 3, 4)),
        ("end", ints(4, 4, 3, 4)),
        ("end", ints(4, 2, 3, 4)),
        ("text_start", ints(0, 3, 2, 11)),
        ("text_start", ints(0, 3, 12, 11)),
        ("text_end", ints(15, 11, 12, 15)),
        ("text_end", ints(16, 11, 11, 15)),
        ("text_end", ints(15, 11, 11, 15)[:, None]),
        ("is_hidden", np.zeros(3, dtype=np.bool_)),
        ("is_hidden", ints(0, 0, 0, 0)),
        ("node_owner", ints(0, 1, 2, 4)),
        ("node_owner", ints(0, 1, 2, -1)),
        ("node_owner", ints(0, 1, 2, 1)),
        ("node_owner", ints(0, 1, 2)),
        ("node_start", ints(0, 2, 6, 11)),
        ("node_start", ints(0, 6, 6, 11)),
        ("node_end", ints(3, 7, 11, 15)),
        ("node_end", ints(3, 6, 11, 16)),
        ("text", "onetwothreefou"),
    ],
)
def test_check_names_the_column_that_breaks_the_contract(column, value):
    with pytest.raises(ValueError, match="not a valid Page") as caught:
        replace(by_hand(), **{column: value}).check()
    assert column.split("_")[0] in str(caught.value)


# Trees as lists: row i hangs below the row that is left after so many rows of the branch are closed.
trees = st.lists(st.integers(0, 4), min_size=1, max_size=40)


def tree(closed: list[int]) -> Page:
    branch: list[int] = []
    parent = []
    for row, count in enumerate(closed):
        del branch[max(1, len(branch) - count) :]
        parent.append(branch[-1] if branch else -1)
        branch.append(row)
    end = [
        max(row for row in range(len(parent)) if row == top or top in up(parent, row)) + 1
        for top in range(len(parent))
    ]
    n = len(parent)
    return Page(
        tag=ints(*([0] * n)), parent=ints(*parent), end=ints(*end), text_start=ints(*([0] * n)),
        text_end=ints(*([0] * n)), is_hidden=np.zeros(n, dtype=np.bool_),
    ).check()  # fmt: skip


def up(parent: list[int], row: int) -> list[int]:
    above = []
    while (row := parent[row]) >= 0:
        above.append(row)
    return above


def mask_of(page: Page, bits: int) -> np.ndarray:
    return np.array([bool(bits >> row & 1) for row in range(len(page))])


@settings(deadline=None)
@given(trees, st.integers(0, 2**40))
def test_nearest_and_within(closed, bits):
    page = tree(closed)
    mask = mask_of(page, bits)
    marked = [[row for row in ancestors(page, row) if mask[row]] for row in range(len(page))]
    assert page.nearest(mask).tolist() == [rows[0] if rows else -1 for rows in marked]
    assert page.within(mask).tolist() == [bool(rows) for rows in marked]


@settings(deadline=None)
@given(trees, st.data())
def test_subtree_sum_and_depth(closed, data):
    page = tree(closed)
    n = len(page)
    values = data.draw(st.lists(st.integers(-1000, 1000), min_size=n, max_size=n))
    under = [[row for row in range(n) if top in ancestors(page, row)] for top in range(n)]
    assert page.subtree_sum(np.array(values)).tolist() == [sum(values[row] for row in rows) for rows in under]
    odd = np.array(values) % 2 == 1
    assert page.subtree_sum(odd).tolist() == [int(sum(odd[row] for row in rows)) for rows in under]
    assert page.depth.tolist() == [len(ancestors(page, row)) - 1 for row in range(n)]


@settings(deadline=None)
@given(htmls)
def test_the_same_holds_of_parsed_pages(html):
    page = parse(html)
    is_block = tags.is_in(tags.BLOCK_LEVEL, page.tag)
    chains = [ancestors(page, row) for row in range(len(page))]
    assert page.depth.tolist() == [len(chain) - 1 for chain in chains]
    assert page.nearest(is_block).tolist() == [
        next((row for row in chain if is_block[row]), -1) for chain in chains
    ]
    assert page.is_hidden.tolist() == page.within(page.is_hidden).tolist()


@settings(deadline=None)
@given(st.text(st.characters()))
def test_length_counts_what_is_not_white_space(text):
    length = Page(text=text).length_before
    assert length.tolist() == [sum(map(counts_in_length, text[:offset])) for offset in range(len(text) + 1)]


def test_no_kind_of_space_has_a_length():
    spaces = "".join(chr(point) for point in range(0x110000) if chr(point).isspace()) + "\u200b\0"
    assert Page(text=f"a{spaces}本").length_before[-1] == 2

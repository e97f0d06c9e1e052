"""Tables of data and tables that lay out a page."""

import numpy as np
import pytest

from honbun.page import Tables, find_tables, parse, segment


def tables_of(html: str) -> Tables:
    blocks = segment(parse(html))
    return find_tables(blocks.page, blocks.owner, blocks.length.astype(float), blocks.link_length.astype(float))


PRICES = "<table><tr><th>Tea<th>12</tr><tr><td>Milk<td>3</tr></table>"


def test_columns() -> None:
    tables = tables_of(f"<p>x</p>{PRICES}<table><tr><td><a href=/x>a</a>bc</table><table><tr><td></table>")
    assert tables.rows.tolist() == [2, 1]
    assert tables.cells.tolist() == [4, 1]
    assert tables.length.tolist() == [10, 3]
    assert tables.link_length.tolist() == [0, 1]
    assert tables.longest_cell.tolist() == [4, 3]


@pytest.mark.parametrize(
    ("html", "is_data", "is_plain"),
    [
        (PRICES, True, True),
        (PRICES.replace("Milk", "Milk " * 3), False, True),
        (PRICES.replace("Milk", "<a href=/>Milk</a><a href=/>Milk</a>"), False, True),
        ("<table><caption><h2>Prices</h2></caption>" + PRICES[7:], True, True),
        ("<table><tr><td>a</td><td>b</td></tr></table>", False, True),
        (PRICES.replace("Tea", "<h3>Tea</h3>"), True, False),
        (PRICES.replace("Tea", "<blockquote>Tea</blockquote>"), True, False),
        (PRICES.replace("Tea", "<pre>Tea</pre>"), True, False),
        (PRICES.replace("Tea", "<p>a<p>b<p>c"), True, False),
        (PRICES.replace("Tea", "<ul><li>a<li>b<li>c</ul>"), True, True),
        (PRICES.replace("Tea", "Tea<table><tr><td></table>"), False, True),
    ],
)
def test_data(html: str, is_data: bool, is_plain: bool) -> None:
    tables = tables_of(html)
    assert (tables.is_data.tolist(), tables.has_plain_cells.tolist()) == ([is_data], [is_plain])


def test_a_table_around_a_table_lays_out() -> None:
    tables = tables_of(f"<table><tr><td>Menu<td>{PRICES}</table>")
    assert tables.has_plain_cells.tolist() == tables.is_data.tolist() == [False, True]


def test_a_page_without_tables_has_none() -> None:
    assert len(tables_of("<p>x</p>").row) == 0
    empty = np.zeros(0)
    assert len(find_tables(parse(""), empty.astype(np.int32), empty, empty).row) == 0

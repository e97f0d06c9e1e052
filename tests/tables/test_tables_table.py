"""A table keeps what it promises: rows in order, names once, what is missing is None."""

from __future__ import annotations

import json
import pickle

import pytest

from honbun.table import Cell, Column, ColumnKind, NamedBy, Table, TemplateRows

PRICE = Column("price", (Cell(("12",), ("/p[1]",)), None, Cell(("15",))), NamedBy.LABEL, ColumnKind.NUMBER)
TAGS = Column("tags", (Cell(("a", "b"), ("/li[1]", "/li[2]")), Cell(("a",)), None), is_list=True)
SAME = Column("maker", (Cell(("Acme",)), None, Cell(("Acme",))))
TABLE = Table(
    (PRICE, TAGS, SAME),
    ("https://a.example/1", "2.html", "3"),
    ("/html[1]",) * 3,
    (TemplateRows((0, 1, 2), "Price · Tags"),),
    ("a note",),
    0.9125,
)


def test_rows_have_all_columns_and_none_where_something_is_missing() -> None:
    assert len(TABLE) == 3
    assert TABLE.columns == ("price", "tags", "maker")
    assert TABLE.rows() == [
        {"price": "12", "tags": ["a", "b"], "maker": "Acme"},
        {"price": None, "tags": ["a"], "maker": None},
        {"price": "15", "tags": None, "maker": "Acme"},
    ]


def test_columns_and_cells_are_found_by_name() -> None:
    assert TABLE.column("tags") is TAGS
    assert TABLE.cell(0, "price") == Cell(("12",), ("/p[1]",))
    assert TABLE.cell(1, "price") is None
    assert str(TABLE.cell(0, "tags")) == "a\nb"
    with pytest.raises(KeyError, match="weight"):
        TABLE.column("weight")
    with pytest.raises(KeyError, match="weight"):
        TABLE.select(["weight"])
    with pytest.raises(IndexError):
        TABLE.cell(3, "price")


def test_a_column_counts_its_cells() -> None:
    assert (PRICE.present, PRICE.distinct, PRICE.is_constant) == (2, 2, False)
    assert (SAME.present, SAME.distinct, SAME.is_constant) == (2, 1, True)


def test_select_keeps_the_rows() -> None:
    chosen = TABLE.select(["maker", "price"])
    assert chosen.columns == ("maker", "price")
    assert (chosen.sources, chosen.notes, chosen.templates) == (TABLE.sources, TABLE.notes, TABLE.templates)
    assert TABLE.select([]).rows() == [{}, {}, {}]
    assert TABLE.select(TABLE.columns) == TABLE


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="two columns of one name"):
        Table((PRICE, PRICE), TABLE.sources)
    with pytest.raises(ValueError, match="more or fewer cells"):
        Table((PRICE,), ("1",))


def test_arrow_has_texts_and_lists() -> None:
    pytest.importorskip("pyarrow")
    arrow = TABLE.to_arrow()
    assert arrow.column_names == list(TABLE.columns)
    assert arrow.to_pylist() == TABLE.rows()
    assert str(arrow.schema.field("tags").type).startswith("list<")
    assert Table().to_arrow().num_rows == 0
    assert Table((Column("x", (None,)),), ("1",)).to_arrow().to_pylist() == [{"x": None}]


def test_everything_as_plain_values() -> None:
    value = TABLE.to_dict()
    assert json.loads(json.dumps(value)) == value
    assert value["rows"] == TABLE.rows()
    assert value["columns"][0] == {
        "name": "price",
        "named_by": "label",
        "kind": "number",
        "is_list": False,
        "templates": [0],
        "present": 2,
        "distinct": 2,
    }
    assert (value["confidence"], value["notes"]) == (0.912, ["a note"])
    assert value["templates"] == [{"rows": [0, 1, 2], "text": "Price · Tags"}]


def test_tables_compare_and_pickle() -> None:
    assert pickle.loads(pickle.dumps(TABLE)) == TABLE
    assert Table() == Table()
    assert Table().rows() == []


def test_rows_of_several_templates_say_which() -> None:
    column = Column("x", (Cell(("1",)), Cell(("2",)), None))
    table = Table((column,), ("a", "b", "c"), templates=(TemplateRows((0, 2)), TemplateRows((1,))))
    assert [row["template"] for row in table.with_templates().rows()] == ["1", "2", "1"]
    assert table.with_templates().columns == ("template", "x")
    assert table.rename({"x": "y"}).columns == ("y",)
    alone = Table((column,), ("a", "b", "c"))
    assert alone.with_templates() is alone
    with pytest.raises(ValueError, match="two columns"):
        table.with_templates().rename({"x": "template"})

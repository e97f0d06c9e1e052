"""How results show themselves in a console and in a notebook."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from extraction_samples import example_site

import honbun
from honbun.model import shipped, shipped_threads
from honbun.robot import Fetched
from honbun.table import Cell, Column, Table
from honbun.thread import Post, Thread

EVIL = "<script>alert(1)</script>"


def test_reprs_are_short() -> None:
    pages = [(page.url, page.html) for page in example_site("board")]
    site = honbun.Site.learn(pages)
    document = site.extract(pages[0][1])
    thread = honbun.posts(pages[0][1], siblings=pages[1:4])
    series = [(page.url, page.html) for page in example_site("syllabus")]
    labels = {f"label {n}": {f"column {n}": 1.0} for n in range(99)}
    templates = [honbun.FieldTemplate.learn(series), honbun.RecordTemplate({"a list": 1.0}, labels)]
    shown = [document, document.content[0], thread, thread[0], honbun.fields(series), site, honbun.extract("")]
    shown += [*templates, honbun.fields(series).fields[0], shipped(), shipped_threads()]
    shown += [Fetched("u", "u", 200, b"<p>" * 999, None, None, None, datetime.now(UTC), None, None)]
    for value in shown:
        assert repr(value).startswith(f"{type(value).__name__}(")
        assert len(repr(value)) < 300
    assert repr(document.blocks).startswith("Blocks(")
    assert f"{len(pages)} pages" in repr(site)
    assert "reason='the input is empty'" in repr(honbun.extract(""))


def test_notebooks_show_tables_in_which_nothing_runs() -> None:
    post = Post(EVIL * 40, author=EVIL)
    table = Table((Column(EVIL, (Cell((EVIL,)), None) * 15),), tuple(map(str, range(30))))
    for value in (
        Thread((post,) * 30, title=EVIL),
        table,
        honbun.extract(f"<title>&lt;script></title><p>{'a b ' * 90}"),
    ):
        shown = value._repr_html_()
        assert "<script" not in shown
        assert shown.startswith("<table>")
        assert len(shown) < 20_000
    assert "… and 10 more" in table._repr_html_()


def test_tables_become_frames() -> None:
    table = Table(
        (
            Column("name", (Cell(("kettle",)), None)),
            Column("uses", (Cell(("tea",)), Cell(("tea", "soup"))), is_list=True),
        ),
        ("a", "b"),
    )
    pandas = pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert list(frame.columns) == ["name", "uses"]
    assert frame["name"].tolist() == ["kettle", None]
    assert frame["uses"].tolist() == [["tea"], ["tea", "soup"]]
    assert len(Table().to_pandas()) == 0
    assert isinstance(Thread((Post("a", author="Ann"),)).to_pandas(), pandas.DataFrame)
    assert Thread((Post("a", author="Ann"),)).to_pandas()["author"].tolist() == ["Ann"]
    polars = pytest.importorskip("polars")
    assert table.to_polars().rows() == [("kettle", ["tea"]), (None, ["tea", "soup"])]
    assert polars.DataFrame(table).rows() == table.to_polars().rows()  # by Arrow's C stream

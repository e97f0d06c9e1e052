"""`honbun.fields`: whatever is given, a table comes back with one row a page, and it says what is wrong."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from extraction_samples import EXAMPLES
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import honbun
from examples.series import GeneratedSeries, generate_syllabuses
from honbun.errors import ProfileError
from honbun.evaluate.cases import Gold
from honbun.evaluate.metrics.tables import field_scores
from honbun.evaluate.ours import field_answers
from honbun.extraction import PageStore

Pages = list[tuple[str | None, str | bytes]]


def product(rows: Mapping[str, str], title: str = "x") -> str:
    cells = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in rows.items())
    return f"<html><h1>{title}</h1><table class=facts>{cells}</table><p>All rights reserved</p></html>"


ROWS = (
    {"Maker": "Acme", "Price": "12 €", "Colour": "red"},
    {"Maker": "Bolt", "Price": "15 €"},
    {"Maker": "Cork", "Colour": "blue"},
    {"Maker": "Dale", "Price": "9 €", "Colour": "red"},
)
TITLES = ("Chair", "Table", "Lamp", "Desk")
PRODUCTS: Pages = [
    (f"https://shop.example/{title}", product(rows, title)) for rows, title in zip(ROWS, TITLES, strict=True)
]
LETTER = "<div><ul><li>From: {0}</li><li>To: {1}</li></ul><blockquote>Dear {1}, so long. {0}</blockquote></div>"
LETTERS: Pages = [
    (f"https://mail.example/{one}", LETTER.format(one, other))
    for one, other in (("Rin", "Otto"), ("Ana", "Bo"), ("Ida", "Jun"))
]


def test_one_row_a_page_and_none_where_something_is_missing() -> None:
    table = honbun.fields(PRODUCTS)
    assert table.columns == ("title", "Maker", "Price", "Colour")
    assert table.rows() == [
        {"title": title, **dict.fromkeys(("Maker", "Price", "Colour")), **rows}
        for title, rows in zip(TITLES, ROWS, strict=True)
    ]
    assert table.sources == tuple(url for url, _ in PRODUCTS)
    assert (table.notes, table.confidence) == ((), 1.0)
    assert table.cell(1, "Maker") is not None
    assert table.column("Price").present == 3


def test_rows_are_in_the_order_of_pages_even_of_empty_ones() -> None:
    pages: Pages = [(None, ""), *PRODUCTS[:2], (None, b"\xff\xfe\x00"), *PRODUCTS[2:], ("https://x.example", " ")]
    table = honbun.fields(pages)
    assert [row["title"] for row in table.rows()] == [None, "Chair", "Table", None, "Lamp", "Desk", None]
    assert table.sources[0] == "1"
    assert table.sources[-1] == "https://x.example"
    assert table.notes == ("3 of 7 pages fit no template: 1, 4, https://x.example",)


def test_two_templates_are_told_apart_and_reported() -> None:
    mixed = [*PRODUCTS, *LETTERS]
    random.Random(1).shuffle(mixed)
    table = honbun.fields(mixed)
    assert [len(template.rows) for template in table.templates] == [4, 3]
    assert "the pages have 2 templates: 4 pages (Maker · Price · Colour)" in table.notes[0]
    for (url, _), row in zip(mixed, table.rows(), strict=True):
        if "shop" in str(url):
            assert row["Maker"] == ROWS[TITLES.index(str(row["title"]))]["Maker"]
            assert row["From"] is None
        else:
            assert row["From"] == str(url).rpartition("/")[2]
            assert row["Maker"] is None
    assert table.column("Maker").templates == (0,)
    assert table.column("From").templates == (1,)


def test_columns_of_one_name_are_one_even_of_two_templates() -> None:
    lists: Pages = [
        (None, f"<div class=old><ul><li>Maker: {name}</li></ul><pre>{name}!</pre></div>")
        for name in ("Elm", "Fir")
    ]
    table = honbun.fields([*PRODUCTS, *lists])
    assert [row["Maker"] for row in table.rows()] == ["Acme", "Bolt", "Cork", "Dale", "Elm", "Fir"]
    assert table.column("Maker").templates == (0, 1)


@pytest.mark.parametrize(
    ("pages", "note"),
    [
        ([], "no page was given"),
        (PRODUCTS[:1], "one page alone shows no template"),
        ([(None, ""), (None, b"")], "no page has any text"),
        ([PRODUCTS[0], LETTERS[0]], "no two pages are made alike"),
        ([PRODUCTS[0], LETTERS[0], (None, "<h3>x</h3>")], "no two pages are made alike"),
        ([(None, "<p>same</p>")] * 3, "the pages say the same in every place"),
    ],
)
def test_where_there_is_nothing_to_learn_the_table_says_why(pages: Pages, note: str) -> None:
    table = honbun.fields(pages)
    assert (len(table), table.columns) == (len(pages), ())
    assert note in table.notes[0]
    assert table.rows() == [{}] * len(pages)


def test_a_saved_template_reads_a_new_page_as_learning_with_it_does(tmp_path: Path) -> None:
    new: Pages = [("https://shop.example/new", product({"Price": "7 €", "Maker": "Echo"}, "Stool"))]
    honbun.FieldTemplate.learn(PRODUCTS).save(tmp_path / "shop.json")
    template = honbun.FieldTemplate.load(tmp_path / "shop.json")
    alone = template.apply(new).rows()[0]
    together = honbun.fields([*PRODUCTS, *new]).rows()[-1]
    assert alone == {name: value for name, value in together.items() if name in alone}
    assert alone == {"title": "Stool", "Maker": "Echo", "Price": "7 €"}
    assert honbun.fields(new, template=template) == template.apply(new)
    assert template.apply(PRODUCTS).rows() == honbun.fields(PRODUCTS).rows()
    stranger = template.apply(LETTERS[:1])
    assert (stranger.columns, len(stranger)) == ((), 1)
    assert "1 of 1 pages fit no template" in stranger.notes[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cannot be read"),
        ("no json", "cannot be read"),
        ("[]", "not a template of fields"),
        ('{"format": "honbun profile"}', "not a template of fields"),
        ('{"format": "honbun fields", "version": 99}', "version 99"),
        ('{"format": "honbun fields", "version": 1, "templates": []}', "version 1, this honbun reads 2"),
        ('{"format": "honbun fields", "version": 2}', "damaged"),
        ('{"format": "honbun fields", "version": 2, "templates": [{"fields": 3}]}', "damaged"),
        ('{"format": "honbun fields", "version": 2, "templates": 7}', "damaged"),
    ],
)
def test_a_damaged_template_is_an_error(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text, "utf-8")
    with pytest.raises(ProfileError, match=said):
        honbun.FieldTemplate.load(tmp_path / "x.json")
    with pytest.raises(ProfileError, match="cannot be read"):
        honbun.FieldTemplate.load(tmp_path / "missing.json")


def test_any_damage_to_a_saved_template_is_an_error_or_a_template(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    honbun.FieldTemplate.learn(PRODUCTS).save(file)
    whole = json.loads(file.read_text("utf-8"))
    for name in whole["templates"][0]:
        for wrong in (None, 3, "x", [None], {"x": None}):
            first = whole["templates"][0] | {name: wrong}
            file.write_text(json.dumps(whole | {"templates": [first]}), "utf-8")
            with contextlib.suppress(ProfileError):
                honbun.FieldTemplate.load(file).apply(PRODUCTS)


def test_the_same_pages_give_the_same_table_and_order_does_not_matter() -> None:
    table = honbun.fields(PRODUCTS)
    assert honbun.fields(PRODUCTS) == table
    for seed in range(3):
        mixed = random.Random(seed).sample(PRODUCTS, len(PRODUCTS))
        again = honbun.fields(mixed)
        assert set(again.columns) == set(table.columns)
        by_source = dict(zip(again.sources, again.rows(), strict=True))
        assert [by_source[source] for source in table.sources] == table.rows()


def test_bytes_and_str_and_a_stream_are_the_same() -> None:
    table = honbun.fields(PRODUCTS)
    assert honbun.fields((url, str(html).encode()) for url, html in PRODUCTS) == table
    assert honbun.fields([(url, bytearray(str(html), "utf-8")) for url, html in PRODUCTS]) == table  # type: ignore[misc]


def test_arguments_stay_as_they_are() -> None:
    pages = list(PRODUCTS)
    template = honbun.FieldTemplate.learn(pages)
    before = [own.to_dict() for own in template.templates]
    honbun.fields(pages, template=template)
    assert pages == PRODUCTS
    assert [own.to_dict() for own in template.templates] == before


def test_pages_that_taught_the_columns_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    read = PageStore.page
    monkeypatch.setattr(PageStore, "page", lambda self, number: parsed.append(number) or read(self, number))
    others = [("http://other.example/", "<article><p>A page that is like no other of these.</p></article>")]
    table = honbun.fields([*PRODUCTS, *others], all_columns=True)
    assert parsed == list(range(len(PRODUCTS) + 1))
    template = honbun.FieldTemplate.learn([*PRODUCTS, *others])
    assert template.apply([*PRODUCTS, *others], all_columns=True) == table


def test_the_number_of_columns_is_limited() -> None:
    assert len(honbun.fields(PRODUCTS, columns=2).columns) == 2
    assert set(honbun.fields(PRODUCTS, columns=2).columns) < set(honbun.fields(PRODUCTS).columns)


def hostile() -> Iterator[tuple[str, Pages]]:
    yield "nested", [(None, "<div>" * 50_000 + f"x{n}") for n in range(3)]
    yield "nested inline", [(None, "<b><i>" * 20_000 + f"x{n}") for n in range(3)]
    rows = range(20_000)
    yield "rows", [(None, "<table>" + "".join(f"<tr><th>k{i}<td>{n}v{i}" for i in rows)) for n in range(2)]
    yield "items", [(None, "<ul>" + "".join(f"<li>{n}v{i}" for i in rows)) for n in range(2)]
    yield "binary", [(None, bytes(range(256)) * 99 + bytes([n])) for n in range(3)]
    yield (
        "addresses",
        [("http://[x", f"<h1>{n}</h1><a href='http://[y{n}'>b{n}</a><img src='//[{n}'>") for n in range(3)],
    )
    yield "surrogates", [(f"http://\ud800/{n}", f"<h1>\ud800{n}&#xd801;</h1>") for n in range(3)]
    yield "signs", [(None, f"<p>:</p><p>::{n}</p><p>=</p><p>a:</p><p>a:{n}</p>") for n in range(3)]


@pytest.mark.parametrize(
    ("name", "pages"), [*hostile()], ids=lambda value: value if isinstance(value, str) else ""
)
def test_hostile_pages_give_a_table(name: str, pages: Pages) -> None:
    table = honbun.fields(pages)
    assert len(table) == len(pages), name
    assert len(table.columns) <= 60


def test_ten_thousand_small_pages() -> None:
    pages = [
        (f"https://x.example/{n}", product({"Maker": f"M{n % 7}", "Price": f"{n} €"}, f"T{n}"))
        for n in range(10_000)
    ]
    table = honbun.fields(pages)
    assert table.columns == ("title", "Maker", "Price")
    assert table.column("Price").distinct == len(table) == 10_000
    assert table.rows()[9_999] == {"title": "T9999", "Maker": "M3", "Price": "9999 €"}


# After a space, so that none is an address, which is refused.
DIRTY = st.text(alphabet="<>/=pdivbrtdhu clas'x:1 \n", max_size=150).map(" ".__add__)


@given(st.lists(DIRTY | st.binary(max_size=60), max_size=5))
@settings(deadline=None)
def test_any_pages_give_a_table(pages: list[str | bytes]) -> None:
    table = honbun.fields([(None, html) for html in pages])
    assert len(table) == len(pages)
    assert all(len(row) == len(table.columns) for row in table.rows())
    assert table == honbun.fields([(None, html) for html in pages])


LABELS = ("Maker", "Price", "Colour", "Weight", "担当教官", "Made in", "Room")


@st.composite
def facts(draw: st.DrawFn) -> list[dict[str, str]]:
    """Rows of a few pages: each label on three of four of them, each value once."""
    labels = draw(st.lists(st.sampled_from(LABELS), min_size=2, max_size=5, unique=True))
    pages = draw(st.integers(4, 8))
    missing = {label: draw(st.sets(st.integers(0, pages - 1), max_size=pages // 4)) for label in labels}
    return [
        {
            label: f"{draw(st.sampled_from('krtm'))}{LABELS.index(label)} {page}"
            for label in labels
            if page not in missing[label]
        }
        for page in range(pages)
    ]


LAYOUTS = {
    "table": ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
    "cells": ("<table>{}</table>", "<tr><td>{}</td><td>{}</td></tr>"),
    "terms": ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>"),
    "lines": ("<div>{}</div>", "<p><b>{}:</b> {}</p>"),
    "headings": ("<div>{}</div>", "<h3>{}</h3><p>{}</p>"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@given(rows=facts())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_table_is_what_the_pages_were_made_of(layout: str, rows: list[dict[str, str]]) -> None:
    around, line = LAYOUTS[layout]
    pages = [
        (
            None,
            "<body><h2>Catalogue</h2>"
            + around.format("".join(line.format(*pair) for pair in own.items()))
            + "<p>Terms apply</p>",
        )
        for own in rows
    ]
    if layout == "headings":  # words that are not marked as labels are found if all pages have them
        assume(len({frozenset(own) for own in rows}) == 1)
    table = honbun.fields(pages)
    labels = {label for own in rows for label in own}
    assert labels <= set(table.columns)
    found = [{name: row[name] for name in labels if row[name] is not None} for row in table.rows()]
    assert found == rows


def gold_of(series: GeneratedSeries) -> list[Gold]:
    return [Gold(fields={name: (value,) for name, value in own.items()}) for own in series.fields]


# What is reached on each kind of generated series, less a little. A word processor puts every character into a
# cell of its own: only the values of one character are found.
FLOORS = {"plain": 0.999, "two templates": 0.999, "word processor": 0.12}


@pytest.mark.parametrize("series", [*generate_syllabuses()], ids=lambda series: series.name)
def test_generated_series(series: GeneratedSeries) -> None:
    table = honbun.fields(series.pages)
    scores = field_scores(field_answers(table), gold_of(series))
    assert scores["f1"] >= FLOORS[series.kind]
    if series.kind == "word processor":
        return
    assert set(series.fields[0]) == set(table.columns)
    assert table.rows() == [
        dict(sorted(own.items(), key=lambda pair: table.columns.index(pair[0]))) for own in series.fields
    ]


def test_both_templates_of_a_generated_series_are_reported() -> None:
    series = next(series for series in generate_syllabuses() if series.kind == "two templates")
    table = honbun.fields(series.pages)
    assert [template.rows for template in table.templates] == [tuple(range(7)), (7, 8)]
    assert table.notes[0].startswith("the pages have 2 templates: 7 pages (")
    assert all(column.templates == (0, 1) for column in table.fields)


def test_the_syllabus_example() -> None:
    gold = [json.loads(line) for line in (EXAMPLES / "gold" / "syllabus.jsonl").read_text("utf-8").splitlines()]
    table = honbun.fields(
        [(own["url"], (EXAMPLES / "sites" / "syllabus" / own["page"]).read_bytes()) for own in gold]
    )
    for name in (
        "科目名",
        "科目番号",
        "担当教官",
        "単位数",
        "開講学期",
        "曜日・時限",
        "対象学年",
        "教室",
        "成績評価",
        "参考書",
    ):
        assert name in table.columns
    scores = field_scores(
        field_answers(table),
        [Gold(fields={name: tuple(own) for name, own in each["fields"].items()}) for each in gold],
    )
    assert (scores["f1"], scores["cells_right"]) == (1.0, scores["cells"])
    first = table.rows()[0]
    assert (first["科目名"], first["担当教官"], first["単位数"]) == ("言語学概論", ["藤代 かおる"], "2")
    assert table.column("単位数").kind == "number"
    assert table.rows()[1]["教科書"] is None

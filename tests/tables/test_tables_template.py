"""A template reads off a new page what it read off those that taught it, and survives JSON."""

from __future__ import annotations

import json

import pytest
from series_samples import FILMS, PAGES, learned, page, parsed

from honbun.page import parse
from honbun.table import ColumnKind, NamedBy
from honbun.tables.template import Form, Template, read_fields


def read(template: Template, *pages: str) -> dict[str, list[tuple[str, ...]]]:
    """The values of each slot, page by page."""
    cells = read_fields(template, parsed(*pages))
    return {
        field.name: [cell.values if cell else () for cell in own]
        for field, own in zip(template.fields, cells, strict=True)
    }


def test_reads_what_the_pages_say() -> None:
    found = read(learned(parsed(*PAGES)), *PAGES)
    for film, director in zip(FILMS, found["Director"], strict=True):
        assert director == (film.get("Director") or film["Directors"],)
    assert found["Genre"] == [("Drama",), ("Drama",), ("Comedy",), (), ("Drama",)]
    assert found["Rated"] == [("PG",)] * 5


def test_a_new_page_is_read_alone() -> None:
    template = learned(parsed(*PAGES))
    new = read(template, page({"Rated": "U", "Length": "70 min", "Directors": "Bo Ek"}, "New"))
    assert new == {
        "title": [("New",)],
        "Director": [("Bo Ek",)],
        "Genre": [()],
        "Length": [("70 min",)],
        "Rated": [("U",)],
    }


def test_survives_json() -> None:
    template = learned(parsed(*PAGES))
    again = Template.from_dict(json.loads(json.dumps(template.to_dict())))
    assert again == template
    assert read(again, *PAGES) == read(template, *PAGES)
    assert template.text == "Director · Genre · Length · Rated"


@pytest.mark.parametrize(
    "change",
    [
        {"fields": [{}]},
        {"fields": [{"name": "x"}]},
        {"paths": ["no number"]},
        {"labels": []},
        {"branching": None},
    ],
)
def test_something_else_is_refused(change: dict[str, object]) -> None:
    value = learned(parsed(*PAGES)).to_dict()
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError)):
        Template.from_dict(value | change)


def test_label_and_value_in_one_text_are_a_column_cut_and_one_whole() -> None:
    pages = [
        f"<ul><li>Maker: {name}</li><li>Made in: {place}</li></ul>"
        for name, place in zip("abc", "xyz", strict=True)
    ]
    template = learned(parsed(*pages))
    assert read(template, *pages) == {
        "Maker": [("a",), ("b",), ("c",)],
        "Maker (whole)": [("Maker: a",), ("Maker: b",), ("Maker: c",)],
        "Made in": [("x",), ("y",), ("z",)],
        "Made in (whole)": [("Made in: x",), ("Made in: y",), ("Made in: z",)],
    }
    assert [field.form for field in template.fields[:2]] == [Form.AFTER_LABEL, Form.WHOLE]


def test_several_values_are_a_list_each_once() -> None:
    items = ("salt eggs flour salt", "rye", "milk butter", "figs dill oats tea")
    pages = ["<h1>Bread</h1><ul>" + "".join(f"<li>{item}" for item in own.split()) + "</ul>" for own in items]
    template = learned(parsed(*pages))
    assert list(read(template, *pages).values()) == [[tuple(dict.fromkeys(own.split())) for own in items]]
    assert template.fields[0].is_list


def test_pictures_and_links_are_columns() -> None:
    pages = [
        (
            f"https://a.example/{n}/",
            f"<h1>Chair {n}</h1><img src=/logo.png><div class=photo><img src=big-{n}.jpg></div>"
            f"<p>Maker: <a href='../makers/{n}'>Acme {n}</a></p><a href=#top>up {n}</a>",
        )
        for n in range(4)
    ]
    known = [parse(html, url) for url, html in pages]
    template = learned(known)
    by_name = dict(zip([field.name for field in template.fields], read_fields(template, known), strict=True))
    assert [str(cell) for cell in by_name["Maker_url"]] == [f"https://a.example/makers/{n}" for n in range(4)]
    assert [str(cell) for cell in by_name["image"]] == [f"https://a.example/{n}/big-{n}.jpg" for n in range(4)]
    kinds = {field.name: (field.kind, field.named_by, field.form) for field in template.fields}
    assert kinds["image"] == (ColumnKind.IMAGE, NamedBy.MARKUP, Form.IMAGE)
    assert kinds["Maker_url"][::2] == (ColumnKind.URL, Form.LINK)
    assert "image_2" not in kinds, "the logo is the same on all pages"


def test_cells_say_where_they_stand() -> None:
    template = learned(parsed(*PAGES))
    director = read_fields(template, parsed(*PAGES))[1][0]
    assert director is not None
    assert director.xpaths == ("/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[2]",)


def test_the_number_of_columns_is_limited() -> None:
    pages = [page({f"Part {chr(65 + i)}": f"{i} of {n}" for i in range(20)}) for n in "abcd"]
    assert len(learned(parsed(*pages)).fields) == 20
    few = learned(parsed(*pages), 5)
    assert len(few.fields) == 5
    assert {field.name for field in few.fields} < {f"Part {chr(65 + i)}" for i in range(20)}


def test_nothing_teaches_nothing() -> None:
    assert learned(parsed("", "")).fields == ()

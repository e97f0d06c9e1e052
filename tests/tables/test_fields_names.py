"""Columns are called what the page calls them."""

from __future__ import annotations

import pytest
from fields_samples import PAGES, parsed

from honbun.tables.fields.template import learn_template
from honbun.tables.table import NamedBy


def named(*pages: str) -> list[tuple[str, NamedBy]]:
    return [(slot.name, slot.named_by) for slot in learn_template(parsed(*pages), 60).slots]


def test_by_the_marked_label() -> None:
    assert named(*PAGES) == [
        ("title", NamedBy.HEADING),
        ("Director", NamedBy.LABEL),
        ("Genre", NamedBy.LABEL),
        ("Length", NamedBy.LABEL),
        ("Rated", NamedBy.LABEL),
    ]


NAMES = ("Ames", "Bolt", "Cork", "Dale")
TABLE = "<table>{head}<tr><td>{0}</td><td>{1}0 kg</td><td>{1},00 €</td></tr></table>"
HEAD = "<tr><th>Maker</th><th>Weight</th><th>Price</th></tr>"


@pytest.mark.parametrize(
    ("markup", "name", "by"),
    [
        ("<p>Maker: {0}</p>", "Maker", NamedBy.LABEL),
        ("<dl><dt>【担当教官】</dt><dd>{0}</dd></dl>", "担当教官", NamedBy.LABEL),
        ("<p><b>Maker</b> {0}</p>", "Maker", NamedBy.LABEL),
        ("<p>Maker</p><p>{0}</p>", "Maker", NamedBy.LABEL),
        ("<p itemprop=manufacturer>{0}</p>", "manufacturer", NamedBy.PROPERTY),
        ("<p property='schema:name'>{0}</p>", "name", NamedBy.PROPERTY),
        ("<h1><b>{0}</b></h1>", "title", NamedBy.HEADING),
        ("<p class='box maker-name'>{0}</p>", "maker-name", NamedBy.MARKUP),
        ("<p id=maker>{0}</p>", "maker", NamedBy.MARKUP),
        ("<p class=c17>{0}</p>", "field_01", NamedBy.NUMBER),
        ("<p>{0}</p>", "field_01", NamedBy.NUMBER),
        (
            "<h3>About it</h3><hr><div><p>By hand</p><div>or so</div><div><p>{0}</p></div></div>",
            "or so",
            NamedBy.LABEL,
        ),
    ],
)
def test_by_what_the_page_has(markup: str, name: str, by: NamedBy) -> None:
    assert named(*(markup.format(value) for value in NAMES))[0] == (name, by)


@pytest.mark.parametrize("head", [HEAD, f"<thead>{HEAD}</thead>"])
def test_by_the_head_of_a_table(head: str) -> None:
    pages = [TABLE.format(name, number, head=head) for number, name in enumerate(NAMES, 1)]
    assert named(*pages) == [(name, NamedBy.HEADER) for name in ("Maker", "Weight", "Price")]


def test_two_of_one_name_are_told_apart() -> None:
    pages = [f"<p class=price>{n},00 €</p><div><p class=price>{n} and more</p></div>" for n in range(1, 5)]
    assert [name for name, _ in named(*pages)] == ["price", "price_2"]

"""What pages state for programs as columns."""

from __future__ import annotations

import json

import honbun
from honbun.tables import NamedBy

PROSE = "Warm and soft as ever, knitted by hand in the north, and washed once before it leaves the house."


def shop(data: object, mark: bool = False) -> str:
    scope = ' itemscope itemtype="https://schema.org/Product"' if mark else ""
    items = "".join(
        f'<li class="p"{scope}><h3 itemprop="name"><a href="/p/{i}">Sock {i}</a></h3><p>{i}: {PROSE}</p>'
        f'<meta itemprop="sku" content="S-{i}"></li>'
        for i in range(6)
    )
    script = f'<script type="application/ld+json">{json.dumps(data)}</script>'
    return f"<html><head><title>Socks</title>{script}</head><body><ul>{items}</ul></body></html>"


def products() -> list[object]:
    return [
        {"@type": "Product", "name": f"Sock {i}", "url": f"/p/{i}", "offers": {"@type": "Offer", "price": 9 + i}}
        for i in range(6)
    ]


def test_items_of_a_list_are_the_first_columns_of_its_records() -> None:
    elements = [{"@type": "ListItem", "position": i, "item": item} for i, item in enumerate(products())]
    table = honbun.records(shop({"@type": "ItemList", "itemListElement": elements}), "https://s.example/socks")
    assert table.columns[:3] == ("name", "url", "offers.price")
    assert table.column("offers.price").named_by is NamedBy.LINKED_DATA
    assert table.rows()[2]["offers.price"] == "11"
    assert str(table.cell(2, "name")) == "Sock 2"
    assert table.cell(2, "name").xpaths  # type: ignore[union-attr]  # it is visible, too


def test_items_of_other_things_are_no_columns() -> None:
    others = [{"@type": "Product", "name": f"Hat {i}", "url": f"/h/{i}"} for i in range(6)]
    assert honbun.records(shop(others)).columns == honbun.records(shop({})).columns


def test_microdata_says_what_is_not_shown() -> None:
    table = honbun.records(shop({}, mark=True))
    assert table.rows()[3]["sku"] == "S-3"
    assert table.column("sku").named_by is NamedBy.PROPERTY


def test_main_item_of_each_page_comes_before_its_fields() -> None:
    pages = [
        (
            f"https://s.example/p/{i}",
            f'<script type="application/ld+json">{json.dumps(item)}</script>'
            f"<h1>Sock {i}</h1><p>Size: {i + 30}</p>",
        )
        for i, item in enumerate(products())
    ]
    table = honbun.fields(pages)
    assert table.columns[:2] == ("name", "url")
    assert table.rows()[1]["offers.price"] == "10"
    assert table.rows()[1]["Size"] == "31"


def test_broken_items_are_no_harm() -> None:
    nested: object = "x"
    for _ in range(200):
        nested = {"@type": "ItemList", "itemListElement": [nested]}
    for data in (nested, [[[]]], {"@type": ["ItemList"], "itemListElement": [1, None, {"item": 3}]}):
        assert len(honbun.records(shop(data))) == 6


def test_whole_texts_and_menus_are_columns_if_asked_for() -> None:
    pages = [
        (
            None,
            f"<nav><p>See also {i * 7}</p></nav><h1>Sock {i}</h1><p>Size: {i + 30}</p><div>{i}: {PROSE}</div>",
        )
        for i in range(5)
    ]
    some, everything = honbun.fields(pages), honbun.fields(pages, all_columns=True)
    assert "Size" in some.columns
    assert "Size (whole)" in everything.columns
    assert "Size (whole)" not in some.columns
    assert any("See also" in str(row) for row in everything.rows())
    assert not any("See also" in str(row) for row in some.rows())

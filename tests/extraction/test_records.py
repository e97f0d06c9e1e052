"""`honbun.records`: pages in, tables out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records_samples import PROSE, TOWNS, card, cards, menu, page

import honbun
from honbun.table import ColumnKind, NamedBy

SEARCH = Path(__file__).parents[2] / "examples" / "sites" / "search"
MENU = menu("Home", "Towns", "Ferries", "Contact", "About", "Login")


def test_each_record_is_a_row_with_its_fields() -> None:
    table = honbun.records(
        page(MENU, f"<main>{cards()}</main>", menu("Imprint", "Privacy")), "https://a.example/x"
    )
    assert len(table) == len(TOWNS)
    assert table.columns == ("title", "text", "price", "title_url")
    assert table.rows()[1] == {
        "title": "Turin by the sea",
        "title_url": "https://a.example/towns/2",
        "text": f"Turin: {PROSE}",
        "price": "24 €",
    }
    assert table.column("price").kind is ColumnKind.NUMBER
    assert table.column("title_url").kind is ColumnKind.URL
    assert set(table.sources) == {"https://a.example/x"}
    assert table.xpaths[0].endswith("/main[1]/div[1]")
    assert str(table.cell(0, "price")) == "14 €"
    assert 0.2 < table.confidence <= 1


def test_optional_part_is_none_where_it_is_missing() -> None:
    towns = [card(town, i, '<p class="note">New!</p>' if i % 3 == 0 else "") for i, town in enumerate(TOWNS, 1)]
    table = honbun.records(page(MENU, *towns))
    assert [row["note"] for row in table.rows()] == [None, None, "New!", None, None, "New!", None, None]
    assert table.column("price").present == len(TOWNS)


def test_rows_in_two_colours_are_one_list() -> None:
    table = honbun.records(page(MENU, f"<div>{cards(kinds=('odd', 'even'))}</div>"))
    assert [row["title"] for row in table.rows()] == [f"{town} by the sea" for town in TOWNS]


def test_header_row_names_the_columns_and_is_no_record() -> None:
    rows = "".join(
        f'<tr><td><a href="/{i}">{town} {PROSE}</a></td><td>{i}00</td></tr>' for i, town in enumerate(TOWNS)
    )
    table = honbun.records(page(f"<table><tr><th>Town</th><th>People</th></tr>{rows}</table>"))
    assert len(table) == len(TOWNS)
    assert "Town" in table.columns
    assert table.column("People").named_by is NamedBy.HEADER
    assert table.rows()[2]["People"] == "200"


def test_terms_and_their_descriptions_are_records_in_pairs() -> None:
    pairs = "".join(
        f'<dt><a href="/{t}">{t}</a></dt><dd>{t}: {PROSE}</dd><dd>{i} km</dd>' for i, t in enumerate(TOWNS)
    )
    table = honbun.records(page(MENU, f"<dl>{pairs}</dl>"))
    assert len(table) == len(TOWNS)
    first, *_, last, address = table.rows()[3].values()
    assert (first, last, address) == ("Ghent", "3 km", "/Ghent")


def test_label_names_the_column_and_leaves_the_value() -> None:
    towns = [
        card(town, i, f"<div><span>Ferry:</span> <em>{i} times</em></div>") for i, town in enumerate(TOWNS, 1)
    ]
    table = honbun.records(page(MENU, *towns))
    assert table.column("Ferry").named_by is NamedBy.LABEL
    assert table.rows()[1]["Ferry"] == "2 times"


def test_parts_of_varying_number_are_a_list() -> None:
    towns = [
        card(town, i, f'<ul class="tags">{"".join(f"<li>tag {town} {k}</li>" for k in range(i % 4 + 1))}</ul>')
        for i, town in enumerate(TOWNS, 1)
    ]
    table = honbun.records(page(MENU, *towns))
    assert len(table) == len(TOWNS)
    assert table.column("tags").is_list
    assert table.rows()[0]["tags"] == ["tag Oslo 0", "tag Oslo 1"]


def test_words_that_are_stressed_stay_in_their_line() -> None:
    towns = [
        card(town, i, f'<p class="found">Found <b>{town}</b> in {i} places</p>') for i, town in enumerate(TOWNS, 1)
    ]
    table = honbun.records(page(MENU, *towns))
    assert table.rows()[0]["found"] == "Found Oslo in 1 places"


def test_pictures_are_a_column() -> None:
    towns = [card(town, i, f'<img src="/{town}.jpg" alt="">') for i, town in enumerate(TOWNS, 1)]
    table = honbun.records(page(MENU, *towns), "https://a.example/x/")
    assert table.column("image").kind is ColumnKind.IMAGE
    assert table.rows()[0]["image"] == "https://a.example/Oslo.jpg"


def test_siblings_tell_a_menu_from_records() -> None:
    """A list of teasers that is on every page outweighs the results, until another page shows it, too."""
    items = (f'<li><a href="/h{i}">Hotel {t}</a><p>{t}: {PROSE} {PROSE}</p></li>' for i, t in enumerate(TOWNS))
    teasers = f"<aside><ol>{''.join(items)}</ol></aside>"
    one = page(MENU, teasers, f'<div id="found">{cards(TOWNS[:3])}</div>')
    other = page(MENU, teasers, f'<div id="found">{cards(["Nice", "Genoa", "Faro"])}</div>')
    assert len(honbun.records(one)) == 8
    table = honbun.records(one, siblings=[(None, other)])
    assert [row["title"] for row in table.rows()] == [f"{town} by the sea" for town in TOWNS[:3]]


def test_filters_beside_the_results_are_no_records() -> None:
    """A filter is one line of plain text, a result is a link of several lines."""
    filters = "".join(f"<div class=filter><span>{a} and {b}</span></div>" for a in TOWNS[:2] for b in TOWNS)
    parts = "<div class=t>{} Stories of the sea</div><div class=d>{} Mar 2017</div><div class=p>{}9 €</div>"
    results = "".join(
        f"<a class=row href=/{i}>{parts.format(town, i, i)}<div class=r>{i} reviews</div></a>"
        for i, town in enumerate(TOWNS * 2, 1)
    )
    table = honbun.records(page(f"<aside>{filters}</aside>", f"<div>{results}</div>"))
    assert "Oslo Stories of the sea" in table.rows()[0].values()


def test_rank_gives_the_next_list() -> None:
    html = page(
        MENU, f"<div>{cards()}</div>", "<hr>", f"<div>{cards(['Nice', 'Faro', 'Bari'], 'section', ('x',))}</div>"
    )
    first, second = honbun.records(html), honbun.records(html, rank=1)
    assert (len(first), len(second)) == (8, 3)
    assert "lists on the page" in first.notes[0]
    assert honbun.records(html, rank=7).notes[0].startswith("only ")
    with pytest.raises(ValueError, match="rank is -1"):
        honbun.records(html, rank=-1)


@pytest.mark.parametrize(
    ("html", "note"),
    [
        (b"", "the input is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(200), "the input is not HTML"),
        (page(), "the page has no text"),
        (page("<p>One text.</p>"), "no list of records on the page"),
        (
            page("<h1>Towns</h1>", *(f"<p>{PROSE} {PROSE} {town}.</p>" for town in TOWNS)),
            "no list of records on the page",
        ),
    ],
)
def test_page_without_a_list_is_an_empty_table_with_a_reason(html: bytes | str, note: str) -> None:
    table = honbun.records(html)
    assert (len(table), table.columns, table.notes) == (0, (), (note,))


def test_one_record_is_no_list() -> None:
    assert len(honbun.records(page(MENU, card("Oslo", 1)))) in (0, 6)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_bundled_results_are_read(number: int) -> None:
    table = honbun.records((SEARCH / f"page-{number}.html").read_bytes())
    assert len(table) == (7 if number == 4 else 10)
    assert table.columns == ("title", "snippet", "offer", "where", "when", "title_url")
    assert table.column("when").kind is ColumnKind.DATE
    assert table.column("offer").present < len(table)


def test_deep_and_long_pages_end() -> None:
    assert len(honbun.records("<div>" * 10_000 + "text")) == 0
    table = honbun.records(page("".join(card(f"Town {i}", i) for i in range(5_000))))
    assert len(table) == 5_000


@settings(max_examples=60)
@given(
    st.lists(
        st.sampled_from(
            ["<li>", "</li>", "<ul>", "<tr><td>", "<th>", "<p>", "<br>", "<b>a</b>", "x ", "1:", "<hr>"]
        )
    )
)
def test_any_markup_gives_a_table(parts: list[str]) -> None:
    table = honbun.records("".join(parts))
    assert len(table.rows()) == len(table)

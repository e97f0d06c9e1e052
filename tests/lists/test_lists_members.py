"""Members that are no records, and pages that are not about a list."""

from __future__ import annotations

import honbun

TOWNS = ("Oslo", "Turin", "Lyon", "Ghent", "Porto", "Graz")
PROSE = "The old harbour has been mended and the ferries go twice a day again, in summer more often than that."


def results(*more: str) -> str:
    items = [
        f'<li class="r"><h3><a href="/{town}">{town}</a></h3><p>{town}: {PROSE}</p><b>{i} €</b></li>'
        for i, town in enumerate(TOWNS, 10)
    ]
    return f"<title>Towns</title><body><ol>{''.join([*items, *more])}</ol>"


def test_copy_of_a_record_is_dropped_but_not_its_namesake() -> None:
    copy = f'<li class="r"><h3><a href="/Oslo">Oslo</a></h3><p>Oslo: {PROSE}</p><b>10 €</b></li>'
    assert len(honbun.records(results(copy))) == len(TOWNS)
    assert len(honbun.records(results(copy.replace("/Oslo", "/Oslo-2")))) == len(TOWNS) + 1


def test_short_banner_between_records_is_dropped() -> None:
    table = honbun.records(results('<li class="r"><div><i>Advertisement</i></div></li>'))
    assert len(table) == len(TOWNS)
    assert "Advertisement" not in str(table.rows())


def test_menu_beside_an_article_is_no_list() -> None:
    menu = "".join(f'<li><a href="/{town}">{town}</a></li>' for town in TOWNS)
    prose = "".join(f"<p>{town} lies by the sea. {PROSE} {PROSE}</p>" for town in TOWNS)
    html = f"<title>Harbours</title><body><nav><ul>{menu}</ul></nav><article><h1>Harbours</h1>{prose}</article>"
    table = honbun.records(html)
    assert len(table) == 0
    assert table.notes
    assert table.confidence < 0.2

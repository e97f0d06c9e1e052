"""Code, tables of data and sections are kept whole."""

from __future__ import annotations

import numpy as np

import honbun
from honbun.article.completions import (
    _whole_elements,
    code_between,
    headings_between,
    rest_of_whole_elements,
)
from honbun.features.outline import Outline
from honbun.page import parse
from honbun.page.blocks import segment

PROSE = "".join(
    f"<p>The harbour of {town} had its {n}th market on Monday, and people came from far away to see the boats.</p>"
    for n, town in enumerate(("Bari", "Turin", "Split", "Rhodes", "Varna", "Sète", "Cork", "Vigo"), 4)
)
MENU = "".join(f"<li><a href=/{i}>Section {i}</a></li>" for i in range(30))
FARE = "Return by the evening ferry of Tuesday"


def page(part: str) -> str:
    return (
        "<!doctype html><html><head><title>Boats and markets</title><meta name=viewport content=x></head><body>"
        f"<nav><ul>{MENU}</ul></nav><main><article><h1>Boats and markets</h1>{PROSE}{part}"
        f"{PROSE.replace('Monday', 'Friday')}</article></main><footer><ul>{MENU}</ul></footer></body></html>"
    )


def table(rows: list[list[str]]) -> str:
    return (
        "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>"
    )


def test_cells_that_say_the_same_stay_in_their_rows() -> None:
    rows = [[f"Boat number {i} of the harbour", "-", FARE, f"{i} €"] for i in range(1, 7)]
    document = honbun.extract(page(table(rows)))
    shown = [line.split("\t") for line in document.text.split("\n") if "\t" in line]
    assert shown == rows


def test_code_keeps_lines_without_words_and_lines_that_come_twice() -> None:
    code = [
        "def sail(boat, harbour, weather):",
        "    if boat.is_ready():",
        "        harbour.open_the_gate(for_boat=boat)",
    ]
    code += ["    {", "    }", "        harbour.open_the_gate(for_boat=boat)", ")"]
    document = honbun.extract(
        page("<pre><code>" + "".join(f"<div>{line}</div>" for line in code) + "</code></pre>")
    )
    lines = [line.strip() for line in document.text.split("\n")]
    start = lines.index(code[0].strip())
    assert [line for line in lines[start:] if line][: len(code)] == [line.strip() for line in code]


def test_code_that_comes_again_as_a_whole_elsewhere_is_kept_once() -> None:
    code = (
        "<pre><div>harbour = open_the_gate(for_boat=boat)</div><div>harbour.close_the_gate(for_boat=b)</div></pre>"
    )
    assert honbun.extract(page(f"{code}<section>{code}</section>")).text.count("open_the_gate") == 1


def test_the_rest_of_a_table_of_data_is_found_and_what_is_out_stays_out() -> None:
    outline = Outline(
        segment(parse(f"<p>before</p>{table([['one', 'two', 'three'], ['four', 'five', 'six']])}<pre>code</pre>"))
    )
    keep = np.array([text == "two" for text in outline.blocks.texts])
    out = np.array([text == "six" for text in outline.blocks.texts])
    rest = rest_of_whole_elements(outline, keep, out)
    found = [text for text, is_rest in zip(outline.blocks.texts, rest, strict=True) if is_rest]
    assert found == ["one", "three", "four", "five"]


def test_tables_of_links_or_of_one_column_are_no_data() -> None:
    links = [[f"<a href=/{i}>link {i}</a>", f"<a href=/{i}/x>link {i} x</a>"] for i in range(4)]
    for rows in (links, [[f"line {i} of a column"] for i in range(4)], [["one", "row"]]):
        outline = Outline(segment(parse(table(rows))))
        keep = np.arange(len(outline.blocks)) == 0
        assert not _whole_elements(outline, keep, ~keep & False).any(), rows


def test_what_was_added_says_so() -> None:
    rows = [["-"] * 4, ["-"] * 4, ["-"] * 4, ["Boat", "-", "-", "-"]]
    document = honbun.extract(page(table(rows)))
    added = [
        block.text
        for block in document.content
        if "completes what is kept" in document.labels.evidence_of(block.i)
    ]
    assert added == ["-"] * 15


def test_a_table_that_lays_out_a_page_is_not_taken_whole() -> None:
    layout = (
        f"<html><head><title>Boats and markets</title></head><body><table><tr><td><ul>{MENU}</ul></td>"
        f"<td><h1>Boats and markets</h1>{PROSE}</td></tr><tr><td>Print this page</td><td>Send it on</td></tr>"
        "<tr><td>About us</td><td>Terms of use</td></tr></table></body></html>"
    )
    assert "Section 3" not in honbun.extract(layout).text


def test_headings_between_what_is_kept_are_kept() -> None:
    html = "<p>one</p><h2>two</h2><p>three</p><h2><a href=/4>four</a></h2><p>five</p><h3>six</h3>"
    outline = Outline(segment(parse(html)))
    keep = np.array([True, False, True, False, True, False])
    none = np.zeros(6, dtype=np.bool_)
    assert headings_between(outline, keep, none).tolist() == [False, True, False, False, False, False]
    assert not headings_between(outline, keep, ~none).any()
    assert not headings_between(outline, none, none).any()


def test_code_between_what_is_kept_is_kept() -> None:
    html = "<pre>0</pre><p>one</p><pre>two</pre><pre>three</pre><p>four</p><pre>five</pre><p>six</p><pre>7</pre>"
    outline = Outline(segment(parse(html)))
    keep = np.array([False, True, False, False, True, False, False, False])
    none = np.zeros(8, dtype=np.bool_)
    assert np.flatnonzero(code_between(outline, keep, none)).tolist() == [2, 3]
    assert np.flatnonzero(code_between(outline, keep, np.arange(8) == 2)).tolist() == [3]
    assert not code_between(outline, none, none).any()
    numbered = "<p>a</p><table><tr><td><pre>1\n2</pre></td><td><pre>x = 1\ny = 2</pre></td></tr></table><p>b</p>"
    ends = np.array([True, False, False, True])
    assert np.flatnonzero(code_between(Outline(segment(parse(numbered))), ends, ~(ends | True))).tolist() == [2]
    assert not code_between(Outline(segment(parse("<p>one</p>"))), np.array([True]), np.array([False])).any()


def test_code_among_the_text_is_in_the_document() -> None:
    text = honbun.extract(page("<pre>x = 1</pre><pre>y(x)</pre>")).text
    assert "x = 1" in text
    assert "y(x)" in text

"""The tree builder against the html5lib tests, where they are at hand, and against a few of our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from core_trees import cases, written

from honbun import core

TESTS = Path(__file__).parents[3] / "shared" / "html5lib-tests" / "tree-construction"
# All but the clones of <selectedcontent>, which only browsers need.
MIN_SHARE = 0.995

pytestmark = pytest.mark.skipif(core.load() is None, reason="the core was not compiled")


def test_a_tree_is_written() -> None:
    html = "<!DOCTYPE html><title>t</title><p class=x id=y>a<b>b<p>c</b>d<!--e-->"
    assert written(html).splitlines() == [
        "| <!DOCTYPE html>",
        "| <html>",
        "|   <head>",
        "|     <title>",
        '|       "t"',
        "|   <body>",
        "|     <p>",
        '|       class="x"',
        '|       id="y"',
        '|       "a"',
        "|       <b>",
        '|         "b"',
        "|     <p>",
        "|       <b>",
        '|         "c"',
        '|       "d"',
        "|       <!-- e -->",
    ]


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<table>a<tr><td>b</table>", ['"a"', "<table>", "<tbody>", "<tr>", "<td>", '"b"']),
        ("<a>x<div>y</a>z", ["<a>", '"x"', "<div>", "<a>", '"y"', '"z"']),
        ("<noscript><p>a</noscript>", ["<noscript>", "<p>", '"a"']),
        ("<select><option>a<option>b</select>c", ["<select>", "<option>", '"a"', "<option>", '"b"', '"c"']),
        ("&lt;&notin;&notit;&#128;&#x41", ['"<∉¬it;€A"']),
        ("a\0b\r\nc\rd", ['"ab', "c", 'd"']),
    ],
)
def test_what_is_mended(html: str, body: list[str]) -> None:
    lines = [line.removeprefix("|").strip() for line in written(f"<body>{html}").splitlines()]
    assert lines[lines.index("<body>") + 1 :] == body


@pytest.mark.skipif(not TESTS.exists(), reason="the html5lib tests are not at hand")
def test_html5lib_tests() -> None:
    wrong, total = [], 0
    for path in sorted(TESTS.glob("*.dat")):
        for html, tree in cases(path):
            total += 1
            if written(html) != tree:
                wrong.append((path.name, html))
    assert total > 1000
    assert len(wrong) <= (1 - MIN_SHARE) * total, wrong

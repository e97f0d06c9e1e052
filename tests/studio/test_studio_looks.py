"""The styles of a page: what makes it recognisable stays, what loads, hides, covers or moves does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.extraction import read
from honbun.page import decode
from honbun.studio.looks import MAX_SHEET_LENGTH, look_of, safe_declarations, safe_sheet

SITES = Path(__file__).parents[2] / "examples" / "sites"
# What no sheet and no style that was made harmless can hold.
DANGER = re.compile(
    r"url|import|expression|image-set|@font|(?<![\w-])(?:content|position|z-index|transform|animation|behavior):|"
    r"[<\\&]|display:\s*none|(?<![\w-])-\d",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("color: #fff; BACKGROUND: red", "color:#fff;background:red"),
        ("background: #eee url(x.png) no-repeat", "background:#eee  no-repeat"),
        ("background: url(x.png)", ""),
        ("position: fixed; top: 0; z-index: 9; inset: 0", ""),
        ("margin-left: -9999px; text-indent: -1em", ""),
        ("display: none; visibility: hidden; opacity: 0; font-size: 0", ""),
        ("width: expression(alert(1))", ""),
        ("color: r\\65 d", ""),
        ("color: red } body { display: none", ""),
        ("color: red !important", "color:red"),
        ("--tint: #123; color: var(--tint)", "--p-tint:#123;color:var(--p-tint)"),
        ("overflow: hidden", "display:flow-root"),
        ("grid-template-columns: repeat(2, minmax(0, 1fr))", "grid-template-columns:repeat(2, minmax(0, 1fr))"),
    ],
)
def test_declarations_are_kept_by_a_list(given_: str, expected: str) -> None:
    assert safe_declarations(given_) == expected


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("h1, .lead > p, #top a { color: red }", ".t-h1,.p-lead>.t-p,.i-top .t-a{color:red}"),
        ("html { color: red } * { margin: 0 }", ':root{color:red}[class^="t-"]{margin:0}'),
        ("a:hover { color: red } p::before { content: 'x' } [onclick] { color: red }", ""),
        ("@import 'x.css'; b { color: red }", ".t-b{color:red}"),
        ("@font-face { font-family: x; src: url(x) } b { color: red }", ".t-b{color:red}"),
        (
            "@media (max-width: 600px) { b { color: red } } i { color: red }",
            "@media (max-width: 600px){.t-b{color:red}}.t-i{color:red}",
        ),
        ("@media print { b { color: red } }", ""),
        ("@keyframes x { from { color: red } to { color: blue } } b { color: red }", ".t-b{color:red}"),
        (".row:after { content: ''; clear: both }", ".p-row{display:flow-root}"),
        (
            ".hero { background: url(x) center / cover }",
            ".p-hero{background:center / cover;background-color:#777}",
        ),
        ("<!-- b { /* } */ color: red } -->", ".t-b{color:red}"),
        ("@media screen { b { color: red }", "@media screen{.t-b{color:red}}"),
        ("} b { color: red", ""),
    ],
)
def test_rules_are_rewritten_for_the_elements_that_are_shown(given_: str, expected: str) -> None:
    assert safe_sheet(given_) == expected


PIECES = st.sampled_from(
    "{ } ; : , . # * > ( ) \" ' /* */ <!-- --> </style> @media @import @supports url( url(x) \\ \\75rl( "
    "var(--x) --x: color background display none position:fixed red 1px -1px !important p .a #b "
    ":root ::after content \0 \n ＜".split(" ")
)


@given(st.lists(PIECES, max_size=40).map(" ".join))
def test_whatever_the_sheet_it_is_harmless_and_its_braces_match(text: str) -> None:
    for made in (safe_sheet(text), safe_declarations(text)):
        assert not DANGER.search(made)
    sheet = safe_sheet(text)
    depth = 0
    for brace in re.findall("[{}]", sheet):
        depth += 1 if brace == "{" else -1
        assert 0 <= depth <= 2
    assert depth == 0


@pytest.mark.parametrize("path", sorted(SITES.glob("*/*.html"))[::9], ids=lambda path: path.stem)
def test_the_look_of_a_page_is_harmless_and_not_empty(path: Path) -> None:
    body = path.read_bytes()
    look = look_of(read(body, None).page, decode(body).text)
    assert look.sheet
    assert not DANGER.search(look.sheet)
    assert not any(DANGER.search(style) for style in look.rows.values())


def test_styles_and_old_attributes_go_to_their_elements() -> None:
    html = (
        "<script>'<p style=color:blue>'</script><!-- <p style=color:blue> --><body bgcolor=#eeffee text=navy>"
        "<center><font size=5 color=red>Head</font></center><p class=x style='color: green; top: 0'>One</p>"
        "<table width=600><tr><td align=right>Cell</table><img src=a width=300 height=200 alt=A>"
    )
    page = read(html, None).page
    look = look_of(page, html)
    styles = {page.tag_name(row): style for row, style in look.rows.items()}
    assert styles == {
        "body": "background-color:#eeffee;color:navy",
        "font": "color:red;font-size:1.5em",
        "p": "color:green",
        "table": "width:600px",
        "td": "text-align:right",
    }
    assert list(look.sizes.values()) == [(300, 200)]


@pytest.mark.parametrize("piece", ["<!--", "<style>", "<p style='", "<style>a{", "<style>{{", "<b class=x>", "<"])
def test_hostile_sources_take_time_like_their_length(piece: str) -> None:
    source = piece * (MAX_SHEET_LENGTH // len(piece))
    look_of(read("<p>x", None).page, source)

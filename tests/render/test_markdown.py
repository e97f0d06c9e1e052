"""Markdown where the cases in files say too little."""

import numpy as np
import pytest
from markdown_it import MarkdownIt

from honbun import render
from honbun.page import parse
from honbun.page.blocks import segment
from honbun.render.markdown_inline import escape_line, escape_target, escape_text


def markdown(html: str, url: str | None = None, **options: bool) -> str:
    blocks = segment(parse(html, url))
    return render.markdown(blocks, np.ones(len(blocks), dtype=np.bool_), render.RenderOptions(**options))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<b> x </b>b", "a **x** b"),
        ("<b>a</b> <b>b</b>", "**a b**"),
        ("<b><i>a</i></b>", "***a***"),
        ("<b>a <i>b</i></b> c", "**a *b*** c"),
        ("<b>a<br>b</b>", "**a  \nb**"),
        ("<b>a<br></b>b", "**a**  \nb"),
        ("これは<b>「強調」</b>です", "これは「**強調**」です"),
        ("<b>注意：</b>本文", "**注意**：本文"),
        ("これは<b>強調</b>です", "これは**強調**です"),
        ("x<b>(</b>y", "x(y"),
        ("x<b><a href=/l>y</a></b>z", "x[y](/l)z"),
        ("<code>a</code><code>`b`</code>", "`` a`b` ``"),
        ("<b><code>*a*</code></b>", "**`*a*`**"),
        ("<a href=/a>one</a><a href=/a>two</a>", "[one](/a)[two](/a)"),
        ("<a href=/a></a>x<a href=/b> </a>", "x"),
        ("a<sup>2</sup>", "a<sup>2</sup>"),
        ("<math><mi>x<annotation encoding=application/x-tex>x_1*</annotation></math>", "$x_1*$"),
    ],
)
def test_marks(html: str, expected: str) -> None:
    assert markdown(f"<p>{html}</p>") == expected


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("a&lt;b", r"$a\lt b$"),
        ("&lt;script>alert(1)&lt;/script>", r"$\lt script>alert(1)\lt /script>$"),
        ("[x](javascript:y)", "`[x](javascript:y)`"),
        ("x$ &lt;b> $y", "`x$ <b> $y`"),
        (r"\href{javascript:x}{y}", r"`\href{javascript:x}{y}`"),
    ],
)
def test_no_formula_becomes_markup(tex: str, expected: str) -> None:
    html = f"<p><math><mi>x<annotation encoding=application/x-tex>{tex}</annotation></math></p>"
    assert markdown(html) == expected
    tokens = MarkdownIt("commonmark").parse(expected)
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert not kinds & {"html_inline", "link_open", "image"}


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("x", "https://e.example/a/x"),
        ("/x?y=1#z", "https://e.example/x?y=1#z"),
        ("//o.example/x", "https://o.example/x"),
        ("../x", "https://e.example/x"),
        ("?q", "https://e.example/a/b?q"),
        ("#f", "https://e.example/a/b#f"),
        (" mailto:a@b.example ", "mailto:a@b.example"),
        ("http://[bad", "http://[bad"),
        ("//[bad", "//[bad"),
        ("/a b", "https://e.example/a%20b"),
        ("/a)", "https://e.example/a%29"),
        ("/(a)", "https://e.example/(a)"),
        ("/x&amp;#41;", "https://e.example/x&amp;#41;"),
        ("/日本", "https://e.example/日本"),
    ],
)
def test_addresses(href: str, expected: str) -> None:
    assert markdown(f'<p><a href="{href}">t</a></p>', "https://e.example/a/b") == f"[t]({expected})"


@pytest.mark.parametrize(
    "href",
    ["", "#", "javascript:x", "JavaScript:x", "\x01javascript:x", "java\nscript:x", "data:text/html,x", "x:y"],
)
def test_links_that_lead_nowhere_or_run_lose_the_link(href: str) -> None:
    assert markdown(f'<p><a href="{href}">t</a></p>', "https://e.example/") == "t"


def test_the_base_of_the_page_counts() -> None:
    html = '<head><base href="/b/"></head><p><a href="x">t</a></p>'
    assert markdown(html, "https://e.example/a/") == "[t](https://e.example/b/x)"
    assert markdown('<base href="javascript:x">' + html[6:], None) == "[t](x)"


def test_base_url_goes_before_the_url_of_the_page() -> None:
    blocks = segment(parse("<a href=x>t</a>", "https://page.example/"))
    assert (
        render.markdown(blocks, np.array([True]), base_url="https://base.example/")
        == "[t](https://base.example/x)"
    )


def test_links_are_an_option() -> None:
    assert markdown("<p><a href=/x>a <b>b</b></a></p>", links=False) == "a **b**"


def test_tables_are_an_option() -> None:
    html = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    assert markdown(html) == "| a | b |\n| --- | --- |\n| c | d |"
    assert markdown(html, tables=False) == "a\n\nb\n\nc\n\nd"


def test_spans_move_cells() -> None:
    html = "<table><tr><th>a<th>b<th>c<tr><td rowspan=3>1<td colspan=2>2<tr><td rowspan=2>3<td>4<tr><td>5</table>"
    assert markdown(html).split("\n")[2:] == ["| 1 | 2 |  |", "|  | 3 | 4 |", "|  |  | 5 |"]


@pytest.mark.parametrize("span", ["0", "-1", "x", "", "99999999999"])
def test_odd_spans_are_no_harm(span: str) -> None:
    html = f"<table><tr><td rowspan='{span}'>a<td>b<tr><td>c<td>d</table>"
    assert {"a", "b", "c", "d"} <= set(markdown(html))


def test_a_table_too_wide_is_its_content() -> None:
    row = "<tr>" + "<td>x" * 101
    assert "|" not in markdown(f"<table>{row}{row}</table>")


def test_a_list_that_begins_late_does_not_join_the_paragraph_before_it() -> None:
    html = MarkdownIt().render(markdown("<ul><li>a<ol start=3><li>b</li></ol></li></ul>"))
    assert '<ol start="3">' in html


@pytest.mark.parametrize("name", ["div", "blockquote", "b", "span", "ul><li", "table><tr><td", "dl><dd"])
def test_depth_is_no_limit(name: str) -> None:
    html = f"<{name}>x " * 3000
    blocks = segment(parse(html))
    keep = np.ones(len(blocks), dtype=np.bool_)
    written = [render.text(blocks, keep), render.markdown(blocks, keep), render.html(blocks, keep)]
    assert min(text.count("x") for text in written) == 3000


@pytest.mark.parametrize(
    ("text", "expected"), [("a*b", "a\\*b"), ("a_b", "a_b"), ("2 * 3", "2 * 3"), ("a < b", "a < b")]
)
def test_text_is_escaped_where_it_matters(text: str, expected: str) -> None:
    assert escape_text(text) == expected


@pytest.mark.parametrize(
    "line", ["-", "- a", "1. a", "=== ", "---", "| - |", "# a", "#", "> a", "+ a", "[a]: b", "12) a"]
)
def test_a_line_begins_no_block(line: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse("text\n" + escape_line(line) + "\ntext")
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert escape_line(line) != line


@pytest.mark.parametrize("line", ["-5", "1.5", "#tag", "a - b", "=a", "1986", "[1] a", "あ"])
def test_a_line_that_begins_no_block_is_left_alone(line: str) -> None:
    assert escape_line(line) == line


def test_long_lines_of_signs_take_no_time() -> None:
    for sign in "-=_*|:[#`~\\&<":
        assert sign in escape_line(escape_text(sign * 20_000 + "x"))
    assert escape_target("(" * 20_000).startswith("%28")

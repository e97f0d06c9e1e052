"""Preformatted text is the same to the byte, wherever it stands."""

from html import escape

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from honbun import render
from honbun.page import parse
from honbun.page.blocks import Blocks, segment

CODE = "    indented\n\tafter a tab  \n\n\n```\nfence\n````\n~~~ *x* <b> &amp; \\ | # \u3000\u00a0end"


def blocks_of(html: str) -> Blocks:
    return segment(parse(html))


def markdown(html: str) -> str:
    blocks = blocks_of(html)
    return render.markdown(blocks, np.ones(len(blocks), dtype=np.bool_))


def fenced(html: str) -> list[tuple[str, str]]:
    """Info and content of the code blocks that a reader of the markdown finds."""
    tokens = MarkdownIt("commonmark").parse(markdown(html))
    return [(token.info, token.content) for token in tokens if token.type == "fence"]


@pytest.mark.parametrize(
    "around", ["{}", "<ul><li>x{}</li></ul>", "<blockquote>{}</blockquote>", "<ol><li>{}</ol>"]
)
def test_code_in_markdown(around: str) -> None:
    html = around.format(f"<pre>\n{escape(CODE)}</pre>")
    assert fenced(html) == [("", CODE + "\n")]


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]), min_size=1), st.integers(0, 9))
def test_code_survives_highlighting(code: str, cut_at: int) -> None:
    html = f"<pre>\n<span>{escape(code[:cut_at])}</span>{escape(code[cut_at:])}</pre>"
    blocks = blocks_of(html)
    keep = np.ones(len(blocks), dtype=np.bool_)
    assume(blocks.length.any())
    assert parse(render.html(blocks, keep)).text == code
    assert render.text(blocks, keep) == code.strip("\r\n")


def test_indentation_and_blank_lines_at_the_ends_are_kept() -> None:
    assert fenced("<pre>\n\n  <b>a</b>\n\n</pre>") == [("", "\n  a\n\n")]


def test_elements_of_one_line_each_end_their_lines() -> None:
    assert fenced("<pre><div>a</div><div>  b\n</div><p>c</p>\n<div>d</div></pre>") == [("", "a\n  b\nc\nd\n")]


def test_a_dropped_run_leaves_the_others() -> None:
    blocks = blocks_of("<pre>  a<br><br>b<div>  c</div>\n</pre>")
    assert render.text(blocks, np.array([True, False, True])) == "  a\n  c"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre class="x language-C++">a</pre>', "c++"),
        ('<pre><code class="lang-js">a</code></pre>', "js"),
        ('<pre class="highlight-xml">a</pre>', "xml"),
        ('<div class="highlight highlight-source-python"><pre>a</pre></div>', "python"),
        ('<div class="highlight-rust notranslate"><div class="highlight"><pre>a</pre></div></div>', "rust"),
        ('<div class="lang-ja"><pre>a</pre></div>', ""),
        ("<pre>a</pre>", ""),
    ],
)
def test_language(html: str, language: str) -> None:
    assert fenced(html) == [(language, "a\n")]

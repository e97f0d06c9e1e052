"""What holds of the renderings of any page: nothing raises, nothing runs, no text is lost or made."""

import re
from html import escape

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from honbun import render
from honbun.page import parse
from honbun.page.blocks import Blocks, segment
from honbun.page.page import Mask

NAMES = (
    "p div h1 h3 ul ol li dl dt dd blockquote pre code table tr td th thead caption figure figcaption "
    "a b em i strong del s sub sup span section main noscript menu script"
).split()
VOIDS = [
    "<br>",
    "<br>",
    "<hr>",
    "<img src=a.png alt='x [y]'>",
    "<img>",
    "<img src='javascript:alert(1)' data-src='/b.png'>",
    "<a href='javascript:alert(1)'>",
    "<a href=' java\nscript:alert(1)'>",
    "<a href='java&amp;#115;cript:alert(1)'>",
    "<a href='https://x.example/(a'>",
    "<a href='//[bad'>",
    "<td colspan=3 rowspan=2>",
    "<ol start=5>",
    "<pre class='language-py'>",
]
ALPHABET = "ab1 \n\t.*_`~[]()<>&;!#-+=|\\\"':あ漢「」。：\u3000\u200b€"

texts = st.text(ALPHABET, max_size=8).map(lambda text: escape(text, quote=False))
tags = st.sampled_from(NAMES)
pieces = st.one_of(texts, texts, tags.map("<{}>".format), tags.map("</{}>".format), st.sampled_from(VOIDS))
markup = st.lists(pieces, max_size=40).map("".join)
anything = st.one_of(markup, st.text(max_size=60))


def blocks_of(html: str, url: str | None = None) -> Blocks:
    return segment(parse(html, url))


def all_of(blocks: Blocks) -> Mask:
    return np.ones(len(blocks), dtype=np.bool_)


def some_of(blocks: Blocks, bits: int) -> Mask:
    return np.array([bool(bits >> i % 64 & 1) for i in range(len(blocks))], dtype=np.bool_)


def words(text: str) -> list[str]:
    """What white space separates; a character that shows nothing is no word."""
    return text.replace("\u200b", "").split()


def read_back(html: str) -> list[str]:
    blocks = blocks_of(html)
    return words(render.text(blocks, all_of(blocks)))


@settings(deadline=None)
@given(anything, st.integers(0, 2**64 - 1), st.sampled_from([None, "https://e.example/a/", "//[bad"]))
def test_never_raises(html: str, bits: int, url: str | None) -> None:
    blocks = blocks_of(html, url)
    keep = some_of(blocks, bits)
    for links, images, tables in ((True, True, True), (False, False, False)):
        options = render.RenderOptions(links=links, images=images, tables=tables)
        render.markdown(blocks, keep, options, url)
        render.html(blocks, keep, options, url)
    render.text(blocks, keep)


@settings(deadline=None)
@given(markup, st.integers(0, 2**64 - 1))
def test_text_is_the_kept_runs_in_order(html: str, bits: int) -> None:
    blocks = blocks_of(html)
    keep = some_of(blocks, bits)
    kept = " ".join(text for text, is_kept in zip(blocks.texts, keep, strict=True) if is_kept)
    assert words(render.text(blocks, keep)) == words(kept)


@settings(deadline=None)
@given(markup, st.integers(0, 2**64 - 1))
def test_html_reads_back_as_the_same_text(html: str, bits: int) -> None:
    blocks = blocks_of(html)
    keep = some_of(blocks, bits)
    assert read_back(render.html(blocks, keep)) == words(render.text(blocks, keep))


@settings(deadline=None)
@given(markup, st.integers(0, 2**64 - 1))
def test_markdown_reads_back_as_the_same_text(html: str, bits: int) -> None:
    blocks = blocks_of(html)
    keep = some_of(blocks, bits)
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    assert read_back(reader.render(render.markdown(blocks, keep))) == words(render.text(blocks, keep))


@settings(deadline=None)
@given(anything)
def test_html_has_only_plain_elements_and_safe_addresses(html: str) -> None:
    blocks = blocks_of(html)
    page = parse(render.html(blocks, all_of(blocks)))
    allowed = set(
        "html head body p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table thead tbody tr th td "
        "figure figcaption img a em strong del br hr sub sup".split()
    )
    assert {page.tag_name(row) for row in range(len(page))} <= allowed
    assert set(page.attributes) <= {"href", "src", "alt", "colspan", "rowspan", "start"}
    for name in ("href", "src"):
        for address in page.attributes.get(name, {}).values():
            assert ":" not in re.split("[/?#]", address)[0] or address.split(":")[0] in ("http", "https", "mailto")


@settings(deadline=None)
@given(markup)
def test_text_has_no_white_space_at_the_ends_of_lines(html: str) -> None:
    blocks = blocks_of(html)
    keep = all_of(blocks) & ~blocks.is_preformatted
    assert all(line == line.strip() for line in render.text(blocks, keep).split("\n"))


@settings(deadline=None)
@given(markup)
def test_nothing_kept_is_nothing_written(html: str) -> None:
    blocks = blocks_of(html)
    nothing = np.zeros(len(blocks), dtype=np.bool_)
    assert render.text(blocks, nothing) == render.markdown(blocks, nothing) == render.html(blocks, nothing) == ""


@settings(deadline=None)
@given(markup)
def test_html_of_html_is_the_same(html: str) -> None:
    blocks = blocks_of(re.sub("<(table|caption|thead|t[rdh])", "<div", html))
    written = render.html(blocks, all_of(blocks))
    again = blocks_of(written)
    assert render.html(again, all_of(again)) == written


inline_names = st.sampled_from("b i em strong s a code sub span".split())
inline_texts = st.text("ab*_ 「。~`![](<&\\+$", max_size=4).map(lambda text: escape(text, quote=False))
inline_pieces = st.one_of(
    inline_texts,
    inline_names.map("<{} href=/x>".format),
    inline_names.map("</{}>".format),
    st.sampled_from(["<br>", "<img src=a>"]),
)


@settings(deadline=None)
@given(st.lists(inline_pieces, max_size=14).map("".join))
def test_inline_markdown_reads_back_as_the_same_text(html: str) -> None:
    blocks = blocks_of("<p>" + html)
    keep = all_of(blocks)
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    assert read_back(reader.render(render.markdown(blocks, keep))) == words(render.text(blocks, keep))

"""One meaning: the compiled core and the readable form give the same columns, features, decisions and texts."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from core_pairs import KNOWN_DIFFERENCES, differing_columns, differing_results
from hypothesis import given
from hypothesis import strategies as st

from examples.generate import generate_site
from honbun import core, render
from honbun.page import decode, parse_compiled, segment, segment_readable
from honbun.page.decode import without_surrogates

sys.path.insert(0, str(Path(__file__).parents[1] / "page"))
from page_samples import CASES, htmls

pytestmark = pytest.mark.skipif(core.load() is None, reason="the core was not compiled")

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").rglob("*.html"))
DATA = ROOT.parent / "shared" / "data"
CORPORA = {
    "wcxb-dev": 150,
    "content-ja-dev": 20,
    "sites-ja-dev": 40,
    "comments-dev": 40,
    "posts-dev": 40,
    "records-dev": 40,
}

# What the compiled form computes by hand where the readable one has a pattern: pages that show all its branches.
PIECES = (
    *(
        "<p> <div> </div> <pre> </pre> <br> <br><br> <ul><li> </ul> <td> </table> <dl><dt> <dd> <h1> <h2> </h2> "
        "</a> <span> </span> <nav> </nav> <footer> </p> <article> </article> &amp; &nbsp; <table><tr><td>"
    ).split(),
    "<a href=x>",
    "<p hidden>",
    "<p style='display : none'>",
    "<div class='comment-list even'>",
    "<div class=cookie-banner>",
    "<div id='post12' class='post １２'>",
    "<div role=' Navigation '>",
    "<div class='relatedPosts XMLBox'>",
    "<title>A map | The Paper</title>",
    "<meta name=description content='A long description of what the page is about, long enough.'>",
    '<script type="application/ld+json">{"@type": ["Article"], "text": "A long sentence \\u00e9 here."}</script>',
    "<script>window.__STATE__ = {}</script>",
    "A map",
    "A long sentence é here.",
    "3 hours ago",
    "2011年11月22日 12:30",
    "２０１１年１月２日",
    "at 07:34",
    "£12 and $3",
    "İstanbul ΣΑΣ",
    "本文\n  と本文",
    "本\u3000\n文",
    "a\u00a0b\u200bc ",
    "\n",
    " \t",
    "Yesterday evening I found an old map in the bookshop by the station, and bought it.",
    "<!-- c -->",
    "<script src=x />",
    "<title>open",
    "<!-- open",
)


def check(html: str) -> None:
    assert not differing_columns(html)
    assert not differing_results(html)


@pytest.mark.parametrize("path", [*EXAMPLES, *CASES], ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    check(decode(path.read_bytes()).text)


def test_generated_pages() -> None:
    for _, html in generate_site(30):
        check(decode(html).text)


@given(htmls)
def test_spoiled_pages(html: str) -> None:
    check(without_surrogates(html))


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_pages_of_pieces(html: str) -> None:
    check(html)


CONTAINERS = (
    *"<ul> </ul> <ol> </ol> <dl> </dl> <li> <li>a</li> <li>b</li> <dt>c <dd>d <div>e</div> <p>f</p>".split(),
    *"<h2>g</h2> <blockquote>h</blockquote> <blockquote> </blockquote> <pre>i</pre> j <table><tr><td>".split(),
    *"<td>k <tr><td>l </table> <figure><figcaption>m</figure> <li><p>n<p>o</li> <li><ul><li>p</ul></li>".split(),
)


@given(st.lists(st.sampled_from(CONTAINERS), max_size=40).map("".join), st.integers(0, 2**40))
def test_texts_of_containers_of_one_paragraph_and_of_more(html: str, bits: int) -> None:
    compiled = parse_compiled(html)
    assert compiled is not None
    ours, theirs = segment(compiled), segment_readable(replace(compiled))
    for kept in (2**40 - 1, bits):
        keep = np.array([bool(kept >> (i % 40) & 1) for i in range(len(ours))], dtype=np.bool_)
        assert render.text(ours, keep) == render.text(theirs, keep)


@pytest.mark.parametrize("name", CORPORA)
def test_corpora(name: str) -> None:
    path = DATA / f"{name}.parquet"
    if not path.exists():
        pytest.skip("the corpora are not here")
    pages = pytest.importorskip("pyarrow.parquet").read_table(path, columns=["html"])["html"].to_pylist()
    for html in pages[:: max(1, len(pages) // CORPORA[name])]:
        text = decode(html).text
        if not any(known in text for known in KNOWN_DIFFERENCES):
            assert not differing_columns(text)
        assert not differing_results(text)

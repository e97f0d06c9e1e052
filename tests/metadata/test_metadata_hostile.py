"""Data as it should not be."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metadata_samples import linked, meta, page_of, read

from honbun.metadata.embedded import embedded_text
from honbun.metadata.linked_data import load_json
from honbun.metadata.read import read_metadata
from honbun.page import parse

GOOD = '{"@type": "Article", "headline": "The ferry", "datePublished": "2011-11-22"}'


@pytest.mark.parametrize(
    "source",
    [
        GOOD.replace("}", ",}"),
        f"[{GOOD},]",
        f"<!-- {GOOD} -->",
        f"//<![CDATA[\n{GOOD}\n//]]>",
        f"/*<![CDATA[*/ {GOOD} /*]]>*/",
        GOOD.replace('"', "&quot;"),
        GOOD.replace("ferry", "fer\nry").replace("\n", "\x01"),
        f"{GOOD};",
        f"{GOOD}{GOOD}",
        f"\n\n  {GOOD}\n",
        GOOD.replace("}", ', "description": "a "broken" one"}'),
        '{"a": ' + GOOD[:-1] + ', "author": {"@type": "Person", "name": "Ann"}, broken',
    ],
)
def test_json_that_is_not_quite_json(source: str) -> None:
    facts = read(linked(source))
    assert facts.date == "2011-11-22"
    assert facts.title is not None
    assert facts.title.replace(" ", "").startswith("Thefer")


@pytest.mark.parametrize(
    "source",
    ["", *'null 1 "text" [] {} [[[]]] {"@type":1} {"@type":["Article"],"author":{"name":3}} {{ \x00'.split()],
)
def test_json_that_says_nothing(source: str) -> None:
    assert read(linked(source)).author is None


@pytest.mark.parametrize(
    "source",
    [
        "[" * 100_000,
        '{"@graph":' * 20_000 + "1" + "}" * 20_000,
        '{"mainEntity":' * 500 + GOOD + "}" * 500,
        "[" + ",".join([GOOD] * 20_000) + "]",
        '"author":{' * 30_000,
        '{"headline": "' + "\\" * 100_000,
        "<!--" * 30_000,
        "," * 200_000,
        json.dumps({"@type": "Article", "author": [{"name": f"Ann {i}"} for i in range(20_000)]}),
        "x" * 3_000_000,
    ],
)
def test_huge_and_deep_json(source: str) -> None:
    start = process_time()
    read_metadata(page_of(linked(source)))
    embedded_text(page_of(linked(source)))
    assert process_time() - start < 5


@pytest.mark.parametrize(
    "html",
    [
        "<div class='author byline date time'>" * 3000,
        "<p itemscope itemprop='author datePublished'>" * 3000,
        "<time>2011-11-22</time>" * 3000,
        "<h1>a</h1>" * 3000,
        "<p>published " * 5000,
        "<p>By " * 5000,
        "<meta name=author content=x>" * 5000,
        f"<title>{'| ' * 3000}</title>",
        f"<title>{'a ' * 3000}</title><h1>{'a ' * 3000}</h1>",
        meta("author", "by " * 1500),
        meta("author", "a on a, " * 600),
    ],
)
def test_many_of_everything(html: str) -> None:
    page = parse(html)
    start = process_time()
    read_metadata(page)
    assert process_time() - start < 3


_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                "@type @id @graph headline name author datePublished image url mainEntity text".split()
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)
_kinds = st.sampled_from(
    ["Article", "Product", "WebPage", "https://schema.org/Recipe", ["NewsArticle", 1], None, 3]
)


@given(_values, _kinds)
@settings(max_examples=150, deadline=None)
def test_any_value_may_be_linked_data(value: object, kind: object) -> None:
    page = page_of(
        linked(json.dumps([{"@type": kind, "author": value, "headline": value, "image": value}, value]))
    )
    facts = read_metadata(page)
    assert set(facts.sources) <= {name for name in vars(facts) if getattr(facts, name)}
    assert read_metadata(page) == facts
    embedded_text(page)


_MARKUP = (
    "<h1> </h1> <time datetime='{}'> </time> <p class=author> <p class='date x__byline'> </p> <div itemscope> "
    "</div> <b itemprop=author> <b itemprop=datePublished> </b> <a rel=author> </a> By Ann 2011-11-22 "
    "<base href='{}'> <link rel=canonical href='{}'> <meta name=author content='{}'> "
    "<meta property=og:image content='{}'> <title> </title> <html lang='{}'> | - 作者： 公開 &lt; &amp;amp;"
).split()


@given(st.lists(st.one_of(st.sampled_from(_MARKUP), st.text(max_size=8)), max_size=25), st.text(max_size=10))
@settings(max_examples=200, deadline=None)
def test_any_page_has_metadata(pieces: list[str], value: str) -> None:
    page = parse(" ".join(pieces).replace("{}", value.replace("'", "")), value or None)
    facts = read_metadata(page)
    for name in ("title", "author", "site_name", "description"):
        said = getattr(facts, name)
        assert said is None or said == " ".join(said.split())
    assert {name for name in facts.sources if not getattr(facts, name)} == set()


@given(st.text())
def test_any_text_may_be_json(source: str) -> None:
    load_json(source)


@given(_values)
def test_json_is_read_as_it_is(value: object) -> None:
    if value is not None:
        assert load_json(json.dumps(value)) == value

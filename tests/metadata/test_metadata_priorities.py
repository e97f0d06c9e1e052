"""Which source is believed where several speak, and what is not believed at all."""

from __future__ import annotations

import pytest
from metadata_samples import linked, meta, read

TITLED = "<title>The ferry is back</title>"
ARTICLE = {"@type": "Article", "headline": "Linked", "author": "Linked Author", "datePublished": "2001-01-01"}
HEAD = meta("og:title", "Shared") + meta("author", "Meta Author") + meta("article:published_time", "2002-02-02")
MICRO = (
    "<div itemscope itemtype='http://schema.org/Article'><p itemprop=headline>Micro</p>"
    "<p itemprop=author>Micro Author</p><meta itemprop=dateCreated content=2003-03-03></div>"
)
SHOWN = "<h2>The ferry is back</h2><p class=byline>By Shown Author</p><time datetime=2004-04-04></time>"


def test_the_order_of_trust() -> None:
    facts = read(TITLED + HEAD + linked(ARTICLE), MICRO + SHOWN)
    assert (facts.title, facts.author, facts.date) == ("Linked", "Linked Author", "2001-01-01")
    facts = read(TITLED + HEAD, MICRO + SHOWN)
    assert (facts.title, facts.author, facts.date) == ("Shared", "Micro Author", "2002-02-02")
    facts = read(TITLED, MICRO + SHOWN)
    assert (facts.title, facts.author, facts.date) == ("Micro", "Micro Author", "2003-03-03")
    facts = read(TITLED, SHOWN)
    assert (facts.title, facts.author, facts.date) == ("The ferry is back", "Shown Author", "2004-04-04")


def test_a_source_without_sense_leaves_the_word_to_the_next() -> None:
    bad = {"@type": "Article", "headline": " ", "author": "https://a.example/ann", "datePublished": "soon"}
    facts = read(TITLED + HEAD + linked(bad))
    assert (facts.title, facts.author, facts.date) == ("Shared", "Meta Author", "2002-02-02")


def test_a_date_of_change_gives_way_to_a_date_that_is_shown() -> None:
    head = TITLED + linked({"@type": "Article", "dateModified": "2012-12-12"})
    assert read(head).date == "2012-12-12"
    assert read(head, SHOWN).date == "2004-04-04"


@pytest.mark.parametrize(
    "title",
    [
        "The ferry | Averley Courier",
        "The ferry - Averley Courier",
        "Averley Courier: The ferry",
        "The ferry – averley courier!",
        "The ferry | Travel | Averley Courier",
        "The ferry » courier.example",
    ],
)
def test_the_name_of_the_site_is_no_part_of_the_title(title: str) -> None:
    facts = read(meta("og:title", title.replace(": ", " : ")) + meta("og:site_name", "Averley Courier"))
    assert facts.title in ("The ferry", "The ferry | Travel")


@pytest.mark.parametrize("title", ["Averley Courier", "A - B", "Courier | Averley Courier", "- - -"])
def test_a_title_is_not_used_up(title: str) -> None:
    assert read(meta("og:title", title) + meta("og:site_name", "Averley Courier")).title


def test_an_author_rather_than_the_site() -> None:
    site = meta("og:site_name", "Ann Lee")
    own = {"@type": "Article", "author": "ann lee"}
    assert read(site + linked(own) + meta("author", "Bo Ek")).author == "Bo Ek"
    assert read(site + linked(own)).author == "ann lee"


@pytest.mark.parametrize(
    "author",
    [
        *" ,null,undefined,https://a.example/ann,//a.example,www.a.example,{{author}},12,a@b.example,By".split(
            ","
        ),
        "x" * 200,
    ],
)
def test_who_is_no_author(author: str) -> None:
    assert read(meta("author", author)).author is None


@pytest.mark.parametrize("kind", ["Product", "ItemList", "CollectionPage"])
def test_goods_have_no_author(kind: str) -> None:
    assert read(TITLED + linked({"@type": kind, "name": "A kettle"}), SHOWN).author is None


def test_kinds() -> None:
    things = {"@graph": [{"@type": "WebPage"}, {"@type": "Organization"}, {"@type": ["Recipe", "NewsArticle"]}]}
    facts = read(
        linked(things) + meta("og:type", "article"), "<div itemscope itemtype='http://schema.org/Review'></div>"
    )
    assert facts.kinds == ("Recipe", "NewsArticle", "WebPage", "article")


@pytest.mark.parametrize(
    "image", ["data:image/png;base64,AAAA", "javascript:x()", "a b.png", "http://[bad", "about:blank"]
)
def test_no_address(image: str) -> None:
    assert read(meta("og:image", image)).image is None


def test_without_an_address_of_the_page_only_whole_ones_count() -> None:
    assert read(meta("og:image", "/a.png"), url=None).image is None
    assert read(meta("og:image", "https://a.example/a.png"), url=None).image == "https://a.example/a.png"

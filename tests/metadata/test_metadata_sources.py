"""One small page for each place where a fact may be stated."""

from __future__ import annotations

import pytest
from metadata_samples import PROSE, URL, linked, meta, page_of, read

from honbun.metadata import Metadata
from honbun.metadata.read import read_metadata

ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "The ferry is back",
    "author": {"@type": "Person", "name": "Ann Lee"},
    "datePublished": "2011-11-22T07:34:12+09:00",
    "image": {"@type": "ImageObject", "url": "/a.jpg"},
    "inLanguage": "en-GB",
    "publisher": {"@type": "Organization", "name": "Averley Courier"},
    "description": "It came before the rain.",
}


def test_linked_data() -> None:
    facts = read(linked(ARTICLE))
    assert facts == Metadata(
        title="The ferry is back",
        author="Ann Lee",
        date="2011-11-22T07:34:12+09:00",
        language="en-GB",
        site_name="Averley Courier",
        description="It came before the rain.",
        image="https://www.courier.example/a.jpg",
        kinds=("NewsArticle",),
        sources=dict.fromkeys("title author date language site_name description image".split(), "JSON-LD"),
    )


@pytest.mark.parametrize(
    "value",
    [
        [{"@type": "WebSite", "name": "Averley Courier"}, ARTICLE],
        {
            "@graph": [
                {"@type": "BreadcrumbList"},
                {"@type": "WebPage", "name": "x", "datePublished": "1999-01-01"},
                ARTICLE,
            ]
        },
        {"@type": "WebPage", "name": "x", "mainEntity": ARTICLE},
        {"@type": "WebPage", "name": "x", "mainEntityOfPage": [ARTICLE]},
        [[ARTICLE]],
        {**ARTICLE, "@type": ["Article", "NewsArticle"]},
        {**ARTICLE, "@type": "https://schema.org/NewsArticle"},
        {"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Why?"}], "@graph": [ARTICLE]},
    ],
)
def test_the_main_thing_is_found_wherever_it_is(value: object) -> None:
    facts = read(linked(value))
    assert (facts.title, facts.author, facts.date) == ("The ferry is back", "Ann Lee", "2011-11-22T07:34:12+09:00")


@pytest.mark.parametrize(
    "author",
    [
        "Ann Lee",
        ["Ann Lee"],
        {"name": "Ann Lee"},
        {"name": ["Ann Lee"]},
        [{"@type": "Person", "name": "Ann Lee", "url": "https://a.example"}],
        {"@id": "#ann"},
        [{"@id": "#ann"}],
        "#ann",
        "By Ann Lee",
        "Ann &amp;Lee".replace("&amp;", ""),
        "<a href='/ann'>Ann Lee</a>",
        "Ann Lee ann@courier.example",
    ],
)
def test_an_author_in_any_form(author: object) -> None:
    person = {"@type": "Person", "@id": "#ann", "name": "Ann Lee"}
    assert read(linked({"@graph": [{**ARTICLE, "author": author}, person]})).author == "Ann Lee"


def test_several_authors() -> None:
    assert (
        read(linked({**ARTICLE, "author": [{"name": "Ann Lee"}, "Bo Ek", "Ann Lee"]})).author == "Ann Lee; Bo Ek"
    )


def test_of_several_articles_the_one_at_the_address_of_the_page() -> None:
    other = {**ARTICLE, "headline": "Another", "url": "https://courier.example/other"}
    own = {**ARTICLE, "url": "http://courier.example/travel/ferry.html#top"}
    assert read(linked([other, own])).title == "The ferry is back"


MICRODATA = """
<div itemscope itemtype="https://schema.org/BlogPosting">
  <h2 itemprop="headline">The ferry is back</h2>
  <span itemprop="author" itemscope itemtype="https://schema.org/Person">
    <b itemprop="name">Ann Lee</b> 12 posts</span>
  <time itemprop="datePublished" datetime="2011-11-22">Tuesday</time>
  <img itemprop="image" src="/a.jpg">
  <div itemprop="comment" itemscope itemtype="https://schema.org/Comment">
    <span itemprop="author">Bo</span><time itemprop="datePublished">2012-01-01</time></div>
</div>"""


def test_microdata() -> None:
    facts = read(body=MICRODATA)
    assert (facts.title, facts.author, facts.date) == ("The ferry is back", "Ann Lee", "2011-11-22")
    assert facts.image == "https://www.courier.example/a.jpg"
    assert facts.kinds[0] == "BlogPosting"
    assert {facts.sources[name] for name in ("title", "author", "date", "image")} == {"microdata"}


def test_rdfa() -> None:
    facts = read(
        body="<div typeof='schema:Article'><h2 property='schema:headline'>The ferry is back</h2>"
        "<b property='dc:creator'>Ann Lee</b><time property=datePublished datetime=2011-11-22>Tuesday</time></div>"
    )
    assert (facts.title, facts.author, facts.date) == ("The ferry is back", "Ann Lee", "2011-11-22")
    assert {facts.sources[name] for name in ("title", "author", "date")} == {"RDFa"}


@pytest.mark.parametrize(
    ("fact", "name", "content", "wanted"),
    [
        ("title", "og:title", "The ferry &amp;amp; the quay", "The ferry & the quay"),
        ("title", "twitter:title", "The ferry", "The ferry"),
        ("title", "citation_title", "The ferry", "The ferry"),
        ("title", "dc.title", "The ferry", "The ferry"),
        ("author", "author", " Ann \n Lee ", "Ann Lee"),
        ("author", "article:author", "Ann Lee", "Ann Lee"),
        ("author", "citation_author", "Lee, Ann", "Lee, Ann"),
        ("author", "dc.creator", "Ann Lee", "Ann Lee"),
        ("author", "twitter:data1", "Ann Lee", "Ann Lee"),
        ("date", "article:published_time", "2011-11-22T07:34:12Z", "2011-11-22T07:34:12+00:00"),
        ("date", "date", "22 November 2011", "2011-11-22"),
        ("date", "citation_publication_date", "2011/11/22", "2011-11-22"),
        ("date", "dcterms.created", "20111122", "2011-11-22"),
        ("date", "publish_date", "1321914852", "2011-11-21T22:34:12+00:00"),
        ("date", "x-published-date", "2011-11-22", "2011-11-22"),
        ("date", "article:modified_time", "2011-11-22", "2011-11-22"),
        ("language", "og:locale", "ja_JP", "ja-JP"),
        ("language", "dc.language", "de", "de"),
        ("site_name", "og:site_name", "Averley Courier", "Averley Courier"),
        ("site_name", "application-name", "Averley Courier", "Averley Courier"),
        ("description", "description", "It came <b>before</b> the rain.", "It came before the rain."),
        ("description", "og:description", "It came.", "It came."),
        ("image", "og:image", "/a.jpg", "https://www.courier.example/a.jpg"),
        ("image", "twitter:image", "//cdn.example/a.jpg", "https://cdn.example/a.jpg"),
        ("canonical_url", "og:url", "/ferry", "https://www.courier.example/ferry"),
    ],
)
def test_meta(fact: str, name: str, content: str, wanted: str) -> None:
    facts = read(meta(name, content.replace('"', "&quot;")))
    assert getattr(facts, fact) == wanted
    assert facts.sources[fact] == f"meta {name}"


def test_links_and_base() -> None:
    head = '<base href="/old/"><link rel="canonical" href="ferry"><link rel=image_src href="b.png">'
    facts = read(head)
    assert (facts.canonical_url, facts.sources["canonical_url"]) == (
        "https://www.courier.example/old/ferry",
        "link canonical",
    )
    assert (facts.image, facts.sources["image"]) == ("https://www.courier.example/old/b.png", "link image_src")


def test_the_head_alone() -> None:
    facts = read("<title>The ferry is back | Averley Courier</title>", "<h2>The ferry is back</h2>")
    assert (facts.title, facts.sources["title"]) == ("The ferry is back", "title")
    assert (facts.site_name, facts.sources["site_name"]) == ("Averley Courier", "title")


def test_a_heading_of_the_first_rank() -> None:
    facts = read(meta("og:title", "The ferry"), "<h1>The ferry <i>is back</i></h1>")
    assert (facts.title, facts.sources["title"]) == ("The ferry is back", "text of h1")
    assert read(meta("og:title", "The ferry"), "<h1>One</h1><h1>Two</h1>").title == "The ferry"
    assert read(meta("og:title", "The ferry"), "<h1>Courier</h1>").title == "The ferry"
    assert read("<title>The ferry</title>", "<h1>Details of a ship</h1>").title == "The ferry"


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("<p>By <a rel=author href=/ann>Ann Lee</a></p>", "link rel=author"),
        ("<div class='post-meta byline'>By Ann Lee on May 3, 2011</div>", "text of the byline"),
        ("<span class='post-hero__author'>Ann Lee</span>", "text of the byline"),
        ("<p>By Ann Lee</p>", "text of the byline"),
        ("<p>Posted by <a href=/u/1>Ann Lee</a> on Tuesday</p>", "text of the byline"),
        ("<p>Posted on 14 September 2013 by Ann Lee</p>", "text of the byline"),
        ("<p>作者：Ann Lee</p>", "text of the byline"),
        ("<p>文／Ann Lee</p>", "text of the byline"),
    ],
)
def test_bylines(body: str, source: str) -> None:
    facts = read("<title>The ferry is back</title>", f"<h1>The ferry is back</h1>{body}<p>{PROSE}</p>")
    assert (facts.author, facts.sources.get("author")) == ("Ann Lee", source)


@pytest.mark.parametrize(
    ("body", "author"),
    [
        ("<p>船が帰ってきた。</p><p>（岸田亮）</p>", "岸田亮"),
        ("<p>船が帰ってきた。（岸田　亮）</p><p>関連記事</p>", "岸田 亮"),
        ("<p>船が帰ってきた。</p><p>（岸田亮）</p><p>港も開いた。</p><p>（遠山千晴）</p>", None),
        ("<p>船が帰ってきた</p><p>（霧浜港）</p>", None),
        ("<p>船が帰ってきた。（終わり）</p>", None),
    ],
)
def test_signatures(body: str, author: str | None) -> None:
    assert read("<title>船が帰る</title>", f"<h1>船が帰る</h1>{body}").author == author


@pytest.mark.parametrize(
    "body",
    [
        "<p>By the time it came nobody was there, and the quay was empty but for a dog and the rain.</p>",
        "<p>Sort by Price</p>",
        "<div class=author-bio>Ann Lee</div>",
        "<div class=authorization>Sign here</div>",
        "<p class=byline>By courier@courier.example</p>",
        "<p class=byline>https://courier.example/ann</p>",
    ],
)
def test_no_byline(body: str) -> None:
    assert (
        read("<title>The ferry is back</title>", f"<h1>The ferry is back</h1>{body}<p>{PROSE}</p>").author is None
    )


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("<time datetime=2011-11-22>Tuesday</time>", "time datetime"),
        ("<time>22 Nov 2011</time>", "time datetime"),
        ("<span class=entry-date>22. November 2011</span>", "text of the page"),
        ("<p>2011年11月22日</p>", "text of the page"),
        ("<p>Joined: 3 May 2001</p><p>22 November 2011</p>", "text of the page"),
        ("<p>Updated 1 May 2012</p><p>22 November 2011</p>", "text of the page"),
        (f"{'<p>x</p>' * 40}<p>{PROSE * 8}</p><p>Published on 22 November 2011</p>", "text of the page"),
    ],
)
def test_dates_that_are_shown(body: str, source: str) -> None:
    facts = read("<title>The ferry is back</title>", f"<h1>The ferry is back</h1>{body}<p>{PROSE}</p>")
    assert (facts.date and facts.date[:10], facts.sources.get("date")) == ("2011-11-22", source)


@pytest.mark.parametrize(
    ("url", "date"),
    [
        ("https://a.example/2011/11/22/ferry", "2011-11-22"),
        ("https://a.example/2011-11-22-ferry", "2011-11-22"),
        ("https://a.example/20111122/ferry", "2011-11-22"),
        ("https://a.example/2011/11/ferry", None),
        ("https://a.example/2011/13/22/ferry", None),
        ("https://a.example/20111122123/ferry", None),
        (None, None),
    ],
)
def test_a_date_in_the_address(url: str | None, date: str | None) -> None:
    facts = read(url=url)
    assert (facts.date, facts.sources.get("date")) == (date, "url" if date else None)


def test_slashes_are_read_as_the_language_writes_them() -> None:
    body = "<h1>The ferry</h1><p>10/11/2011</p>"
    for language, day in (
        ("en-GB", "2011-11-10"),
        ("fr", "2011-11-10"),
        ("en-US", "2011-10-11"),
        ("en", "2011-10-11"),
    ):
        facts = read(f'<meta http-equiv="content-language" content="{language}">', body)
        assert (facts.language, facts.date) == (language, day)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("町の図書館は来月から夜九時まで開くことになり、勤め帰りの人たちが喜んでいる。" * 2, "ja"),
        ("시립 도서관은 다음 달부터 밤 아홉 시까지 문을 연다고 밝혔다.", "ko"),
        ("市图书馆从下个月起开放到晚上九点，下班的人们都很高兴，他们说等了很久。", "zh"),
        ("ห้องสมุดประชาชนจะเปิดถึงสามทุ่มตั้งแต่เดือนหน้าเป็นต้นไป", "th"),
        ("Η βιβλιοθήκη θα είναι ανοιχτή μέχρι τις εννέα το βράδυ", "el"),
        ("Библиотека будет открыта до девяти вечера", None),
        ("The library will be open until nine. 図書館", None),
    ],
)
def test_the_language_of_a_script(text: str, language: str | None) -> None:
    facts = read(body=f"<p>{text}</p>")
    assert (facts.language, facts.sources.get("language")) == (
        language,
        "script of the text" if language else None,
    )


def test_the_language_that_is_declared() -> None:
    page = page_of()
    assert read_metadata(page).language is None
    assert read("<meta http-equiv=Content-Language content='de, en'>").language == "de"
    assert read("<meta name=language content=english>").language is None


def test_the_host_is_the_last_name_of_a_site() -> None:
    assert (read().site_name, read().sources["site_name"]) == ("courier.example", "url")
    assert read(url="http://127.0.0.1/a").site_name is None
    assert read(url=None).site_name is None


def test_a_page_that_says_nothing() -> None:
    assert read(url=None) == Metadata()
    assert read(url=URL) == Metadata(site_name="courier.example", sources={"site_name": "url"})

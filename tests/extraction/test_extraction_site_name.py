"""Which site a page belongs to."""

from __future__ import annotations

import pytest

from honbun.extraction import site_name
from honbun.input import RawPage

CANONICAL = "<link rel=canonical href='https://www.courier.example/a'>"
SHARED = "<meta property='og:url' content='https://shared.example/a'>"


@pytest.mark.parametrize(
    ("url", "html", "source", "name"),
    [
        ("https://news.example/a?b#c", CANONICAL, "x/a.html", "news.example"),
        ("http://www.News.example:8080/", "", "", "news.example"),
        ("https://user@news.example/", "", "", "news.example"),
        (None, CANONICAL + SHARED, "x/a.html", "courier.example"),
        (None, "<link rel=CANONICAL href='https://courier.example/'>", "x/a.html", "courier.example"),
        (None, SHARED, "x/a.html", "shared.example"),
        ("/relative", SHARED, "x/a.html", "shared.example"),
        (None, "<link rel=canonical href=/relative>" + SHARED, "x/a.html", "shared.example"),
        (None, "<link rel=stylesheet href='https://cdn.example/'>", "x/a.html", "x"),
        (None, "<link rel=canonical>", "x/a.html", "x"),
        ("http://[broken/", "", "pages/news/a.html", "pages/news"),
        (None, "", "site.zip!news/a.html", "site.zip!news"),
        (None, "", "site.zip!a.html", "site.zip"),
        (None, "", "crawl.warc.gz#record 12", "crawl.warc.gz"),
        (None, "", "pages.jsonl:12", "pages.jsonl"),
        (None, "", "a.html", "a.html"),
        (None, "", "-:3", "-"),
        (None, "", "", ""),
    ],
)
def test_the_host_else_the_folder(url: str | None, html: str, source: str, name: str) -> None:
    assert site_name(RawPage(html.encode(), url, source=source)) == name

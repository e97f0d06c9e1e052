"""Feeds, sitemaps and the spider of trafilatura's names, against a site on this machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from compat_samples import HTML

from honbun.compat import trafilatura as compat
from honbun.compat.trafilatura.feeds import find_feed_urls
from honbun.compat.trafilatura.settings import Extractor, use_config
from honbun.compat.trafilatura.sitemaps import sitemap_search
from honbun.compat.trafilatura.spider import focused_crawler, is_still_navigation

HOME = """<link rel=alternate type=application/rss+xml href=/feed.xml>
<a href=/news/1>one</a> <a href=/page/2>more</a> <a href=/secret>secret</a> <a href=https://other.example/>other</a>
<nav><a href=/login>login</a></nav>"""
FEED = "<rss><channel>{}</channel></rss>"
ITEM = "<item><link>{}</link></item>"


def answers(base: str) -> dict[str, str]:
    links = (f"{base}/news/2", f"{base}/news/1", f"{base}/blog/1", "https://other.example/x")
    urls = "".join(f"<url><loc>{link}</loc></url>" for link in links)
    return {
        "/": HOME,
        "/blog/": HOME,
        "/page/2": "<a href=/news/3#top>three</a>",
        "/news/1": "<p>one</p>",
        "/feed.xml": FEED.format("".join(map(ITEM.format, links))),
        "/robots.txt": f"User-agent: *\nDisallow: /secret\nSitemap: {base}/index.xml\n",
        "/index.xml": f"<sitemapindex><sitemap><loc>{base}/pages.xml</loc></sitemap></sitemapindex>",
        "/pages.xml": f"<urlset>{urls}</urlset>",
    }


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the place of the one for all tests: this machine may be reached, and nobody waits."""
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        assert address[0] == "127.0.0.1", f"a test tried to reach {address}"
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr("honbun.compat.trafilatura.spider.DELAY", 0.0)


@pytest.fixture
def base() -> Iterator[str]:
    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = answers(f"http://127.0.0.1:{self.server.server_address[1]}").get(self.path)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_words: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.mark.parametrize("path", ["", "/feed.xml", "/nothing"])
def test_feeds_of_a_page_a_feed_and_a_host(base: str, path: str) -> None:
    found = find_feed_urls(base + path, sleep_time=0)
    assert found == [f"{base}/blog/1", f"{base}/news/1", f"{base}/news/2"]


def test_feeds_of_a_part_and_of_other_hosts(base: str) -> None:
    assert find_feed_urls(f"{base}/blog/", sleep_time=0) == [f"{base}/blog/1"]
    assert "https://other.example/x" in find_feed_urls(base, external=True, sleep_time=0)
    assert find_feed_urls("no address") == []


def test_sitemaps_of_a_host_and_by_name(base: str) -> None:
    pages = [f"{base}/blog/1", f"{base}/news/1", f"{base}/news/2"]
    assert sitemap_search(base, sleep_time=0) == pages
    assert sitemap_search(f"{base}/pages.xml", sleep_time=0) == pages
    assert sitemap_search(f"{base}/news", sleep_time=0) == pages[1:]
    assert sitemap_search(base, sleep_time=0, max_sitemaps=1) == []
    assert sitemap_search("no address") == []


def test_the_spider_follows_a_host_and_goes_on(base: str) -> None:
    todo, known = focused_crawler(f"{base}/", max_seen_urls=1)
    assert todo == [f"{base}/news/1", f"{base}/page/2", f"{base}/secret", f"{base}/login"]
    assert known == [f"{base}/", *todo]
    assert is_still_navigation(todo)
    todo, known = focused_crawler(f"{base}/", max_seen_urls=1, todo=todo, known_links=known)
    assert f"{base}/news/3" in todo
    assert f"{base}/page/2" not in todo
    assert not is_still_navigation(todo)
    todo, known = focused_crawler(f"{base}/", todo=todo, known_links=known)
    assert (todo, len(known)) == ([], 6)


def test_the_spider_keeps_to_rules_and_leaves_out_elements(base: str) -> None:
    rules = RobotFileParser()
    rules.parse(["User-agent: *", "Disallow: /page/"])
    pytest.importorskip("lxml")
    _, known = focused_crawler(f"{base}/", rules=rules, prune_xpath="//nav")
    assert known == [f"{base}/", f"{base}/news/1", f"{base}/page/2", f"{base}/secret"]


@pytest.mark.parametrize(
    "line",
    [
        "from trafilatura.core import Document, Extractor, bare_extraction, extract, extract_metadata",
        "from trafilatura.metadata import Document, extract_metadata",
        "from trafilatura.downloads import Response, fetch_response, fetch_url",
        "from trafilatura.settings import DEFAULT_CONFIG, Document, Extractor, use_config",
        "from trafilatura.utils import load_html",
    ],
)
def test_what_programs_import_is_there(line: str) -> None:
    found: dict[str, object] = {}
    exec(line.replace("trafilatura", "honbun.compat.trafilatura"), found)
    pytest.importorskip("trafilatura")
    exec(line, found)


def test_settings_are_taken_where_a_program_gives_them() -> None:
    options = Extractor(output_format="json", with_metadata=True, recall=True, url="https://news.example/a")
    assert compat.extract(HTML, options=options) == compat.extract(
        HTML, url="https://news.example/a", output_format="json", with_metadata=True, favor_recall=True
    )
    found = compat.bare_extraction(HTML, options=Extractor(with_metadata=True))
    as_dict = compat.bare_extraction(HTML, as_dict=True, with_metadata=True)
    assert found is not None
    assert isinstance(as_dict, dict)
    assert found.title == as_dict["title"]  # type: ignore[union-attr]
    with pytest.raises(AttributeError, match="must be one of"):
        Extractor(output_format="docx")
    config = use_config()
    config.set("DEFAULT", "EXTRACTION_TIMEOUT", "0")
    with pytest.warns(UserWarning, match="ignores config"):
        assert compat.extract(HTML, config=config)

"""Feeds followed as boards: each new article once, with what its page says; what leaves the feed is not gone."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import pytest
from patrol_boards import Played, Web

from honbun.memory import Memory
from honbun.patrol import Patrol
from honbun.robot import Fetched

FEED = "https://news.example/feed"
HOME = "https://news.example/"
WORDS = "The ferry to the old harbour runs again since the quay was mended, says the council. "


@dataclass
class News(Web):
    """A news site with a feed of its latest three articles."""

    articles: list[tuple[str, str]] = field(default_factory=list)
    broken: str | None = None

    def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        del etag, last_modified
        self.asked.append(url)
        kind = "application/rss+xml" if url == FEED else "text/html"
        body = self.feed() if url == FEED else self.page(url)
        reason = "HTTP 500" if url == self.broken else None
        return Fetched(url, url, 200, body, kind, None, None, self.now, None, reason)

    def feed(self) -> bytes:
        items = "".join(
            f"<item><title>Article {i}</title><link>/a/{i}</link><guid>n{i}</guid>"
            f"<description>{escape(summary)}</description></item>"
            for i, (summary, _) in list(enumerate(self.articles))[:-4:-1]
        )
        return f"<rss><channel><title>News</title>{items}</channel></rss>".encode()

    def page(self, url: str) -> bytes:
        if url == HOME:
            return f'<link rel="alternate" type="application/rss+xml" href="{FEED}"><p>Welcome'.encode()
        number = int(url.rpartition("/")[2])
        return f"<title>Article {number}</title><nav>Home</nav><p>{self.articles[number][1]}</p>".encode()

    def write(self) -> int:
        number = len(self.articles)
        self.articles.append((f"Summary {number}", f"{WORDS * 4}This is number {number} of them."))
        return number


@pytest.fixture(params=[FEED, HOME])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Played:
    web = News()
    for _ in range(5):
        web.write()
    memory = Memory(tmp_path / "patrol.db", is_new=True)
    memory.add_board("b", request.param, 1800.0, web.now)
    return Played(web, memory, Patrol(memory, web.fetch, web.clock))


def news(played: Played) -> News:
    assert isinstance(played.web, News)
    return played.web


def test_each_new_article_is_told_once_with_what_its_page_says(played: Played) -> None:
    web = news(played)
    assert played.look() == []
    assert (played.state, [url for url in web.asked if "/a/" in url]) == ("ok", [])
    for _ in range(3):
        web.wait(minutes=30)
        new = [web.write(), web.write()]
        found = played.look()
        assert [kind for kind, _ in found] == ["new", "new"]
        assert [text.rpartition("number ")[2] for _, text in found] == [f"{each} of them." for each in new]
        assert played.look() == []
    assert web.asked[-1] == FEED  # the page that names it is asked once
    assert played.memory.posts("posts.title = 'Article 10'")[0].url == "https://news.example/a/10"


def test_an_article_that_is_written_anew_is_changed(played: Played) -> None:
    web = news(played)
    played.look()
    web.wait(minutes=30)
    number = web.write()
    played.look()
    web.articles[number] = ("Corrected", web.articles[number][1].replace("ferry", "boat"))
    web.wait(minutes=30)
    ((kind, text),) = played.look()
    assert (kind, "The boat" in text) == ("changed", True)


def test_an_article_whose_page_fails_is_told_by_what_the_feed_says(played: Played) -> None:
    web = news(played)
    played.look()
    web.wait(minutes=30)
    number = web.write()
    web.broken = f"https://news.example/a/{number}"
    assert played.look() == [("new", f"Summary {number}")]


def test_what_is_no_feed_any_more_is_named(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    played.look()
    monkeypatch.setattr(News, "feed", lambda _: b"<html><p>We are closed.</p></html>")
    played.web.wait(minutes=30)
    assert played.look() == []
    assert played.state == "not HTML"

"""Entries of feeds of all kinds, each with what the feed says of it."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.robot import FeedEntry, read_feed

RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News</title><link>https://n.example/</link>
<item><title>Ferry &amp; quay</title><link> /a </link><guid isPermaLink="false">n1</guid>
<dc:creator>Anna</dc:creator>
<pubDate>Sun, 01 Mar 2026 12:00:00 +0900</pubDate><description>Short</description>
<content:encoded>&lt;p&gt;Long&lt;/p&gt;</content:encoded></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><author><name>Nobody</name></author>
<entry><title>Ferry &amp; quay</title><id>n1</id><link rel="edit" href="/no"/><link href="/a"/>
<author><name>Anna</name><email>a@n.example</email></author><published>2026-03-01T12:00:00+09:00</published>
<updated>2026-03-02T12:00:00Z</updated><content type="html">&lt;p&gt;Long&lt;/p&gt;</content></entry></feed>"""
JSON = json.dumps({
    "version": "https://jsonfeed.org/version/1.1",
    "items": [
        {"id": "n1", "url": "/a", "title": "Ferry & quay", "authors": [{"name": "Anna"}],
         "date_published": "2026-03-01T12:00:00+09:00", "date_modified": "2026-03-02T12:00:00Z",
         "content_html": "<p>Long</p>"},
        {"id": "n2"}, "no item",
    ],
})  # fmt: skip


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("text", [RSS, ATOM, JSON])
def test_an_entry_has_what_the_feed_says_of_it(text: str, is_packed: bool) -> None:
    body = gzip.compress(text.encode()) if is_packed else text.encode()
    updated = None if text == RSS else "2026-03-02T12:00:00Z"
    assert read_feed(body, "https://n.example/feed") == [
        FeedEntry(
            "https://n.example/a",
            "n1",
            "Ferry & quay",
            "Anna",
            "2026-03-01T12:00:00+09:00",
            updated,
            "<p>Long</p>",
        )
    ]


def test_what_is_missing_is_none_and_an_entry_is_known_by_its_address() -> None:
    entries = read_feed(b"<rss><item><link>https://n.example/a</link><pubDate>soon</pubDate></item></rss>")
    assert entries == [FeedEntry("https://n.example/a", "https://n.example/a")]


@pytest.mark.parametrize(
    "text",
    [
        "<html><body><p>Hello",
        "<urlset><url><loc>https://n.example/</loc></url></urlset>",
        '<!DOCTYPE rss [<!ENTITY a "b">]><rss><item><link>https://n.example/</link></item></rss>',
        '{"a": 1}',
        "https://n.example/",
        "",
    ],
)
def test_other_things_are_no_feeds(text: str) -> None:
    assert read_feed(text.encode()) is None


@given(st.binary() | st.text().map(lambda text: f"<rss><item>{text}".encode()))
def test_any_bytes_are_taken(body: bytes) -> None:
    read_feed(body, "https://n.example/")

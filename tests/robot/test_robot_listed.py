"""Feeds, sitemaps and lists of addresses are known by what they contain."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.robot import listed_addresses

BASE = "https://a.example/dir/feed"
A, B = "https://a.example/1", "https://a.example/2?x=1&y=2"
SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
URLSET = (
    f"<urlset {SITEMAP}><url><loc>{A}</loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image>"
    "</url><url><loc> https://a.example/2?x=1&amp;y=2 </loc></url></urlset>"
)
RSS = (
    '<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://a.example/</link>'
    f"<item><link>{A}</link></item><item><link>../2?x=1&amp;y=2</link></item></channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://a.example/feed"/>'
    f'<entry><link rel="enclosure" href="https://a.example/a.mp3"/><link href="{A}"/></entry>'
    '<entry><link rel="alternate" href="/2?x=1&amp;y=2"/></entry></feed>'
)
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
    f"<channel><link>https://a.example/</link></channel><item><link>{A}</link></item>"
    "<item><link>https://a.example/2?x=1&amp;y=2</link></item></rdf:RDF>"
)
JSON = json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": [{"url": A}, {"external_url": B}, 3]})
INDEX = (
    f"<sitemapindex {SITEMAP}><sitemap><loc>{A}</loc></sitemap>"
    "<sitemap><loc>https://a.example/2?x=1&amp;y=2</loc></sitemap></sitemapindex>"
)
LINES = f"# mine\n{A}\n\n  {B}\n{A}\n"


@pytest.mark.parametrize("text", [URLSET, RSS, ATOM, RDF, JSON, INDEX, LINES])
@pytest.mark.parametrize("packed", [False, True])
def test_addresses_are_found_once_and_in_full(text: str, packed: bool) -> None:
    body = gzip.compress(text.encode()) if packed else text.encode()
    assert listed_addresses(body, BASE) == [A, B]


@pytest.mark.parametrize(
    "text",
    ["<!DOCTYPE html><html><body><a href='https://a.example/'>a</a>", "plain words", "", '{"a": 1}', "<p>", "{"],
)
def test_pages_and_other_things_are_no_lists(text: str) -> None:
    assert listed_addresses(text.encode(), BASE) is None


def test_a_feed_that_breaks_off_gives_what_came_before() -> None:
    assert listed_addresses(RSS.replace("../2", "&nbsp;").encode(), BASE) == [A]


def test_other_schemes_and_entities_are_left_out() -> None:
    assert listed_addresses(RSS.replace(A, "file:///etc/passwd").encode(), BASE) == [B]
    bomb = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + RSS
    assert listed_addresses(bomb.encode(), BASE) is None


@given(st.binary(max_size=300))
def test_any_bytes_are_taken(body: bytes) -> None:
    listed_addresses(body)
    listed_addresses(b"<rss><item><link>" + body)

"""Which addresses are one page, and what a page links to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.page import parse
from honbun.robot.addresses import host_of, links_of, page_key, shape_of


@pytest.mark.parametrize(
    "other",
    [
        "HTTP://A.Example/p?b=2&a=1",
        "http://a.example:80/p?a=1&b=2#part",
        "http://a.example/p?a=1&b=2&utm_source=x&fbclid=y",
        "http://a.example/p?a=1&b=2&sid=0123456789abcdef",
        "http://a.example/p;jsessionid=0123456789abcdef?a=1&b=2",
    ],
)
def test_addresses_of_one_page(other: str) -> None:
    assert page_key(other) == page_key("http://a.example/p?a=1&b=2")


@pytest.mark.parametrize(
    "other", ["https://a.example/", "http://a.example:81/", "http://a.example/P", "http://a.example/?a="]
)
def test_addresses_of_other_pages(other: str) -> None:
    assert page_key(other) != page_key("http://a.example/")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "a.html",
        "mailto:a@a.example",
        "file:///a",
        "http://",
        "http://[::1",
        "http://u:p@a.example/",
        "http://a.example/" + "x" * 3000,
    ],
)
def test_what_is_no_address_has_no_key(url: str) -> None:
    assert page_key(url) is None


@given(st.text(max_size=60))
def test_keys_are_their_own(text: str) -> None:
    key = page_key(f"http://a.example/{text}")
    assert key is None or page_key(key) == key


def test_bytes_of_other_charsets_stay_in_an_address() -> None:
    assert page_key("http://a.example/?q=%C6%FC%CB%DC") == "http://a.example/?q=%C6%FC%CB%DC"


def test_hosts_and_shapes() -> None:
    assert host_of("https://www.a.example/x") == host_of("http://a.example/") == "a.example"
    assert shape_of("http://a.example/t/12/p3") == shape_of("http://a.example/t/7/p44")


def test_links_of_a_page() -> None:
    html = (
        '<base href="/dir/"><link rel="alternate" type="application/rss+xml" href="feed.xml">'
        '<link rel=canonical href="/own"><a href="a">a</a><a href="b.PDF">b</a><a href="mailto:x@y">m</a>'
        '<a href="a">again</a><a href="//other.example/c?d.png">c</a><a name=x>n</a><a href="javascript:x()">j</a>'
    )
    links = links_of(parse(html, "http://a.example/page"))
    assert links.pages == ("http://a.example/dir/a", "http://other.example/c?d.png")
    assert links.feeds == ("http://a.example/dir/feed.xml",)
    assert links.canonical == "http://a.example/own"

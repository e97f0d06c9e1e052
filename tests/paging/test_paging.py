"""Where a thread goes on, and which addresses are of one thread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.page import parse
from honbun.paging import absolute_url, is_same_thread, next_url, page_and_next, without_session

HOST = "https://b.example"
THREAD = f"{HOST}/t"


@pytest.mark.parametrize(
    ("url", "html", "number", "following"),
    [
        (f"{THREAD}?page=2", "<a href='?page=1'>1</a> 2 <a href='?page=3'>3</a>", 2, f"{THREAD}?page=3"),
        (THREAD, "<b>1</b> <a href='/t/2'>2</a> <a href='/t/3'>3</a>", 1, f"{THREAD}/2"),
        (THREAD, "<a href=/t/1>1</a> <a href=/t/2>2</a> 3 <a href=/t/4>4</a>", 3, f"{THREAD}/4"),
        # The page links itself, and the last one.
        (THREAD, "<a href=/t>1</a> <a href=/t/page-2>2</a> … <a href=/t/page-8>8</a>", 1, f"{THREAD}/page-2"),
        (f"{HOST}/t/page-4", "<a href=/t/page-3>3</a>", 4, None),
        (THREAD, "<link rel=next href=/t?page=2>", None, f"{THREAD}?page=2"),
        (THREAD, "<link rel=next href=/other>", None, None),
        (None, "<link rel=canonical href=https://b.example/t><a href='/t/p2'>Next ›</a>", None, f"{THREAD}/p2"),
        (
            None,
            "<a href='viewtopic.php?t=7&view=next'>next</a><a href='?t=7&start=15'>next</a>",
            None,
            "?t=7&start=15",
        ),
        (THREAD, "<base href=/><a href='t/p2'>next</a>", None, f"{THREAD}/p2"),
        # Pages of another thread, of a list of threads.
        (THREAD, "<p><a href=/u/page-2>2</a> <a href=/u/page-3>3</a>", None, None),
        (THREAD, "<a href=/x>Next story</a> <a href=/2019>2019</a>", None, None),
        (THREAD, "<a href='javascript:void(0)'>next</a>", None, None),
        (None, "", None, None),
    ],
)
def test_the_pager(url: str | None, html: str, number: int | None, following: str | None) -> None:
    page = parse(html, url)
    assert page_and_next(page) == (number, following)
    assert next_url(page) == following


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("/viewtopic.php?f=2&t=7", "/viewtopic.php?f=2&t=7&start=15"),
        ("/topic.asp?h=0&f=239&t=7", "/topic.asp?h=0&f=63&t=7&i=20"),
        ("/index.php?topic=343886.0", "/index.php?topic=343886.30"),
        ("/index.php/topic,38573.0.html", "/index.php/topic,38573.15.html"),
        ("/thread-1035042-1-1.html", "/thread-1035042-2-1.html"),
        ("/threads/words.593307/", "/threads/words.593307/page-2"),
        ("/threads/words.593307/page-2", "/threads/words.593307/page-3"),
        ("/words-t17351.html", "/words-t17351-s15.html"),
        ("/5812914/some-words/1", "/5812914/some-words/2"),
        ("/t/words/18136", "/t/words/18136?page=2"),
        ("https://www.b.example/t", "https://b.example/t?page=2"),
    ],
)
def test_pages_of_one_thread(own: str, other: str) -> None:
    assert is_same_thread(own, other)


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("/viewtopic.php?t=7", "/viewtopic.php?t=8"),
        ("/viewtopic.php?t=7", "/viewtopic.php?t=7&view=next"),
        ("/index.php?topic=343886.0", "/index.php?topic=343886.0;prev_next=next"),
        ("/index.php/topic,38573.0.html", "/index.php/topic,38573.0/prev_next,next.html"),
        ("/showthread.php?t=7", "/showpost.php?p=20&postcount=2"),
        ("/showthread.php?t=7", "/showthread.php?t=7&goto=nextnewest"),
        ("/forum/7/topic/12", "/forum/7/topic/13"),
        ("/t/words/18136", "/t/words/18137"),
        ("/questions/7809/words", "/questions/391624/others"),
        ("/2006/02/words.html", "/2006/02/others.html"),
        ("https://b.example/t", "https://c.example/t?page=2"),
    ],
)
def test_pages_of_two_threads(own: str, other: str) -> None:
    assert not is_same_thread(own, other)


def test_addresses_lose_their_session() -> None:
    session = "80e5fc9cd7073535d151fa9f545a1bf7"
    assert without_session(f"/v.php?sid={session}&t=7#p3") == "/v.php?t=7#p3"
    assert without_session(f"/t.html;jsessionid={session}?a=1") == "/t.html?a=1"
    assert without_session("/v.php?s=2&t=7") == "/v.php?s=2&t=7"
    assert absolute_url(f"{THREAD}/", f"p2?PHPSESSID={session}") == f"{THREAD}/p2"


@given(st.text(), st.text())
def test_any_addresses_can_be_compared(own: str, other: str) -> None:
    assert is_same_thread(own, own)
    assert isinstance(is_same_thread(own, other), bool)
    once = without_session(own)
    assert without_session(once) == once

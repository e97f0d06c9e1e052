"""Threads joined over `next_url`."""

from __future__ import annotations

from honbun import Post, Thread, join_threads
from honbun.thread import Quote


def page(url: str, next_url: str | None, *posts: Post) -> Thread:
    return Thread(posts, url=url, next_url=next_url, confidence=0.9)


FIRST = page("http://a/1", "http://a/2", Post("one", key="1"), Post("two", key="2", parent=0))
THIRD = Post("three", key="3", parent=0, quotes=(Quote(0, 2, None, 0),))
SECOND = page("http://a/2#p9", None, Post("one", key="1"), THIRD, Post("four", key="4", parent=1))


def test_pages_that_lead_on_are_one_thread() -> None:
    other = page("http://b/1", "http://b/7", Post("alone"))
    joined = join_threads([SECOND, other, FIRST])
    assert [[post.text for post in thread] for thread in joined] == [["alone"], ["one", "two", "three", "four"]]
    assert [post.parent for post in joined[1]] == [None, 0, 0, 2]
    assert joined[1][2].quotes[0].post == 0
    assert (joined[1].url, joined[1].next_url) == ("http://a/1", None)
    assert joined[0] is other


def test_a_circle_ends_and_posts_without_keys_stay() -> None:
    one, two = page("http://a/1", "http://a/2", Post("x")), page("http://a/2", "http://a/1", Post("x"))
    (thread,) = join_threads([one, two])
    assert len(thread) == 2
    assert join_threads([]) == []

"""`honbun.posts`: whatever is given, a thread comes back, and an empty one says why."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import honbun
from honbun import Post, Thread
from honbun.extraction import threads
from honbun.page.outline import Outline

WORDS = "Which tyres do you take for gravel in winter, and at what pressure?".split()
PAGE = "<title>Tyres</title><h1>Tyres</h1>" + "".join(
    f"<div class=post><b>user{i}</b><i>2011-11-2{i} 07:34</i><p>{' '.join(WORDS[i:] + WORDS[:i])}</p></div>"
    for i in range(1, 7)
)


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("", "the input is empty"),
        (b" \n", "the input is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "the input is not HTML"),
        ("<img src=a.png>", "the page has no text"),
        ("<p>A sentence by itself.</p>", "no thread on the page"),
    ],
)
def test_a_page_without_posts_says_why(html: str | bytes, reason: str) -> None:
    thread = honbun.posts(html, "https://b.example/7")
    assert (len(thread), thread.reason, thread.url) == (0, reason, "https://b.example/7")
    assert honbun.Site().posts(html, "https://b.example/7") == thread


def test_posts_of_a_thread() -> None:
    thread = honbun.posts(PAGE, "https://b.example/7")
    assert thread.reason is None
    assert thread.url == "https://b.example/7"
    assert len(thread) == 6
    for i, post in enumerate(thread, 1):
        assert " ".join(WORDS[i:] + WORDS[:i]) in post.text
    of_site = honbun.Site.learn([(None, PAGE)]).posts(PAGE, "https://b.example/7")
    assert [post.text for post in of_site] == [post.text for post in thread]


@settings(deadline=None)
@given(st.text(alphabet="<>/=pdivbr clas'1:0-2 \n", max_size=200) | st.binary(max_size=80))
def test_any_input_gives_a_thread(html: str | bytes) -> None:
    thread = honbun.posts(html, siblings=[(None, html), ("not an address", "")])
    assert bool(thread.posts) == (thread.reason is None)


def fake(*posts: Post) -> object:
    def find_posts(outline: Outline, shape: object, fetched: object, model: object) -> Thread:  # noqa: ARG001
        return Thread(posts, title=str(shape))

    return find_posts


def test_siblings_with_text_make_the_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "find_posts", fake(Post("x")))
    monkeypatch.setattr(threads, "learn_shape", lambda outlines, _: [outline.page.title for outline in outlines])
    siblings = [(None, "<title>a</title>x"), (None, b""), ("https://b.example", b"<title>b</title>y")]
    assert honbun.posts("x", siblings=iter(siblings)).title == "['a', 'b']"
    assert honbun.posts("x", siblings=[(None, "")]).title == "None"
    assert honbun.posts("x").title == "None"


def test_dates_are_counted_from_when_the_page_was_fetched() -> None:
    said = "I went to see it on {} and it was larger than I thought. Has anyone else been there?"
    posts = "".join(
        f"<div class=post><b class=author>{name}</b> <i>{hours} hours ago</i><p>{said.format(day)}</p></div>"
        for name, hours, day in (
            ("Rin", 9, "Monday"),
            ("Otto", 7, "Friday"),
            ("Ana", 4, "Sunday"),
            ("Bo", 3, "Tuesday"),
        )
    )
    fetched = datetime(2011, 11, 22, 12, tzinfo=UTC)
    thread = honbun.posts(posts, fetched=fetched)
    assert [(post.author, (post.date or "")[:16]) for post in thread] == [
        ("Rin", "2011-11-22T03:00"),
        ("Otto", "2011-11-22T05:00"),
        ("Ana", "2011-11-22T08:00"),
        ("Bo", "2011-11-22T09:00"),
    ]
    first = honbun.posts(posts)[0]
    assert (first.date, first.date_raw) == (None, "9 hours ago")
    assert honbun.Site().posts(posts, fetched=fetched) == thread

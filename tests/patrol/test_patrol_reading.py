"""What a page of a board is read as: posts with names of their own, also the one above the first rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from honbun.patrol.framing import Frame
from honbun.patrol.reading import Reader, learn
from honbun.robot import Fetched
from honbun.thread import Thread

NOW = datetime(2026, 3, 2, tzinfo=UTC)
NAMES = ("anna", "otto", "grey heron", "mio", "badger", "tinwhistle")


def page(number: int) -> Fetched:
    """Posts between rules in one element, the first right behind a link that all pages have."""
    said = [
        f"{i + 1} <b>{name}</b> 2026-03-01 1{i}:0{number}<br>"
        f"{'Nobody Somebody Everybody'.split()[number]} of the {name} house has seen ferry {number}{i} today.<br>"
        for i, name in enumerate(NAMES)
    ]
    posts = "<hr>".join(said)
    html = (
        f"<html><title>Ferry {number}</title><b>Harbour</b><br><hr><font>Ferry {number}</font><br>"
        f"<a href=/>Back to the list</a><font size=2>{posts}<hr></font>About us | Rules</html>"
    )
    url = f"http://b.example/talk/{number}"
    return Fetched(url, url, 200, html.encode(), "text/html", None, None, NOW, None, None)


@pytest.fixture(scope="module")
def threads() -> list[Thread]:
    pages = [page(number) for number in range(3)]
    reader = Reader(lambda *_, **__: pages[0], learn(pages), frame=Frame.learn(pages))
    return [reader.thread_of(each)[0] for each in pages]


def test_every_post_is_read_once_the_one_above_the_first_rule_too(threads: list[Thread]) -> None:
    for number, thread in enumerate(threads):
        for i, name in enumerate(NAMES):
            words = f"of the {name} house has seen ferry {number}{i} today."
            assert sum(words in post.text for post in thread.posts) == 1


def test_no_post_has_the_title_as_its_author_nor_the_page_as_its_address(threads: list[Thread]) -> None:
    for number, thread in enumerate(threads):
        assert f"Ferry {number}" not in [post.author for post in thread.posts]
        assert f"http://b.example/talk/{number}" not in [post.permalink for post in thread.posts]

"""What posts are called: number, address, title and key."""

from __future__ import annotations

from datetime import datetime

import pytest

import honbun
from honbun.thread import key_of

URL = "https://b.example/t/7"
SESSION = "80e5fc9cd7073535d151fa9f545a1bf7"
PEOPLE = ("Anna", "Otto", "Mia", "Anna", "Jo", "Otto")
WORDS = ("harbour", "ferry", "bridge", "market", "tower", "garden")
RANKS = {"Anna": "New Member", "Otto": "Regular", "Mia": "New Member", "Jo": "Old Hand"}


def board(head: str, title: str = "Walks in town", skip: int = -1) -> str:
    """A board whose posts begin with a head."""
    posts = "".join(
        "<div class=post>"
        + head.format(n=4000 + 7 * i, i=i + 1, who=who, word=word, rank=RANKS[who], session=SESSION)
        + f"<a class=author href=/members/{who}>{who}</a> <span class=date>{i + 3} July 2010, 12:0{i}</span>"
        f"<div class=body><p>We went to the {word} and came back late in the evening, all of us.</p></div></div>"
        for i, (who, word) in enumerate(zip(PEOPLE, WORDS, strict=True))
        if i != skip
    )
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{posts}</body></html>"


def thread(head: str, **parts: object) -> honbun.Thread:
    found = honbun.posts(board(head, **parts), URL)  # type: ignore[arg-type]
    assert [post.author for post in found] == [who for i, who in enumerate(PEOPLE) if i != parts.get("skip")]
    return found


def test_numbers_and_addresses_are_apart() -> None:
    found = thread("<a href='/v?p={n}&sid={session}#p{n}'>#{i}</a> ")
    assert [post.number for post in found] == [str(i + 1) for i in range(6)]
    assert [post.permalink for post in found] == [f"https://b.example/v?p={n}#p{n}" for n in range(4000, 4042, 7)]


def test_a_mark_in_the_page_is_an_address() -> None:
    found = thread("<a name=c{n}></a>")
    assert [post.number for post in found] == [None] * 6
    assert [post.permalink for post in found] == [f"{URL}#c{n}" for n in range(4000, 4042, 7)]


def test_links_to_actions_are_no_addresses() -> None:
    found = thread("<a href='/post?mode=quote&p={n}#x{n}'>Quote</a> ")
    assert [post.permalink for post in found] == [None] * 6


def test_keys_outlive_a_neighbour() -> None:
    for head in ("<a href='/v?p={n}#p{n}'>link</a> ", "<a name=c{n}></a>", "{i}. ", ""):
        before, after = thread(head), thread(head, skip=1)
        assert len({post.key for post in before}) == 6
        assert [post.key for post in after] == [post.key for i, post in enumerate(before) if i != 1]


def test_keys_do_not_depend_on_when_a_page_was_read() -> None:
    html = board("").replace("July 2010, 12:0", "hours ago 1")
    keys = [[post.key for post in honbun.posts(html, URL, fetched=datetime(2020, 1, day))] for day in (2, 5)]
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == len(keys[0]) > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("/t/7/page-2#post-9", "11"), ("/t/7/#post-9", "12")),
        (("/t/7/post-9", None), ("https://b.example/t/7/post-9", None)),
        ((None, "11"), (None, "11")),
    ],
)
def test_a_post_has_one_key(one: tuple[str | None, str | None], other: tuple[str | None, str | None]) -> None:
    assert key_of(*one, "Anna", "Hello", "2011-11-22") == key_of(*other, "Anna", "Hello, edited", "")


def test_posts_without_names_are_known_by_what_they_say() -> None:
    keys = {
        key_of(None, None, author, text, day)
        for author in ("Anna", "Otto")
        for text in ("Hello", "Good day")
        for day in ("2011-11-22", "2011-11-23")
    }
    assert len(keys) == 8


@pytest.mark.parametrize(
    ("head", "titles"),
    [
        ("<h3>Re: Walks in town</h3>", ["Re: Walks in town"] * 6),
        ("<h3>We went to the {word}…</h3>", [f"We went to the {word}…" for word in WORDS]),
        ("<h3>My {word}</h3>", [f"My {word}" for word in WORDS]),
        ("<h3>{rank}</h3>", [None] * 6),
        ("<h3>Re:</h3>", [None] * 6),
        ("<h3>Posted:</h3>", [None] * 6),
    ],
)
def test_titles_are_no_ranks(head: str, titles: list[str | None]) -> None:
    assert [post.title for post in thread(head)] == titles

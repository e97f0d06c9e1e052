"""What frames the posts of a board is learned from its pages, and is no post nor part of one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from examples.living_board import LivingBoard, filled
from honbun.extraction import Site
from honbun.patrol.framing import Frame
from honbun.patrol.reading import settle
from honbun.robot import Fetched
from honbun.thread import Post

FOOT = "About us | Rules of the house<br>Please be kind."
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def page(number: int, pager: str) -> Fetched:
    said = "".join(f"{i} anna<br>What {'abc'[number]}{'def'[i] * 5} says of the ferry.<hr>" for i in range(3))
    html = f"<html><b>Harbour</b><br>{said}{pager}{FOOT}</html>"
    return fetched(f"http://b.example/{number}", html)


def fetched(url: str, html: str) -> Fetched:
    return Fetched(url, url, 200, html.encode(), "text/html; charset=utf-8", None, None, NOW, None, None)


@pytest.fixture
def frame() -> Frame:
    made = Frame.learn([page(0, "1 <a href=?2>2</a> Next"), page(1, ""), page(2, "")], Site())
    assert Frame.loads(made.dumps()) == made
    return made


@pytest.mark.parametrize("text", ["Harbour", "About us | Rules of the house\nPlease be kind."])
def test_lines_of_most_pages_are_of_the_frame(frame: Frame, text: str) -> None:
    assert frame.holds(text)


@pytest.mark.parametrize(
    "text", ["What addddd says of the ferry.", "Be kind to us", "", "17", "Harbour\nand more"]
)
def test_what_is_said_is_not(frame: Frame, text: str) -> None:
    assert not frame.holds(text)


def test_posts_are_left_without_the_frame(frame: Frame) -> None:
    first, last = Post("Harbour"), Post("A post.\nWith two lines.\n\n1 2 3 Next\nAbout us | Rules of the house")
    kept = frame.without([first, Post("Please be kind.", date="2026-03-01"), last])
    assert [post.text for post in kept] == ["Please be kind.", "A post.\nWith two lines."]
    assert frame.without([Post("Please be kind.", date="2026-03-01")]) == []
    assert frame.without([last, Post("Please be kind.")])[0].text == "A post.\nWith two lines."
    assert frame.without([Post("A ferry\nHarbour"), last], "A ferry - Talk") == frame.without([last])
    assert frame.without([Post("A ferry"), last], "A ferry - Talk") == frame.without([last])
    untouched = [Post("Ends in a number\n17"), Post("👍")]
    assert frame.without(untouched) == frame.without(untouched, "Ends in a number") == untouched


def test_what_posts_say_and_quote_is_not_of_the_frame() -> None:
    """A page that quotes a post of another has a line in common with it."""
    board = filled(LivingBoard(26, "pairs", "ja", per_page=6, is_listed=False), threads=1, posts=8)
    pages = [fetched(url, board.page(url) or "") for url in (f"{board.host}/", f"{board.host}/?page=2")]
    (quoted,) = {entry.paragraphs[0] for entry in board.threads[0].entries[:1]}
    assert all(quoted in each.body.decode() for each in pages)
    assert not Frame.learn(pages, settle(pages)).holds(quoted)


def test_that_two_of_three_pages_end_alike_is_chance() -> None:
    pages = [page(0, "Thank you."), page(1, "Thank you."), page(2, "")]
    assert Frame.learn(pages, Site()).foot == "aboutusrulesofthehousepleasebekind"


def test_one_page_teaches_nothing() -> None:
    assert Frame.learn([page(1, "")], Site()) == Frame.learn([], Site()) == Frame.loads("") == Frame()


def test_a_page_is_read_without_its_foot_but_with_what_it_says_twice(frame: Frame) -> None:
    shown = "<html><p>A post.<a href=/1>Quote</a><p>Another.<a href=/2>Quote</a>"
    for foot in (FOOT, f"<!-- x --><div>{FOOT}</div><script>var a = '<b>';</script></html>"):
        found = frame.footless(replace(page(0, ""), body=(shown + foot).encode()))
        assert found.body.startswith(shown.encode())
        assert b"kind" not in found.body
    assert Frame(frame.lines, f"Quote{frame.foot}").footless(found).body == found.body
    other = replace(page(0, ""), body=f"{shown}Please be quick. {FOOT}.".encode())
    assert b"Please be quick." in frame.footless(other).body
    assert Frame().footless(other).body == other.body


def test_pages_are_counted_below_the_last_post(frame: Frame) -> None:
    posts = [Post("A post.\n\n1 2 3"), Post("1 2")]
    assert [post.text for post in frame.without(posts)] == ["A post."]
    assert [post.text for post in frame.without([Post("In order:\n3 2 1")])] == ["In order:\n3 2 1"]


def test_a_foot_that_was_learned_later_is_the_one() -> None:
    old, new = Frame(frozenset("a"), "pleasebekind"), Frame(frozenset("b"), "kind")
    assert old.joined(new) == Frame(frozenset("ab"), "kind")
    assert old.joined(Frame()) == old


@pytest.mark.parametrize("opened", ["<", "<!--", "<script", "<style ", "<title "])
def test_what_is_never_closed_is_gone_through_once(opened: str) -> None:
    body = b"<p>A post." + opened.encode() * 300_000
    found = Frame(frozenset(), "contact").footless(replace(page(0, ""), body=body))
    assert found.body == body

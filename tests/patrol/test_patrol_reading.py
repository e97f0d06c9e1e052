"""What a page of a board is read as: every post once, also the one above the first rule, with names of its own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from examples.living_board import LivingBoard, filled
from honbun.patrol.framing import Frame
from honbun.patrol.reading import Reader, settle
from honbun.robot import Fetched
from honbun.thread import Thread

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BOARD = filled(LivingBoard(9, "rule and font", "ja", per_page=6), threads=3, posts=8)


def fetched(board: LivingBoard) -> list[Fetched]:
    pages = []
    for thread in board.threads:
        url = f"{board.host}/talk/{thread.number}"
        html = board.page(url) or ""
        pages.append(
            Fetched(url, url, 200, html.encode(), "text/html; charset=utf-8", None, None, NOW, None, None)
        )
    return pages


def read(board: LivingBoard) -> list[Thread]:
    pages = fetched(board)
    site = settle(pages)
    reader = Reader(lambda *_, **__: pages[0], site, frame=Frame.learn(pages, site))
    return [reader.thread_of(each)[0] for each in pages]


@pytest.fixture(scope="module")
def threads() -> list[Thread]:
    return read(BOARD)


def test_every_post_is_read_once_the_one_above_the_first_rule_too(threads: list[Thread]) -> None:
    for own, thread in zip(BOARD.threads, threads, strict=True):
        texts = [post.text.split("\n")[-1] for post in thread.posts]
        assert texts == [entry.paragraphs[0] for entry in own.entries[:6]]


def test_no_post_has_the_title_as_its_author_nor_the_page_as_its_address(threads: list[Thread]) -> None:
    for own, thread in zip(BOARD.threads, threads, strict=True):
        assert own.title not in [post.author for post in thread.posts]
        assert not any((post.permalink or "").endswith(f"/talk/{own.number}") for post in thread.posts)


def test_how_old_a_post_is_does_not_number_it() -> None:
    board = filled(
        LivingBoard(20, "rule and font", "ja", per_page=6, has_numbers=False, date_format="relative"), 3, 8
    )
    for own, thread in zip(board.threads, read(board), strict=True):
        assert [post.text.split("\n")[-1] for post in thread.posts] == [
            entry.paragraphs[0] for entry in own.entries[:6]
        ]
        assert not any(post.number for post in thread.posts)


@pytest.mark.parametrize("layout", ["terms", "divisions", "table each"])
def test_a_page_of_one_post_does_not_teach_that_pages_are_posts(layout: str) -> None:
    """As where the layout changes, and the first thread that is read then has one post."""
    board = filled(LivingBoard(1, layout, "ja", per_page=6), threads=1, posts=1)
    site = settle(fetched(board))
    board.post(board.threads[0])
    (page,) = fetched(board)
    thread, _ = Reader(lambda *_, **__: page, site).thread_of(page)
    assert len(thread.posts) == 2

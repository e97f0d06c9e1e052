"""Looks at boards that live: what is new is told once, edits as edits, and a changed layout is no flood."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest
from patrol_boards import Played, play

from benchmarks.patrol_layouts import faults
from benchmarks.patrol_layouts import play as play_layout
from examples.living_board import LivingBoard, LivingThread, filled
from honbun.memory import stamp
from honbun.patrol.reading import Reader
from honbun.patrol.visit import CLOCK

NUMBER = re.compile(r"\((\d+)\)")
# The flat boards of old, tables, lists of terms, divisions; with numbers, with dates counted from now.
BOARDS = {
    "rule after": {"date_format": "relative"},
    "cells": {},
    "terms": {"is_listed": False},
    "divisions": {"has_numbers": False, "date_format": "relative"},
    "table each": {"is_listed": False, "date_format": "two digits"},
}


def number_of(text: str) -> int:
    """By what a post of a living board is known: the last number in brackets, since quotes come first."""
    return int(NUMBER.findall(text)[-1])


def told(played: Played) -> Counter[tuple[str, int]]:
    return Counter((kind, number_of(text)) for kind, text in played.look())


def thread_of(board: LivingBoard, chance: random.Random) -> LivingThread:
    return chance.choice([thread for thread in board.threads if len(thread.entries) > 3])


@pytest.mark.parametrize("layout", BOARDS)
def test_each_new_post_is_told_once_and_edits_as_edits(layout: str, tmp_path: Path) -> None:
    board = LivingBoard(1, layout, per_page=6, **BOARDS[layout])  # type: ignore[arg-type]
    filled(board, threads=3 if board.is_listed else 1, posts=8)
    played = play(tmp_path, board)
    assert played.look() == []
    assert played.state == "ok"
    chance = random.Random(layout)
    found: Counter[tuple[str, int]] = Counter()
    new, edited, deleted = set(), set(), set()
    for _ in range(8):
        played.web.wait(minutes=30)
        thread = thread_of(board, chance)
        new |= {board.post(thread).index, board.post(thread_of(board, chance)).index}
        edited.add(board.edit(thread, chance.choice(thread.entries[:-2])).index)
        last = chance.choice(thread.entries[:-2])
        board.delete(thread, last)
        deleted.add(last.index)
        found += told(played)
    for _ in range(2):  # what does not move a thread is found when it is read again
        played.web.wait(days=8)
        found += told(played)
    assert {number for kind, number in found if kind == "new"} == new - deleted | {
        number for number in new & deleted if ("new", number) in found
    }
    assert all(count == 1 for (kind, _), count in found.items() if kind == "new")
    assert {number for kind, number in found if kind == "changed"} <= edited
    assert edited - deleted - new <= {number for kind, number in found if kind == "changed"}
    assert {number for kind, number in found if kind == "gone"} == deleted - {
        number for number in new & deleted if ("new", number) not in found
    }


def board_of(layout: str = "divisions") -> LivingBoard:
    return filled(LivingBoard(2, layout, "en", now=datetime(2026, 2, 20)), threads=3, posts=5)


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        # Its footer asks to be kind, which reads like a post.
        pytest.param(LivingBoard(12, "headings", "en", per_page=6), "list", id="footer"),
        # Its threads look like articles, and each alone has few signs of a thread.
        pytest.param(LivingBoard(13, "rule and table", per_page=6, date_format="relative"), "list", id="articles"),
        # So do these, and the text of a page leaves out what posts quote of each other.
        pytest.param(LivingBoard(33, "rule and paragraphs", "ja", per_page=6), "list", id="quotes"),
        # Posts are known by their heads, which are nothing but links.
        pytest.param(LivingBoard(13, "side by side", per_page=6, is_listed=False), "thread", id="heads"),
    ],
)
def test_a_board_is_told_by_how_its_threads_are_built(board: LivingBoard, kind: str, tmp_path: Path) -> None:
    filled(board, threads=3 if board.is_listed else 1, posts=8)
    played = play(tmp_path, board)
    assert played.look() == []
    assert (played.state, played.memory.board("b").kind) == ("ok", kind)


def test_nothing_is_asked_of_threads_that_have_not_moved(tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    for _ in range(2):  # that counts of views mean nothing is learned by then
        played.web.wait(minutes=30)
        played.look()
    played.web.asked.clear()
    played.web.wait(minutes=30)
    board.post(board.threads[1])
    assert [kind for kind, _ in played.look()] == ["new"]
    assert played.web.asked == ["http://board.example/", f"http://board.example/talk/{board.threads[1].number}"]


def test_a_page_that_shows_the_same_is_not_cut_into_posts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a token in its markup nor "3 hours ago" makes it another; its posts are seen all the same."""
    board = filled(LivingBoard(1, "divisions", is_listed=False, date_format="relative"), threads=1, posts=8)
    played = play(tmp_path, board)
    played.web.has_etags = False
    assert played.look() == []
    cut: list[str] = []
    thread_of = Reader.thread_of
    monkeypatch.setattr(Reader, "thread_of", lambda own, found: cut.append(found.url) or thread_of(own, found))
    played.web.wait(hours=9)
    token = "<html data-token='77'"
    played.web.fault = lambda url: (board.page(url) or "").replace("<html", token, 1).encode()
    assert token.encode() in bytes(played.web.fetch(f"{board.host}/").body)
    assert played.look() == []
    assert not cut
    assert {post.last_seen for post in played.memory.posts("1")} == {stamp(played.web.now)}
    new = board.post(board.threads[0])
    assert told(played) == {("new", new.index): 1}
    assert cut


def test_a_thread_without_dates_shows_by_its_new_posts_that_the_newest_come_first(tmp_path: Path) -> None:
    board = filled(LivingBoard(2, "pairs", "en", per_page=6, is_listed=False), threads=1, posts=8)
    played = play(tmp_path, board)
    played.look()
    found: Counter[tuple[str, int]] = Counter()
    written = set()
    for _ in range(6):
        played.web.wait(minutes=30)
        written |= {board.post(board.threads[0]).index for _ in range(2)}
        found += told(played)
    assert found == {("new", index): 1 for index in written}


def test_posts_that_move_to_the_last_page_are_not_new(tmp_path: Path) -> None:
    """No date tells that the newest come first, so the last page is read; what moves there is short or edited."""
    board = LivingBoard(24, "pairs", "ja", per_page=6, is_listed=False, date_format="relative", has_numbers=False)
    (thread,) = board.threads
    for (
        text
    ) in "The ferry is late,Nobody came,The wall is wet,A mill burns,Bread is dear,Boats are cheap,So it is".split(
        ","
    ):
        board.post(thread, f"{text} today. ({board.posts_made + 1})")
    played = play(tmp_path, board)
    assert played.look() == []
    for _ in range(3):
        played.web.wait(minutes=30)
        written = {("new", board.post(thread, f"What {board.posts_made} says. ({board.posts_made + 1})").index)}
        board.edit(thread, thread.entries[-7])
        assert {(kind, number) for kind, number in told(played) if kind != "changed"} == written


def test_a_quiet_board_is_looked_at_less_often_and_a_busy_one_as_asked(tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    intervals = []
    for is_busy in (False, False, False, True, True, True):
        played.web.wait(hours=1)
        if is_busy:
            board.post(board.threads[0])
        played.look()
        intervals.append(played.memory.board("b").interval)
    assert intervals == [1800.0, 2700.0, 4050.0, 2025.0, 1800.0, 1800.0]


def test_a_thread_that_is_renamed_or_moved_is_not_told_again(tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    played.web.wait(minutes=30)
    board.threads[0].title = "Another name"
    assert played.look() == []


def test_an_old_thread_that_comes_up_tells_only_what_was_written_since(tmp_path: Path) -> None:
    board = board_of()
    board.per_page = 2
    played = play(tmp_path, board)
    played.look()
    hidden = min(board.threads, key=lambda thread: thread.moved)
    played.web.wait(days=1)
    new = board.post(hidden)
    assert told(played) == {("new", new.index): 1}


def test_a_changed_layout_is_noticed_and_no_flood(tmp_path: Path) -> None:
    board = board_of("divisions")
    played = play(tmp_path, board)
    played.look()
    other = LivingBoard(9, "table each", "en")
    board.layout, board.style, board.frame = other.layout, other.style, other.frame
    found: Counter[tuple[str, int]] = Counter()
    new = set()
    for _ in range(4):
        played.web.wait(minutes=30)
        new |= {board.post(thread).index for thread in board.threads}
        found += told(played)
        if len(new) == 6:  # after two looks
            assert "layout changed" in (played.memory.board("b").note or "") + played.state
    assert {name for name in found if name[0] == "new"} <= {("new", number) for number in new}
    assert all(count == 1 for count in found.values())
    assert not [name for name in found if name[0] == "changed"]
    assert played.state == "ok"


def test_several_edits_or_deletions_in_a_short_thread_are_no_changed_layout(tmp_path: Path) -> None:
    board = board_of()
    for thread in board.threads:
        del thread.entries[3:]
    played = play(tmp_path, board)
    played.look()
    played.web.wait(days=1)
    short, shorter, _ = board.threads
    edited = [board.edit(short, entry).index for entry in short.entries[:2]]
    gone = [entry.index for entry in shorter.entries[1:]]
    del shorter.entries[1:]
    new = [board.post(thread).index for thread in (short, shorter)]
    expected = Counter([*(("changed", index) for index in edited), *(("new", index) for index in new)])
    assert told(played) == expected
    played.web.wait(days=8)
    assert told(played) == Counter(("gone", index) for index in gone)
    assert played.memory.board("b").note is None


FAULTS = {
    "HTTP 500": "HTTP 500",
    "time-out": "time-out",
    "redirects in a circle": "redirects in a circle",
    "forbidden by robots.txt": "forbidden by robots.txt",
    "asks for a captcha": b"<html><form><p>Please solve the captcha</p></form></html>",
    "cut short": b"<html><body><table><tr><td>half",
    "no threads found": b"<html><body><p>We are moving to another server.</p></body></html>",
}


@pytest.mark.parametrize("reason", FAULTS)
def test_a_fault_is_named_waited_for_and_forgotten(reason: str, tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    played.web.wait(minutes=30)
    new = board.post(board.threads[0])
    played.web.fault = lambda _: FAULTS[reason]
    assert played.look() == []
    assert played.state == reason
    first = played.memory.board("b").next_at
    played.web.wait(hours=1)
    assert played.look() == []
    assert played.memory.board("b").faults == 2
    assert played.memory.board("b").next_at > first
    played.web.fault = lambda _: None
    played.web.wait(hours=2)
    assert told(played) == {("new", new.index): 1}
    assert (played.state, played.memory.board("b").faults) == ("ok", 0)


def test_a_fault_of_one_thread_leaves_the_others_and_is_tried_again(tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    played.web.wait(minutes=30)
    new = [board.post(thread).index for thread in board.threads]
    bad = f"/talk/{board.threads[1].number}"
    played.web.fault = lambda url: "time-out" if url.endswith(bad) else None
    assert set(told(played)) == {("new", new[0]), ("new", new[2])}
    assert played.state == "time-out (1 threads)"
    played.web.fault = lambda _: None
    played.web.wait(minutes=30)
    assert told(played) == {("new", new[1]): 1}


@pytest.mark.parametrize(
    ("page", "state"),
    [
        (b"<html><h1>Log in</h1><p>You must log in to read this board.</p></html>", "no posts found (1 threads)"),
        (b"<html><p>Before you go on: are you human?</p></html>", "asks for a captcha (1 threads)"),
        (b"<html></html>", "no posts found (1 threads)"),
    ],
)
def test_a_page_that_is_no_thread_any_more_does_not_tell_that_its_posts_are_gone(
    page: bytes, state: str, tmp_path: Path
) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    bad = f"/talk/{board.threads[1].number}"
    played.web.fault = lambda url: page if url.endswith(bad) else None
    for _ in range(4):
        played.web.wait(hours=1)
        board.post(board.threads[1])
        assert played.look() == []
        assert played.state == state
    played.web.fault = lambda _: None
    played.web.wait(hours=1)
    assert sorted(told(played)) == [("new", number) for number in range(16, 20)]
    assert played.state == "ok"


def test_a_page_that_lists_nothing_any_more_changes_nothing_that_was_learned(tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    before = played.memory.board("b")
    thread = board.page(f"http://board.example/talk/{board.threads[0].number}")
    played.web.fault = lambda url: (thread or "").encode() if url.endswith("example/") else None
    played.web.wait(hours=1)
    assert (played.look(), played.state) == ([], "no threads found")
    after = played.memory.board("b")
    assert (after.kind, after.shapes, after.profile) == (before.kind, before.shapes, before.profile)


def test_a_clock_that_is_set_back_is_named_and_stops_nothing(tmp_path: Path) -> None:
    board = board_of()
    played = play(tmp_path, board)
    played.look()
    played.web.wait(days=-30)
    assert [each.name for each in played.patrol.due()] == ["b"]
    new = board.post(board.threads[0])
    assert told(played) == {("new", new.index): 1}
    assert played.memory.board("b").note == CLOCK


@pytest.mark.parametrize(("seed", "variant"), [(26, "no numbers"), (29, "relative"), (29, "newest first")])
def test_pages_of_few_posts_are_cut_as_the_others_of_their_board(seed: int, variant: str) -> None:
    """A post is two rows, with a rank, a number and a year beside the author, each of which might be a post."""
    run, state = play_layout(seed, "pairs", variant, "ja")
    assert state == "ok"
    assert not list(faults(run))

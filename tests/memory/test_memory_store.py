"""A database of an older format is brought up to date, with all that it has; what is kept of a post."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from honbun.memory import FORMAT, Memory, Seen, decide, rough_post
from honbun.thread import Post


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "patrol.db"
    with closing(Memory(path, is_new=True)) as memory:
        memory.add_board("b", "https://b.example/", 1800.0, datetime(2026, 3, 1, tzinfo=UTC))
        before = memory.boards()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("ALTER TABLE boards DROP COLUMN frame")
        db.execute("ALTER TABLE pages DROP COLUMN rest")
        db.execute("PRAGMA user_version = 1")
    for _ in range(2):
        with closing(Memory(path)) as memory:
            assert memory.boards() == before
            assert memory.read("PRAGMA user_version") == [(FORMAT,)]


def test_the_text_of_a_page_of_one_post_gives_way_to_that_of_the_post(tmp_path: Path) -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    said = "The wall is wet again since the rain of last night came in."
    readings = [rough_post(f"All about walls\n{said}"), *[Post(said, "anna", key="a")] * 2]
    with closing(Memory(tmp_path / "patrol.db", is_new=True)) as memory:
        board = memory.add_board("b", "https://b.example/", 1800.0, now)
        thread = memory.add_thread(board, "https://b.example/1", now)
        kinds = []
        for post in readings:
            decision = decide(memory.known(thread), [Seen.of(post)], is_whole=True)
            kinds.append([event.kind for event in memory.remember(board, thread, decision, now)])
        assert kinds == [["new"], [], []]
        assert [one.text for one in memory.known(thread)] == [said]

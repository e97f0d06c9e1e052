"""A database of an older format is brought up to date, with all that it has."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from honbun.memory import FORMAT, Memory


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

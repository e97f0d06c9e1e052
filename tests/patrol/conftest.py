"""Databases that the tests open are closed when a test ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from honbun.memory.store import Database


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Database] = []
    start = Database.__init__

    def started(database: Database, *args: object, **options: object) -> None:
        start(database, *args, **options)  # type: ignore[arg-type]
        opened.append(database)

    monkeypatch.setattr(Database, "__init__", started)
    yield
    for database in opened:
        database.close()

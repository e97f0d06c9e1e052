"""Boards for the tests of patrolling: a board that lives is fetched without a network, by a clock that is set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from examples.living_board import LivingBoard, etag_of
from honbun.memory import Memory
from honbun.patrol import Patrol
from honbun.robot import Fetched

Fault = Callable[[str], str | bytes | None]


@dataclass
class Web:
    """Boards by host, and how they are asked."""

    boards: dict[str, LivingBoard] = field(default_factory=dict)
    now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)
    asked: list[str] = field(default_factory=list)
    fault: Fault = lambda _: None
    has_etags: bool = True

    def add(self, board: LivingBoard) -> LivingBoard:
        self.boards[board.host] = board
        return board

    def clock(self) -> datetime:
        return self.now

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)
        for board in self.boards.values():
            board.now = self.now.replace(tzinfo=None)

    def fetch(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        del last_modified
        self.asked.append(url)
        wrong = self.fault(url)
        if isinstance(wrong, str):
            return Fetched(url, url, None, b"", None, None, None, self.now, None, wrong)
        host = "/".join(url.split("/")[:3])
        html = self.boards[host].page(url) if wrong is None else wrong.decode()
        if html is None:
            return Fetched(url, url, 404, b"", None, None, None, self.now, None, "HTTP 404")
        tag = etag_of(html) if self.has_etags else None
        if tag and tag == etag:
            return Fetched(url, url, 304, b"", None, tag, None, self.now, None, "not modified")
        return Fetched(url, url, 200, html.encode(), "text/html; charset=utf-8", tag, None, self.now, None, None)


@dataclass
class Played:
    """A patrol of one board, played."""

    web: Web
    memory: Memory
    patrol: Patrol
    name: str = "b"

    def look(self) -> list[tuple[str, str]]:
        """Look once; the kind of each event and the text of its post."""
        look = self.patrol.look(self.memory.board(self.name))
        return [(event.kind, event.post.text) for event in look.events]

    @property
    def state(self) -> str:
        return self.memory.board(self.name).state


def play(folder: Path, board: LivingBoard, every: float = 1800.0) -> Played:
    """A patrol that has just been told of a board."""
    web = Web()
    web.add(board)
    memory = Memory(folder / "patrol.db", is_new=True)
    memory.add_board("b", board.host + "/", every, web.now)
    return Played(web, memory, Patrol(memory, web.fetch, web.clock))

"""Patrol: which boards are due, and a look at one of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from honbun.memory import Board, Memory, moment_of
from honbun.patrol.course import Judge
from honbun.patrol.reading import Fetch
from honbun.patrol.schedule import is_due
from honbun.patrol.visit import Look, Visit


class Patrol:
    """Looks at boards, one at a time. The clock and what fetches are given, so that a month can be played."""

    def __init__(
        self, memory: Memory, fetch: Fetch, clock: Callable[[], datetime], judge: Judge = lambda _, __: None
    ) -> None:
        """`judge` is told of the events of each thread in the transaction that keeps them."""
        self._memory = memory
        self._fetch = fetch
        self._clock = clock
        self._judge = judge

    def look(self, board: Board) -> Look:
        """Look at a board now, whatever time it is."""
        return Visit(self._memory, board, self._fetch, self._clock(), self._judge).run()

    def fail(self, board: Board, reason: str) -> Look:
        """Keep that a look went wrong, and try again later."""
        return Visit(self._memory, board, self._fetch, self._clock(), self._judge).failed(reason, None)

    def due(self) -> list[Board]:
        """The boards whose time has come, the longest waiting first."""
        now = self._clock()
        boards = [
            board for board in self._memory.boards() if is_due(moment_of(board.next_at), board.interval, now)
        ]
        return sorted(boards, key=lambda board: board.next_at)

"""Boards followed for weeks: what is new on them, what was changed or is gone, and what of it matters."""

from honbun.patrol.memory import Event, Memory
from honbun.patrol.outbox import Outbox
from honbun.patrol.page import labels, show_patrol
from honbun.patrol.patrol import Patrol
from honbun.patrol.schedule import seconds_of
from honbun.patrol.store import Board
from honbun.patrol.visit import Look
from honbun.patrol.watching import Watch, WatchOptions, alone

__all__ = [
    "Board",
    "Event",
    "Look",
    "Memory",
    "Outbox",
    "Patrol",
    "Watch",
    "WatchOptions",
    "alone",
    "labels",
    "seconds_of",
    "show_patrol",
]

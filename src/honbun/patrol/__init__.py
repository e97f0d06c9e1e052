"""Boards followed for weeks: what is new on them, what was changed or is gone, and what of it matters."""

from honbun.patrol.page import labels, show_patrol
from honbun.patrol.patrol import Patrol
from honbun.patrol.schedule import seconds_of
from honbun.patrol.visit import Look
from honbun.patrol.watching import Watch, WatchOptions, alone

__all__ = [
    "Look",
    "Patrol",
    "Watch",
    "WatchOptions",
    "alone",
    "labels",
    "seconds_of",
    "show_patrol",
]

"""What is remembered of boards: posts and what became of them, known again by several kinds of evidence."""

from honbun.memory.dating import dated
from honbun.memory.matching import Decision, Match, decide
from honbun.memory.outbox import Outbox
from honbun.memory.posts import CHANGED, GONE, NEW, Event, Memory
from honbun.memory.schema import FORMAT
from honbun.memory.store import OK, Board, KnownPage, KnownThread, moment_of, stamp
from honbun.memory.traits import Known, Seen, digest_of, line_digests, rough_post, stated_date, without_ago

__all__ = [
    "CHANGED",
    "FORMAT",
    "GONE",
    "NEW",
    "OK",
    "Board",
    "Decision",
    "Event",
    "Known",
    "KnownPage",
    "KnownThread",
    "Match",
    "Memory",
    "Outbox",
    "Seen",
    "dated",
    "decide",
    "digest_of",
    "line_digests",
    "moment_of",
    "rough_post",
    "stamp",
    "stated_date",
    "without_ago",
]

"""When to look again: decisions on times alone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from honbun.errors import FormatError

# A board without news is looked at less and less often, down to this share of what was asked for.
MAX_SLOWNESS = 8
_SLOWER = 1.5
_FASTER = 0.5
MAX_INTERVAL = 86_400.0
# A thread that has not moved is read again whole after so many looks at its board, for edits and deletions.
WHOLE_AFTER = 4
MAX_WHOLE_INTERVAL = 7 * 86_400.0
MIN_EVERY = 1.0

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd])")


def seconds_of(text: str) -> float:
    """A length of time such as 30m or 2h in seconds; FormatError if it is none."""
    found = _DURATION.fullmatch(text.strip().lower())
    seconds = float(found[1]) * _UNITS[found[2]] if found else 0.0
    if not MIN_EVERY <= seconds <= MAX_WHOLE_INTERVAL:
        raise FormatError("not a length of time from 1s to 7d", text, "write such as 90s, 30m, 2h or 1d")
    return seconds


def next_interval(interval: float, every: float, *, has_news: bool) -> float:
    """The seconds to the next look at a board: `every` where things happen, up to eight times that where not."""
    if has_news:
        return max(every, interval * _FASTER)
    return max(every, min(interval * _SLOWER, every * MAX_SLOWNESS, MAX_INTERVAL))


def after_fault(every: float, faults: int, retry_after: float | None) -> float:
    """The seconds to the next try after so many faults in a row: doubled each time, and what the server asks."""
    doubled = min(every * 2.0 ** min(faults, 16), max(MAX_INTERVAL, every))
    return float(max(doubled, min(retry_after or 0.0, MAX_WHOLE_INTERVAL)))


def next_whole(interval: float, every: float, *, has_news: bool) -> float:
    """The seconds after which a thread is read again from its first page on."""
    least = every * WHOLE_AFTER
    return least if has_news else max(least, min(interval * 2, MAX_WHOLE_INTERVAL))


def is_due(next_at: datetime, interval: float, now: datetime) -> bool:
    """Whether it is time. A time further off than any interval is of a clock that has been set back since."""
    return now >= next_at or next_at - now > timedelta(seconds=max(interval, MAX_WHOLE_INTERVAL))

"""`Date`: a day or a moment that a text states."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

# Other years are numbers of something else.
_FIRST_YEAR = 1900
_LAST_YEAR = 2100
# Two digits from here on mean the last century (POSIX: 69; nothing on the web is dated 1969).
_PIVOT = 70


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a text: what it says, and where."""

    iso: str
    """ISO 8601: 2011-11-22, or 2011-11-22T07:34:12+09:00; of the time only what is stated."""
    start: int = 0
    """The text says it at `start:end`."""
    end: int = 0
    is_relative: bool = False
    """Counted from now: "3 hours ago"."""

    @property
    def day(self) -> str:
        """The day alone."""
        return self.iso[:10]


def day_of(year: int, month: int, day: int) -> str | None:
    """The day in ISO 8601, or None if there is none such or the year is no plausible one."""
    if not (_FIRST_YEAR <= year <= _LAST_YEAR and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:  # 31 February
        return None


def whole_year(digits: str) -> int:
    """A year of two or four digits: '11 is 2011, '98 is 1998."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= _PIVOT else 2000)

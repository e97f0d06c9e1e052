"""Days of the Persian solar calendar, as those of the Gregorian."""

from __future__ import annotations

from datetime import date

MONTHS = (
    "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split(),
    "فروردين ارديبهشت خرداد تیر امرداد شهریور مهر ابان اذر دي بهمن اسفند".split(),
)
"""The names of the months, with the letters of Persian and as Arabic keyboards write them."""
# The years that the web can be dated in: 1921 to 2071.
_MIN_YEAR, _MAX_YEAR = 1300, 1449
# The first day of the year 0 as `date` counts, so that 1 Farvardin 1400 is 21 March 2021.
_EPOCH = date(2021, 3, 21).toordinal() - 1400 * 365 - (1400 * 8 + 21) // 33


def is_persian(year: int) -> bool:
    """Whether a year of four digits is one of this calendar."""
    return _MIN_YEAR <= year <= _MAX_YEAR


def persian_day(year: int, month: int, day: int) -> str | None:
    """The day in ISO 8601, or None if there is none such. Eight of 33 years are leap years."""
    if not (is_persian(year) and 1 <= month <= 12 and 1 <= day <= (31 if month <= 6 else 30)):
        return None
    if month == 12 and day == 30 and (8 * year + 21) % 33 < 25:
        return None
    before = 31 * (month - 1) - max(month - 7, 0)
    return date.fromordinal(_EPOCH + 365 * year + (8 * year + 21) // 33 + before + day - 1).isoformat()

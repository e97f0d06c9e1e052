"""What a site's module hands to the build: pages with their gold."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

# The codec that writes an encoding as browsers read it.
_CODECS = {"shift_jis": "cp932", "euc_jp": "euc_jp", "utf-8": "utf-8"}
# The label pages declare it with.
LABELS = {"shift_jis": "Shift_JIS", "euc_jp": "EUC-JP", "utf-8": "UTF-8"}

# strftime's names follow the locale.
MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "月火水木金土日"


@dataclass(frozen=True)
class Built:
    """One page, its gold, and the pictures it shows."""

    html: str
    gold: dict[str, Any]
    encoding: str = "utf-8"
    pictures: list[str] = field(default_factory=list)

    @property
    def body(self) -> bytes:
        """The page as it lies on disk."""
        return self.html.encode(_CODECS[self.encoding])


def english_date(day: date, short: bool = False) -> str:
    """14 March 2026, or 14 Mar 2026."""
    month = MONTHS[day.month - 1]
    return f"{day.day} {month[:3] if short else month} {day.year}"


def english_time(moment: datetime) -> str:
    """8:05 pm."""
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'am' if moment.hour < 12 else 'pm'}"


def iso(moment: date) -> str:
    """ISO 8601, to the minute where there is a time, with seconds where they count."""
    if not isinstance(moment, datetime):
        return moment.isoformat()
    return moment.isoformat(timespec="seconds" if moment.second else "minutes")

"""One moment in the many ways that pages write it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

_WEEKDAYS = "月火水木金土日"
_MONTHS = "January February March April May June July August September October November December".split()
# What pages call the present is fixed, so that the same seed gives the same page for ever.
NOW = datetime(2024, 5, 17, 12, 0)


def _hour_of_twelve(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment:%M} {'pm' if moment.hour >= 12 else 'am'}"


def _ordinal(day: int) -> str:
    if 10 < day < 14:
        return f"{day}th"
    return f"{day}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th') }"


def _era(moment: datetime) -> str:
    era, start = ("令和", 2018) if moment >= datetime(2019, 5, 1) else ("平成", 1988)
    year = moment.year - start
    return f"{era}{'元' if year == 1 else year}年{moment.month}月{moment.day}日 {moment:%H:%M}"


def _relative(moment: datetime, units: tuple[tuple[str, str, int], ...], pattern: str) -> str:
    minutes = max(1, int((NOW - moment).total_seconds() // 60))
    for one, many, length in units:
        if minutes >= length:
            number = minutes // length
            return pattern.format(number, one if number == 1 else many)
    return pattern.format(minutes, "minutes")


_ENGLISH_UNITS = (
    ("year", "years", 525_600),
    ("month", "months", 43_800),
    ("day", "days", 1440),
    ("hour", "hours", 60),
    ("minute", "minutes", 1),
)
_JAPANESE_UNITS = (
    ("年", "年", 525_600),
    ("か月", "か月", 43_800),
    ("日", "日", 1440),
    ("時間", "時間", 60),
    ("分", "分", 1),
)

Format = Callable[[datetime], str]

ENGLISH: dict[str, Format] = {
    "iso": lambda m: f"{m:%Y-%m-%d %H:%M}",
    "long": lambda m: f"{_MONTHS[m.month - 1]} {m.day}, {m.year}, {_hour_of_twelve(m)}",
    "short": lambda m: f"{_MONTHS[m.month - 1][:3]} {m.day}, {m.year}",
    "weekday": lambda m: f"{m:%a} {_MONTHS[m.month - 1][:3]} {m.day:02}, {m.year} {_hour_of_twelve(m)}",
    "day first": lambda m: f"{m.day} {_MONTHS[m.month - 1]} {m.year} at {m:%H:%M}",
    "ordinal": lambda m: f"{_ordinal(m.day)} {_MONTHS[m.month - 1]} {m.year}, {m:%H:%M}",
    "slashes": lambda m: f"{m:%m/%d/%Y}, {_hour_of_twelve(m)}",
    "dots": lambda m: f"{m:%d.%m.%Y, %H:%M}",
    "mail": lambda m: f"{m:%a}, {m.day} {_MONTHS[m.month - 1][:3]} {m.year} {m:%H:%M:%S} +0000",
    "relative": lambda m: _relative(m, _ENGLISH_UNITS, "{} {} ago"),
}
JAPANESE: dict[str, Format] = {
    "slashes": lambda m: f"{m:%Y/%m/%d}({_WEEKDAYS[m.weekday()]}) {m:%H:%M:%S}",
    "two digits": lambda m: f"{m:%y/%m/%d %H:%M}",
    "characters": lambda m: f"{m.year}年{m.month}月{m.day}日 {m:%H:%M}",
    "characters and weekday": lambda m: (
        f"{m.year}年{m.month:02}月{m.day:02}日({_WEEKDAYS[m.weekday()]}) {m.hour}時{m:%M}分"
    ),
    "era": _era,
    "iso": lambda m: f"{m:%Y-%m-%d %H:%M:%S}",
    "relative": lambda m: _relative(m, _JAPANESE_UNITS, "{}{}前"),
}
FORMATS: dict[str, dict[str, Format]] = {"en": ENGLISH, "ja": JAPANESE}

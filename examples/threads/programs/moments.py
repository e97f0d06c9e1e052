"""One moment as boards of many languages write it: `FORMS` by name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from examples.threads.dates import NOW
from examples.threads.tongues import Tongue, read_tongue

_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_UNIT_MINUTES = (1, 60, 1440, 10_080, 43_800, 525_600)
# The first day of the year 1380 of the Iranian calendar, and its leap years by the rest of a division by 33.
_NEW_YEAR_1380 = datetime(2001, 3, 21)
_LEAP_RESTS = frozenset({1, 5, 9, 13, 17, 22, 26, 30})


def _twelve(m: datetime, upper: bool = False, pad: bool = False) -> str:
    hour, half = m.hour % 12 or 12, "pm" if m.hour >= 12 else "am"
    return f"{hour:02}:{m:%M} {half.upper()}" if upper or pad else f"{hour}:{m:%M} {half}"


def _clock(m: datetime, t: Tongue) -> str:
    return _twelve(m) if t.lang == "en" and m.day % 2 else f"{m:%H:%M}"


def iranian(m: datetime) -> tuple[int, int, int]:
    """Year, month and day of the Iranian calendar, for years from 1370 on."""
    year, start = 1380, _NEW_YEAR_1380
    while m < start:
        year -= 1
        start -= timedelta(365 + (year % 33 in _LEAP_RESTS))
    while m >= start + timedelta(365 + (year % 33 in _LEAP_RESTS)):
        start += timedelta(365 + (year % 33 in _LEAP_RESTS))
        year += 1
    day = (m - start).days
    return (
        (year, day // 31 + 1, day % 31 + 1) if day < 186 else (year, (day - 186) // 30 + 7, (day - 186) % 30 + 1)
    )


def _day(m: datetime, t: Tongue) -> str:
    if t.lang == "fa":
        year, month, day = iranian(m)
        return t.long.format(d=day, month=t.months[month - 1], m=month, Y=year).translate(_PERSIAN_DIGITS)
    return t.long.format(d=m.day, month=t.months[m.month - 1], m=m.month, Y=m.year)


def _long(m: datetime, t: Tongue) -> str:
    clock = f"{m:%H:%M}"
    digits = {"fa": _PERSIAN_DIGITS, "ar": _ARABIC_DIGITS}.get(t.lang)
    return f"{_day(m, t)}, {clock.translate(digits)}" if digits else f"{_day(m, t)}, {_clock(m, t)}"


def _short(m: datetime, t: Tongue) -> str:
    if t.lang in ("ja", "zh", "ko", "fa"):
        return _day(m, t)
    month = t.short_months[m.month - 1]
    return f"{month} {m.day}, {m.year}" if t.lang == "en" else f"{m.day} {month} {m.year}"


def _ordinal(day: int) -> str:
    return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def _relative(m: datetime, t: Tongue) -> str:
    minutes = max(1, int((NOW - m).total_seconds() // 60))
    unit = max(i for i, length in enumerate(_UNIT_MINUTES) if minutes >= length)
    number = minutes // _UNIT_MINUTES[unit]
    return t.ago.format(number, t.units[unit][number != 1])


def _today(m: datetime, t: Tongue) -> str:
    days = (NOW.date() - m.date()).days
    return f"{t.day_words[days]}, {_clock(m, t)}" if days < 2 else _long(m, t)


def _weekday(m: datetime, t: Tongue) -> str:
    """As phpBB writes it."""
    if t.lang in ("ja", "zh", "ko", "fa"):
        return _long(m, t)
    day, month = t.weekdays[m.weekday()], t.short_months[m.month - 1]
    return (
        f"{day} {month} {m.day:02}, {m.year} {_twelve(m)}" if m.second % 2 else f"{day} {month} {m:%d, %Y %H:%M}"
    )


def _asian(m: datetime, t: Tongue) -> str:
    weekday = t.weekdays[m.weekday()] if t.lang in ("ja", "zh", "ko") else read_tongue("en").weekdays[m.weekday()]
    return f"{m:%Y/%m/%d}({weekday}) "


def _english(m: datetime) -> str:
    return read_tongue("en").short_months[m.month - 1]


Form = Callable[[datetime, Tongue], str]
FORMS: dict[str, Form] = {
    "iso": lambda m, _: f"{m:%Y-%m-%d %H:%M}",
    "iso seconds": lambda m, _: f"{m:%Y-%m-%d %H:%M:%S}",
    "iso T": lambda m, _: f"{m:%Y-%m-%dT%H:%M:%SZ}",
    "iso day": lambda m, _: f"{m:%Y-%m-%d}",
    "iso loose": lambda m, _: f"{m.year}-{m.month}-{m.day} {m:%H:%M}",
    "slashes": lambda m, _: f"{m:%Y/%m/%d %H:%M}",
    "asian": lambda m, t: f"{_asian(m, t)}{m:%H:%M}",
    "asian seconds": lambda m, t: f"{_asian(m, t)}{m:%H:%M:%S}.{m.microsecond // 10_000:02}",
    "two digits": lambda m, _: f"{m:%y/%m/%d %H:%M}",
    "two digits asian": lambda m, t: f"{_asian(m, t)[2:].strip()}{m:%H:%M:%S}",
    "dots": lambda m, _: f"{m:%d.%m.%Y, %H:%M}",
    "dots short": lambda m, _: f"{m:%d.%m.%y %H:%M}",
    "korean": lambda m, _: f"{m:%Y.%m.%d. %H:%M}",
    "korean seconds": lambda m, _: f"{m:%Y.%m.%d %H:%M:%S}",
    "day first": lambda m, _: f"{m:%d/%m/%Y %H:%M}",
    "day first dashes": lambda m, _: f"{m:%d-%m-%Y, %H:%M}",
    "month first": lambda m, _: f"{m:%m/%d/%Y} {_twelve(m)}",
    "month first dashes": lambda m, _: f"{m:%m-%d-%Y}, {_twelve(m, True)}",
    "long": _long,
    "long seconds": lambda m, t: f"{_day(m, t)}, {m:%H:%M:%S}",
    "long day": _day,
    "long at": lambda m, t: f"{_day(m, t)} at {_twelve(m)}" if t.lang == "en" else f"{_day(m, t)} {m:%H:%M}",
    "short": _short,
    "short at": lambda m, t: f"{_short(m, t)} at {_twelve(m)}" if t.lang == "en" else f"{_short(m, t)} {m:%H:%M}",
    "day short": lambda m, t: (
        _day(m, t) if t.lang == "fa" else f"{m.day:02} {t.short_months[m.month - 1]} {m.year}"
    ),
    "month year": lambda m, t: f"{t.short_months[m.month - 1]} {m.year}",
    "weekday": _weekday,
    "weekday long": lambda m, t: f"{t.weekdays[m.weekday()]}, {_long(m, t)}",
    "day month": lambda m, t: f"{m.day:02} {t.months[m.month - 1]} {m.year} - {m:%H:%M}",
    "month alone": lambda m, t: f"{m.day} {t.months_alone[m.month - 1]}, {m.year} - {m:%H:%M}",
    "ordinal": lambda m, _: (
        f"{_ordinal(m.day)} {read_tongue('en').months[m.month - 1]} {m.year}, {_twelve(m, True)}"
    ),
    "mail": lambda m, _: (
        f"{read_tongue('en').weekdays[m.weekday()]}, {m.day} {_english(m)} {m:%Y %H:%M:%S} +0{m.day % 10}00"
    ),
    "ctime": lambda m, _: f"{read_tongue('en').weekdays[m.weekday()]} {_english(m)} {m:%d %H:%M:%S EST %Y}",
    "relative": _relative,
    "today": _today,
    "no year": lambda m, _: f"{m:%m-%d %H:%M}",
}
# Profiles say in one of these since when somebody is a member; no post has the last.
PROFILE_FORMS = ("iso day", "short", "long day", "day short", "day short", "month year")
# Forms that only one part of the world writes.
_ASIAN = frozenset({"asian", "asian seconds", "two digits asian", "korean", "korean seconds", "no year"})
_WESTERN = frozenset(
    {"month first", "month first dashes", "ordinal", "day first", "day first dashes", "dots short"}
)
_ENGLISH = frozenset({"month first", "ordinal"})
# Words in an order that is not that of years first, or not that of the Iranian calendar.
_WORDS = frozenset({"day month", "month alone", "weekday long"})


def forms_of(lang: str) -> list[str]:
    """The forms that boards of a language may date posts in, whatever their program."""
    wrong = {"month year"}
    if lang in ("ja", "zh", "ko"):
        wrong |= _WESTERN | _WORDS | {"weekday", "day short"}
    elif lang == "fa":
        wrong |= _ASIAN | _WESTERN | _WORDS
    else:
        wrong |= _ASIAN | (frozenset() if lang == "en" else _ENGLISH)
    return [form for form in FORMS if form not in wrong]


def states_day(form: str, m: datetime) -> bool:
    """Whether a form names the day in full: year, month and day."""
    if form == "today":
        return (NOW.date() - m.date()).days >= 2
    return form not in ("relative", "no year", "month year")

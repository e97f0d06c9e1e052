"""Texts into dates: the numbers that a date can start with, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from honbun.dates.back import counted_back, day_word
from honbun.dates.date import Date, clock_after, clock_before, day_of, full_year
from honbun.dates.persian import is_persian, persian_day
from honbun.dates.words import Parts, after_year, around_day

# What a line with a date or a time in it nearly always shows: a test that takes a fraction of the reading.
# What stands after a unit that is counted from now.
_AGO = "ago|назад|тому|temu|geleden|sedan|siden|sitten|önce|trước|lalu|پیش|fa"
TIME_HINT = re.compile(
    rf"\d[:：時]\d\d|\d\s{{0,20}}\w{{1,20}}\s{{1,20}}(?:{_AGO})\b|\d\s{{0,20}}\w{{1,2}}前", re.IGNORECASE
)
"""A time of day, or how long ago something was."""
DATE_HINT = re.compile(
    r"(?=\d)(?:"  # most characters are passed by this alone
    r"\d{4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}"  # 2011-11-22, 2011/11/22, 2011年11月22日
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"  # 22.11.2011, 11/22/11
    r"|\d{1,2}[:時]\d{2}"  # 07:34, 12時30分
    r"|\d{1,2}月\d{1,2}日"
    r"|(?<!\d)(?:19|20)\d\d(?!\d)"  # a year, beside the name of a month in any language
    r"|(?<!\d)۱[۳۴][۰-۹]{2}(?!\d)"  # a Persian one
    # 3 hours ago, 3時間前; bounded, since a page may be nothing but digits
    rf"|\d{{1,6}}\s{{0,20}}(?:\w{{1,20}}\s{{1,20}}(?:{_AGO})\b"
    r"|(?:秒|分|時間|日|週間|か月|ヶ月|年|秒钟|秒鐘|分钟|分鐘|小时|小時|天|周|週|个月|個月)前|(?:초|분|시간|일|주|개월|년)\s?전(?!\w))"
    # vor 2 Tagen, il y a 3 heures, hace 3 horas, před 2 dny, منذ 3 ساعات, לפני 3 שעות
    r"|(?:(?<=\bvor )|(?<=\by a )|(?<=\bhace )|(?<=\bpřed )|(?<=منذ )|(?<=قبل )|(?<=לפני ))\d{1,3}\s[^\W\d]{2})",
    re.IGNORECASE,
)

# Name of an era of Japan, or of the Republic of China -> the year before its first.
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867, "民國": 1911, "民国": 1911}
_ERAS |= {"㋿": 2018, "㍻": 1988, "㍼": 1925, "㍽": 1911, "㍾": 1867}
# R5.3.1: the letter, the year before the era's first, its first and its last day.
_LETTERS = {
    "R": (2018, "2019-05-01", "2100-12-31"),
    "H": (1988, "1989-01-08", "2019-04-30"),
    "S": (1925, "1926-12-25", "1989-01-07"),
}
_SPACE = r"[ \t\u3000\xa0]{0,2}"
_ANCHOR = re.compile(
    rf"(?P<year_first>(\d{{4}})(?P<mark1>[-/.‐–／])\s?(\d{{1,2}})(?P=mark1)\s?(\d{{1,2}})(?!\d))"
    rf"|(?P<cjk>(\d{{4}}){_SPACE}[年년]{_SPACE}(\d{{1,2}}){_SPACE}[月월]{_SPACE}(\d{{1,2}})(?!\d)(?:\s?[日일号號])?)"
    rf"|(?P<era>({'|'.join(_ERAS)}){_SPACE}(元|\d{{1,3}}){_SPACE}[年./-]{_SPACE}(\d{{1,2}}){_SPACE}[月./-]"
    rf"{_SPACE}(\d{{1,2}})(?!\d)(?:\s?日)?)"
    rf"|(?P<month_day>(\d{{1,2}}){_SPACE}[月월]{_SPACE}(\d{{1,2}}){_SPACE}[日일号號])"
    rf"|(?P<vietnamese>(\d{{1,2}})\s+tháng\s+(\d{{1,2}})(?:\s*,\s*|\s+(?:năm\s+)?|/)(\d{{4}})(?!\d))"
    rf"|(?P<year_last>(\d{{1,2}})(?P<mark2>[-/.／])\s?(\d{{1,2}})(?P=mark2)\s?(\d{{4}}|\d\d)(?!\d|[./-]\d))"
    rf"|(?P<compact>(\d{{4}})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?|(?![\w.,-])))"
    rf"|(?P<no_year>(\d{{1,2}})[-/](\d{{1,2}})(?=\s{{1,2}}\d{{1,2}}[:：]\d\d))"
    rf"|(?P<year>(?:19|20)\d\d(?!\d))"
    rf"|(?P<number>\d{{1,3}}(?![\d:]))"
)
# How many groups each of them holds.
_GROUPS = {"year_first": 4, "cjk": 3, "era": 4, "month_day": 2, "vietnamese": 3, "year_last": 4, "compact": 7}
_GROUPS["no_year"] = 2
_LETTERED = re.compile(r"([RHS])\.?(\d{1,2})([./])(\d{1,2})\3(\d{1,2})(?![\d./])")
_BEFORE_FRACTION = frozenset(".,")
_BEFORE_NUMBER = frozenset("-/")
_BEFORE_LETTERED = frozenset("RHS.")
# Where an anchor can start: a number, or the first character of an era. Found by the fast search for one of a set.
_START = re.compile(f"[\\d{''.join(sorted({name[0] for name in _ERAS}))}]")
_DIGITS = re.compile(r"\d+")
_KANJI_WEEKDAY = re.compile(r"\s?(?:[(（][月火水木金土日]|[月火水木金土日](?:曜|\s|$))")
_NO_WORD = re.compile(r"\s*(?:$|[^\w\s])")
SOME_DAY = datetime(2030, 1, 31, 12)
"""Now, where it is not known: any day after those of pages tells that "3 hours ago" is a date, and after which."""
_MIN_TIMESTAMP = 315_532_800  # seconds: 1980
_MAX_TIMESTAMP = 4_102_444_800  # 2100


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a text is to be read."""

    now: datetime | None
    day_first: bool | None
    year_first: bool


def parse_date(
    text: str, now: datetime | None = None, day_first: bool | None = None, year_first: bool = False
) -> Date | None:
    """The first date that a text states, or None.

    Dates that are counted from now, and days without a year, need `now`; such a day is the latest not after it.
    11/10/2011 is October with `day_first`, November without; by default what is impossible decides, else slashes
    mean that the month comes first. With `year_first` 11/10/22 is 2011, where there is such a day.
    """
    return next(_scan(text, _Reading(now, day_first, year_first)), None)


def find_dates(
    text: str, now: datetime | None = None, day_first: bool | None = None, year_first: bool = False
) -> list[Date]:
    """All dates that a text states, in the order of the text: see `parse_date`."""
    if now is None and not _START.search(text):
        return []
    return list(_scan(text, _Reading(now, day_first, year_first)))


def from_timestamp(value: str) -> Date | None:
    """The moment of a Unix timestamp, in seconds or thousandths, as attributes hold them."""
    digits = value.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) in (9, 10, 13)):
        return None
    seconds = int(digits) // (1000 if len(digits) == 13 else 1)
    if not _MIN_TIMESTAMP <= seconds < _MAX_TIMESTAMP:
        return None
    return Date(datetime.fromtimestamp(seconds, UTC).isoformat(), 0, len(value))


def _scan(text: str, reading: _Reading) -> Iterator[Date]:
    at, low = 0, 0
    while start := _START.search(text, at):
        at = start.start()
        date = _at(text, at, low, reading)
        if date:
            yield date
        number = _DIGITS.match(text, at)
        at = max(date.end if date else 0, number.end() if number else at + 1)
        low = date.end if date else low
    if not low and reading.now and (date := day_word(text, reading.now)):
        yield date


def _at(text: str, at: int, low: int, reading: _Reading) -> Date | None:
    """The date that starts at a number or an era, or has its first number there."""
    before = text[at - 1] if at > low else ""
    if before in _BEFORE_LETTERED and (match := _LETTERED.match(text, at - 1 - (before == "."))):
        is_word = match.start() > low and text[match.start() - 1].isalnum()
        iso = None if is_word else _lettered([str(part) for part in match.groups()])
        return _timed(text, iso, *match.span(), low)
    match = _ANCHOR.match(text, at)
    if match and match.lastgroup == "no_year" and before in _BEFORE_NUMBER:
        return None
    if not match or (before in _BEFORE_FRACTION and match.lastgroup not in ("year_first", "cjk", "compact")):
        return None
    return _read(text, match, low, reading)


def _read(text: str, match: re.Match[str], low: int, reading: _Reading) -> Date | None:
    """The date at an anchor."""
    if match.lastgroup in ("number", "year"):
        return _named(text, match, low, reading)
    if match.lastgroup == "compact":
        return _compact(text, match)
    return _timed(text, _day(text, match, reading), *match.span(), low)


def _inner(match: re.Match[str]) -> list[str]:
    """The groups inside the matched one."""
    kind = str(match.lastgroup)
    first = match.re.groupindex[kind]
    return list(match.groups()[first : first + _GROUPS[kind]])


def _day(text: str, match: re.Match[str], reading: _Reading) -> str | None:
    kind = str(match.lastgroup)
    parts = _inner(match)
    if kind == "year_first":
        year, month, day = int(parts[0]), int(parts[2]), int(parts[3])
        return persian_day(year, month, day) if parts[1] == "/" and is_persian(year) else day_of(year, month, day)
    if kind == "month_day":
        return _latest(int(parts[0]), int(parts[1]), reading.now)
    if kind == "no_year":
        month, day = int(parts[0]), int(parts[1])
        is_day_first = reading.day_first or month > 12
        return _latest(*((day, month) if is_day_first else (month, day)), reading.now)
    if kind == "cjk":
        return day_of(int(parts[0]), int(parts[1]), int(parts[2]))
    if kind == "era":
        year = 1 if parts[1] == "元" else int(parts[1])
        return day_of(_ERAS[parts[0]] + year, int(parts[2]), int(parts[3])) if year else None
    if kind == "vietnamese":
        return day_of(int(parts[2]), int(parts[1]), int(parts[0]))
    return _year_last(text, match, parts, reading)


def _lettered(parts: list[str]) -> str | None:
    """R5.3.1, if the era has that day. The years of Showa have two digits: S2.1.3 is a number of a version."""
    before, first, last = _LETTERS[parts[0]]
    iso = day_of(before + int(parts[1]), int(parts[3]), int(parts[4]))
    is_day = iso is not None and first <= iso <= last and (parts[0] != "S" or len(parts[1]) == 2)
    return iso if is_day else None


def _year_last(text: str, match: re.Match[str], parts: list[str], reading: _Reading) -> str | None:
    first, mark, second, third = parts
    if len(third) == 2:
        starts = day_of(full_year(first), int(second), int(third)) if len(first) == 2 else None
        if int(first) > 31 or _KANJI_WEEKDAY.match(text, match.end()) or (reading.year_first and starts):
            return starts
        if mark == "." and not len(first) == len(second) == 2:
            return None  # the number of a version
    year, a, b = full_year(third), int(first), int(second)
    day_first = mark not in "/／" if reading.day_first is None else reading.day_first
    orders = ((b, a), (a, b)) if day_first else ((a, b), (b, a))
    return next((iso for month, day in orders if (iso := day_of(year, month, day))), None)


def _compact(text: str, match: re.Match[str]) -> Date | None:
    """20111122T073412Z; the eight digits alone are a date only if the text holds nothing else."""
    year, month, day, hour, minute, second, zone = _inner(match)
    iso = day_of(int(year), int(month), int(day))
    if iso is None or (hour is None and text.strip() != match[0]):
        return None
    if hour is None:
        return Date(iso, *match.span())
    written = f"{iso}T{hour}:{minute}" + (f":{second}" if second else "")
    again = _timed(written + (zone or ""), iso, 0, len(iso), 0)
    return Date(again.iso, *match.span()) if again else None


def _named(text: str, match: re.Match[str], low: int, reading: _Reading) -> Date | None:
    """The date at a number that is not with other numbers: a day or a year beside a month, or "3 hours ago"."""
    start, end = match.span()
    is_year = match.lastgroup == "year"
    if is_year or end - start <= 2:
        for parts in after_year(text, start, end) if is_year else around_day(text, start, end, low):
            if date := _placed(text, parts, low, reading):
                return date
    return counted_back(text, start, end, reading.now) if reading.now and not is_year else None


def _placed(text: str, parts: Parts, low: int, reading: _Reading) -> Date | None:
    year, month, day, start, end = parts
    if year is not None:
        return _timed(text, day_of(year, month, day), start, end, low)
    date = _timed(text, _latest(month, day, reading.now), start, end, low)
    # "5 may be": without a year, a word may not follow.
    return date if date and (len(date.iso) > 10 or _NO_WORD.match(text, end)) else None


def _latest(month: int, day: int, now: datetime | None) -> str | None:
    """The last such day that is not after now."""
    if now is None:
        return None
    today = now.date().isoformat()
    years = range(now.year, now.year - 9, -1)  # 29 February comes at least every eight years
    return next((iso for year in years if (iso := day_of(year, month, day)) and iso <= today), None)


def _timed(text: str, iso: str | None, start: int, end: int, low: int) -> Date | None:
    """The date with the time that stands after or before it."""
    if iso is None:
        return None
    if clock := clock_after(text, end):
        return Date(iso + clock.iso, start, clock.end)
    if clock := clock_before(text, start, low):
        return Date(iso + clock.iso, clock.start, end)
    return Date(iso, start, end)

"""Dates that are counted from now: "3 hours ago", 昨日."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from honbun.dates.clock import clock_after
from honbun.dates.date import Date
from honbun.dates.names import PAST

_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_DAYS = {"day": 1, "week": 7}
_MONTHS = {"month": 1, "year": 12}
# "3 hours ago" in the longest language, and "il y a" with a space or two.
_LONGEST_AFTER = 32
_LONGEST_BEFORE = 16
_KEY = 2  # the candidates for what follows a number are looked up by so many characters

# A longer text is not the line of a date; that it says "today" means nothing.
_LONGEST_LINE = 120
# By the number of days back. Only words that mean nothing else in another language.
_DAY_WORDS = (
    "today aujourd'hui aujourd’hui heute hoy oggi hoje vandaag i_dag idag tänään dzisiaj dziś dnes danes danas "
    "сегодня сьогодні днес σήμερα bugün hari_ini hôm_nay วันนี้ اليوم امروز היום आज 今日 本日 今天 오늘 astăzi",
    "yesterday hier gestern ayer ieri ontem gisteren i_går igår eilen wczoraj včera včeraj jučer juče вчера вчора "
    "χθες dün kemarin hôm_qua เมื่อวานนี้ เมื่อวาน أمس دیروز אתמול 昨日 昨天 어제 tegnap",
    "vorgestern avant-hier anteayer позавчера przedwczoraj 一昨日 おととい 前天",
)
_BACK = {word.replace("_", " "): back for back, words in enumerate(_DAY_WORDS) for word in words.split()}
# The longest first; by their first letters, because a search tries all alternatives at each of these.
_REST = {
    word[0]: [other[1:] for other in sorted(_BACK, key=len, reverse=True) if other[0] == word[0]] for word in _BACK
}
_WORD = re.compile("|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in _REST.items()))
_SPACELESS = re.compile("[\u0e00-\u0eff\u3040-\u9fff]")
# Numbers that are written as words.
_ONE = re.compile(r"\b(?:an?|one)\s(second|minute|hour|day|week|month|year)\sago\b|\b(?:just|right)\snow\b")


def _candidates() -> dict[str, list[tuple[str, str, str]]]:
    """Beginning of what follows the number -> (all of it, what stands before the number, unit), longest first."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for unit, patterns in PAST.items():
        for pattern in patterns.split("|"):
            before, _, after = pattern.partition("_")
            for form in {after, after.replace(" 전", "전")}:
                found.setdefault(form[:_KEY], []).append((form, before, unit))
    return {key: sorted(forms, key=lambda form: -len(form[0] + form[1])) for key, forms in found.items()}


_CANDIDATES = _candidates()


def counted_back(text: str, start: int, end: int, now: datetime) -> Date | None:
    """The date of a number at `start:end` with the words around it, such as "3 hours ago"."""
    after = text[end : end + _LONGEST_AFTER].replace("İ", "i").lower()
    space = len(after) - len(after.lstrip())
    after = after[space:]
    for form, before, unit in _CANDIDATES.get(after[:_KEY], ()):
        if after.startswith(form) and _ends_word(after, len(form)):
            low = _start_of(text, start, before)
            if low >= 0:
                iso = _ago(now, int(text[start:end]), unit)
                return Date(iso, low, min(end + space + len(form), len(text)), True) if iso else None
    return None


def day_word(text: str, now: datetime) -> Date | None:
    """The date of "yesterday", "today at 10:32", "an hour ago", in a text without other dates."""
    if len(text) > _LONGEST_LINE:
        return None
    # In lower case İ, and no other character, becomes two, which would shift all that follows.
    lower = text.replace("İ", "i").lower()
    if (" ago" in lower or " now" in lower) and (match := _ONE.search(lower)):
        iso = _ago(now, 1 if match[1] else 0, match[1] or "second")
        return Date(iso, match.start(), match.end(), True) if iso else None
    for match in _WORD.finditer(lower):
        if _ends_word(lower, match.end()) and _starts_word(lower, match.start()):
            return _of_word(text, match, now)
    return None


def _of_word(text: str, match: re.Match[str], now: datetime) -> Date | None:
    day = _shift(now, timedelta(days=_BACK[match[0]]))
    clock = clock_after(text, match.end())
    iso = day.date().isoformat() + (clock.iso if clock else "") if day else None
    return Date(iso, match.start(), clock.end if clock else match.end(), True) if iso else None


def _ends_word(text: str, end: int) -> bool:
    """What ends there is a whole word, or is written in a script without spaces."""
    return end >= len(text) or not text[end].isalpha() or bool(_SPACELESS.match(text[end - 1]))


def _starts_word(text: str, start: int) -> bool:
    return not start or not text[start - 1].isalpha() or bool(_SPACELESS.match(text[start]))


def _start_of(text: str, start: int, before: str) -> int:
    """Where the words before a number start, or -1 if they are not there."""
    if not before:
        return start
    said = text[max(0, start - _LONGEST_BEFORE) : start].lower().rstrip()
    said = " ".join(said.split())
    if not said.endswith(before) or (len(said) > len(before) and said[-len(before) - 1].isalpha()):
        return -1
    return max(0, start - len(before) - 1)


def _ago(now: datetime, number: int, unit: str) -> str | None:
    """So long before now: a day for days and more, else a moment to the minute."""
    if unit in _SECONDS:
        moment = _shift(now, timedelta(seconds=number * _SECONDS[unit]))
        return moment.isoformat(timespec="minutes") if moment else None
    if unit in _DAYS:
        moment = _shift(now, timedelta(days=number * _DAYS[unit]))
        return moment.date().isoformat() if moment else None
    months = now.year * 12 + now.month - 1 - number * _MONTHS[unit]
    if months < 12:
        return None
    first = datetime(months // 12, months % 12 + 1, 1)
    return (first + timedelta(days=min(now.day, _length(first)) - 1)).date().isoformat()


def _shift(now: datetime, back: timedelta) -> datetime | None:
    try:
        return now - back
    except OverflowError:
        return None


def _length(first: datetime) -> int:
    """Number of days in the month of this first day."""
    return ((first.replace(day=28) + timedelta(days=4)).replace(day=1) - first).days

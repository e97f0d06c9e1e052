"""Dates that are written with words: 22 November 2011, Nov 22, 2011. november 22, "3 hours ago", 昨日."""

from __future__ import annotations

import json
import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from honbun.dates.date import LETTER, Date, clock_after, full_year

# (year or None, month, day, start, end)
Parts = tuple[int | None, int, int, int, int]

_WORD = rf"({LETTER}{{1,18}}(?:\.{LETTER}{{1,3}})?)\.?"
_ORDINAL = r"(?:st|nd|rd|th|er|re|º|ª|°|a|\.|-?(?:го|е|й|ое))?"
_OF = r"(?:(?:de|of|di|da|do|den|dee)\s|d['’]\s?)?"
_MARK = r"[\s\-/.,‑]{0,3}"
# After two digits that are a year, and not an hour or a number of something.
_ENDS = r"(?=\s*(?:$|[,;|)\]])|\s+\S{0,4}\s?\d{1,2}[:h]\d)"
_YEAR = rf"(?:{_MARK}(?:del?\s|of\s)?(\d{{4}})(?![\d:])|(?:\s['’]|[-/]|,?\s)(\d\d)(?!\d){_ENDS})?"
_AFTER_DAY = re.compile(rf"{_ORDINAL}{_MARK}{_OF}{_WORD}{_YEAR}", re.IGNORECASE)
_BETWEEN = " \t\n\xa0-/.,‑"
_WORD_START = re.compile(r"[^\s,;:|()\[\]/\-–—]*$")
_YEAR_AFTER_DAY = re.compile(_ORDINAL + _YEAR, re.IGNORECASE)
# Tue Nov 22 07:34:12 JST 2011
_YEAR_AFTER_CLOCK = re.compile(r"\s\d\d:\d\d(?::\d\d)?\s(?:[A-Z]{3,4}\s|[+-]\d{4}\s)?(\d{4})(?!\d)")
_AFTER_YEAR = re.compile(
    rf"{_MARK}(?:(?:m|ko|ж|оны|г)\.?\s)?{_WORD}[\s\-/.]{{1,2}}(\d{{1,2}})(?!\d)", re.IGNORECASE
)
_LATVIAN = re.compile(rf"\.?\s?gada\s(\d{{1,2}})\.\s?{_WORD}", re.IGNORECASE)
_MAX_WORD_LENGTH = 24
# The Buddhist era that Thai dates are counted in.
_BUDDHIST_OFFSET = 543
_IS_THAI = re.compile("[\u0e00-\u0eff]")

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_MONTHS = {"month": 1, "year": 12}
# "3 hours ago" in the longest language, and "il y a" with a space or two.
_MAX_LENGTH_AFTER = 32
_MAX_LENGTH_BEFORE = 16
_KEY_LENGTH = 2  # characters after a number by which the forms of "ago" are looked up

# A longer text is not the line of a date; that "today" stands in it means nothing.
_MAX_LINE_LENGTH = 120
# By the number of days back. Only words that mean nothing else in another language.
_DAY_WORDS = (
    "today aujourd'hui aujourd’hui heute hoy oggi hoje vandaag i_dag idag tänään dzisiaj dziś dnes danes danas "
    "сегодня сьогодні днес σήμερα bugün hari_ini hôm_nay วันนี้ اليوم امروز היום आज 今日 本日 今天 오늘 astăzi",
    "yesterday hier gestern ayer ieri ontem gisteren i_går igår eilen wczoraj včera včeraj jučer juče вчера вчора "
    "χθες dün kemarin hôm_qua เมื่อวานนี้ เมื่อวาน أمس دیروز אתמול 昨日 昨天 어제 tegnap",
    "vorgestern avant-hier anteayer позавчера przedwczoraj 一昨日 おととい 前天",
)
_DAYS_BACK = {word.replace("_", " "): back for back, words in enumerate(_DAY_WORDS) for word in words.split()}
# The longest first; by their first letters, because a search tries all alternatives at each of these.
_ENDINGS = {
    word[0]: [other[1:] for other in sorted(_DAYS_BACK, key=len, reverse=True) if other[0] == word[0]]
    for word in _DAYS_BACK
}
_DAY_WORD = re.compile("|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in _ENDINGS.items()))
_SPACELESS = re.compile("[\u0e00-\u0eff\u3040-\u9fff]")
# Numbers that are written as words.
_ONE = re.compile(r"\b(?:an?|one)\s(second|minute|hour|day|week|month|year)\sago\b|\b(?:just|right)\snow\b")


@cache
def names() -> dict[str, Any]:
    """The names that `tools/write_names.py` writes.

    `months`: of each month the names, folded; `ago`: of each unit what stands before and after the number, in
    lower case, a low line in its place.
    """
    names: dict[str, Any] = json.loads(files("honbun.dates").joinpath("names.json").read_text("utf-8"))
    return names


def fold(word: str) -> str:
    """In lower case, without accents and points: "Nov." and "nov", "Août" and "aout" are one word.

    Vowels that are written as marks (Thai, Devanagari) are letters here and stay.
    """
    word = word.casefold().replace(".", "").replace("ı", "i")
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


# Days with the name of a month beside them


def around_day(text: str, start: int, end: int, low: int) -> Iterator[Parts]:
    """What a day's number at `start:end` can mean with the words beside it, the likelier first."""
    day = int(text[start:end])
    after = _AFTER_DAY.match(text, end)
    if after and (month := _month(after[1])):
        year = _year(after[2] or after[3], after[1])
        yield (year, month, day, start, after.end() if year else after.end(1))
    word, at = _word_before(text, start, low)
    if month := _month(word):
        following = _YEAR_AFTER_DAY.match(text, end)
        digits = (following[1] or following[2]) if following else None
        late = None if digits else _YEAR_AFTER_CLOCK.match(text, end)
        year = _year(digits or (late[1] if late else None), word)
        yield (year, month, day, at, following.end() if following and digits else end)


def _word_before(text: str, start: int, low: int) -> tuple[str, int]:
    """The word before a number, and where it starts: "November the 22nd" has the month before it, too."""
    low = max(low, start - _MAX_WORD_LENGTH)
    before = text[low:start].rstrip(_BETWEEN).removesuffix(" the")
    match = _WORD_START.search(before)
    word = match[0] if match else ""
    return word, low + len(before) - len(word)


def after_year(text: str, start: int, end: int) -> Iterator[Parts]:
    """What a year's number at `start:end` can mean with a month and a day after it."""
    year = int(text[start:end])
    match = _AFTER_YEAR.match(text, end)
    if match and (month := _month(match[1])):
        yield (year, month, int(match[2]), start, match.end())
    match = _LATVIAN.match(text, end)
    if match and (month := _month(match[2])):
        yield (year, month, int(match[1]), start, match.end())


@cache
def _month_numbers() -> dict[str, int]:
    return {name: number for number, month in enumerate(names()["months"], 1) for name in month}


def _month(word: str) -> int | None:
    return _month_numbers().get(fold(word))


def _year(digits: str | None, word: str) -> int | None:
    if not digits:
        return None
    year = full_year(digits)
    return year - _BUDDHIST_OFFSET if year > 2400 and _IS_THAI.search(word) else year


# Dates that are counted from now


@cache
def _forms_of_ago() -> dict[str, list[tuple[str, str, str]]]:
    """Beginning of what follows the number -> (all of it, what stands before the number, unit), longest first."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for unit, patterns in names()["ago"].items():
        for pattern in patterns:
            before, _, after = pattern.partition("_")
            for form in dict.fromkeys((after, after.replace(" 전", "전"))):
                found.setdefault(form[:_KEY_LENGTH], []).append((form, before, unit))
    return {key: sorted(forms, key=lambda form: -len(form[0] + form[1])) for key, forms in found.items()}


def counted_back(text: str, start: int, end: int, now: datetime) -> Date | None:
    """The date of a number at `start:end` with the words around it, such as "3 hours ago"."""
    after = text[end : end + _MAX_LENGTH_AFTER].replace("İ", "i").lower()
    space = len(after) - len(after.lstrip())
    after = after[space:]
    for form, before, unit in _forms_of_ago().get(after[:_KEY_LENGTH], ()):
        if after.startswith(form) and _ends_word(after, len(form)):
            low = _start_of(text, start, before)
            if low >= 0:
                iso = _ago(now, int(text[start:end]), unit)
                return Date(iso, low, min(end + space + len(form), len(text)), True) if iso else None
    return None


def day_word(text: str, now: datetime) -> Date | None:
    """The date of "yesterday", "today at 10:32", "an hour ago", in a text without other dates."""
    if len(text) > _MAX_LINE_LENGTH:
        return None
    # In lower case İ, and no other character, becomes two, which would shift all that follows.
    lower = text.replace("İ", "i").lower()
    if (" ago" in lower or " now" in lower) and (match := _ONE.search(lower)):
        iso = _ago(now, 1 if match[1] else 0, match[1] or "second")
        return Date(iso, match.start(), match.end(), True) if iso else None
    for match in _DAY_WORD.finditer(lower):
        if _ends_word(lower, match.end()) and _starts_word(lower, match.start()):
            iso = _ago(now, _DAYS_BACK[match[0]], "day")
            clock = clock_after(text, match.end())
            end = clock.end if clock else match.end()
            return Date(iso + (clock.iso if clock else ""), match.start(), end, True) if iso else None
    return None


def _ends_word(text: str, end: int) -> bool:
    """What ends there is a whole word, or is written in a script without spaces."""
    return end >= len(text) or not text[end].isalpha() or bool(_SPACELESS.match(text[end - 1]))


def _starts_word(text: str, start: int) -> bool:
    return not start or not text[start - 1].isalpha() or bool(_SPACELESS.match(text[start]))


def _start_of(text: str, start: int, before: str) -> int:
    """Where the words before a number start, or -1 if they are not there."""
    if not before:
        return start
    words = " ".join(text[max(0, start - _MAX_LENGTH_BEFORE) : start].lower().split())
    if not words.endswith(before) or (len(words) > len(before) and words[-len(before) - 1].isalpha()):
        return -1
    return max(0, start - len(before) - 1)


def _ago(now: datetime, number: int, unit: str) -> str | None:
    """So long before now: a day for days and more, else a moment to the minute; None before the year 1."""
    try:
        if unit in _SECONDS:
            moment = now - timedelta(seconds=number * _SECONDS[unit])
            is_moment = _SECONDS[unit] < _SECONDS["day"]
            return moment.isoformat(timespec="minutes") if is_moment else moment.date().isoformat()
        months = now.year * 12 + now.month - 1 - number * _MONTHS[unit]
        first = date(months // 12, months % 12 + 1, 1)
    except (OverflowError, ValueError):
        return None
    days = monthrange(first.year, first.month)[1]
    return first.replace(day=min(now.day, days)).isoformat()

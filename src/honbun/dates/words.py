"""Dates that are written with words: 22 November 2011, Nov 22, 2011. november 22, 12 مرداد 1392."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from honbun.dates.date import LETTER, full_year
from honbun.dates.persian import MONTHS, is_persian, persian_day

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
    if after and after[2] and (persian := _persian_day(int(after[2]), after[1], day)):
        yield (persian.year, persian.month, persian.day, start, after.end())
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


def _persian_day(year: int, word: str, day: int) -> date | None:
    """The day of a month with a Persian name; None if it is none, or has no year of that calendar."""
    month = _persian_months().get(fold(word)) if is_persian(year) else None
    iso = persian_day(year, month, day) if month else None
    return date.fromisoformat(iso) if iso else None


@cache
def _persian_months() -> dict[str, int]:
    return {fold(name): number for names in MONTHS for number, name in enumerate(names, 1)}


def _year(digits: str | None, word: str) -> int | None:
    if not digits:
        return None
    year = full_year(digits)
    return year - _BUDDHIST_OFFSET if year > 2400 and _IS_THAI.search(word) else year

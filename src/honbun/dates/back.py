"""Dates that are counted from now: "3 hours ago", "vor einer Stunde", 昨日 12:05."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cache

from honbun.dates.date import Date, clock_after
from honbun.dates.words import names

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
# One, as it is written before a unit in the languages that write it; and a few, which are so many.
_ONE = re.compile(
    r"(?<!\w)(?:(an?|one|une?|una|uno|uma?|eine[mnr]?|ett?|en|een|één|egy|bir|jedn\w{1,3}|одну|один)\s|(un)['’]|"
    r"(?:a\s)?(few|couple\sof|several)\s|(quelques|algun[oa]s|einigen|несколько)\s|([数數几幾]))"
)
_A_FEW = 3
# A line that says so is no longer, nor has it more words.
_MAX_NOW_LENGTH = 24
_MAX_WORDS_OF_ONE = 4
_NOW = re.compile(
    r"(?<!\w)(?:(?:just|right|a\smoment|moments)\s(?:now|ago)|gerade\seben|à\sl['’]instant|ahora\smismo|agora\smesmo|adesso|"
    r"только\sчто|щойно|przed\schwilą|právě\steď|just\snu|şimdi|الآن|همین\sالان)(?!\w)|たった今|刚刚|剛剛|刚才|剛才|방금"
)
# In Arabic two of a unit are one word.
_ARABIC_PAIRS = {"ساعتين": "hour", "يومين": "day", "دقيقتين": "minute", "أسبوعين": "week", "شهرين": "month"}
_ARABIC_PAIRS |= {"سنتين": "year", "عامين": "year"}


@cache
def _forms_of_ago() -> dict[str, list[tuple[str, str, str]]]:
    """Beginning of what follows the number -> (all of it, what stands before the number, unit), longest first."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for unit, patterns in names()["ago"].items():
        for pattern in patterns:
            for before, form in _variants(*pattern.split("_")):
                found.setdefault(form[:_KEY_LENGTH], []).append((form, before, unit))
    return {key: sorted(forms, key=lambda form: -len(form[0] + form[1])) for key, forms in found.items()}


def _variants(before: str, after: str) -> Iterator[tuple[str, str]]:
    """What is written before and after the number; and in what other ways."""
    yield before, after
    if " 전" in after:
        yield before, after.replace(" 전", "전")
    if before == "قبل":
        yield "منذ", after
    if before in ("hace", "há"):
        yield "", f"{after} atrás"
    if before == "för":
        yield "", after
    if "ที่ผ่านมา" in after:
        yield before, after.replace("ที่ผ่านมา", "ที่แล้ว")


@cache
def _forms_of_one() -> dict[str, tuple[int, str]]:
    """Forms of one unit without its number, such as "час назад": what they count."""
    found = {f"{word} {pair}": (2, unit) for pair, unit in _ARABIC_PAIRS.items() for word in ("قبل", "منذ")}
    for forms in _forms_of_ago().values():
        for form, before, unit in forms:
            # Of abbreviations one cannot tell that no number is missing.
            if len(words := f"{before} {form}".split()) > 1 and min(map(len, words)) > 2:
                found.setdefault(" ".join(words), (1, unit))
    return found


def counted_back(text: str, start: int, end: int, now: datetime, number: int | None = None) -> Date | None:
    """The date of a number at `start:end` with the words around it, such as "3 hours ago".

    `number` is given where it is written as a word.
    """
    after = text[end : end + _MAX_LENGTH_AFTER].replace("İ", "i").lower()
    space = len(after) - len(after.lstrip())
    after = after[space:]
    for form, before, unit in _forms_of_ago().get(after[:_KEY_LENGTH], ()):
        if after.startswith(form) and _ends_word(after, len(form)):
            low = _start_of(text, start, before)
            if low >= 0:
                iso = _ago(now, int(text[start:end]) if number is None else number, unit)
                return Date(iso, low, min(end + space + len(form), len(text)), True) if iso else None
    return None


def day_word(text: str, now: datetime) -> Date | None:
    """The date of "yesterday", "today at 10:32", "an hour ago", in a text without other dates."""
    if len(text) > _MAX_LINE_LENGTH:
        return None
    # In lower case İ, and no other character, becomes two, which would shift all that follows.
    lower = text.replace("İ", "i").lower()
    if date := _counted_in_words(lower, now):
        return date
    for match in _DAY_WORD.finditer(lower):
        if _ends_word(lower, match.end()) and _starts_word(lower, match.start()):
            iso = _ago(now, _DAYS_BACK[match[0]], "day")
            clock = clock_after(text, match.end())
            end = clock.end if clock else match.end()
            return Date(iso + (clock.iso if clock else ""), match.start(), end, True) if iso else None
    return None


def _counted_in_words(lower: str, now: datetime) -> Date | None:
    """The date of "an hour ago", "vor einer Stunde", "час назад", "just now"."""
    for match in _ONE.finditer(lower):
        number = 1 if match[1] or match[2] else _A_FEW
        date = counted_back(lower, match.start(), match.end(), now, number)
        # A few days are no date; a few hours are one, nearly always.
        if date and (number == 1 or len(date.iso) > 10):
            return date
    if len(lower) <= _MAX_NOW_LENGTH and (said_now := _NOW.search(lower)):
        return Date(now.isoformat(timespec="minutes"), *said_now.span(), True)
    words = lower.split()
    for n in range(2, min(len(words), _MAX_WORDS_OF_ONE) + 1):
        for said in (words[-n:], words[:n]):
            form = " ".join(said)
            if (of_one := _forms_of_one().get(form)) and (at := lower.find(form)) >= 0:
                iso = _ago(now, *of_one)
                return Date(iso, at, at + len(form), True) if iso else None
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

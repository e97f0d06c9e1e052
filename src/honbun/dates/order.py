"""In which order a page writes day, month and year: told by all of its dates together, not by each alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from math import log1p
from typing import NamedTuple

from honbun.dates.date import day_of, full_year

_NUMBERS = re.compile(r"(?<![\d./-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d\d)(?![\d./-])")
_WEEKDAYS = "月火水木金土日"
_WEEKDAY_AFTER = re.compile(r"\s?[(（]([月火水木金土日])[)）]")
# Scripts of languages that write the year first, and the share of a text from which on it is in one of them.
_YEAR_FIRST = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_MIN_SHARE = 0.05
_SEEN_LENGTH = 20_000

Numbers = tuple[int, int, int]


class DateOrder(NamedTuple):
    """What comes first in dates of numbers, as `parse_date` is told."""

    day_first: bool | None = None
    year_first: bool = False


def date_order(series: Iterable[Sequence[str]], text: str = "") -> DateOrder:
    """The order in which these dates are written: what is possible for all, rises or falls, and spans least.

    Each series is of texts that stand in one place of all posts, in the order of the posts. What `text`, the whole
    of the page, is written in decides whether years of two digits come first. If nothing tells, nothing is said.
    """
    found = [[match for match in map(_NUMBERS.search, texts) if match] for texts in series]
    short = [_numbers(match) for each in found for match in each if len(match[4]) == 2]
    if short and _has_year_first(text) and all(_day(each, "ymd") for each in short):
        return DateOrder(year_first=True)
    numbers = [[_numbers(match) for match in each] for each in found if each]
    costs = {order: _cost(numbers, order) for order in ("dmy", "mdy")} if numbers else {}
    if not costs or costs["dmy"] == costs["mdy"]:
        return DateOrder()
    return DateOrder(day_first=costs["dmy"] < costs["mdy"])


def site_order(threads: Iterable[Sequence[str]], latest: date) -> DateOrder | None:
    """The order in which a site writes dates, by all dates of its threads, each in the order of its posts.

    That is the order in which fewest dates are no days, later than `latest` or of another weekday than the one
    beside them; then, in which they rise or fall, and span least. None if no date of numbers leaves a choice.
    """
    found = [[match for match in map(_NUMBERS.search, texts) if match] for texts in threads]
    found = [each for each in found if each]
    costs = {order: _site_cost(found, order, latest) for order in ("ymd", "dmy", "mdy")}
    best = min(costs, key=lambda order: costs[order])
    if not found or sum(cost == costs[best] for cost in costs.values()) > 1:
        return None
    return DateOrder(None, True) if best == "ymd" else DateOrder(best == "dmy")


def _site_cost(threads: list[list[re.Match[str]]], order: str, latest: date) -> tuple[int, int, float]:
    wrong = 0
    for match in (match for matches in threads for match in matches):
        day = _day(_numbers(match), order) if order != "ymd" or len(match[4]) == 2 else None
        weekday = _WEEKDAY_AFTER.match(match.string, match.end())
        is_other = day is not None and weekday is not None and _WEEKDAYS[day.weekday()] != weekday[1]
        wrong += day is None or day > latest or is_other
    impossible, against, span = _cost([list(map(_numbers, matches)) for matches in threads], order)
    return max(wrong, impossible), against, span


def _numbers(match: re.Match[str]) -> Numbers:
    return int(match[1]), int(match[3]), int(match[4])


def _has_year_first(text: str) -> bool:
    seen = text[:_SEEN_LENGTH]
    return len(_YEAR_FIRST.findall(seen)) >= max(_MIN_SHARE * len(seen), 1)


def _day(numbers: Numbers, order: str) -> date | None:
    parts = dict(zip(order, numbers, strict=True))
    iso = day_of(full_year(f"{parts['y']:02}"), parts["m"], parts["d"])
    return date.fromisoformat(iso) if iso else None


def _cost(series: list[list[Numbers]], order: str) -> tuple[int, int, float]:
    """How many are no days, how many steps go against the others, and how far first and last lie apart.

    Logarithms of days, so that those on which people joined do not outweigh those on which they posted.
    """
    impossible, against, span = 0, 0, 0.0
    for numbers in series:
        days = [day for each in numbers if (day := _day(each, order))]
        impossible += len(numbers) - len(days)
        steps = [(b > a) - (b < a) for a, b in pairwise(days)]
        against += min(steps.count(1), steps.count(-1))
        span += log1p((max(days) - min(days)).days) if days else 0.0
    return impossible, against, round(span, 6)

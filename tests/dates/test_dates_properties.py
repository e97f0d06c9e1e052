"""Whatever a text holds, reading its dates ends, and soon."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honbun.dates.find import find_dates, from_timestamp, parse_date

_PIECES = (
    "2011 11 22 1 31 12 / - . : 年 月 日 Nov November ноября 平成 令和 元 R H S T Z + am pm 午後 "
    "ago hours days vor Stunden il y a yesterday 昨日 ( ) , th tháng gada พ.ย. İ ß"
).split()
dirty = st.one_of(st.text(), st.lists(st.sampled_from([*_PIECES, " ", " ", "\u3000"]), max_size=25).map("".join))
moments = st.one_of(st.none(), st.datetimes())


@given(dirty, moments, st.sampled_from([None, True, False]))
@settings(max_examples=400)
def test_any_text_gives_dates_that_are_dates(text: str, now: datetime | None, day_first: bool | None) -> None:
    dates = find_dates(text, now, day_first)
    assert parse_date(text, now, day_first) == (dates[0] if dates else None)
    for date in dates:
        datetime.fromisoformat(date.iso)
        assert 0 <= date.start < date.end <= len(text)
    assert all(one.end <= other.start for one, other in pairwise(dates))


@given(dirty)
def test_a_date_reads_as_itself(text: str) -> None:
    date = parse_date(text)
    if date:
        again = parse_date(date.iso)
        assert again is not None
        assert (again.iso, again.start, again.end) == (date.iso, 0, len(date.iso))


@given(st.dates(min_value=datetime(1900, 1, 1).date(), max_value=datetime(2100, 12, 31).date()))
@pytest.mark.parametrize(
    "form", ["%Y-%m-%d", "%d.%m.%Y", "%Y年%m月%d日", "%d %B %Y", "%b %d, %Y", "%a %b %d 10:00:00 %Y"]
)
def test_every_day_in_every_form(form: str, day: datetime) -> None:
    date = parse_date(day.strftime(form))
    assert date is not None
    assert date.day == day.isoformat()


@given(st.text())
def test_any_value_may_be_a_timestamp(value: str) -> None:
    date = from_timestamp(value)
    assert date is None or datetime.fromisoformat(date.iso)


@pytest.mark.parametrize(
    "piece",
    [
        "1",
        "1/",
        "11 ",
        "2011-",
        "2011年",
        "平成",
        "1 Nov ",
        "Nov ",
        "3 h",
        "a",
        "22 de ",
        "11:",
        "1.1.",
        "(",
        "昨",
    ],
)
def test_time_grows_with_length_only(piece: str) -> None:
    text = piece * (40_000 // len(piece))
    start = perf_counter()
    find_dates(text, datetime(2011, 11, 25))
    assert perf_counter() - start < 4

"""Dates that are counted from now, and days without a year."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from honbun.dates.find import DATE_HINT, parse_date

NOW = datetime(2011, 11, 25, 12, 0, tzinfo=timezone(timedelta(hours=9)))


@pytest.mark.parametrize(
    "text",
    [
        "3 hours ago",
        "Posted 3 hrs ago by Ann",
        "3h ago",
        "3時間前",
        "3 小时前",
        "3小時前",
        "3시간 전",
        "3시간전",
        "il y a 3 heures",
        "vor 3 Stunden",
        "hace 3 horas",
        "há 3 horas",
        "3 ore fa",
        "3 uur geleden",
        "3 часа назад",
        "3 години тому",
        "3 saat önce",
        "för 3 timmar sedan",
        "3 godziny temu",
        "před 3 hodinami",
        "منذ 3 ساعات",
        "قبل 3 ساعات",
        "۳ ساعت پیش",
        "3 ชั่วโมงที่แล้ว",
        "3 horas atrás",
        "3 timmar sedan",
    ],
)
def test_hours(text: str) -> None:
    date = parse_date(text, NOW)
    assert date is not None
    assert (date.iso, date.is_relative) == ("2011-11-25T09:00+09:00", True)
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("just now", "2011-11-25T12:00+09:00"),
        ("an hour ago", "2011-11-25T11:00+09:00"),
        ("5 minutes ago", "2011-11-25T11:55+09:00"),
        ("posted 2 days ago", "2011-11-23"),
        ("2 天前", "2011-11-23"),
        ("2 weeks ago", "2011-11-11"),
        ("11 months ago", "2010-12-25"),
        ("9か月前", "2011-02-25"),
        ("2 years ago", "2009-11-25"),
        ("yesterday at 10:32", "2011-11-24T10:32"),
        ("Yesterday, 10:32 PM", "2011-11-24T22:32"),
        ("Today", "2011-11-25"),
        ("heute, 12:05", "2011-11-25T12:05"),
        ("昨日 12:05", "2011-11-24T12:05"),
        ("vor einer Stunde", "2011-11-25T11:00+09:00"),
        ("il y a une heure", "2011-11-25T11:00+09:00"),
        ("un'ora fa", "2011-11-25T11:00+09:00"),
        ("hace un día", "2011-11-24"),
        ("před hodinou", "2011-11-25T11:00+09:00"),
        ("Anna, час назад", "2011-11-25T11:00+09:00"),
        ("منذ يومين", "2011-11-23"),
        ("منذ يوم", "2011-11-24"),
        ("数秒前", "2011-11-25T11:59+09:00"),
        ("a few minutes ago", "2011-11-25T11:57+09:00"),
        ("たった今", "2011-11-25T12:00+09:00"),
        ("刚刚", "2011-11-25T12:00+09:00"),
        ("昨日 10:32", "2011-11-24T10:32"),
        ("一昨日", "2011-11-23"),
        ("今日の10:32", "2011-11-25T10:32"),
        ("gestern", "2011-11-24"),
        ("вчера в 10:32", "2011-11-24T10:32"),
    ],
)
def test_back_from_now(text: str, iso: str) -> None:
    date = parse_date(text, NOW)
    assert date is not None
    assert (date.iso, date.is_relative) == (iso, True)


def test_a_shorter_month_ends_earlier() -> None:
    date = parse_date("1 month ago", datetime(2011, 3, 31))
    assert date is not None
    assert date.iso == "2011-02-28"


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("22 Nov", "2011-11-22"),
        ("25 Nov", "2011-11-25"),
        ("Nov 26", "2010-11-26"),
        ("11月22日", "2011-11-22"),
        ("12月1日 10:32", "2010-12-01T10:32"),
        ("29 February", "2008-02-29"),
    ],
)
def test_a_day_without_a_year_is_the_latest(text: str, iso: str) -> None:
    date = parse_date(text, NOW)
    assert date is not None
    assert (date.iso, date.is_relative) == (iso, False)


@pytest.mark.parametrize(
    "text",
    [
        "5 may be enough",
        "in 3 hours",
        "3 hours",
        "hierarchy",
        "Todays",
        "999 years ago and 30 February",
        "3 agonies",
    ],
)
def test_no_date(text: str) -> None:
    date = parse_date(text, NOW)
    assert date is None or text.startswith("999")


def test_today_in_a_long_text_means_nothing() -> None:
    assert parse_date("what they say today " * 10, NOW) is None


@pytest.mark.parametrize("text", ["999 years ago", "999 months ago", "999 weeks ago", "昨日"])
def test_before_the_first_year(text: str) -> None:
    assert parse_date(text, datetime.min) is None


@pytest.mark.parametrize("text", ["11-22 07:34", "22/11 07:34"])
def test_numbers_without_a_year(text: str) -> None:
    date = parse_date(text, NOW)
    assert date is not None
    assert date.iso == "2011-11-22T07:34"
    assert parse_date(text) is None


@pytest.mark.parametrize(
    "text", ["vor 2 Tagen", "Il y a 3 heures", "3 天前", "3시간 전", "منذ 3 ساعات", "3 часа назад", "۳ آبان ۱۴۰۲"]
)
def test_hints(text: str) -> None:
    assert DATE_HINT.search(text)


@pytest.mark.parametrize("text", ["15일 전남 순천시", "vor dem 3. Tag", "3 назад дороги нет"])
def test_no_hints(text: str) -> None:
    assert not DATE_HINT.search(text)

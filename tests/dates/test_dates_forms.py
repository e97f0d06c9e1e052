"""The forms of dates that pages write."""

from __future__ import annotations

import pytest

from honbun.dates.find import find_dates, from_timestamp, parse_date


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2011-11-22", "2011-11-22"),
        ("2011-11-22T07:34:12+09:00", "2011-11-22T07:34:12+09:00"),
        ("2011-11-22T07:34:12.345Z", "2011-11-22T07:34:12+00:00"),
        ("2011-11-22T07:34", "2011-11-22T07:34"),
        ("2011-11-22 07:34:12 -0330", "2011-11-22T07:34:12-03:30"),
        ("20111122T073412Z", "2011-11-22T07:34:12+00:00"),
        ("20111122", "2011-11-22"),
        ("2011/11/22", "2011-11-22"),
        ("2011.11.22", "2011-11-22"),
        ("2011. 11. 22. 07:34", "2011-11-22T07:34"),
        ("22.11.2011, 10:32 Uhr", "2011-11-22T10:32"),
        ("22.11.11", "2011-11-22"),
        ("22.11.98", "1998-11-22"),
        ("22-11-2011", "2011-11-22"),
        ("11/22/2011 3:05 PM", "2011-11-22T15:05"),
        ("11/22/2011 12:05 a.m.", "2011-11-22T00:05"),
        ("22/11/2011", "2011-11-22"),
    ],
)
def test_numbers(text: str, iso: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.iso == iso
    assert not date.is_relative


@pytest.mark.parametrize(
    ("text", "day_first", "iso"),
    [
        ("10/11/2011", None, "2011-10-11"),
        ("10.11.2011", None, "2011-11-10"),
        ("10-11-2011", None, "2011-11-10"),
        ("10/11/2011", True, "2011-11-10"),
        ("10.11.2011", False, "2011-10-11"),
        ("10/22/2011", True, "2011-10-22"),
        ("22/10/2011", False, "2011-10-22"),
    ],
)
def test_which_comes_first(text: str, day_first: bool | None, iso: str) -> None:
    date = parse_date(text, day_first=day_first)
    assert date is not None
    assert date.iso == iso


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2011年11月22日(火) 07:34:12", "2011-11-22T07:34:12"),
        ("２０１１年１１月２２日", "2011-11-22"),
        ("2011年11月22日　7時34分", "2011-11-22T07:34"),
        ("2011年11月22日午後3時12分", "2011-11-22T15:12"),
        ("2011年 11月 22日 下午 3:12", "2011-11-22T15:12"),
        ("平成23年11月22日", "2011-11-22"),
        ("令和元年5月1日", "2019-05-01"),
        ("昭和64年1月7日", "1989-01-07"),
        ("大正12年9月1日", "1923-09-01"),
        ("明治45年7月1日", "1912-07-01"),
        ("民國100年11月22日", "2011-11-22"),
        ("R5.3.1", "2023-03-01"),
        ("H23.11.22", "2011-11-22"),
        ("S63/4/1", "1988-04-01"),
        ("2011/11/22(火) 07:34:12.34 ID:xxxx", "2011-11-22T07:34:12"),
        ("1 ：名無しさん：11/11/22(火) 07:34:12", "2011-11-22T07:34:12"),
        ("11/11/22 火 07:34", "2011-11-22T07:34"),
        ("11/11/22 火曜日", "2011-11-22"),
        ("11/11/22 日本", "2022-11-11"),
        ("2011년 11월 22일 오후 3:12", "2011-11-22T15:12"),
    ],
)
def test_east_asia(text: str, iso: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.iso == iso


@pytest.mark.parametrize(
    "text",
    [
        "22 November 2011",
        "22nd of November 2011",
        "Nov 22, 2011",
        "Nov. 22nd, 2011",
        "November the 22nd, 2011",
        "22-Nov-2011",
        "22-Nov-11",
        "22 Nov '11",
        "2011-Nov-22",
        "Tuesday, November 22, 2011",
        "22 ноября 2011 г.",
        "22 листопада 2011",
        "22 Νοεμβρίου 2011",
        "22 de noviembre de 2011",
        "22 de novembro de 2011",
        "le 22 novembre 2011",
        "Dienstag, 22. November 2011",
        "22. listopadu 2011",
        "22 listopada 2011",
        "22. marraskuuta 2011",
        "22 Kasım 2011",
        "22 KASIM 2011",
        "2011. november 22.",
        "2011 m. lapkričio 22 d.",
        "2011. gada 22. novembris",
        "22 tháng 11, 2011",
        "22 พฤศจิกายน 2554",
        "22 พ.ย. 2554",
        "२२ नवंबर २०११",
        "٢٢ نوفمبر ٢٠١١",
        "mar 22 nov 2011",
    ],
)
def test_names_of_months(text: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.iso == "2011-11-22"


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Tue, 22 Nov 2011 07:34:12 +0900", "2011-11-22T07:34:12+09:00"),
        ("Tue, 22 Nov 2011 07:34:12 GMT", "2011-11-22T07:34:12+00:00"),
        ("Tue Nov 22 07:34:12 2011", "2011-11-22T07:34:12"),
        ("Tue Nov 22 07:34:12 JST 2011", "2011-11-22T07:34:12+09:00"),
        ("Tue Nov 22 2011 07:34:12 GMT+0900 (JST)", "2011-11-22T07:34:12+09:00"),
        ("10:32, 22 November 2011 (UTC)", "2011-11-22T10:32"),
        ("le 22 août 2011 à 10h32", "2011-08-22T10:32"),
        ("22 ноября 2011 г. в 10:32", "2011-11-22T10:32"),
        ("Nov 22, 2011 at 3pm", "2011-11-22T15:00"),
        ("Nov 22, 2011 25:30", "2011-11-22"),
        ("2011-11-22T07:34:12+99:00", "2011-11-22T07:34:12"),
    ],
)
def test_times(text: str, iso: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.iso == iso


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2011-13-01",
        "31 February 2011",
        "30.02.2011",
        "2011-02-29",
        "1850-01-01",
        "2150-01-01",
        "平成99年99月1日",
        "令和0年5月1日",
        "R0.5.1",
        "R1.2.3",
        "S2.1.3",
        "X5.3.1",
        "AR5.3.1",
        "192.168.10.11",
        "version 1.2.10",
        "November 2011",
        "2011年",
        "3 comments",
        "1,234 views",
        "call 20111122 or 20111123",
        "22 Nov",
        "11月22日",
        "3 hours ago",
        "yesterday",
    ],
)
def test_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_where_a_date_stands() -> None:
    text = "Posted by Ann on 22 November 2011 at 10:32, edited 2011-11-23"
    first, second = find_dates(text)
    assert text[first.start : first.end] == "22 November 2011 at 10:32"
    assert text[second.start : second.end] == "2011-11-23"
    assert (first.day, second.day) == ("2011-11-22", "2011-11-23")


def test_the_time_of_one_date_is_not_the_next_ones() -> None:
    assert [date.iso for date in find_dates("2011-11-22 10:32 2011-11-23")] == ["2011-11-22T10:32", "2011-11-23"]


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        ("1321914852", "2011-11-21T22:34:12+00:00"),
        ("1321914852000", "2011-11-21T22:34:12+00:00"),
        (" 1321914852 ", "2011-11-21T22:34:12+00:00"),
        ("13219148", None),
        ("9999999999", None),
        ("-1321914852", None),
        ("1321914852.5", None),
        ("", None),
    ],
)
def test_timestamps(value: str, iso: str | None) -> None:
    date = from_timestamp(value)
    assert (date and date.iso) == iso


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("11/11/22 07:34", "2011-11-22T07:34"),
        ("07/2/18 22:33", "2007-02-18T22:33"),
        ("11/11/2022 07:34", "2022-11-11T07:34"),
        ("31/12/11", "2031-12-11"),
        ("11/22/11", "2011-11-22"),
    ],
)
def test_the_year_may_come_first(text: str, iso: str) -> None:
    date = parse_date(text, year_first=True)
    assert date is not None
    assert date.iso == iso


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("1392/05/12", "2013-08-03"),
        ("۱۳۹۲/۰۵/۱۲", "2013-08-03"),
        ("چهارشنبه ۳ آبان ۱۴۰۲ - ۱۲:۰۵", "2023-10-25T12:05"),
        ("30 اسفند 1399", "2021-03-20"),
        ("30 اسفند 1402", None),
        ("1392.05.12", None),
    ],
)
def test_persian_days(text: str, iso: str | None) -> None:
    date = parse_date(text)
    assert (date.iso if date else None) == iso


@pytest.mark.parametrize(
    "text",
    [
        "22/11/2011 7:34 p. m.",
        "22/11/2011 7:34 μμ",
        "22.11.2011 7:34 odp.",
        "22 نوفمبر 2011 07:34 م",
        "2011年11月22日晚上7:34",
        "22.11.2011 klo 19.34",
        "22. nov 2011, kl. 19.34",
    ],
)
def test_halves_of_the_day(text: str) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.iso == "2011-11-22T19:34"


def test_a_number_after_a_date_is_no_time() -> None:
    date = parse_date("22.11.2011 7.34")
    assert date is not None
    assert date.iso == "2011-11-22"

"""Two dates as pages write them: whether they can mean the same day."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun.dates.same_day import days, same_day


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wed, 04/02/2015 - 00:30", "2015-02-04"),
        ("Wed, 04/02/2015 - 00:30", "2 April 2015"),
        ("2011-11-10T01:01:46+0000", "Nov 10, 2011"),
        ("Sat Jan 04, 2020 1:48 pm", "2020-01-04T13:48:00"),
        ("25.02.2019", "25. Februar 2019"),
        ("9. März 2020", "2020-03-09"),
        ("9. Mrz 20", "2020-03-09"),
        ("5. Januar 2019 um 20:38", "2019-01-05"),
        ("12 Jan 2018, 13:31", "2018-01-12"),
        ("Thu, Apr 29 '10, 2:52 PM", "2010-04-29"),
        ("2020.03.12 13:17", "12/3/2020"),
        ("12:42am On Apr 24", "2021-04-24"),
        ("Sunday 8th March", "2015-03-08"),
        ("October 2019", "2019-10-17"),
        ("8 February at 7:10PM", "8 Feb 2020"),
        ("15.08.15 12:09", "2015-08-15"),
        ("2019年3月4日 12:00", "2019/03/04"),
        ("3月4日", "2019-03-04"),
        ("２０１９／０３／０４", "2019-03-04"),
        ("20190304T120000Z", "4 Mar 2019"),
        ("le 3 août 2019 à 10:22", "2019-08-03"),
        ("6 months ago", "6 Months  Ago"),
        ("10/02/23(火)00:52:59", "2010-02-23T00:52:59"),
        ("20 Září, 2011 - 09:50", "2011-09-20T09:50"),
        ("1. června 2011", "2011-06-01"),
        ("14 Červenec, 2014 - 07:31", "2014-07-14T07:31"),
        ("Mar 12 Déc 2017, 22:27", "2017-12-12T22:27"),
    ],
)
def test_same_days(one: str, other: str) -> None:
    assert same_day(one, other)
    assert same_day(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2020-01-02", "2020-01-03"),
        ("04/02/2015", "04/03/2015"),
        ("Jan 2, 2020", "Jan 2, 2021"),
        ("6 months ago", "2020-01-02"),
        ("6 months ago", "5 months ago"),
        ("2020-01-02", None),
        ("2020-01-02", ""),
        ("99/99/2015", "2015-01-01"),
        ("10/02/2023", "2010-02-23"),
        ("14 Červenec, 2014", "2014-06-14"),
    ],
)
def test_other_days(one: str, other: str | None) -> None:
    assert not same_day(one, other)


@given(st.text())
def test_days_never_raise(text: str) -> None:
    assert all(1 <= month <= 12 for _, month, _ in days(text))
    assert same_day(text, text)

"""The order of day, month and year, decided by all dates of a page."""

from __future__ import annotations

import pytest

from honbun.dates import DateOrder, date_order

JAPANESE = "掲示板のスレッドです。お名前とコメントを書いてください。"


@pytest.mark.parametrize(
    ("texts", "page", "order"),
    [
        # A number over 12 in one of them settles all.
        (["03/04/2015", "05/04/2015", "13/04/2015"], "", DateOrder(day_first=True)),
        (["04/03/2015", "04/05/2015", "04/13/2015"], "", DateOrder(day_first=False)),
        # Days of one week rather than of several months.
        (["03/04/2015", "05/04/2015", "07/04/2015"], "", DateOrder(day_first=True)),
        (["04/03/2015 12:30", "04/05/2015 12:30"], "", DateOrder(day_first=False)),
        # In order rather than forth and back.
        (["30.01.11", "02.02.11", "05.03.11"], "", DateOrder(day_first=True)),
        # One alone tells nothing, nor does what is the same both ways.
        (["03/04/2015"], "", DateOrder()),
        (["04/04/2015", "05/05/2015"], "", DateOrder()),
        ([], JAPANESE, DateOrder()),
        # In Japan the year comes first, if it can.
        (["11/11/22 07:34"], JAPANESE, DateOrder(year_first=True)),
        (["11/11/22 07:34"], "in English", DateOrder()),
        (["11/22/11", "11/11/22"], JAPANESE, DateOrder(day_first=False)),
        (["11/10/2022", "13/10/2022"], JAPANESE, DateOrder(day_first=True)),
    ],
)
def test_order(texts: list[str], page: str, order: DateOrder) -> None:
    assert date_order([texts], page) == order


def test_places_of_the_page_are_read_apart() -> None:
    joined = ["01/09/2010", "01/02/2009", "01/09/2010"]
    posted = ["03/04/2015", "05/04/2015", "07/04/2015"]
    assert date_order([joined, posted]) == DateOrder(day_first=True)

"""The dates of a text are the same in both forms."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honbun import core
from honbun.dates import find_dates

pytestmark = pytest.mark.skipif(core.load() is None, reason="the core was not compiled")

NOW = datetime(2024, 2, 29, 0, 30, 59, tzinfo=timezone(timedelta(hours=9)))
READINGS: list[dict[str, Any]] = [
    {},
    {"now": NOW},
    {"now": datetime(2026, 3, 1, 12)},
    {"now": datetime(1, 1, 2, tzinfo=UTC)},
    {"now": NOW, "day_first": True},
    {"day_first": False},
    {"now": NOW, "year_first": True},
]
PIECES = (
    "2011 11 22 2 31 1998 98 1392 ２０１１ 12:30 7:34 25:61 07:34:12 12時30分 7h05 9.15 20111122T073412Z 20111122 "
    "2011-11-22 22.11.2011 11/22/11 2011/11/22 2011年11月22日 11月22日 令和5年3月1日 R5.3.1 S2.1.3 "
    "05-06 1392/05/12 "
    "Nov November nov. März Août de of the 22nd 1er мая ноября مرداد พฤศจิกายน 2554 tháng năm gada maijs may be "
    "Tue JST UTC +0900 -05:00 z pm a.m. 午後 μμ Uhr kl. um at "
    "ago hours 3 hour vor einer Stunde Tagen il y a une heure назад час yesterday gestern "
    "İstanbul ayer hier 昨日 おととい "
    "just now たった今 3日前 منذ ساعتين قبل few several a an"
).split()
MARKS = (" ", " ", " ", ", ", ".", "/", "-", ":", "(", ")", "\xa0", "\n", "")


def read(texts: list[str], reading: dict[str, Any]) -> list[list[tuple[str, int, int, bool]]]:
    return [
        [(date.iso, date.start, date.end, date.is_relative) for date in find_dates(text, **reading)]
        for text in texts
    ]


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_each_piece_beside_each_other(reading: dict[str, Any]) -> None:
    texts = [f"{one}{mark}{other}" for one in PIECES for other in PIECES for mark in (" ", "")]
    assert core.list_dates(texts, **reading) == read(texts, reading)


@given(st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(MARKS)), max_size=8), st.sampled_from(READINGS))
def test_texts_of_pieces(pairs: list[tuple[str, str]], reading: dict[str, Any]) -> None:
    text = "".join(part for pair in pairs for part in pair)
    assert core.list_dates([text], **reading) == read([text], reading)


@given(st.text().filter(lambda text: "\0" not in text and text.isprintable()), st.sampled_from(READINGS))
def test_any_text(text: str, reading: dict[str, Any]) -> None:
    assert core.list_dates([text], **reading) == read([text], reading)


def test_offsets_that_change_are_not_counted_from() -> None:
    class Moving(timezone.__base__):  # type: ignore[misc]
        pass

    assert core.can_count_from(None)
    assert core.can_count_from(NOW)
    assert not core.can_count_from(NOW.replace(tzinfo=Moving()))

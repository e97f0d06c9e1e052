"""The dates of a board: in which order it writes day, month and year is decided by all its posts together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from honbun.dates import DateOrder, parse_date, site_order
from honbun.thread import Post

# What is stored of a board.
_NAMES = {"ymd": DateOrder(None, True), "dmy": DateOrder(True), "mdy": DateOrder(False)}
# So many of the latest dates of a board decide.
MAX_DATES = 1000


def order_name(threads: Sequence[Sequence[str]], now: datetime) -> str:
    """ymd, dmy or mdy, by the dates of a board's threads as it writes them; "" if nothing tells."""
    # A board may be ahead of us by its time zone.
    found = site_order(threads, (now + timedelta(days=1)).date())
    return next((name for name, order in _NAMES.items() if order == found), "")


def dated(post: Post, order: str, fetched_at: datetime | None) -> Post:
    """The post with its date as the board writes dates."""
    if order not in _NAMES or not post.date_raw or not post.date:
        return post
    found = parse_date(post.date_raw, fetched_at, *_NAMES[order])
    return replace(post, date=found.iso) if found and not found.is_relative else post

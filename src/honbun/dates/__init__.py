"""Dates as pages write them, in any language: a line into ISO 8601."""

from honbun.dates.date import Date
from honbun.dates.find import DATE_HINT, SOME_DAY, TIME_HINT, find_dates, from_timestamp, parse_date
from honbun.dates.order import DateOrder, date_order, site_order
from honbun.dates.same_day import same_day
from honbun.dates.weekdays import WEEKDAY

__all__ = [
    "DATE_HINT",
    "SOME_DAY",
    "TIME_HINT",
    "WEEKDAY",
    "Date",
    "DateOrder",
    "date_order",
    "find_dates",
    "from_timestamp",
    "parse_date",
    "same_day",
    "site_order",
]

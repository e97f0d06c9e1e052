"""The values of a column as numbers, units and days, beside the texts that the pages write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from honbun.dates import date_order, parse_date
from honbun.table import Column, ColumnKind, Table
from honbun.tables.columns import unique_names

_PARTS = re.compile(
    r"(?P<before>[^\d+−\-]*?)(?P<sign>[-+−]?)\s?(?P<digits>\d(?:[\d.,'’\s]*\d)?)(?P<after>.*)", re.S
)
_DIGITS_AFTER_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_MAX_UNIT_LENGTH = 12
_MINUS = ("-", "−")


@dataclass(frozen=True)
class TypedColumn:
    """What a column says as plain values; None where a row has none, or one that is none of these."""

    name: str
    """That of its column, and in brackets what it is."""
    of: int
    """The number of its column."""
    values: tuple[float | str | date | None, ...]
    type: type
    """float, str or date."""


def typed_columns(table: Table) -> list[TypedColumn]:
    """For each column of numbers their values, and their units if there are any; for each of dates the days.

    Columns of lists, texts and addresses give none: they are texts.
    """
    columns = enumerate(table.fields)
    found = [typed for number, column in columns if not column.is_list for typed in _typed(number, column)]
    names = unique_names([*table.columns, *(typed.name for typed in found)])[len(table.columns) :]
    return [replace(typed, name=name) for name, typed in zip(names, found, strict=True)]


def _typed(number: int, column: Column) -> Iterator[TypedColumn]:
    texts = [cell.values[0] if cell else "" for cell in column.cells]
    if column.kind is ColumnKind.NUMBER:
        parts = [_PARTS.fullmatch(text.strip()) for text in texts]
        point = decimal_sign([found["digits"] for found in parts if found])
        numbers = tuple(_number(found, point) if found else None for found in parts)
        yield TypedColumn(f"{column.name} (number)", number, numbers, float)
        units = tuple(_unit(found) if found else None for found in parts)
        if any(units):
            yield TypedColumn(f"{column.name} (unit)", number, units, str)
    elif column.kind is ColumnKind.DATE:
        order = date_order([texts])
        dates = (parse_date(text, None, order.day_first, order.year_first) for text in texts)
        days = tuple(_day(found.day) if found else None for found in dates)
        yield TypedColumn(f"{column.name} (date)", number, days, date)


def decimal_sign(written: Sequence[str]) -> str:
    """The sign before the fractions in these numbers, told by all of them: "." or ","."""
    for digits in written:
        point, comma = digits.rfind("."), digits.rfind(",")
        if point >= 0 and comma >= 0:
            return "." if point > comma else ","
        # One sign twice, or three digits after it in one number and not in another, tell what it is.
        if digits.count(".") > 1:
            return ","
        if digits.count(",") > 1:
            return "."
    for sign, other in (".,", ",."):
        with_sign = [digits for digits in written if sign in digits]
        if any(not _DIGITS_AFTER_THOUSANDS.fullmatch(digits) for digits in with_sign):
            return sign
        if with_sign:  # three digits after each: thousands, but a point is a point where nothing speaks for it
            return other if sign == "," else "."
    return "."


def _number(found: re.Match[str], point: str) -> float | None:
    digits = "".join(sign for sign in found["digits"] if sign.isdigit() or sign == point)
    try:
        value = float(digits.replace(point, "."))
    except ValueError:  # two points: a version, an address
        return None
    return -value if found["sign"] in _MINUS else value


def _unit(found: re.Match[str]) -> str | None:
    unit = (found["before"].strip() or found["after"].strip()).strip(" .:")
    return unit if 0 < len(unit) <= _MAX_UNIT_LENGTH else None


def _day(iso: str) -> date | None:
    try:
        return date.fromisoformat(iso)
    except ValueError:  # a month or a year
        return None

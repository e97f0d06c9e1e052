"""Quillfinder: the result pages of one query, ten records a page, on some in rows of two colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from examples.making.built import Built, english_date, iso
from examples.making.template import Template


def make(source: dict[str, Any], template: Template) -> Iterator[Built]:
    """The result pages."""
    size, total = source["page_size"], len(source["records"])
    starts = range(0, total, size)
    for number, start in enumerate(starts, 1):
        records = [_record(record, i) for i, record in enumerate(source["records"][start : start + size])]
        values = {
            **source,
            "number": number,
            "first": start + 1,
            "last": start + len(records),
            "total": total,
            "is_striped": number in source["striped"],
            "records": records,
            "pages": [{"n": n, "link": _name(n), "is_here": n == number} for n in range(1, len(starts) + 1)],
            "previous": _name(number - 1) if number > 1 else None,
            "next": _name(number + 1) if number < len(starts) else None,
        }
        yield Built(template.fill(values), _gold(source, number, records))


def _name(number: int) -> str:
    return f"page-{number}.html"


def _record(record: dict[str, Any], i: int) -> dict[str, Any]:
    return record | {
        "shown_url": record["url"].removeprefix("https://").removesuffix("/"),
        "day": english_date(record["date"], short=True),
        "stripe": "even" if i % 2 else "odd",
        "offer": " · ".join(record[key] for key in ("price", "rating") if key in record),
    }


def _gold(source: dict[str, Any], number: int, records: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "page": _name(number),
        "url": f"{source['base']}?q={source['query'].replace(' ', '+')}&page={number}",
        "text": "\n".join(line for record in records for line in _lines(record)),
        "records": [
            {
                "title": record["title"],
                "url": record["url"],
                "snippet": record["snippet"],
                "date": iso(record["date"]),
                "date_raw": record["day"],
                "price": record.get("price"),
                "rating": record.get("rating"),
            }
            for record in records
        ],
    }


def _lines(record: dict[str, Any]) -> Iterator[str]:
    yield record["title"]
    yield record["snippet"]
    if record["offer"]:
        yield record["offer"]
    yield f"{record['shown_url']} {record['day']}"

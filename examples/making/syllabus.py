"""汐路大学: a series of syllabus pages, one template, one row per attribute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from examples.making.built import Built
from examples.making.template import Markup, Template, escape

_NEIGHBOURS = 6


def make(source: dict[str, Any], template: Template) -> Iterator[Built]:
    """One page a course."""
    courses = [
        course | {"fields": {name: _values(value) for name, value in course["fields"].items()}}
        for course in source["pages"]
    ]
    for i, course in enumerate(courses):
        fields = course["fields"]
        values = {
            **source,
            **course,
            "title": fields["科目名"][0],
            "rows": [{"name": name, "cell": _cell(entries)} for name, entries in fields.items()],
            "neighbours": [_link(courses[(i + k) % len(courses)]) for k in range(1, _NEIGHBOURS + 1)],
        }
        yield Built(template.fill(values), _gold(source, course))


def _values(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _cell(entries: list[str]) -> Markup:
    """The values of a cell, line by line; an empty cell is kept open with a space, as such pages did."""
    return Markup("<br>\n".join(map(escape, entries)) or "&nbsp;")


def _link(course: dict[str, Any]) -> dict[str, str]:
    return {"link": course["slug"], "course": course["fields"]["科目名"][0]}


def _gold(source: dict[str, Any], course: dict[str, Any]) -> dict[str, Any]:
    fields = course["fields"]
    return {
        "page": f"{course['slug']}.html",
        "url": f"{source['base']}{course['slug']}.html",
        "title": fields["科目名"][0],
        "text": "\n".join("\t".join([name, "\n".join(entries)]) for name, entries in fields.items()),
        "fields": fields,
    }

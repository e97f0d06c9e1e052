"""How results show themselves: one short line in a console, a small table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice

# So much of a value is shown, and so many rows of a table.
_MAX_VALUE = 60
_MAX_CELL = 200
_MAX_ROWS = 20


def line(name: str, *parts: str, **values: object) -> str:
    """`Name(part, part, key='value')`; values that are None are left out, long ones are cut."""
    stated = (f"{key}={short(value)!r}" for key, value in values.items() if value is not None)
    return f"{name}({', '.join([*parts, *stated])})"


def short(value: object, most: int = _MAX_VALUE) -> str:
    """The beginning of a value, on one line."""
    text = " ".join(str(value)[: 4 * most].split())
    return text if len(text) <= most else text[: most - 1] + "…"


def html_table(caption: str, head: Sequence[str], rows: Iterable[Iterable[object]], total: int) -> str:
    """A table of html in which nothing runs: the first rows, long cells cut, and how many more of the total."""
    lines = [f"<table><caption>{escape(caption)}</caption>"]
    if head:
        lines.append(f"<thead><tr>{''.join(f'<th>{escape(short(name))}</th>' for name in head)}</tr></thead>")
    lines.append("<tbody>")
    lines += (f"<tr>{''.join(map(_cell, row))}</tr>" for row in islice(rows, _MAX_ROWS))
    lines.append("</tbody>")
    if total > _MAX_ROWS:
        more = f"… and {total - _MAX_ROWS:,} more"
        lines.append(f'<tfoot><tr><td colspan="{max(len(head), 2)}">{more}</td></tr></tfoot>')
    return "\n".join([*lines, "</table>"])


def _cell(value: object) -> str:
    shown = "" if value is None else escape(short(value, _MAX_CELL))
    return f'<td style="text-align: left">{shown}</td>'

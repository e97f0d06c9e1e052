"""The table as text: for the terminal and in Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.evaluate import Estimate, Figure
from honbun.report.table import Row, Table

if TYPE_CHECKING:
    from rich.console import RenderableType

MAX_GROUPS = 20
"""Groups (page types, sites, …) that are listed; the others are only counted."""
# On a terminal, whose lines have an end.
_MAX_TERMINAL_FIGURES = 3
_MAX_TERMINAL_GROUPS = 7
Lines = list[list[str]]


def share(value: float) -> str:
    """A figure in three digits, without the zero before the point; larger ones in one; a dash if there is none."""
    if not math.isfinite(value):
        return "–"
    if abs(value) >= 10:
        return f"{value:.1f}"
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"


def interval(estimate: Estimate) -> str:
    """The 95 % interval, or a dash."""
    return f"{share(estimate.low)}–{share(estimate.high)}" if math.isfinite(estimate.value) else "–"


def caption(table: Table) -> str:
    """What was measured on what."""
    return f"{table.task} on {table.corpus} ({table.digest})"


def head(figure: Figure) -> str:
    """The head of a figure's column, with an arrow if less is better."""
    return f"{figure.name} ↓" if figure.lower_is_better else figure.name


def header(table: Table) -> list[str]:
    """The heads of the columns."""
    first, *others = map(head, table.figures)
    return ["system", first, "95 % interval", *others, table.unit, "ms a page", "failed"]


def cells(row: Row) -> list[str]:
    """A row as text, under `header`."""
    figures = [
        share(row.headline.value),
        interval(row.headline),
        *(share(each.value) for each in row.estimates[1:]),
    ]
    taken = row.milliseconds
    time = "–" if taken is None else f"{taken:,.0f}" if taken >= 10 else f"{taken:.1f}"
    failures = ", ".join(f"{count} {status}" for status, count in row.failures.items()) or "0"
    return [f"{row.system} {row.version}".strip(), *figures, f"{row.pages:,}", time, failures]


def group_lines(table: Table, max_groups: int = MAX_GROUPS) -> Lines:
    """The headline figure by group, the heads first: a line a group, a column a system."""
    systems = [row.system for row in table.compared]
    heads = [group_name(table), table.unit, *systems]
    missing = Estimate(math.nan, math.nan, math.nan, 0)
    lines = [heads]
    for group in table.groups[:max_groups]:
        values = [share(group.estimates.get(system, missing).value) for system in systems]
        lines.append([group.name, f"{group.pages:,}", *values])
    return lines


def group_name(table: Table) -> str:
    """What the groups are, in words."""
    return table.by.replace("_", " ")


def left_out(table: Table, max_groups: int = MAX_GROUPS) -> str:
    """A sentence on the groups that are not listed, empty if all are."""
    hidden = len(table.groups) - max_groups
    return f"{hidden:,} more with fewer {table.unit} are not listed." if hidden > 0 else ""


def terminal(table: Table) -> RenderableType:
    """The table for a terminal, best system first; by group too where there are several."""
    from rich.console import Group as Together
    from rich.text import Text

    rows = [replace(row, estimates=row.estimates[:_MAX_TERMINAL_FIGURES]) for row in table.ranked]
    narrow = replace(table, figures=table.figures[:_MAX_TERMINAL_FIGURES])
    parts = [_grid(caption(table), [header(narrow), *map(cells, rows)])]
    if len(table.figures) > _MAX_TERMINAL_FIGURES:
        parts += [Text("More figures are in the Markdown and HTML reports.")]
    if len(table.groups) > 1:
        # Groups as columns: there are more systems than page types, and a terminal has an end to the right.
        heads, pages, *systems = map(list, zip(*group_lines(table, _MAX_TERMINAL_GROUPS), strict=True))
        title = f"{table.figures[0].name} by {group_name(table)}"
        parts += ["", _grid(title, [["system", *heads[1:]], *systems, pages])]
        parts += map(Text, filter(None, [left_out(table, _MAX_TERMINAL_GROUPS)]))
    return Together(*parts, *map(Text, table.notes))


def _grid(title: str, lines: Lines) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(title=Text(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, name in enumerate(lines[0]):
        grid.add_column(Text(name), justify="left" if number == 0 else "right", overflow="fold")
    for line in lines[1:]:
        grid.add_row(*map(Text, line))
    return grid


def markdown(table: Table) -> str:
    """The table in Markdown, best system first, the one that is looked at in bold."""
    lines = [_safe(header(table))]
    for row in table.ranked:
        shown = _safe(cells(row))
        if row is table.compared[0] and len(table.rows) > 1:
            shown[:2] = [f"**{cell}**" for cell in shown[:2]]
        lines.append(shown)
    parts = [f"## {_safe([caption(table)])[0]}", _markdown(lines)]
    if len(table.groups) > 1:
        parts += [f"{_safe([table.figures[0].name])[0]} by {group_name(table)}:"]
        parts += [_markdown([_safe(line) for line in group_lines(table)]), left_out(table)]
    parts += ["\n".join(f"- {note}" for note in _safe(table.notes))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown(lines: Lines) -> str:
    rule = ["---", *(["--:"] * (len(lines[0]) - 1))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (lines[0], rule, *lines[1:]))


def _safe(texts: Sequence[str]) -> list[str]:
    """Texts that cannot break out of their cells."""
    flat = [" ".join(text.split()) for text in texts]
    return ["".join(f"\\{sign}" if sign in "\\|<>*_`[]" else sign for sign in text) for text in flat]

"""The table as text: for the terminal and in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from honbun.evaluate.figures import Figure
from honbun.evaluate.report.table import Group, Row, Table, is_missing
from honbun.evaluate.summary import Estimate

if TYPE_CHECKING:
    from rich.console import RenderableType

# Groups (page types, sites, …) that are listed; the others are only counted.
MOST_GROUPS = 20
# Figures in the table on a terminal, whose lines have an end.
MOST_FIGURES = 3
MOST_COLUMNS = 7
_GROUP_NAMES = {"page_type": "page type"}


def share(value: float) -> str:
    """A figure in three digits, without the zero before the point; larger ones in one."""
    if value >= 10 or value <= -10:
        return f"{value:.1f}"
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.3f}"


def point(estimate: Estimate | None) -> str:
    """The figure, or a dash."""
    return "–" if estimate is None or is_missing(estimate) else share(estimate.value)


def interval(estimate: Estimate) -> str:
    """The 95 % interval, or a dash."""
    return "–" if is_missing(estimate) else f"{share(estimate.low)}–{share(estimate.high)}"


def milliseconds(row: Row) -> str:
    """The time of a page, with as many digits as mean something."""
    taken = row.milliseconds
    if taken is None:
        return "–"
    return f"{taken:,.0f}" if taken >= 10 else f"{taken:.1f}"


def failures(row: Row) -> str:
    """How many pages failed, by the way they did."""
    return ", ".join(f"{count} {status}" for status, count in row.failures.items()) or "0"


def head(figure: Figure) -> str:
    """The head of a figure's column, with an arrow if less is better."""
    return f"{figure.name} ↓" if figure.lower_is_better else figure.name


def header(table: Table) -> list[str]:
    """The heads of the columns."""
    first, *others = map(head, table.figures)
    return ["system", first, "95 % interval", *others, table.unit, "ms a page", "failed"]


def cells(row: Row) -> list[str]:
    """A row as text, under `header`."""
    name = f"{row.system} {row.version}".strip()
    others = [point(estimate) for estimate in row.estimates[1:]]
    shown = [name, point(row.headline), interval(row.headline), *others]
    return [*shown, f"{row.pages:,}", milliseconds(row), failures(row)]


def group_header(table: Table) -> list[str]:
    """The heads of the table by group."""
    return [group_name(table), table.unit, *(row.system for row in table.compared)]


def group_cells(table: Table, group: Group) -> list[str]:
    """A group as text, under `group_header`."""
    return [group.name, f"{group.pages:,}", *(point(group.estimates[i]) for i in table.columns)]


def group_name(table: Table) -> str:
    """What the groups are, in words."""
    return _GROUP_NAMES.get(table.by, table.by)


def left_out(table: Table, most: int = MOST_GROUPS) -> str:
    """A sentence on the groups that are not listed, empty if all are."""
    hidden = len(table.groups) - most
    return f"{hidden:,} more with fewer {table.unit} are not listed." if hidden > 0 else ""


def caption(table: Table) -> str:
    """What was measured on what."""
    return f"{table.task} on {table.corpus} ({table.digest})"


def terminal(table: Table) -> RenderableType:
    """The table for a terminal, best system first; by group too where there are several."""
    from rich.console import Group as Together
    from rich.text import Text

    narrow = _narrow(table)
    parts: list[RenderableType] = [_rich(caption(table), header(narrow), [cells(row) for row in narrow.ranked])]
    if narrow is not table:
        parts += [Text("More figures are in the Markdown and HTML reports.")]
    if len(table.groups) > 1:
        parts += ["", _groups(table)]
        rest = left_out(table, MOST_COLUMNS)
        parts += [Text(rest)] if rest else []
    parts += [Text(note) for note in table.notes]
    return Together(*parts)


def _groups(table: Table) -> RenderableType:
    """The groups as columns: there are more systems than page types, and a terminal has an end to the right."""
    groups = table.groups[:MOST_COLUMNS]
    lines = [[table.rows[i].system, *(point(group.estimates[i]) for group in groups)] for i in table.columns]
    pages = [table.unit, *(f"{group.pages:,}" for group in groups)]
    title = f"{table.figures[0].name} by {group_name(table)}"
    return _rich(title, ["system", *(group.name for group in groups)], [*lines, pages])


def _narrow(table: Table) -> Table:
    """The table with no more figures than a terminal has room for."""
    if len(table.figures) <= MOST_FIGURES:
        return table
    rows = tuple(replace(row, estimates=row.estimates[:MOST_FIGURES]) for row in table.rows)
    return replace(table, figures=table.figures[:MOST_FIGURES], rows=rows)


def _rich(title: str, heads: Sequence[str], lines: Sequence[Sequence[str]]) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(title=Text(title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, head in enumerate(heads):
        grid.add_column(Text(head), justify="left" if number == 0 else "right", overflow="fold")
    for cells_of_line in lines:
        grid.add_row(*(Text(cell) for cell in cells_of_line))
    return grid


def markdown(table: Table) -> str:
    """The table in Markdown, best system first, the one that is looked at in bold."""
    lines = []
    for row in table.ranked:
        shown = [_safe(cell) for cell in cells(row)]
        if row is table.compared[0] and len(table.rows) > 1:
            shown[:2] = [f"**{cell}**" for cell in shown[:2]]
        lines.append(shown)
    parts = [f"## {_safe(caption(table))}", _markdown([_safe(head) for head in header(table)], lines)]
    if len(table.groups) > 1:
        groups = [[_safe(cell) for cell in group_cells(table, group)] for group in table.groups[:MOST_GROUPS]]
        parts += [f"{_safe(table.figures[0].name)} by {group_name(table)}:"]
        parts += [_markdown([_safe(head) for head in group_header(table)], groups), left_out(table)]
    parts += ["\n".join(f"- {_safe(note)}" for note in table.notes)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rule = ["---", *(["--:"] * (len(heads) - 1))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, rule, *lines))


def _safe(text: str) -> str:
    """Text that cannot break out of its cell."""
    flat = " ".join(text.split())
    for sign in "\\|<>*_`[]":
        flat = flat.replace(sign, f"\\{sign}")
    return flat

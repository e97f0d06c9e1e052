"""What the commands that give tables have in common: formats, and a view for people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from honbun.cli.report import number, say, show
from honbun.cli.target import format_of
from honbun.errors import FormatError, InputError
from honbun.output import TABLE_FORMATS, encode_table
from honbun.tables import Column, Table

if TYPE_CHECKING:
    from rich.table import Table as View

_VIEW = "view"
# A table of at most so many columns is shown by its rows, of which there are so many; else by its columns.
_NARROW = 6
_SHOWN_ROWS = 20
_EXAMPLES = 3
_EXAMPLE_LENGTH = 40
_NAME_WIDTH = 16


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options -f and -o."""
    names = ", ".join(sorted([*TABLE_FORMATS, _VIEW]))
    help_ = f"One of {names}. Default: by the name of -o; else view on a terminal, csv elsewhere."
    command = click.option(
        "-o", "--output", metavar="FILE", default="-", help="A file. Default: standard output."
    )(command)
    return click.option("-f", "--format", "format_", metavar="FORMAT", help=help_)(command)


def chosen_format(format_: str | None, output: str) -> str:
    """The format that is asked for; FormatError if it is unknown."""
    if format_ is None:
        default = _VIEW if output == "-" and sys.stdout.isatty() else "csv"
        format_ = {".db": "sqlite"}.get(Path(output).suffix.lower()) or format_of(output, TABLE_FORMATS, default)
    if format_ != _VIEW and format_ not in TABLE_FORMATS:
        raise FormatError(f"unknown format, known are {', '.join(sorted([*TABLE_FORMATS, _VIEW]))}", format_)
    return format_


def write_table(table: Table, format_: str | None, output: str, *, is_quiet: bool) -> None:
    """Write a table, and say how large it is and what a person should know about it."""
    name = chosen_format(format_, output)
    if name == _VIEW:
        show(_view(table))
    else:
        encoded = encode_table(table, name)
        if output == "-":
            sys.stdout.buffer.write(encoded)
            sys.stdout.buffer.flush()
        else:
            try:
                Path(output).write_bytes(encoded)
            except OSError as error:
                raise InputError(f"cannot be written: {error.strerror}", output) from None
    if not is_quiet:
        say([f"{number(len(table), 'row')}, {number(len(table.columns), 'column')}", *table.notes])


def _view(table: Table) -> View:
    return _by_rows(table) if len(table.fields) <= _NARROW else _by_columns(table)


def _by_rows(table: Table) -> View:
    """The first rows."""
    from rich.table import Table as View

    view = View(box=None, pad_edge=False, header_style="bold")
    for name in table.columns:
        view.add_column(_safe(name), overflow="ellipsis", no_wrap=True)
    for row in range(min(len(table), _SHOWN_ROWS)):
        view.add_row(*(_safe(_short(_shown(column, row))) for column in table.fields))
    if len(table) > _SHOWN_ROWS:
        view.caption = f"… and {len(table) - _SHOWN_ROWS:,} more rows"
    return view


def _by_columns(table: Table) -> View:
    """Each column with its first values."""
    from rich.table import Table as View

    view = View(box=None, pad_edge=False, header_style="bold", expand=True)
    view.add_column("column", overflow="ellipsis", no_wrap=True, min_width=_NAME_WIDTH)
    view.add_column("kind", no_wrap=True)
    view.add_column("rows", justify="right", no_wrap=True)
    view.add_column("values", overflow="ellipsis", no_wrap=True, ratio=1)
    for column in table.fields:
        kind = f"list of {column.kind}" if column.is_list else column.kind.value
        view.add_row(_safe(column.name), kind, f"{column.present:,}", _safe(" | ".join(_examples(column))))
    return view


def _examples(column: Column) -> Iterator[str]:
    rows: Sequence[int] = [row for row, cell in enumerate(column.cells) if cell is not None]
    for row in rows[:_EXAMPLES]:
        yield _short(_shown(column, row))


def _short(text: str) -> str:
    return text if len(text) <= _EXAMPLE_LENGTH else text[: _EXAMPLE_LENGTH - 1] + "…"


def _shown(column: Column, row: int) -> str:
    cell = column.cells[row]
    text = "; ".join(cell.values) if cell else ""
    return "".join(character if character.isprintable() else " " for character in text)


def _safe(text: str) -> str:
    """A text that the terminal shows as it is: brackets are no markup."""
    from rich.markup import escape

    return escape(text)

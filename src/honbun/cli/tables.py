"""`honbun records` and `honbun fields`: pages into one table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from honbun.cli import options
from honbun.cli.report import no_pages, number, progress, say, say_rejected, show
from honbun.cli.target import cannot_write, format_of
from honbun.errors import FormatError
from honbun.extraction import (
    MAX_COLUMNS,
    SIBLINGS,
    BatchOptions,
    FieldTemplate,
    PageStore,
    learn_fields,
    open_batch,
    records_of_each,
)
from honbun.output import TABLE_FORMATS, encode_table
from honbun.tables import Column, Table

if TYPE_CHECKING:
    from rich.table import Table as View

    from honbun.input import Rejected

_VIEW = "view"
# A table of at most so many columns is shown by its rows, of which there are so many; else by its columns.
_MAX_SHOWN_COLUMNS = 6
_MAX_SHOWN_ROWS = 20
_EXAMPLES = 3
_EXAMPLE_LENGTH = 40
_NAME_WIDTH = 16


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options -f and -o of commands that give a table."""
    names = ", ".join(sorted([*TABLE_FORMATS, _VIEW]))
    help_ = f"One of {names}. Default: by the name of -o; else view on a terminal, csv elsewhere."
    command = click.option(
        "-o", "--output", metavar="FILE", default="-", help="A file. Default: standard output."
    )(command)
    return click.option("-f", "--format", "format_", metavar="FORMAT", help=help_)(command)


@click.command()
@options.paths
@table_options
@options.siblings(SIBLINGS)
@options.alone
@click.option(
    "--rank", type=click.IntRange(1), default=1, show_default=True, help="2 for the list that comes second."
)
@options.batch
@options.quiet
@click.pass_context
def records(
    ctx: click.Context,
    paths: tuple[str, ...],
    batch: BatchOptions,
    format_: str | None,
    output: str,
    siblings: tuple[str, ...],
    alone: bool,
    rank: int,
    quiet: bool,
) -> None:
    """Turn list pages into a table: one row a record.

    PATH is what `honbun extract` takes: pages of search results, offers, members. Pages of one site show each
    other where their records are and what is a menu. On a terminal the table is shown, elsewhere it is csv.
    """
    if siblings and alone:
        raise click.UsageError("--siblings and --alone exclude each other.")
    pages, rejected = _read(paths, batch)
    others: PageStore | None = None
    if siblings:
        found, unread = _read(siblings, batch)
        others, rejected = found.some(range(min(len(found), SIBLINGS))), [*rejected, *unread]
    with (
        progress("finding records on", len(pages)) as step,
        closing(
            records_of_each(pages, siblings=others, alone=alone, rank=rank - 1, jobs=batch.jobs, progress=step)
        ) as found_tables,
    ):
        tables = list(found_tables)
    joined = Table.join(tables)
    if len(tables) > 1:
        empty = ((pages.source(i), table) for i, table in enumerate(tables) if not len(table) and table.notes)
        joined = replace(joined, notes=tuple(f"{source}: {table.notes[0]}" for source, table in empty))
    _write(joined, format_, output, is_quiet=quiet)
    ctx.exit(1 if rejected else 0)


@click.command()
@options.paths
@table_options
@click.option(
    "--columns",
    type=click.IntRange(1),
    default=MAX_COLUMNS,
    show_default=True,
    help="At most so many a template, the best.",
)
@click.option(
    "--all-columns", is_flag=True, help="Also those of menus, and whole texts that have their label in front."
)
@click.option("--save", metavar="FILE", help="Save the template, to read new pages with it.")
@click.option("--template", "template_file", metavar="FILE", help="Read the pages with this saved template.")
@options.max_bytes
@options.quiet
@click.pass_context
def fields(
    ctx: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    output: str,
    columns: int,
    all_columns: bool,
    save: str | None,
    template_file: str | None,
    max_bytes: int,
    quiet: bool,
) -> None:
    """Turn a series of pages into a table: one row a page, one column a field.

    PATH is what `honbun extract` takes: a folder of pages that one template made, such as products or syllabi. No
    labels are needed. Columns are called what the pages call them; what a page does not have stays empty. On a
    terminal the table is shown, elsewhere it is csv.
    """
    if save and template_file:
        raise click.UsageError("--save and --template exclude each other.")
    template = FieldTemplate.load(template_file) if template_file else None
    pages, rejected = _read(paths, options.batch_of(max_bytes=max_bytes))
    template = template or learn_fields(pages, columns)
    if save:
        with cannot_write(save):
            template.save(save)
    _write(template.read(pages, all_columns=all_columns), format_, output, is_quiet=quiet)
    ctx.exit(1 if rejected else 0)


def _read(paths: tuple[str, ...], batch: BatchOptions) -> tuple[PageStore, list[Rejected]]:
    """The pages, and what was rejected, which is named; InputError if there is no page."""
    with open_batch(paths, batch, sys.stdin.buffer) as opened, progress("reading") as step:
        pages, rejected = opened.store(step)
    say_rejected(rejected)
    if not len(pages):
        raise no_pages(paths)
    return pages, rejected


def _format(format_: str | None, output: str) -> str:
    """The format that is asked for; FormatError if it is unknown."""
    if format_ is None:
        default = _VIEW if output == "-" and sys.stdout.isatty() else "csv"
        format_ = {".db": "sqlite"}.get(Path(output).suffix.lower()) or format_of(output, TABLE_FORMATS, default)
    if format_ != _VIEW and format_ not in TABLE_FORMATS:
        raise FormatError(f"unknown format, known are {', '.join(sorted([*TABLE_FORMATS, _VIEW]))}", format_)
    return format_


def _write(table: Table, format_: str | None, output: str, *, is_quiet: bool) -> None:
    """Write a table, and say how large it is and what a person should know about it."""
    name = _format(format_, output)
    if name == _VIEW:
        show(_view(table))
    else:
        encoded = encode_table(table, name)
        if output == "-":
            sys.stdout.buffer.write(encoded)
            sys.stdout.buffer.flush()
        else:
            with cannot_write(output):
                Path(output).write_bytes(encoded)
    if not is_quiet:
        say([f"{number(len(table), 'row')}, {number(len(table.columns), 'column')}", *table.notes])


def _view(table: Table) -> View:
    return _by_rows(table) if len(table.fields) <= _MAX_SHOWN_COLUMNS else _by_columns(table)


def _by_rows(table: Table) -> View:
    """The first rows."""
    from rich.table import Table as View

    view = View(box=None, pad_edge=False, header_style="bold")
    for name in table.columns:
        view.add_column(_safe(name), overflow="ellipsis", no_wrap=True)
    for row in range(min(len(table), _MAX_SHOWN_ROWS)):
        view.add_row(*(_safe(_short(_shown(column, row))) for column in table.fields))
    if len(table) > _MAX_SHOWN_ROWS:
        view.caption = f"… and {len(table) - _MAX_SHOWN_ROWS:,} more rows"
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

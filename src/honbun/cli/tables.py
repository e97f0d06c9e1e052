"""`honbun records` and `honbun fields`: pages into one table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from honbun.errors import FormatError, InputError
from honbun.extraction import (
    MAX_COLUMNS,
    SIBLINGS,
    BatchOptions,
    FieldTemplate,
    PageStore,
    RecordTemplate,
    join_fields,
    learn_and_read,
    records_of_each,
)
from honbun.files import write_whole
from honbun.input import Rejected
from honbun.output import TABLE_FORMATS, encode_table
from honbun.tables import Column, NamedBy, Table
from honbun.terminal import (
    cannot_write,
    check_not_read,
    check_read,
    format_of,
    number,
    options,
    progress,
    say,
    say_rejected,
    show,
)
from honbun.workers import Loss

if TYPE_CHECKING:
    from rich.table import Table as View

_VIEW = "view"
# Where a name comes from that the page itself states.
OF_THE_PAGE = frozenset({NamedBy.LINKED_DATA, NamedBy.LABEL, NamedBy.HEADER, NamedBy.PROPERTY})
# A table of at most so many columns is shown by its rows, of which there are so many; else by its columns.
_MAX_SHOWN_COLUMNS = 6
_MAX_SHOWN_ROWS = 20
_EXAMPLES = 3
_EXAMPLE_LENGTH = 40
_NAME_WIDTH = 16


@dataclass(frozen=True)
class Chosen:
    """Which columns of a table are written, and under which names."""

    select: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    rename: tuple[tuple[str, str], ...] = ()
    labelled: bool = False

    def of(self, table: Table) -> Table:
        """The table with these columns; FormatError if one is unknown."""
        known = set(table.columns)
        select, drop = _split(self.select, known), _split(self.drop, known)
        for name in (*select, *drop, *(old for old, _ in self.rename)):
            if len(table) and name not in known:
                raise FormatError("no such column", name, f"there are: {', '.join(table.columns) or 'none'}")
        if self.labelled:
            table = table.select(column.name for column in table.fields if column.named_by in OF_THE_PAGE)
        names = select or table.columns
        table = table.select(name for name in names if name in table.columns and name not in drop)
        return table.rename(dict(self.rename))


def _split(names: Iterable[str], known: Collection[str]) -> list[str]:
    """Names that may be several with commas between them, unless a column is called so."""
    return [one for name in names for one in ([name] if name in known else name.split(","))]


def _renamed(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    pairs = [value.rpartition("=") for value in values]
    if any(not old or not new for old, _, new in pairs):
        raise click.BadParameter("give OLD=NEW")
    return tuple((old, new) for old, _, new in pairs)


def chosen_columns(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose columns, given to the command as `chosen`."""

    @click.option("--select", multiple=True, metavar="NAME", help="Only these, in this order: a,b; repeatable.")
    @click.option("--drop", multiple=True, metavar="NAME", help="Without these: a,b; repeatable.")
    @click.option("--rename", multiple=True, metavar="OLD=NEW", callback=_renamed, help="Rename; repeatable.")
    @click.option("--labelled", is_flag=True, help="Only columns that have a name on the pages.")
    @wraps(command)
    def with_columns(
        *args: Any,
        select: tuple[str, ...],
        drop: tuple[str, ...],
        rename: tuple[tuple[str, str], ...],
        labelled: bool,
        **given: Any,
    ) -> Any:
        return command(*args, chosen=Chosen(select, drop, rename, labelled), **given)

    return with_columns


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
@chosen_columns
@options.siblings(SIBLINGS)
@options.alone
@options.with_default("--rank", click.IntRange(1), 1, "Which list to take: 2 is the second best.")
@click.option("--template", "template_file", metavar="FILE", help="A template from `honbun train --task records`.")
@options.batch
@options.quiet
@click.pass_context
def records(
    ctx: click.Context,
    paths: options.Paths,
    chosen: Chosen,
    batch: BatchOptions,
    format_: str | None,
    output: str,
    siblings: tuple[str, ...],
    alone: bool,
    rank: int,
    template_file: str | None,
    quiet: bool,
) -> None:
    """Turn list pages into a table: one row a record.

    PATH is what `honbun extract` takes: pages of search results, offers, members. Pages of one site show each
    other where their records are and what is a menu. On a terminal the table is shown, elsewhere it is csv.
    """
    if siblings and alone:
        raise click.UsageError("--siblings and --alone exclude each other.")
    if template_file and rank > 1:
        raise click.UsageError("--template and --rank exclude each other.")
    check_not_read(output, [*paths, *siblings, *filter(None, [template_file])])
    _format(format_, output)  # before any work is done
    template = RecordTemplate.load(template_file) if template_file else None
    pages, rejected = _read(paths, batch, quiet)
    others: PageStore | None = None
    if siblings:
        found, unread = _read(paths.others(siblings), batch, quiet)
        others, rejected = found.some(range(min(len(found), SIBLINGS))), [*rejected, *unread]
    with (
        progress("finding records on", len(pages)) as step,
        closing(
            records_of_each(
                pages,
                siblings=others,
                alone=alone,
                rank=rank - 1,
                template=template,
                batch=batch,
                progress=step,
            )
        ) as found_tables,
    ):
        tables = _without_losses(pages, found_tables, rejected)
    joined = Table.join(tables)
    if len(tables) > 1:
        empty = ((pages.source(i), table) for i, table in enumerate(tables) if not len(table) and table.notes)
        joined = replace(joined, notes=tuple(f"{source}: {table.notes[0]}" for source, table in empty))
    _write(chosen.of(joined), format_, output, is_quiet=quiet)
    ctx.exit(1 if rejected else 0)


@click.command()
@options.paths
@table_options
@chosen_columns
@options.with_default("--columns", click.IntRange(1), MAX_COLUMNS, "Keep at most this many columns per template.")
@click.option(
    "--all-columns",
    is_flag=True,
    help="Keep columns of menus, too, and whole texts that have their label in front.",
)
@click.option(
    "--join", is_flag=True, help="Each PATH is a series of its own; columns that mean the same become one."
)
@click.option("--save", metavar="FILE", help="Save the template, to read new pages with it.")
@click.option("--template", "template_file", metavar="FILE", help="Read the pages with this saved template.")
@options.one_by_one
@options.quiet
@click.pass_context
def fields(
    ctx: click.Context,
    paths: options.Paths,
    chosen: Chosen,
    format_: str | None,
    output: str,
    columns: int,
    all_columns: bool,
    join: bool,
    save: str | None,
    template_file: str | None,
    batch: BatchOptions,
    quiet: bool,
) -> None:
    """Turn a series of pages into a table: one row a page, one column a field.

    PATH is what `honbun extract` takes: a folder of pages that one template made, such as products or syllabi. No
    labels are needed. Columns are called what the pages call them; what a page does not have stays empty. With
    --join, series of several sites come in one table. On a terminal the table is shown, elsewhere it is csv.
    """
    if sum(map(bool, (save, template_file, join))) > 1:
        raise click.UsageError("--save, --template and --join exclude each other.")
    for written in filter(None, (output, save)):
        check_not_read(written, [*paths, *filter(None, [template_file])])
    _format(format_, output)
    if join:
        series = [_read(replace(paths, names=(name,), urls=()), batch, quiet) for name in paths.names]
        table = join_fields((pages for pages, _ in series), columns=columns, all_columns=all_columns)
        _write(chosen.of(table), format_, output, is_quiet=quiet)
        ctx.exit(1 if any(rejected for _, rejected in series) else 0)
    template = FieldTemplate.load(template_file) if template_file else None
    pages, rejected = _read(paths, batch, quiet)
    if template:
        table = template.read(pages, all_columns=all_columns)
    else:
        template, table = learn_and_read(pages, columns, all_columns=all_columns)
    if save:
        with cannot_write(save):
            template.save(save)
    _write(chosen.of(table.with_templates()), format_, output, is_quiet=quiet)
    ctx.exit(1 if rejected else 0)


def _read(paths: options.Paths, batch: BatchOptions, is_quiet: bool) -> tuple[PageStore, list[Rejected]]:
    """The pages, and what was rejected, which is named; InputError if there is no page."""
    with paths.open(batch) as opened, progress("reading", opened.total) as step:
        pages, rejected = opened.store(step)
    check_read(len(pages), rejected, paths, skipped={} if is_quiet else opened.skipped)
    return pages, rejected


def _without_losses(pages: PageStore, found: Iterable[Table | Loss], rejected: list[Rejected]) -> list[Table]:
    """The tables; pages that were lost are named, rejected, and have one without rows."""
    tables, lost = [], []
    for page, table in enumerate(found):
        if isinstance(table, Loss):
            lost.append(Rejected(pages.source(page), table.reason, table.detail))
            tables.append(Table())
        else:
            tables.append(table)
    say_rejected(lost)
    rejected += lost
    return tables


def _format(format_: str | None, output: str) -> str:
    """The format that is asked for; FormatError if it is unknown, InputError if the output is a folder."""
    if output.endswith("/") or Path(output).is_dir():
        raise InputError("is a folder, and a table is a file", output, "name a file, such as table.csv")
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
                write_whole(output, encoded)
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

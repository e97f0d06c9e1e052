"""`honbun records`."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace

import click

from honbun.cli.report import progress, say
from honbun.cli.tables import table_options, write_table
from honbun.errors import InputError
from honbun.extraction import SIBLINGS, BatchOptions, ListOptions, find_records, open_batch
from honbun.input import MAX_BYTES, RawPage, ReadOptions, Rejected
from honbun.tables import Table


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@table_options
@click.option(
    "--siblings",
    multiple=True,
    metavar="PATH",
    help=f"Other pages of the same site to compare with, the first {SIBLINGS} of them; may be repeated.",
)
@click.option("--alone", is_flag=True, help="Take every page alone.")
@click.option(
    "--rank", type=click.IntRange(1), default=1, show_default=True, help="2 for the list that comes second."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def records(
    ctx: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    output: str,
    siblings: tuple[str, ...],
    alone: bool,
    rank: int,
    jobs: int,
    max_bytes: int,
    quiet: bool,
) -> None:
    """Turn list pages into a table: one row a record.

    PATH is what `honbun extract` takes: pages of search results, offers, members. Pages of one site show each
    other where their records are and what is a menu. On a terminal the table is shown, elsewhere it is csv.
    """
    if siblings and alone:
        raise click.UsageError("--siblings and --alone exclude each other.")
    options = BatchOptions(read=ReadOptions(max_bytes=max_bytes))
    pages, rejected = _read(paths, options)
    others, unread = _read(siblings, options) if siblings else ([], [])
    say(f"{outcome.source}: {outcome.reason}" for outcome in (*rejected, *unread))
    if not pages or (siblings and not others):
        missing = paths if not pages else siblings
        raise InputError("no page to read", ", ".join(missing), "give a folder or files with HTML pages")
    asked = ListOptions(alone=alone, rank=rank - 1, jobs=jobs)
    with (
        progress("finding records on", len(pages)) as step,
        closing(find_records(pages, others[:SIBLINGS], asked, step)) as tables,
    ):
        found = list(tables)
    joined = Table.join(table for _, table in found)
    if len(found) > 1:
        notes = (f"{name}: {table.notes[0]}" for name, table in found if not len(table) and table.notes)
        joined = replace(joined, notes=tuple(notes))
    write_table(joined, format_, output, is_quiet=quiet)
    ctx.exit(1 if rejected or unread else 0)


def _read(paths: tuple[str, ...], options: BatchOptions) -> tuple[list[RawPage], list[Rejected]]:
    rejected: list[Rejected] = []
    with open_batch(paths, options, sys.stdin.buffer) as batch, progress("reading") as step:
        return list(batch.readable(step, rejected)), rejected

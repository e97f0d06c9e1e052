"""`honbun fields`."""

from __future__ import annotations

import sys

import click

from honbun.cli.report import progress, say
from honbun.cli.tables import table_options, write_table
from honbun.errors import InputError
from honbun.extraction import MOST_COLUMNS, BatchOptions, FieldTemplate, Known, learn_fields, open_batch
from honbun.input import MAX_BYTES, ReadOptions, Rejected


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@table_options
@click.option(
    "--columns",
    type=click.IntRange(1),
    default=MOST_COLUMNS,
    show_default=True,
    help="At most so many a template, the best.",
)
@click.option("--save", metavar="FILE", help="Save the template, to read new pages with it.")
@click.option("--template", "template_file", metavar="FILE", help="Read the pages with this saved template.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def fields(
    ctx: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    output: str,
    columns: int,
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
    rejected: list[Rejected] = []
    options = BatchOptions(read=ReadOptions(max_bytes=max_bytes))
    with open_batch(paths, options, sys.stdin.buffer) as batch, progress("reading") as step:
        known = Known.of_raw(batch.readable(step, rejected))
    say(f"{outcome.source}: {outcome.reason}" for outcome in rejected)
    if not len(known):
        raise InputError("no page to read", ", ".join(paths), "give a folder or files with HTML pages")
    template = template or learn_fields(known, columns)
    if save:
        try:
            template.save(save)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", save) from None
    write_table(template.read(known), format_, output, is_quiet=quiet)
    ctx.exit(1 if rejected else 0)

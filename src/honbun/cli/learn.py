"""`honbun learn`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from honbun.cli.report import progress, show_learned
from honbun.errors import InputError
from honbun.extraction import BatchOptions, Site, open_batch
from honbun.input import MAX_BYTES, ReadOptions


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", metavar="FILE", required=True, help="Where to save the site, such as site.json.")
@click.option("--site", "site_file", metavar="FILE", help="Start from this saved site and add the pages to it.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def learn(
    ctx: click.Context,
    paths: tuple[str, ...],
    output: str,
    site_file: str | None,
    jobs: int,
    max_bytes: int,
    quiet: bool,
) -> None:
    """Learn a site from its pages and save what was learned.

    No labels are needed. The file is a few kilobytes of JSON; use it with `honbun extract --site FILE`.
    """
    site = Site.load(site_file) if site_file else Site()
    options = BatchOptions(jobs=jobs, read=ReadOptions(max_bytes=max_bytes))
    with open_batch(paths, options, sys.stdin.buffer) as batch, progress("learning") as step:
        rejected = batch.teach(site, step)
    if not len(site):
        raise InputError("no page to learn from", ", ".join(paths), "give a folder or files with HTML pages")
    try:
        site.save(output)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", output) from None
    if not quiet:
        show_learned(site, rejected, Path(output))
    ctx.exit(1 if rejected else 0)

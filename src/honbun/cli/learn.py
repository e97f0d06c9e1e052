"""`honbun learn`."""

from __future__ import annotations

from pathlib import Path

import click

from honbun.extraction import BatchOptions, Site
from honbun.terminal import cannot_write, check_not_read, no_pages, options, progress, show_learned


@click.command()
@options.paths
@click.option("-o", "--output", metavar="FILE", required=True, help="Where to save the site, such as site.json.")
@options.site("Start from this saved site and add the pages to it.")
@options.batch
@options.quiet
@click.pass_context
def learn(
    ctx: click.Context,
    paths: options.Paths,
    batch: BatchOptions,
    output: str,
    site_file: str | None,
    quiet: bool,
) -> None:
    """Learn a site from its pages and save what was learned.

    No labels are needed. The file is a few kilobytes of JSON; use it with `honbun extract --site FILE`.
    """
    check_not_read(output, paths)
    site = Site.load(site_file) if site_file else Site()
    with paths.open(batch) as pages, progress("learning") as step:
        rejected = pages.teach(site, step)
    if not len(site):
        raise no_pages(paths, "no page to learn from")
    with cannot_write(output):
        site.save(output)
    if not quiet:
        show_learned(site, rejected, Path(output))
    ctx.exit(1 if rejected else 0)

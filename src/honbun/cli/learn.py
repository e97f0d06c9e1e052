"""`honbun learn` and `honbun drift`."""

from __future__ import annotations

from pathlib import Path

import click

from honbun.extraction import BatchOptions, Site
from honbun.terminal import cannot_write, check_not_read, check_read, number, options, progress, show_learned

EXIT_DRIFTED = 1


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
    with paths.open(batch) as pages, progress("learning", pages.total) as step:
        hosts, rejected = pages.teach(site, step)
    check_read(len(site), rejected, paths, "no page to learn from", {} if quiet else pages.skipped)
    with cannot_write(output):
        site.save(output)
    if not quiet:
        show_learned(site, hosts, len(rejected), Path(output))
    ctx.exit(1 if rejected else 0)


@click.command()
@click.argument("site_file", metavar="SITE")
@options.paths
@options.batch
def drift(site_file: str, paths: options.Paths, batch: BatchOptions) -> None:
    """Tell how well new pages fit a saved site.

    SITE is a file from `honbun learn`, PATH what `honbun extract` takes. What counts is the share of a page's
    lines that the site knows, against that of the pages it was learned from. Exit codes: 0 they fit, 1 the site
    has changed and is to be learned again, 2 nothing could be done.
    """
    site = Site.load(site_file)
    with paths.open(batch) as pages, progress("comparing", pages.total) as step:
        found, rejected = pages.drift(site, step)
    check_read(found.pages, rejected, paths, "no page to compare with", pages.skipped)
    answer = "the site has changed, learn it again" if found.is_drifted else "they fit"
    known = f"{found.fit:.0%} of the lines of a page are known, {found.expected:.0%} of the pages learned"
    click.echo(f"{number(found.pages, 'page')}: {answer}; {known}")
    if found.is_drifted:
        click.get_current_context().exit(EXIT_DRIFTED)

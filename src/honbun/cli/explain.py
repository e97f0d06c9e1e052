"""`honbun explain`."""

from __future__ import annotations

import click

from honbun.extraction import BatchOptions, ExtractOptions
from honbun.model import load_model
from honbun.studio import Compared, ExplainWork, compare_pages
from honbun.terminal import Summary, check_not_read, open_run, options, progress, sites_of, write_each


@click.command()
@options.paths
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="A file for one page, a folder (existing, or ending in /) for several. Default: standard output.",
)
@options.site("Show what this saved site knows of every page.")
@options.alone
@options.favour
@options.model("A model made by honbun train instead of the shipped one.")
@options.batch
@options.quiet
@click.pass_context
def explain(
    ctx: click.Context,
    paths: options.Paths,
    batch: BatchOptions,
    output: str,
    site_file: str | None,
    alone: bool,
    favour: str | None,
    model_file: str | None,
    quiet: bool,
) -> None:
    """Show pages with every block tinted by what was decided, and why.

    PATH is what `honbun extract` takes. Each page becomes one HTML file that opens in any browser, offline:
    nothing of the page runs in it, nothing is fetched. Of pages of one site it shows which repeat each block, the
    fields that `honbun fields` reads, and the template.
    """
    asked = ExtractOptions(favour=favour, model=load_model(model_file) if model_file else None)
    check_not_read(output, paths, ExplainWork().writer.suffix)
    summary = Summary()
    with open_run(paths, batch, output, "html", ExplainWork().writer.suffix) as (pages, target):
        is_several = pages.is_several()
        if is_several and target.is_joined:
            raise click.UsageError("Several pages need a folder: -o explained/")
        sites = sites_of(pages, site_file, alone=alone or not is_several)
        compared = Compared()
        if sites and is_several:
            with progress("comparing", pages.total) as step:
                compared = compare_pages(pages, sites, step)
        work = ExplainWork(sites=sites, options=asked, compared=compared)
        write_each(pages, work, target, summary, "explaining")
    if not quiet:
        summary.show(sites)
    ctx.exit(summary.exit_code)

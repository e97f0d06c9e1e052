"""`honbun explain`."""

from __future__ import annotations

from contextlib import closing

import click

from honbun.extraction import EVERY_PAGE, BatchOptions, ExtractOptions, Site, Sites
from honbun.model import load_model
from honbun.studio import Compared, ExplainWork, compare_pages
from honbun.terminal import Summary, check_not_read, is_folder, open_target, options, progress


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
    summary = Summary()
    sites: Sites = {}
    with paths.open(batch) as pages:
        is_several = pages.is_several()
        if is_several and not is_folder(output):
            raise click.UsageError("Several pages need a folder: -o explained/")
        check_not_read(output, paths)
        with open_target(output, "html", ExplainWork().writer.suffix) as target:
            if site_file:
                sites = {EVERY_PAGE: Site.load(site_file)}
            elif is_several and not alone:
                with progress("learning") as step:
                    sites = pages.learn(step)
            compared = Compared()
            if sites and is_several:
                with progress("comparing") as step:
                    compared = compare_pages(pages, sites, step)
            work = ExplainWork(sites=sites, options=asked, compared=compared)
            with progress("explaining") as step, closing(pages.each(work, step, target.is_done)) as outcomes:
                target.write(summary.counted(outcomes), work.writer)
    if not quiet:
        summary.show(sites)
    ctx.exit(summary.exit_code)

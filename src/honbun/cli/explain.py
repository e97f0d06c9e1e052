"""`honbun explain`."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from honbun.cli.report import Summary, progress
from honbun.cli.target import is_folder, open_target
from honbun.extraction import EVERY_PAGE, BatchOptions, ExtractOptions, Site, open_batch
from honbun.input import MAX_BYTES, ReadOptions
from honbun.model import load_model
from honbun.studio import ExplainFrame, compare_pages, explain_pages


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="A file for one page, a folder (existing, or ending in /) for several. Default: standard output.",
)
@click.option("--site", "site_file", metavar="FILE", help="Show what this saved site knows of every page.")
@click.option("--alone", is_flag=True, help="Take every page alone.")
@click.option("--favour", type=click.Choice(["precision", "recall"]), help="Rather lose text, or keep too much.")
@click.option(
    "--model", "model_file", metavar="FILE", help="A model made by honbun train instead of the shipped one."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def explain(
    ctx: click.Context,
    paths: tuple[str, ...],
    output: str,
    site_file: str | None,
    alone: bool,
    favour: str | None,
    model_file: str | None,
    jobs: int,
    max_bytes: int,
    quiet: bool,
) -> None:
    """Show pages with every block tinted by what was decided, and why.

    PATH is what `honbun extract` takes. Each page becomes one HTML file that opens in any browser, offline:
    nothing of the page runs in it, nothing is fetched. Of pages of one site it shows which repeat each block, the
    fields that `honbun fields` reads, and the template.
    """
    model = load_model(model_file) if model_file else None
    options = BatchOptions(
        jobs=jobs,
        read=ReadOptions(max_bytes=max_bytes),
        extract=ExtractOptions(favour=favour, model=model),
    )
    summary = Summary()
    with open_batch(paths, options, sys.stdin.buffer) as batch:
        is_several = batch.is_several()
        if is_several and not is_folder(output):
            raise click.UsageError("Several pages need a folder: -o explained/")
        with open_target(output) as target:
            if site_file:
                sites = {EVERY_PAGE: Site.load(site_file)}
            elif alone or not is_several:
                sites = {}
            else:
                with progress("learning") as step:
                    sites = batch.learn(step)
            compared = None
            if sites and is_several:
                with progress("comparing") as step:
                    compared = compare_pages(batch, sites, step)
            with progress("explaining") as step, closing(explain_pages(batch, sites, step, compared)) as outcomes:
                target.write(map(summary.count, outcomes), ExplainFrame())
    if not quiet:
        summary.show(sites)
    ctx.exit(summary.exit_code)

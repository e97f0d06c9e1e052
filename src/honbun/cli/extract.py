"""`honbun extract`."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from honbun.cli.report import Summary, progress
from honbun.cli.target import format_of, open_target
from honbun.extraction import EVERY_PAGE, BatchOptions, ExtractOptions, Site, open_batch
from honbun.input import MAX_BYTES, ReadOptions
from honbun.model import load_model
from honbun.output import FORMATS, writer
from honbun.render import RenderOptions


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-f",
    "--format",
    "format_",
    metavar="FORMAT",
    help=f"One of {', '.join(sorted(FORMATS))}. Default: by the name of -o, else text.",
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="A file, or a folder (existing, or ending in /) for one file a page. Default: standard output.",
)
@click.option(
    "--site",
    "site_file",
    metavar="FILE",
    help="Use this saved site for every page instead of learning from the pages themselves.",
)
@click.option(
    "--min-pages",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Sites with fewer pages are not learned: their pages are taken alone.",
)
@click.option("--alone", is_flag=True, help="Take every page alone.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
@click.option("--links/--no-links", default=True, help="Keep the addresses of links in markdown, html and tei.")
@click.option("--images/--no-images", default=True, help="Keep images in markdown, html and tei.")
@click.option("--tables/--no-tables", default=True, help="Keep tables as tables in markdown, html and tei.")
@click.option("--favour", type=click.Choice(["precision", "recall"]), help="Rather lose text, or keep too much.")
@click.option("--comments/--no-comments", default=False, help="Keep the comments below an article.")
@click.option(
    "--model", "model_file", metavar="FILE", help="A model made by honbun train instead of the shipped one."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def extract(
    ctx: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    output: str,
    site_file: str | None,
    min_pages: int,
    alone: bool,
    jobs: int,
    max_bytes: int,
    links: bool,
    images: bool,
    tables: bool,
    favour: str | None,
    comments: bool,
    model_file: str | None,
    quiet: bool,
) -> None:
    """Extract the main text of pages.

    PATH is an HTML file, a folder, a pattern such as 'pages/*.html', a WARC, JSONL, Parquet or zip file, gzipped
    or not, or - for standard input. The pages of one site teach each other what is boilerplate.
    """
    model = load_model(model_file) if model_file else None
    options = BatchOptions(
        min_pages=min_pages,
        jobs=jobs,
        read=ReadOptions(max_bytes=max_bytes),
        extract=ExtractOptions(favour=favour, comments=comments, model=model),
    )
    render = RenderOptions(links=links, images=images, tables=tables)
    summary = Summary()
    name = format_ or format_of(output, FORMATS, "text")
    writer(name)
    with open_batch(paths, options, sys.stdin.buffer) as batch, open_target(output) as target:
        out = writer(name, several=target.is_joined and batch.is_several(), options=render)
        if site_file:
            sites = {EVERY_PAGE: Site.load(site_file)}
        elif alone:
            sites = {}
        else:
            with progress("learning") as step:
                sites = batch.learn(step)
        with progress("extracting") as step, closing(batch.extract(sites, out, step)) as outcomes:
            target.write(map(summary.count, outcomes), out)
    if not quiet:
        summary.show(sites)
    ctx.exit(summary.exit_code)

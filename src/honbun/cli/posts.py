"""`honbun posts`."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import islice

import click

from honbun.cli.report import Summary, progress, say
from honbun.cli.target import format_of, open_target
from honbun.errors import InputError
from honbun.extraction import (
    EVERY_PAGE,
    TEMPLATE_PAGES,
    BatchOptions,
    Progress,
    Site,
    find_threads,
    learn_templates,
    open_batch,
    template_of_pages,
)
from honbun.input import MAX_BYTES, ReadOptions, Rejected
from honbun.model import ThreadModel, load_thread_model
from honbun.output import THREAD_FORMATS, thread_writer
from honbun.threads import ThreadTemplate


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-f",
    "--format",
    "format_",
    metavar="FORMAT",
    help=f"One of {', '.join(sorted(THREAD_FORMATS))}. Default: by the name of -o, else jsonl.",
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="A file, or a folder (existing, or ending in /) for one file a page. Default: standard output.",
)
@click.option(
    "--siblings",
    multiple=True,
    metavar="PATH",
    help=f"Other pages of the same site to compare with, the first {TEMPLATE_PAGES} of them; may be repeated.",
)
@click.option("--site", "site_file", metavar="FILE", help="Use what this saved site knows of its threads.")
@click.option("--model", "model_file", metavar="FILE", help="A model from `honbun train --task posts`.")
@click.option("--alone", is_flag=True, help="Take every page alone.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
@click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
@click.pass_context
def posts(
    ctx: click.Context,
    paths: tuple[str, ...],
    format_: str | None,
    output: str,
    siblings: tuple[str, ...],
    site_file: str | None,
    model_file: str | None,
    alone: bool,
    jobs: int,
    max_bytes: int,
    quiet: bool,
) -> None:
    """Find the posts of threads: each with author, date and text.

    PATH is what `honbun extract` takes. In csv, jsonl and parquet a post is a row, in json a thread is an object;
    html and text are for reading. A page without posts is written with the reason. The pages of one site show each
    other where its posts are.
    """
    if sum(map(bool, (siblings, site_file, alone))) > 1:
        raise click.UsageError("--siblings, --site and --alone exclude each other.")
    model = load_thread_model(model_file) if model_file else None
    options = BatchOptions(jobs=jobs, read=ReadOptions(max_bytes=max_bytes))
    summary = Summary(posts=0)
    name = format_ or format_of(output, THREAD_FORMATS, "jsonl")
    thread_writer(name)
    with open_batch(paths, options, sys.stdin.buffer) as batch, open_target(output) as target:
        out = thread_writer(name, several=target.is_joined and batch.is_several())
        with progress("learning") as step:
            if site_file:
                templates = {EVERY_PAGE: Site.load(site_file).template}
            elif siblings:
                templates = _template_of_siblings(siblings, options, step, model)
            else:
                templates = {} if alone else {**learn_templates(batch, step, model)}
        with (
            progress("finding posts on") as step,
            closing(find_threads(batch, templates, out, step, model)) as outcomes,
        ):
            target.write(map(summary.count, outcomes), out)
    if not quiet:
        summary.show(templates, "siblings used" if siblings else "saved site used")
    ctx.exit(summary.exit_code)


def _template_of_siblings(
    paths: tuple[str, ...], options: BatchOptions, step: Progress, model: ThreadModel | None
) -> dict[str, ThreadTemplate | None]:
    """The template for every page; what cannot be read is named, and an InputError if that is all there is."""
    rejected: list[Rejected] = []
    with open_batch(paths, options, sys.stdin.buffer) as others:
        pages = list(islice(others.readable(step, rejected), TEMPLATE_PAGES))
    say(f"{outcome.source}: {outcome.reason}" for outcome in rejected)
    if not pages:
        raise InputError("no page to compare with", ", ".join(paths), "give other pages of the same site")
    return {EVERY_PAGE: template_of_pages(pages, model)}

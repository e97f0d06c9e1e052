"""`honbun extract` and `honbun posts`: pages into documents or threads, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import click

from honbun.errors import FormatError
from honbun.extraction import (
    EVERY_PAGE,
    Batch,
    BatchOptions,
    ExtractOptions,
    ExtractWork,
    PostsWork,
    Section,
    Selection,
    Site,
    Sites,
    joined,
)
from honbun.extraction import extract as read_document
from honbun.input import Rejected
from honbun.model import ThreadModel, load_model, load_thread_model
from honbun.output import FORMATS, THREAD_FORMATS, Layout, thread_writer, writer
from honbun.render import RenderOptions
from honbun.terminal import (
    Summary,
    check_not_read,
    check_read,
    corpus,
    format_of,
    open_run,
    options,
    progress,
    sites_of,
    write_each,
)

# Of sibling pages so many are read: with four other pages of the site the published method was at its best.
_MAX_SIBLINGS = 5
# A column that none of so many pages came with is a slip of the pen.
_MAX_PAGES_OF_COLUMNS = 100


@click.command()
@options.paths
@options.format_(FORMATS, "text")
@options.file_or_folder
@options.resume
@options.site("Use this saved site for every page instead of learning from the pages themselves.")
@options.with_default(
    "--min-pages", click.IntRange(1), 2, "Sites with fewer pages are not learned: their pages are taken alone."
)
@options.alone
@options.batch
@corpus.rows
@corpus.layout
@corpus.selection
@click.option("--links/--no-links", default=True, help="Keep the addresses of links in markdown, html and tei.")
@click.option("--images/--no-images", default=True, help="Keep images in markdown, html and tei.")
@click.option("--tables/--no-tables", default=True, help="Keep tables as tables in markdown, html and tei.")
@options.favour
@click.option("--comments/--no-comments", default=False, help="Keep the comments below an article.")
@options.model("A model made by honbun train instead of the shipped one.")
@options.quiet
@click.pass_context
def extract(
    ctx: click.Context,
    paths: options.Paths,
    batch: BatchOptions,
    layout: Layout,
    selection: Selection,
    format_: str | None,
    output: str,
    resume: bool,
    site_file: str | None,
    min_pages: int,
    alone: bool,
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
    or not, - for standard input, or an address: of a page, or of a feed or a sitemap, whose pages are fetched.
    The pages of one site teach each other what is boilerplate.
    """
    if selection.unique and resume:
        raise click.UsageError("--deduplicate and --resume exclude each other.")
    model = load_model(model_file) if model_file else None
    asked = ExtractOptions(favour=favour, comments=comments, model=model)
    render = RenderOptions(links=links, images=images, tables=tables)
    name = format_ or format_of(output, FORMATS, "text")
    suffix = writer(name).suffix
    check_not_read(output, [*paths, *filter(None, [site_file, model_file])], suffix)
    summary = Summary()
    reading = replace(batch, min_pages=min_pages)
    with open_run(paths, reading, output, name, suffix, resume=resume) as (pages, target):
        if layout.fields:
            _check_columns(layout.fields, pages)
        out = writer(name, several=target.is_joined and pages.is_several(), options=render, layout=layout)
        sites = sites_of(pages, site_file, alone=alone)
        write_each(pages, ExtractWork(out, sites, asked, selection), target, summary, "extracting")
    if not quiet:
        summary.show(sites)
    ctx.exit(summary.exit_code)


def _check_columns(wanted: Sequence[str], pages: Batch) -> None:
    """FormatError if a column is asked for that neither documents have nor the rows of the first pages."""
    names = ("source", *read_document("").to_dict())
    if set(wanted) <= set(names):
        return
    first = islice(pages.readable(lambda _: None), _MAX_PAGES_OF_COLUMNS)
    own = (f"input_{name}" if name in names else name for page in first for name in page.own_columns)
    known = dict.fromkeys([*names, *own])
    for name in wanted:
        if name not in known:
            raise FormatError("no such column", name, f"there are: {', '.join(known)}")


@click.command()
@options.paths
@options.format_(THREAD_FORMATS, "jsonl")
@options.file_or_folder
@options.resume
@options.siblings(_MAX_SIBLINGS)
@options.site("Use what this saved site knows of its threads.")
@options.model("A model from `honbun train --task posts`.")
@options.alone
@click.option("--join", "is_joined", is_flag=True, help="Join pages that continue each other into one thread.")
@options.batch
@corpus.rows
@options.quiet
@click.pass_context
def posts(
    ctx: click.Context,
    paths: options.Paths,
    batch: BatchOptions,
    format_: str | None,
    output: str,
    resume: bool,
    siblings: tuple[str, ...],
    site_file: str | None,
    model_file: str | None,
    alone: bool,
    is_joined: bool,
    quiet: bool,
) -> None:
    """Find the posts of threads: each with author, date and text.

    PATH is what `honbun extract` takes. In csv, jsonl and parquet a post is a row, in json a thread is an object;
    html and text are for reading. A page without posts is written with the reason. The pages of one site show each
    other where its posts are.
    """
    if sum(map(bool, (siblings, site_file, alone))) > 1:
        raise click.UsageError("--siblings, --site and --alone exclude each other.")
    if is_joined and resume:
        raise click.UsageError("--join needs all pages at once, --resume leaves out those that are done.")
    model = load_thread_model(model_file) if model_file else None
    name = format_ or format_of(output, THREAD_FORMATS, "jsonl")
    suffix = thread_writer(name).suffix
    check_not_read(output, [*paths, *siblings, *filter(None, [site_file, model_file])], suffix)
    summary = Summary(posts=0)
    with open_run(paths, batch, output, name, suffix, resume=resume) as (pages, target):
        out = thread_writer(name, several=target.is_joined and pages.is_several())
        if siblings:
            sites: Sites = {EVERY_PAGE: _site_of_siblings(paths.others(siblings), batch, model)}
        else:
            sites = sites_of(pages, site_file, alone=alone, sections=Section.THREADS, model=model)
        work = PostsWork(out, sites, model, is_joined=is_joined)
        finish = partial(joined, writer=out) if is_joined else iter
        write_each(pages, work, target, summary, "finding posts on", finish)
    if not quiet:
        summary.show(sites, "siblings used" if siblings else "saved site used")
    ctx.exit(summary.exit_code)


def _site_of_siblings(paths: options.Paths, batch: BatchOptions, model: ThreadModel | None) -> Site:
    """What sibling pages teach of threads; what cannot be read is named, and an InputError if that is all."""
    rejected: list[Rejected] = []
    with paths.open(batch) as others, progress("learning") as step:
        pages = list(islice(others.readable(step, rejected), _MAX_SIBLINGS))
    check_read(pages, rejected, paths, "no page to compare with")
    site = Site()
    for page in pages:
        site.add_page(page, Section.THREADS, model)
    return site

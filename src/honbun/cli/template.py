"""`honbun template`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from honbun.errors import InputError
from honbun.extraction import BatchOptions
from honbun.files import write_whole
from honbun.input import ReadOptions, Rejected
from honbun.methods.templates import (
    PageRecords,
    SeriesTemplates,
    Spectrum,
    Template,
    find_page_records,
    find_templates,
)
from honbun.page import decode
from honbun.report import spectrum_picture
from honbun.terminal import cannot_write, check_read, cut, options, progress, say

_PICTURE = "template.svg"


@click.command()
@options.paths
@click.option("--tags", is_flag=True, help="Count the records of each page by its tags.")
@click.option(
    "--plot",
    is_flag=False,
    flag_value=_PICTURE,
    metavar="[FILE]",
    help=f"Write a picture of F as SVG, without a name as {_PICTURE}; with --tags of one page.",
)
@click.option(
    "-f",
    "--format",
    "format_",
    type=click.Choice(["json", "text"]),
    default="text",
    show_default=True,
    help="For programs, whole; or for reading, long strings cut.",
)
@options.max_bytes
@click.pass_context
def template(
    ctx: click.Context, paths: options.Paths, tags: bool, plot: str | None, format_: str, max_bytes: int
) -> None:
    """Find the template that a series of pages was filled into.

    PATH is what `honbun extract` takes. Strings that occur once on each of many pages are their template; pages of
    several templates are told apart. With --tags each page is taken alone: tags that repeat are those of its
    records. Needs pydivsufsort: `pip install 'honbun[template]'`.
    """
    rejected: list[Rejected] = []
    options_ = BatchOptions(read=ReadOptions(max_bytes=max_bytes))
    with paths.open(options_) as batch, progress("reading") as step:
        pages = [
            (page.source, decode(page.body, page.content_type).text) for page in batch.readable(step, rejected)
        ]
    check_read(pages, rejected, paths, skipped=batch.skipped)
    if plot and tags and len(pages) > 1:
        raise click.UsageError("--plot with --tags takes one page.")
    if len(pages) == 1 and not tags:
        raise InputError("one page has no template of its own", pages[0][0], "give more pages, or --tags")
    found = [find_page_records(*page) for page in pages] if tags else [find_templates(pages)]
    if format_ == "json":
        objects = [each.to_dict() for each in found]
        click.echo(json.dumps(objects if tags else objects[0], ensure_ascii=False, indent=1))
    else:
        for each in found:
            click.echo("\n".join(_records(each) if isinstance(each, PageRecords) else _templates(each)))
    if plot:
        draw_spectrum(found[0].spectrum, found[0].peak, None if tags else len(pages), plot)
    ctx.exit(1 if rejected else 0)


def _templates(found: SeriesTemplates) -> Iterator[str]:
    yield found.meaning
    if not found.templates:
        yield "No template: no pages have enough in common that each shows once."
    for template in found.templates:
        holders = f"{len(template.pages):,} of {len(found.names):,} pages"
        length = sum(map(len, template.strings))
        share = f"{100 * found.share(template):.0f} % of them"
        yield f"\n{holders}: {len(template.strings):,} strings, {length:,} characters, {share}"
        if len(template.pages) < len(found.names):
            yield "  on " + cut(", ".join(found.names[page] for page in template.pages))
        yield from _shown(template.strings)


def _records(found: PageRecords) -> Iterator[str]:
    yield f"{found.name}: {found.meaning}"
    if found.records:
        yield from _shown(found.records.strings)


def _shown(strings: Sequence[str]) -> Iterator[str]:
    return (f"  {cut(string)}" for string in strings)


def draw_spectrum(spectrum: Spectrum, peak: Template | None, pages: int | None, file: str) -> None:
    """Write F as a picture, and say so; `pages` is None for the tags of one page."""
    if Path(file).suffix.lower() != ".svg":
        raise InputError("pictures are SVG", file, "give a name that ends in .svg")
    title = f"F of {pages:,} pages" if pages else "F of the tags of a page"
    highest = peak.frequency if peak else None
    picture = spectrum_picture(spectrum.frequency.tolist(), spectrum.total.tolist(), highest, pages, title)
    with cannot_write(file):
        write_whole(file, picture.encode("utf-8"))
    say([f"the picture is in {file}"])

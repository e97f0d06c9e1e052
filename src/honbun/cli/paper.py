"""`honbun paper`: the published methods, each by its name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from honbun.errors import InputError
from honbun.extraction import BatchOptions, Outcome, open_batch, site_name
from honbun.files import write_whole
from honbun.input import RawPage, ReadOptions, Rejected
from honbun.output import FORMATS, THREAD_FORMATS, thread_writer, writer
from honbun.page import decode
from honbun.terminal import (
    Summary,
    cannot_write,
    check_read,
    cut,
    format_of,
    open_target,
    options,
    progress,
)

if TYPE_CHECKING:
    from honbun.papers import PublishedTemplate

Command = Callable[..., Any]
_TEMPLATE_FORMATS = ("json", "text")


@click.group()
def paper() -> None:
    """Run a published method on your own pages, as it was published.

    PATH is what `honbun extract` takes; the pages of one site are one set, unless --mixed. --explain shows what
    the method saw instead of what it found. docs/papers.md has the papers, their tables and ours.
    """


def _method(formats: Iterable[str], default: str) -> Callable[[Command], Command]:
    """What all of them have: paths, the form and place of what comes out, --mixed and --explain."""

    def with_options(command: Command) -> Command:
        for option in (
            options.quiet,
            options.max_bytes,
            click.option("--explain", is_flag=True, help="Show what the method saw, in lines to read."),
            click.option("--mixed", is_flag=True, help="Take all pages as one set, of whatever sites they are."),
            options.file_or_folder,
            options.format_(formats, default),
            options.paths,
        ):
            command = option(command)
        return command

    return with_options


@paper.command("unique-blocks")
@_method(FORMATS, "text")
@click.option("--threshold", default=0.9, show_default=True, help="Blocks with a higher cosine are the same.")
@click.option("--with-src", is_flag=True, help="Count src values, as the paper on blogs does.")
@click.option("--without-noscript", is_flag=True, help="Leave noscript out, as the paper on blogs does.")
@click.pass_context
def unique_blocks(ctx: click.Context, /, **given: Any) -> None:
    """Content is what is on one page only (Yoshida and Yamamoto 2009)."""
    _write_documents(ctx, "unique_blocks", given)


@paper.command("element-identifiers")
@_method(FORMATS, "text")
@click.option("--complete/--no-complete", default=True, help="Take in what lies between content of one region.")
@click.pass_context
def element_identifiers(ctx: click.Context, /, **given: Any) -> None:
    """Post and comments of a blog apart, by the regions of its template (Yoshida).

    The text is the post; the comments are in json, jsonl and parquet, as one: the method does not tell them apart.
    """
    _write_documents(ctx, "element_identifiers", given)


@paper.command("nodes")
@_method(FORMATS, "text")
@click.option(
    "--model",
    "model_file",
    metavar="FILE",
    help="From `honbun train --features paper -o FILE`. Default: one that was learned from news.",
)
@click.pass_context
def nodes(ctx: click.Context, /, model_file: str | None, **given: Any) -> None:
    """Leaf text nodes that a trained classifier keeps (Hong, Li, Wang and Weng 2019)."""
    from honbun.papers import NodeModel

    _write_documents(ctx, "nodes", {**given, "model": NodeModel.load(model_file) if model_file else None})


@paper.command("posts")
@_method(THREAD_FORMATS, "jsonl")
@click.option("--siblings", type=click.IntRange(0), default=4, show_default=True, help="α: other pages compared.")
@options.with_default(
    "--agreement",
    click.FloatRange(0, 1),
    0.7,
    "β: the main element is in the first layer in which a smaller share of the pages agrees.",
)
@click.option("--with-breaks", is_flag=True, help="Take <br> as an element, not as part of a text.")
@click.pass_context
def posts(ctx: click.Context, /, **given: Any) -> None:
    """One post at a time: what repeats most in the main element of a page."""
    _write_documents(ctx, "posts", given, of_threads=True)


@paper.command("templates")
@_method(_TEMPLATE_FORMATS, "text")
@click.option("--tags", is_flag=True, help="Each page alone, counted in tags: the records of a list.")
@click.option(
    "--max-length", "-n", type=click.IntRange(1), default=10, show_default=True, help="Of strings counted."
)
@click.option("--any-length", is_flag=True, help="Count strings of any length.")
@click.option("--min-frequency", type=click.IntRange(1), default=3, show_default=True, help="Of a peak.")
@click.option(
    "--max-frequency", type=click.IntRange(1), help="Of a peak; the number of pages is the paper's remedy."
)
@click.option("--everywhere", is_flag=True, help="Count only strings that are on every page.")
@click.option("--compare", is_flag=True, help="Show the strings of `honbun template` beside the published ones.")
@click.option("--plot", metavar="FILE", help="Write F(f) as a picture, SVG; of one set or page.")
@click.pass_context
def templates(ctx: click.Context, /, compare: bool, plot: str | None, any_length: bool, **given: Any) -> None:
    """The strings at the peak of F(f) = f·V(f): the template of a series of pages.

    Needs pydivsufsort: `pip install 'honbun[template]'`.
    """
    from honbun import papers

    asked = _Asked(given)
    parameters = given | ({"max_length": None} if any_length else {})
    if asked.explain:
        asked.show_explained("templates", parameters)
    else:
        found = [each for pages in asked.sets() for each in papers.templates(_named(pages), **parameters)]
        _write_templates(found, asked, compare=compare)
        if plot:
            if len(found) != 1:
                raise InputError("a picture is of one set or page", plot, "give --mixed or one page")
            from honbun.cli.template import draw_spectrum

            pages = found[0].pages if found[0].pages > 1 else None
            draw_spectrum(found[0].spectrum, found[0].template, pages, plot)
    ctx.exit(1 if asked.rejected else 0)


class _Asked:
    """What all methods are asked for, taken out of the options of one; the others are its parameters."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.paths, self.format_, self.output = (given.pop(name) for name in ("paths", "format_", "output"))
        self.mixed, self.explain, self.quiet = (given.pop(name) for name in ("mixed", "explain", "quiet"))
        self.batch = BatchOptions(read=ReadOptions(max_bytes=given.pop("max_bytes")))
        self.rejected: list[Rejected] = []

    def sets(self) -> list[list[RawPage]]:
        """The pages, site by site, or all together; InputError if there are none."""
        sets: dict[str, list[RawPage]] = {}
        with open_batch(self.paths, self.batch, sys.stdin.buffer) as batch, progress("reading") as step:
            store, self.rejected = batch.store(step)
        for page in map(store.raw, range(len(store))):
            sets.setdefault("" if self.mixed else site_name(page), []).append(page)
        check_read(sets, self.rejected, self.paths)
        return list(sets.values())

    def show_explained(self, name: str, parameters: dict[str, Any]) -> None:
        """What the method saw of each set."""
        from honbun import papers

        for pages in self.sets():
            for line in papers.explain(name, _named(pages), **parameters):
                click.echo(line)


def _named(pages: Iterable[RawPage]) -> list[tuple[str | None, str]]:
    """The pages, decoded, under names that can be shown."""
    return [(page.url or page.source, text) for page, (_, text) in zip(pages, _decoded(pages), strict=True)]


def _decoded(pages: Iterable[RawPage]) -> list[tuple[str | None, str]]:
    return [(page.url, decode(page.body, page.content_type).text) for page in pages]


def _write_documents(ctx: click.Context, name: str, given: dict[str, Any], *, of_threads: bool = False) -> None:
    """Run a method on each set of pages and write what it finds, page by page."""
    from honbun import papers

    asked = _Asked(given)
    if asked.explain:
        asked.show_explained(name, given)
        ctx.exit(1 if asked.rejected else 0)
    formats, default, make = (THREAD_FORMATS, "jsonl", thread_writer) if of_threads else (FORMATS, "text", writer)
    format_ = asked.format_ or format_of(asked.output, formats, default)
    sets = asked.sets()
    summary = Summary(posts=0 if of_threads else None)
    with open_target(asked.output, format_, make(format_).suffix) as target:
        for page in (page for pages in sets for page in pages):
            target.is_done(page)
        out: Any = make(format_, several=target.is_joined and sum(map(len, sets)) > 1)
        run = getattr(papers, name)
        found = ((pages, run(_decoded(pages), **given)) for pages in sets)
        outcomes = (
            _outcome(page, each, out)
            for pages, answers in found
            for page, each in zip(pages, answers, strict=True)
        )
        target.write(summary.counted(outcomes), out)
    if not asked.quiet:
        summary.show({})
    ctx.exit(1 if asked.rejected else 0)


def _outcome(page: RawPage, found: Any, out: Any) -> Outcome:
    encoded, reason = out.encode(found, page.source), found.reason or ""
    if hasattr(found, "labels"):
        kept = int(found.labels.is_content.sum())
        return Outcome(page.source, encoded, reason, kept=kept, blocks=len(found.blocks))
    return Outcome(page.source, encoded, reason, posts=len(found))


def _write_templates(found: list[PublishedTemplate], asked: _Asked, *, compare: bool) -> None:
    name = asked.format_ or format_of(asked.output, _TEMPLATE_FORMATS, "text")
    if name == "json":
        text = json.dumps([each.to_dict() for each in found], ensure_ascii=False, indent=1) + "\n"
    elif name == "text":
        text = "".join(f"{line}\n" for each in found for line in _lines(each, compare=compare))
    else:
        raise InputError("unknown output format", name, f"known: {', '.join(_TEMPLATE_FORMATS)}")
    if asked.output == "-":
        click.echo(text, nl=False)
    else:
        with cannot_write(asked.output):
            write_whole(asked.output, text.encode("utf-8"))


def _lines(found: PublishedTemplate, *, compare: bool) -> Iterator[str]:
    of = found.name or f"{found.pages:,} pages"
    if found.template is None:
        yield f"{of}: no string occurs often enough for a peak"
    else:
        template = found.template
        peak = f"{template.frequency:,} ({template.total:,})"
        yield f"{of}: F is highest at {peak}; {len(template.strings):,} strings"
        yield from (f"  {cut(string)}" for string in template.strings)
    if compare:
        for ours in found.ours:
            yield f"honbun template: {ours.frequency:,} times, {len(ours.strings):,} strings"
            yield from (f"  {cut(string)}" for string in ours.strings)
        yield f"{found.common:,} of the published strings are honbun's, too"

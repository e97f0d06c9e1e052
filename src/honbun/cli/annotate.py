"""`honbun annotate`."""

from __future__ import annotations

import webbrowser

import click

from honbun.annotate import Desk, GuessOptions, add_pages, open_desk
from honbun.annotate import annotate as run_desk
from honbun.errors import InputError
from honbun.extraction import BatchOptions, ExtractOptions, Site
from honbun.model import load_model
from honbun.studio import ServeOptions
from honbun.terminal import options, progress, say, say_rejected

_DEFAULT = ServeOptions()
# Rejected pages that are named; the rest are counted.
_NAMED = 5


@click.command()
@options.optional_paths
@click.option(
    "--corpus",
    metavar="FILE",
    default="corpus.jsonl",
    show_default=True,
    help="The corpus to write. Unfinished work is kept in FILE.work.",
)
@options.site("Label pages beforehand with this saved site.")
@options.model("Label pages beforehand with a model from `honbun train`.")
@click.option("--export", "is_export", is_flag=True, help="Write the corpus and stop; no server is started.")
@click.option("--agreement", "is_agreement", is_flag=True, help="Print how far annotators agree, and stop.")
@click.option("--open", "is_open", is_flag=True, help="Open the app in a browser.")
@click.option("--host", default=_DEFAULT.host, show_default=True, help="The address to listen at.")
@options.with_default("--port", click.IntRange(0, 65535), _DEFAULT.port, "0 takes a free one.")
@options.batch
def annotate(
    paths: options.Paths,
    corpus: str,
    site_file: str | None,
    model_file: str | None,
    is_export: bool,
    is_agreement: bool,
    is_open: bool,
    host: str,
    port: int,
    batch: BatchOptions,
) -> None:
    """Label pages by mouse, in a browser.

    PATH is what `honbun extract` takes; without it the work goes on with the pages that are there. honbun labels
    the pages first, people correct it. Everything is saved at once. The corpus is what `honbun evaluate` and
    `honbun train` read.
    """
    desk = open_desk(corpus)
    if paths:
        with paths.open(batch) as pages:
            added, rejected = add_pages(desk, pages.pages())
        for each in rejected[:_NAMED]:
            say([f"{each.source}: {each.reason}"])
        say([f"{added} pages added, {len(rejected)} rejected"])
    if not desk.store.numbers():
        raise InputError("no pages to label", corpus, "name pages: honbun annotate pages/")
    model = load_model(model_file) if model_file else None
    site = Site.load(site_file) if site_file else None
    guess = GuessOptions(site=site, extract=ExtractOptions(model=model), batch=batch)
    with progress("labelling", len(desk.store.numbers())) as step:
        _, lost = desk.guess(guess, step)
    say_rejected(lost)
    if is_agreement:
        _show_agreement(desk)
    if is_export:
        say([f"{desk.export()} pages written to {desk.corpus}"])
    if not is_agreement and not is_export:
        _serve(desk, guess, ServeOptions(host=host, port=port, rate=0, jobs=batch.jobs), is_open)


def _serve(desk: Desk, guess: GuessOptions, served: ServeOptions, is_open: bool) -> None:
    def started(address: str) -> None:
        say([f"label at {address}, Ctrl-C ends it; the work is in {desk.store.path}"])
        if is_open:
            webbrowser.open(address)

    run_desk(desk, guess, served, started)
    say([f"{desk.export()} pages written to {desk.corpus}"])


def _show_agreement(desk: Desk) -> None:
    click.echo("annotator\tagainst\twhat\tpages\tprecision\trecall\tF1\tperfect pages")
    for row in desk.agreement():
        figures = (f"{each:.3f}" for each in (row.precision, row.recall, row.f1, row.perfect))
        click.echo("\t".join([row.annotator, row.against, row.what, str(row.pages), *figures]))

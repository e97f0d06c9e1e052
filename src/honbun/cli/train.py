"""`honbun train`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from honbun.cli.report import progress
from honbun.cli.target import cannot_write
from honbun.errors import FormatError

if TYPE_CHECKING:
    from honbun.model import Model, ThreadModel

_FEATURES = ("runs", "paper")
_TASKS = ("content", "posts")
_TREES = 250


@click.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", metavar="FILE", help="Where to save the model, such as model.npz.")
@click.option(
    "--task",
    type=click.Choice(_TASKS),
    default="content",
    show_default=True,
    help="content: a model of main text. posts: one that tells the posts of threads apart.",
)
@click.option(
    "--features",
    type=click.Choice(_FEATURES),
    default="runs",
    show_default=True,
    help="runs: the measures of the shipped model. paper: the nine of the published method, to compare.",
)
@click.option("--set", "sets", multiple=True, metavar="NAME", help="Only pages of this set; may be repeated.")
@click.option(
    "--folds", type=click.IntRange(0), default=5, show_default=True, help="Of cross-validation; 0 for none."
)
@click.option(
    "--trees", type=click.IntRange(1, 5000), show_default=str(_TREES), help="Number of trees; of posts, at most."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same model.")
@click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Number of threads; of posts, processes."
)
@click.option("-q", "--quiet", is_flag=True, help="Only write the model.")
def train(
    corpora: tuple[str, ...],
    output: str | None,
    task: str,
    features: str,
    sets: tuple[str, ...],
    folds: int,
    trees: int | None,
    seed: int,
    jobs: int,
    quiet: bool,
) -> None:
    """Train a model on pages with their main text, or on threads with their posts.

    CORPUS is what `honbun evaluate` reads: Parquet, JSON lines, a folder of x.html and x.json. Cross-validation
    keeps the pages of a site together, so its figures are for sites that the model has not seen. For posts there
    must also be pages that are no threads: without posts, and of another page_type than forum.
    """
    if task == "posts":
        if features == "paper":
            raise FormatError("the paper's features are for main text", "--features", "leave it out")
        _train_posts(corpora, output, sets, folds, trees, seed, jobs, quiet)
        return
    if features == "paper":
        _compare(corpora, output, sets, folds, seed)
        return
    from honbun.evaluate import read_corpus
    from honbun.train import BoostOptions, build, cross_validate, fit, lines, only

    if not output and not folds:
        raise FormatError("nothing to do", "--folds 0", "give -o FILE, or folds to cross-validate")
    options = BoostOptions(trees=trees or _TREES, seed=seed, threads=jobs)
    read = [only(read_corpus(Path(corpus)), sets) for corpus in corpora]
    with progress("reading", sum(len(corpus.cases) for corpus in read)) as step:
        data = build(read, step)
    scores: dict[str, float] = {}
    if folds:
        with progress("cross-validating", folds) as step:
            report = cross_validate(data, options, folds, step)
        scores = {"all": report.f1, **report.by_kind}
        if not quiet:
            click.echo("\n".join(lines(report)))
    if output:
        model = replace(fit(data, options), scores={name: round(score, 4) for name, score in scores.items()})
        _save(model, output, quiet)


def _train_posts(
    corpora: tuple[str, ...],
    output: str | None,
    sets: tuple[str, ...],
    folds: int,
    trees: int | None,
    seed: int,
    jobs: int,
    quiet: bool,
) -> None:
    """A model of threads, and its figures as tables."""
    from honbun.evaluate import read_corpus
    from honbun.train import ThreadOptions, build_threads, fit_threads, folds_by_site, only, thread_lines

    if folds < 2:
        raise FormatError("a model of threads learns from folds", f"--folds {folds}", "take two or more")
    read = [only(read_corpus(Path(corpus)), sets) for corpus in corpora]
    threads = sum(bool(case.gold.posts) for corpus in read for case in corpus.cases)
    with progress("reading", threads) as step:
        data = build_threads(read, jobs, step)
    options = ThreadOptions().limited(trees, seed)
    with progress("cross-validating", folds + 1) as step:
        model, report = fit_threads(data, folds_by_site(data, folds), options, jobs, step)
    if not quiet:
        click.echo("\n".join(thread_lines(report)))
    if output:
        _save(model, output, quiet)


def _save(model: Model | ThreadModel, output: str, quiet: bool) -> None:
    with cannot_write(output):
        model.save(output)
    if not quiet:
        click.echo(f"saved {output}, {Path(output).stat().st_size / 2**20:.1f} MB", err=True)


def _compare(corpora: tuple[str, ...], output: str | None, sets: tuple[str, ...], folds: int, seed: int) -> None:
    """The published method against its rivals, as a table."""
    from honbun.papers.node_classification import run

    if sets:
        raise FormatError("the paper's features are compared on each set by itself", "--set", "leave it out")
    if output:
        raise FormatError("the paper's features are there to compare", "-o", "leave out -o or --features")
    for line in run([Path(corpus) for corpus in corpora], max(folds, 2), seed):
        click.echo(line)

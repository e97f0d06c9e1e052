"""`honbun train`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from honbun.cli.report import progress
from honbun.errors import FormatError, InputError

_FEATURES = ("runs", "paper")


@click.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", metavar="FILE", help="Where to save the model, such as model.npz.")
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
@click.option("--trees", type=click.IntRange(1, 5000), default=250, show_default=True, help="Number of trees.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same model.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Number of threads.")
@click.option("-q", "--quiet", is_flag=True, help="Only write the model.")
def train(
    corpora: tuple[str, ...],
    output: str | None,
    features: str,
    sets: tuple[str, ...],
    folds: int,
    trees: int,
    seed: int,
    jobs: int,
    quiet: bool,
) -> None:
    """Train a model on pages with their main text.

    CORPUS is what `honbun evaluate` reads: a Parquet file or a folder of x.html and x.json. Cross-validation keeps
    the pages of a site together, so its figures are for sites that the model has not seen.
    """
    if features == "paper":
        _compare(corpora, output, sets, folds, seed)
        return
    from honbun.evaluate.corpus import read_corpus
    from honbun.train.boost import BoostOptions
    from honbun.train.dataset import build, only
    from honbun.train.fit import cross_validate, fit
    from honbun.train.report import lines

    if not output and not folds:
        raise FormatError("nothing to do", "--folds 0", "give -o FILE, or folds to cross-validate")
    options = BoostOptions(trees=trees, seed=seed, threads=jobs)
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
        try:
            model.save(output)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", output) from None
        if not quiet:
            click.echo(f"saved {output}, {Path(output).stat().st_size / 2**20:.1f} MB", err=True)


def _compare(corpora: tuple[str, ...], output: str | None, sets: tuple[str, ...], folds: int, seed: int) -> None:
    """The published method against its rivals, as a table."""
    from honbun.train.paper.report import run

    if sets:
        raise FormatError("the paper's features are compared on each set by itself", "--set", "leave it out")
    if output:
        raise FormatError("the paper's features are there to compare", "-o", "leave out -o or --features")
    for line in run([Path(corpus) for corpus in corpora], max(folds, 2), seed):
        click.echo(line)

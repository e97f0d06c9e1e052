"""`honbun train`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from honbun.errors import FormatError
from honbun.terminal import cannot_write, number, options, progress, say

if TYPE_CHECKING:
    from honbun.alerts import Classifier
    from honbun.evaluate import Corpus
    from honbun.extraction import FieldTemplate, RecordTemplate
    from honbun.model import Model, ThreadModel
    from honbun.papers import NodeModel
    from honbun.train import Dataset

_FEATURES = ("blocks", "paper")
_TASKS = ("content", "posts", "fields", "records", "alerts")
_LEARNERS = ("xgboost", "svm", "logistic")
_TREES = 250
# Below this a model knows little but the templates it has seen. Chosen, not measured.
_MIN_PAGES = 100
_MIN_SITES = 10


@click.command()
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", metavar="FILE", help="Where to save the model, such as model.npz.")
@options.with_default(
    "--task",
    click.Choice(_TASKS),
    "content",
    "content: a model of main text. posts: one that tells the posts of threads apart. fields: a template "
    "of a series with the labelled fields only, for honbun fields --template. records: one of lists, for honbun "
    "records --template. alerts: one that tells which posts of a patrol matter; CORPUS is labels as honbun patrol "
    "labels prints them.",
)
@options.with_default(
    "--features",
    click.Choice(_FEATURES),
    "blocks",
    "blocks: those of the shipped model. paper: the nine of the published method; without -o, to compare.",
)
@options.with_default(
    "--learner",
    click.Choice(_LEARNERS),
    _LEARNERS[0],
    "With --features paper and -o: which of the paper's classifiers to save, for honbun paper nodes.",
)
@click.option(
    "--from-sites",
    is_flag=True,
    help="The paths are pages of whole sites without labels: what they make sure of corrects the shipped model.",
)
@click.option("--set", "sets", multiple=True, metavar="NAME", help="Only pages of this set; repeatable.")
@options.with_default("--folds", click.IntRange(0), 5, "Of cross-validation; 0 for none.")
@click.option(
    "--trees", type=click.IntRange(1, 5000), show_default=str(_TREES), help="Number of trees; of posts, at most."
)
@options.with_default(
    "--layouts",
    click.IntRange(0),
    0,
    "Add this many pages: articles of the corpora in layouts of 1998 to 2020, with comments.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same model.")
@options.with_default("--jobs", click.IntRange(1), 2, "Number of threads; of posts, processes.")
@click.option("-q", "--quiet", is_flag=True, help="Only write the model.")
def train(task: str, features: str, from_sites: bool, **asked: Any) -> None:
    """Train a model on pages with their main text, or on threads with their posts.

    CORPUS is what `honbun evaluate` reads: Parquet, JSON lines, a folder of x.html and x.json. Cross-validation
    keeps the pages of a site together, so its figures are for sites that the model has not seen. For posts there
    must also be pages that are no threads: without posts, and of another page_type than forum.

    With --from-sites, no labels are needed: the paths are what `honbun learn` reads, pages of one or many sites.
    """
    if from_sites and (task, features) != ("content", "blocks"):
        raise FormatError("sites without labels teach main text only", "--from-sites", "leave out the other")
    if from_sites:
        _adapt(_Asked(**asked))
        return
    if task != "content" and features == "paper":
        raise FormatError("the paper's features are for main text", "--features", "leave it out")
    tasks = {
        "alerts": _train_alerts,
        "content": _train_content,
        "fields": _train_fields,
        "posts": _train_posts,
        "records": _train_records,
    }
    work = _compare if features == "paper" else tasks[task]
    work(_Asked(**asked))


@dataclass(frozen=True)
class _Asked:
    """What a training is asked for on the command line."""

    corpora: tuple[str, ...]
    output: str | None
    sets: tuple[str, ...]
    folds: int
    trees: int | None
    layouts: int
    learner: str
    seed: int
    jobs: int
    quiet: bool

    def read(self) -> list[Corpus]:
        """The corpora, only the sets that are asked for."""
        from honbun.evaluate import read_corpus
        from honbun.train import only

        return [only(read_corpus(Path(corpus)), self.sets) for corpus in self.corpora]

    def show(self, lines: Iterable[str]) -> None:
        """The figures as tables, unless nobody wants them."""
        if not self.quiet:
            click.echo("\n".join(lines))

    def warn(self, line: str) -> None:
        """Say what a person should know, unless nobody wants it."""
        if not self.quiet:
            say([f"warning: {line}"])

    def save(self, model: Model | ThreadModel | NodeModel | Classifier | FieldTemplate | RecordTemplate) -> None:
        """Write the model, if there is a file for it."""
        if not self.output:
            return
        with cannot_write(self.output):
            model.save(self.output)
        if not self.quiet:
            say([f"{self.output} has {Path(self.output).stat().st_size:,} bytes"])


def _train_content(asked: _Asked) -> None:
    """A model of main text, and its figures as tables."""
    from honbun.train import BoostOptions, build, cross_validate, fit, lines, with_layouts

    if not asked.output and not asked.folds:
        raise FormatError("nothing to do", "--folds 0", "give -o FILE, or folds to cross-validate")
    options = BoostOptions(trees=asked.trees or _TREES, seed=asked.seed, threads=asked.jobs)
    read = asked.read()
    with progress("reading", sum(len(corpus.cases) for corpus in read)) as step:
        data = build(read, step)
    _warn_if_few(data, asked)
    with progress("laying out", asked.layouts) as step:
        data = with_layouts(data, read, asked.layouts, step)
    scores: dict[str, float] = {}
    if asked.folds:
        with progress("cross-validating", asked.folds) as step:
            report = cross_validate(data, options, asked.folds, step)
        scores = {"all": report.f1, **report.by_kind}
        asked.show(lines(report))
        if report.is_worse:
            asked.warn("the shipped model does better on these pages; more of them, of more sites, may help")
    if asked.output:
        asked.save(replace(fit(data, options), scores={name: round(score, 4) for name, score in scores.items()}))


def _warn_if_few(data: Dataset, asked: _Asked) -> None:
    pages, sites = len(data.samples), len({sample.site for sample in data.samples})
    if pages < _MIN_PAGES or sites < _MIN_SITES:
        known = f"{number(pages, 'page')} of {number(sites, 'site')}"
        asked.warn(f"{known} are few to learn from: take {_MIN_PAGES} of {_MIN_SITES} sites or more")


def _adapt(asked: _Asked) -> None:
    """The shipped model, corrected by what whole sites make sure of."""
    from honbun.extraction import BatchOptions, open_batch
    from honbun.model import shipped
    from honbun.train import BoostOptions, adapt

    if not asked.output:
        raise FormatError("nothing to do", "--from-sites", "give -o FILE")
    with open_batch(asked.corpora, BatchOptions(jobs=asked.jobs), sys.stdin.buffer) as batch:
        with progress("learning") as step:
            sites = batch.learn(step)
        with progress("reading") as step:
            options = BoostOptions(seed=asked.seed, threads=asked.jobs)
            model, pages = adapt(shipped(), batch.readable(step), sites, options)
    asked.show([f"learned from {pages:,} pages of {len(sites):,} sites"])
    asked.save(model)


def _train_alerts(asked: _Asked) -> None:
    """A classifier of posts, and its figures."""
    from honbun.alerts import read_labels, train_classifier

    texts: list[str] = []
    labels: list[bool] = []
    for corpus in asked.corpora:
        more, kinds = read_labels(Path(corpus))
        texts, labels = texts + more, labels + kinds
    model = train_classifier(texts, labels, ", ".join(asked.corpora))
    figures = model.header
    counts = f"{figures['alerts']} alerts, {figures['others']} others"
    asked.show([f"{counts}: precision {figures['precision']:.3f}, recall {figures['recall']:.3f}, five folds"])
    asked.save(model)


def _train_posts(asked: _Asked) -> None:
    """A model of threads, and its figures as tables."""
    from honbun.train import ThreadOptions, build_threads, fit_threads, folds_by_site, thread_lines

    if asked.folds < 2:
        raise FormatError("a model of threads learns from folds", f"--folds {asked.folds}", "take two or more")
    read = asked.read()
    threads = sum(bool(case.gold.posts) for corpus in read for case in corpus.cases)
    with progress("reading", threads) as step:
        data = build_threads(read, asked.jobs, step)
    options = ThreadOptions().limited(asked.trees, asked.seed)
    with progress("cross-validating", asked.folds + 1) as step:
        model, report = fit_threads(data, folds_by_site(data, asked.folds), options, asked.jobs, step)
    asked.show(thread_lines(report))
    asked.save(model)


def _train_fields(asked: _Asked) -> None:
    """A template with the labelled fields of a series, and how well each is found again."""
    from honbun.train import fit_fields, label_lines

    cases = [case for corpus in asked.read() for case in corpus.cases]
    template, found = fit_fields(cases)
    asked.show(label_lines((label for case in cases for label in case.gold.fields or ()), found))
    asked.save(template)


def _train_records(asked: _Asked) -> None:
    """A template with the labelled records of a site, and how well they and each label are found again."""
    from honbun.train import fit_records, label_lines

    cases = [case for corpus in asked.read() for case in corpus.cases]
    template, found = fit_records(cases)
    if not template.lists:
        asked.warn("no list has the labelled records; the template only names columns")
    asked.show([f"records: {max(template.lists.values(), default=0.0):.3f}"])
    labels = (label for case in cases for record in case.gold.records or () for label in record)
    asked.show(label_lines(labels, found))
    asked.save(template)


def _compare(asked: _Asked) -> None:
    """The published method against its rivals, as a table; with a file, the chosen one learned from all pages."""
    from honbun.papers import run, train_nodes

    if asked.output:
        asked.save(train_nodes(asked.read(), learner=asked.learner, folds=max(asked.folds, 2), seed=asked.seed))
        return
    if asked.sets:
        raise FormatError("the paper's features are compared on each set by itself", "--set", "leave it out")
    for line in run([Path(corpus) for corpus in asked.corpora], max(asked.folds, 2), asked.seed):
        click.echo(line)

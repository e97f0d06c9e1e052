"""`honbun evaluate`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from honbun.errors import FormatError, InputError
from honbun.files import write_whole
from honbun.terminal import cannot_write, options, progress, say, show

if TYPE_CHECKING:
    from honbun.report import Table

_FILE = click.Path(dir_okay=False, path_type=Path)
EXIT_BELOW_FLOOR = 1


@click.command()
@click.argument("corpus", type=click.Path(path_type=Path), metavar="CORPUS")
@click.option(
    "--task",
    default="content",
    show_default=True,
    metavar="TASK",
    help="One of content, site, blocks, comments, posts, fields, records.",
)
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="NAME",
    help="A tool to measure; repeatable. Default: all that are installed and do the task.",
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="FILE",
    help="Also measure honbun with this model from `honbun train`; repeatable.",
)
@click.option(
    "--sample",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Measure only this many pages, always the same ones; whole sites where tools learn from sites.",
)
@click.option(
    "--pages-known",
    default="",
    metavar="1,2,5,all",
    help="Task site: how many pages of a site are known.",
)
@options.jobs
@options.with_default(
    "--time-limit",
    click.FloatRange(0, min_open=True),
    30.0,
    "Seconds per page; what takes longer is stopped and counted.",
)
@options.with_default(
    "--by", click.Choice(["page_type", "language", "site", "set"]), "page_type", "What to group the pages by."
)
@click.option(
    "--results",
    type=_FILE,
    metavar="FILE",
    help="Write the result of every page, as JSON lines; results that are there already are used.",
)
@click.option("--report", type=_FILE, metavar="FILE", help="Write a report to open in a browser.")
@click.option("--markdown", type=_FILE, metavar="FILE", help="Write the tables in Markdown.")
@click.option("--floors", type=_FILE, metavar="FILE", help="Fail if a figure is below its floor in this file.")
@click.option("--write-floors", is_flag=True, help="Raise the floors of the first system to what it reached.")
@click.option("--lower-floors", is_flag=True, help="With --write-floors: lower them too.")
@click.option("-q", "--quiet", is_flag=True, help="Nothing on standard error.")
@click.pass_context
def evaluate(
    ctx: click.Context,
    corpus: Path,
    task: str,
    systems: tuple[str, ...],
    models: tuple[str, ...],
    number: int | None,
    pages_known: str,
    jobs: int,
    time_limit: float,
    by: str,
    results: Path | None,
    report: Path | None,
    markdown: Path | None,
    floors: Path | None,
    write_floors: bool,
    lower_floors: bool,
    quiet: bool,
) -> None:
    """Measure honbun and other tools on pages with known answers.

    CORPUS is a Parquet file, JSON lines, a folder in WCXB's layout, or one of x.html and x.json. NAME may also be
    module:attribute, a system of your own. A page on which a system fails counts as one on which it found nothing.
    Exit codes: 0 done, 1 a figure is below its floor, 2 nothing could be done.
    """
    from honbun import report as reports
    from honbun.evaluate import RunOptions, Session

    if (write_floors or lower_floors) and not (floors and write_floors):
        raise FormatError("floors are written with --floors FILE --write-floors", "--write-floors, --lower-floors")
    for path in (results, report, markdown, floors):
        _check_folder(path)
    if any(":" in name for name in systems):
        # As `python -m` would: a system of one's own lies in the folder one works in.
        sys.path.insert(0, str(Path.cwd()))
    asked = RunOptions(jobs=jobs, time_limit=time_limit, results=results, pages_known=_numbers(pages_known))
    session = Session.prepare(corpus, task, systems, asked, models=models, sample_size=number)
    if not quiet:
        say(session.notes)
    with progress("evaluating", session.total) as step:
        found = session.run(step)
    table = reports.tabulate(found, by=by, systems=session.names, notes=session.notes)
    show(reports.terminal(table))
    _write(markdown, lambda: reports.markdown(table))
    _write(report, lambda: reports.html(table, found, session.corpus.cases, made=date.today().isoformat()))
    if floors and not _is_above_floors(table, floors, write=write_floors, may_lower=lower_floors):
        ctx.exit(EXIT_BELOW_FLOOR)


def _is_above_floors(table: Table, file: Path, *, write: bool, may_lower: bool) -> bool:
    """Whether no figure is below its floor, once the floors are written if that was asked for."""
    from honbun.report import floors

    figures = floors.figures_of(table)
    if write:
        before = floors.read_floors(file) if file.exists() else {}
        floors.write_floors(file, floors.raised(figures, before, may_lower=may_lower))
    failures = floors.check(figures, floors.read_floors(file))
    say(failures)
    return not failures


def _numbers(pages_known: str) -> tuple[int | None, ...]:
    """The numbers in `1,2,5,all`; None is all."""
    words = [word.strip() for word in pages_known.split(",") if word.strip()]
    wrong = [word for word in words if word != "all" and not word.isdecimal()]
    if wrong:
        raise FormatError("is not a number of pages", wrong[0], "write numbers and all, such as 1,2,5,all")
    return tuple(None if word == "all" else int(word) for word in words)


def _check_folder(path: Path | None) -> None:
    """Find out before the work, not after it, that a result cannot be written."""
    if path and not path.parent.is_dir():
        raise InputError("cannot be written: no such folder", str(path))


def _write(path: Path | None, text: Callable[[], str]) -> None:
    if path:
        with cannot_write(str(path)):
            write_whole(path, text().encode("utf-8"))

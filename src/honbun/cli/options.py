"""Options that several commands have, declared once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from honbun.extraction import BatchOptions
from honbun.input import MAX_BYTES, ReadOptions

Command = Callable[..., Any]
Option = Callable[[Command], Command]

paths = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
jobs = click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
max_bytes = click.option(
    "--max-bytes", type=click.IntRange(1), default=MAX_BYTES, show_default=True, help="Reject larger pages."
)
alone = click.option("--alone", is_flag=True, help="Take every page alone.")
quiet = click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
favour = click.option(
    "--favour", type=click.Choice(["precision", "recall"]), help="Rather lose text, or keep too much."
)
file_or_folder = click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="A file, or a folder (existing, or ending in /) for one file a page. Default: standard output.",
)


def batch_of(*, max_bytes: int, jobs: int = 1) -> BatchOptions:
    """How to go through pages of at most so many bytes."""
    return BatchOptions(jobs=jobs, read=ReadOptions(max_bytes=max_bytes))


def batch(command: Command) -> Command:
    """--jobs and --max-bytes, given to the command as `batch`."""

    @jobs
    @max_bytes
    @wraps(command)
    def with_batch(*args: Any, jobs: int, max_bytes: int, **given: Any) -> Any:
        return command(*args, batch=batch_of(max_bytes=max_bytes, jobs=jobs), **given)

    return with_batch


def format_(names: Iterable[str], default: str) -> Option:
    """-f, one of these names."""
    help_ = f"One of {', '.join(sorted(names))}. Default: by the name of -o, else {default}."
    return click.option("-f", "--format", "format_", metavar="FORMAT", help=help_)


def site(help_: str) -> Option:
    """--site, the file of a saved site."""
    return click.option("--site", "site_file", metavar="FILE", help=help_)


def model(help_: str) -> Option:
    """--model, the file of a trained model."""
    return click.option("--model", "model_file", metavar="FILE", help=help_)


def siblings(most: int) -> Option:
    """--siblings, other pages of the same site."""
    help_ = f"Other pages of the same site to compare with, the first {most} of them; may be repeated."
    return click.option("--siblings", multiple=True, metavar="PATH", help=help_)

"""Options that several commands have, declared once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from honbun.extraction import Batch, BatchOptions, open_batch
from honbun.input import MAX_BYTES, ReadOptions, is_address
from honbun.robot import DELAY
from honbun.workers import Limits

Command = Callable[..., Any]
Option = Callable[[Command], Command]


def with_default(name: str, kind: Any, default: object, help_: str) -> Option:
    """An option whose help shows its default."""
    return click.option(name, type=kind, default=default, show_default=True, help=help_)


delay = with_default(
    "--delay",
    click.FloatRange(0),
    DELAY,
    "Seconds between two requests to one host; longer if its robots.txt says so.",
)
allow_private = click.option(
    "--allow-private", is_flag=True, help="Fetch from this machine and the local network, too."
)
jobs = click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
max_bytes = with_default("--max-bytes", click.IntRange(1), MAX_BYTES, "Reject pages of more bytes.")
time_limit = with_default(
    "--time-limit",
    click.FloatRange(0, min_open=True),
    Limits().seconds,
    "Reject pages that take more seconds than this.",
)
memory_limit = with_default(
    "--memory-limit",
    click.IntRange(1),
    Limits().memory // 10**6,
    "Reject pages that take more megabytes of memory than this.",
)
alone = click.option("--alone", is_flag=True, help="Treat each page on its own, without the others of its site.")
quiet = click.option("-q", "--quiet", is_flag=True, help="No summary on standard error.")
favour = click.option(
    "--favour",
    type=click.Choice(["precision", "recall"]),
    help="When in doubt, precision leaves text out, recall keeps it.",
)
file_or_folder = click.option(
    "-o",
    "--output",
    metavar="OUT",
    default="-",
    help="A file; or a folder (existing, or ending in /), for one file per page. Default: standard output.",
)
resume = click.option(
    "--resume", is_flag=True, help="Continue a run that was interrupted; it must write jsonl or a folder."
)


@dataclass(frozen=True)
class Paths:
    """What a person gave to read: paths and addresses, and files that name further addresses."""

    names: tuple[str, ...]
    urls: tuple[str, ...] = ()
    delay: float = DELAY
    allow_private: bool = False
    warc: str | None = None

    def __bool__(self) -> bool:
        return bool(self.names or self.urls)

    def __iter__(self) -> Iterator[str]:
        """The files that are read."""
        return (name for name in (*self.names, *self.urls) if not is_address(name))

    def __str__(self) -> str:
        return ", ".join((*self.names, *self.urls))

    def open(self, batch: BatchOptions) -> AbstractContextManager[Batch]:
        """The pages."""
        if not self.urls and not any(map(is_address, self.names)):
            return open_batch(self.names, batch, sys.stdin.buffer)
        from honbun.robot import FetchOptions, WebOptions, open_pages  # which files do without

        fetch = FetchOptions(allow_private=self.allow_private)
        web = WebOptions(fetch=fetch, delay=self.delay, warc=self.warc)
        return open_pages(self.names, batch, sys.stdin.buffer, urls=self.urls, web=web)

    def others(self, names: tuple[str, ...]) -> Paths:
        """Other paths, fetched in the same manner; only the first are kept as WARC."""
        return replace(self, names=names, urls=(), warc=None)


def _paths(*, is_required: bool) -> Option:
    def decorate(command: Command) -> Command:
        @click.argument("paths", nargs=-1, metavar="PATH..." if is_required else "[PATH...]")
        @click.option(
            "--urls",
            multiple=True,
            metavar="FILE",
            help="Fetch the addresses in this file, one per line, or this feed or sitemap; - is standard input.",
        )
        @delay
        @allow_private
        @click.option("--warc", metavar="FILE", help="Save what is fetched, to repeat the run offline.")
        @wraps(command)
        def with_paths(
            *args: Any,
            paths: tuple[str, ...],
            urls: tuple[str, ...],
            delay: float,
            allow_private: bool,
            warc: str | None,
            **given: Any,
        ) -> Any:
            if is_required and not paths and not urls:
                raise click.UsageError("Missing argument 'PATH...'.")
            return command(*args, paths=Paths(paths, urls, delay, allow_private, warc), **given)

        return with_paths

    return decorate


# PATH... and how addresses among them are fetched, given to the command as `paths`.
paths = _paths(is_required=True)
optional_paths = _paths(is_required=False)


def batch(command: Command) -> Command:
    """--jobs and the limits of a page, given to the command as `batch`."""
    return jobs(one_by_one(command))


def one_by_one(command: Command) -> Command:
    """The limits of a page, given to the command as `batch`."""

    @max_bytes
    @time_limit
    @memory_limit
    @wraps(command)
    def with_batch(
        *args: Any, max_bytes: int, time_limit: float, memory_limit: int, jobs: int = 1, **given: Any
    ) -> Any:
        limits = Limits(seconds=time_limit, memory=memory_limit * 10**6)
        batch = BatchOptions(jobs=jobs, limits=limits, read=ReadOptions(max_bytes=max_bytes))
        return command(*args, batch=batch, **given)

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
    help_ = f"Other pages of the same site to compare with; the first {most} are used. Repeatable."
    return click.option("--siblings", multiple=True, metavar="PATH", help=help_)

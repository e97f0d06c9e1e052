"""What is said on standard error: progress on a terminal, a summary at the end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from honbun.errors import InputError
from honbun.extraction import EVERY_PAGE, Outcome, Progress, Site
from honbun.input import Found, Rejected

if TYPE_CHECKING:
    from rich.console import RenderableType

# Rejections are listed one by one up to this number, then only counted.
_LISTED = 10
# Columns of a table that is written to a file or a pipe.
_WIDE = 240
# Characters of a string of a template that are shown; JSON has them all.
_SHOWN = 200


@dataclass
class Summary:
    """Counts of what went by."""

    pages: int = 0
    kept: int = 0
    blocks: int = 0
    posts: int | None = None
    """Number of posts found; None where nobody looked for them."""
    alone: int = 0
    empty: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    """Of archives: what is no page."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Pages that are not what was asked for."""
    done: int = 0
    """Number of pages that a run before has written."""
    listed: list[str] = field(default_factory=list)

    def unless(self, is_done: Callable[[Found], bool]) -> Callable[[Found], bool]:
        """Whether a page is done, counted if it is."""

        def counted(page: Found) -> bool:
            found = is_done(page)
            self.done += found
            return found

        return counted

    def counted(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The outcomes, counted, without what is no page."""
        for outcome in outcomes:
            if outcome.is_skipped or outcome.is_left_out:
                (self.skipped if outcome.is_skipped else self.left_out)[outcome.reason] += 1
            if outcome.is_left_out:
                yield outcome
            elif not outcome.is_skipped:
                yield self.count(outcome)

    def count(self, outcome: Outcome) -> Outcome:
        """The outcome, counted."""
        if outcome.is_rejected:
            self.rejected[outcome.reason] += 1
            if len(self.listed) < _LISTED:
                self.listed.append(f"{outcome.source}: {outcome.reason}, {outcome.detail}".rstrip(", "))
            return outcome
        self.pages += 1
        self.kept += outcome.kept
        self.blocks += outcome.blocks
        if self.posts is not None:
            self.posts += outcome.posts
        self.alone += not outcome.site
        if outcome.reason:
            self.empty[outcome.reason] += 1
        return outcome

    @property
    def exit_code(self) -> int:
        """0 if no page was rejected, 1 if some were, 2 if none was left."""
        return 0 if not self.rejected else 1 if self.pages or self.done else 2

    def show(self, sites: Collection[str], known: str = "saved site used") -> None:
        """Say what was kept, dropped and rejected, and why; `known` if every page belongs to one site."""
        for line in self.listed:
            click.echo(f"honbun: {line}", err=True)
        hidden = sum(self.rejected.values()) - len(self.listed)
        if hidden > 0:
            click.echo(f"honbun: … and {hidden} more rejected", err=True)
        kept = f"{self.kept:,} of {number(self.blocks, 'block')} kept" if self.posts is None else ""
        parts = [number(self.pages, "page"), kept or number(self.posts or 0, "post")]
        if sites and self.alone < self.pages:
            parts.append(known if EVERY_PAGE in sites else f"{number(len(sites), 'site')} learned")
        if sites and self.alone:
            parts.append(f"{self.alone:,} taken alone")
        nothing = "text" if self.posts is None else "posts"
        parts += [f"{count:,} without {nothing} ({reason})" for reason, count in sorted(self.empty.items())]
        parts += [f"{count:,} rejected ({reason})" for reason, count in sorted(self.rejected.items())]
        parts += [f"{count:,} left out ({reason})" for reason, count in sorted(self.left_out.items())]
        parts += [f"{count:,} skipped ({reason})" for reason, count in sorted(self.skipped.items())]
        if self.done:
            parts.append(f"{self.done:,} written before")
        click.echo("honbun: " + ", ".join(parts), err=True)


def show_learned(site: Site, rejected: Sequence[Rejected], output: Path) -> None:
    """Say what a site learned."""
    for outcome in rejected[:_LISTED]:
        click.echo(f"honbun: {outcome.source}: {outcome.reason}, {outcome.detail}".rstrip(", "), err=True)
    lines = len(site.profile.compact().history.keys)
    parts = [f"{number(len(site), 'page')} learned", f"{number(lines, 'line')} repeat"]
    if rejected:
        parts.append(f"{len(rejected)} rejected")
    parts.append(f"{output} has {output.stat().st_size:,} bytes")
    click.echo("honbun: " + ", ".join(parts), err=True)


def say_rejected(rejected: Iterable[Rejected]) -> None:
    """Name what could not be read."""
    say(f"{outcome.source}: {outcome.reason}, {outcome.detail}".rstrip(", ") for outcome in rejected)


def no_pages(
    paths: object,
    what: str = "no page to read",
    advice: str = "give a folder or files with HTML pages",
) -> InputError:
    """The error of a command that found no page where it looked."""
    return InputError(what, str(paths), advice)


def say(lines: Iterable[str]) -> None:
    """Say something on standard error."""
    for line in lines:
        click.echo(f"honbun: {line}", err=True)


def cut(text: str) -> str:
    """The text on one line, the middle of a long one left out, what cannot be seen escaped."""
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]} … {text[-_SHOWN // 2 :]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def show(table: RenderableType) -> None:
    """Show a table on standard output: as wide as the terminal, or as it needs where there is none."""
    from rich.console import Console

    console = Console()
    (console if console.is_terminal else Console(width=_WIDE)).print(table)


@contextmanager
def progress(verb: str, total: int | None = None) -> Iterator[Progress]:
    """A function to call with each source: it shows a counter on a terminal, and nothing elsewhere.

    With a total, the counter shows how much of it is done and how long the rest will take.
    """
    if not sys.stderr.isatty():  # before rich is loaded, which takes longer than a page
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    counter = (TextColumn("{task.completed}"), TimeElapsedColumn())
    part = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    columns = (SpinnerColumn(), TextColumn("{task.description}"), *(counter if total is None else part))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{verb} pages", total=total)
        yield lambda _: bar.advance(task)


def number(count: int, noun: str) -> str:
    """A number with its noun, in the plural if it is not one."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")

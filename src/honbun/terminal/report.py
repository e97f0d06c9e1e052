"""What is said on standard error: progress on a terminal, a summary at the end."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from honbun.errors import InputError
from honbun.extraction import EVERY_PAGE, Drift, Outcome, Progress, Site, Sites
from honbun.input import Found, Rejected

if TYPE_CHECKING:
    from rich.console import RenderableType

# Rejections are listed one by one up to this number, then only counted.
_LISTED = 10
# Hosts that a warning names.
_HOSTS = 3
# So many pages tell whether a site fits.
_MAX_FITS = 1000
# Columns of a table that is written to a file or a pipe.
_WIDE = 240
# A terminal with fewer columns has room for the numbers of progress, but not for a bar.
_MIN_BAR_WIDTH = 80
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
    fits: list[float] = field(default_factory=list)
    """How well the first pages fit the site they were taken to belong to."""

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
        if outcome.fit is not None and len(self.fits) < _MAX_FITS:
            self.fits.append(outcome.fit)
        if outcome.reason:
            self.empty[outcome.reason] += 1
        return outcome

    @property
    def exit_code(self) -> int:
        """0 if no page was rejected, 1 if some were, 2 if none was left."""
        return 0 if not self.rejected else 1 if self.pages or self.done else 2

    def show(self, sites: Sites, known: str = "saved site used") -> None:
        """Say what was kept, dropped and rejected, and why; `known` if every page belongs to one site."""
        say(self.listed)
        hidden = sum(self.rejected.values()) - len(self.listed)
        if hidden > 0:
            say([f"… and {hidden:,} more rejected"])
        if not self._is_single_rejection:
            say([", ".join(self._parts(sites, known))])
        if EVERY_PAGE in sites:
            warn_of_drift(sites[EVERY_PAGE].drift_of(self.fits))

    @property
    def _is_single_rejection(self) -> bool:
        """Whether all that there is to say was said of one input."""
        others = (self.pages, self.done, *self.left_out.values(), *self.skipped.values())
        return not any(others) and self.rejected.total() == 1

    def _parts(self, sites: Sites, known: str) -> Iterator[str]:
        yield number(self.pages, "page")
        if self.posts is not None:
            yield number(self.posts, "post")
        elif self.pages:
            yield f"{self.kept:,} of {number(self.blocks, 'block')} kept"
        if sites and self.alone < self.pages:
            yield known if EVERY_PAGE in sites else f"{number(len(sites), 'site')} learned"
        if sites and self.alone:
            yield f"{self.alone:,} taken alone"
        nothing = "text" if self.posts is None else "posts"
        for said, counts in (
            (f"without {nothing}", self.empty),
            ("rejected", self.rejected),
            ("left out", self.left_out),
            ("skipped", self.skipped),
        ):
            yield from _by_reason(said, counts)
        if self.done:
            yield f"{self.done:,} written before"


def _by_reason(said: str, counts: Mapping[str, int]) -> Iterator[str]:
    return (f"{count:,} {said} ({reason})" for reason, count in sorted(counts.items()))


def warn_of_drift(drift: Drift) -> None:
    """Say that pages do not fit a saved site, if that is so."""
    if drift.is_drifted:
        known = f"it knows {drift.fit:.0%} of the lines of a page, and {drift.expected:.0%} of one it learned"
        say([f"warning: these pages do not fit the saved site: {known}; learn it again, or use another"])


def show_learned(site: Site, hosts: Mapping[str, int], rejected: int, output: Path) -> None:
    """Say what a site learned."""
    lines = len(site.profile.compact().history.keys)
    parts = [f"{number(len(site), 'page')} learned", f"{number(lines, 'line')} repeat"]
    if rejected:
        parts.append(f"{rejected:,} rejected")
    say([", ".join([*parts, f"{output} has {output.stat().st_size:,} bytes"])])
    named = sorted(filter(None, hosts), key=lambda host: (-hosts[host], host))
    if len(named) > 1:
        shown = ", ".join(f"{host} ({hosts[host]:,})" for host in named[:_HOSTS])
        advice = "a saved site is of one; honbun extract learns each by itself"
        say([f"warning: pages of {number(len(named), 'host')}: {shown}{', …' * (len(named) > _HOSTS)}; {advice}"])


def say_rejected(rejected: Iterable[Rejected]) -> None:
    """Name what could not be read, the first of many."""
    named = [f"{each.source}: {each.told}" for each in rejected]
    say(named[:_LISTED])
    if len(named) > _LISTED:
        say([f"… and {len(named) - _LISTED:,} more rejected"])


def check_read(
    is_any: object,
    rejected: Sequence[Rejected],
    paths: object,
    what: str = "",
    skipped: Mapping[str, int] = MappingProxyType({}),
) -> None:
    """Name what could not be read, and count what is no page; InputError if that is all: `what` there is not."""
    if skipped:
        say([", ".join(_by_reason("skipped", skipped))])
    if is_any:
        say_rejected(rejected)
        return
    if not rejected:
        raise InputError(what or "no page to read", str(paths), "give a folder or files with HTML pages")
    *others, last = rejected
    say_rejected(others)
    raise InputError(f"{what}: {last.told}" if what else last.told, last.source)


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
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    counter = (TextColumn("{task.completed:,}{task.fields[rate]}"), TimeElapsedColumn())
    of_total = TextColumn("{task.completed:,} of {task.total:,}{task.fields[rate]}, time left")
    known = (*([BarColumn()] if console.width >= _MIN_BAR_WIDTH else []), of_total, TimeRemainingColumn())
    columns = (SpinnerColumn(), TextColumn("{task.description}"), *(counter if total is None else known))
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"{verb} pages", total=total, rate="")

        def step(_: str) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, advance=1, rate=f", {speed:,.1f}/s" if speed else "")

        yield step


def number(count: int, noun: str) -> str:
    """A number with its noun, in the plural if it is not one."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")

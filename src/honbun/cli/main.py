"""The command `honbun`."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from honbun import __version__
from honbun.errors import HonbunError

# What the shell is told. 2 is also what it is told of a wrong option; signals are 128 and their number.
EXIT_NOTHING_DONE = 2
EXIT_STOPPED = 128
# What a write to standard output fails with where it is no pipe that was closed.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


# The commands: the file each is in, loaded when it is asked for, and what the list of all says of it.
_COMMANDS = {
    "annotate": ("annotate", "Label pages by mouse, in a browser."),
    "crawl": ("crawl", "Fetch the pages of a site into a WARC file."),
    "drift": ("learn", "Tell how well new pages fit a saved site."),
    "evaluate": ("evaluate", "Measure honbun and other tools on pages with known answers."),
    "explain": ("explain", "Show pages with every block tinted by what was decided, and why."),
    "extract": ("extract", "Extract the main text of pages."),
    "fields": ("tables", "Turn a series of pages into a table: one row a page, one column a field."),
    "learn": ("learn", "Learn a site from its pages and save what was learned."),
    "paper": ("paper", "Run a published method on your own pages, as it was published."),
    "patrol": ("patrol", "Follow boards and news for weeks, and tell only what is new."),
    "posts": ("extract", "Find the posts of threads: each with author, date and text."),
    "records": ("tables", "Turn list pages into a table: one row a record."),
    "serve": ("serve", "Try honbun in a browser, or use it over HTTP from other languages."),
    "spark": ("spark", "Turn the WARC files of a crawl into tables, on Apache Spark."),
    "template": ("template", "Find the template that a series of pages was filled into."),
    "train": ("train", "Train a model on pages with their main text, or on threads with their posts."),
}
# What people type for options that are no commands.
_ASKED_FOR = {"help": "--help", "version": "--version"}
# A name that no page has: a word.
_WORD = re.compile(r"[A-Za-z-]+")


class _Commands(click.Group):
    """A group whose first word may be left out: `honbun page.html` is `honbun extract page.html`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"honbun.cli.{_COMMANDS[name][0]}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in _COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.obj:
            raise click.UsageError(f"the command comes first: {ctx.obj[0]}")
        if args and args[0] not in _COMMANDS:
            _check_no_command(args[0])
            args = ["extract", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].startswith("-") and args[0] not in ("--help", "-h", "--version"):
            ctx.obj = [
                f"honbun {word} {args[0]} …" for word in args if word in _COMMANDS and not Path(word).exists()
            ]
            args = ["extract", *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **given: Any) -> Any:
        try:
            return super().main(*args, **given)
        except OSError as error:
            if error.errno not in _FULL:
                raise
            click.echo(f"honbun: standard output: cannot be written: {error.strerror}", err=True)
            _leave_stdout()
            sys.exit(EXIT_NOTHING_DONE)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _ended_by_sigterm():
                return self._flushed(ctx)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except (HonbunError, click.UsageError) as error:
            said = _one_line(error) if isinstance(error, click.UsageError) else error
            click.echo(f"honbun: {said}", err=True)
            ctx.exit(EXIT_NOTHING_DONE)
        except KeyboardInterrupt as stop:
            number = signal.SIGTERM if isinstance(stop, _Terminated) else signal.SIGINT
            click.echo(": ".join(["honbun: stopped", *getattr(stop, "__notes__", ())]), err=True)
            _leave_stdout()
            ctx.exit(EXIT_STOPPED + number)
        except BrokenPipeError:
            # The reader has had enough (`| head`): not our failure.
            _leave_stdout()
            ctx.exit(0)

    def _flushed(self, ctx: click.Context) -> Any:
        """The command, and all it says out of our hands, so that what fails then can be told."""
        try:
            result = super().invoke(ctx)
        except click.exceptions.Exit:
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return result


def _one_line(error: click.UsageError) -> str:
    """What is wrong with a call, what is known instead, and where more is said."""
    said = " ".join(error.format_message().split()).rstrip(".")
    if error.ctx is None:
        return said
    if isinstance(error, click.NoSuchOption) and not error.possibilities:
        known = (name for option in error.ctx.command.params for name in option.opts if name.startswith("--"))
        said += f"; known: {', '.join(known)}"
    if isinstance(error, click.exceptions.NoSuchCommand) and isinstance(error.ctx.command, click.Group):
        names = ", ".join(error.ctx.command.list_commands(error.ctx))
        said += f" Known: {names}" if said.endswith("?") else f"; known: {names}"
    return f"{said} ({error.ctx.command_path} --help tells more)"


class _Terminated(KeyboardInterrupt):
    """SIGTERM, which ends us as Ctrl-C does."""


def _terminate(*_: object) -> None:
    raise _Terminated


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Inside, SIGTERM raises: files are left whole and processes ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave_stdout() -> None:
    """Write no more to standard output: Python would try while it ends, and complain."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123


def _check_no_command(name: str) -> None:
    """UsageError if a path that does not exist is nearly the name of a command, or a mere word."""
    if Path(name).exists():
        return
    near = [_ASKED_FOR[name]] if name in _ASKED_FOR else get_close_matches(name, _COMMANDS, n=1)
    if near or _WORD.fullmatch(name):
        advice = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(_COMMANDS)}"
        raise click.UsageError(f"there is no command {name!r}, nor a file; {advice}")


def _version(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        from honbun.core import form

        click.echo(f"honbun {__version__} ({form()})")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=None)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Turn web pages into what a person came for.

    A path without a command is extracted: `honbun page.html`. Data goes to standard output, everything else to
    standard error. Exit codes: 0 all pages done, 1 some were rejected, 2 nothing could be done.
    """

"""The command `honbun`."""

from __future__ import annotations

import errno
import os
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
from honbun.core import form
from honbun.errors import HonbunError

# What the shell is told. 2 is also what click says for a wrong option; signals are 128 and their number.
EXIT_NOTHING_DONE = 2
EXIT_STOPPED = 128
# What a write to standard output fails with where it is no pipe that was closed.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


# The commands, and the files they are in: a command is loaded when it is asked for.
_COMMANDS = {
    "annotate": "annotate",
    "crawl": "crawl",
    "evaluate": "evaluate",
    "explain": "explain",
    "extract": "extract",
    "fields": "tables",
    "learn": "learn",
    "patrol": "patrol",
    "paper": "paper",
    "posts": "extract",
    "records": "tables",
    "serve": "serve",
    "spark": "spark",
    "template": "template",
    "train": "train",
}


class _Commands(click.Group):
    """A group whose first word may be left out: `honbun page.html` is `honbun extract page.html`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"honbun.cli.{_COMMANDS[name]}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS:
            _check_no_command(args[0])
            args = ["extract", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].startswith("-") and args[0] not in ("--help", "-h", "--version"):
            args = ["extract", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _ended_by_sigterm():
                return self._flushed(ctx)
        except HonbunError as error:
            click.echo(f"honbun: {error}", err=True)
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
        except OSError as error:
            if error.errno not in _FULL:
                raise
            click.echo(f"honbun: standard output: cannot be written: {error.strerror}", err=True)
            _leave_stdout()
            ctx.exit(EXIT_NOTHING_DONE)

    def _flushed(self, ctx: click.Context) -> Any:
        """The command, and all it says out of our hands, so that what fails then can be told."""
        try:
            result = super().invoke(ctx)
        except click.exceptions.Exit:
            sys.stdout.flush()
            raise
        sys.stdout.flush()
        return result


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
    """UsageError if a path that does not exist is nearly the name of a command."""
    near = get_close_matches(name, _COMMANDS, n=1)
    if near and not Path(name).exists():
        raise click.UsageError(f"There is no command {name!r}, nor a file. Did you mean {near[0]!r}?")


def _version(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked:
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

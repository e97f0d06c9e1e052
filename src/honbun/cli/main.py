"""The command `honbun`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from honbun import __version__
from honbun.core import form
from honbun.errors import HonbunError

# What the shell is told. 2 is also what click says for a wrong option.
EXIT_NOTHING_DONE = 2


# The commands, and the files they are in: a command is loaded when it is asked for.
_COMMANDS = {
    "annotate": "annotate",
    "evaluate": "evaluate",
    "explain": "explain",
    "extract": "extract",
    "fields": "tables",
    "learn": "learn",
    "posts": "extract",
    "records": "tables",
    "serve": "serve",
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
            args = ["extract", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].startswith("-") and args[0] not in ("--help", "-h", "--version"):
            args = ["extract", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HonbunError as error:
            click.echo(f"honbun: {error}", err=True)
            ctx.exit(EXIT_NOTHING_DONE)
        except BrokenPipeError:
            # The reader has had enough (`| head`): not our failure. Python would complain while closing stdout.
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123
            ctx.exit(0)


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

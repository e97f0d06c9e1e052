"""The command `honbun`."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from honbun import __version__
from honbun.cli.annotate import annotate
from honbun.cli.evaluate import evaluate
from honbun.cli.explain import explain
from honbun.cli.extract import extract
from honbun.cli.fields import fields
from honbun.cli.learn import learn
from honbun.cli.posts import posts
from honbun.cli.records import records
from honbun.cli.serve import serve
from honbun.cli.template import template
from honbun.cli.train import train
from honbun.errors import HonbunError

# What the shell is told. 2 is also what click says for a wrong option.
EXIT_SOME_REJECTED = 1
EXIT_NOTHING_DONE = 2


class _Commands(click.Group):
    """A group whose first word may be left out: `honbun page.html` is `honbun extract page.html`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None:
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


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=None)
@click.version_option(__version__, message="honbun %(version)s")
def main() -> None:
    """Turn web pages into what a person came for.

    A path without a command is extracted: `honbun page.html`. Data goes to standard output, everything else to
    standard error. Exit codes: 0 all pages done, 1 some were rejected, 2 nothing could be done.
    """


main.add_command(annotate)
main.add_command(evaluate)
main.add_command(explain)
main.add_command(extract)
main.add_command(fields)
main.add_command(learn)
main.add_command(posts)
main.add_command(records)
main.add_command(serve)
main.add_command(template)
main.add_command(train)

"""Writes docs/cli.md from what the commands say of themselves: `python docs/write_cli.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from click import Context, Group
from click.testing import CliRunner

from honbun.cli import main

FILE = Path(__file__).with_name("cli.md")


def _commands() -> Iterator[list[str]]:
    """The words of every command: none, one, and two for those of a group."""
    yield []
    context = Context(main)
    for name in main.list_commands(context):
        yield [name]
        command = main.get_command(context, name)
        if isinstance(command, Group):
            yield from ([name, inner] for inner in command.list_commands(context))


def text() -> str:
    """The page: the help of every command."""
    parts = ["# Command line", "", "Written by `python docs/write_cli.py`.", ""]
    for words in _commands():
        shown = CliRunner().invoke(main, [*words, "--help"], prog_name="honbun", terminal_width=100).output
        parts += [f"## `{' '.join(['honbun', *words])}`", "", "```text", shown.rstrip(), "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")

"""Writes docs/cli.md from what the commands say of themselves: `python docs/write_cli.py`."""

from __future__ import annotations

from pathlib import Path

from click import Context
from click.testing import CliRunner

from honbun.cli import main

FILE = Path(__file__).with_name("cli.md")


def text() -> str:
    """The page: the help of every command."""
    parts = ["# Command line", "", "Written by `python docs/write_cli.py`.", ""]
    for words in ([], *([name] for name in main.list_commands(Context(main)))):
        shown = CliRunner().invoke(main, [*words, "--help"], prog_name="honbun", terminal_width=100).output
        parts += [f"## `{' '.join(['honbun', *words])}`", "", "```text", shown.rstrip(), "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")

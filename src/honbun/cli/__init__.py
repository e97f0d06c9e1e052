"""The command line: a thin layer over the library."""

from honbun.cli.main import main

__all__ = ["main"]

"""Where output goes: standard output, a file, or a folder with a file per page."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from honbun.errors import InputError
from honbun.extraction import Outcome
from honbun.output import Frame, file_name

_SUFFIXES = {".txt": "text", ".md": "markdown", ".htm": "html", ".xml": "tei"}


def format_of(output: str, known: Container[str], default: str) -> str:
    """The format that the name of a file asks for; the default if it asks for none."""
    suffix = Path(output).suffix.lower()
    name = _SUFFIXES.get(suffix, suffix[1:])
    return name if name in known else default


class Target(Protocol):
    """Takes outcomes and writes them."""

    is_joined: bool
    """All pages go into one stream."""

    def write(self, outcomes: Iterable[Outcome], writer: Frame) -> None:
        """Write each outcome as it comes."""


@dataclass
class _Stream:
    out: BinaryIO
    is_joined: bool = True

    def write(self, outcomes: Iterable[Outcome], writer: Frame) -> None:
        """One after the other."""
        for piece in writer.join(outcome.encoded for outcome in outcomes):
            self.out.write(piece)
        self.out.flush()


@dataclass
class _Folder:
    folder: Path
    is_joined: bool = False

    def write(self, outcomes: Iterable[Outcome], writer: Frame) -> None:
        """A file per page; rejected pages give none, the summary names them."""
        taken: set[str] = set()
        for outcome in outcomes:
            if outcome.is_rejected:
                continue
            name = file_name(outcome.source, writer.suffix, taken)
            taken.add(name.casefold())
            (self.folder / name).write_bytes(b"".join(writer.join([outcome.encoded])))


def is_folder(output: str) -> bool:
    """Whether a name means a folder: one that exists, or a name that ends as one."""
    return output != "-" and (Path(output).is_dir() or output.endswith(("/", os.sep)))


@contextmanager
def cannot_write(output: str) -> Iterator[None]:
    """Inside, a file that cannot be written is an InputError; a closed pipe stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", output) from None


@contextmanager
def open_target(output: str) -> Iterator[Target]:
    """The target that a name means; InputError if it cannot be written."""
    if output == "-":
        yield _Stream(sys.stdout.buffer)
        return
    with cannot_write(output):
        if is_folder(output):
            Path(output).mkdir(parents=True, exist_ok=True)
            yield _Folder(Path(output))
        else:
            with Path(output).open("wb") as out:
                yield _Stream(out)

"""Files that are whole or as they were before: written beside, then renamed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

# What is being written of `out.jsonl` lies beside it, under this name.
PART = ".part"


def part_of(path: str | os.PathLike[str]) -> Path:
    """Where a file is written until it is whole; behind a link, beside the file that the link leads to."""
    whole = Path(path).resolve()
    return whole.with_name(whole.name + PART)


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether there is something by this name that no file can take the place of: a device, a pipe."""
    return Path(path).exists() and not Path(path).is_file()


@contextmanager
def replacing(path: str | os.PathLike[str], *, append: bool = False, keep: bool = False) -> Iterator[BinaryIO]:
    """A stream to write to, which takes the place of a file at the end; until then the old one stays.

    If anything is raised, what was written is deleted, or left at `part_of(path)` if it is to be kept. With
    `append`, it goes on behind what was left there. Devices and pipes are written to as they are. OSError if it
    cannot be written.
    """
    if is_special(path):
        with Path(path).open("wb") as out:
            yield out
        return
    part = part_of(path)
    try:
        with part.open("ab" if append else "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(path, part)
        part.replace(Path(path).resolve())
    except BaseException:
        if not keep:
            part.unlink(missing_ok=True)
        raise


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file: the whole of it or nothing. OSError if it cannot be written."""
    with replacing(path) as out:
        out.write(content)

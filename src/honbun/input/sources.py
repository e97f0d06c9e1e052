"""Paths as a user names them into the sources that lie there: files, folders, patterns, standard input."""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from honbun.input.streams import forward
from honbun.input.types import Rejected, Rejection, Source

STDIN = "-"


def sources(path: str, stdin: BinaryIO | None) -> Iterator[Source | Rejected]:
    """What a path names: a stream, a file, all files of a folder, or what a pattern matches."""
    if path == STDIN:
        stream = sys.stdin.buffer if stdin is None else stdin
        yield Source(STDIN, "", lambda: forward(stream, is_owner=False), is_asked=True)
        return
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - for Path, "" is the current folder
    except (OSError, ValueError) as error:
        yield from _matches(path, error)
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path)
    elif stat.S_ISREG(mode):
        yield _file(path, is_asked=True)
    else:
        pipe = Path(path)
        yield Source(shown(path), pipe.name, lambda: forward(pipe.open("rb")), is_asked=True)


def is_address(path: str) -> bool:
    """Whether what a person names is an address of the web and not a path."""
    return path[:8].lower().startswith(("http://", "https://"))


def is_stream(path: str) -> bool:
    """Whether the path names something that can be read once only."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return path == STDIN
    return path == STDIN or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def shown(path: str) -> str:
    """The path as text that can be written anywhere: names of files may hold bytes that are no text."""
    return path.encode("utf-8", "backslashreplace").decode()


def _matches(pattern: str, error: OSError | ValueError) -> Iterator[Source | Rejected]:
    """The files that a pattern matches, sorted; the folders if it matches nothing else.

    A folder beside files is passed over, for `**` matches a folder and all that is in it.
    """
    # A ValueError says that no name is written like this: it has a zero in it, or half a character.
    is_pattern = glob.has_magic(pattern) and not isinstance(error, ValueError)
    # Path.glob takes no absolute pattern.
    matches = sorted(glob.glob(pattern, recursive=True)) if is_pattern else []  # noqa: PTH207
    files = [path for path in matches if not stat.S_ISDIR(_mode(path))]
    for path in files:
        yield _file(path, is_asked=True)
    if not files:
        for path in matches:
            yield from _walk(path)
    if not matches:
        yield _missing(pattern, error)


def _missing(path: str, error: OSError | ValueError) -> Rejected:
    if isinstance(error, OSError) and not isinstance(error, FileNotFoundError | NotADirectoryError):
        return _unreadable(path, error)
    is_pattern = glob.has_magic(path)
    detail = "nothing matches this pattern; check it"
    if not is_pattern:
        detail = "no such file or folder; check the spelling, or write https:// before an address"
    return Rejected(shown(path), Rejection.NO_SUCH_PATH, detail)


def _unreadable(path: str, error: OSError) -> Rejected:
    return Rejected(shown(path), Rejection.UNREADABLE, error.strerror or str(error))


def _walk(folder: str) -> Iterator[Source | Rejected]:
    """The files under a folder, by name, hidden ones and devices left out; each folder is entered once.

    A folder's names are in memory while it is read: order costs that.
    """
    entered = set()
    pending = [(folder, True)]
    while pending:
        path, is_folder = pending.pop()
        if not is_folder:
            yield _file(path)
            continue
        try:
            status = Path(path).stat()
            # A link may lead back to where we came from.
            if (status.st_dev, status.st_ino) in entered:
                continue
            entered.add((status.st_dev, status.st_ino))
            pending += reversed(_children(path))
        except OSError as error:
            yield _unreadable(path, error)


def _children(folder: str) -> list[tuple[str, bool]]:
    """The files and folders in a folder, sorted, each with whether it is a folder."""
    children = []
    with os.scandir(folder) as entries:
        for entry in entries:
            is_file, is_folder = _kind_of(entry)
            if not entry.name.startswith(".") and (is_file or is_folder):
                children.append((entry.path, is_folder))
    return sorted(children)


def _kind_of(entry: os.DirEntry[str]) -> tuple[bool, bool]:
    """Whether an entry is a file, and whether it is a folder. Only links cost a call to the system."""
    if not entry.is_symlink():
        return entry.is_file(), entry.is_dir()
    mode = _mode(entry.path)
    return stat.S_ISREG(mode), stat.S_ISDIR(mode)


def _mode(path: str) -> int:
    """The type of what a path leads to; a file for a broken link, so that opening it says what is wrong."""
    try:
        return Path(path).stat().st_mode
    except OSError:
        return stat.S_IFREG


def _file(path: str, *, is_asked: bool = False) -> Source:
    return Source(shown(path), Path(path).name, lambda: Path(path).open("rb"), is_asked=is_asked)

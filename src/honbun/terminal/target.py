"""Where output goes: standard output, a file, or a folder with a file per page; and runs, which write to it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol

from honbun.errors import FormatError, InputError
from honbun.extraction import (
    EVERY_PAGE,
    Batch,
    BatchOptions,
    Outcome,
    PageWork,
    Section,
    Site,
    Sites,
    without_repeats,
)
from honbun.files import is_special, part_of, replacing, write_whole
from honbun.input import Found, RawPage, Rejected
from honbun.model import ThreadModel
from honbun.output import ALIASES, Frame, file_name
from honbun.terminal.options import Paths
from honbun.terminal.report import Summary, check_read, progress

# The format that a run can go on with: a page is lines of its own, which name it.
_RESUMABLE = "jsonl"
# Endings that pages have too, so that a page's file could take the place of the page.
_OF_PAGES = frozenset({".html"})


def format_of(output: str, known: Collection[str], default: str) -> str:
    """The format that the name of a file asks for; the default of a name without ending, a folder or a stream."""
    suffix = "" if output == "-" or is_folder(output) or is_special_file(output) else Path(output).suffix.lower()
    name = ALIASES.get(suffix[1:], suffix[1:])
    if name and name not in known:
        advice = f"known: {', '.join(sorted(known))}; -f FORMAT writes one under any name"
        raise FormatError("no format has this ending", output, advice)
    return name or default


class Target(Protocol):
    """Takes outcomes and writes them."""

    is_joined: bool
    """All pages go into one stream."""

    def is_done(self, page: Found) -> bool:
        """Whether the next page was written by a run before. Asked of every page, in order."""

    def write(self, outcomes: Iterable[Outcome], writer: Frame) -> None:
        """Write each outcome as it comes: of every page that was not done, in order."""


@dataclass
class _Stream:
    out: BinaryIO
    done: Counter[str] = field(default_factory=Counter)
    """Sources of what is there, with the number of pages of each."""
    is_joined: bool = True
    written: int = 0

    def is_done(self, page: Found) -> bool:
        """Whether the stream has a page of this source that was not asked about yet."""
        self.done[page.source] -= 1
        return self.done[page.source] >= 0

    def write(self, outcomes: Iterable[Outcome], writer: Frame) -> None:
        """One after the other, each whole."""
        for piece in writer.join(self._encoded(outcomes)):
            self.out.write(piece)
        self.out.flush()

    def _encoded(self, outcomes: Iterable[Outcome]) -> Iterator[bytes]:
        for outcome in outcomes:
            if not outcome.is_left_out:
                yield outcome.encoded
                self.written += 1


@dataclass
class _Folder:
    folder: Path
    suffix: str
    is_resumed: bool
    is_joined: bool = False
    written: int = 0
    _taken: set[str] = field(default_factory=set)
    _names: deque[str] = field(default_factory=deque)

    def is_done(self, page: Found) -> bool:
        """Whether there is a file of this page, which is whole if it is there.

        It is called what the page is called in its row, else as its address, else as its source.
        """
        called = (page.id or page.url) if isinstance(page, RawPage) else None
        name = file_name(called or page.source, self.suffix, self._taken)
        self._taken.add(name.casefold())
        if self.is_resumed and (self.folder / name).exists():
            return True
        self._names.append(name)
        return False

    def write(self, outcomes: Iterable[Outcome], writer: Frame) -> None:
        """A file per page; rejected pages give none, the summary names them."""
        for outcome in outcomes:
            name = self._names.popleft()
            if not outcome.is_rejected and not outcome.is_left_out:
                write_whole(self.folder / name, b"".join(writer.join([outcome.encoded])))
                self.written += 1


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
def open_target(output: str, format_: str, suffix: str, *, resume: bool = False) -> Iterator[Target]:
    """The target that a name means; InputError if it cannot be written.

    A file is whole or as it was before. What an interrupted run has written can be gone on with if it is one file
    of lines, or a folder.
    """
    is_resumable = output != "-" and (is_folder(output) or format_ == _RESUMABLE) and not is_special_file(output)
    if resume and not is_resumable:
        advice = f"write -f {_RESUMABLE} to a file, or to a folder"
        raise FormatError("a run cannot be resumed into this", output, advice)
    target: _Stream | _Folder
    with _saying_where(output, is_resumable) as stopped:
        if output == "-":
            stopped.append(target := _Stream(sys.stdout.buffer))
            yield target
            return
        with cannot_write(output):
            if is_folder(output):
                Path(output).mkdir(parents=True, exist_ok=True)
                stopped.append(target := _Folder(Path(output), suffix, resume))
                yield target
                return
            done = _resumed(output) if resume else Counter[str]()
            with replacing(output, append=resume, keep=is_resumable) as out:
                stopped.append(target := _Stream(out, done))
                yield target


@contextmanager
def open_run(
    paths: Paths, batch: BatchOptions, output: str, format_: str, suffix: str, *, resume: bool = False
) -> Iterator[tuple[Batch, Target]]:
    """The pages, and where to write what comes of them; InputError if there is no page, and nothing is written."""
    with paths.open(batch) as pages:
        rejected: list[Rejected] = []
        if output != "-":
            check_read(next(pages.readable(lambda _: None, rejected), None) is not None, rejected, paths)
        with open_target(output, format_, suffix, resume=resume) as target:
            yield pages, target


def sites_of(
    pages: Batch,
    site_file: str | None,
    *,
    alone: bool,
    sections: Section = Section.LINES | Section.THREADS,
    model: ThreadModel | None = None,
) -> Sites:
    """The saved site for every page, else the sites that the pages teach, unless each is taken alone."""
    if site_file:
        return {EVERY_PAGE: Site.load(site_file)}
    if alone:
        return {}
    with progress("counting"):
        number = pages.sizes.total()
    with progress("learning", number) as step:
        return pages.learn(step, sections, model)


def write_each(
    pages: Batch,
    work: PageWork,
    target: Target,
    summary: Summary,
    verb: str,
    finish: Callable[[Iterator[Outcome]], Iterator[Outcome]] = iter,
) -> None:
    """Do the work on each page that is not done, and count and write what comes of it, once it is finished."""
    with (
        progress(verb, pages.total) as step,
        closing(pages.each(work, step, summary.unless(target.is_done))) as outcomes,
    ):
        target.write(finish(summary.counted(without_repeats(outcomes))), work.writer)


def is_special_file(output: str) -> bool:
    """Whether the name is of a device or a pipe."""
    return is_special(output) and not Path(output).is_dir()


@contextmanager
def _saying_where(output: str, is_resumable: bool) -> Iterator[list[_Stream | _Folder]]:
    """A list for the target. If a signal ends the run, its exception notes how far it came."""
    targets: list[_Stream | _Folder] = []
    try:
        yield targets
    except KeyboardInterrupt as stop:
        if targets and is_resumable:
            stop.add_note(f"{targets[0].written:,} pages written, --resume goes on")
        elif output != "-":
            stop.add_note(f"{output} is as it was")
        raise


def _resumed(output: str) -> Counter[str]:
    """How many pages of each source a run before has written, of those that are surely whole; the rest is cut off.

    The last source is not: its page may have more lines than were written.
    """
    part = part_of(output)
    if not part.exists() and Path(output).exists():
        shutil.copyfile(output, part)
    done: Counter[str] = Counter()
    whole, last, place = 0, None, 0
    if not part.exists():
        return done
    with part.open("rb+") as file:
        for line in file:
            source = _source_of(line, output) if line.endswith(b"\n") else None
            if source is None:
                break
            if source != last:
                whole, last = place, source
                done[source] += 1
            place += len(line)
        if last is not None:
            done[last] -= 1
        file.truncate(whole)
    return done


def _source_of(line: bytes, output: str) -> str | None:
    """The source of the page that a line is of; None if the line is torn."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    if not isinstance(row, dict) or not isinstance(row.get("source"), str):
        raise InputError("cannot be resumed: its lines do not name the source of each page", output)
    source: str = row["source"]
    return source


def check_not_read(output: str, paths: Iterable[str], suffix: str = "") -> None:
    """InputError if an output is one of the inputs, or would take the place of one."""
    if output == "-" or is_special_file(output):
        return
    place = Path(output).resolve()
    for path in (Path(path).resolve() for path in paths if path != "-"):
        if is_folder(output):
            is_read = suffix in _OF_PAGES and place in (path, path.parent)
        else:
            is_read = place.exists() and (place == path or (path.is_dir() and path in place.parents))
        if is_read:
            raise InputError("is also read from", output, "choose another name for the output")

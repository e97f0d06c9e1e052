"""Pages gone through by a command: opened, their sites learned, what the work makes of each written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from honbun.errors import InputError
from honbun.extraction import EVERY_PAGE, Batch, BatchOptions, PageWork, Section, Site, Sites, without_repeats
from honbun.input import Rejected
from honbun.model import ThreadModel
from honbun.terminal.options import Paths
from honbun.terminal.report import Summary, progress, say_rejected
from honbun.terminal.target import Target, open_target


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
    with progress("learning", pages.total) as step:
        return pages.learn(step, sections, model)


def write_each(pages: Batch, work: PageWork, target: Target, summary: Summary, verb: str) -> None:
    """Do the work on each page that is not done, and write and count what comes of it."""
    with (
        progress(verb, pages.total) as step,
        closing(pages.each(work, step, summary.unless(target.is_done))) as outcomes,
    ):
        target.write(summary.counted(without_repeats(outcomes)), work.writer)


def check_read(is_any: object, rejected: Sequence[Rejected], paths: object, what: str = "") -> None:
    """Name what could not be read; InputError if that is all, which says `what` there is not."""
    if is_any:
        say_rejected(rejected)
        return
    if not rejected:
        raise InputError(what or "no page to read", str(paths), "give a folder or files with HTML pages")
    *others, last = rejected
    say_rejected(others)
    raise InputError(f"{what}: {last.told}" if what else last.told, last.source)

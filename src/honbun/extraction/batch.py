"""Many pages: learn the sites they belong to, then do a verb's work on each page with what its site taught."""

from __future__ import annotations

import shutil
import tempfile
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import BinaryIO

from honbun.article import ExtractOptions
from honbun.errors import FormatError
from honbun.extraction.composing import compose, read
from honbun.extraction.pool import Defect, guarded, in_order
from honbun.extraction.site import EVERYTHING, Section, Site, learn_page
from honbun.extraction.site_names import site_name
from honbun.extraction.store import PageStore
from honbun.extraction.threads import compose_thread
from honbun.features import Outline
from honbun.input import Found, RawPage, ReadOptions, Rejected, is_rereadable
from honbun.input import read as read_paths
from honbun.model import ThreadModel
from honbun.output import Frame, ThreadWriter, Writer
from honbun.site import Fingerprint

# A site is learned from so many of its pages at most; more teach nothing new and cost memory (sites-dev: ten pages
# come within .004 of all).
MAX_LEARNED_PAGES = 1000
# The name of a site that every page belongs to; no page can claim it.
EVERY_PAGE = "*"

Progress = Callable[[str], None]
"""What a caller sees go by: the source of each page or rejection as it is read."""
Sites = Mapping[str, Site]
"""Sites by name; the one named `EVERY_PAGE` is that of all pages."""


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """How to go through many pages."""

    min_pages: int = 2
    """A site of fewer pages teaches nothing: its pages are taken alone."""
    jobs: int = 1
    """Number of processes."""
    read: ReadOptions = field(default_factory=ReadOptions)

    def __post_init__(self) -> None:
        if self.min_pages < 1 or self.jobs < 1:
            raise FormatError("min_pages and jobs must be at least 1")


@dataclass(frozen=True)
class Outcome:
    """What came of one page, written out."""

    source: str
    encoded: bytes
    """The page as the writer writes it, rejected or not."""
    reason: str = ""
    """Why the page was rejected, or gave nothing."""
    detail: str = ""
    is_rejected: bool = False
    kept: int = 0
    """Number of blocks kept."""
    blocks: int = 0
    """Number of blocks on the page."""
    posts: int = 0
    """Number of posts found."""
    site: str = ""
    """The site it was taken to belong to; "" if the page was taken alone."""


@dataclass(frozen=True)
class Batch:
    """Pages that can be gone through several times."""

    paths: Sequence[str]
    options: BatchOptions = field(default_factory=BatchOptions)
    stdin: BinaryIO | None = None

    def pages(self) -> Iterator[Found]:
        """The pages and rejections, from the start."""
        if self.stdin is not None:
            self.stdin.seek(0)
        return read_paths(self.paths, stdin=self.stdin, options=self.options.read)

    def is_several(self) -> bool:
        """Whether there is more than one page or rejection."""
        return sum(1 for _ in islice(self.pages(), 2)) > 1

    def readable(self, progress: Progress, rejected: list[Rejected] | None = None) -> Iterator[RawPage]:
        """The pages; rejections go to the list, if there is one."""
        for page in self._seen(progress):
            if isinstance(page, RawPage):
                yield page
            elif rejected is not None:
                rejected.append(page)

    def store(self, progress: Progress) -> tuple[PageStore, list[Rejected]]:
        """All pages, compressed, for verbs that hold them against each other; and what was rejected."""
        rejected: list[Rejected] = []
        return PageStore(self.readable(progress, rejected)), rejected

    def teach(self, site: Site, progress: Progress) -> list[Rejected]:
        """Add every page to a site; what was rejected comes back."""
        rejected: list[Rejected] = []
        work = partial(guarded, _learned)
        for learned in in_order(work, self.readable(progress, rejected), self.options.jobs):
            if isinstance(learned, Fingerprint):
                site.add_fingerprint(learned)
        return rejected

    def learn(
        self, progress: Progress, sections: Section = EVERYTHING, model: ThreadModel | None = None
    ) -> dict[str, Site]:
        """The sites of the pages by name; those of too few pages are left out."""
        return learn_sites(self.readable(_ignore), self.readable(progress), self.options, sections, model)

    def each(self, work: PageWork, progress: Progress) -> Generator[Outcome, None, None]:
        """What the work makes of each page, in the order they are read."""
        for site in work.sites.values():
            site.profile.prepare()
        return in_order(work, self._seen(progress), self.options.jobs)

    def _seen(self, progress: Progress) -> Iterator[Found]:
        for page in self.pages():
            progress(page.source)
            yield page


@contextmanager
def open_batch(paths: Sequence[str], options: BatchOptions, stdin: BinaryIO) -> Iterator[Batch]:
    """A batch of these paths; what comes from the stream is kept in a file, for it is read several times."""
    if is_rereadable(paths):
        yield Batch(paths, options)
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(stdin, copy)
        yield Batch(paths, options, copy)


def learn_sites(
    pages: Iterable[RawPage],
    again: Iterable[RawPage],
    options: BatchOptions,
    sections: Section = EVERYTHING,
    model: ThreadModel | None = None,
) -> dict[str, Site]:
    """The sites of some pages by name; those of too few pages are left out.

    The same pages come twice: first they are counted by site, which needs no parsing; `again`, only those of sites
    that have enough of them are learned.
    """
    sizes = Counter(map(site_name, pages))
    sites = {name: Site() for name, size in sizes.items() if size >= options.min_pages and name != EVERY_PAGE}
    if not sites:
        return {}
    work = partial(guarded, partial(_learned_of_site, sections=sections, model=model))
    for learned in in_order(work, _first_pages(again, sites), options.jobs):
        if not isinstance(learned, Defect):  # which the verb's own work will report
            name, fingerprint = learned
            sites[name].add_fingerprint(fingerprint)
    return sites


def _first_pages(pages: Iterable[RawPage], sites: Sites) -> Iterator[RawPage]:
    """The pages of these sites, as many of each as it is learned from."""
    taken: Counter[str] = Counter()
    for page in pages:
        name = site_name(page)
        taken[name] += 1
        if name in sites and taken[name] <= MAX_LEARNED_PAGES:
            yield page


def _ignore(_: str) -> None:
    """No progress is shown of what takes no time."""


def _learned(page: RawPage, sections: Section = EVERYTHING, model: ThreadModel | None = None) -> Fingerprint:
    return learn_page(read(page.body, page.url, page.content_type), sections, model)


def _learned_of_site(page: RawPage, sections: Section, model: ThreadModel | None) -> tuple[str, Fingerprint]:
    return site_name(page), _learned(page, sections, model)


def site_of(sites: Sites, page: RawPage) -> tuple[str, Site | None]:
    """The name of the site of a page, and the site if it was learned; that of every page comes first."""
    name = EVERY_PAGE if EVERY_PAGE in sites else site_name(page)
    return name, sites.get(name)


@dataclass(frozen=True)
class PageWork(ABC):
    """What a verb does with one page; pickles, so that other processes can do it."""

    writer: Frame
    sites: Sites

    def __call__(self, found: Found) -> Outcome:
        """What comes of a page or a rejection, written out."""
        if isinstance(found, Rejected):
            return self._rejected(found.source, found.reason, found.detail)
        outcome = guarded(self._of_site, found)
        if isinstance(outcome, Defect):
            return self._rejected(found.source, "defect in honbun", outcome.error)
        return outcome

    @abstractmethod
    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """What comes of a page, with what its site taught."""

    def _of_site(self, found: RawPage) -> Outcome:
        name, site = site_of(self.sites, found)
        outcome = self.outcome(found, read(found.body, found.url, found.content_type), site)
        return replace(outcome, site=name if site else "")

    def _rejected(self, source: str, reason: str, detail: str) -> Outcome:
        stated = f"{reason}: {detail}" if detail else str(reason)
        return Outcome(source, self.writer.encode_rejected(source, stated), reason, detail, is_rejected=True)


@dataclass(frozen=True)
class ExtractWork(PageWork):
    """A page into its document."""

    writer: Writer
    options: ExtractOptions = field(default_factory=ExtractOptions)

    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """The document, written."""
        document = compose(outline, found.body, self.options, site).document
        return Outcome(
            source=found.source,
            encoded=self.writer.encode(document, found.source),
            reason=document.reason or "",
            kept=int(document.labels.is_content.sum()),
            blocks=len(document.blocks),
        )


@dataclass(frozen=True)
class PostsWork(PageWork):
    """A page into its thread."""

    writer: ThreadWriter
    model: ThreadModel | None = None

    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """The thread, written."""
        template = site.thread_template if site else None
        thread = compose_thread(outline, template, found.body, _moment(found.fetched_at), self.model)
        encoded = self.writer.encode(thread, found.source)
        return Outcome(found.source, encoded, thread.reason or "", posts=len(thread))


def _moment(iso: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(iso) if iso else None
    except ValueError:
        return None

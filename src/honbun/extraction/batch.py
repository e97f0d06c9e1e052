"""Many pages: learn the sites they belong to, then do a verb's work on each page with what its site taught."""

from __future__ import annotations

import shutil
import tempfile
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, partial
from itertools import islice
from typing import BinaryIO, TypeVar

from honbun.article import ExtractOptions
from honbun.errors import FormatError
from honbun.extraction.composing import compose, read_page
from honbun.extraction.selecting import EVERYTHING as ALL_DOCUMENTS
from honbun.extraction.selecting import Outcome, Selection
from honbun.extraction.site import EVERYTHING, Drift, Section, Site, learn_page
from honbun.extraction.site_names import host_of, site_name
from honbun.extraction.store import PageStore
from honbun.extraction.threads import compose_thread
from honbun.features import Outline
from honbun.input import Found, RawPage, ReadOptions, Rejected, Rejection, count_files, is_rereadable
from honbun.input import read as read_paths
from honbun.model import ThreadModel
from honbun.output import Frame, ThreadWriter, Writer
from honbun.page import parse_body
from honbun.site import Fingerprint
from honbun.thread import Thread, join_threads
from honbun.workers import Limits, Loss, each, guarded

# A site is learned from so many of its pages at most; more teach nothing new and cost memory (sites-dev: ten pages
# come within .004 of all).
MAX_LEARNED_PAGES = 1000
# The name of a site that every page belongs to; no page can claim it.
EVERY_PAGE = "*"

Result = TypeVar("Result")
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
    limits: Limits = field(default_factory=Limits)
    """What the work on one page may take; a page that takes more is rejected."""
    read: ReadOptions = field(default_factory=ReadOptions)

    def __post_init__(self) -> None:
        if self.min_pages < 1 or self.jobs < 1:
            raise FormatError("min_pages and jobs must be at least 1")


@dataclass(frozen=True)
class Batch:
    """Pages that can be gone through several times."""

    paths: Sequence[str]
    options: BatchOptions = field(default_factory=BatchOptions)
    stdin: BinaryIO | None = None
    skipped: Counter[str] = field(default_factory=Counter)
    """What of archives was no page, when they were last gone through."""

    def pages(self, *, skipped: bool = False) -> Iterator[Found]:
        """The pages and rejections, from the start; if asked for, also what is skipped of archives."""
        if self.stdin is not None:
            self.stdin.seek(0)
        return read_paths(self.paths, stdin=self.stdin, options=replace(self.options.read, skipped=skipped))

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
        """All pages, compressed, for verbs that hold them against each other; and what was rejected.

        Each is parsed once by another process: one that cannot be must not spoil the work on all.
        """
        rejected: list[Rejected] = []
        pages = self._worked(_tried, self.readable(progress, rejected), rejected)
        return PageStore(page for page, _ in pages), rejected

    def teach(self, site: Site, progress: Progress) -> tuple[Counter[str], list[Rejected]]:
        """Add every page to a site; the hosts of the pages come back, and what was rejected."""
        hosts: Counter[str] = Counter()
        rejected: list[Rejected] = []
        for page, learned in self._worked(_learned, self.readable(progress, rejected), rejected):
            site.add_fingerprint(learned)
            hosts[host_of(page)] += 1
        return hosts, rejected

    def drift(self, site: Site, progress: Progress) -> tuple[Drift, list[Rejected]]:
        """How well the pages fit a site, and what was rejected."""
        rejected: list[Rejected] = []
        work = partial(_fit, site)
        fits = [fit for _, fit in self._worked(work, self.readable(progress, rejected), rejected)]
        return site.drift_of(fits), rejected

    def learn(
        self, progress: Progress, sections: Section = EVERYTHING, model: ThreadModel | None = None
    ) -> dict[str, Site]:
        """The sites of the pages by name; those of too few pages are left out."""
        return learn_sites(self.sizes, self.readable(progress), self.options, sections, model)

    @cached_property
    def sizes(self) -> Counter[str]:
        """How many pages each site has, and as "" what was rejected."""
        return Counter("" if isinstance(page, Rejected) else site_name(page) for page in self.pages())

    @property
    def total(self) -> int | None:
        """The number of pages and rejections: told by names of files, or counted to learn sites; else None."""
        return self.sizes.total() if "sizes" in vars(self) else count_files(self.paths)

    def each(
        self, work: PageWork, progress: Progress, is_done: Callable[[Found], bool] = lambda _: False
    ) -> Generator[Outcome, None, None]:
        """What the work makes of each page, in the order they are read, but for those that are done."""
        for site in work.sites.values():
            site.profile.prepare()

        def is_wanted(page: Found) -> bool:
            if _is_skipped(page) or not is_done(page):
                return True
            progress(page.source)
            return False

        pages = filter(is_wanted, self.pages(skipped=True))
        with closing(each(work, pages, self.options.jobs, self.options.limits)) as outcomes:
            for found, outcome in outcomes:
                if not _is_skipped(found):
                    progress(found.source)
                yield work.lost(found.source, outcome) if isinstance(outcome, Loss) else outcome

    def _worked(
        self, work: Callable[[RawPage], Result], pages: Iterable[RawPage], rejected: list[Rejected]
    ) -> Iterator[tuple[RawPage, Result]]:
        """The pages with what the work makes of them; those that are lost go to the list."""
        options = self.options
        for page, result in each(partial(guarded, work), pages, options.jobs, options.limits):
            if isinstance(result, Loss):
                rejected.append(Rejected(page.source, result.reason, result.detail))
            else:
                yield page, result

    def _seen(self, progress: Progress) -> Iterator[Found]:
        self.skipped.clear()
        for page in self.pages(skipped=True):
            if isinstance(page, Rejected) and _is_skipped(page):
                self.skipped[page.detail] += 1
                continue
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
    sizes: Mapping[str, int],
    pages: Iterable[RawPage],
    options: BatchOptions,
    sections: Section = EVERYTHING,
    model: ThreadModel | None = None,
) -> dict[str, Site]:
    """The sites of some pages by name, given how many pages each has; those of too few pages are left out."""
    sites = {
        name: Site() for name, size in sizes.items() if size >= options.min_pages and name not in ("", EVERY_PAGE)
    }
    if not sites:
        return {}
    work = partial(guarded, partial(_learned, sections=sections, model=model))
    for page, learned in each(work, _first_pages(pages, sites), options.jobs, options.limits):
        if not isinstance(learned, Loss):  # which the verb's own work will report
            sites[site_name(page)].add_fingerprint(learned)
    return sites


def _first_pages(pages: Iterable[RawPage], sites: Sites) -> Iterator[RawPage]:
    """The pages of these sites, as many of each as it is learned from."""
    taken: Counter[str] = Counter()
    for page in pages:
        name = site_name(page)
        taken[name] += 1
        if name in sites and taken[name] <= MAX_LEARNED_PAGES:
            yield page


def _is_skipped(page: Found) -> bool:
    return isinstance(page, Rejected) and page.reason is Rejection.SKIPPED


def _learned(page: RawPage, sections: Section = EVERYTHING, model: ThreadModel | None = None) -> Fingerprint:
    return learn_page(read_page(page), sections, model)


def _fit(site: Site, page: RawPage) -> float:
    return site.fit(read_page(page))


def _tried(page: RawPage) -> None:
    parse_body(page.body, page.url, page.content_type)


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
            if found.reason is Rejection.SKIPPED:
                return Outcome(found.source, b"", found.detail, is_skipped=True)
            return self._rejected(found.source, found.reason, found.detail)
        outcome = guarded(self._of_site, found)
        return self.lost(found.source, outcome) if isinstance(outcome, Loss) else outcome

    def lost(self, source: str, loss: Loss) -> Outcome:
        """What comes of a page that was lost while it was worked on."""
        return self._rejected(source, loss.reason, loss.detail)

    @abstractmethod
    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """What comes of a page, with what its site taught."""

    def _of_site(self, found: RawPage) -> Outcome:
        name, site = site_of(self.sites, found)
        outcome = self.outcome(found, read_page(found), site)
        return replace(outcome, site=name if site else "")

    def _rejected(self, source: str, reason: str, detail: str) -> Outcome:
        stated = f"{reason}: {detail}" if detail else str(reason)
        return Outcome(source, self.writer.encode_rejected(source, stated), reason, detail, is_rejected=True)


@dataclass(frozen=True)
class ExtractWork(PageWork):
    """A page into its document."""

    writer: Writer
    options: ExtractOptions = field(default_factory=ExtractOptions)
    selection: Selection = ALL_DOCUMENTS

    def _of_site(self, found: RawPage) -> Outcome:
        if reason := self.selection.reason_of_page(found):
            return Outcome(found.source, b"", reason, is_left_out=True)
        return super()._of_site(found)

    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """The document, written; nothing of one that does not belong into the selection."""
        composition = compose(outline, found.body, self.options, site)
        document, evidence = composition.document, composition.evidence
        if reason := self.selection.reason(document):
            return Outcome(found.source, b"", reason, is_left_out=True)
        document = self.selection.with_language(document)
        outcome = Outcome(
            source=found.source,
            encoded=self.writer.with_columns(found.own_columns).encode(document, found.source),
            reason=document.reason or "",
            kept=int(document.labels.is_content.sum()),
            blocks=len(document.blocks),
            fit=float((evidence.masked_frequency > 0).mean()) if evidence else None,
        )
        return self.selection.marked(outcome, document)


@dataclass(frozen=True)
class PostsWork(PageWork):
    """A page into its thread."""

    writer: ThreadWriter
    model: ThreadModel | None = None
    is_joined: bool = False
    """Threads are written by `joined`, when all their pages are known."""

    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """The thread, written."""
        template = site.thread_template if site else None
        thread = compose_thread(outline, template, found.body, _moment(found.fetched_at), self.model)
        fit = site.fit(outline) if site else None
        counted = Outcome(found.source, b"", thread.reason or "", posts=len(thread), fit=fit)
        if self.is_joined:
            return replace(counted, thread=thread, columns=found.own_columns)
        encoded = self.writer.with_columns(found.own_columns).encode(thread, found.source)
        return replace(counted, encoded=encoded)


def joined(outcomes: Iterable[Outcome], writer: ThreadWriter) -> Iterator[Outcome]:
    """The outcomes with pages that lead on from one to the next as one thread, written where the first one was."""
    kept = list(outcomes)
    waiting: defaultdict[str | int, list[Thread]] = defaultdict(list)
    for thread in join_threads(outcome.thread for outcome in kept if outcome.thread is not None):
        waiting[thread.url or id(thread)].append(thread)
    for outcome in kept:
        if outcome.thread is None:
            yield outcome
        elif threads := waiting[outcome.thread.url or id(outcome.thread)]:
            encoded = writer.with_columns(outcome.columns).encode(threads.pop(0), outcome.source)
            yield replace(outcome, encoded=encoded, thread=None)
        else:  # it is in the thread of another page
            yield replace(outcome, thread=None, is_left_out=True)


def _moment(iso: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(iso) if iso else None
    except ValueError:
        return None

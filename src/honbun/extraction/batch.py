"""Many pages: learn the sites they belong to, then extract each page with what its site taught."""

from __future__ import annotations

import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO
from urllib.parse import urlsplit

from honbun.article import ExtractOptions
from honbun.errors import FormatError
from honbun.extraction.page import compose, read
from honbun.extraction.parallel import in_order
from honbun.extraction.site import Site, learn_page, observe_page
from honbun.input import Found, RawPage, ReadOptions, Rejected, is_rereadable
from honbun.input import read as read_paths
from honbun.output import Frame, Writer
from honbun.page import Page
from honbun.site import Fingerprint

# A site is learned from so many of its pages at most; more teach nothing new and cost memory (sites-dev: ten pages
# come within .004 of all).
LEARN_PAGES = 1000

# The name of a site that every page belongs to; no page can claim it.
EVERY_PAGE = "*"

# What a caller sees go by: each page or rejection as it is read.
Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """How to go through many pages."""

    min_pages: int = 2
    """A site of fewer pages teaches nothing: its pages are taken alone."""
    jobs: int = 1
    """Number of processes."""
    read: ReadOptions = field(default_factory=ReadOptions)
    extract: ExtractOptions = field(default_factory=ExtractOptions)

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
    """Pages that can be gone through twice."""

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

    def teach(self, site: Site, progress: Progress) -> list[Rejected]:
        """Add every page to a site; what was rejected comes back."""
        rejected: list[Rejected] = []
        for learned in in_order(_observed, self.readable(progress, rejected), self.options.jobs):
            if learned is not None:
                site.add_fingerprint(learned[1])
        return rejected

    def learn(self, progress: Progress) -> dict[str, Site]:
        """The sites of the pages by name; those of too few pages are left out."""
        return learn_sites(self.readable(progress), self.options)

    def extract(
        self, sites: Mapping[str, Site], writer: Writer, progress: Progress
    ) -> Generator[Outcome, None, None]:
        """What comes of each page, in the order they are read. The site named `EVERY_PAGE` is that of all."""
        for site in sites.values():
            site.profile.prepare()
        work = _Extraction(writer, sites, self.options.extract)
        return self.each(work, progress)

    def each(self, work: PageWork, progress: Progress) -> Generator[Outcome, None, None]:
        """What the work makes of each page, in the order they are read."""
        return in_order(work, self._seen(progress), self.options.jobs)

    def readable(self, progress: Progress, rejected: list[Rejected] | None = None) -> Iterator[RawPage]:
        """The pages; rejections go to the list, if there is one."""
        for page in self._seen(progress):
            if isinstance(page, RawPage):
                yield page
            elif rejected is not None:
                rejected.append(page)

    def _seen(self, progress: Progress) -> Iterator[Found]:
        for page in self.pages():
            progress(page.source)
            yield page


@contextmanager
def open_batch(paths: Sequence[str], options: BatchOptions, stdin: BinaryIO) -> Iterator[Batch]:
    """A batch of these paths; what comes from the stream is kept in a file, for it is read twice."""
    if is_rereadable(paths):
        yield Batch(paths, options)
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(stdin, copy)
        yield Batch(paths, options, copy)


def learn_sites(pages: Iterable[RawPage], options: BatchOptions) -> dict[str, Site]:
    """The sites of some pages by name; those of too few pages are left out."""
    sites: dict[str, Site] = {}
    sizes: dict[str, int] = {}
    for learned in in_order(_observed, pages, options.jobs):
        if learned is None:
            continue
        name, fingerprint = learned
        sizes[name] = sizes.get(name, 0) + 1
        if sizes[name] <= LEARN_PAGES:
            sites.setdefault(name, Site()).add_fingerprint(fingerprint)
    sites.pop(EVERY_PAGE, None)
    return {name: site for name, site in sites.items() if sizes[name] >= options.min_pages}


def site_name(page: Page, source: str) -> str:
    """The name of the site a page belongs to: the host of its address, else the folder it lies in."""
    for address in (page.url, *_own_addresses(page)):
        try:
            host = urlsplit(address or "").hostname
        except ValueError:
            continue
        if host:
            return host.removeprefix("www.")
    folder, _, name = source.rpartition("/")
    return folder or name.partition("#")[0].partition(":")[0].partition("!")[0]


def site_of(sites: Mapping[str, Site], page: Page, source: str) -> tuple[str, Site | None]:
    """The name of the site of a page, and the site if it was learned; that of every page comes first."""
    name = EVERY_PAGE if EVERY_PAGE in sites else site_name(page, source)
    return name, sites.get(name)


def _own_addresses(page: Page) -> Iterator[str]:
    """What the page says its address is."""
    for row, rel in page.attributes.get("rel", {}).items():
        if rel.lower() == "canonical":
            yield page.attribute(row, "href") or ""
    for row, name in page.attributes.get("property", {}).items():
        if name.lower() == "og:url":
            yield page.attribute(row, "content") or ""


def _observed(raw: RawPage) -> tuple[str, Fingerprint] | None:
    """The name of a page's site and its sketch; None if the page cannot be read, which extracting will report."""
    try:
        outline = read(raw.body, raw.url, raw.content_type)
        return site_name(outline.page, raw.source), learn_page(outline)
    except Exception:
        return None


@dataclass(frozen=True)
class PageWork(ABC):
    """The second pass over one page; pickles, so that other processes can do it."""

    writer: Frame

    def __call__(self, found: Found) -> Outcome:
        """What comes of a page or a rejection, written out."""
        if isinstance(found, Rejected):
            return self._rejected(found.source, found.reason, found.detail)
        # The one place where every error is caught: a page that shows a defect of ours must not end the batch.
        try:
            return self.outcome(found)
        except Exception as error:
            return self._rejected(found.source, "defect in honbun", f"{type(error).__name__}: {error}")

    @abstractmethod
    def outcome(self, found: RawPage) -> Outcome:
        """What comes of a page."""

    def _rejected(self, source: str, reason: str, detail: str) -> Outcome:
        said = f"{reason}: {detail}" if detail else str(reason)
        return Outcome(source, self.writer.encode_rejected(source, said), reason, detail, is_rejected=True)


@dataclass(frozen=True)
class _Extraction(PageWork):
    """A page into its document."""

    writer: Writer
    sites: Mapping[str, Site]
    options: ExtractOptions

    def outcome(self, found: RawPage) -> Outcome:
        """The document, with what the site of the page taught."""
        outline = read(found.body, found.url, found.content_type)
        name, site = site_of(self.sites, outline.page, found.source)
        site_evidence = site.site_evidence(*observe_page(outline)) if site else None
        document = compose(outline, site_evidence, found.body, self.options)
        return Outcome(
            source=found.source,
            encoded=self.writer.encode(document, found.source),
            reason=document.reason or "",
            kept=int(document.labels.is_content.sum()),
            blocks=len(document.blocks),
            site=name if site else "",
        )

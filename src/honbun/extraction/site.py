"""`Site`: learn from a site's own pages, then extract any page of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Flag, auto
from pathlib import Path
from typing import Self, Unpack

import numpy as np

from honbun.article import DEFAULT, ExtractOptions, SiteEvidence, vote_on_records
from honbun.document import Document
from honbun.errors import ProfileError, expect
from honbun.extraction.asking import Html, Keywords, Pages, asked, pairs_of
from honbun.extraction.composing import extract_within, learn_discussion, read, read_page
from honbun.extraction.threads import compose_thread, settle_templates
from honbun.features import Outline
from honbun.files import write_whole
from honbun.input import RawPage
from honbun.model import ThreadModel, shipped_threads
from honbun.notebook import html_table, line
from honbun.opening import learn_template
from honbun.page import CompiledBlocks
from honbun.site import FIT_CLASSES, Fingerprint, LineKeys, Profile, dumps, line_keys, loads, observe, recognise
from honbun.threads import Thread, ThreadTemplate

# A site has drifted when new pages fit it less than half as well as the pages it was learned from.
_MIN_FIT_SHARE = 0.5


class Section(Flag):
    """What is learned of a site. Each costs its own time, so a verb asks for what it uses."""

    LINES = auto()
    """Which lines other pages show as well, and which groups are comments."""
    THREADS = auto()
    """How the threads of the site are built."""


EVERYTHING = Section.LINES | Section.THREADS


@dataclass(frozen=True)
class Drift:
    """How well new pages fit what was learned."""

    pages: int
    fit: float
    """Median share of the pages' lines that the site knows."""
    expected: float
    """The same, of the pages the site was learned from."""

    @property
    def is_drifted(self) -> bool:
        """The site has changed: learn it again."""
        return self.pages > 0 and self.fit < _MIN_FIT_SHARE * self.expected


class Site:
    """What the pages of a site teach, without labels: which lines are boilerplate, which records are comments.

    Safe to share between threads for extracting; `add` is for one thread at a time.
    """

    def __init__(self, profile: Profile | None = None) -> None:
        self._profile = profile or Profile()
        self._added: list[Fingerprint] = []

    def __len__(self) -> int:
        """Number of pages learned."""
        return len(self.profile)

    def __repr__(self) -> str:
        return line("Site", f"{len(self):,} pages", f"{len(self.profile.compact().history.keys):,} repeated lines")

    def _repr_html_(self) -> str:
        """How much was learned, and some of the lines that repeat, as a notebook shows them."""
        lines = self.profile.compact().history.samples
        return html_table(repr(self), ("a line that pages share",), ((text,) for text in lines), len(lines))

    @classmethod
    def learn(cls, pages: Pages) -> Self:
        """The site that these pages, (url, html), belong to. They may come from a stream: none is kept."""
        site = cls()
        for url, html in pairs_of(pages):
            site.add(url, html)
        return site

    @classmethod
    def of_board(cls, pages: Iterable[RawPage]) -> Self:
        """The site of a board by pages of its threads, which are all segmented in one way."""
        outlines = [read_page(page) for page in pages]
        site = cls()
        for outline, template in zip(outlines, settle_templates(outlines, shipped_threads()), strict=True):
            site.add_fingerprint(replace(_lines_of(outline), threads=template.votes()))
        return site

    def add(self, url: str | None, html: Html) -> None:
        """Learn one page more. A page without text teaches nothing."""
        self.add_fingerprint(learn_page(read(html, url)))

    def add_page(self, page: RawPage, sections: Section = EVERYTHING, model: ThreadModel | None = None) -> None:
        """The same of a page as it came, for the sections that are asked for."""
        self.add_fingerprint(learn_page(read_page(page), sections, model))

    def add_fingerprint(self, page: Fingerprint) -> None:
        """Learn a page from its fingerprint, as another process made it."""
        if len(page.keys):
            self._added.append(page)

    def merge(self, other: Site) -> Site:
        """A site that knows what both know."""
        expect(other, Site, "what a site is merged with", "pass Site.load(path)")
        return Site(self.profile.merge(other.profile))

    @property
    def profile(self) -> Profile:
        """All that was learned so far."""
        if self._added:
            # In this order: another thread must not find the pages gone and not yet learned. Twice does no harm.
            self._profile, self._added = self._profile.add(self._added), []
        return self._profile

    def extract(
        self,
        html: Html,
        url: str | None = None,
        *,
        options: ExtractOptions = DEFAULT,
        **keywords: Unpack[Keywords],
    ) -> Document:
        """The document of a page of this site, whether it was learned or is new; keywords as in `extract`."""
        return extract_within(html, url, asked(options, keywords), self)

    def posts(self, html: Html, url: str | None = None, *, fetched: datetime | None = None) -> Thread:
        """The posts of a page of this site: see `honbun.posts`."""
        return compose_thread(read(html, url), self.thread_template, html, fetched)

    @property
    def thread_template(self) -> ThreadTemplate | None:
        """How the threads of this site are built; None if it has none."""
        return ThreadTemplate.of_votes(self.profile.threads) if self.profile.threads else None

    def knowledge_of(self, outline: Outline) -> tuple[SiteEvidence | None, ThreadTemplate | None]:
        """What the other pages state of the blocks of a page, None if there are none, and of threads."""
        if not len(self):
            return None, None
        keys = keys_of(outline)
        page = recognise(outline.blocks, outline.is_link, keys)
        frequency = self.profile.document_frequency(page)
        plain, masked = (frequency[np.searchsorted(page.keys, each)] for each in keys)
        return SiteEvidence(plain, masked, self.profile.record_votes), self.thread_template

    def drift(self, pages: Pages) -> Drift:
        """How well these pages, (url, html), fit the site."""
        return self.drift_of([self.fit(read(html, url)) for url, html in pairs_of(pages)])

    def fit(self, outline: Outline) -> float:
        """The share of a page's lines that other pages of the site show, too."""
        return self.profile.fit(observe_page(outline))

    def drift_of(self, fits: Sequence[float]) -> Drift:
        """How well pages that fit so well, each, fit the site as a whole."""
        learned = self.profile.fits
        middle = int(np.searchsorted(np.cumsum(learned), sum(learned) / 2))
        # Of pages that share nothing, as of a single one, no new page can differ.
        expected = (middle + 0.5) / FIT_CLASSES if middle else 0.0
        return Drift(pages=len(fits), fit=float(np.median(fits)) if fits else 0.0, expected=expected)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the profile as JSON, a few kilobytes: see `honbun.site.store`."""
        write_whole(path, dumps(self.profile).encode("utf-8"))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The site that was saved; ProfileError if the file cannot be used."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise ProfileError(f"cannot be read: {error.strerror}", os.fspath(path)) from None
        except UnicodeDecodeError:
            raise ProfileError("not a site profile", os.fspath(path)) from None
        return cls(loads(text, os.fspath(path)))


def observe_page(outline: Outline) -> Fingerprint:
    """What a site remembers of the lines of a page."""
    return observe(outline.blocks, outline.is_link, keys_of(outline), vote_on_records(outline))


def _lines_of(outline: Outline) -> Fingerprint:
    return observe(outline.blocks, outline.is_link, keys_of(outline), {})


def keys_of(outline: Outline) -> LineKeys:
    """The keys of each block of a page, by the core if it has the page."""
    blocks = outline.blocks
    if isinstance(blocks, CompiledBlocks):
        return LineKeys(*blocks.parsed.column("block_keys").reshape(2, -1))
    return line_keys(blocks, outline.is_link)


def learn_page(outline: Outline, sections: Section = EVERYTHING, model: ThreadModel | None = None) -> Fingerprint:
    """What a site learns from a page, in the sections that are asked for.

    Where lines are learned, pages may be articles: those that show no comments and do not look like threads are
    not asked how they are segmented, which takes longer than all the rest.
    """
    of_lines = Section.LINES in sections
    page = observe_page(outline) if of_lines else _lines_of(outline)
    if Section.THREADS not in sections or not outline.blocks.length.any():
        return page
    model = model or shipped_threads()
    template = learn_discussion(outline, model) if of_lines else learn_template([outline], model)
    return replace(page, threads=template.votes())

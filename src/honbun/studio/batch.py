"""Many pages: each explained in a file of its own, with what its site taught."""

from __future__ import annotations

import zlib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from honbun.extraction import Batch, ExtractOptions, Known, Outcome, PageWork, Progress, Site, read, site_of
from honbun.features import Outline
from honbun.input import RawPage
from honbun.studio.account import account_of
from honbun.studio.explanation import document
from honbun.studio.series import Series, Siblings

# Pages of a site that are compared; those beyond are explained without fields and template.
MOST_PAGES = 1000


@dataclass(frozen=True)
class ExplainFrame:
    """How explained pages are written: one by one, never joined."""

    suffix: str = ".explain.html"

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The pages as they are."""
        return iter(pages)

    def encode_rejected(self, source: str, reason: str) -> bytes:  # noqa: ARG002
        """Nothing: the summary names rejected pages."""
        return b""


@dataclass(frozen=True)
class Compared:
    """The series of the pages of a batch, and which page is which row of which."""

    series: Mapping[str, Series] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """Source of a page -> the name of its site, and its row."""

    def siblings(self, outline: Outline, source: str) -> Siblings | None:
        """What the others of its series show of a page; None if it has no series."""
        name, row = self.rows.get(source, ("", -1))
        return self.series[name].siblings(outline, row) if name in self.series else None


def compare_pages(batch: Batch, sites: Mapping[str, Site], progress: Progress) -> Compared:
    """The pages of each of these sites as a series, the first thousand of each."""
    pages: dict[str, list[RawPage]] = {}
    rows: dict[str, tuple[str, int]] = {}
    for found in batch.readable(progress):
        name, site = _site_of(sites, found)
        own = pages.setdefault(name, []) if site is not None else []
        if site is not None and len(own) < MOST_PAGES:
            rows[found.source] = (name, len(own))
            own.append(replace(found, body=zlib.compress(found.body, 1)))
    return Compared({name: _series(own) for name, own in pages.items() if len(own) > 1}, rows)


def _site_of(sites: Mapping[str, Site], found: RawPage) -> tuple[str, Site | None]:
    """The site of a page; none if the page shows a defect of ours, which explaining will report."""
    try:
        return site_of(sites, read(found.body, found.url, found.content_type).page, found.source)
    except Exception:
        return "", None


def _series(pages: list[RawPage]) -> Series:
    return Series.of(Known.of_raw(replace(page, body=zlib.decompress(page.body)) for page in pages))


def explain_pages(
    batch: Batch, sites: Mapping[str, Site], progress: Progress, compared: Compared | None = None
) -> Generator[Outcome, None, None]:
    """What comes of each page, in the order they are read. The site named `EVERY_PAGE` is that of all."""
    for site in sites.values():
        site.profile.prepare()
    work = _Explaining(ExplainFrame(), sites, batch.options.extract, compared or Compared())
    return batch.each(work, progress)


@dataclass(frozen=True)
class _Explaining(PageWork):
    """A page into its explanation."""

    writer: ExplainFrame
    sites: Mapping[str, Site]
    options: ExtractOptions
    compared: Compared

    def outcome(self, found: RawPage) -> Outcome:
        """The explanation, with what the site of the page taught."""
        outline = read(found.body, found.url, found.content_type)
        name, site = site_of(self.sites, outline.page, found.source)
        siblings = self.compared.siblings(outline, found.source)
        account = account_of(outline, found.body, site=site, siblings=siblings, options=self.options)
        return Outcome(
            source=found.source,
            encoded=document(account, found.url or found.source).encode("utf-8"),
            reason=account.document.reason or "",
            kept=int((account.score >= 0.5).sum()),
            blocks=len(account.blocks),
            site=name if site else "",
        )

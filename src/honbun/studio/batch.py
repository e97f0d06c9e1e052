"""Many pages: each explained in a file of its own, with what its site taught."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from honbun.extraction import Batch, ExtractOptions, Outcome, PageWork, Progress, Site, Sites, site_of
from honbun.features import Outline
from honbun.input import RawPage
from honbun.studio.account import account_of
from honbun.studio.explanation import document
from honbun.studio.series import Series, Siblings

# Pages of a site that are compared; those beyond are explained without fields and template.
MAX_COMPARED_PAGES = 1000


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


def compare_pages(batch: Batch, sites: Sites, progress: Progress) -> Compared:
    """The pages of each of these sites as a series, the first thousand of each."""
    store, _ = batch.store(progress)
    numbers: dict[str, list[int]] = {}
    rows: dict[str, tuple[str, int]] = {}
    for number in range(len(store)):
        page = store.raw(number)
        name, site = site_of(sites, page)
        own = numbers.setdefault(name, [])
        if site is not None and len(own) < MAX_COMPARED_PAGES:
            rows[page.source] = (name, len(own))
            own.append(number)
    series = {name: Series.of(store.some(own)) for name, own in numbers.items() if len(own) > 1}
    return Compared(series, rows)


@dataclass(frozen=True)
class ExplainWork(PageWork):
    """A page into its explanation."""

    writer: ExplainFrame = field(default_factory=ExplainFrame)
    sites: Sites = field(default_factory=dict)
    options: ExtractOptions = field(default_factory=ExtractOptions)
    compared: Compared = field(default_factory=Compared)

    def outcome(self, found: RawPage, outline: Outline, site: Site | None) -> Outcome:
        """The explanation, with what the site of the page taught."""
        siblings = self.compared.siblings(outline, found.source)
        account = account_of(outline, found.body, site=site, siblings=siblings, options=self.options)
        return Outcome(
            source=found.source,
            encoded=document(account, found.url or found.source).encode("utf-8"),
            reason=account.document.reason or "",
            kept=int((account.score >= 0.5).sum()),
            blocks=len(account.blocks),
        )

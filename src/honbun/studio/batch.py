"""Many pages: each explained in a file of its own, with what its site taught."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass

from honbun.extraction import ExtractOptions, Site
from honbun.extraction.batch import Batch, Outcome, PageWork, Progress, site_of
from honbun.extraction.page import read
from honbun.input import RawPage
from honbun.studio.account import account_of
from honbun.studio.explanation import document


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


def explain_pages(batch: Batch, sites: Mapping[str, Site], progress: Progress) -> Generator[Outcome, None, None]:
    """What comes of each page, in the order they are read. The site named `EVERY_PAGE` is that of all."""
    for site in sites.values():
        site.profile.prepare()
    return batch.each(_Explaining(ExplainFrame(), sites, batch.options.extract), progress)


@dataclass(frozen=True)
class _Explaining(PageWork):
    """A page into its explanation."""

    writer: ExplainFrame
    sites: Mapping[str, Site]
    options: ExtractOptions

    def outcome(self, found: RawPage) -> Outcome:
        """The explanation, with what the site of the page taught."""
        outline = read(found.body, found.url, found.content_type)
        name, site = site_of(self.sites, outline.page, found.source)
        account = account_of(outline, found.body, site=site, options=self.options)
        return Outcome(
            source=found.source,
            encoded=document(account, found.url or found.source).encode("utf-8"),
            reason=account.document.reason or "",
            kept=int((account.score >= 0.5).sum()),
            blocks=len(account.blocks),
            site=name if site else "",
        )

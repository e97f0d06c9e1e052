"""The template of a series of pages, and of the records of one page: from markup to what can be said of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from honbun.errors import InputError
from honbun.input import RawPage
from honbun.page import decode
from honbun.papers.templates.tags import find_records, published_records, read_tags
from honbun.papers.templates.templates import Series, Spectrum, Template

Page = tuple[str | None, str | bytes]
"""Address or name, and markup."""


@dataclass(frozen=True, eq=False)
class SeriesTemplates:
    """What was found of a series of pages."""

    names: tuple[str, ...]
    lengths: tuple[int, ...]
    """Characters of each page, without line breaks."""
    spectrum: Spectrum
    peak: Template | None
    """By the published method: at the highest F, however often that is."""
    templates: tuple[Template, ...]
    """The strongest first."""

    @property
    def meaning(self) -> str:
        """What the peak says, in a sentence."""
        pages = len(self.names)
        if self.peak is None:
            return f"No string occurs more than twice on {pages} pages: there is no peak."
        said = f"F is highest at {self.peak.frequency:,}"
        if self.peak.frequency == pages:
            return f"{said}, the number of pages: all of them have one template."
        if self.peak.frequency > pages:
            return (
                f"{said}, more than there are pages ({pages}): what repeats within pages outweighs their template."
            )
        return f"{said}, fewer than there are pages ({pages}): not all of them have the same template."

    def share(self, template: Template) -> float:
        """How much of its pages a template is."""
        length = sum(self.lengths[page] for page in template.pages)
        return sum(map(len, template.strings)) * len(template.pages) / length if length else 0.0

    def to_dict(self) -> dict[str, Any]:
        """All of it but the spectrum, as JSON takes it."""
        return {
            "pages": len(self.names),
            "peak": self.peak.frequency if self.peak else None,
            "meaning": self.meaning,
            "templates": [
                {
                    "frequency": template.frequency,
                    "total": template.total,
                    "share": round(self.share(template), 4),
                    "pages": [self.names[page] for page in template.pages],
                    "strings": list(template.strings),
                }
                for template in self.templates
            ],
        }


@dataclass(frozen=True, eq=False)
class PageRecords:
    """What was found of the records of a page, from its tags."""

    name: str
    spectrum: Spectrum
    peak: Template | None
    """By the published method."""
    records: Template | None

    @property
    def meaning(self) -> str:
        """How many records the page seems to have, in a sentence."""
        if self.records is None:
            return "no tags occur more than twice in the same order: no records."
        count, peak = self.records.frequency, self.peak.frequency if self.peak else None
        said = f"{count:,} records by their tags"
        if peak is None or peak == count:
            return f"{said}, which is where F is highest."
        why = {count - 1: ", one fewer where records meet", count // 2: ", half where rows come in pairs"}
        return f"{said}; F of whole tags is highest at {peak:,}{why.get(peak, '')}."

    def to_dict(self) -> dict[str, Any]:
        """All of it but the spectrum, as JSON takes it."""
        return {
            "page": self.name,
            "peak": self.peak.frequency if self.peak else None,
            "records": self.records.frequency if self.records else None,
            "meaning": self.meaning,
            "strings": list(self.records.strings) if self.records else [],
        }


def find_templates(pages: Iterable[Page]) -> SeriesTemplates:
    """The templates of a series of pages; InputError if there are fewer than two."""
    named = [(name or "", decode(html).text) for name, html in pages]
    if len(named) < 2:
        advice = "give more pages of the series, or look for the records of one page by its tags"
        raise InputError(f"a template needs two pages or more, not {len(named)}", ", ".join(dict(named)), advice)
    series = Series.of([text for _, text in named])
    return SeriesTemplates(
        names=tuple(name for name, _ in named),
        lengths=tuple(map(len, series.texts)),
        spectrum=series.spectrum(),
        peak=series.published(),
        templates=tuple(series.templates()),
    )


def find_page_records(page: Page) -> PageRecords:
    """The records of one page, from its tags."""
    name, html = page
    tags = read_tags(decode(html).text)
    return PageRecords(name or "", tags.series()[0].spectrum(), published_records(tags), find_records(tags))


def named_text(page: RawPage) -> tuple[str, str]:
    """A page that was read, as the functions above take it, in the encoding that its response declared."""
    return page.source, decode(page.body, page.content_type).text

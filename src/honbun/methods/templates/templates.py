"""The template that a series of pages was filled into, from how often strings occur (single instance).

V(f) is the number of distinct strings that occur f times in all pages together, F(f) = f·V(f). In running text F
falls steadily. A template of n characters puts all of its O(n²) strings on f, the number of pages, so F has a peak
there; the maximal strings of that frequency are the template.

`Series.published` is this method. `Series.templates` asks more: on which pages strings occur, not only how often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from honbun.errors import FormatError, InputError
from honbun.methods.templates.strings import (
    Numbers,
    Occurrences,
    Repeats,
    Suffixes,
    find_occurrences,
    find_repeats,
    sort_suffixes,
)
from honbun.page import decode

# The paper counts strings of one to ten characters.
MAX_LENGTH = 10
# Strings of a set of pages make a template if they occur so often, as a share of all that occur once a page; of
# pages that have no template yet, as a share of what these pages would have if all had the same. Every second site
# of fields-dev: the template of all pages has .67 to .97, any other set at most .13 (36 of 40 pages, a variant),
# but for that .09. Seven pages of a site with three of another: .28 to .76 and .11 to .49 for the two.
_MIN_SHARE = 0.1
# Sets of pages that are looked at, most strings first: the next have next to nothing.
_MAX_PAGE_SETS = 1000


@dataclass(frozen=True, kw_only=True)
class TemplateOptions:
    """Which strings are counted, and which peaks of F count. The defaults are the paper's."""

    max_length: int | None = MAX_LENGTH
    """Strings of at most so many characters; None counts them all."""
    min_frequency: int = 3
    max_frequency: int | None = None
    """The number of pages, so that what repeats within pages makes no peak, is the paper's own remedy."""
    everywhere: bool = False
    """Count only strings that occur on every page."""

    def __post_init__(self) -> None:
        if (self.max_length is not None and self.max_length < 1) or self.min_frequency < 1:
            raise FormatError("max_length and min_frequency must be at least 1")


FAITHFUL = TemplateOptions()


@dataclass(frozen=True, eq=False)
class Spectrum:
    """How many strings occur how often."""

    frequency: Numbers
    """The frequencies that occur, f, rising."""
    distinct: Numbers
    """V(f)."""

    @property
    def total(self) -> Numbers:
        """F(f) = f·V(f): how often all strings of a frequency occur together."""
        return self.frequency * self.distinct

    def peak(self, min_frequency: int = 3, max_frequency: int | None = None) -> int | None:
        """The frequency with the largest F, of equal ones the highest; None if there is none."""
        fits = self.frequency >= min_frequency
        if max_frequency is not None:
            fits &= self.frequency <= max_frequency
        if not fits.any():
            return None
        total = np.where(fits, self.total, -1)
        return int(self.frequency[np.flatnonzero(total == total.max())[-1]])


@dataclass(frozen=True)
class Template:
    """What a number of pages, or of records, have in common."""

    frequency: int
    """How often its strings occur."""
    total: int
    """F: how often they and all of their parts occur together, up to the length that was counted."""
    strings: tuple[str, ...]
    """The maximal strings, in the order of the page."""
    pages: tuple[int, ...]
    """The pages that hold at least half of them."""


@dataclass(frozen=True, eq=False)
class Series:
    """Pages of one series, with every string that repeats counted once and for all.

    Symbols are characters: of the page, or each standing for a tag (`honbun.methods.templates.records`).
    """

    texts: tuple[str, ...]
    suffixes: Suffixes
    repeats: Repeats

    @classmethod
    def of(cls, pages: Sequence[str]) -> Series:
        """Count the strings of pages. Line breaks are removed first, as in the paper."""
        texts = tuple(page.replace("\r", "").replace("\n", "") for page in pages)
        suffixes = sort_suffixes(texts)
        return cls(texts, suffixes, find_repeats(suffixes.lcp))

    @cached_property
    def occurrences(self) -> Occurrences:
        """On which pages strings occur."""
        return find_occurrences(self.suffixes)

    def spectrum(self, options: TemplateOptions = FAITHFUL) -> Spectrum:
        """V of the strings that the options want."""
        repeats = self.repeats
        if options.everywhere:
            repeats = repeats[self.occurrences.is_on_every_page(repeats)]
        weights = repeats.distinct(options.max_length)
        distinct = np.bincount(repeats.frequency, weights=weights, minlength=2).astype(np.int64)
        distinct[1] += self._single(options)
        frequency = np.flatnonzero(distinct)
        return Spectrum(frequency, distinct[frequency])

    def _single(self, options: TemplateOptions) -> int:
        """How many strings occur once: of each suffix the prefixes that no other has."""
        suffixes, lcp = self.suffixes, self.suffixes.lcp
        if not len(suffixes) or (options.everywhere and len(self.texts) > 1):
            return 0
        shared = np.maximum(np.append(lcp, 0), np.append(0, lcp))
        length = suffixes.length if options.max_length is None else np.minimum(suffixes.length, options.max_length)
        return int(np.maximum(length - shared, 0).sum(dtype=np.int64))

    def published(self, options: TemplateOptions = FAITHFUL) -> Template | None:
        """The template at the highest peak of F; None if no frequency qualifies.

        The paper joins strings of up to ten characters into longer ones. So a string of the template is one that
        occurs as often as the peak says, is part of no longer one that does, and has a part of the counted length
        that is as rare.
        """
        peak = self.spectrum(options).peak(options.min_frequency, options.max_frequency)
        return None if peak is None else self.at(peak, options)

    def at(self, frequency: int, options: TemplateOptions = FAITHFUL) -> Template:
        """The template whose strings occur so often."""
        is_there = self.repeats.frequency == frequency
        if options.everywhere:
            is_there &= self.occurrences.is_on_every_page(self.repeats)
        return self._template(self.repeats[is_there], frequency, options.max_length)

    def templates(self) -> list[Template]:
        """The templates of the pages, the strongest first; several if the pages have several.

        Only strings that occur at most once on a page count, so that what repeats within pages makes no peak; and
        V is counted for each set of pages, not for each number of pages. Two pages may have a template, too, if
        they share nothing with the others. Empty if no two pages share enough.
        """
        once = self.repeats[np.flatnonzero(self.occurrences.is_once_per_page(self.repeats))]
        page_keys, distinct = self.occurrences.page_keys(once), once.distinct(MAX_LENGTH)
        rows = np.flatnonzero(distinct)
        keys, of_key = np.unique(page_keys[rows], return_inverse=True)
        total = np.bincount(of_key, weights=(once.frequency * distinct)[rows], minlength=len(keys))
        example = np.zeros(len(keys), dtype=np.int64)
        example[of_key] = rows
        found: list[Template] = []
        for best in np.argsort(-total, kind="stable")[:_MAX_PAGE_SETS]:
            pages = set(self._pages(once[example[best : best + 1]]).tolist())
            if total[best] < _MIN_SHARE * total.sum() * self._comparable_share(pages, found):
                continue
            same = once[np.flatnonzero(page_keys == keys[best])]
            # Pages that have nothing to do with each other share words, but hardly more than that.
            if same.depth.max() > MAX_LENGTH:
                found.append(self._template(same, len(pages), MAX_LENGTH))
        return found

    def _comparable_share(self, pages: set[int], found: list[Template]) -> float:
        """With which share of all strings those of a template of these pages are compared, next to those found."""
        if any(pages & set(template.pages) for template in found):
            # Two pages that have a template already are copies of each other.
            return 1 if len(pages) > 2 else np.inf
        return len(pages) / len(self.texts)

    def _template(self, repeats: Repeats, frequency: int, max_length: int | None) -> Template:
        """The maximal strings of rows that all occur equally often, and so have no suffix in common."""
        if not len(repeats):
            return Template(frequency, 0, (), ())
        distinct = repeats.distinct(max_length)
        first = np.minimum.reduceat(self.suffixes.start[repeats.suffixes()], repeats.offsets)
        # Strings of one frequency that end at the same place are ends of the longest of them.
        end = first + repeats.depth
        order = np.lexsort((first, end))
        heads = np.flatnonzero(np.diff(end[order], prepend=-1))
        is_counted = np.add.reduceat(distinct[order], heads) > 0
        kept = order[heads[is_counted]]
        kept = kept[np.argsort(first[kept], kind="stable")]
        strings = tuple(self._text(int(first[row]), int(repeats.depth[row])) for row in kept)
        total = int((distinct.astype(np.int64) * repeats.frequency).sum())
        return Template(frequency, total, strings, self._holders(repeats[kept]))

    def _text(self, start: int, length: int) -> str:
        page = int(self.suffixes.page_of(np.array([start]))[0])
        begin = start - (int(self.suffixes.page_ends[page - 1]) + 1 if page else 0)
        return self.texts[page][begin : begin + length]

    def _pages(self, repeats: Repeats) -> Numbers:
        """The page of each occurrence, one row after the other."""
        return self.suffixes.page_of(self.suffixes.start[repeats.suffixes()])

    def _holders(self, repeats: Repeats) -> tuple[int, ...]:
        """The pages with at least half of these strings."""
        owner = np.repeat(np.arange(len(repeats)), repeats.frequency)
        held = np.unique(np.stack([owner, self._pages(repeats)]), axis=1)[1]
        counts = np.bincount(held, minlength=len(self.texts))
        return tuple(np.flatnonzero(2 * counts >= max(1, len(repeats))).tolist())


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
        """What the peak means, in a sentence."""
        pages = len(self.names)
        if self.peak is None:
            return f"No string occurs more than twice on {pages} pages: there is no peak."
        where = f"F is highest at {self.peak.frequency:,}"
        if self.peak.frequency == pages:
            return f"{where}, the number of pages: all of them have one template."
        if self.peak.frequency > pages:
            why = "what repeats within pages outweighs their template"
            return f"{where}, more than there are pages ({pages}): {why}."
        return f"{where}, fewer than there are pages ({pages}): not all of them have the same template."

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


def find_templates(pages: Iterable[tuple[str | None, str | bytes]]) -> SeriesTemplates:
    """The templates of a series of pages, given by name and markup; InputError if there are fewer than two."""
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

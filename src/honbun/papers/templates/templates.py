"""The template that a series of pages was filled into, from how often strings occur.

"Template detection by frequencies of n-grams": V(f) is the number of different strings that occur f times in all
pages together, F(f) = f·V(f). In running text F falls steadily. A template of n characters puts all of its O(n²)
strings on f, the number of pages, so F has a peak there; the longest strings of that frequency are the template.

`Series.published` is this method. `Series.templates` asks more: on which pages strings occur, not only how often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from honbun.errors import FormatError
from honbun.papers.templates.strings.repeats import Repeats, Spread, find_repeats, spread
from honbun.papers.templates.strings.suffixes import Numbers, Suffixes, sort_suffixes

# The paper counts strings of one to ten characters.
LONGEST = 10
# Strings of a set of pages make a template if they occur so often, as a share of all that occur once a page; of
# pages that have no template yet, as a share of what these pages would have if all had the same. Every second site
# of fields-dev: the template of all pages has .67 to .97, any other set at most .13 (36 of 40 pages, a variant),
# but for that .09. Seven pages of a site with three of another: .28 to .76 and .11 to .49 for the two.
_OWN_SHARE = 0.1
# Sets of pages that are looked at, most strings first: the next have next to nothing.
_MOST_SETS = 1000


@dataclass(frozen=True, kw_only=True)
class TemplateOptions:
    """Which strings are counted, and which peaks of F count."""

    longest: int | None = LONGEST
    """Strings of at most so many characters; None counts them all."""
    more_than: int = 2
    """A peak is at a frequency above this one."""
    at_most: int | None = None
    """And at most at this one: with the number of pages, what repeats within pages makes none."""
    everywhere: bool = False
    """Count only strings that occur on every page."""

    def __post_init__(self) -> None:
        if (self.longest is not None and self.longest < 1) or self.more_than < 0:
            raise FormatError("longest must be at least 1 and more_than at least 0")


FAITHFUL = TemplateOptions()


@dataclass(frozen=True, eq=False)
class Spectrum:
    """How many strings occur how often."""

    frequency: Numbers
    """The frequencies that occur, f, rising."""
    kinds: Numbers
    """V(f)."""

    @property
    def total(self) -> Numbers:
        """F(f) = f·V(f): how often all strings of a frequency occur together."""
        return self.frequency * self.kinds

    def peak(self, more_than: int = 2, at_most: int | None = None) -> int | None:
        """The frequency with the largest F, of equal ones the highest; None if there is none."""
        fits = self.frequency > more_than
        if at_most is not None:
            fits &= self.frequency <= at_most
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
    """The longest strings, in the order of the page."""
    pages: tuple[int, ...]
    """The pages that hold at least half of them."""


@dataclass(frozen=True, eq=False)
class Series:
    """Pages of one series, with every string that repeats counted once and for all.

    Symbols are characters: of the page, or each standing for a tag (`honbun.papers.templates.tags`).
    """

    texts: tuple[str, ...]
    suffixes: Suffixes
    repeats: Repeats

    @classmethod
    def of(cls, pages: Sequence[str]) -> Series:
        """Count the strings of pages. Line breaks are removed first, as in the paper."""
        texts = tuple(page.replace("\r", "").replace("\n", "") for page in pages)
        suffixes = sort_suffixes(texts)
        return cls(texts, suffixes, find_repeats(suffixes.shared))

    @cached_property
    def spread(self) -> Spread:
        """Which strings are on which pages."""
        return spread(self.suffixes)

    def spectrum(self, options: TemplateOptions = FAITHFUL) -> Spectrum:
        """V of the strings that the options want."""
        repeats, single = self.repeats, self._single(options)
        if options.everywhere:
            repeats = repeats[self.spread.is_everywhere(repeats)]
        kinds = np.bincount(repeats.count, weights=repeats.kinds(options.longest), minlength=2).astype(np.int64)
        kinds[1] += single
        frequency = np.flatnonzero(kinds)
        return Spectrum(frequency, kinds[frequency])

    def _single(self, options: TemplateOptions) -> int:
        """How many strings occur once: of each suffix the beginnings that no other has."""
        suffixes, shared = self.suffixes, self.suffixes.shared
        if not len(suffixes) or (options.everywhere and len(self.texts) > 1):
            return 0
        known = np.maximum(np.append(shared, 0), np.append(0, shared))
        longest = suffixes.left if options.longest is None else np.minimum(suffixes.left, options.longest)
        return int(np.maximum(longest - known, 0).sum(dtype=np.int64))

    def published(self, options: TemplateOptions = FAITHFUL) -> Template | None:
        """The template at the highest peak of F; None if no frequency qualifies.

        The paper joins strings of up to ten characters into longer ones. So a string of the template is one that
        occurs as often as the peak says, is part of no longer one that does, and has a part of the counted length
        that is as rare.
        """
        peak = self.spectrum(options).peak(options.more_than, options.at_most)
        return None if peak is None else self.at(peak, options)

    def at(self, frequency: int, options: TemplateOptions = FAITHFUL) -> Template:
        """The template whose strings occur so often."""
        is_there = self.repeats.count == frequency
        if options.everywhere:
            is_there &= self.spread.is_everywhere(self.repeats)
        return self._template(self.repeats[is_there], frequency, options.longest)

    def templates(self) -> list[Template]:
        """The templates of the pages, the strongest first; several if the pages have several.

        Only strings that occur at most once on a page count, so that what repeats within pages makes no peak; and
        V is counted for each set of pages, not for each number of pages. Two pages may have a template, too, if
        they share nothing with the others. Empty if no two pages share enough.
        """
        found: list[Template] = []
        once = self.repeats[np.flatnonzero(self.spread.is_once(self.repeats))]
        rows = np.flatnonzero(once.kinds(LONGEST))
        marks, of_mark = np.unique(self.spread.marks(once[rows]), return_inverse=True)
        total = np.bincount(of_mark, weights=(once.count * once.kinds(LONGEST))[rows], minlength=len(marks))
        members = np.zeros(len(marks), dtype=np.int64)
        members[of_mark] = rows
        all_marks = self.spread.marks(once)
        for best in np.argsort(-total, kind="stable")[:_MOST_SETS]:
            pages = self._pages_of(once, int(members[best]))
            if total[best] < _OWN_SHARE * total.sum() * self._part(pages, found):
                continue
            same = once[np.flatnonzero(all_marks == marks[best])]
            # Pages that have nothing to do with each other share words, but hardly more than that.
            if same.longest.max() > LONGEST:
                found.append(self._template(same, len(pages), LONGEST))
        return found

    def _pages_of(self, repeats: Repeats, row: int) -> set[int]:
        places = slice(repeats.first[row], repeats.first[row] + repeats.count[row])
        return set(self.suffixes.page_of(self.suffixes.start[places]).tolist())

    def _part(self, pages: set[int], found: list[Template]) -> float:
        """How much of all strings a template of these pages must compare with, next to those found before."""
        if any(pages & set(template.pages) for template in found):
            # Two pages that have a template already are copies of each other.
            return 1 if len(pages) > 2 else np.inf
        return len(pages) / len(self.texts)

    def _template(self, repeats: Repeats, frequency: int, longest: int | None) -> Template:
        """The maximal strings of classes that all occur equally often."""
        if not len(repeats):
            return Template(frequency, 0, (), ())
        kinds = repeats.kinds(longest)
        first = self._first_starts(repeats)
        # Strings of one frequency that end at the same place are ends of the longest of them.
        end = first + repeats.longest
        order = np.lexsort((first, end))
        heads = np.flatnonzero(np.diff(end[order], prepend=-1))
        is_counted = np.add.reduceat(kinds[order], heads) > 0
        kept = order[heads[is_counted]]
        kept = kept[np.argsort(first[kept], kind="stable")]
        strings = tuple(self._text(int(first[row]), int(repeats.longest[row])) for row in kept)
        total = int((kinds.astype(np.int64) * repeats.count).sum())
        return Template(frequency, total, strings, self._holders(repeats[kept]))

    def _first_starts(self, repeats: Repeats) -> Numbers:
        """Where each class occurs first. Classes of one frequency have no suffix in common."""
        return np.minimum.reduceat(self.suffixes.start[places_of(repeats)], _offsets(repeats))

    def _text(self, start: int, length: int) -> str:
        page = int(self.suffixes.page_of(np.array([start]))[0])
        begin = start - (int(self.suffixes.page_ends[page - 1]) + 1 if page else 0)
        return self.texts[page][begin : begin + length]

    def _holders(self, repeats: Repeats) -> tuple[int, ...]:
        """The pages with at least half of these strings."""
        pages = self.suffixes.page_of(self.suffixes.start[places_of(repeats)])
        owner = np.repeat(np.arange(len(repeats)), repeats.count)
        held = np.unique(np.stack([owner, pages]), axis=1)[1]
        counts = np.bincount(held, minlength=len(self.texts))
        return tuple(np.flatnonzero(2 * counts >= max(1, len(repeats))).tolist())


def _offsets(repeats: Repeats) -> Numbers:
    return np.cumsum(repeats.count) - repeats.count


def places_of(repeats: Repeats) -> Numbers:
    """The suffixes of all classes, one class after the other."""
    shift = np.repeat(repeats.first - _offsets(repeats), repeats.count)
    return np.asarray(np.arange(len(shift)) + shift)

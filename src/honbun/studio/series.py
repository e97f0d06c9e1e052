"""`Series`: pages that are explained together, and what they show of each of them that one alone does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from honbun.errors import MissingPackageError
from honbun.extraction import Known, learn_fields, observe_page
from honbun.features import Outline
from honbun.page import segment
from honbun.papers.templates import find_templates
from honbun.site import Profile
from honbun.studio.fields import Field, fields_of
from honbun.tables import Table

# A curve is drawn of so many pages, spread over those of the template, and of so many characters: F of more has
# the same shape. A second for the largest (fields-dev: half a second for a million characters).
_CURVE_PAGES = 40
_CURVE_LENGTH = 2_000_000
# With two pages no peak can be told from what occurs twice anyway.
_LEAST_PAGES = 3
# Names of pages that repeat a block, a few to look at.
MOST_NAMES = 5


@dataclass(frozen=True)
class Curve:
    """F(f) of the pages of one template: how many strings occur how often."""

    frequency: tuple[int, ...]
    total: tuple[int, ...]
    peak: int | None
    """The frequency that is taken for that of the template."""
    pages: int
    """How many were counted."""
    of: int
    """How many pages the template made."""
    meaning: str
    share: float
    """How much of the pages the template is; 0 if none was found."""
    strings: int
    """Of how many strings it consists."""


@dataclass(frozen=True)
class Siblings:
    """What the other pages of a series show of one page."""

    pages: int
    """How many pages the series has."""
    fields: tuple[Field, ...] = ()
    notes: tuple[str, ...] = ()
    """Why there are no fields, or what else is to be known of them."""
    shown_on: tuple[tuple[str, ...], ...] = ()
    """For each block a few of the other pages that show it."""
    curve: Curve | None = None
    """None if the page shares its template with fewer than two others."""
    advice: str = ""
    """What to install for a curve."""


@dataclass(frozen=True, eq=False)
class Series:
    """Pages of one site: their lines, their fields, and a curve for each of their templates."""

    names: tuple[str, ...]
    profile: Profile
    digests: tuple[str, ...]
    """For each page that of its lines, by which the profile knows it."""
    table: Table
    curves: tuple[Curve | None, ...] = ()
    """One for each template of the table."""
    advice: str = ""

    @classmethod
    def of(cls, known: Known) -> Series:
        """The series of these pages, two or more."""
        fingerprints = [observe_page(Outline(segment(known.page(number))))[0] for number in range(len(known))]
        table = learn_fields(known).read(known)
        try:
            curves, advice = tuple(_curve(known, template.rows) for template in table.templates), ""
        except MissingPackageError as error:
            curves, advice = (), error.advice
        return cls(
            names=_short([known.source(number) for number in range(len(known))]),
            profile=Profile().add(fingerprints),
            digests=tuple(sketch.digest for sketch in fingerprints),
            table=table,
            curves=curves,
            advice=advice,
        )

    def siblings(self, outline: Outline, row: int) -> Siblings:
        """What the others show of the page in this row."""
        curves = zip(self.table.templates, self.curves, strict=False)
        fields = fields_of(outline.page, self.table, row)
        return Siblings(
            pages=len(self.names),
            fields=fields,
            notes=self.table.notes,
            shown_on=self._shown_on(outline),
            curve=next((curve for template, curve in curves if row in template.rows), None),
            advice=self.advice,
        )

    def _shown_on(self, outline: Outline) -> tuple[tuple[str, ...], ...]:
        names = dict(zip(reversed(self.digests), reversed(self.names), strict=True))
        sketch, keys = observe_page(outline)
        lines = [
            tuple(names[digest] for digest in digests[:MOST_NAMES]) for digests in self.profile.shown_on(sketch)
        ]
        return tuple(lines[line] for line in np.searchsorted(sketch.keys, keys).tolist())


def _curve(known: Known, rows: tuple[int, ...]) -> Curve | None:
    """The curve of the pages in these rows; None if they are too few."""
    texts, length = list[tuple[str, str]](), 0
    for place in np.unique(np.linspace(0, len(rows) - 1, min(len(rows), _CURVE_PAGES)).astype(int)).tolist():
        text = known.text(rows[place])
        length += len(text)
        if length > _CURVE_LENGTH and len(texts) >= _LEAST_PAGES:
            break
        texts.append((known.source(rows[place]), text))
    if len(texts) < _LEAST_PAGES:
        return None
    found = find_templates(texts)
    best = found.templates[0] if found.templates else None
    return Curve(
        frequency=tuple(found.spectrum.frequency.tolist()),
        total=tuple(found.spectrum.total.tolist()),
        peak=found.peak.frequency if found.peak else None,
        pages=len(texts),
        of=len(rows),
        meaning=found.meaning,
        share=found.share(best) if best else 0.0,
        strings=len(best.strings) if best else 0,
    )


def _short(names: list[str]) -> tuple[str, ...]:
    """Names without the folder that all of them have."""
    folder = names[0].rpartition("/")[0] + "/" if names else ""
    is_shared = bool(folder.strip("/")) and all(name.startswith(folder) and name != folder for name in names)
    return tuple(name.removeprefix(folder) for name in names) if is_shared else tuple(names)

"""Pages that are explained together: their fields, the curve of their template, and which repeat what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from honbun.methods.templates import find_templates
from honbun.page import Page
from honbun.site import Profile
from honbun.tables import ColumnKind, NamedBy, Table

# A curve is drawn of so many pages, spread over those of the template, and of so many characters: F of more has
# the same course. A second for the largest (fields-dev: half a second for a million characters).
MAX_CURVE_PAGES = 40
MAX_CURVE_LENGTH = 2_000_000
# With two pages no peak can be told from what occurs twice anyway.
MIN_CURVE_PAGES = 3


@dataclass(frozen=True)
class Field:
    """A column of the table of a series, as one page has it."""

    name: str
    values: tuple[str, ...]
    named_by: NamedBy = NamedBy.NUMBER
    kind: ColumnKind = ColumnKind.TEXT
    present: int = 1
    """On how many pages of the series it is."""
    nodes: tuple[int, ...] = ()
    """The text nodes that hold the values."""
    pictures: tuple[int, ...] = ()
    """The rows of pictures that are the values."""


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


def fields_of(page: Page, table: Table, row: int) -> tuple[Field, ...]:
    """The fields that the table has for a page, in the order of its columns."""
    cells = [(column, cell) for column in table.fields if (cell := column.cells[row]) is not None]
    rows = page.rows_at(xpath for _, cell in cells for xpath in cell.xpaths)
    found = []
    for column, cell in cells:
        held = [
            (rows[xpath], value) for value, xpath in zip(cell.values, cell.xpaths, strict=False) if xpath in rows
        ]
        nodes = dict.fromkeys(node for row, value in held for node in _nodes_with(page, row, value))
        pictures = tuple(row for row, _ in held if page.tag_name(row) == "img")
        found.append(
            Field(column.name, cell.values, column.named_by, column.kind, column.present, tuple(nodes), pictures)
        )
    return tuple(found)


def _nodes_with(page: Page, row: int, value: str) -> list[int]:
    """The text nodes in an element that show a value: those that are just this, else all that hold part of it.

    All of the element if none does, as where the value is the address that a link leads to.
    """
    inside = np.flatnonzero((page.node_owner >= row) & (page.node_owner < page.end[row])).tolist()
    wanted = _without_space(value)
    texts = [_without_space(page.text[page.node_start[node] : page.node_end[node]]) for node in inside]
    for fits in (
        lambda text: text == wanted,
        lambda text: wanted in text,
        lambda text: text in wanted,
    ):
        found = [node for node, text in zip(inside, texts, strict=True) if wanted and fits(text)]
        if found:
            return found
    return inside


def _without_space(text: str) -> str:
    return "".join(text.split())


def numbers_by_holder(holders: Iterable[Iterable[int]]) -> dict[int, list[int]]:
    """For each text node, picture or block the numbers of the fields that it holds a value of."""
    numbers: dict[int, list[int]] = {}
    for number, own in enumerate(holders):
        for holder in own:
            numbers.setdefault(holder, []).append(number)
    return numbers


def spread(rows: Sequence[int]) -> list[int]:
    """At most as many of these rows as a curve takes, evenly spread."""
    chosen = np.unique(np.linspace(0, len(rows) - 1, min(len(rows), MAX_CURVE_PAGES)).astype(int))
    return [rows[i] for i in chosen.tolist()]


def curve_of(pages: Iterable[tuple[str, str]], of: int) -> Curve | None:
    """The curve of pages, (name, text), of the `of` pages of their template; None if they are too few."""
    texts, length = list[tuple[str, str]](), 0
    for name, text in pages:
        length += len(text)
        if length > MAX_CURVE_LENGTH and len(texts) >= MIN_CURVE_PAGES:
            break
        texts.append((name, text))
    if len(texts) < MIN_CURVE_PAGES:
        return None
    found = find_templates(texts)
    best = found.templates[0] if found.templates else None
    return Curve(
        frequency=tuple(found.spectrum.frequency.tolist()),
        total=tuple(found.spectrum.total.tolist()),
        peak=found.peak.frequency if found.peak else None,
        pages=len(texts),
        of=of,
        meaning=found.meaning,
        share=found.share(best) if best else 0.0,
        strings=len(best.strings) if best else 0,
    )

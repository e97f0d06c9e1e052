"""The fields of a series of pages as a table: pages sorted by template, templates learned, every page read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from honbun.page import Page, group_by_template, similarity, text_paths
from honbun.table import Cell, Column, NamedBy, Table, TemplateRows
from honbun.tables.columns import unique_names
from honbun.tables.template import Template, TemplateField, learn_template, read_fields

# Templates are learned from so many pages, spread over the series; more teach nothing new.
_MAX_LEARNED_PAGES = 200
# Pages are read in sets of this size.
_SET_SIZE = 100
# A page is read by the template with which it shares so many of its paths: pages of another one share less.
_MIN_FIT = 0.25
# Names by which columns of two templates are one; others are of one template.
_SHARED_NAMES = (NamedBy.LABEL, NamedBy.HEADER, NamedBy.PROPERTY, NamedBy.HEADING)


class Pages(Protocol):
    """A series of pages, parsed when they are asked for."""

    def __len__(self) -> int: ...
    def page(self, number: int) -> Page:
        """A page by its number from 0."""

    def source(self, number: int) -> str:
        """What a row of that page is called."""


def learn_templates(pages: Pages, max_columns: int) -> tuple[tuple[Template, ...], tuple[str, ...]]:
    """The templates of two pages or more each, the largest first; and if there are none, why."""
    count = min(len(pages), _MAX_LEARNED_PAGES)
    numbers = np.unique(np.linspace(0, len(pages) - 1, count).astype(int)).tolist()
    learned = [pages.page(number) for number in numbers]
    paths = [text_paths(page) for page in learned]
    sets = [own for own in group_by_template(paths) if len(own) > 1]
    templates = tuple(learn_template([learned[number] for number in own], max_columns) for own in sets)
    return templates, () if templates else (_reason(len(pages), any(paths)),)


def _reason(pages: int, has_text: bool) -> str:
    """Why there is nothing to learn."""
    if not pages:
        return "no page was given"
    if pages == 1:
        return "one page alone shows no template: give other pages of the same series, or a saved template"
    if not has_text:
        return "no page has any text"
    return "no two pages are made alike: these are not pages of one series"


def read_table(templates: Sequence[Template], pages: Pages, notes: Sequence[str] = ()) -> Table:
    """One row a page, each read with the template it is most like; pages that fit none are rows without values."""
    sources = [pages.source(number) for number in range(len(pages))]
    reading = _Reading(templates, sources)
    for start in range(0, len(pages), _SET_SIZE):
        numbers = range(start, min(start + _SET_SIZE, len(pages)))
        reading.read([(number, pages.page(number)) for number in numbers])
    made = [(rows, own.text) for rows, own in zip(reading.rows, templates, strict=True) if rows]
    return Table(
        fields=tuple(reading.columns()),
        sources=tuple(sources),
        xpaths=("/html[1]",) * len(sources),
        templates=tuple(TemplateRows(tuple(rows), text) for rows, text in made),
        notes=(*notes, *reading.notes()),
        confidence=float(np.mean(reading.fit)) if reading.fit else 0.0,
    )


class _Reading:
    """A table in the making."""

    def __init__(self, templates: Sequence[Template], sources: Sequence[str]) -> None:
        self._templates, self._sources = templates, sources
        self._cells: list[list[dict[int, Cell]]] = [[{} for _ in own.fields] for own in templates]
        self.rows: list[list[int]] = [[] for _ in templates]
        """The pages of each template."""
        self.fit: list[float] = []
        """How like its template each page is."""

    def read(self, pages: Sequence[tuple[int, Page]]) -> None:
        """Read each page with the template it is most like."""
        by_template: dict[int, list[tuple[int, Page]]] = {}
        for number, page in pages:
            own_paths = text_paths(page)
            fits = [similarity(own_paths, template.paths) for template in self._templates]
            best = int(np.argmax(fits)) if fits else -1
            self.fit.append(fits[best] if fits else 0.0)
            if fits and fits[best] >= _MIN_FIT:
                by_template.setdefault(best, []).append((number, page))
        for own, some in by_template.items():
            numbers = [number for number, _ in some]
            self.rows[own] += numbers
            columns = read_fields(self._templates[own], [page for _, page in some])
            for cells, column in zip(self._cells[own], columns, strict=True):
                cells |= {number: cell for number, cell in zip(numbers, column, strict=True) if cell}

    def columns(self) -> Iterator[Column]:
        """Columns of one template, or of several that call them the same."""
        joined: dict[object, list[tuple[int, TemplateField, dict[int, Cell]]]] = {}
        for own, (template, columns) in enumerate(zip(self._templates, self._cells, strict=True)):
            for number, (field, cells) in enumerate(zip(template.fields, columns, strict=True)):
                key = field.name if field.named_by in _SHARED_NAMES else (own, number)
                joined.setdefault(key, []).append((own, field, cells))
        found = [parts for parts in joined.values() if any(cells for *_, cells in parts)]
        names = unique_names([parts[0][1].name for parts in found])
        for name, parts in zip(names, found, strict=True):
            cells = {row: cell for *_, own_cells in parts for row, cell in own_cells.items()}
            has_lists = any(len(cell.values) > 1 for cell in cells.values())
            yield Column(
                name=name,
                cells=tuple(map(cells.get, range(len(self._sources)))),
                named_by=parts[0][1].named_by,
                kind=parts[0][1].kind,
                is_list=has_lists or any(field.is_list for _, field, _ in parts),
                templates=tuple(own for own, *_ in parts),
            )

    def notes(self) -> Iterator[str]:
        """What a person should know."""
        made = [(len(rows), own.text) for rows, own in zip(self.rows, self._templates, strict=True) if rows]
        if len(made) > 1:
            sizes = "; ".join(f"{size} pages ({text or 'no words of its own'})" for size, text in made)
            yield f"the pages have {len(made)} templates: {sizes}"
        if any(self.rows) and not any(cells for own in self._cells for cells in own):
            yield "the pages say the same in every place: there is no field"
        fitting = {row for rows in self.rows for row in rows}
        others = [source for row, source in enumerate(self._sources) if row not in fitting]
        if self._templates and others:
            shown = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
            yield f"{len(others)} of {len(self._sources)} pages fit no template: {shown}"

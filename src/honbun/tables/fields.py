"""The fields of a series of pages as a table: pages sorted by template, templates learned, every page read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np

from honbun.errors import FormatError
from honbun.page import Page, TextPaths, group_by_template, similarity, text_paths
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


class KnownPage(NamedTuple):
    """A page that a template was learned from."""

    paths: TextPaths
    template: int
    """The number of the template; -1 if the page is like no other."""
    cells: tuple[Cell | None, ...]
    """What it has in each field of the template."""


class Learned(NamedTuple):
    """What a series of pages taught."""

    templates: tuple[Template, ...]
    """Of two pages or more each, the largest first."""
    notes: tuple[str, ...] = ()
    """Why there are none."""
    pages: Mapping[int, KnownPage] = MappingProxyType({})
    """The pages that taught it, by their numbers: they need not be read again."""


def learn_templates(pages: Pages, max_columns: int) -> Learned:
    """The templates of a series, and what was read on the way."""
    if not isinstance(max_columns, int) or max_columns < 1:
        raise FormatError(f"columns is {max_columns!r}, but at least 1 are kept")
    count = min(len(pages), _MAX_LEARNED_PAGES)
    numbers = np.unique(np.linspace(0, len(pages) - 1, count).astype(int)).tolist()
    learned = [pages.page(number) for number in numbers]
    paths = [text_paths(page) for page in learned]
    known = {number: KnownPage(own, -1, ()) for number, own in zip(numbers, paths, strict=True)}
    templates: list[Template] = []
    for own in group_by_template(paths):
        if len(own) > 1:
            template, columns = learn_template([(learned[i], paths[i]) for i in own], max_columns)
            for place, i in enumerate(own):
                cells = tuple(column[place] for column in columns)
                known[numbers[i]] = KnownPage(paths[i], len(templates), cells)
            templates.append(template)
    return Learned(tuple(templates), () if templates else (_reason(len(pages), any(paths)),), known)


def _reason(pages: int, has_text: bool) -> str:
    """Why there is nothing to learn."""
    if not pages:
        return "no page was given"
    if pages == 1:
        return "one page alone shows no template: give other pages of the same series, or a saved template"
    if not has_text:
        return "no page has any text"
    return "no two pages are made alike: these are not pages of one series"


def read_table(learned: Learned, pages: Pages) -> Table:
    """One row a page, each read with the template it is most like; pages that fit none are rows without values."""
    sources = [pages.source(number) for number in range(len(pages))]
    reading = _Reading(learned, sources)
    for start in range(0, len(pages), _SET_SIZE):
        reading.read(pages, range(start, min(start + _SET_SIZE, len(pages))))
    made = [(rows, own.text) for rows, own in zip(reading.rows, learned.templates, strict=True) if rows]
    return Table(
        fields=tuple(reading.columns()),
        sources=tuple(sources),
        xpaths=("/html[1]",) * len(sources),
        templates=tuple(TemplateRows(tuple(rows), text) for rows, text in made),
        notes=(*learned.notes, *reading.notes()),
        confidence=float(np.mean(reading.fit)) if reading.fit else 0.0,
    )


class _Reading:
    """A table in the making."""

    def __init__(self, learned: Learned, sources: Sequence[str]) -> None:
        self._templates, self._known, self._sources = learned.templates, learned.pages, sources
        self._cells: list[list[dict[int, Cell]]] = [[{} for _ in own.fields] for own in self._templates]
        self.rows: list[list[int]] = [[] for _ in self._templates]
        """The pages of each template."""
        self.fit: list[float] = []
        """How like its template each page is."""

    def read(self, pages: Pages, numbers: Sequence[int]) -> None:
        """Read each of these pages with the template it is most like."""
        unread: dict[int, list[tuple[int, Page]]] = {}
        for number in numbers:
            if known := self._known.get(number):
                best = self._best(known.paths)
                if best >= 0 and best == known.template:
                    self._put(best, number, known.cells)
                elif best >= 0:
                    unread.setdefault(best, []).append((number, pages.page(number)))
            else:
                page = pages.page(number)
                best = self._best(text_paths(page))
                if best >= 0:
                    unread.setdefault(best, []).append((number, page))
            if best >= 0:
                self.rows[best].append(number)
        for best, some in unread.items():
            columns = read_fields(self._templates[best], [page for _, page in some])
            for place, (number, _) in enumerate(some):
                self._put(best, number, [column[place] for column in columns])

    def _best(self, paths: TextPaths) -> int:
        """The template that a page with these paths is most like; -1 if it is like none."""
        fits = [similarity(paths, template.paths) for template in self._templates]
        best = int(np.argmax(fits)) if fits else -1
        self.fit.append(fits[best] if fits else 0.0)
        return best if fits and fits[best] >= _MIN_FIT else -1

    def _put(self, template: int, number: int, cells: Sequence[Cell | None]) -> None:
        for column, cell in zip(self._cells[template], cells, strict=True):
            if cell:
                column[number] = cell

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

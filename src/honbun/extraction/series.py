"""From the bytes of a series of pages to a table, one row a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from honbun.errors import ProfileError
from honbun.extraction.composing import Html
from honbun.extraction.store import PageStore
from honbun.page import Page
from honbun.tables import (
    Cell,
    Column,
    NamedBy,
    Places,
    Slot,
    Table,
    Template,
    TemplateRows,
    learn_template,
    likeness,
    places_of,
    read_fields,
    sort_out,
    unique_names,
)

MOST_COLUMNS = 60
# Templates are learned from so many pages, spread over the series; more teach nothing new.
_LEARNED_PAGES = 200
# Pages are read in sets of this size.
_SET = 100
# A page is read by the template with which it shares so many of its places: pages of another one share less.
_FITS = 0.25
_FORMAT = "honbun fields"
_VERSION = 1
# Names by which columns of two templates are one; others are of one template.
_SPOKEN = (NamedBy.LABEL, NamedBy.HEADER, NamedBy.PROPERTY, NamedBy.HEADING)

Pages = Iterable[tuple[str | None, Html]]


def fields(pages: Pages, *, template: FieldTemplate | None = None, columns: int = MOST_COLUMNS) -> Table:
    """A table of a series of pages that one template made: one row a page, in their order, one column a field.

    `pages` are (url, html). `template`, from `FieldTemplate.learn`, gives the columns; else they are learned from
    these pages, at most so many `columns` a template. Total: pages that fit nothing are rows without values, and
    the notes of the table say so.
    """
    store = PageStore.of(pages)
    return (template or learn_fields(store, columns)).read(store)


@dataclass(frozen=True)
class FieldTemplate:
    """What a series of pages taught about its fields: saved, it reads them off new pages."""

    templates: tuple[Template, ...] = ()
    """The largest first."""
    notes: tuple[str, ...] = ()

    @classmethod
    def learn(cls, pages: Pages, columns: int = MOST_COLUMNS) -> FieldTemplate:
        """Learn from (url, html) of pages, two or more."""
        return learn_fields(PageStore.of(pages), columns)

    def apply(self, pages: Pages) -> Table:
        """The table of these pages."""
        return self.read(PageStore.of(pages))

    def read(self, pages: PageStore) -> Table:
        """The same of stored pages."""
        return _Reading(self, pages).table()

    def save(self, path: str | Path) -> None:
        """Write it as JSON."""
        value = {
            "format": _FORMAT,
            "version": _VERSION,
            "templates": [template.to_dict() for template in self.templates],
        }
        Path(path).write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> FieldTemplate:
        """Read what `save` wrote; ProfileError if it cannot be used."""
        try:
            value = json.loads(Path(path).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ProfileError(f"cannot be read: {error}", str(path)) from error
        if not isinstance(value, dict) or value.get("format") != _FORMAT:
            raise ProfileError("not a template of fields", str(path), "`honbun fields --save` writes them")
        if value.get("version") != _VERSION:
            advice = "learn it again from its pages"
            raise ProfileError(f"version {value.get('version')}, this honbun reads {_VERSION}", str(path), advice)
        try:
            return cls(tuple(map(Template.from_dict, value["templates"])))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ProfileError(f"damaged: {error!r}", str(path), "learn it again from its pages") from error


def learn_fields(store: PageStore, columns: int = MOST_COLUMNS) -> FieldTemplate:
    """The templates of the pages, of two pages or more each."""
    numbers = np.unique(np.linspace(0, len(store) - 1, min(len(store), _LEARNED_PAGES)).astype(int)).tolist()
    pages = [store.page(number) for number in numbers]
    places = [places_of(page) for page in pages]
    made = [own for own in sort_out(places) if len(own) > 1]
    templates = tuple(learn_template([pages[number] for number in own], columns) for own in made)
    return FieldTemplate(templates, tuple(_reasons(len(store), places, made)))


def _reasons(pages: int, places: Sequence[Places], made: Sequence[Sequence[int]]) -> Iterator[str]:
    """Why there is nothing to learn."""
    if not pages:
        yield "no page was given"
    elif pages == 1:
        yield "one page alone shows no template: give other pages of the same series, or a saved template"
    elif not any(places):
        yield "no page has any text"
    elif not made:
        yield "no two pages are made alike: these are not pages of one series"


class _Reading:
    """A table in the making."""

    def __init__(self, learned: FieldTemplate, pages: PageStore) -> None:
        self._templates = learned.templates
        self._notes = list(learned.notes)
        self._pages = pages
        self._cells: list[list[dict[int, Cell]]] = [[{} for _ in own.slots] for own in learned.templates]
        self._rows: list[list[int]] = [[] for _ in learned.templates]
        self._likeness: list[float] = []

    def table(self) -> Table:
        """All pages read."""
        for numbers in _sets(len(self._pages)):
            self._read([(number, self._pages.page(number)) for number in numbers])
        self._report()
        return Table(
            fields=tuple(self._columns()),
            sources=tuple(map(self._pages.source, range(len(self._pages)))),
            xpaths=("/html[1]",) * len(self._pages),
            templates=tuple(
                TemplateRows(tuple(rows), template.text)
                for rows, template in zip(self._rows, self._templates, strict=True)
                if rows
            ),
            notes=tuple(self._notes),
            confidence=float(np.mean(self._likeness)) if self._likeness else 0.0,
        )

    def _read(self, pages: Sequence[tuple[int, Page]]) -> None:
        """Read each page with the template it is most like."""
        by_template: dict[int, list[tuple[int, Page]]] = {}
        for number, page in pages:
            here = places_of(page)
            like = [likeness(here, template.places) for template in self._templates]
            best = int(np.argmax(like)) if like else -1
            self._likeness.append(like[best] if like else 0.0)
            if like and like[best] >= _FITS:
                by_template.setdefault(best, []).append((number, page))
        for own, some in by_template.items():
            self._rows[own] += [number for number, _ in some]
            columns = read_fields(self._templates[own], [page for _, page in some])
            for cells, column in zip(self._cells[own], columns, strict=True):
                cells |= {number: cell for (number, _), cell in zip(some, column, strict=True) if cell is not None}

    def _columns(self) -> Iterator[Column]:
        """Columns of one template, or of several that call them the same."""
        joined: dict[tuple[object, ...], list[tuple[int, int, Slot]]] = {}
        for own, template in enumerate(self._templates):
            for place, slot in enumerate(template.slots):
                key = (slot.name,) if slot.named_by in _SPOKEN else (own, place)
                joined.setdefault(key, []).append((own, place, slot))
        found = []
        for parts in joined.values():
            cells: dict[int, Cell] = {}
            for own, place, _ in parts:
                cells |= self._cells[own][place]
            if cells:
                found.append((parts, cells))
        names = unique_names([parts[0][2].name for parts, _ in found])
        for name, (parts, cells) in zip(names, found, strict=True):
            yield Column(
                name=name,
                cells=tuple(cells.get(row) for row in range(len(self._pages))),
                named_by=parts[0][2].named_by,
                kind=parts[0][2].kind,
                is_list=any(slot.is_list for _, _, slot in parts)
                or any(len(cell.values) > 1 for cell in cells.values()),
                templates=tuple(own for own, _, _ in parts),
            )

    def _report(self) -> None:
        """What a person should know."""
        made = [(len(rows), template) for rows, template in zip(self._rows, self._templates, strict=True) if rows]
        if len(made) > 1:
            sizes = "; ".join(
                f"{size} pages ({template.text or 'no words of its own'})" for size, template in made
            )
            self._notes.append(f"the pages have {len(made)} templates: {sizes}")
        if self._rows and any(self._rows) and not any(cells for own in self._cells for cells in own):
            self._notes.append("the pages say the same in every place: there is no field")
        fitting = {row for rows in self._rows for row in rows}
        others = [row for row in range(len(self._pages)) if row not in fitting]
        if self._templates and others:
            shown = ", ".join(map(self._pages.source, others[:3])) + (", ..." if len(others) > 3 else "")
            self._notes.append(f"{len(others)} of {len(self._pages)} pages fit no template: {shown}")


def _sets(pages: int) -> Iterator[tuple[int, ...]]:
    for start in range(0, pages, _SET):
        yield tuple(range(start, min(start + _SET, pages)))

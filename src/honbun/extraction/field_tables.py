"""From the bytes of a series of pages to a table, one row a page."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from honbun.errors import ProfileError
from honbun.extraction.page import Html
from honbun.input import RawPage
from honbun.page import Page, decode, parse
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
    known = Known.of(pages)
    return (template or learn_fields(known, columns)).read(known)


@dataclass(frozen=True)
class FieldTemplate:
    """What a series of pages taught about its fields: saved, it reads them off new pages."""

    templates: tuple[Template, ...] = ()
    """The largest first."""
    notes: tuple[str, ...] = ()

    @classmethod
    def learn(cls, pages: Pages, columns: int = MOST_COLUMNS) -> FieldTemplate:
        """Learn from (url, html) of pages, two or more."""
        return learn_fields(Known.of(pages), columns)

    def apply(self, pages: Pages) -> Table:
        """The table of these pages."""
        return self.read(Known.of(pages))

    def read(self, known: Known) -> Table:
        """The same of pages that are known."""
        return _Reading(self, known).table()

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


@dataclass(frozen=True)
class _Kept:
    """A page, packed."""

    url: str | None
    body: bytes
    is_text: bool
    content_type: str | None = None
    source: str = ""

    def text(self) -> str:
        """The page, decoded."""
        body = zlib.decompress(self.body)
        return body.decode("utf-8", "surrogatepass") if self.is_text else decode(body, self.content_type).text

    def page(self) -> Page:
        """The page, parsed."""
        return parse(self.text(), self.url)


class Known:
    """Pages that may be asked for again: kept compressed, parsed when they are needed."""

    def __init__(self, kept: Iterable[_Kept]) -> None:
        self._kept = tuple(kept)

    @classmethod
    def of(cls, pages: Pages) -> Known:
        """Pages as (url, html)."""
        return cls(_Kept(url, _packed(html), isinstance(html, str)) for url, html in pages)

    @classmethod
    def of_raw(cls, pages: Iterable[RawPage]) -> Known:
        """Pages as they were read; those without an address are named by their source."""
        return cls(_Kept(page.url, _packed(page.body), False, page.content_type, page.source) for page in pages)

    def __len__(self) -> int:
        return len(self._kept)

    def page(self, number: int) -> Page:
        """The page, parsed."""
        return self._kept[number].page()

    def text(self, number: int) -> str:
        """The page, decoded."""
        return self._kept[number].text()

    def source(self, number: int) -> str:
        """The address of a page, or where it was read; else its number from 1."""
        kept = self._kept[number]
        return kept.url or kept.source or str(number + 1)


def _packed(html: Html) -> bytes:
    return zlib.compress(html.encode("utf-8", "surrogatepass") if isinstance(html, str) else bytes(html), 1)


def learn_fields(known: Known, columns: int = MOST_COLUMNS) -> FieldTemplate:
    """The templates of the pages, of two pages or more each."""
    numbers = np.unique(np.linspace(0, len(known) - 1, min(len(known), _LEARNED_PAGES)).astype(int)).tolist()
    pages = [known.page(number) for number in numbers]
    places = [places_of(page) for page in pages]
    made = [own for own in sort_out(places) if len(own) > 1]
    templates = tuple(learn_template([pages[number] for number in own], columns) for own in made)
    return FieldTemplate(templates, tuple(_reasons(len(known), places, made)))


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

    def __init__(self, learned: FieldTemplate, known: Known) -> None:
        self._templates = learned.templates
        self._notes = list(learned.notes)
        self._known = known
        self._cells: list[list[dict[int, Cell]]] = [[{} for _ in own.slots] for own in learned.templates]
        self._rows: list[list[int]] = [[] for _ in learned.templates]
        self._likeness: list[float] = []

    def table(self) -> Table:
        """All pages read."""
        for numbers in _sets(len(self._known)):
            self._read([(number, self._known.page(number)) for number in numbers])
        self._report()
        return Table(
            fields=tuple(self._columns()),
            sources=tuple(map(self._known.source, range(len(self._known)))),
            xpaths=("/html[1]",) * len(self._known),
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
                cells=tuple(cells.get(row) for row in range(len(self._known))),
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
        others = [row for row in range(len(self._known)) if row not in fitting]
        if self._templates and others:
            shown = ", ".join(map(self._known.source, others[:3])) + (", ..." if len(others) > 3 else "")
            self._notes.append(f"{len(others)} of {len(self._known)} pages fit no template: {shown}")


def _sets(pages: int) -> Iterator[tuple[int, ...]]:
    for start in range(0, pages, _SET):
        yield tuple(range(start, min(start + _SET, pages)))

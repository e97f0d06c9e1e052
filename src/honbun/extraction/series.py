"""From the bytes of a series of pages to a table, one row a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import ceil
from pathlib import Path

from honbun.errors import expect
from honbun.extraction.asking import Pages
from honbun.extraction.items import with_items
from honbun.extraction.saved import SavedFile
from honbun.extraction.store import PageStore
from honbun.metadata import Item, read_items
from honbun.notebook import line
from honbun.page import Page
from honbun.tables import WHOLE, Column, Learned, Table, Template, join_matched, learn_templates, read_table

MAX_COLUMNS = 60
# Elements that hold what leads elsewhere; a column is of menus if this share of its values stands in one.
_MENUS = re.compile(r"/(?:nav|footer|aside|menu)\[")
_MIN_MENU_SHARE = 0.8
_FILE = SavedFile("fields", 2, "`honbun fields --save` writes them")


def fields(
    pages: Pages,
    *,
    template: FieldTemplate | None = None,
    columns: int = MAX_COLUMNS,
    all_columns: bool = False,
) -> Table:
    """A table of a series of pages that one template made: one row a page, in their order, one column a field.

    `pages` are (url, html). `template`, from `FieldTemplate.learn`, gives the columns; else they are learned from
    these pages, at most so many `columns` a template. What the pages state for programs comes first. With
    `all_columns` there are also those of menus, and whole texts that have their label in front of them. Total:
    pages that fit nothing are rows without values, and the notes of the table say so.
    """
    expect(template, FieldTemplate | None, "a template", "pass FieldTemplate.load(path)")
    store = PageStore.of(pages)
    if template is not None:
        return template.read(store, all_columns=all_columns)
    return learn_and_read(store, columns, all_columns=all_columns)[1]


@dataclass(frozen=True, repr=False)
class FieldTemplate:
    """What a series of pages taught about its fields: saved, it reads them off new pages."""

    templates: tuple[Template, ...] = ()
    """The largest first."""
    notes: tuple[str, ...] = ()
    """Why there are none."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The columns that are wanted, and what they are to be called; if there are none, all as they are."""

    def __repr__(self) -> str:
        fields = sum(len(template.fields) for template in self.templates)
        return line("FieldTemplate", f"templates: {len(self.templates)}", f"fields: {fields}")

    @classmethod
    def learn(cls, pages: Pages, columns: int = MAX_COLUMNS) -> FieldTemplate:
        """Learn from (url, html) of pages, two or more."""
        learned = learn_templates(PageStore.of(pages), columns)
        return cls(learned.templates, learned.notes)

    def apply(self, pages: Pages, *, all_columns: bool = False) -> Table:
        """The table of these pages."""
        return self.read(PageStore.of(pages), all_columns=all_columns)

    def read(self, store: PageStore, *, all_columns: bool = False) -> Table:
        """The same of stored pages."""
        table = _read(Learned(self.templates, self.notes), _Seen(store), all_columns or bool(self.names))
        names = {name: own for name, own in self.names.items() if name in table.columns}
        return table.select(names).rename(names) if self.names else table

    def save(self, path: str | Path) -> None:
        """Write it as JSON."""
        templates = [template.to_dict() for template in self.templates]
        _FILE.write(path, {"templates": templates, "notes": self.notes, "names": dict(self.names)})

    @classmethod
    def load(cls, path: str | Path) -> FieldTemplate:
        """Read what `save` wrote; ProfileError if it cannot be used."""
        with _FILE.read(path) as value:
            notes = tuple(map(str, value.get("notes", ())))
            names = {str(name): str(own) for name, own in value.get("names", {}).items()}
            return cls(tuple(map(Template.from_dict, value["templates"])), notes, names)


def _read(learned: Learned, seen: _Seen, all_columns: bool) -> Table:
    """The table of the pages, what they state for programs first."""
    table = read_table(learned, seen)
    return with_items(table if all_columns else _without_junk(table), seen.items)


def _without_junk(table: Table) -> Table:
    """The table without columns of menus, and of whole texts where a column has them without their label."""
    names = set(table.columns)
    kept = (
        column.name
        for column in table.fields
        if column.name.removesuffix(WHOLE) not in names - {column.name} and not _is_of_menus(column)
    )
    return table.select(kept)


def _is_of_menus(column: Column) -> bool:
    """Nearly all its values stand in an element that is made for menus."""
    places = [place for cell in column.cells if cell for place in cell.xpaths]
    max_others = len(places) - ceil(_MIN_MENU_SHARE * len(places))
    # Lazy: of most columns the first few addresses tell, and those of elements far down are long.
    others = (place for place in places if not _MENUS.search(place))
    return bool(places) and next(islice(others, max_others, None), None) is None


class _Seen:
    """Stored pages, and the item that each is about, once it was asked for."""

    def __init__(self, store: PageStore) -> None:
        self._store = store
        self.items: list[Item | None] = [None] * len(store)

    def __len__(self) -> int:
        return len(self._store)

    def page(self, number: int) -> Page:
        """A page by its number from 0."""
        page = self._store.page(number)
        self.items[number] = read_items(page).main
        return page

    def source(self, number: int) -> str:
        """What a row of that page is called."""
        return self._store.source(number)


def learn_and_read(
    store: PageStore, columns: int = MAX_COLUMNS, *, all_columns: bool = False
) -> tuple[FieldTemplate, Table]:
    """The templates of the pages, and the table: the pages that taught them are not parsed and read again."""
    seen = _Seen(store)
    learned = learn_templates(seen, columns)
    return FieldTemplate(learned.templates, learned.notes), _read(learned, seen, all_columns)


def join_fields(series: Iterable[PageStore], *, columns: int = MAX_COLUMNS, all_columns: bool = False) -> Table:
    """One table of several series, of a site each: columns that mean the same are one."""
    return join_matched([learn_and_read(store, columns, all_columns=all_columns)[1] for store in series])

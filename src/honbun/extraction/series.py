"""From the bytes of a series of pages to a table, one row a page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from honbun.errors import ProfileError
from honbun.extraction.composing import Html
from honbun.extraction.store import PageStore
from honbun.tables import Table, Template, learn_templates, read_table

MAX_COLUMNS = 60
_FORMAT = "honbun fields"
_VERSION = 2
Pages = Iterable[tuple[str | None, Html]]


def fields(pages: Pages, *, template: FieldTemplate | None = None, columns: int = MAX_COLUMNS) -> Table:
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
    def learn(cls, pages: Pages, columns: int = MAX_COLUMNS) -> FieldTemplate:
        """Learn from (url, html) of pages, two or more."""
        return learn_fields(PageStore.of(pages), columns)

    def apply(self, pages: Pages) -> Table:
        """The table of these pages."""
        return self.read(PageStore.of(pages))

    def read(self, store: PageStore) -> Table:
        """The same of stored pages."""
        return read_table(self.templates, store, self.notes)

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


def learn_fields(store: PageStore, columns: int = MAX_COLUMNS) -> FieldTemplate:
    """The templates of the pages, of two pages or more each."""
    return FieldTemplate(*learn_templates(store, columns))

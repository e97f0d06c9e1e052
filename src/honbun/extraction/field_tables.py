"""From the bytes of a series of pages to a table, one row a page."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from honbun.errors import ProfileError
from honbun.extraction.page import Html
from honbun.input import RawPage
from honbun.page import Page, decode, parse
from honbun.tables import Table, Template, learn_templates, read_table

MOST_COLUMNS = 60
_FORMAT = "honbun fields"
_VERSION = 2
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
        return read_table(self.templates, known, self.notes)

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
    return FieldTemplate(*learn_templates(known, columns))

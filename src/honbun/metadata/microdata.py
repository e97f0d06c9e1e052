"""Microdata: the item a page is about, read from `itemscope` and `itemprop`; and the properties of RDFa."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from honbun.metadata.linked_data import NOT_MAIN, rank_of, type_names
from honbun.page import Page

# Rows with a property; a longer list is a catalogue.
_MOST_ROWS = 4000
_MOST_ITEMS = 60

# Row of an item -> (name of the property, row of its value), in document order.
Properties = dict[int, list[tuple[str, int]]]


@dataclass(frozen=True)
class Microdata:
    """The main item of a page."""

    kinds: tuple[str, ...] = ()
    """Types of the first items, the main one's first."""
    main: int = -1
    """Row of the main item, -1 for what belongs to none."""
    properties: Properties = field(default_factory=dict)

    def rows(self, *names: str) -> list[int]:
        """Rows of the main item's properties with the first of these names that it has."""
        own = self.properties.get(self.main, [])
        return next((rows for name in names if (rows := [row for said, row in own if said == name])), [])

    def values(self, page: Page, *names: str) -> list[str]:
        """What they say; of an item its name."""
        return [said for row in self.rows(*names) if (said := self._value(page, row))]

    def _value(self, page: Page, row: int) -> str:
        inner = [at for name, at in self.properties.get(row, []) if name == "name"]
        return value_at(page, inner[0]) if inner else value_at(page, row)


def value_at(page: Page, row: int) -> str:
    """What an element with a property states: an attribute made for it, else its text."""
    for name in ("content", "datetime"):
        said = page.attribute(row, name)
        if said and said.strip():
            return said
    text = " ".join(page.text[page.text_start[row] : page.text_end[row]].split())
    return text or page.attribute(row, "src") or page.attribute(row, "href") or page.attribute(row, "title") or ""


def rdfa_values(page: Page, *names: str) -> list[str]:
    """What elements with one of these in `property` say; the vocabulary ("schema:author") is not looked at."""
    column = page.attributes.get("property", {})
    with_content = page.attributes.get("content", {})  # is read with the head
    rows = [row for row, said in column.items() if row not in with_content and said.rpartition(":")[2] in names]
    return [value for row in rows[:_MOST_ITEMS] if (value := value_at(page, row))]


def read_microdata(page: Page) -> Microdata:
    """The items of a page; most pages have none."""
    properties = page.attributes.get("itemprop", {})
    scopes = page.attributes.get("itemscope", {})
    if not properties or not scopes:
        return Microdata()
    found, items = _sort(page, properties, scopes)
    kinds = page.attributes.get("itemtype", {})
    ranked = [
        (min((rank_of(kind) for kind in type_names(kinds.get(row))), default=NOT_MAIN), row) for row in items
    ]
    best, main = min(ranked, default=(NOT_MAIN, -1))
    names = [name for row in (main, *items) for name in type_names(kinds.get(row))]
    return Microdata(tuple(dict.fromkeys(names)), main if best < NOT_MAIN else -1, found)


def _sort(page: Page, properties: Mapping[int, str], scopes: Mapping[int, str]) -> tuple[Properties, list[int]]:
    """The properties of each item, and the items, in document order."""
    found: Properties = {}
    items: list[int] = []
    stack = [(-1, len(page))]
    for row in sorted({*properties, *scopes})[:_MOST_ROWS]:
        while stack[-1][1] <= row:
            stack.pop()
        for name in properties.get(row, "").split():
            found.setdefault(stack[-1][0], []).append((name, row))
        if row in scopes:
            stack.append((row, int(page.end[row])))
            if len(items) < _MOST_ITEMS:
                items.append(row)
    return found, items

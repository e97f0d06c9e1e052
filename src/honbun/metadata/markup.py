"""What the markup of a page states: `meta` and `link`, microdata, RDFa."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from honbun.metadata.linked_data import NOT_MAIN, rank_of, type_names
from honbun.page import Page

# The attributes that name what a `meta` states, the more usual first.
_NAMES = ("property", "name", "itemprop", "http-equiv")
_MAX_VALUES = 50  # of one name
_MAX_ROWS = 4000  # with a property; a longer list is a catalogue
_MAX_ITEMS = 60

# Row of an item -> (name of the property, row of its value), in document order.
Properties = dict[int, list[tuple[str, int]]]


@dataclass(frozen=True)
class Head:
    """Names of `meta`, in lower case, and relations of `link`, each with its values in the order of the page."""

    meta: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    base: str | None = None


def read_head(page: Page) -> Head:
    """The `meta` and `link` of a page, wherever they stand."""
    meta: dict[str, list[str]] = {}
    names = [page.attributes.get(name, {}) for name in _NAMES]
    for row, content in page.attributes.get("content", {}).items():
        if not content.strip():
            continue
        for column in names:
            for name in column[row].lower().split() if row in column else ():
                values = meta.setdefault(name, [])
                if len(values) < _MAX_VALUES:
                    values.append(content)
    links: dict[str, list[str]] = {}
    addresses = page.attributes.get("href", {})
    for row in page.rows_of("link").tolist():
        for relation in (page.attribute(row, "rel") or "").lower().split() if row in addresses else ():
            links.setdefault(relation, []).append(addresses[row])
    base = next((href for row in page.rows_of("base").tolist() if (href := page.attribute(row, "href"))), None)
    return Head(meta, links, base)


@dataclass(frozen=True)
class Microdata:
    """The main item of a page, read from `itemscope` and `itemprop`."""

    kinds: tuple[str, ...] = ()
    """Types of the first items, the main one's first."""
    main: int = -1
    """Row of the main item, -1 for what belongs to none."""
    properties: Properties = field(default_factory=dict)

    def rows(self, *names: str) -> list[int]:
        """Rows of the main item's properties with the first of these names that it has."""
        own = self.properties.get(self.main, [])
        return next((rows for name in names if (rows := [row for known, row in own if known == name])), [])

    def values(self, page: Page, *names: str) -> list[str]:
        """Their values; of an item its name."""
        return [value for row in self.rows(*names) if (value := self._value(page, row))]

    def _value(self, page: Page, row: int) -> str:
        inner = [at for name, at in self.properties.get(row, []) if name == "name"]
        return value_at(page, inner[0] if inner else row)


def read_microdata(page: Page) -> Microdata:
    """The items of a page; most pages have none."""
    properties = page.attributes.get("itemprop", {})
    scopes = page.attributes.get("itemscope", {})
    if not properties or not scopes:
        return Microdata()
    found, items = _properties_of_items(page, properties, scopes)
    kinds = page.attributes.get("itemtype", {})
    best, main = min(((rank_of(type_names(kinds.get(row))), row) for row in items), default=(NOT_MAIN, -1))
    names = [name for row in (main, *items) for name in type_names(kinds.get(row))]
    return Microdata(tuple(dict.fromkeys(names)), main if best < NOT_MAIN else -1, found)


def _properties_of_items(
    page: Page, properties: Mapping[int, str], scopes: Mapping[int, str]
) -> tuple[Properties, list[int]]:
    """The properties of each item, and the items, in document order."""
    found: Properties = {}
    items: list[int] = []
    stack = [(-1, len(page))]
    for row in sorted({*properties, *scopes})[:_MAX_ROWS]:
        while stack[-1][1] <= row:
            stack.pop()
        for name in properties.get(row, "").split():
            found.setdefault(stack[-1][0], []).append((name, row))
        if row in scopes:
            stack.append((row, int(page.end[row])))
            if len(items) < _MAX_ITEMS:
                items.append(row)
    return found, items


def rdfa_values(page: Page, *names: str) -> list[str]:
    """Values of elements with one of these in `property`; the vocabulary ("schema:author") is not looked at."""
    column = page.attributes.get("property", {})
    with_content = page.attributes.get("content", {})  # is read with the head
    rows = [row for row, name in column.items() if row not in with_content and name.rpartition(":")[2] in names]
    return [value for row in rows[:_MAX_ITEMS] if (value := value_at(page, row))]


def value_at(page: Page, row: int) -> str:
    """What an element with a property states: an attribute made for it, else its text."""
    for name in ("content", "datetime"):
        value = page.attribute(row, name)
        if value and value.strip():
            return value
    text = " ".join(page.text[page.text_start[row] : page.text_end[row]].split())
    return text or page.attribute(row, "src") or page.attribute(row, "href") or page.attribute(row, "title") or ""


def address_at(page: Page, row: int) -> str:
    """The address that an element with a property states."""
    values = (page.attribute(row, name) for name in ("content", "src", "href"))
    return next(filter(None, values), None) or value_at(page, row)

"""Items: what a page describes for programs, thing by thing, in JSON-LD or microdata."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import groupby

from honbun.metadata.linked_data import NOT_MAIN, Thing, rank_of, read_linked_data, type_names, types
from honbun.metadata.markup import address_at, read_microdata, value_at
from honbun.page import Page

# From this rank on an item is the page itself, not what it is about.
_MIN_PAGE_RANK = 3
# So many items of one type are a list.
_MIN_LISTED = 2
_MAX_LISTED = 300
_MAX_VALUES = 100
# Steps in sections in a list: deeper nobody writes.
_MAX_DEPTH = 6
_TAG = re.compile(r"<[^<>]{1,500}>")
# What a thing within a thing says in one text, the first that it has.
_TEXT_KEYS = ("@value", "text", "name", "url", "contentUrl")
_IMAGE_KEYS = ("url", "contentUrl")
_ADDRESSES = frozenset({"url", "image", "sameAs", "thumbnailUrl", "contentUrl"})


@dataclass(frozen=True)
class Item:
    """A thing with its properties, each with its values; `offers.price` is a property of a thing within."""

    properties: Mapping[str, tuple[str, ...]]
    xpath: str = ""
    """Its element, of microdata; "" for JSON-LD."""


@dataclass(frozen=True)
class Items:
    """What a page is about, and what it lists."""

    main: Item | None = None
    listed: tuple[Item, ...] = ()


def read_items(page: Page) -> Items:
    """The items of a page, of JSON-LD if it has any, else of microdata."""
    data = read_linked_data(page, ())
    main = _linked(data.main) if rank_of(types(data.main)) < _MIN_PAGE_RANK else None
    listed = tuple(filter(None, map(_linked, _listed_things(data.things))))
    if main and listed:
        return Items(main, listed)
    shown = _microdata_items(page)
    return Items(main or shown.main, listed or shown.listed)


def _listed_things(things: Sequence[Thing]) -> list[Thing]:
    """The members of the longest `ItemList`; else things of one type that pages are about."""
    lists = [_members(thing) for thing in things if "ItemList" in types(thing)]
    longest = max(lists, key=len, default=[])
    if len(longest) >= _MIN_LISTED:
        return longest[:_MAX_LISTED]
    by_type = sorted((thing for thing in things if types(thing)), key=lambda thing: types(thing)[0])
    groups = [list(own) for _, own in groupby(by_type, key=lambda thing: types(thing)[0])]
    fit = [own for own in groups if len(own) >= _MIN_LISTED and rank_of(types(own[0])) < _MIN_PAGE_RANK]
    return max(fit, key=len, default=[])[:_MAX_LISTED]


def _members(thing: Thing) -> list[Thing]:
    """The things of a list, without the element that only numbers them."""
    elements = thing.get("itemListElement")
    found = []
    for element in elements if isinstance(elements, list) else []:
        if isinstance(element, Mapping):
            inner = element.get("item")
            about = {key: value for key, value in element.items() if key in ("name", "url")}
            found.append({**about, **inner} if isinstance(inner, Mapping) else element)
    return found


def _linked(thing: Thing) -> Item | None:
    properties = dict(_properties(thing))
    properties.pop("position", None)
    return Item(properties) if properties else None


def _properties(thing: Thing, prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The properties of a thing that say something in a text, and of things within it that do not."""
    for key, value in thing.items():
        if not isinstance(key, str) or key.startswith("@"):
            continue
        values = tuple(dict.fromkeys(filter(None, map(_plain, _texts(value)))))[:_MAX_VALUES]
        if values:
            yield prefix + key, values
        elif not prefix:
            inner = value[0] if isinstance(value, list) and value else value
            if isinstance(inner, Mapping):
                yield from _properties(inner, f"{key}.")


def _texts(value: object, depth: int = _MAX_DEPTH) -> Iterator[str]:
    """The texts of a value: of a thing its text, name or address; of a list those of each."""
    if isinstance(value, list):
        for one in value[:_MAX_VALUES] if depth else ():
            yield from _texts(one, depth - 1)
    elif isinstance(value, Mapping):
        steps = value.get("itemListElement")
        keys = _IMAGE_KEYS if "ImageObject" in types(value) else _TEXT_KEYS
        text = next((value[key] for key in keys if isinstance(value.get(key), str | int | float)), None)
        if isinstance(steps, list) and depth:
            yield from _texts(steps, depth - 1)
        elif text is not None:
            yield str(text)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def _plain(text: str) -> str:
    """A text without the markup that some have in it."""
    return " ".join(_TAG.sub(" ", unescape(text)).split())


def _microdata_items(page: Page) -> Items:
    """The items that elements of the page are."""
    data = read_microdata(page)
    kinds = page.attributes.get("itemtype", {})

    def item(row: int) -> Item | None:
        properties = {
            name: tuple(dict.fromkeys(own)) for name, own in _by_name(page, data.properties, row).items()
        }
        return Item(properties, page.xpath(row)) if properties else None

    rows = sorted(
        (row for row in data.properties if row >= 0 and kinds.get(row)), key=lambda row: (kinds[row], row)
    )
    groups = [list(own) for _, own in groupby(rows, key=kinds.__getitem__)]
    fit = [own for own in groups if len(own) >= _MIN_LISTED and rank_of(type_names(kinds[own[0]])) < NOT_MAIN]
    listed = max(fit, key=len, default=[])[:_MAX_LISTED]
    is_about = rank_of(type_names(kinds.get(data.main))) < _MIN_PAGE_RANK
    return Items(item(data.main) if is_about else None, tuple(filter(None, map(item, listed))))


def _by_name(
    page: Page, properties: Mapping[int, Sequence[tuple[str, int]]], row: int, prefix: str = ""
) -> dict[str, list[str]]:
    """The values of an item's properties by name; of an item within its name, else its own properties."""
    found: dict[str, list[str]] = {}
    for name, at in properties.get(row, ()):
        names = [inner for known, inner in properties.get(at, ()) if known == "name"]
        if at in properties and not names:
            if not prefix:
                found |= _by_name(page, properties, at, f"{name}.")
            continue
        place = names[0] if names else at
        value = address_at(page, place) if name in _ADDRESSES and not names else value_at(page, place)
        if value and len(found.setdefault(prefix + name, [])) < _MAX_VALUES:
            found[prefix + name].append(value)
    return {name: own for name, own in found.items() if own}

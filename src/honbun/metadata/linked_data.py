"""JSON-LD: the things that a page describes, and which of them it is about."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from honbun.page import Page

Thing = Mapping[str, Any]

# Characters; more is the state of a program, not a description, and would take longer than the rest of the page.
_MAX_JSON_LENGTH = 2_000_000
_MAX_RESCUED_LENGTH = 200_000
# A page describes a few things; a list of a thousand products is not about each of them.
_MAX_THINGS = 300
_MAX_NAMES = 30

_WRAPPING = re.compile(
    r"/\*\s*<!\[CDATA\[\s*\*/|/\*\s*\]\]>\s*\*/|(?://\s*)?<!\[CDATA\[|(?://\s*)?\]\]>|<!--|(?://\s*)?-->"
)
_LAST_COMMA = re.compile(r",(\s*[}\]])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DECODER = json.JSONDecoder(strict=False)
# How JSON is mended that is not quite valid, one after the other.
_REPAIRS: tuple[Callable[[str], str], ...] = (
    lambda source: source,
    lambda source: _CONTROL.sub(" ", _WRAPPING.sub("", source)).strip(),
    lambda source: _LAST_COMMA.sub(r"\1", source),
    unescape,
)
# Parts of broken JSON that can be read by themselves.
_RESCUED = {
    key: re.compile(rf'"{key}"\s*:\s*"((?:[^"\\\n]|\\.){{1,500}})"')
    for key in ("headline", "datePublished", "dateModified")
}
_RESCUED["author"] = re.compile(
    r'"author"\s*:\s*[\[\s]*\{[^{}\[\]]{0,300}?"name"\s*:\s*"((?:[^"\\\n]|\\.){1,200})"'
)

# What pages are about, in the order of likelihood: a work, a medium, the page itself. The rest is boilerplate.
_RANKS = (
    re.compile(
        r"(?:Article|Posting|Recipe|Event|Episode|Application)$"
        r"|^(?:Product|ProductGroup|Report|Question|Review|ClaimReview|Book|Movie|TVSeries|MusicAlbum|Course|HowTo"
        r"|Thesis|Dataset|SoftwareSourceCode|CreativeWork|Vehicle|Car|Message)$"
    ),
    re.compile(r"^(?:VideoObject|QAPage|PhotoGallery|ImageGallery)$"),
    re.compile(r"Page$|^(?:Blog|ItemList|Service)$"),
)
_BOILERPLATE = re.compile(
    r"^(?:BreadcrumbList|ListItem|Organization|NewsMediaOrganization|Corporation|WebSite|Person|ImageObject|Action|"
    r"SearchAction|ReadAction|SiteNavigationElement|WP\w+|EntryPoint|PropertyValueSpecification|Place|"
    r"PostalAddress|ContactPoint|Brand|Offer|AggregateRating|CommentAction|InteractionCounter|Comment)$"
)
NOT_MAIN = 9


@dataclass(frozen=True)
class LinkedData:
    """All things of a page in the order they are named, and the one it is about."""

    things: tuple[Thing, ...] = ()
    main: Thing = field(default_factory=dict)
    by_id: Mapping[str, Thing] = field(default_factory=dict)

    def names(self, value: object) -> list[str]:
        """The names of people or organisations that a value gives: a string, a thing, a reference, a list."""
        found: list[str] = []
        for one in _each(value):
            if isinstance(one, Mapping):
                thing = one if "name" in one else self.by_id.get(str(one.get("@id")), one)
                found += [name for name in _each(thing.get("name")) if isinstance(name, str)]
            elif isinstance(one, str):
                found.append(str(self.by_id[one].get("name", "")) if one in self.by_id else one)
        return [name for name in found if name][:_MAX_NAMES]

    @property
    def kinds(self) -> list[str]:
        """Types of the things that are not boilerplate, the main one's first."""
        ordered = [*types(self.main), *(kind for thing in self.things for kind in types(thing))]
        return list(dict.fromkeys(kind for kind in ordered if not _BOILERPLATE.match(kind)))


def read_linked_data(page: Page, addresses: tuple[str, ...]) -> LinkedData:
    """The JSON-LD of a page; `addresses` are those that the page may call itself by."""
    things: list[Thing] = []
    kinds = page.attributes.get("type", {})
    for row, source in page.data.items():
        if "ld+json" in kinds.get(row, "").lower():
            value = load_json(source)
            things += _things(value) if value is not None else _rescued(source)
    things = things[:_MAX_THINGS]
    by_id = {str(thing["@id"]): thing for thing in reversed(things) if "@id" in thing and len(thing) > 1}
    return LinkedData(tuple(things), _main(things, addresses), by_id)


def load_json(source: str, max_length: int = _MAX_JSON_LENGTH) -> object | None:
    """The value of a JSON text, mended if it is not quite one; None if nothing helps or it is too long."""
    if len(source) > max_length:
        return None
    source = source.strip().rstrip(";")
    for repair in _REPAIRS:
        source = repair(source)
        try:
            return _first_values(source)
        except (ValueError, RecursionError):
            continue
    return None


def _first_values(source: str) -> object:
    """The value, or the list of several that follow each other."""
    value, end = _DECODER.raw_decode(source)
    values = [value]
    while rest := source[end:].lstrip(" \t\r\n,;"):
        try:
            value, end = _DECODER.raw_decode(source, len(source) - len(rest))
        except ValueError:
            break
        values.append(value)
    return values[0] if len(values) == 1 else values


def _rescued(source: str) -> list[Thing]:
    """What can be read of JSON that is beyond mending: a quotation mark in a description breaks all of it."""
    source = source[:_MAX_RESCUED_LENGTH]
    found: dict[str, object] = {}
    for key, pattern in _RESCUED.items():
        if match := pattern.search(source):
            value = load_json(f'"{match[1]}"')
            found[key] = value if isinstance(value, str) else match[1]
    is_article = "datePublished" in found or "headline" in found
    return [{**found, "@type": "Article"}] if is_article else []


def types(thing: Thing) -> list[str]:
    """The types of a thing, without the address of the vocabulary."""
    return [name for kind in _each(thing.get("@type")) if isinstance(kind, str) for name in type_names(kind)]


def type_names(kinds: str | None) -> list[str]:
    """The last parts of addresses of types: "http://schema.org/Article" is an Article."""
    parts = (kind.rstrip("/").rpartition("/")[2].rpartition(":")[2] for kind in (kinds or "").split())
    return [part for part in parts if part]


def rank_of(kinds: list[str]) -> int:
    """How likely a thing of these types is what the page is about, 1 most; NOT_MAIN for boilerplate."""
    ranks = (rank for rank, names in enumerate(_RANKS, 1) if any(names.search(kind) for kind in kinds))
    return next(ranks, NOT_MAIN)


def first_text(value: object) -> str | None:
    """The first string in a value: itself, of a list, of `{"@value": …}`, or the url of a thing."""
    for one in _each(value):
        if isinstance(one, str | int | float) and str(one).strip():
            return str(one)
        if isinstance(one, Mapping):
            for key in ("@value", "url", "contentUrl", "@id"):
                if isinstance(one.get(key), str) and one[key]:
                    return str(one[key])
    return None


def bare_address(address: str) -> str:
    """An address without what does not tell pages apart: scheme, www, fragment, last slash."""
    return re.sub(r"^https?:(?://)?(?:www\.)?|#.*$", "", address).rstrip("/").lower()


def _things(value: object) -> list[Thing]:
    """The things of a value, outer before inner: of lists, of @graph, and what a page states it is about."""
    found: list[Thing] = []
    queue = deque([value])
    while queue and len(found) < _MAX_THINGS:
        one = queue.popleft()
        if isinstance(one, list):
            queue.extendleft(reversed(one[:_MAX_THINGS]))
        elif isinstance(one, dict):
            if "@type" in one or "headline" in one:
                found.append(one)
            inner = ("@graph",) if "FAQPage" in types(one) else ("@graph", "mainEntity", "mainEntityOfPage")
            queue.extend(one[key] for key in inner if isinstance(one.get(key), dict | list))
    return found


def _main(things: list[Thing], addresses: tuple[str, ...]) -> Thing:
    """The thing that the page is about: of the best rank, rather one with the page's own address."""
    best: Thing = {}
    best_rank = float(NOT_MAIN)
    for thing in things:
        rank: float = rank_of(types(thing))
        if rank < NOT_MAIN and any(_is_at(thing, address) for address in addresses):
            rank -= 0.5
        if rank < best_rank:
            best, best_rank = thing, rank
    return best


def _is_at(thing: Thing, address: str) -> bool:
    own = (first_text(thing.get(key)) for key in ("url", "@id", "mainEntityOfPage"))
    return any(value and bare_address(value) == address for value in own)


def _each(value: object) -> Iterator[object]:
    """The value, or what is in it if it is a list; two levels deep."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, list):
            yield from one
        elif one is not None:
            yield one

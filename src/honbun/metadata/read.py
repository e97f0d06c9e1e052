"""A page into its metadata: for each fact, the first source that states it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from honbun.metadata import clean
from honbun.metadata.metadata import Metadata
from honbun.metadata.sources import Claim, Sources
from honbun.page import Page


def read_metadata(page: Page) -> Metadata:
    """What a page says of itself. Total: what cannot be read is not stated."""
    sources = Sources(page)
    found = {
        "title": _first(sources.titles(), sources.title),
        "author": _author(sources),
        "date": _first(sources.dates(), sources.date),
        "language": sources.language,
        "site_name": _first(sources.site_names(), clean.text),
        "description": _first(sources.descriptions(), clean.text),
        "image": _first(sources.images(), sources.absolute),
        "canonical_url": _first(sources.addresses(), sources.absolute),
    }
    facts = {name: fact[0] for name, fact in found.items() if fact}
    origin = {name: fact[1] for name, fact in found.items() if fact}
    return Metadata(**facts, kinds=sources.kinds, sources=origin)


def _first(claims: Iterable[Claim], plain: Callable[[object], str | None]) -> tuple[str, str] | None:
    """The first claim that leaves something when it is made plain."""
    for value, source in claims:
        said = plain(value)
        if said:
            return said, source
    return None


def _author(sources: Sources) -> tuple[str, str] | None:
    """The first author who is not the site, else the site: many a site is called after who writes it."""
    site = None
    for names, source in sources.authors():
        name = clean.authors(names)
        if name and not sources.is_site(name):
            return name, source
        site = site or ((name, source) if name else None)
    return site

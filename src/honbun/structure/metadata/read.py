"""A page into its metadata: for each fact, the first source that states it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from honbun.page import Page
from honbun.structure.metadata import clean
from honbun.structure.metadata.metadata import Metadata
from honbun.structure.metadata.sources import Claim, Sources


def read_metadata(page: Page) -> Metadata:
    """What a page says of itself. Total: what cannot be read is not stated."""
    sources = Sources(page)
    facts: dict[str, str] = {}
    origin: dict[str, str] = {}
    for name, claims, plain in (
        ("title", sources.titles(), sources.title),
        ("author", sources.authors(), sources.author),
        ("author", sources.authors(), sources.author_or_site),
        ("date", sources.dates(), clean.date),
        ("language", sources.languages(), clean.language),
        ("site_name", sources.site_names(), clean.text),
        ("description", sources.descriptions(), clean.text),
        ("image", sources.images(), sources.absolute),
        ("canonical_url", sources.addresses(), sources.absolute),
    ):
        found = _first(claims, plain) if name not in facts else None
        if found:
            facts[name], origin[name] = found
    return Metadata(**facts, kinds=sources.kinds(), sources=origin)


def _first(claims: Iterable[Claim], plain: Callable[[object], str | None]) -> tuple[str, str] | None:
    """The first claim that leaves something when it is made plain."""
    for value, source in claims:
        said = plain(value)
        if said:
            return said, source
    return None

"""`Metadata`: the facts of a page, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Metadata:
    """What a page says of itself. A fact that it does not state is None."""

    title: str | None = None
    author: str | None = None
    """Several are joined with "; "."""
    date: str | None = None
    """When it was published, in ISO 8601."""
    language: str | None = None
    site_name: str | None = None
    description: str | None = None
    image: str | None = None
    canonical_url: str | None = None
    kinds: tuple[str, ...] = ()
    """What the page says it is: types of schema.org, its main thing's first, and the type of Open Graph."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Fact -> where it was read."""

"""What the caller may leave out of rich renderings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """Which markup to write. What is left out is markup only: the kept text is always there."""

    links: bool = True
    """Write links; else their text only."""
    images: bool = True
    """Write the images that lie inside the kept region."""
    tables: bool = True
    """Write data tables as tables; else the content of their cells, one after another."""


DEFAULT = RenderOptions()

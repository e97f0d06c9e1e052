"""What writers have in common: they need nothing before, between or after pages unless they say so."""

from __future__ import annotations

from dataclasses import dataclass

from honbun.render import RenderOptions
from honbun.render.options import DEFAULT


@dataclass(frozen=True, kw_only=True)
class BaseWriter:
    """A writer of pages that end their own lines."""

    several: bool = False
    """More than one page may go into the stream."""
    options: RenderOptions = DEFAULT

    @property
    def header(self) -> bytes:
        """What comes before the first page."""
        return b""

    @property
    def separator(self) -> bytes:
        """What comes between two pages."""
        return b""

    @property
    def footer(self) -> bytes:
        """What comes after the last page."""
        return b""


def encoded(text: str) -> bytes:
    """UTF-8. Names of files may hold bytes that are not text: those become question marks."""
    return text.encode("utf-8", "replace")

"""What writers have in common: they need nothing before, between or after pages unless they say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from honbun.render import DEFAULT, RenderOptions


@dataclass(frozen=True, kw_only=True)
class BaseWriter:
    """A writer of pages that end their own lines."""

    several: bool = False
    """More than one page may go into the stream."""
    options: RenderOptions = DEFAULT

    def __post_init__(self) -> None:
        self._demand()

    def _demand(self) -> None:
        """Raise MissingPackageError if a package that the format needs is not installed."""

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

    def join(self, pages: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces of a stream of encoded pages, in order."""
        yield self.header
        is_first = True
        for page in pages:
            if not is_first:
                yield self.separator
            is_first = False
            yield page
        yield self.footer


def encoded(text: str) -> bytes:
    """UTF-8. Names of files may hold bytes that are not text: those become question marks."""
    return text.encode("utf-8", "replace")

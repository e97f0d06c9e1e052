"""The suffixes of a set of pages, sorted, and how much each shares with the next: the one file that knows how.

Pages are sorted as UTF-8, whose bytes sort as the characters do, so that a page of mostly ASCII costs one byte a
character; all that comes out is counted in characters. (pydivsufsort sorts wide integers byte by byte, so that two
bytes for every character would double the work.) libdivsufsort needs n log n steps at worst.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.errors import MissingPackageError

Numbers = npt.NDArray[np.signedinteger[Any]]
"""Places and counts: 32 bits wide unless there are more than 2 GB."""

# No byte of UTF-8, and greater than all that are.
_BORDER = b"\xff"


@dataclass(frozen=True, eq=False)
class Suffixes:
    """Every suffix of every page in sorted order; a page's suffixes end where the page ends."""

    start: Numbers
    """Where each begins: characters of all pages in a row, one border after each page."""
    left: Numbers
    """How many characters it has."""
    shared: Numbers
    """How many characters each has in common with the next; one fewer than there are suffixes."""
    page_ends: Numbers
    """Where the border after each page is."""

    def __len__(self) -> int:
        return len(self.start)

    def page_of(self, starts: Numbers) -> Numbers:
        """The pages that these places are on."""
        return np.searchsorted(self.page_ends, starts)

    def pages(self) -> Numbers:
        """The page of each suffix."""
        lengths = np.diff(self.page_ends, prepend=-1)
        return np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)[self.start]


def sort_suffixes(pages: Sequence[str]) -> Suffixes:
    """The sorted suffixes of texts. Nothing is shared across the end of a page."""
    page_ends = np.cumsum([len(page) + 1 for page in pages], dtype=np.int64) - 1
    encoded = bytearray()
    for page in pages:
        encoded += page.encode("utf-8", "surrogatepass") + _BORDER
    if len(encoded) == len(pages):
        none = np.zeros(0, dtype=np.int32)
        return Suffixes(none, none, none, page_ends)
    # Writable, for divsufsort refuses what is not.
    letters = np.frombuffer(encoded, dtype=np.uint8)
    package = _import_pydivsufsort()
    start = package.divsufsort(letters)
    shared = package.kasai(letters, start)
    start, shared = _in_characters(letters, start, shared)
    left = _left(start, page_ends)
    np.minimum(shared, left, out=shared)
    return Suffixes(start, left, shared[:-1], page_ends)


def _in_characters(letters: np.ndarray[Any, Any], start: Numbers, shared: Numbers) -> tuple[Numbers, Numbers]:
    """Places and lengths in characters, of the suffixes that begin with a character and are not borders.

    Those that begin inside one are together in the sorted order, and so are the borders.
    """
    narrow = int(np.count_nonzero(letters < 0x80))
    inner = int(np.count_nonzero((letters >= 0x80) & (letters < 0xC0)))
    last = len(letters) - int(np.count_nonzero(letters == _BORDER[0]))
    shared[[narrow - 1, last - 1]] = 0
    if not inner:
        return start[:last], shared[:last]
    start, shared = (np.concatenate([rows[:narrow], rows[narrow + inner : last]]) for rows in (start, shared))
    # The number of the character that each byte is part of.
    character = np.cumsum((letters & 0xC0) != 0x80, dtype=start.dtype)
    character -= 1
    # What is shared may end inside a character: as far as it begins there.
    shared += start
    np.minimum(shared, len(letters) - 1, out=shared)
    start = character[start]
    shared = character[shared]
    shared -= start
    return start, shared


def _left(start: Numbers, page_ends: Numbers) -> Numbers:
    ends = np.repeat(page_ends.astype(start.dtype), np.diff(page_ends, prepend=-1))[start]
    ends -= start
    return ends


def _import_pydivsufsort() -> Any:
    try:
        import pydivsufsort
    except ImportError as error:
        advice = "pip install 'honbun[template]'"
        raise MissingPackageError("finding templates needs it", "pydivsufsort", advice) from error
    return pydivsufsort

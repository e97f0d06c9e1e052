"""How often numbers and digits occur."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

# Values are counted in a table if that has no more places for each of them.
_MOST_PLACES = 16
_DIGITS = b"0123456789"


def counted(values: npt.NDArray[np.int64], most: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which values below `most` there are, ascending, and how often: counted where that is faster than sorting."""
    if most > _MOST_PLACES * len(values):
        ordered = np.sort(values)
        first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]])) if len(ordered) else ordered
        return ordered[first], np.diff(np.append(first, len(ordered)))
    count = np.bincount(values, minlength=1)
    found = np.flatnonzero(count)
    return found, count[found]


def digits_in(text: str) -> int:
    """How many characters of a text are digits."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _DIGITS))
    return sum(map(str.isdigit, text))

"""Where an element stands within a record, as one number: equal in all records that one template made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.page import Hashes, Page, Rows

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(29)


@dataclass(frozen=True, eq=False)
class Paths:
    """Paths of a page from which the part above a record can be taken away.

    The path of an element is that of its parent times a number, plus its own kind: what the ancestors from the
    root down to a record add to it is the record's own path times a power of that number.
    """

    page: Page
    kind: Hashes
    """For each element, what counts as the same kind of element."""

    @cached_property
    def whole(self) -> Hashes:
        """For each element its path from the root."""
        page = self.page
        spread = self.kind * _SPREAD
        found = np.asarray(spread ^ (spread >> _SHIFT))
        order = np.argsort(page.depth, kind="stable")
        ends = np.cumsum(np.bincount(page.depth)).tolist()
        for start, end in pairwise(ends):
            rows = order[start:end]
            found[rows] += found[page.parent[rows]] * _MULTIPLIER
        return found

    @cached_property
    def _powers(self) -> Hashes:
        deepest = int(self.page.depth.max(initial=0))
        factors = np.full(deepest + 2, _MULTIPLIER, dtype=np.uint64)
        factors[0] = 1
        return np.cumprod(factors)

    def below(self, rows: npt.NDArray[np.integer], roots: Rows) -> Hashes:
        """For each of these elements its path below the root beside it, which is the element or above it."""
        steps = np.maximum(self.page.depth[rows] - self.page.depth[roots], 0)
        return np.asarray(self.whole[rows] - self.whole[roots] * self._powers[steps])

"""When two blocks are the same: the cosine of their count vectors is above 0.9, decided in whole numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.page import Mask

Whole = npt.NDArray[np.int64]

# The paper's threshold, 0.9, as a fraction squared: a cosine is above it if 100·dot² > 81·|u|²·|v|².
SQUARED_NUMERATOR = 81
SQUARED_DENOMINATOR = 100
SAME = 0.9
# A cosine computed in floating point from exact dot products is off by less than 1e-13; within this distance
# of the threshold whole numbers decide.
DOUBT = 1e-9


def is_same(dot: int, norm: int, other_norm: int) -> bool:
    """Whether vectors with this dot product and these squared lengths are the same block."""
    return SQUARED_DENOMINATOR * dot * dot > SQUARED_NUMERATOR * norm * other_norm


def are_same(dot: Whole, norm: Whole, other_norm: Whole) -> Mask:
    """The same for arrays of pairs. Whole numbers of any size: counts of 20,000 would overflow 64 bits."""
    cosine = dot / np.sqrt(norm.astype(np.float64) * other_norm)
    same = cosine > SAME
    for i in np.flatnonzero(np.abs(cosine - SAME) < DOUBT).tolist():
        same[i] = is_same(int(dot[i]), int(norm[i]), int(other_norm[i]))
    return same

"""The groups that may be the list of a page, as the core finds them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core.groups import unpacked_groups
from honbun.core.handle import Parsed, given
from honbun.core.model import Mask, Packed, checked

_Numbers = npt.NDArray[np.int32]


class FoundLists(NamedTuple):
    """Groups as columns, first those of `honbun.features.Groups`, in its order."""

    kinds: list[str]
    keys: list[str]
    climbed: list[int]
    size: npt.NDArray[np.int64]
    rows: _Numbers
    first: _Numbers
    last: _Numbers
    counts: npt.NDArray[np.float64]
    """A row for each group, in the order of `honbun.lists.measure.COUNTS`."""


def find_possible_lists(parsed: Parsed, on_subject: Mask, on_siblings: Mask) -> FoundLists:
    """The groups that may be a list of records, and what is counted of each, given two truth values a line.

    See `honbun.lists.rank.find_candidates` and `honbun.lists.measure.count`.
    """
    masks = [checked(mask, np.bool_, len(on_subject)) for mask in (on_subject, on_siblings)]
    addresses = [mask.ctypes.data if mask is not None else None for mask in masks]
    found = given(parsed.library, "honbun_lists", parsed.pointer, *addresses, len(on_subject))
    packed = Packed(np.frombuffer(found, dtype=np.uint8))
    columns = unpacked_groups(packed)
    number = len(columns[0])
    counts = packed.take(packed.rest // 8, np.float64).reshape(number, -1) if number else np.zeros((0, 0))
    return FoundLists(*columns, counts)

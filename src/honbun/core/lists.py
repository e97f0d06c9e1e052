"""The groups that may be the list of a page, as the core finds them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core.groups import GROUP_KINDS
from honbun.core.handle import Parsed, given
from honbun.core.model import Packed

_Numbers = npt.NDArray[np.int32]


class FoundLists(NamedTuple):
    """Groups as columns: those of `honbun.features.Groups`, in its order."""

    kinds: list[str]
    keys: list[str]
    climbed: list[int]
    size: npt.NDArray[np.int64]
    rows: _Numbers
    first: _Numbers
    last: _Numbers


def find_possible_lists(parsed: Parsed) -> FoundLists:
    """The groups that may be a list of records: see `honbun.lists.rank.find_candidates`."""
    packed = Packed(np.frombuffer(given(parsed.library, "honbun_lists", parsed.pointer), dtype=np.uint8))
    number, members, length = packed.take(3, np.int32).tolist()
    keys = packed.take(length, np.uint8).tobytes().decode().split("\0") if number else []
    packed.take(-length % 4, np.uint8)
    kinds, climbed, size = (packed.take(number, np.int32) for _ in range(3))
    rows, first, last = (packed.take(members, np.int32) for _ in range(3))
    names = [GROUP_KINDS[kind] for kind in kinds.tolist()]
    return FoundLists(names, keys, climbed.tolist(), size.astype(np.int64), rows, first, last)

"""The groups that the core finds on a page, and their features."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core.handle import Parsed, given
from honbun.core.model import Floats, Mask, Packed, checked, feature_names

_Numbers = npt.NDArray[np.int32]

# As `Kind` of `core/src/groups.rs` numbers them.
GROUP_KINDS = ("word", "path", "children", "heads", "dates")


class FoundGroups(NamedTuple):
    """Groups as columns, first those of `honbun.features.Groups`, in its order."""

    kinds: list[str]
    keys: list[str]
    climbed: list[int]
    size: npt.NDArray[np.int64]
    rows: _Numbers
    first: _Numbers
    last: _Numbers
    features: Floats
    """A row for each group, as `feature_names` names them."""
    called: Mask
    """The elements that the page calls comments, and what lies in them."""


def find_possible_comments(parsed: Parsed, title: int, logit: Floats, known_keys: Iterable[str]) -> FoundGroups:
    """The groups that may be comments, given the block of the title, or -1, and what a model says of each block.

    Of the known keys one member is enough. See `honbun.threads.comments.search_comments`.
    """
    values = checked(logit, np.float32, len(logit))
    known = "\0".join(known_keys).encode()
    address = values.ctypes.data if values is not None else None
    found = given(parsed.library, "honbun_comments", parsed.pointer, title, address, len(logit), known, len(known))
    packed = Packed(np.frombuffer(found, dtype=np.uint8))
    number, members, length = packed.take(3, np.int32).tolist()
    keys = packed.take(length, np.uint8).tobytes().decode().split("\0") if number else []
    packed.take(-length % 4, np.uint8)
    kinds, climbed, size = (packed.take(number, np.int32) for _ in range(3))
    rows, first, last = (packed.take(members, np.int32) for _ in range(3))
    width = len(feature_names("comments"))
    features = packed.take(number * width, np.float32).reshape(number, width)
    called = packed.take(packed.rest, np.bool_)
    names = [GROUP_KINDS[kind] for kind in kinds.tolist()]
    numbers = climbed.tolist(), size.astype(np.int64)
    return FoundGroups(names, keys, *numbers, rows, first, last, features, called)

"""The groups that the core finds on a page, their features, and those of their lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core.handle import Parsed, given
from honbun.core.model import Floats, LoadedModel, Mask, Packed, Voted, Votes, checked, feature_names

_Numbers = npt.NDArray[np.int32]

# As `Kind` of `core/src/groups.rs` numbers them.
_KINDS = ("word", "path", "children", "heads", "dates")


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
    return _unpacked(found, "comments")


def find_possible_posts(parsed: Parsed, title: int, known_keys: Iterable[str]) -> FoundGroups:
    """The groups that may be posts, given the line of the title, or -1; of the known keys one member is enough.

    See `honbun.threads.candidates.groups_of_posts`.
    """
    known = "\0".join(known_keys).encode()
    found = given(parsed.library, "honbun_posts", parsed.pointer, title, known, len(known))
    return _unpacked(found, "groups")


def _unpacked(found: bytes, of: str) -> FoundGroups:
    packed = Packed(np.frombuffer(found, dtype=np.uint8))
    columns = unpacked_groups(packed)
    number, width = len(columns[0]), len(feature_names(of))
    features = packed.take(number * width, np.float32).reshape(number, width)
    return FoundGroups(*columns, features, packed.take(packed.rest, np.bool_))


def unpacked_groups(
    packed: Packed,
) -> tuple[list[str], list[str], list[int], npt.NDArray[np.int64], _Numbers, _Numbers, _Numbers]:
    """The first columns of groups, those of `honbun.features.Groups`, as the core packs them."""
    number, members, length = packed.take(3, np.int32).tolist()
    keys = packed.take(length, np.uint8).tobytes().decode().split("\0") if number else []
    packed.take(-length % 4, np.uint8)
    kinds, climbed, size = (packed.take(number, np.int32) for _ in range(3))
    rows, first, last = (packed.take(members, np.int32) for _ in range(3))
    names = [_KINDS[kind] for kind in kinds.tolist()]
    return names, keys, climbed.tolist(), size.astype(np.int64), rows, first, last


class FoundBodies(NamedTuple):
    """The shown lines of a group, sorted by member."""

    lines: npt.NDArray[np.int64]
    logits: Floats
    """What a model says of each: is it of a body?"""
    is_below: Mask
    """Which are the last rule of their member that is text, or stand below it."""
    is_body: Mask
    """Which were taken."""


def measure_lines(
    parsed: Parsed, size: npt.NDArray[np.int64], first: _Numbers, last: _Numbers
) -> list[tuple[npt.NDArray[np.int64], Floats]]:
    """The shown lines of each of these groups, sorted by member, and a row of features for each line.

    Groups are of so many members, whose first lines, and the first after them, are told one group after the other.
    """
    packed, edges = _lines(parsed, size, first, last, None, None)
    total, width = int(edges[-1]) if len(edges) else 0, len(feature_names("lines"))
    lines = packed.take(total, np.int32).astype(np.int64)
    features = packed.take(total * width, np.float32).reshape(total, width)
    return list(zip(np.split(lines, edges[:-1]), np.split(features, edges[:-1]), strict=True))


def find_bodies(
    parsed: Parsed,
    size: npt.NDArray[np.int64],
    first: _Numbers,
    last: _Numbers,
    model: LoadedModel,
    votes: Votes,
) -> list[FoundBodies]:
    """Which lines of each of these groups are of bodies, given what other pages say of their paths.

    See `measure_lines` for the groups, and `honbun.bodies.choose_bodies`.
    """
    with_votes = Voted(votes)
    packed, edges = _lines(parsed, size, first, last, model.pointer, with_votes.pointer)
    total = int(edges[-1]) if len(edges) else 0
    lines = packed.take(total, np.int32).astype(np.int64)
    columns = lines, packed.take(total, np.float32), packed.take(total, np.bool_), packed.take(total, np.bool_)
    parts = zip(*(np.split(column, edges[:-1]) for column in columns), strict=True)
    return [FoundBodies(*part) for part in parts]


def _lines(
    parsed: Parsed,
    size: npt.NDArray[np.int64],
    first: _Numbers,
    last: _Numbers,
    model: int | None,
    votes: Any,
) -> tuple[Packed, npt.NDArray[np.int64]]:
    """What the core says of the lines of groups, and where those of each group end."""
    sizes, starts, ends = (
        np.ascontiguousarray(column, dtype=kind)
        for column, kind in ((size, np.int64), (first, np.uint32), (last, np.uint32))
    )
    if len(starts) != sizes.sum() or len(ends) != len(starts):
        raise ValueError(f"{len(starts)} and {len(ends)} lines for {sizes.sum()} members")
    addresses = sizes.ctypes.data, len(sizes), starts.ctypes.data, ends.ctypes.data
    found = given(parsed.library, "honbun_lines", parsed.pointer, *addresses, model, votes)
    packed = Packed(np.frombuffer(found, dtype=np.uint8))
    return packed, np.cumsum(packed.take(len(sizes), np.int32)).astype(np.int64)

"""Authors and dates of posts, as the core finds them; and the dates of texts."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core.handle import Parsed, given
from honbun.core.library import load
from honbun.core.model import LoadedModel, Mask, Packed, Voted, Votes

_OFFSET_AT = len("2011-11-22T07:34")


class FoundValues(NamedTuple):
    """The values of a field, each of another member, as columns; of dates where they stand, too."""

    member: list[int]
    line: list[int]
    row: list[int]
    part: list[int]
    in_attribute: list[int]
    start: list[int]
    end: list[int]
    is_relative: list[int]
    text: list[str]
    iso: list[str]


class FoundFields(NamedTuple):
    """The candidates for a field of posts by their keys, the logit of each, and the values that were taken."""

    keys: list[str]
    logits: npt.NDArray[np.float32]
    expected: float
    """How many of the values are expected to be right."""
    values: FoundValues


class _Read(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_int64), ("offset", ctypes.c_char_p), ("length", ctypes.c_size_t)]


def can_count_from(now: datetime | None) -> bool:
    """Whether the core can count dates back from a moment: its offset from UTC, if any, is always the same."""
    return now is None or now.tzinfo is None or isinstance(now.tzinfo, timezone)


def find_fields(
    parsed: Parsed,
    member: npt.NDArray[np.int32],
    body: Mask,
    members: int,
    models: tuple[LoadedModel, LoadedModel],
    votes: tuple[Votes, Votes],
    now: datetime | None,
) -> tuple[FoundFields, FoundFields]:
    """The authors and the dates of posts, given the member of each line, or -1, and which lines are of bodies.

    `models` and `votes` are those for authors and for dates. See `honbun.threads.segmentation`.
    """
    if len(member) != len(body):
        raise ValueError(f"{len(member)} members and {len(body)} bodies of lines")
    of, is_body = np.ascontiguousarray(member, dtype=np.int32), np.ascontiguousarray(body, dtype=np.bool_)
    voted = [Voted(each) for each in votes]
    found = given(
        parsed.library,
        "honbun_fields",
        parsed.pointer,
        of.ctypes.data,
        is_body.ctypes.data,
        len(of),
        members,
        *(model.pointer for model in models),
        *(each.pointer for each in voted),
        _read(now),
    )
    packed = Packed(np.frombuffer(found, dtype=np.uint8))
    return _unpacked(packed), _unpacked(packed)


def _read(now: datetime | None) -> Any:
    """A moment as it crosses the seam."""
    if now is None:
        return None
    seconds = now.date().toordinal() * 86_400 + now.hour * 3600 + now.minute * 60 + now.second
    offset = now.isoformat(timespec="minutes")[_OFFSET_AT:].encode()
    return ctypes.byref(_Read(seconds, offset, len(offset)))


def _unpacked(packed: Packed) -> FoundFields:
    before = packed.rest
    expected = float(packed.take(1, np.float64)[0])
    number, picked, dated, *lengths = packed.take(6, np.int32).tolist()
    logits = packed.take(number, np.float32)
    columns = (packed.take(count, np.int32).tolist() for count in (*(picked,) * 5, *(dated,) * 3))
    member, line, row, part, in_attribute, start, end, is_relative = columns
    joined = [packed.take(length, np.uint8).tobytes().decode() for length in lengths]
    packed.take((packed.rest - before) % 8, np.uint8)
    keys, texts, isos = (
        text.split("\0") if count else [] for text, count in zip(joined, (number, picked, dated), strict=True)
    )
    values = FoundValues(member, line, row, part, in_attribute, start, end, is_relative, texts, isos)
    return FoundFields(keys, logits, expected, values)


def list_dates(
    texts: Sequence[str], now: datetime | None = None, day_first: bool | None = None, year_first: bool = False
) -> list[list[tuple[str, int, int, bool]]]:
    """The dates of each text, as the fields of `honbun.dates.Date`: what `find_dates` is compared with."""
    library = load()
    if library is None:
        return []
    order = 3 if year_first else {None: 0, False: 1, True: 2}[day_first]
    joined = "\0".join(texts).encode()
    found: list[list[tuple[str, int, int, bool]]] = [[] for _ in texts]
    for line in given(library, "honbun_dates", joined, len(joined), _read(now), order).decode().splitlines():
        number, start, end, is_relative, iso = line.split(" ", 4)
        found[int(number)].append((iso, int(start), int(end), is_relative == "1"))
    return found

"""A model in the memory of the core, what it sees on a page, and what is decided."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.core.handle import CoreError, Parsed, copied
from honbun.core.library import Library, load

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

# What has features, as the core numbers it.
_MEASURED = ("blocks", "context", "comments", "groups", "lines", "fields")


class Grown(NamedTuple):
    """Trees as plain arrays, and of how many columns they may ask."""

    columns: int
    column: npt.NDArray[np.int32]
    border: Floats
    leaf: Floats
    bias: Floats


class _Grown(ctypes.Structure):
    """The same as it crosses the seam."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("trees", "depth", "classes", "columns")] + [
        (name, ctypes.c_void_p) for name in ("column", "border", "leaf", "bias")
    ]


class LoadedModel:
    """A model that the core holds; given back with this object."""

    def __init__(self, library: Library, pointer: int) -> None:
        self.library, self.pointer = library, pointer
        self._free = library.honbun_free_model

    def __del__(self) -> None:
        self._free(self.pointer)

    def scores(self, values: Floats) -> Floats:
        """What the trees for blocks say of each row of values."""
        rows, columns = values.shape
        values, scores = np.ascontiguousarray(values, dtype=np.float32), np.empty(rows, dtype=np.float32)
        if not self.library.honbun_scores(self.pointer, values.ctypes.data, rows, columns, scores.ctypes.data):
            raise CoreError("the core failed to ask trees")
        return scores


class Seen:
    """What structure and a model see on a page: columns, and the features in the memory of the core."""

    title: int
    named: int
    container: int
    kinds: list[int]
    logit: Floats
    words: Floats

    def __init__(self, parsed: Parsed, model: LoadedModel, pointer: int) -> None:
        self._parsed, self._model, self._pointer = parsed, model, pointer
        self._free = parsed.library.honbun_free_view
        packed = Packed(copied(parsed.library.honbun_view, parsed.pointer, pointer, 0))
        self.title, self.named, self.container, kinds = packed.take(4, np.int32).tolist()
        self.kinds = packed.take(kinds, np.int32).tolist()
        n = packed.rest // 8  # bytes a block: two columns of numbers
        self.logit, self.words = (packed.take(n, np.float32) for _ in range(2))

    def __del__(self) -> None:
        self._free(self._pointer)

    def article(self) -> tuple[Floats, npt.NDArray[np.uint32], Mask, Mask]:
        """Of each block the score, the evidence, and whether it is in secondary or primary records."""
        packed = Packed(copied(self._parsed.library.honbun_view, self._parsed.pointer, self._pointer, 2))
        n = len(self.logit)
        score, evidence = packed.take(n, np.float32), packed.take(n, np.uint32)
        return score, evidence, packed.take(n, np.bool_), packed.take(n, np.bool_)

    def features(self) -> Floats:
        """One row per block, one column per feature, as `feature_names` names them."""
        values = copied(self._parsed.library.honbun_view, self._parsed.pointer, self._pointer, 1).view(np.float32)
        return values.reshape(len(feature_names()), len(self.logit)).T

    def decide(self, logit: Floats, beta: float, forced: Mask | None, apart: Mask | None, out: Mask) -> Decided:
        """What is kept, given the sum of the evidence on each block and where blocks lie."""
        n, library = len(self.logit), self._parsed.library
        kinds = (np.float32, np.bool_, np.bool_, np.bool_)
        passed = [
            checked(values, kind, n) for values, kind in zip((logit, forced, apart, out), kinds, strict=True)
        ]
        buffer = np.empty(20 + 4 * max(len(self.kinds), 1) + 6 * n, dtype=np.uint8)
        size = library.honbun_decide(
            self._parsed.pointer,
            self._model.pointer,
            self._pointer,
            _address(passed[0]),
            beta,
            *map(_address, passed[1:]),
            n,
            buffer.ctypes.data,
            len(buffer),
        )
        if not 0 <= size <= len(buffer):
            raise CoreError("the core failed to decide on a page")
        packed = Packed(buffer[:size])
        expected, threshold = packed.take(2, np.float64).tolist()
        kinds = packed.take(int(packed.take(1, np.int32)[0]), np.int32).tolist()
        score = packed.take(n, np.float32)
        return Decided(score, packed.take(n, np.bool_), packed.take(n, np.bool_), kinds, expected, threshold)


class Decided(NamedTuple):
    """What was decided of a page."""

    score: Floats
    """Of each block; those from one half on are kept."""
    completed: Mask
    """Blocks that complete what is kept."""
    chosen: Mask
    """Blocks above the threshold."""
    kinds: list[int]
    """Numbers of the kinds of pages, the likeliest first."""
    expected: float
    """The F1 that is expected of what was chosen."""
    threshold: float


Votes = Mapping[str, tuple[float, float]]
"""Key -> the weight of all votes of other pages, and their sum."""


class _Voted(ctypes.Structure):
    _fields_ = [
        ("keys", ctypes.c_char_p),
        ("length", ctypes.c_size_t),
        ("values", ctypes.c_void_p),
        ("count", ctypes.c_size_t),
    ]


class Voted:
    """Votes as they cross the seam, while this object lives."""

    def __init__(self, votes: Votes) -> None:
        self._keys = "\0".join(votes).encode()
        self._values = np.array(list(votes.values()), dtype=np.float64)
        passed = _Voted(self._keys, len(self._keys), self._values.ctypes.data, len(votes))
        self.pointer = ctypes.byref(passed)


class Packed:
    """Columns one after the other in one array of bytes."""

    def __init__(self, data: npt.NDArray[np.uint8]) -> None:
        self._data, self._at = data, 0

    @property
    def rest(self) -> int:
        """How many bytes have not been taken."""
        return len(self._data) - self._at

    def take(self, count: int, kind: type) -> npt.NDArray[Any]:
        """The next so many values."""
        start = self._at
        self._at += count * np.dtype(kind).itemsize
        return self._data[start : self._at].view(kind)


@cache
def feature_names(of: str = "blocks") -> tuple[str, ...]:
    """The features that the core computes, in its order: of blocks, or of others of `_MEASURED`."""
    library = load()
    if library is None:
        return ()
    return tuple(str(copied(library.honbun_names, _MEASURED.index(of)).data, "utf-8").split("\0"))


def load_trees(blocks: Grown, context: Grown | None, pages: Grown | None) -> LoadedModel | None:
    """A model of these trees in the memory of the core; None if there is no core or it cannot use them."""
    library = load()
    if library is None:
        return None
    passed: list[Any] = []
    alive = []  # while the core copies them
    for grown in (blocks, context, pages):
        if grown is None:
            passed.append(None)
            continue
        kinds = (np.int32, np.float32, np.float32, np.float32)
        arrays = [np.ascontiguousarray(array, dtype=kind) for array, kind in zip(grown[1:], kinds, strict=True)]
        alive += arrays
        sizes = (*grown.column.shape, len(grown.bias), grown.columns)
        passed.append(ctypes.byref(_Grown(*sizes, *(array.ctypes.data for array in arrays))))
    pointer = library.honbun_model(*passed)
    return LoadedModel(library, pointer) if pointer else None


def look(
    parsed: Parsed,
    model: LoadedModel,
    blocks: int,
    document_frequency: npt.NDArray[np.int32] | None,
    votes: Mapping[int, int],
    comments: Mask | None,
) -> Seen:
    """What structure and a model see on a page, given what its site states and which blocks are comments."""
    frequency, area = checked(document_frequency, np.int32, blocks), checked(comments, np.bool_, blocks)
    paths = np.fromiter(votes.keys(), dtype=np.uint64, count=len(votes))
    counts = np.fromiter(votes.values(), dtype=np.int32, count=len(votes))
    pointer = parsed.library.honbun_look(
        parsed.pointer,
        model.pointer,
        _address(frequency),
        _address(area),
        blocks,
        _address(paths),
        _address(counts),
        len(votes),
    )
    if not pointer:
        raise CoreError("the core failed to look at a page")
    return Seen(parsed, model, pointer)


def checked(values: npt.NDArray[Any] | None, kind: type, count: int) -> npt.NDArray[Any] | None:
    """The values as the core reads them; ValueError if they are not as many as there are blocks."""
    if values is not None and values.shape != (count,):
        raise ValueError(f"values of shape {values.shape} for {count} blocks")
    return None if values is None else np.ascontiguousarray(values, dtype=kind)


def _address(array: npt.NDArray[Any] | None) -> int | None:
    return array.ctypes.data if array is not None and len(array) else None

"""Models as files: numpy archives without pickles, and the same bytes for the same model."""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from tokenize import TokenError
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from honbun.errors import ModelError
from honbun.files import write_whole
from honbun.model.trees import Trees

T = TypeVar("T")

# A model is a few megabytes; more is not one.
_MAX_BYTES = 256 * 2**20
# What reading an archive raises that is none, or has lost a byte: RuntimeError if it seems to be encrypted.
_DAMAGE = (
    *(ValueError, KeyError, TypeError, EOFError, OSError, RuntimeError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, TokenError),
)

Arrays = Mapping[str, npt.NDArray[Any]]


def write_archive(path: str | os.PathLike[str], header: Mapping[str, Any], trees: Mapping[str, Trees]) -> None:
    """Write a header, ready for JSON, and the arrays of trees by their names."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for prefix, grown in trees.items():
        arrays |= {f"{prefix}_{part.name}": _smallest(getattr(grown, part.name)) for part in fields(Trees)}
    write_arrays(path, header, arrays)


def write_arrays(path: str | os.PathLike[str], header: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a header, ready for JSON, and arrays by their names."""
    header_bytes = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in {"header": header_bytes, **arrays}.items():
            part = io.BytesIO()
            np.lib.format.write_array(part, np.ascontiguousarray(array), allow_pickle=False)
            # Without the time of writing.
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), part.getvalue(), zipfile.ZIP_DEFLATED)
    write_whole(path, out.getvalue())


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a model's file; ModelError if they cannot be read or are too many to be one."""
    name = os.fspath(path)
    try:
        if Path(path).stat().st_size > _MAX_BYTES:
            raise ModelError("too large to be a model", name)
        return Path(path).read_bytes()
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror}", name) from None


def read_archive(
    data: bytes, name: str, format_: int, build: Callable[[dict[str, Any], Callable[[str], Trees | None]], T]
) -> T:
    """What `build` makes of the header and of the trees of a name; ModelError if the bytes are no such model."""
    return read_arrays(data, name, format_, lambda header, arrays: build(header, partial(_trees, arrays)))


def read_arrays(data: bytes, name: str, format_: Any, build: Callable[[dict[str, Any], Arrays], T]) -> T:
    """What `build` makes of the header and of the arrays; ModelError if the bytes are no model of that format."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            if sum(part.file_size for part in archive.zip.infolist()) > _MAX_BYTES:
                raise ModelError("too large to be a model", name)
            header = json.loads(archive["header"].tobytes())
            if header["format"] != format_:
                raise ModelError(f"format {header['format']} instead of {format_}", name, "train it again")
            return build(header, archive)
    except _DAMAGE as error:
        raise ModelError("not a model", name, "honbun train makes them") from error


def _smallest(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers in half the bytes, if they fit, as those of leaves that `honbun.train` grows do."""
    if array.dtype != np.float32:
        return array
    with np.errstate(over="ignore"):
        half = array.astype(np.float16)
    return half if np.array_equal(half.astype(np.float32), array) else array


def _trees(arrays: Any, prefix: str) -> Trees | None:
    if f"{prefix}_column" not in arrays:
        return None
    types = {"column": np.int32}
    parts = {part.name: arrays[f"{prefix}_{part.name}"] for part in fields(Trees)}
    return Trees(**{name: array.astype(types.get(name, np.float32)) for name, array in parts.items()})

"""`Parsed`: a page that the compiled core holds, and its columns as arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.core.library import Library, load
from honbun.errors import HonbunError

# Columns in the order of their numbers, as `column` in `core/src/bytes.rs` has them, and what they hold.
_COLUMNS: Mapping[str, type] = {
    **dict.fromkeys("tag parent end text_start text_end".split(), np.int32),
    "is_hidden": np.bool_,
    **dict.fromkeys("node_owner node_start node_end attribute_row attribute_name".split(), np.int32),
    **dict.fromkeys("attribute_start attribute_end".split(), np.uint32),
    "values": np.uint8,
    "data_row": np.int32,
    **dict.fromkeys("data_start data_end".split(), np.uint32),
    **dict.fromkeys("text custom_tags unclosed".split(), np.uint8),
    **dict.fromkeys("first_node owner".split(), np.int32),
    **dict.fromkeys("is_hidden_block is_preformatted".split(), np.bool_),
    **dict.fromkeys("length link_length first_block last_block".split(), np.int32),
    "shown": np.uint8,
    "shown_ends": np.int32,
    "is_dated": np.bool_,
    **dict.fromkeys("signature path".split(), np.uint64),
    "is_marked": np.bool_,
    **dict.fromkeys("line_first_node line_owner".split(), np.int32),
    **dict.fromkeys("line_is_hidden line_is_preformatted".split(), np.bool_),
    **dict.fromkeys("line_length line_link_length first_line last_line".split(), np.int32),
    "line_shown": np.uint8,
    "line_shown_ends": np.int32,
    "line_is_dated": np.bool_,
    "block_keys": np.uint64,
}
_NUMBER = {name: number for number, name in enumerate(_COLUMNS)}
_REASON_LENGTH = 300


class CoreError(HonbunError):
    """The core failed on a page: a defect of ours."""


class Parsed:
    """A page in the memory of the core, which is given back with this object."""

    def __init__(self, library: Library, pointer: int) -> None:
        self.library, self.pointer = library, pointer
        self._free = library.honbun_free  # modules may be gone when the last page is freed

    def __del__(self) -> None:
        self._free(self.pointer)

    def column(self, name: str) -> npt.NDArray[Any]:
        """A column as an array of its own."""
        return copied(self.library.honbun_column, self.pointer, _NUMBER[name]).view(_COLUMNS[name])

    def bytes(self, name: str) -> bytes:
        """A column as bytes."""
        return copied(self.library.honbun_column, self.pointer, _NUMBER[name]).tobytes()

    def text(self, name: str) -> str:
        """A column of characters."""
        return str(copied(self.library.honbun_column, self.pointer, _NUMBER[name]).data, "utf-8")

    def rendered(self, keep: npt.NDArray[np.bool_]) -> str:
        """The kept blocks as plain text."""
        keep = np.ascontiguousarray(keep, dtype=np.bool_)
        return given(self.library, "honbun_text", self.pointer, keep.ctypes.data, len(keep)).decode()

    def may_have_comments(self, title: int, only_called: bool) -> bool:
        """Whether comments are to be looked for below a title: see `honbun.threads.find_comments`."""
        return bool(self.library.honbun_may_have_comments(self.pointer, title, only_called))


def copied(function: Callable[..., int], *arguments: Any) -> npt.NDArray[np.uint8]:
    """What a function of the core has to give, as bytes: it says how many there are, then copies them."""
    size = function(*arguments, None, 0)
    if size < 0:
        raise CoreError("the core failed")
    found = np.empty(size, dtype=np.uint8)
    if size:
        function(*arguments, found.ctypes.data, size)
    return found


def given(library: Library, name: str, *arguments: Any) -> bytes:
    """What a function of the core gives, which is freed there."""
    length = ctypes.c_size_t()
    start = getattr(library, name)(*arguments, length)
    if not start:
        raise CoreError(f"the core failed in {name}")
    try:
        return ctypes.string_at(start, length.value)
    finally:
        library.honbun_free_bytes(start, length.value)


def dump_tree(html: bytes) -> bytes:
    """The tree that the core builds of UTF-8, as `core/src/dump.rs` writes it, for tests; b"" without a core."""
    library = load()
    return b"" if library is None else given(library, "honbun_dump", html, len(html))


def parse(html: bytes, *, is_mended: bool) -> Parsed | None:
    """A page from UTF-8; None without a core, or if elements may be closed as in XML: then mend them first."""
    library = load()
    if library is None:
        return None
    reason = ctypes.create_string_buffer(_REASON_LENGTH)
    pointer = library.honbun_parse(html, len(html), is_mended, reason, _REASON_LENGTH - 1)
    if pointer is None and reason.value:
        raise CoreError(f"the core failed: {reason.value.decode('utf-8', 'replace')}")
    return Parsed(library, pointer) if pointer else None


def utf8_surplus(body: bytes) -> int:
    """How many bytes more than characters there are in UTF-8; -1 if it is none, or there is no core."""
    library = load()
    return -1 if library is None else int(library.honbun_utf8_surplus(body, len(body)))

"""The library of the compiled core: where it lies, whether it is to be used, and what its functions take."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from honbun.errors import HonbunError

# What crosses the seam is of this version; a library of another one was built for other sources.
VERSION = 7
_NAMES = {"win32": "honbun_core.dll", "darwin": "libhonbun_core.dylib"}
_PATH = Path(__file__).parent / _NAMES.get(sys.platform, "libhonbun_core.so")
_CHOICES = ("auto", "off", "require")
_BUILD = "install honbun where there is a Rust compiler (cargo or rustc)"

_POINTER, _SIZE, _BYTES = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
_NUMBER, _COUNT, _TRUTH = ctypes.c_uint32, ctypes.c_int64, ctypes.c_bool
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "honbun_version": (_NUMBER, ()),
    "honbun_utf8_surplus": (_COUNT, (_BYTES, _SIZE)),
    "honbun_parse": (_POINTER, (_BYTES, _SIZE, _TRUTH, _BYTES, _SIZE)),
    "honbun_free": (None, (_POINTER,)),
    "honbun_column": (_COUNT, (_POINTER, _NUMBER, _POINTER, _SIZE)),
    "honbun_names": (_COUNT, (_NUMBER, _POINTER, _SIZE)),
    "honbun_model": (_POINTER, (_POINTER, _POINTER, _POINTER)),
    "honbun_free_model": (None, (_POINTER,)),
    "honbun_look": (_POINTER, (*(_POINTER,) * 4, _SIZE, _POINTER, _POINTER, _SIZE)),
    "honbun_free_view": (None, (_POINTER,)),
    "honbun_view": (_COUNT, (_POINTER, _POINTER, _NUMBER, _POINTER, _SIZE)),
    "honbun_decide": (_COUNT, (*(_POINTER,) * 4, ctypes.c_double, *(_POINTER,) * 3, _SIZE, _POINTER, _SIZE)),
    "honbun_text": (_POINTER, (_POINTER, _POINTER, _SIZE, ctypes.POINTER(_SIZE))),
    "honbun_lists": (_POINTER, (*(_POINTER,) * 3, _SIZE, ctypes.POINTER(_SIZE))),
    "honbun_dump": (_POINTER, (_BYTES, _SIZE, ctypes.POINTER(_SIZE))),
    "honbun_free_bytes": (None, (_POINTER, _SIZE)),
    "honbun_may_have_comments": (_TRUTH, (_POINTER, _COUNT, _TRUTH)),
    "honbun_posts": (_POINTER, (_POINTER, _COUNT, _BYTES, _SIZE, ctypes.POINTER(_SIZE))),
    "honbun_lines": (_POINTER, (_POINTER, _POINTER, _SIZE, *(_POINTER,) * 4, ctypes.POINTER(_SIZE))),
    "honbun_fields": (
        _POINTER,
        (*(_POINTER,) * 3, _SIZE, _SIZE, *(_POINTER,) * 5, ctypes.POINTER(_SIZE)),
    ),
    "honbun_dates": (_POINTER, (_BYTES, _SIZE, _POINTER, _NUMBER, ctypes.POINTER(_SIZE))),
    "honbun_scores": (_TRUTH, (_POINTER, _POINTER, _SIZE, _SIZE, _POINTER)),
    "honbun_comments": (_POINTER, (_POINTER, _COUNT, _POINTER, _SIZE, _BYTES, _SIZE, ctypes.POINTER(_SIZE))),
}

Library = ctypes.CDLL


@cache
def load() -> Library | None:
    """The library, or None if the readable form is to be used: as `HONBUN_CORE` says when it is first asked for.

    `auto`, which is the default, takes the core if it is there, `off` does without, `require` fails without it.
    """
    choice = os.environ.get("HONBUN_CORE", "") or "auto"
    if choice not in _CHOICES:
        raise HonbunError(f"HONBUN_CORE is {choice!r}", advice=f"known: {', '.join(_CHOICES)}")
    if choice == "off":
        return None
    library, reason = _open(_PATH)
    if library is None and choice == "require":
        raise HonbunError(f"no compiled core: {reason}", advice=_BUILD)
    return library


def form() -> str:
    """Which form of the core is in use, and why, in a few words."""
    if load() is not None:
        return f"compiled core {VERSION}"
    return f"readable form: {_open(_PATH)[1] or 'HONBUN_CORE is off'}"


def _open(path: Path) -> tuple[Library | None, str]:
    """The library in a file, or the reason why it cannot be used."""
    if not path.exists():
        return None, "the core was not compiled"
    try:
        library = ctypes.CDLL(os.fspath(path))
        library.honbun_version.restype = ctypes.c_uint32
        version = library.honbun_version()
        if version != VERSION:
            return None, f"the core is of version {version}, not {VERSION}: compile it again"
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as error:
        return None, f"the core cannot be loaded: {error}"
    return library, ""

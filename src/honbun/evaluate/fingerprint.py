"""A digest of code: results of other code are not used again, though its version is the same."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

import honbun

_FOLDER = Path(honbun.__file__).parent
_EXTRACTING = (
    "input",
    "page",
    "dates",
    "features",
    "model",
    "site",
    "article",
    "threads",
    "tables",
    "metadata",
    "render",
    "extraction",
)
_MEASURING = ("evaluate/metrics", "evaluate/score.py", "evaluate/cases.py", "evaluate/gold.py")


@cache
def of_extracting() -> str:
    """Of all that decides what honbun answers."""
    return _digest(_EXTRACTING)


@cache
def of_measuring() -> str:
    """Of all that decides what an answer scores."""
    return _digest(_MEASURING)


def _digest(names: tuple[str, ...]) -> str:
    digest = blake2b(digest_size=4)
    for name in names:
        path = _FOLDER / name
        for file in [path] if path.is_file() else sorted((*path.rglob("*.py"), *path.rglob("*.npz"))):
            digest.update(file.relative_to(_FOLDER).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()

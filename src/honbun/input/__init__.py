"""Where pages come from: files, folders, archives, streams."""

from honbun.input.admit import admit
from honbun.input.read import is_rereadable, read
from honbun.input.types import MAX_BYTES, Found, RawPage, ReadOptions, Rejected, Rejection

__all__ = [
    "MAX_BYTES",
    "Found",
    "RawPage",
    "ReadOptions",
    "Rejected",
    "Rejection",
    "admit",
    "is_rereadable",
    "read",
]

"""Packages that only some readers and writers need, imported when they are needed."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

from honbun.errors import MissingPackageError


def import_fastwarc(name: str) -> Any:
    """A module of fastwarc; MissingPackageError if it is not installed."""
    if "fastwarc" in sys.modules:
        return _import("fastwarc", name, "WARC", "warc")
    with warnings.catch_warnings():
        # fastwarc 1.1 warns of its own old names while it is imported.
        warnings.simplefilter("ignore", DeprecationWarning)
        return _import("fastwarc", name, "WARC", "warc")


def import_pyarrow(name: str) -> Any:
    """A module of pyarrow; MissingPackageError if it is not installed."""
    return _import("pyarrow", name, "Parquet", "table")


def _import(package: str, name: str, what: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        advice = f"pip install 'honbun[{extra}]'"
        raise MissingPackageError(f"{what} needs it", package, advice) from error

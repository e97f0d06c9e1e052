"""Packages that only some jobs need, imported when they are needed. The only file that knows their names."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

from honbun.errors import MissingPackageError


def import_fastwarc(name: str) -> Any:
    """A module of fastwarc; MissingPackageError if it is not installed."""
    if sys.modules.get(name) is not None:  # catching warnings is not for threads: once is enough
        return sys.modules[name]
    with warnings.catch_warnings():
        # fastwarc 1.1 warns of its own old names while it is imported.
        warnings.simplefilter("ignore", DeprecationWarning)
        return _import("fastwarc", name, "reading WARC needs it", "warc")


def import_pyarrow(name: str) -> Any:
    """A module of pyarrow; MissingPackageError if it is not installed."""
    return _import("pyarrow", name, "Parquet needs it", "table")


def import_pydivsufsort() -> Any:
    """The package pydivsufsort; MissingPackageError if it is not installed."""
    return _import("pydivsufsort", "pydivsufsort", "finding templates needs it", "template")


def import_catboost() -> Any:
    """The package catboost; MissingPackageError if it is not installed."""
    return _import("catboost", "catboost", "training needs catboost", "train")


def import_xgboost() -> Any:
    """The package xgboost; MissingPackageError if it is not installed."""
    return _import("xgboost", "xgboost", "training needs it", "train")


def import_sklearn(name: str) -> Any:
    """A module of scikit-learn; MissingPackageError if it is not installed."""
    return _import("scikit-learn", name, "training needs it", "train")


def _import(package: str, name: str, what: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackageError(what, package, f"pip install 'honbun[{extra}]'") from error

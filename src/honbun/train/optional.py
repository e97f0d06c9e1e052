"""Packages that only training needs, imported when they are needed. The only file that knows their names."""

from __future__ import annotations

import importlib
from typing import Any

from honbun.errors import MissingPackageError

_ADVICE = "pip install 'honbun[train]'"


def import_xgboost() -> Any:
    """The package xgboost; MissingPackageError if it is not installed."""
    return _import("xgboost", "xgboost")


def import_sklearn(name: str) -> Any:
    """A module of scikit-learn; MissingPackageError if it is not installed."""
    return _import("scikit-learn", name)


def _import(package: str, name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackageError("training needs it", package, _ADVICE) from error

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


def import_protego() -> Any:
    """The package protego; MissingPackageError if it is not installed."""
    return _import("protego", "protego", "reading robots.txt needs it", "robot")


def import_scrapy(name: str) -> Any:
    """A module of Scrapy; MissingPackageError if it is not installed."""
    return _import("scrapy", name, "crawling needs Scrapy", "robot")


def import_pyarrow(name: str) -> Any:
    """A module of pyarrow; MissingPackageError if it is not installed."""
    return _import("pyarrow", name, "Parquet needs it", "table")


def import_langid() -> Any:
    """The package py3langid; MissingPackageError if it is not installed."""
    return _import("py3langid", "py3langid", "telling languages by their letters needs it", "language")


def import_pandas() -> Any:
    """The package pandas; MissingPackageError if it is not installed."""
    return _import("pandas", "pandas", "a data frame needs it", "frames")


def import_polars() -> Any:
    """The package polars; MissingPackageError if it is not installed."""
    return _import("polars", "polars", "a data frame of polars needs it", "frames")


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


def import_other(name: str, package: str) -> Any:
    """A module of a program that honbun is a part of; MissingPackageError if its package is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackageError(f"{name} is not installed", package, f"pip install {package}") from error


def import_pyspark(name: str) -> Any:
    """A module of pyspark; MissingPackageError if it is not installed."""
    return _import("pyspark", name, "running on Spark needs it", "spark")


def _import(package: str, name: str, what: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackageError(what, package, f"pip install 'honbun[{extra}]'") from error

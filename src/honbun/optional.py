"""Packages that only some jobs need, imported when they are needed. The only file that knows their names."""

from __future__ import annotations

import importlib
import sys
import warnings
from contextlib import nullcontext
from typing import Any

from honbun.errors import MissingPackageError

# Package -> what needs it, and the extra of honbun that brings it.
_PACKAGES = {
    "catboost": ("training needs catboost", "train"),
    "fastwarc": ("reading WARC needs it", "warc"),
    "pandas": ("a data frame needs it", "frames"),
    "polars": ("a data frame of polars needs it", "frames"),
    "protego": ("reading robots.txt needs it", "robot"),
    "py3langid": ("telling languages by their letters needs it", "language"),
    "pyarrow": ("Parquet needs it", "table"),
    "pydivsufsort": ("finding templates needs it", "template"),
    "pyspark": ("running on Spark needs it", "spark"),
    "scikit-learn": ("training needs it", "train"),
    "scrapy": ("crawling needs Scrapy", "robot"),
    "xgboost": ("training needs it", "train"),
}
_PACKAGE_OF = {"sklearn": "scikit-learn"}


def needed(name: str) -> Any:
    """A module of one of these packages; MissingPackageError if it is not installed."""
    top = name.partition(".")[0]
    package = _PACKAGE_OF.get(top, top)
    what, extra = _PACKAGES[package]
    # fastwarc 1.1 warns of its own old names while it is imported. Catching that is not for threads, so once only.
    is_noisy = top == "fastwarc" and name not in sys.modules
    quiet = warnings.catch_warnings(action="ignore", category=DeprecationWarning) if is_noisy else nullcontext()
    try:
        with quiet:
            return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackageError(what, package, f"pip install 'honbun[{extra}]'") from error


def import_other(name: str, package: str) -> Any:
    """A module of a program that honbun is a part of; MissingPackageError if its package is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPackageError(f"{name} is not installed", package, f"pip install {package}") from error

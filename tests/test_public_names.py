"""The public face of the package, and what importing it costs."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
import subprocess
import sys

import pytest

import honbun
from honbun import errors

PUBLIC = [
    "ArgumentError",
    "CorpusError",
    "Document",
    "Drift",
    "ExtractOptions",
    "FetchOptions",
    "Fetched",
    "FieldTemplate",
    "FormatError",
    "HonbunError",
    "InputError",
    "MissingPackageError",
    "Model",
    "ModelError",
    "Post",
    "ProfileError",
    "RecordTemplate",
    "Site",
    "Table",
    "Thread",
    "ThreadModel",
    "explain",
    "extract",
    "extract_many",
    "fetch",
    "fields",
    "join_threads",
    "load_model",
    "load_thread_model",
    "posts",
    "records",
]
# Optional packages, and packages that only some commands need.
NOT_LOADED = {
    "pyarrow",
    "fastwarc",
    "pyspark",
    "rich",
    "click",
    "scipy",
    "chardet",
    "matplotlib",
    "sklearn",
    "lightgbm",
    "catboost",
    "xgboost",
    "pandas",
    "polars",
    "fastapi",
    "pydantic",
    "uvicorn",
    "protego",
    "scrapy",
    "twisted",
}


def test_public_names_are_these() -> None:
    assert honbun.__all__ == sorted(PUBLIC)
    assert set(PUBLIC) <= set(dir(honbun))
    with pytest.raises(AttributeError, match="no attribute 'Sight'"):
        _ = honbun.Sight  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "module", [name for _, name, is_package in pkgutil.iter_modules(honbun.__path__) if is_package]
)
def test_all_names_exist(module: str) -> None:
    package = importlib.import_module(f"honbun.{module}")
    assert len(package.__all__) == len(set(package.__all__)) > 0
    assert all(hasattr(package, name) for name in package.__all__)


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented(name: str) -> None:
    assert getattr(honbun, name).__doc__


def test_importing_costs_nothing_and_the_function_stays_a_function() -> None:
    code = (
        "import sys, honbun; assert not {'numpy', 'turbohtml'} & set(sys.modules)\n"
        "import honbun.extraction.batch; from honbun import Site; assert callable(honbun.extract)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_import_loads_no_optional_package() -> None:
    code = "import sys, honbun; honbun.extract; print(*{name.split('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not NOT_LOADED & set(loaded.split())


@pytest.mark.parametrize(
    "kind",
    [errors.InputError, errors.ProfileError, errors.ModelError, errors.FormatError, errors.MissingPackageError],
)
def test_errors_carry_their_subject_through_pickling(kind: type[errors.HonbunError]) -> None:
    error = pickle.loads(pickle.dumps(kind("cannot be read", "a.html", "check the name")))
    assert str(error) == "a.html: cannot be read (check the name)"
    assert (type(error), error.subject) == (kind, "a.html")

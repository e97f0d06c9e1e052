"""What the sources of the core must be like: safe, up to date, of one version."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from honbun.core import library
from tools.write_core_tables import SOURCES as WRITTEN
from tools.write_core_tables import expressions, tables

SOURCES = sorted((Path(__file__).parents[2] / "core" / "src").rglob("*.rs"))
MAX_LINES = 600
TABLES, EXPRESSIONS = WRITTEN / "tables.rs", WRITTEN / "expressions.rs"


def test_only_one_file_has_unsafe_code() -> None:
    assert len(SOURCES) > 20
    for path in SOURCES:
        text = path.read_text("utf-8")
        if path.name == "lib.rs":
            assert "#![deny(unsafe_code)]" in text
        elif path.name not in (
            "ffi.rs",
            "tests.rs",
            "tables.rs",
            "expressions.rs",
        ):  # the seam, its tests, and numbers only
            assert "#![forbid(unsafe_code)]" in text, path.name


@pytest.mark.skipif(
    f"Unicode {unicodedata.unidata_version}." not in TABLES.read_text("utf-8"),
    reason="this Python knows other characters than the one that wrote the tables",
)
def test_tables_are_those_of_the_readable_form() -> None:
    assert TABLES.read_text("utf-8") == tables(), "run python -m tools.write_core_tables"
    assert EXPRESSIONS.read_text("utf-8") == expressions(), "run python -m tools.write_core_tables"


def test_both_sides_are_of_one_version() -> None:
    found = re.search(r"const VERSION: u32 = (\d+);", (WRITTEN / "ffi.rs").read_text("utf-8"))
    assert found
    assert int(found[1]) == library.VERSION


def test_files_stay_small() -> None:
    for path in SOURCES:
        if path not in (TABLES, EXPRESSIONS):
            assert path.read_text("utf-8").count("\n") <= MAX_LINES, path.name


def test_there_are_no_crates() -> None:
    assert "dependencies" not in (WRITTEN.parent / "Cargo.toml").read_text("utf-8")

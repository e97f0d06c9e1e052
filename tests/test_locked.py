"""What developers install is pinned by hash, and says nothing of where it came from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


@pytest.mark.parametrize("extra", ["dev", "spark"])
def test_what_is_installed_is_pinned(extra: str) -> None:
    found = re.split(r"\n(?=\S)", (ROOT / f"requirements-{extra}.txt").read_text("utf-8").strip())
    pinned = re.compile(r"[\w.-]+==[\w.]+( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+")
    assert [each for each in found if not pinned.fullmatch(each)] == []
    names = {each.partition("==")[0] for each in found}
    wanted = {re.split(r"[\[<>=]", each)[0].lower() for each in EXTRAS[extra]} - {"honbun"}
    assert wanted <= names, "run make locked"

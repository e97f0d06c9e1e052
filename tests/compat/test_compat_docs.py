"""The page on trafilatura names every function and every keyword."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from honbun.compat import trafilatura as compat

PAGE = (Path(__file__).parents[2] / "docs" / "compat.md").read_text("utf-8")
PAGES = {"content", "filecontent", "htmlobject"}


@pytest.mark.parametrize("name", compat.__all__)
def test_functions_and_keywords_are_documented(name: str) -> None:
    assert f"`{name}`" in PAGE
    for keyword in inspect.signature(getattr(compat, name)).parameters.keys() - PAGES:
        assert f"`{keyword}`" in PAGE, keyword

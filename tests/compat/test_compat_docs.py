"""The page on trafilatura names every function and every keyword."""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType

import pytest

from honbun.compat import trafilatura as compat
from honbun.compat.trafilatura import feeds, settings, sitemaps, spider

PAGE = (Path(__file__).parents[2] / "docs" / "compat.md").read_text("utf-8")
PAGES = {"config", "content", "filecontent", "filename", "htmlobject"}


@pytest.mark.parametrize(
    ("module", "name"),
    [(module, name) for module in (compat, feeds, settings, sitemaps, spider) for name in module.__all__],
)
def test_functions_and_keywords_are_documented(module: ModuleType, name: str) -> None:
    assert f"`{name}`" in PAGE or f"`{module.__name__.rpartition('.')[2]}.{name}`" in PAGE
    for keyword in inspect.signature(getattr(module, name)).parameters.keys() - PAGES:
        assert f"`{keyword}`" in PAGE, keyword

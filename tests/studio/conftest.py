"""A real browser for the tests that need one; they are skipped where none can be had."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, driven by Playwright, which downloads nothing."""
    api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install 'honbun[dev]'")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no browser: apt-get install chromium")
    with api.sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        except api.Error as error:
            pytest.skip(f"the browser does not start: {str(error).splitlines()[0]}")
        yield chromium
        chromium.close()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where the pictures of the docs go: into the docs only if that is asked for, as `make pictures` does."""
    return Path(os.environ.get("HONBUN_PICTURES") or tmp_path)

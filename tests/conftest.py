"""What all tests share: the examples can be imported, nothing reaches the network, and a browser is at hand."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from honbun.core import load
from honbun.model import shipped_comments, shipped_threads

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# How long an example takes is no matter for tests: machines are busy.
settings.register_profile("honbun", deadline=None)
settings.load_profile("honbun")

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX:
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def readable_form(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """honbun without its compiled core, as where there was no compiler."""
    monkeypatch.setenv("HONBUN_CORE", "off")
    of_core = (load, shipped_threads, shipped_comments)  # models hold trees in the core
    for each in of_core:
        each.cache_clear()
    yield
    for each in of_core:
        each.cache_clear()


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

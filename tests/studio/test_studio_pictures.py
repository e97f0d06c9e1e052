"""The pictures of explained pages that the docs show: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import honbun

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
SITE = ROOT / "examples" / "sites" / "blog"


@pytest.fixture
def page(browser: Browser) -> Page:
    made = browser.new_page(viewport={"width": 1060, "height": 660}, device_scale_factor=0.8)
    made.set_default_timeout(20_000)
    return made


def opened(page: Page, folder: Path, explained: str) -> None:
    file = folder / "page.explain.html"
    file.write_text(explained, "utf-8")
    page.goto(file.as_uri())


def taken(page: Page, file: Path) -> None:
    page.screenshot(path=file)
    page.close()
    assert file.stat().st_size > 20_000


def test_pictures_for_the_docs_of_a_page(page: Page, tmp_path: Path, pictures: Path) -> None:
    site = honbun.Site.learn((None, path.read_bytes()) for path in sorted(SITE.glob("*.html")))
    opened(page, tmp_path, honbun.explain((SITE / "on-mending-a-gate-badly.html").read_bytes(), site=site))
    page.frame_locator("#page").locator('.b[data-l="M"]').nth(1).click()
    assert page.locator("#card").is_visible()
    taken(page, pictures / "explain.png")


def test_pictures_for_the_docs_of_a_series(page: Page, tmp_path: Path, pictures: Path) -> None:
    from examples.series.generate import generate_syllabuses

    (url, html), *others = next(generate_syllabuses()).pages
    opened(page, tmp_path, honbun.explain(html, url, siblings=others))
    page.locator("[data-field]").nth(2).click()
    page.locator("#panel").evaluate("panel => { panel.scrollTop = panel.querySelector('.list').offsetTop - 120; }")
    taken(page, pictures / "explain-series.png")

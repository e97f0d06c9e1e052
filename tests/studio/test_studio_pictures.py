"""The pictures of explained pages that the docs show: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import honbun

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SITES = Path(__file__).parents[2] / "examples" / "sites"
SITE = SITES / "blog"
GALLERY = {
    "news": "news-en/night-ferry-returns.html",
    "tables": "news-ja/blackout.html",
    "board": "board/1319976903.html",
    "search": "search/page-1.html",
    "syllabus": "syllabus/",
}


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


@pytest.mark.parametrize("name", GALLERY)
def test_pictures_for_the_docs_before_and_after(
    browser: Browser, name: str, tmp_path: Path, pictures: Path
) -> None:
    path = SITES / GALLERY[name]
    shown, *others = sorted(path.glob("*.html")) if path.is_dir() else (path, *path.parent.glob("*.html"))
    pages = [(None, each.read_bytes()) for each in others if each != shown]
    html = shown.read_bytes()
    fields = {"siblings": pages} if path.is_dir() else {"site": honbun.Site.learn([(None, html), *pages])}
    page = browser.new_page(viewport={"width": 1300, "height": 700}, device_scale_factor=0.55)
    opened(page, tmp_path, honbun.explain(html, **fields))  # type: ignore[arg-type]
    page.frame_locator("#page").locator(".b").first.wait_for(state="attached")
    frame = page.locator("#page")
    frame.screenshot(path=pictures / f"gallery-{name}-after.png")
    page.click("#plain")
    page.evaluate("document.getElementById('page').contentWindow.scrollTo(0, 0)")
    frame.screenshot(path=pictures / f"gallery-{name}-before.png")
    page.close()
    assert all(5_000 < file.stat().st_size < 120_000 for file in pictures.glob(f"gallery-{name}-*.png"))

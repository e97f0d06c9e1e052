"""Makes docs/pictures/explain*.png, explained pages in a browser: `python docs/write_explain_picture.py`.

Needs playwright and the system's Chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

import honbun

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
PICTURES = ROOT / "docs" / "pictures"
SITE = ROOT / "examples" / "sites" / "blog"
PAGE = SITE / "on-mending-a-gate-badly.html"
SIZE = {"width": 1060, "height": 660}
SCALE = 0.8


def shown() -> str:
    """The page, explained with what the other pages of its site say."""
    site = honbun.Site.learn((None, path.read_bytes()) for path in sorted(SITE.glob("*.html")))
    return honbun.explain(PAGE.read_bytes(), site=site)


def shown_in_series() -> str:
    """A page of a generated series, explained with the others."""
    from examples.series.generate import generate_syllabuses

    (url, html), *others = next(generate_syllabuses()).pages
    return honbun.explain(html, url, siblings=others)


def show_card(page: Page) -> None:
    """Open the card of a block."""
    page.frame_locator("#page").locator('.b[data-l="C"]').nth(1).click()


def show_field(page: Page) -> None:
    """Go to a field, and show the list of fields and the curve below it."""
    page.locator("[data-field]").nth(2).click()
    page.locator("#panel").evaluate("panel => { panel.scrollTop = panel.querySelector('.list').offsetTop - 120; }")


def draw(file: Path, explained: str, do: Callable[[Page], None]) -> None:
    """Write a picture."""
    chromium = shutil.which("chromium") or sys.exit("no chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "page.explain.html"
        page_file.write_text(explained, "utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE)  # type: ignore[arg-type]
        page.goto(page_file.as_uri())
        do(page)
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    draw(PICTURES / "explain.png", shown(), show_card)
    draw(PICTURES / "explain-series.png", shown_in_series(), show_field)

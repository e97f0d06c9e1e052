"""Makes docs/pictures/explain.png, a page explained as a browser shows it: `python docs/write_explain_picture.py`.

Needs playwright and the system's Chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import honbun

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "pictures" / "explain.png"
SITE = ROOT / "examples" / "sites" / "blog"
PAGE = SITE / "on-mending-a-gate-badly.html"
SIZE = {"width": 1060, "height": 660}
SCALE = 0.8


def shown() -> str:
    """The page, explained with what the other pages of its site say."""
    site = honbun.Site.learn((None, path.read_bytes()) for path in sorted(SITE.glob("*.html")))
    return honbun.explain(PAGE.read_bytes(), site=site)


def draw(file: Path) -> None:
    """Write the picture."""
    chromium = shutil.which("chromium") or sys.exit("no chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "page.explain.html"
        page_file.write_text(shown(), "utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, device_scale_factor=SCALE)  # type: ignore[arg-type]
        page.goto(page_file.as_uri())
        page.frame_locator("#page").locator('.b[data-l="C"]').nth(1).click()
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    draw(FILE)

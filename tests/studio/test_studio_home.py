"""The first page of `honbun serve` in a real browser, at the width of a desk and of a phone, in both languages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from studio_pages import HOSTILE, THREAD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

COMMAND = [sys.executable, "-c", "from honbun.cli import main; main()", "serve", "--port", "0", "--jobs", "1"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    pytest.importorskip("uvicorn")
    with subprocess.Popen(COMMAND, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = server.stderr.readline()
        yield said.partition("listening at ")[2].partition(",")[0]
        server.terminate()


def opened(browser: Browser, address: str, language: str, width: int) -> tuple[Page, list[str]]:
    page = browser.new_page(viewport={"width": width, "height": 800})
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(address) else None)
    page.goto(f"{address}/?lang={language}")
    return page, faults


@pytest.mark.parametrize(("language", "width", "posts"), [("en", 1280, "Posts"), ("ja", 390, "投稿")])
def test_a_page_is_pasted_and_looked_at(
    browser: Browser, address: str, language: str, width: int, posts: str
) -> None:
    page, faults = opened(browser, address, language, width)
    page.fill("#html", THREAD)
    page.click("button.main")
    page.locator("#shown pre").first.wait_for()
    assert "yeast" in page.inner_text("#shown")
    page.get_by_role("tab", name=posts).click()
    page.locator(".post").first.wait_for()
    assert page.locator(".post").count() == 4
    page.click("summary")
    assert page.inner_text("#command") == "honbun posts 'page.html'"
    page.get_by_role("tab", name=posts).press("ArrowRight")
    assert page.get_attribute('[data-tab="records"]', "aria-selected") == "true"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#language")
    assert page.get_attribute("html", "lang") == ("ja" if language == "en" else "en")
    assert faults == []
    page.close()


def test_nothing_of_a_page_runs_in_it(browser: Browser, address: str) -> None:
    page, _ = opened(browser, address, "en", 1280)
    page.fill("#html", HOSTILE)
    page.click("button.main")
    page.locator("#shown pre").first.wait_for()
    for tab in ("markdown", "posts", "records", "facts", "explain"):
        page.click(f'[data-tab="{tab}"]')
        page.locator("#shown > :not(.none), #shown > .none:not(:text('Working'))").first.wait_for()
    page.wait_for_timeout(200)
    assert page.evaluate("window.hit") is None
    assert page.title() == "honbun"
    page.close()


def test_an_empty_page_is_told(browser: Browser, address: str) -> None:
    page, _ = opened(browser, address, "en", 1280)
    page.click("button.main")
    assert page.inner_text("#status") == "Paste a page first."
    page.close()

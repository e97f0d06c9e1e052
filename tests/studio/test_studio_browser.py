"""Explained pages in a real browser, opened from disk: blocks and cards are seen, and nothing of the page runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from studio_pages import HOSTILE, THREAD

import honbun

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

# As a hand would: Playwright's own clicks put listeners into the frame, which the sandbox refuses and reports.
WHERE = """([selector, n]) => {
    const frame = document.getElementById("page");
    const all = [...frame.contentDocument.querySelectorAll(selector)];
    const element = all.filter((each) => each.getClientRects().length)[n];
    element.scrollIntoView({ block: "center" });
    const box = element.getClientRects()[0], outer = frame.getBoundingClientRect();
    return [outer.left + box.left + Math.min(6, box.width / 2), outer.top + box.top + box.height / 2];
}"""
CONTENT = '.b[data-l="C"]'
PAGES = Path(__file__).parents[2] / "examples" / "sites"


@dataclass
class Opened:
    """A page in the browser, and what it said and asked for."""

    page: Page
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    blocked: list[str | None] = field(default_factory=list)

    @property
    def inner(self) -> FrameLocator:
        return self.page.frame_locator("#page")

    @property
    def card(self) -> str:
        return self.page.locator("#card").inner_text()

    def point_at(self, selector: str, n: int = 0) -> tuple[float, float]:
        """Where the n-th of these blocks begins on the screen, once it is scrolled into view."""
        x, y = self.page.evaluate(WHERE, [selector, n])
        return x, y

    def hover(self, selector: str, n: int = 0) -> None:
        self.page.mouse.move(*self.point_at(selector, n))

    def click(self, selector: str, n: int = 0) -> None:
        self.page.mouse.click(*self.point_at(selector, n))

    def check(self) -> None:
        """No error was reported, and nothing was asked for but the file itself."""
        self.page.wait_for_timeout(50)  # what is reported late
        assert self.faults == []
        assert [url for url in self.requests if not url.startswith(("file:", "about:"))] == []
        assert len([url for url in self.requests if url.startswith("file:")]) == 1


@dataclass
class Opener:
    """Opens explained pages from disk."""

    browser: Browser
    folder: Path
    opened: list[Opened] = field(default_factory=list)

    def __call__(self, shown: str, width: int = 1280, height: int = 860, *, touch: bool = False) -> Opened:
        file = self.folder / f"{len(self.opened)}.explain.html"
        file.write_text(shown, "utf-8")
        size = {"width": width, "height": height}
        page = self.browser.new_page(viewport=size, has_touch=touch)  # type: ignore[arg-type]
        page.set_default_timeout(5000)
        opened = Opened(page)
        page.on("console", lambda message: opened.faults.append(message.text))
        page.on("pageerror", lambda error: opened.faults.append(str(error)))
        page.on("popup", lambda popup: opened.faults.append(f"opened {popup.url}"))
        page.on("dialog", lambda dialog: opened.faults.append(f"asked {dialog.message}"))
        page.on("request", lambda request: opened.requests.append(request.url))
        page.on("requestfailed", lambda request: opened.blocked.append(request.failure))
        page.goto(file.as_uri())
        self.opened.append(opened)
        return opened


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Opener]:
    opener = Opener(browser, tmp_path)
    yield opener
    for opened in opener.opened:
        opened.page.close()


@pytest.fixture(scope="module")
def shown() -> str:
    pages = [(None, path.read_bytes()) for path in sorted(PAGES.glob("news-en/*.html"))]
    html = (PAGES / "news-en/night-ferry-returns.html").read_bytes()
    return honbun.explain(html, "https://courier.example/night-ferry", site=honbun.Site.learn(pages))


def test_blocks_are_seen_and_a_pointer_shows_their_card(show: Opener, shown: str) -> None:
    opened = show(shown)
    assert opened.inner.locator(".b.content").count() > 5
    assert opened.inner.locator(".b.dropped").count() > 20
    assert not opened.page.locator("#card").is_visible()
    opened.hover(CONTENT, 3)
    assert "Content, score" in opened.card
    assert "What spoke for" in opened.card
    assert "Site:" in opened.card
    assert opened.inner.locator(".b.on").count() > 0
    opened.page.mouse.move(5, 5)
    assert not opened.page.locator("#card").is_visible()
    opened.hover('.b[data-l="D"]', 2)
    assert "Dropped, score" in opened.card
    assert "repeat it" in opened.card
    opened.check()


def test_a_card_never_covers_its_block(show: Opener, shown: str) -> None:
    opened = show(shown)
    block = opened.inner.locator(CONTENT).nth(4)
    opened.click(CONTENT, 4)
    place, card = block.bounding_box(), opened.page.locator("#card").bounding_box()
    assert place is not None
    assert card is not None
    assert card["x"] >= place["x"] + place["width"]
    assert card["y"] + card["height"] <= 860
    opened.page.keyboard.press("Escape")
    assert not opened.page.locator("#card").is_visible()
    opened.check()


def test_the_keyboard_is_enough(show: Opener, shown: str) -> None:
    opened = show(shown)
    for _ in range(12):
        opened.page.keyboard.press("Tab")
        if opened.page.evaluate("document.activeElement.id") == "page":
            break
    focused = 'document.getElementById("page").contentDocument.activeElement.id'
    start = opened.page.evaluate(focused)
    assert start.startswith("b")
    assert "score" in opened.card
    opened.page.keyboard.press("ArrowRight")
    first = opened.page.evaluate(focused)
    opened.page.keyboard.press("ArrowDown")
    second = opened.page.evaluate(focused)
    assert int(start[1:]) < int(first[1:]) < int(second[1:])
    opened.page.keyboard.press("ArrowLeft")
    assert opened.page.evaluate(focused) == first
    opened.page.keyboard.press("End")
    assert int(opened.page.evaluate(focused)[1:]) > int(second[1:])
    opened.page.keyboard.press("Escape")
    assert not opened.page.locator("#card").is_visible()
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.id") != "page"
    opened.check()


def test_filters_dim_the_rest_and_arrows_pass_it_over(show: Opener, shown: str) -> None:
    opened = show(shown)
    dropped = opened.inner.locator(".b.dropped:not(.hidden)").first
    opacity = "element => getComputedStyle(element).opacity"
    opened.page.get_by_role("button", name="Content").click()
    assert float(dropped.evaluate(opacity)) < 0.5
    for _ in range(3):
        opened.page.get_by_role("button", name="next block").click()
        assert "Dropped" not in opened.card
    opened.page.get_by_role("button", name="Dropped").click()
    assert float(dropped.evaluate(opacity)) == 1
    assert float(opened.inner.locator(".b.content").first.evaluate(opacity)) < 0.5
    hidden = opened.inner.locator(".b.dropped.hidden").first
    assert not hidden.is_visible()
    opened.page.get_by_role("button", name="Hidden").click()
    assert hidden.is_visible()
    opened.check()


def test_posts_are_outlined(show: Opener) -> None:
    opened = show(honbun.explain(THREAD))
    assert opened.inner.locator(".flag").all_inner_texts()[1].startswith("post 2 · Bert")
    assert opened.inner.locator(".said").count() == 4
    opened.page.locator("summary").click()
    assert "Cleo" in opened.page.locator("details ol").inner_text()
    opened.check()


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_shows_everything_within_its_width(show: Opener, shown: str, width: int) -> None:
    opened = show(shown, width, 844, touch=True)
    opened.page.touchscreen.tap(*opened.point_at(CONTENT, 2))
    opened.page.locator("#card").wait_for()
    assert "Content, score" in opened.card
    wide = "document.documentElement.scrollWidth"
    assert opened.page.evaluate(wide) <= width
    assert opened.page.evaluate(f'document.getElementById("page").contentDocument.{wide[9:]}') <= width
    card = opened.page.locator("#card").bounding_box()
    assert card is not None
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= width
    page, panel = (opened.page.locator(name).bounding_box() for name in ("#page", "#panel"))
    assert page is not None
    assert panel is not None
    assert panel["y"] >= page["y"] + page["height"]
    opened.check()


def test_nothing_of_a_hostile_page_runs(show: Opener) -> None:
    opened = show(honbun.explain(HOSTILE, "https://evil.example/<script>top.hit=1</script>"))
    for i in range(opened.inner.locator(".b[id]:visible").count()):
        opened.hover(".b[id]", i)
        opened.click(".b[id]", i)
        opened.page.keyboard.press("Enter")
    opened.page.wait_for_timeout(300)
    assert opened.page.evaluate("window.hit") is None
    assert [frame.evaluate("window.hit") for frame in opened.page.frames] == [None, None]
    assert opened.page.url.startswith("file:")
    assert opened.page.title().startswith("Explained: ")
    opened.check()


def test_a_script_that_got_into_the_frame_would_not_run(show: Opener) -> None:
    """The last line of defence: the sandbox and the policies hold even if the rebuilding did not."""
    hole = "<script>top.hit=1</script><img src=http://evil.example/x onerror=top.hit=1></body>"
    shown = honbun.explain("<p>Words of a page, as good as any.</p>")
    holed = shown.replace("&lt;/body&gt;", escape(hole))
    assert "top.hit" in holed
    opened = show(holed)
    opened.page.wait_for_timeout(200)
    assert opened.page.evaluate("window.hit") is None
    assert any("Content Security Policy" in fault or "sandbox" in fault for fault in opened.faults)
    # The browser reports requests that a policy forbids, and does not send them.
    assert opened.blocked == ["csp"]
    assert [url for url in opened.requests if url.startswith("http")] == ["http://evil.example/x"]


@pytest.mark.parametrize("html", ["", "<p></p>", b"%PDF-1.4"])
def test_a_page_without_text_opens_too(show: Opener, html: str | bytes) -> None:
    opened = show(honbun.explain(html))
    opened.page.get_by_role("button", name="next block").click()
    opened.page.get_by_role("button", name="Dropped").click()
    assert opened.page.locator(".text").inner_text().startswith("none: the ")
    opened.check()

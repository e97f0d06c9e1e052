"""Explained pages in a real browser, opened from disk: blocks and cards are seen, and nothing of the page runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import honbun
from examples.series.generate import generate_syllabuses
from studio_pages import HOSTILE, THREAD

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
MAIN = '.b[data-l="M"]'
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
    assert opened.inner.locator(".b.main").count() > 5
    assert opened.inner.locator(".b.boilerplate").count() > 20
    assert not opened.page.locator("#card").is_visible()
    opened.hover(MAIN, 3)
    assert opened.card.startswith("Main text")
    assert "likely to be main text; on this page" in opened.card
    assert "What speaks for it (+) and against it (−)" in opened.card
    assert "how it looks, reads and where it stands" in opened.card
    assert "No other page of the site shows this line." in opened.card
    assert opened.inner.locator(".b.on").count() > 0
    opened.page.mouse.move(5, 5)
    assert not opened.page.locator("#card").is_visible()
    opened.page.get_by_role("button", name="Unfold").click()
    opened.hover('.b[data-l="B"]', 2)
    assert opened.card.startswith("Left out")
    assert "other pages of the site show this line" in opened.card
    assert "of the site's 13 pages show this line" in opened.card
    opened.check()


def test_a_card_never_covers_its_block(show: Opener, shown: str) -> None:
    opened = show(shown)
    block = opened.inner.locator(MAIN).nth(4)
    opened.click(MAIN, 4)
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
    focused = 'document.getElementById("page").contentDocument.activeElement.id'
    for _ in range(20):  # the buttons, then the line that stands for the menu
        opened.page.keyboard.press("Tab")
        if opened.page.evaluate(focused):
            break
    start = opened.page.evaluate(focused)
    assert start.startswith("b")
    assert opened.card.startswith("Title")
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
    for _ in range(8):  # the other folded lines
        opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.id") != "page"
    opened.check()


def test_filters_dim_the_rest_and_arrows_pass_it_over(show: Opener, shown: str) -> None:
    opened = show(shown)
    opened.page.get_by_role("button", name="Unfold").click()
    boilerplate = opened.inner.locator(".b.boilerplate:not(.hidden)").first
    opacity = "element => getComputedStyle(element).opacity"
    opened.page.get_by_role("button", name="Main text").click()
    assert float(boilerplate.evaluate(opacity)) < 0.5
    for _ in range(3):
        opened.page.get_by_role("button", name="next block").click()
        assert not opened.card.startswith("Left out")
    opened.page.get_by_role("button", name="Left out").click()
    assert float(boilerplate.evaluate(opacity)) == 1
    assert float(opened.inner.locator(".b.main").first.evaluate(opacity)) < 0.5
    hidden = opened.inner.locator(".b.boilerplate.hidden").first
    assert not hidden.is_visible()
    opened.page.get_by_role("button", name="Hidden").click()
    assert hidden.is_visible()
    opened.check()


def test_posts_are_outlined(show: Opener) -> None:
    opened = show(honbun.explain(THREAD))
    assert opened.inner.locator(".flag").all_inner_texts()[1].startswith("post 2 · Bert")
    assert opened.inner.locator(".post-element").count() == 4
    opened.page.locator("summary").click()
    assert "Cleo" in opened.page.locator("details ol").inner_text()
    opened.check()


IN_FRAME = """(selector, what) => {
    const element = document.getElementById("page").contentDocument.querySelector(selector);
    if (what === "top") return element.getBoundingClientRect().top;
    return what === "text" ? element.innerText : element.getAttribute(what);
}"""
FOLDED = """() => [...document.getElementById("page").contentDocument.querySelectorAll(".b")]
    .filter((each) => !each.getClientRects().length).length"""


def test_it_opens_at_the_content_with_long_stretches_folded(show: Opener, shown: str) -> None:
    opened = show(shown)
    assert 0 < opened.page.evaluate(f"({IN_FRAME})('.b.title', 'top')") < 300
    assert re.fullmatch(r"\d+ lines of navigation.*", opened.page.evaluate(f"({IN_FRAME})('.fold', 'text')"))
    before = opened.page.evaluate(FOLDED)
    opened.click(".fold")
    assert opened.page.evaluate(f"({IN_FRAME})('.fold', 'aria-expanded')") == "true"
    assert opened.page.evaluate(FOLDED) < before
    opened.click(".fold")
    assert opened.page.evaluate(FOLDED) == before
    opened.page.get_by_role("button", name="Unfold").click()
    assert opened.page.evaluate(FOLDED) == 3  # what the page hides itself
    opened.check()


def test_the_page_looks_like_itself(show: Opener, shown: str) -> None:
    opened = show(shown)
    style = """([selector, name]) => {
        const inner = document.getElementById("page").contentDocument;
        return getComputedStyle(inner.querySelector(selector))[name];
    }"""
    assert "Georgia" in opened.page.evaluate(style, [".t-p", "fontFamily"])
    assert opened.page.evaluate(style, [".p-columns", "display"]) == "grid"
    picture = opened.page.evaluate(f"({IN_FRAME})('.t-img.box', 'text')")
    assert picture == "A white ferry lit from within at a quay before dawn"
    opened.page.get_by_role("button", name="Original look").click()
    assert opened.page.evaluate(FOLDED) == 3
    assert opened.page.evaluate(style, [".b.main", "backgroundColor"]) == "rgba(0, 0, 0, 0)"
    opened.check()


def test_it_speaks_japanese(show: Opener, shown: str) -> None:
    opened = show(shown)
    opened.page.locator("#language").click()
    assert opened.page.get_by_role("button", name="元の見た目").is_visible()
    assert "ナビゲーション" in opened.page.evaluate(f"({IN_FRAME})('.fold', 'text')")
    opened.click(MAIN, 3)
    assert opened.card.startswith("本文")
    assert "サイトの他のページにこの行はありません" in opened.card
    assert opened.page.get_attribute("html", "lang") == "ja"
    words = opened.page.locator("body").inner_text()
    assert not re.search(r"What was decided|Left out|likely", words)
    opened.check()


def test_records_are_outlined(show: Opener) -> None:
    pages = sorted(PAGES.glob("search/*.html"))
    opened = show(honbun.explain(pages[0].read_bytes()))
    assert opened.inner.locator(".record-element").count() == len(honbun.records(pages[0].read_bytes()))
    assert opened.inner.locator(".flag").nth(1).inner_text() == "record 2"
    opened.check()


def test_columns_of_a_page_stand_below_each_other_on_a_phone(show: Opener) -> None:
    opened = show(honbun.explain((PAGES / "search/page-1.html").read_bytes()), 390, 844, touch=True)
    narrow = """[...document.getElementById("page").contentDocument.querySelectorAll(".b.main")]
        .filter((each) => each.textContent.length > 80).map((each) => each.getBoundingClientRect().width)"""
    widths = opened.page.evaluate(narrow)
    assert widths
    assert min(widths) > 200


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_shows_everything_within_its_width(show: Opener, shown: str, width: int) -> None:
    opened = show(shown, width, 844, touch=True)
    opened.page.touchscreen.tap(*opened.point_at(MAIN, 2))
    opened.page.locator("#card").wait_for()
    assert opened.card.startswith("Main text")
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
    opened.page.get_by_role("button", name="Left out").click()
    assert opened.page.locator(".text").inner_text().startswith("none: the ")
    opened.check()


@pytest.fixture(scope="module")
def in_series() -> str:
    (url, html), *others = next(generate_syllabuses()).pages
    return honbun.explain(html, url, siblings=others)


LIT = """([selector]) => {
    const frame = document.getElementById("page");
    const lit = [...frame.contentDocument.querySelectorAll(selector)];
    const boxes = lit.map((element) => element.getBoundingClientRect());
    const seen = boxes.some((box) => box.width && box.top >= 0 && box.bottom <= frame.clientHeight);
    return [lit.map((element) => element.innerText).join(" "), seen];
}"""


# From without: what Playwright puts into the frame to evaluate there is reported with the next click.
OUTLINE = """() => {
    const inner = document.getElementById("page").contentDocument;
    return getComputedStyle(inner.querySelector(".field")).outlineStyle;
}"""


def test_fields_are_outlined_and_a_click_leads_to_them(show: Opener, in_series: str) -> None:
    opened = show(in_series, height=500)
    assert opened.inner.locator(".field").count() >= 6
    assert opened.page.evaluate(OUTLINE) == "dashed"
    for button in opened.page.locator("[data-field]").all():
        button.click()
        text, is_seen = opened.page.evaluate(LIT, [".lit"])
        assert is_seen
        value = button.locator(".value").first.inner_text().rstrip("…")
        assert "".join(value.split()) in "".join(text.split())
        assert button.locator("b").inner_text() in text
        assert not opened.page.locator("#card").is_visible()
    opened.page.keyboard.press("Escape")
    assert opened.inner.locator(".lit").count() == 0
    opened.hover(".field .b", 2)
    assert "Field: " in opened.card
    opened.page.mouse.move(5, 5)
    toggle = opened.page.get_by_role("button", name="Fields (")
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "false"
    assert opened.page.evaluate(OUTLINE) == "none"
    assert not opened.inner.locator(".name").first.is_visible()
    opened.check()


def test_from_a_field_the_keyboard_goes_on_to_its_block(show: Opener, in_series: str) -> None:
    opened = show(in_series)
    opened.page.locator("[data-field]").nth(3).focus()
    opened.page.keyboard.press("Enter")
    assert opened.inner.locator(".lit").count() == 1
    entry, lit = opened.inner.locator('.b[tabindex="0"]'), opened.inner.locator(".lit .b")
    assert entry.count() == lit.count() == 1
    assert entry.get_attribute("data-b") == lit.get_attribute("data-b")
    opened.check()


def test_the_curve_is_drawn_and_told(show: Opener, in_series: str) -> None:
    opened = show(in_series)
    picture = opened.page.get_by_role("img")
    assert "highest, and chosen, at f = 13" in (picture.get_attribute("aria-label") or "")
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] > 300
    assert picture.locator("circle.dot").count() > 20
    ring = picture.locator("circle.peak")
    assert ring.count() == 1
    assert ring.evaluate("element => getComputedStyle(element).fill") == "none"
    opened.page.get_by_text("the highest points").click()
    assert "13 (chosen)" in opened.page.locator("details table").inner_text()
    opened.check()


def test_what_repeats_is_listed_with_its_pages(show: Opener, in_series: str) -> None:
    opened = show(in_series, height=500)
    opened.page.locator("summary", has_text="on other pages").click()
    buttons = opened.page.locator("[data-go]").all()
    assert buttons
    for button in buttons:
        assert re.search(r"\d+\n.*\n(as )?on \d+\.html, ", button.inner_text())
        button.click()
        text, is_seen = opened.page.evaluate(LIT, [".lit"])
        assert is_seen
        assert "".join(button.locator(".value").inner_text().split()) in "".join(text.split())
    opened.click(f'[data-b="{buttons[0].get_attribute("data-go")}"]')
    assert "of the site's 13 pages show this line, such as 1.html, 2.html" in opened.card
    opened.check()


def test_hidden_values_are_shown_when_they_are_asked_for(show: Opener) -> None:
    page = (
        "<h1>Lamp {0}</h1><p>Weight: {0} kg</p><div hidden>Code: <b>X{0}X</b></div><p>About us</p><p>Imprint</p>"
    )
    pages = [(None, page.format(number)) for number in range(11, 16)]
    opened = show(honbun.explain(pages[0][1], siblings=pages[1:]))
    assert opened.inner.locator(".field", has_text="X11X").count() == 1
    assert not opened.inner.locator(".field", has_text="X11X").is_visible()
    opened.page.locator("[data-field]", has_text="X11X").first.click()
    assert opened.inner.locator(".field.lit", has_text="X11X").is_visible()
    opened.check()


@pytest.mark.parametrize("width", [390, 320])
def test_a_series_fits_a_phone(show: Opener, in_series: str, width: int) -> None:
    opened = show(in_series, width, 844, touch=True)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    button = opened.page.locator("[data-field]").nth(4)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    opened.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    lit = opened.inner.locator(".lit").first.bounding_box()
    assert lit is not None
    assert 0 < lit["y"] < 844
    opened.check()


def test_nothing_of_hostile_siblings_runs(show: Opener) -> None:
    names = [f"https://evil.example/{n}/<script>top.hit=1</script>" for n in range(3)]
    pages = [(name, HOSTILE.replace("wall", f"wall {n}")) for n, name in enumerate(names)]
    opened = show(honbun.explain(pages[0][1], pages[0][0], siblings=pages[1:]))
    for summary in opened.page.locator("summary").all():
        summary.click()
    for button in opened.page.locator("[data-field]:enabled, [data-go]").all():
        button.click()
    for i in range(opened.inner.locator(".b[id]:visible").count()):
        opened.hover(".b[id]", i)
    opened.page.wait_for_timeout(300)
    assert [frame.evaluate("window.hit") for frame in opened.page.frames] == [None, None]
    assert opened.page.url.startswith("file:")
    opened.check()

"""Labelling in a real browser, by mouse, by keyboard and by touch, against the command itself."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from annotate_desks import STORIES, Server, story

from honbun.annotate import open_desk
from studio_pages import HOSTILE, THREAD, VECTORS, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page

# Where a block begins on the screen, once it is scrolled into view. Playwright's own clicks put listeners into the
# frame, which the sandbox refuses and reports.
WHERE = """(words) => {
    const frame = document.getElementById("page");
    const all = [...frame.contentDocument.querySelectorAll("[data-b]")];
    const element = all.find((each) => each.textContent.includes(words) && each.getClientRects().length);
    element.scrollIntoView({ block: "center" });
    const box = element.getClientRects()[0], outer = frame.getBoundingClientRect();
    return [outer.left + box.left + Math.min(12, box.width / 2), outer.top + box.top + box.height / 2];
}"""
BLOG = Path(__file__).parents[2] / "examples" / "sites" / "blog"


@dataclass
class App:
    """The app in a browser, and what it said and asked for."""

    page: Page
    address: str
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def inner(self) -> FrameLocator:
        return self.page.frame_locator("#page")

    def open(self, number: int, annotator: str = "ann") -> None:
        self.page.goto(f"{self.address}/?annotator={annotator}#{number}")
        self.page.reload()
        self.ready(number)

    def ready(self, number: int) -> None:
        self.page.wait_for_selector(f'#list [data-page="{number}"][aria-current="true"]', state="attached")
        self.saved()
        self.page.wait_for_timeout(200)  # until the frame has the keyboard

    def saved(self) -> None:
        self.page.wait_for_selector("#status:text-is('Saved')")

    def at(self, words: str) -> tuple[float, float]:
        x, y = self.page.evaluate(WHERE, words)
        return x, y

    def click(self, words: str) -> None:
        self.page.evaluate("document.getElementById('status').textContent = ''")
        self.page.mouse.click(*self.at(words))
        self.saved()

    def drag(self, *words: str) -> None:
        """Press at the first of these, release at the last. Playwright's drags wait for scripts of the frame."""
        session = self.page.context.new_cdp_session(self.page)
        steps = [
            ("mousePressed", words[0]),
            *(("mouseMoved", each) for each in words[1:]),
            ("mouseReleased", words[-1]),
        ]
        for kind, each in steps:
            x, y = self.at(each)
            event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            session.send("Input.dispatchMouseEvent", event)

    def press(self, key: str) -> None:
        self.page.evaluate("document.getElementById('status').textContent = ''")
        self.page.keyboard.press(key)
        self.saved()

    def label(self, words: str) -> str:
        block = self.inner.locator("[data-b]").filter(has_text=words).first
        names = "title content post comment author date byline other".split()
        return next(name for name in (block.get_attribute("class") or "").split() if name in names)

    def check(self) -> None:
        """No error was reported, and nothing was asked for elsewhere."""
        self.page.wait_for_timeout(50)
        assert self.faults == []
        assert [url for url in self.requests if not url.startswith((self.address, "data:"))] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in STORIES:
        (tmp_path / f"{name}.html").write_bytes(story(name))
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[Server]:
    made = Server(folder)
    yield made
    made.end(signal.SIGKILL)


@pytest.fixture
def contexts() -> Iterator[list[BrowserContext]]:
    made: list[BrowserContext] = []
    yield made
    for context in made:
        context.close()


def app_of(
    browser: Browser, server: Server, contexts: list[BrowserContext], width: int = 1280, *, touch: bool = False
) -> App:
    context = browser.new_context(viewport={"width": width, "height": 860}, has_touch=touch)
    contexts.append(context)
    page = context.new_page()
    page.set_default_timeout(20_000)
    app = App(page, server.address)
    page.on("console", lambda message: app.faults.append(message.text))
    page.on("pageerror", lambda error: app.faults.append(str(error)))
    page.on("popup", lambda popup: app.faults.append(f"opened {popup.url}"))
    page.on("dialog", lambda dialog: app.faults.append(f"asked {dialog.message}"))
    page.on("request", lambda request: app.requests.append(request.url))
    return app


@pytest.fixture
def app(browser: Browser, server: Server, contexts: list[BrowserContext]) -> App:
    return app_of(browser, server, contexts)


def test_a_page_is_labelled_by_mouse_undone_and_still_so_after_a_reload(app: App) -> None:
    app.page.goto(app.address)
    app.page.locator("#line").fill("ann")
    app.page.keyboard.press("Enter")
    app.page.wait_for_selector('#list [aria-current="true"]')
    app.open(4)
    assert app.label("pie night") == "other"
    app.click("pie night")
    assert app.label("pie night") == "content"
    app.click("pie night")
    assert app.label("pie night") == "other"
    before = app.label("By Courier")
    app.page.locator("#labels .title").click()
    app.click("By Courier")
    assert app.label("By Courier") == "title"
    app.page.locator("#undo").click()
    app.saved()
    app.press("Control+z")
    assert app.label("By Courier") == before
    app.page.evaluate("document.getElementById('status').textContent = ''")
    app.press("Control+Shift+z")
    app.saved()  # else the browser asks before it leaves
    app.open(4)
    assert app.label("pie night") == "other"
    assert app.page.locator("#redo").is_enabled()
    app.page.locator("#redo").click()
    app.inner.locator(".b.title").filter(has_text="By Courier").wait_for()
    app.check()


def test_dragging_labels_all_blocks_in_between(app: App) -> None:
    app.open(2)
    assert app.label("The night ferry") == "content"
    app.drag("Home", "Sport", "People")
    app.inner.locator(".b.content").filter(has_text="People").wait_for()
    assert [app.label(words) for words in ("Home", "Sport", "The ferry")] == ["content", "content", "title"]
    app.check()


def test_the_label_spreads_to_the_section_and_to_blocks_like_it(app: App) -> None:
    app.open(2)
    app.page.locator("#labels .comment").click()
    app.click("Home")
    app.page.locator("#like").click()
    app.inner.locator(".b.comment").filter(has_text="People").wait_for()
    app.press("u")
    app.press("u")
    assert app.label("Home") == "other"
    app.click("Tickets")
    app.page.locator("#section").click()
    app.inner.locator(".b.comment").filter(has_text="The crossing").wait_for()
    assert app.label("By Courier") != "comment"
    app.page.locator("#section").click()
    app.inner.locator(".b.comment").filter(has_text="By Courier").wait_for()
    app.check()


def test_posts_have_beginnings_authors_and_dates(app: App, folder: Path, server: Server) -> None:
    (folder / "thread.html").write_text(THREAD)
    server.end(signal.SIGKILL)
    server.__init__(folder)  # type: ignore[misc]
    app.address = server.address
    app.open(5)
    app.page.locator("#result-button").click()
    app.page.get_by_text("post 4 · Ada").wait_for()
    assert app.inner.locator(".begins").count() == 4
    app.page.locator("#labels .post").click()
    app.click("Cleo")
    app.click("Cleo")  # no longer a post, so the next block of it begins it
    app.page.get_by_text("post 3", exact=True).wait_for()
    app.page.locator("#labels .byline").click()
    app.click("Cleo")
    app.press("n")
    app.page.get_by_text("post 3 · Cleo · 2024-03-03").wait_for()
    assert app.inner.locator(".begins").count() == 4
    app.check()


def test_labels_are_carried_over_reviewed_and_discarded(app: App) -> None:
    app.open(1)
    app.page.locator("#labels .author").click()
    app.click("By Courier")
    app.page.locator("#carry").click()
    app.page.get_by_text("3 pages changed").wait_for()
    app.page.locator("#dialog li button").first.click()
    app.ready(2)
    app.inner.locator(".b.author.differs").filter(has_text="By Courier").wait_for()
    assert "1 block changed by the labels of" in app.page.locator("#review").inner_text()
    app.page.locator("#difference").click()
    assert app.inner.locator(".b.picked.differs").count() == 1
    app.page.locator("#discard").click()
    app.inner.locator(".b:not(.author)").filter(has_text="By Courier").wait_for()
    assert app.page.locator("#review").is_hidden()
    app.open(3)
    app.page.locator("#done").click()
    app.page.wait_for_selector("#count:text-is('1 of 4 done')")
    app.check()


def test_every_button_has_a_name_before_a_page_is_open(app: App) -> None:
    app.page.goto(app.address)
    app.page.locator("#line").wait_for()  # asks for a name first
    unnamed = """[...document.querySelectorAll("button")].filter((each) => each.getClientRects().length
        && !(each.getAttribute("aria-label") || each.textContent).trim()).map((each) => each.id)"""
    assert app.page.evaluate(unnamed) == []
    app.check()


def test_everything_can_be_done_by_keyboard(app: App, folder: Path) -> None:
    app.open(1)
    app.page.keyboard.press("F6")
    assert app.page.evaluate("document.activeElement.getAttribute('aria-checked')") == "true"
    app.page.keyboard.press("F6")
    for _ in range(40):
        app.page.keyboard.press("ArrowDown")
        if app.inner.locator(".b.picked").filter(has_text="By Courier").count():
            break
    app.press("5")
    assert app.label("By Courier") == "author"
    app.press("Space")
    assert app.label("By Courier") == "other"
    app.page.keyboard.press("Shift+ArrowDown")
    app.press("4")
    assert [app.label(words) for words in ("By Courier", "Two bakers")] == ["comment", "comment"]
    app.press("u")
    app.page.keyboard.press("Enter")
    app.page.wait_for_selector("#count:text-is('1 of 4 done')")
    assert open_desk(folder / "c.jsonl").store.work(1, "ann").status == "done"
    # Whichever page the model is now least sure of.
    app.page.wait_for_selector("#list [data-page]:not([data-page='1'])[aria-current='true']", state="attached")
    app.saved()
    app.page.wait_for_timeout(200)
    app.page.keyboard.press("?")
    app.page.locator("#dialog").wait_for(state="visible")
    app.page.keyboard.press("Escape")
    app.page.locator("#dialog").wait_for(state="hidden")
    app.check()


def test_a_corpus_is_exported_a_model_trained_and_its_output_seen(app: App, folder: Path) -> None:
    pytest.importorskip("catboost", reason="no catboost: pip install 'honbun[train]'")
    before = open_desk(folder / "c.jsonl").store.stored(4).guess
    for number in (1, 2, 3):
        app.open(number)
        app.click("pie night")
        app.page.locator("#done").click()
        app.page.wait_for_selector(f"#count:text-is('{number} of 4 done')")
        app.page.wait_for_selector(f'#list [data-page="{number}"][aria-current="false"]')
    app.page.locator("#export").click()
    app.page.get_by_text("3 pages written to").wait_for()
    app.page.locator("#train").click()
    app.page.get_by_text("1 page that nobody has begun").wait_for(timeout=120_000)
    app.page.keyboard.press("Escape")
    app.open(4)
    # Three pages of one layout are learned by heart: the advert is content now.
    assert app.label("pie night") == "content"
    assert open_desk(folder / "c.jsonl").store.stored(4).guess.marks != before.marks
    command = [sys.executable, "-c", "from honbun.cli import main; main()", "extract", str(folder / "bread.html")]
    made = subprocess.run([*command, "--model", str(folder / "c.model.npz")], capture_output=True, check=True)
    assert "pie night" in made.stdout.decode()
    app.check()


def test_two_people_label_the_same_page_and_are_compared(
    app: App, browser: Browser, server: Server, contexts: list[BrowserContext]
) -> None:
    other = app_of(browser, server, contexts)
    app.open(1)
    other.open(1, "bob")
    app.click("pie night")
    other.click("The vault")
    assert (app.label("The vault"), other.label("The vault")) == ("content", "other")
    assert (app.label("pie night"), other.label("pie night")) == ("content", "other")
    for each in (app, other):
        each.page.locator("#done").click()
        each.page.wait_for_selector("#count:text-is('1 of 4 done')")
    app.page.locator("#agreement").click()
    app.page.locator("#dialog td").first.wait_for()
    assert re.search(r"bob\s+ann\s+text\s+1\s+1\.000\s+0\.\d+", app.page.locator("#dialog").inner_text())
    app.check()
    other.check()


def test_a_label_that_meets_a_dead_server_is_kept_until_it_lives(app: App, server: Server, folder: Path) -> None:
    app.open(1)
    port = int(server.address.rpartition(":")[2])
    server.end(signal.SIGKILL)
    app.page.mouse.click(*app.at("pie night"))
    app.page.get_by_text("Not saved").wait_for()
    server.__init__(folder, port)  # type: ignore[misc]
    app.saved()
    assert app.label("pie night") == "content"
    app.open(1)
    assert app.label("pie night") == "content"


def test_a_hostile_page_runs_nothing_reaches_nothing_and_stays(app: App, folder: Path, server: Server) -> None:
    (folder / "zz.html").write_text(HOSTILE)
    server.end(signal.SIGKILL)
    server.__init__(folder)  # type: ignore[misc]
    app.address = server.address
    app.open(5)
    asked = len(app.requests)
    for words in ("A link that runs", "one that leads away", "Send this form", "Cell", "Open", "breaks out"):
        if app.inner.locator("[data-b]").filter(has_text=words).count():
            app.click(words)
    assert app.page.evaluate("[window.hit, frames[0].hit, document.title.includes('owned')]") == [
        None,
        None,
        False,
    ]
    assert app.page.url.startswith(app.address)
    assert app.page.frames[1].url == f"{app.address}/pages/5/frame"
    assert all("/pages/5/" in url for url in app.requests[asked:])
    store = open_desk(folder / "c.jsonl").store
    assert all(store.work(page, "ann").status == "new" for page in (1, 2, 3, 4))
    app.check()


def test_no_vector_runs_in_a_page_or_in_its_name(app: App, folder: Path, server: Server) -> None:
    (folder / "zz<img src=x onerror=top.hit=1>.html").write_text(page_of(VECTORS))
    server.end(signal.SIGKILL)
    server.__init__(folder)  # type: ignore[misc]
    app.address = server.address
    app.open(5)
    assert "onerror" in app.page.locator("#list").inner_text()
    assert "onerror" in app.inner.locator("body").inner_text()
    assert app.page.evaluate("[window.hit, frames[0].hit]") == [None, None]
    app.check()


def test_a_phone_shows_it_all_and_a_tap_labels(
    browser: Browser, server: Server, contexts: list[BrowserContext]
) -> None:
    app = app_of(browser, server, contexts, 390, touch=True)
    app.open(1)
    assert app.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert app.page.locator("#queue").is_hidden()
    app.page.locator("#page").scroll_into_view_if_needed()
    app.page.touchscreen.tap(*app.at("pie night"))
    app.inner.locator(".b.content").filter(has_text="pie night").wait_for()
    for name in ("undo", "done", "carry"):
        box = app.page.locator(f"#{name}").bounding_box()
        assert box is not None
        assert box["height"] >= 30
    app.page.locator("#pages").click()
    assert app.page.locator("#queue").is_visible()
    app.check()


def test_labels_are_told_apart_without_colour(app: App) -> None:
    app.open(1)
    for label in ("title", "content", "post", "comment", "author", "date", "byline"):
        app.page.locator(f"#labels .{label}").click()
        app.click("pie night")
        letter = {"comment": "R1", "post": "P1"}.get(label, label[0].upper())
        assert app.inner.locator(f'.b.{label}[data-l="{letter}"]').filter(has_text="pie night").count() == 1
    app.check()


def test_pages_are_searched_filtered_skipped_and_flagged(app: App) -> None:
    app.open(1)
    listed = app.page.locator("#list li:visible")
    app.page.fill("#search", "FERRY")
    assert listed.count() == 1
    app.page.fill("#search", "")
    assert listed.count() == 4
    app.inner.locator(".b").first.press("f")
    app.page.fill("#line", "is the advert a part of it?")
    app.page.keyboard.press("Enter")
    app.page.wait_for_selector('#flag[aria-pressed="true"]')
    app.page.select_option("#filter", "flagged")
    assert listed.count() == 1
    assert "is the advert" in listed.first.inner_text()
    app.page.select_option("#filter", "all")
    app.page.locator("#skip").click()
    app.page.wait_for_selector('#list [data-page="1"][aria-current="false"]')
    app.page.select_option("#filter", "skipped")
    assert listed.count() == 1
    app.page.select_option("#filter", "to do")
    assert listed.count() == 3


def test_one_cell_proposes_its_column(browser: Browser, contexts: list[BrowserContext], tmp_path: Path) -> None:
    (tmp_path / "shop.html").write_text(SHOP, "utf-8")
    server = Server(tmp_path)
    try:
        app = app_of(browser, server, contexts, 1280)
        app.open(1)
        app.page.locator("#make").click()
        app.page.fill("#line", "price")
        app.page.keyboard.press("Enter")
        app.page.locator('#labels [data-name="price"][aria-checked="true"]').wait_for()
        app.click("20 EUR")
        app.page.get_by_role("button", name="4 more like it").wait_for()
        app.press("l")
        app.page.locator("#result-button").click()
        app.page.get_by_text("5 records").wait_for()
        assert app.page.locator("#result td").all_inner_texts() == [f"{day}0 EUR" for day in range(1, 6)]
        assert app.inner.locator('.b.own[data-l="price"]').count() == 5
        app.check()
    finally:
        server.end(signal.SIGKILL)


SHOP = "<h1>Lamps of the house</h1>" + "".join(
    f"<div class=item><h2>Lamp {day}</h2><p class=about>A lamp for long evenings, number {day} of five.</p>"
    f"<p class=price>{day}0 EUR</p></div>"
    for day in range(1, 6)
)


def test_the_page_is_shown_as_it_looks(app: App) -> None:
    app.open(1)
    style = """() => {
        const inner = document.getElementById("page").contentDocument;
        return getComputedStyle(inner.querySelector(".b.content")).backgroundColor;
    }"""
    assert app.page.evaluate(style) != "rgba(0, 0, 0, 0)"
    app.page.keyboard.press("o")
    assert app.page.evaluate(style) == "rgba(0, 0, 0, 0)"
    assert app.page.locator("#plain").get_attribute("aria-pressed") == "true"
    app.check()


def test_the_app_speaks_japanese(app: App) -> None:
    app.open(1)
    app.page.locator("#language").click()
    for name in ("完了して次へ", "保留", "元の見た目", "書き出し"):
        assert app.page.get_by_role("button", name=name).first.is_visible()
    app.page.locator("#help").click()
    words = app.page.locator("body").inner_text()
    assert "メモを付けて旗を立てる" in words
    assert not re.search(r"Undo|Whole section|Kind|not begun|Saved", words)
    app.check()


def test_pictures_for_the_docs(
    browser: Browser, contexts: list[BrowserContext], tmp_path: Path, pictures: Path
) -> None:
    for path in sorted(BLOG.glob("*.html")):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    server = Server(tmp_path)
    try:
        for name, width, height in (("annotate", 1100, 680), ("annotate-phone", 390, 760)):
            app = app_of(browser, server, contexts, width)
            app.page.set_viewport_size({"width": width, "height": height})
            app.open(6, "anna")
            app.at("Hugh says" if width > 1000 else "There is never a note")
            if width > 1000:
                app.page.locator("#result-button").click()
                app.page.get_by_text("What the corpus will say").wait_for()
            app.page.screenshot(path=pictures / f"{name}.png")
            assert (pictures / f"{name}.png").stat().st_size > 20_000
    finally:
        server.end(signal.SIGKILL)

"""The patrol's page in a real browser, wide and narrow, in English and Japanese; and what it asks the server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from examples.living_board import LivingBoard, filled
from honbun.memory import Board, Outbox, Seen, decide
from honbun.patrol import labels, page
from honbun.thread import Post, key_of
from studio_pages import HIT, VECTORS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COMMAND = (sys.executable, "-c", "from honbun.cli import main; main()", "patrol", "show", "--port", "0")
RULES = """
[[rule]]
name = "parts"
words = ["bicycle", "部品"]
[[rule]]
name = "boxes"
words = ["box", "写真"]
"""
PICTURES = os.environ.get("HONBUN_PICTURES")


def posts_of(board: LivingBoard) -> list[Post]:
    made = []
    for entry in board.threads[0].entries:
        text, date = "\n\n".join(entry.paragraphs), entry.moment.isoformat()
        made.append(Post(text, entry.person.name, date, date, key=key_of(None, None, None, text, date)))
    return made


def fill(path: Path) -> Outbox:
    """A database with two boards, a month of posts, and alerts."""
    outbox = Outbox(path, is_new=True)
    now = datetime.now(UTC).replace(microsecond=0)
    outbox.set_rules(RULES, path.parent, now)
    rules = outbox.rules()
    for name, lang in (("港の掲示板", "ja"), ("Harbour talk", "en")):
        board = outbox.add_board(name, f"https://{lang}.example/", 1800, now)
        start = now.replace(tzinfo=None) - timedelta(days=28)
        lived = filled(LivingBoard(lang, "divisions", lang, now=start), 1, 1)
        while (later := lived.now + timedelta(minutes=lived.rng.randint(60, 1500))) < now.replace(tzinfo=None):
            lived.now = later
            lived.post(lived.threads[0])
        thread = outbox.save_thread(outbox.add_thread(board, f"{board.url}t/1", now), title=lived.threads[0].title)
        read = decide([], [Seen.of(post) for post in posts_of(lived)], is_whole=True)
        outbox.judge(rules, board, outbox.remember(board, thread, read, now))
        _settle(outbox, board, now)
    return outbox


def _settle(outbox: Outbox, board: Board, now: datetime) -> None:
    is_down = board.name != "Harbour talk"
    at = now.isoformat(timespec="seconds")
    outbox.save_board(board, state="HTTP 503" if is_down else "ok", checked_at=at, since=at)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    fill(tmp_path / "patrol.db").close()
    with served(tmp_path) as found:
        yield found


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of the page of a folder's patrol."""
    pytest.importorskip("uvicorn")
    process = subprocess.Popen(COMMAND, cwd=folder, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr as lines:
        yield next(line for line in lines if "look at" in line).split()[3].rstrip(",")
        process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 0


def test_pictures_for_the_docs_alerts_and_search_in_a_browser(browser: Browser, address: str) -> None:
    from playwright.sync_api import expect

    faults: list[str] = []
    wide = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
    wide.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    wide.on("pageerror", lambda error: faults.append(str(error)))
    wide.goto(address)
    wide.wait_for_selector("body[data-ready]")
    assert wide.locator("#boards button").count() == 3
    assert "HTTP 503" in wide.locator("#boards").inner_text()
    wide.get_by_role("button", name="Harbour talk").click()
    expect(wide.locator("#boards [aria-pressed=true]")).to_contain_text("Harbour talk")
    if PICTURES:
        wide.screenshot(path=f"{PICTURES}/patrol-wide.png")
    before = wide.locator("#alerts .post").count()
    assert before > 1
    wide.locator("#alerts .post >> nth=0").get_by_role("button", name="Confirm").click()
    expect(wide.locator("#alerts .post")).to_have_count(before - 1)
    wide.select_option("#verdict", "confirmed")
    expect(wide.locator("#alerts .post")).to_have_count(1)
    wide.get_by_role("button", name="All boards").click()
    wide.fill("#words", "写真")
    wide.press("#words", "Enter")
    wide.wait_for_selector("#back:not([hidden])")
    expect(wide.locator("#stream .post >> nth=0")).to_contain_text("写真")
    assert not faults
    narrow = browser.new_page(viewport={"width": 390, "height": 844}, locale="ja-JP")
    narrow.goto(address)
    narrow.wait_for_selector("body[data-ready]")
    assert narrow.locator("#boards-title").inner_text() == "掲示板"
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 390
    narrow.click("#language")
    narrow.wait_for_selector("#boards-title:text-is('Boards')")
    narrow.get_by_role("button", name="Harbour talk").click()
    expect(narrow.locator("#boards [aria-pressed=true]")).to_contain_text("Harbour talk")
    if PICTURES:
        narrow.screenshot(path=f"{PICTURES}/patrol-narrow.png")
    for each in (wide, narrow):
        each.close()


def test_no_vector_runs(browser: Browser, tmp_path: Path) -> None:
    outbox, now, all_of_them = Outbox(tmp_path / "patrol.db", is_new=True), datetime.now(UTC), "".join(VECTORS)
    outbox.set_rules(f"[[rule]]\nname = {json.dumps(VECTORS[15])}\nwords = ['vector']", tmp_path, now)
    board = outbox.add_board(VECTORS[15], "https://b.example/", 1800, now)
    thread = outbox.save_thread(outbox.add_thread(board, f"{board.url}t/1", now), title=all_of_them)
    posts = [
        Post(f"A vector: {each}", each, "2026-03-01", each, permalink=f"javascript:{HIT}", title=each, key=f"k{i}")
        for i, each in enumerate(VECTORS)
    ]
    read = decide([], [Seen.of(post) for post in posts], is_whole=True)
    outbox.judge(outbox.rules(), board, outbox.remember(board, thread, read, now))
    outbox.save_board(board, state=all_of_them)
    outbox.close()
    with served(tmp_path) as address:
        asked, shown = [], browser.new_page()
        shown.on("request", lambda request: asked.append(request.url))
        shown.goto(address)
        shown.wait_for_selector("body[data-ready]")
        shown.fill("#words", "vector")
        shown.press("#words", "Enter")
        shown.wait_for_selector("#back:not([hidden])")
        assert "onerror" in shown.locator("#stream").inner_text()
        assert shown.evaluate("window.hit") is None
        assert shown.locator("a[href^=javascript]").count() == 0
        assert [url for url in asked if not url.startswith(address)] == []
        shown.close()


def test_search_days_and_labels(tmp_path: Path) -> None:
    outbox = fill(tmp_path / "patrol.db")
    for words in ("部品", "部品を扱っている", "bicycle box", '"; DROP TABLE posts', "100%"):
        found = page.search(outbox, words)
        assert all(word in post["text"] for post in found for word in words.split()), words
    assert page.search(outbox, "部品")
    assert page.search(outbox, "部品を扱っている")
    assert page.search(outbox, "  ") == []
    posts = page.days(outbox, 0, 30)
    ((written,),) = outbox.read("SELECT count(*) FROM posts WHERE date >= ?", posts[0]["day"])
    assert sum(day["posts"] for day in posts) == written
    assert 0 < sum(day["matches"] for day in posts) <= written
    first, second = (alert["alert"] for alert in page.alerts(outbox)[:2])
    outbox.decide_alert(first, "confirmed", datetime.now(UTC))
    outbox.decide_alert(second, "dismissed", datetime.now(UTC))
    assert sorted(label["label"] for label in labels(outbox)) == [False, True]
    assert len(page.alerts(outbox, "confirmed")) == 1

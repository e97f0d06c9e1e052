"""Many ways to run something, wherever a page can put text, in a real browser: nothing runs, nothing loads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import honbun
from honbun.evaluate.cases import Case, Gold
from honbun.output import thread_writer, writer
from honbun.render import RenderOptions
from honbun.report.table import tabulate
from honbun.report.web import html as report
from honbun.studio import explanation_of, frame_document, look_of
from studio_pages import VECTORS, page_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STEP = 16
PLACES = [VECTORS[start : start + STEP] for start in range(0, len(VECTORS), STEP)]


def html_of(html: str, name: str) -> str:
    out = writer("html", several=True, options=RenderOptions(images=False))
    return b"".join(out.join([out.encode(honbun.extract(html, name), name)])).decode()


def thread_of(html: str, name: str) -> str:
    out = thread_writer("html", several=True)
    return b"".join(out.join([out.encode(honbun.posts(html, name), name)])).decode()


def markdown_of(html: str, name: str) -> str:
    """As a reader of markdown shows it that lets html through."""
    reader = pytest.importorskip("markdown_it").MarkdownIt("commonmark", {"html": True})
    text = honbun.extract(html, name).markdown(RenderOptions(images=False))
    return f"<!doctype html><body>{reader.render(text)}"


def explained(html: str, name: str) -> str:
    return honbun.explain(html, name, siblings=[(name, html), (name, html.replace("12", "13"))])


def framed(html: str, name: str) -> str:
    outline = honbun.extraction.read(html, name)
    return frame_document(explanation_of(outline, html.encode()), look=look_of(outline.page, html))


def in_notebook(html: str, name: str) -> str:
    thread, table = honbun.posts(html, name), honbun.records(html, name)
    return f"<!doctype html><body>{thread._repr_html_()}{table._repr_html_()}{honbun.extract(html)._repr_html_()}"


def reported(html: str, name: str) -> str:
    """An evaluation in which all that has a name is called so, and whose pages say so."""
    stated = ("corpus", "digest", "version", "site", "page_type", "language", "detail")
    result = {"task": "content", "key": "set/1", "set": "set", "status": "ok", "milliseconds": 2.0, "text": html}
    result |= {"scores": dict.fromkeys(("f1", "precision", "recall", "f1_by_character"), 0.5)}
    results = [result | dict.fromkeys(stated, name) | {"system": f"{name}{n}"} for n in range(2)]
    cases = [Case("1", "set", name, f"javascript:{name}", name, name, html.encode(), Gold(text=html))]
    return report(tabulate(results, notes=[name]), results, cases, made=name)


OUTPUTS: list[Callable[[str, str], str]] = [
    *(html_of, thread_of, markdown_of, explained, framed, in_notebook, reported),
]


@pytest.fixture
def opened(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    page, asked = browser.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append(f"asked {dialog.message}"))
    page.on("popup", lambda popup: asked.append(f"opened {popup.url}"))
    yield page, asked
    page.close()


@pytest.mark.parametrize("make", OUTPUTS, ids=lambda make: make.__name__)
def test_nothing_runs_and_nothing_loads(
    make: Callable[[str, str], str], opened: tuple[Page, list[str]], tmp_path: Path
) -> None:
    page, asked = opened
    for number, vectors in enumerate(PLACES):
        file = tmp_path / f"{number}.html"
        shown = make(page_of(vectors), "https://a.example/" + "".join(vectors))
        assert "hit" in shown or "evil" in shown  # the vectors came through as text
        file.write_text(shown, "utf-8")
        page.goto(file.as_uri())
        page.wait_for_timeout(100)
        assert [frame.evaluate("window.hit") for frame in page.frames] == [None] * len(page.frames)
        for link in page.locator("a:visible").all()[:20]:
            assert not (link.get_attribute("href") or "").strip().lower().startswith(("javascript", "data"))
    assert [url for url in asked if not url.startswith(("file:", "about:"))] == []
    assert page.url.startswith("file:")


@pytest.mark.parametrize("vectors", PLACES[:3], ids=range(3))
def test_the_vectors_are_live(vectors: list[str], opened: tuple[Page, list[str]]) -> None:
    page, _ = opened
    page.set_content(page_of(vectors))
    page.wait_for_timeout(100)
    assert page.evaluate("window.hit") == 1

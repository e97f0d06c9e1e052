"""Many ways to run something, wherever a page can put text, in a real browser: nothing runs, nothing loads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import honbun
from honbun.output import thread_writer, writer
from honbun.render import RenderOptions
from honbun.studio import explanation_of, frame_document, look_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HIT = "top.hit=1"
VECTORS = [
    f"<script>{HIT}</script>",
    f"<ScRiPt>{HIT}</sCrIpT>",
    f"<script/x>{HIT}</script>",
    f"<script\n>{HIT}</script\n>",
    f"<script src=data:,{HIT}></script>",
    f"<scr<script>ipt>{HIT}</script>",
    f"</title><script>{HIT}</script>",
    f"</textarea><script>{HIT}</script>",
    f"</style><script>{HIT}</script>",
    f"--><script>{HIT}</script>",
    f"]]><script>{HIT}</script>",
    f"</script><script>{HIT}</script>",
    f"</template><script>{HIT}</script>",
    f"</noscript><script>{HIT}</script>",
    f"</iframe><script>{HIT}</script>",
    f"<img src=x onerror={HIT}>",
    f"<img src=x onerror='{HIT}'//",
    f"<img/src=x/onerror={HIT}>",
    f'"><img src=x onerror={HIT}>',
    f"'><img src=x onerror={HIT}>",
    f"`><img src=x onerror={HIT}>",
    f"<image src=x onerror={HIT}>",
    f"<IMG SRC=x ONERROR={HIT}>",
    f"<img src=x oNeRrOr\x0c=\x0c{HIT}>",
    f"<svg onload={HIT}>",
    f"<svg><script>{HIT}</script></svg>",
    f"<svg><animate onbegin={HIT} attributeName=x>",
    f"<svg><a xlink:href=javascript:{HIT}><text>x</text></a>",
    f"<svg><use href='data:image/svg+xml,<svg id=x onload={HIT}>#x'>",
    f"<math><mi xlink:href=javascript:{HIT}>x",
    f"<math><style><img src=x onerror={HIT}></style>",
    f"<svg><style><img src=x onerror={HIT}></style>",
    f"<body onload={HIT}>",
    f"<body onpageshow={HIT}>",
    f"<iframe src=javascript:{HIT}></iframe>",
    f"<iframe srcdoc='<script>{HIT}</script>'></iframe>",
    f"<object data=javascript:{HIT}></object>",
    f"<embed src=javascript:{HIT}>",
    f"<details open ontoggle={HIT}>x</details>",
    f"<input autofocus onfocus={HIT}>",
    f"<select autofocus onfocus={HIT}>",
    f"<textarea autofocus onfocus={HIT}>",
    f"<video src=x onerror={HIT}></video>",
    f"<audio src=x onerror={HIT}></audio>",
    f"<video><source onerror={HIT}></video>",
    f"<marquee onstart={HIT}>x</marquee>",
    f"<div style='animation:x 1s' onanimationstart={HIT}>x</div>",
    f"<form><button formaction=javascript:{HIT} autofocus>x",
    f"<meta http-equiv=refresh content='0;url=javascript:{HIT}'>",
    "<meta http-equiv=refresh content='0;url=http://evil.example/'>",
    f"<base href=javascript:{HIT}//>",
    "<link rel=stylesheet href=http://evil.example/x.css>",
    "<link rel=prefetch href=http://evil.example/x>",
    "<style>@import 'http://evil.example/x.css';</style>",
    "<p style=\"background:url('http://evil.example/x')\">x",
    "<style>p{background:u\\72l(http://evil.example/x)} *{background:image-set('//evil.example/x' 1x)}</style>",
    "<style>@font-face{font-family:y;src:url(http://evil.example/x)} p{font-family:y}</style>",
    "<style>p::before{content:url(//evil.example/x)} p{--u:url(//evil.example/x);background:var(--u)}</style>",
    "<p style=\"background-image:url(//evil.example/x);cursor:url('//evil.example/x'),auto\">x",
    "<p style='list-style:url(//evil.example/x);border-image:url(//evil.example/x) 1'>x",
    f"<style>p{{}}</style\n><img src=x onerror={HIT}>",
    f"<a href=javascript:{HIT}>x</a>",
    f"<a href='java\tscript:{HIT}'>x</a>",
    f"<a href='&#106;avascript:{HIT}'>x</a>",
    f"[x](javascript:{HIT})",
    f'![x](x"onerror="{HIT})',
    f"<x onclick={HIT} tabindex=1 autofocus onfocus={HIT}>x</x>",
    f'"autofocus onfocus={HIT} x="',
]
STEP = 16
PLACES = [VECTORS[start : start + STEP] for start in range(0, len(VECTORS), STEP)]


def page_of(vectors: list[str]) -> str:
    """A thread, with the vectors wherever a page has text: as text, as values, and as they are."""
    text, value = (escape("".join(vectors), quote=quote) for quote in (False, True))
    stated = json.dumps({"@type": "Article", "headline": "".join(vectors), "author": {"name": vectors[0]}})
    posts = "".join(
        f"<div class='post {escape(vector)}' id='p{i}'><span class=author>{escape(vector)}</span> "
        f"<span class=date>2024-05-0{i % 9 + 1} 12:30</span><p>Words of a post, as good as any others. {vector} "
        f"{escape(vector)} and so it ends here.</p><table><tr><th>{escape(vector)}<td>12</table></div>"
        for i, vector in enumerate(vectors)
    )
    return (
        f"<title>{text}</title><meta name=author content='{value}'><meta property=og:title content='{value}'>"
        f"<script type=application/ld+json>{stated.replace('</', '<' + chr(92) + '/')}</script>"
        f"<h1>{text}</h1><p><a href='https://a.example/{value}' title='{value}'>{text}</a> "
        f"A line of the page that is long enough to be kept as a text.</p>{posts}<code>{text}</code>"
    )


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


OUTPUTS: list[Callable[[str, str], str]] = [html_of, thread_of, markdown_of, explained, framed, in_notebook]


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

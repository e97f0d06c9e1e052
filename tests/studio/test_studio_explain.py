"""`honbun.explain`: what is shown is what was decided, and nothing of the page runs, loads or leads anywhere."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import honbun
from honbun.extraction import read
from honbun.studio import explaining
from honbun.studio.explaining import explanation_of
from honbun.studio.explanation import Explanation, Label
from honbun.studio.folds import find_folds
from honbun.studio.frame import FRAME_POLICY, MAX_DEPTH, frame_document
from honbun.studio.html_file import cards
from studio_pages import HOSTILE, THREAD

SITES = Path(__file__).parents[2] / "examples" / "sites"
INNER_TAGS = set(
    "html head meta title style body div span br button i table caption thead tbody tfoot tr td th".split()
)
INNER_ATTRIBUTES = set(
    "charset http-equiv content name class id tabindex data-b data-f data-fold data-k data-l data-word "
    "data-values role aria-expanded aria-level colspan rowspan style type".split()
)
OUTER_TAGS = INNER_TAGS | set(
    "header main iframe aside section script h1 h2 p b i dl dt dd ol ul li details summary button figure "
    "figcaption svg line text circle".split()
)
OUTER_ATTRIBUTES = INNER_ATTRIBUTES | set(
    "lang title sandbox srcdoc data-label data-only data-field data-go disabled aria-pressed aria-label aria-live "
    "hidden scope viewbox x y x1 x2 y1 y2 cx cy r text-anchor".split()
)
EXAMPLES = sorted(path.relative_to(SITES) for path in SITES.glob("*/*.html"))[::7]


class Elements(HTMLParser):
    """The elements of a document as the standard library reads them, so that no bug of ours hides itself."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.content: dict[str, list[str]] = {}
        self._open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag
        if tag in ("script", "style"):
            self.content.setdefault(tag, []).append("")

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style"):
            self.content[self._open][-1] += data

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self._open = ""


def inner_of(shown: str) -> str:
    frames = [attributes for tag, attributes in Elements(shown).found if tag == "iframe"]
    assert len(frames) == 1
    assert frames[0]["sandbox"] == "allow-same-origin"
    return frames[0]["srcdoc"] or ""


def check_inert(shown: str) -> None:
    """Only elements and attributes of ours are there, and one script, which the policy names by its digest."""
    outer, inner = Elements(shown), Elements(inner_of(shown))
    for elements, tags, attributes in (
        (outer, OUTER_TAGS, OUTER_ATTRIBUTES),
        (inner, INNER_TAGS, INNER_ATTRIBUTES),
    ):
        assert {tag for tag, _ in elements.found} <= tags
        assert {name for _, held in elements.found for name in held} <= attributes
        assert {held["http-equiv"] for _, held in elements.found if "http-equiv" in held} == {
            "Content-Security-Policy"
        }
        styles = "".join(elements.content["style"]) + ";".join(
            held.get("style") or "" for _, held in elements.found
        )
        assert not re.search(r"url\(|@import|expression|https?:|</|\\\\", styles, re.IGNORECASE)
    assert "style" not in {name for _, held in outer.found for name in held}
    assert "script" not in inner.content
    data, script = outer.content["script"]
    json.loads(data)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policies = [held["content"] for _, held in outer.found if "http-equiv" in held]
    assert policies == [
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    ]
    assert [held["content"] for _, held in inner.found if "http-equiv" in held] == [FRAME_POLICY]


def explained(html: str | bytes, site: honbun.Site | None = None) -> Explanation:
    return explanation_of(read(html, None), html, site=site)


def test_a_hostile_page_is_inert() -> None:
    shown = honbun.explain(HOSTILE, url='https://evil.example/"><script>top.hit=1</script>')
    check_inert(shown)
    assert "Harbour wall" in shown


def test_a_hostile_page_is_inert_among_its_siblings() -> None:
    pages = [(f"https://evil.example/{n}'><script>", HOSTILE.replace("wall", f"wall {n}<")) for n in range(3)]
    shown = honbun.explain(pages[0][1], pages[0][0], siblings=pages[1:])
    check_inert(shown)
    assert 'class="field"' in inner_of(shown)


FRAGMENTS = st.sampled_from(
    [
        *HOSTILE.split("\n"),
        *"</iframe> </script> </style> </body> --> ]]> \" ' < > & &lt; \0 \ud800 &#0; &#xd800; </table>".split(
            " "
        ),
        "plain words that are long enough to be some prose of a page, are they not? ",
        "<svg><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
        "<select><option><style></select></style><script>1</script>",
        "<a><table><a><p><table><div>",
    ]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(FRAGMENTS, max_size=12).map("".join))
def test_whatever_the_page_the_file_is_inert(html: str) -> None:
    check_inert(honbun.explain(html))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(FRAGMENTS, max_size=6).map("".join), min_size=2, max_size=4))
def test_whatever_the_siblings_the_file_is_inert(pages: list[str]) -> None:
    check_inert(honbun.explain(pages[0], siblings=[(None, html) for html in pages[1:]]))


@pytest.mark.parametrize("html", [b"", "", b"\x00\x01\xff" * 50, b"%PDF-1.4 x", "<html>", "<p> </p>"])
def test_pages_without_text_say_why(html: str | bytes) -> None:
    shown = honbun.explain(html)
    check_inert(shown)
    assert str(honbun.extract(html).reason) in shown


@pytest.mark.parametrize("name", EXAMPLES, ids=str)
def test_every_block_is_shown_once_with_its_text_and_the_label_that_was_given(name: Path) -> None:
    html = (SITES / name).read_bytes()
    made, doc = explained(html), honbun.extract(html)
    inner = frame_document(made)
    spans = re.findall(
        r'<span class="b (\w+) s\d(?: hidden)?(?: folded)?" data-b="(\d+)"([^>]*)>(.*?)</span>', inner, re.DOTALL
    )
    texts: dict[int, str] = {}
    for label, block, extra, text in spans:
        assert (int(block) not in texts) == ("id=" in extra)
        texts[int(block)] = texts.get(int(block), "") + text
        assert label == made.labels[int(block)]
    shown = ["".join(re.sub(r"\s+", "", texts[i])) for i in range(len(doc.blocks))]
    assert shown == [escape("".join(text.split())) for text in doc.blocks.texts]
    assert np.array_equal(made.score, doc.labels.score)
    assert made.document.to_dict() == doc.to_dict()
    kept = [label in (Label.MAIN, Label.POST) for label in made.labels]
    scored = [label not in (Label.TITLE, Label.COMMENT) for label in made.labels]
    assert np.array_equal(np.array(kept)[scored], doc.labels.is_content[scored])


def test_the_same_page_gives_the_same_file() -> None:
    html = (SITES / "blog/what-the-swifts-did.html").read_bytes()
    assert honbun.explain(html) == honbun.explain(html)


def test_a_site_says_how_many_pages_repeat_a_block() -> None:
    pages = [(None, path.read_bytes()) for path in sorted(SITES.glob("news-en/*.html"))]
    site = honbun.Site.learn(pages)
    made = explained(pages[0][1], site)
    shown = cards(made)
    assert shown["sitePages"] == len(site)
    frequency = {text: block["frequency"] for text, block in zip(made.blocks.texts, shown["blocks"], strict=True)}
    assert len(pages) - 2 <= frequency["Home"] < len(pages)  # of two pages that show the same lines one counts
    assert 0 in frequency.values()
    assert made.document.text == site.extract(pages[0][1]).text
    assert all(block["frequency"] is None for block in cards(explained(pages[0][1]))["blocks"])


def test_posts_are_outlined_with_author_and_date() -> None:
    made = explained(THREAD)
    assert made.posts is not None
    assert [post.author for post in made.posts.posts] == ["Ada", "Bert", "Cleo", "Ada"]
    inner = frame_document(made)
    flags = [re.sub("<.*?>", "", flag) for flag in re.findall(r'<span class="flag">(.*?)</span></?[sd]', inner)]
    assert len(flags) == 4
    assert flags[1].startswith("post 2 · Bert · 2024-03-02")
    assert inner.count("post-element") >= 4
    posts = [block["post"] for block in cards(made)["blocks"]]
    assert {0, 1, 2, 3} <= set(posts)


def test_text_that_only_the_data_of_a_page_has_is_said_to_be_so() -> None:
    story = "The wall was mended over the winter, and nobody was hurt, said the master. " * 5
    data = json.dumps({"@type": "Article", "articleBody": story})
    shown = honbun.explain(f'<title>x</title><script type="application/ld+json">{data}</script><body></body>')
    check_inert(shown)
    assert "text from" in shown
    assert "The wall was mended" in shown


def test_hidden_blocks_are_marked() -> None:
    inner = frame_document(explained("<p>Some words are shown here.</p><p hidden>Others are not shown.</p>"))
    assert re.search(r'class="b \w+ s\d hidden"[^>]*>Others', inner)


def test_hostile_sizes_stay_within_seconds() -> None:
    start = time.process_time()
    deep = honbun.explain("<div>x" * 5000)
    assert len(deep) < 8_000_000
    assert inner_of(deep).count("<div") <= MAX_DEPTH + 2
    honbun.explain("<p>some words</p>" * 3000)
    assert time.process_time() - start < 20


def test_a_page_of_very_many_blocks_has_no_cards() -> None:
    made = honbun.explain("<h1>A list</h1><ul>" + "<li>one of the items of a list" * 5100)
    assert "none: the page has 5,101 blocks" in made
    assert '"blocks":[]' in made


def test_records_are_framed_unless_there_are_too_many_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    card = (
        "<div class=card><h3><a href=/towns/%d>Town %d by the sea</a></h3><p>Ferries go %d times a day.</p></div>"
    )
    html = "<title>Towns</title><h1>Towns</h1>" + "".join(card.replace("%d", str(i)) for i in range(1, 9))
    assert len(honbun.records(html)) == 8
    assert honbun.explain(html).count("record-element") > honbun.explain("<p>A page").count("record-element") + 7
    monkeypatch.setattr(explaining, "_MAX_BLOCKS", 4)
    assert honbun.explain(html).count("record-element") == honbun.explain("<p>A page").count("record-element")


def test_the_posts_of_a_page_are_put_together_once(monkeypatch: pytest.MonkeyPatch) -> None:
    html = (Path(__file__).parents[2] / "examples/sites/board/1322923737.html").read_bytes()
    shown = honbun.explain(html)
    assert "post-element" in inner_of(shown)
    monkeypatch.setattr(explaining, "posts_of", pytest.fail)
    assert honbun.explain(html) == shown


def test_a_stretch_is_navigation_if_its_text_is_mostly_links() -> None:
    html = (Path(__file__).parents[2] / "examples/sites/news-en/herring-landings.html").read_bytes()
    folds = find_folds(explanation_of(read(html, None), html)).folds
    meanings = {fold.hint.split(" · ")[0][:9]: fold.meaning for fold in folds}
    assert meanings["The Averl"] == "navigation"
    # The standfirst, a byline and six short links.
    assert meanings["Skippers "] == "text"

"""What a page marks itself as no part of its content."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import honbun
from honbun.article.marked import find_marked
from honbun.features.outline import Outline
from honbun.page import parse
from honbun.page.blocks import segment

TEXT = "<p>The kettle was carried down to the harbour before the rain came, and nobody asked who ordered it.</p>"


def marked(html: str) -> list[str]:
    outline = Outline(segment(parse(html)))
    return [text for text, is_in in zip(outline.blocks.texts, find_marked(outline), strict=True) if is_in]


@pytest.mark.parametrize(
    "box",
    [
        "<nav>{}</nav>",
        "<footer>{}</footer>",
        "<dialog open>{}</dialog>",
        '<div role="Navigation">{}</div>',
        '<div role="dialog"><div>{}</div></div>',
        '<div id="onetrust-consent-sdk">{}</div>',
        '<div id="CybotCookiebotDialog">{}</div>',
        '<section class="box cookie-notice">{}</section>',
        '<div class="CookieBanner_root">{}</div>',
    ],
)
def test_marked_text_is_furniture(box: str) -> None:
    assert marked(TEXT + box.format("Some words")) == ["Some words"]


@pytest.mark.parametrize(
    "box",
    [
        "<article><footer>{}</footer></article>",
        "<blockquote><footer>{}</footer></blockquote>",
        '<div class="cookie-recipe">{}</div>',
        '<div class="consenting-adults">{}</div>',
        '<div class="row sticky-container">{}</div>',
        '<p class="cookie-notice">{}</p>',
        '<div role="main">{}</div>',
    ],
)
def test_other_text_is_none(box: str) -> None:
    assert marked(TEXT + box.format("Some words")) == []


def test_a_page_that_asks_is_not_called_a_dialog() -> None:
    assert marked(f'<body class="cookie-notice-shown">{TEXT}') == []


def test_a_page_that_is_only_a_dialog_is_read() -> None:
    assert marked(f'<div role="dialog">{TEXT * 5}</div><p>Menu</p>') == []


def test_it_is_never_content() -> None:
    asked = "".join(f"<p>{i} We value your privacy, and record all that you do.</p>" for i in range(9))
    html = f'<meta name=viewport content=x><h1>Kettles</h1>{TEXT}<div id="onetrust-consent-sdk">{asked}</div>'
    document = honbun.extract(html)
    assert "kettle" in document.text
    assert "privacy" not in document.text
    asking = next(i for i, text in enumerate(document.blocks.texts) if "privacy" in text)
    assert "marked as boilerplate" in document.labels.evidence_of(asking)


@given(st.text(alphabet="<>/ abdiegilnotvcksr=\"'\0\n", max_size=200))
def test_any_page_has_an_answer(html: str) -> None:
    outline = Outline(segment(parse(html)))
    assert len(find_marked(outline)) == len(outline.blocks)


def test_escaped_markup_in_noscript_is_no_text() -> None:
    escaped = '<noscript>&lt;img src="/a.jpg" alt="A kettle"&gt;</noscript>'
    assert marked(TEXT + escaped) == ['<img src="/a.jpg" alt="A kettle">']
    assert "img" not in honbun.extract(TEXT + escaped).text
    assert marked(f"{TEXT}<noscript><p>Words without a script.</p></noscript>") == []
    assert marked(f"{TEXT}<p>&lt;img src=/a.jpg&gt;</p>") == []

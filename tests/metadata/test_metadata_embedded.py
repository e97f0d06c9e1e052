"""Text that lies only in the data of a page."""

from __future__ import annotations

import json

import pytest
from metadata_samples import linked, page_of

from honbun.metadata.embedded import embedded_text
from honbun.metadata.read import read_metadata

FIRST = "The kettle was carried down to the harbour before the rain came, and nobody asked who had ordered it."
SECOND = "The ladder was carried up again in the evening, when the rain had gone and the quay was dry at last."
BOTH = f"{FIRST}\n\n{SECOND}"
STEPS = [{"@type": "HowToStep", "text": FIRST}, {"@type": "HowToStep", "text": SECOND}]
STATE = {
    "locale": "en",
    "menu": [{"title": "Home", "url": "/"}, {"title": "News"}],
    "page": {
        "id": "4f1c",
        "body": [{"type": "p", "text": FIRST}, {"type": "p", "text": SECOND}],
        "css": ".a{b:c}" * 50,
    },
    "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" * 20,
}


def script(value: object, attributes: str = "type=application/json", name: str = "") -> str:
    return f"<script {attributes}>{name}{json.dumps(value)}</script>"


@pytest.mark.parametrize(
    ("markup", "source"),
    [
        (script(STATE), "script application/json"),
        (script(STATE, "type=application/json id=__NEXT_DATA__"), "script __NEXT_DATA__"),
        (script(STATE, "", "window.__INITIAL_STATE__ = ") + "<p>x", "script window.__INITIAL_STATE__"),
        (script(json.dumps(STATE), "", "window.__STATE__=JSON.parse("), "script window.__STATE__"),
        (script({"html": f"<p>{FIRST}</p><script>x()<\\/script><p>{SECOND}</p>"}), "script application/json"),
        (script({"html": f"&lt;p&gt;{FIRST}&lt;/p&gt;&lt;p&gt;{SECOND}&lt;/p&gt;"}), "script application/json"),
        (script([f"{FIRST}\n{SECOND}", f"{FIRST}\n{SECOND}"]), "script application/json"),
        (linked({"@type": "Article", "articleBody": f"{FIRST}\n\n{SECOND}"}), "JSON-LD articleBody"),
        (linked({"@type": "DiscussionForumPosting", "text": f"{FIRST}<br><br>{SECOND}"}), "JSON-LD text"),
        (linked({"@type": "Product", "description": BOTH}), "JSON-LD description"),
        (linked({"@type": "Recipe", "recipeInstructions": STEPS}), "JSON-LD recipeInstructions"),
    ],
)
def test_where_text_may_lie(markup: str, source: str) -> None:
    assert embedded_text(page_of(body=markup)) == (BOTH, source)


def test_japanese_has_no_spaces() -> None:
    text = "町の図書館は来月から夜九時まで開くことになり、勤め帰りの人たちが喜んでいる。" * 2
    assert embedded_text(page_of(body=script({"a": {"b": [text]}}))) == (text, "script application/json")


def test_what_the_page_calls_its_text_comes_before_what_is_longer() -> None:
    markup = linked({"@type": "Article", "articleBody": FIRST}) + script({"other": SECOND + SECOND[:50]})
    assert embedded_text(page_of(body=markup)) == (FIRST, "JSON-LD articleBody")


@pytest.mark.parametrize(
    "markup",
    [
        "",
        f"<p>{FIRST}</p>",
        f"<title>{FIRST}</title>",
        f"<script>var text = '{FIRST}'</script>",
        script(
            {"token": "a1b2" * 100, "css": ".a { color: red; } " * 20, "url": "https://a.example/" + "a/" * 90}
        ),
        script({"code": "function f() { return 1; } var a = f(); " * 10}),
        "<script type=application/json>{broken</script>",
    ],
)
def test_no_text(markup: str) -> None:
    assert embedded_text(page_of(body=markup)) is None


def test_state_is_no_metadata() -> None:
    assert read_metadata(page_of(body=script(STATE), url=None)).sources == {}

"""Options, and pages on which nothing, or only data, is to be found."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import honbun
from honbun.document import Reason
from honbun.errors import FormatError

EXAMPLES = Path(__file__).parents[2] / "examples" / "sites"
SENTENCE = "The kettle was carried down to the harbour before the rain came, and nobody asked who had ordered it."
BODY = " ".join(f"{number} {SENTENCE}" for number in range(5))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.html"))[::7], ids=lambda path: path.name)
def test_precision_keeps_no_more_than_recall(path: Path) -> None:
    kept = [
        set(map(str, (block.i for block in honbun.extract(path.read_bytes(), options=options).content)))
        for options in (honbun.ExtractOptions(favour="precision"), honbun.ExtractOptions(favour="recall"))
    ]
    assert kept[0] <= kept[1]


def test_an_unknown_wish_is_refused() -> None:
    with pytest.raises(FormatError, match="known: precision, recall"):
        honbun.ExtractOptions(favour="speed")


def test_comments_are_kept_on_demand() -> None:
    comments = "".join(
        f"<li class=comment><b>Reader {i}</b> <i>2011-11-0{i} 10:00</i>"
        f"<p>I have seen kettle number {i} myself.</p></li>"
        for i in range(1, 7)
    )
    html = f"<title>Kettles</title><h1>Kettles</h1>{f'<p>{SENTENCE}</p>' * 1}<p>{BODY}</p><ul>{comments}</ul>"
    without, with_ = (honbun.extract(html, options=honbun.ExtractOptions(comments=c)).text for c in (False, True))
    assert "kettle number 3" not in without
    assert SENTENCE in without
    assert "kettle number 3" in with_


def test_no_paragraph_comes_twice() -> None:
    text = honbun.extract(f"<title>K</title><h1>Kettles</h1><p>{SENTENCE}</p><p>{BODY}</p><p>{SENTENCE}</p>").text
    assert text.count(f"\n{SENTENCE}\n") <= 1


@pytest.mark.parametrize(
    "script",
    [
        '<script type="application/ld+json">{}</script>'.format(
            json.dumps({"@type": "Article", "articleBody": BODY})
        ),
        '<script type="application/json">{}</script>'.format(json.dumps({"props": {"content": f"<p>{BODY}</p>"}})),
        "<script>window.__STATE__ = {}</script>".format(json.dumps({"post": {"body": BODY}})),
    ],
)
def test_text_that_is_only_in_the_data_is_given(script: str) -> None:
    document = honbun.extract(f"<title>Kettles</title><div id=root></div>{script}", "https://e.example/k")
    assert SENTENCE in document.text
    assert document.reason is None
    assert document.sources["text"]
    assert SENTENCE in document.markdown()
    assert document.to_dict()["blocks"]


def test_a_page_without_any_says_so() -> None:
    document = honbun.extract("<title>App</title><div id=root></div><script>run()</script>")
    assert (document.text, document.reason) == ("", Reason.NO_TEXT)


@pytest.mark.parametrize(
    "html",
    [b"", b"\x00\x01\x02" * 1000, b"%PDF-1.4 x", "<div>" * 300_000, "<a href=/x>y</a>" * 60_000, "<" * 500_000],
    ids=["empty", "binary", "pdf", "nested", "links", "angles"],
)
def test_hostile_input_gives_a_document(html: bytes | str) -> None:
    document = honbun.extract(html)
    assert bool(document.text) != bool(document.reason)


def test_extracting_loads_no_training_library_and_gives_the_same_whatever_the_hash_seed() -> None:
    path = sorted(EXAMPLES.glob("blog/*.html"))[0]
    code = (
        "import honbun, json, pathlib, sys; "
        f"doc = honbun.extract(pathlib.Path({str(path)!r}).read_bytes()); "
        "heavy = [n for n in ('catboost', 'xgboost', 'sklearn', 'lightgbm', 'pandas') if n in sys.modules]; "
        "print(json.dumps([heavy, doc.to_dict()]))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert json.loads(said[0])[0] == []

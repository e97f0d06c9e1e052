"""The comments of the example blog, replies included, whether its pages come alone or with their site."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import honbun

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = {path.name: path.read_bytes() for path in sorted((EXAMPLES / "sites" / "blog").glob("*.html"))}
GOLD = [json.loads(line) for line in (EXAMPLES / "gold" / "blog.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def site() -> honbun.Site:
    return honbun.Site.learn((None, html) for html in PAGES.values())


@pytest.mark.parametrize("gold", GOLD, ids=lambda gold: gold["page"])
def test_every_comment_is_found_with_its_author(gold: dict[str, object], site: honbun.Site) -> None:
    wanted = [(comment["author"], comment["text"]) for comment in gold["comments"]]  # type: ignore[attr-defined]
    html = PAGES[str(gold["page"])]
    for document in (honbun.extract(html), site.extract(html)):
        assert [(comment.author, comment.text) for comment in document.comments] == wanted

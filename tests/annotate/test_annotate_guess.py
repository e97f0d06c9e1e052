"""What is marked before a person comes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from honbun.annotate.guess import GuessOptions, guesses
from honbun.extraction import read_page
from honbun.input import RawPage

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("site", ["search", "news-ja", "board"])
def test_the_title_that_is_marked_is_that_of_the_page_or_none(site: str) -> None:
    """A result of a search is like what was looked for, and is not the title."""
    lines = (EXAMPLES / "gold" / f"{site}.jsonl").read_text().splitlines()
    gold = {case["page"]: case for case in map(json.loads, lines)}
    names = sorted(gold)[:5]
    pages = [
        RawPage((EXAMPLES / "sites" / site / name).read_bytes(), gold[name].get("url"), "text/html")
        for name in names
    ]
    for name, raw, (guess, _) in zip(names, pages, guesses(pages, lambda: pages, GuessOptions()), strict=True):
        texts = read_page(raw).blocks.texts
        marked = ["".join(texts[i].split()) for i, mark in enumerate(guess.marks) if mark in "tT"]
        wanted = gold[name].get("title")
        assert marked == (["".join(wanted.split())] if wanted else []), name

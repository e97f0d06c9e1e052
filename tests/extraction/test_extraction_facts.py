"""Title, author and date of the pages of the example sites."""

from __future__ import annotations

import json

import pytest
from extraction_samples import EXAMPLES, SITES

import honbun

# Of the facts that the gold states, so many may be wrong.
WRONG = {("news-ja", "author"): 1}


def facts_of(name: str, fact: str) -> list[tuple[str, str]]:
    """What the gold says and what the document says, for the pages whose gold says something."""
    found = []
    for line in (EXAMPLES / "gold" / f"{name}.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        if gold.get(fact):
            html = (EXAMPLES / "sites" / name / gold["page"]).read_bytes()
            said = getattr(honbun.extract(html, gold["url"]), fact) or ""
            end = 10 if fact == "date" else None  # of a moment the day
            found.append((" ".join(gold[fact].split())[:end], said[:end]))
    return found


@pytest.mark.parametrize("fact", ["title", "author", "date"])
@pytest.mark.parametrize("name", SITES)
def test_facts_of_the_example_sites(name: str, fact: str) -> None:
    wrong = [(gold, said) for gold, said in facts_of(name, fact) if gold != said]
    assert len(wrong) <= WRONG.get((name, fact), 0), wrong

"""The example sites with their gold, and a score for what was extracted."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import honbun

EXAMPLES = Path(__file__).parents[2] / "examples"
SITES = ("blog", "board", "news-en", "news-ja", "search", "syllabus")

# Chinese and Japanese are cut into characters, other text into words.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


@dataclass(frozen=True)
class Example:
    """A page of an example site, and its main text."""

    url: str
    html: bytes
    gold: str
    path: Path


@cache
def example_site(name: str) -> tuple[Example, ...]:
    """The pages of an example site, by the names of their files."""
    lines = (EXAMPLES / "gold" / f"{name}.jsonl").read_text("utf-8").splitlines()
    return tuple(sorted((_example(name, json.loads(line)) for line in lines), key=lambda page: page.path))


def _example(name: str, gold: dict[str, str]) -> Example:
    path = EXAMPLES / "sites" / name / gold["page"]
    return Example(gold["url"], path.read_bytes(), gold["text"], path)


def pages_of(name: str) -> list[tuple[str, bytes]]:
    """The pages of an example site as (url, html)."""
    return [(example.url, example.html) for example in example_site(name)]


def texts(site: honbun.Site, pages: list[tuple[str, bytes]]) -> list[str]:
    """What the site extracts from these pages."""
    return [site.extract(html, url).text for url, html in pages]


def word_f1(text: str, gold: str) -> float:
    """F1 of the multisets of words."""
    found, wanted = (Counter(_TOKEN.findall(said.lower())) for said in (text, gold))
    total = found.total() + wanted.total()
    return 2 * (found & wanted).total() / total if total else 1.0


def mean(values: list[float]) -> float:
    return sum(values) / len(values)

"""Pages of a crawl, and what the command line makes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from click.testing import CliRunner

from examples.warcs import example_pages
from honbun.cli import main

WORDS = "harbour kettle morning letter council bridge winter paper engine garden village teacher".split()


def crawl_pages() -> Iterator[tuple[str, bytes]]:
    """Two pages of a site that says the same twice, one of another, some of two examples, many of a large site."""
    examples = [page for page in example_pages() if "board." in page[0] or "search." in page[0]]
    large = [(f"https://large.example/{n}.html", story("Large", n)) for n in range(21)]
    # The ninth and later pages are not learned; one of them is the copy of a page that is.
    large[15] = ("https://large.example/15.html", story("Large", 2))
    small = [(f"https://small.example/{n}.html", story("Small", 100 + n)) for n in range(2)]
    return iter([*large[:4], *examples, *small, *large[4:], ("https://single.example/", story("Single", 200))])


def story(site: str, number: int) -> bytes:
    """A small article in the template of its site."""
    texts = [" ".join(WORDS[(number * (i + 3) + j * (i + 1)) % 12] for j in range(14)) for i in range(5)]
    paragraphs = "".join(f"<p>Story {number} tells in part {i}: {text}.</p>" for i, text in enumerate(texts))
    return (
        f"<html><head><title>Story {number}</title></head><body><ul><li><a href=/>Home of {site}</a></li>"
        f"<li><a href=/news>News</a></li></ul><h1>Story {number}</h1>{paragraphs}"
        f"<p>{site} is printed on paper from the forests of the county.</p></body></html>"
    ).encode()


def command(*words: str) -> list[dict[str, Any]]:
    """The rows that a command writes as JSON lines."""
    result = CliRunner().invoke(main, [words[0], "-q", "-f", "jsonl", *words[1:]])
    assert result.exit_code in (0, 1), result.stderr
    return [json.loads(line) for line in result.stdout.split("\n") if line]


def by_source(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["source"], []).append(row)
    return found

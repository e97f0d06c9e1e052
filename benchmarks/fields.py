"""Fields: how well tables are made of series, by vertical, number of pages and half of the sites, and how fast.

`python -m benchmarks.fields fields-dev.parquet recipes-dev.parquet` prints the tables of docs/fields.md. Recipes
lose their JSON-LD and microdata first: a page that states its fields for programs is no test.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any

import honbun
from honbun.evaluate.cases import Answer, Gold
from honbun.evaluate.metrics.tables import field_scores
from honbun.evaluate.metrics.words import overlap, tokens
from honbun.evaluate.ours import field_answers

COUNTS = (3, 5, 10, 40)
MEGABYTES = (10, 30, 100)
ATTRIBUTES = ("title", "ingredients", "instructions", "author")
LEAST_RECIPES = 2

_DATA = re.compile(rb"<script[^>]*ld\+json.*?</script\s*>", re.IGNORECASE | re.DOTALL)
_MICRODATA = re.compile(
    rb"""\s(?:itemprop|itemtype|itemscope|itemid|itemref)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?"""
)

Site = tuple[str, str, list[dict[str, Any]]]
Scores = dict[str, float]


def read_sites(file: str) -> list[Site]:
    """Name, vertical and pages of each site."""
    from pyarrow import parquet

    columns = ["site", "page_type", "url", "html", "gold"]
    rows = sorted(parquet.read_table(file, columns=columns).to_pylist(), key=lambda row: str(row["site"]))
    sites = []
    for name, own in groupby(rows, key=lambda row: str(row["site"])):
        pages = list(own)
        sites.append((name, str(pages[0]["page_type"]), pages))
    return sites


def score(pages: Sequence[dict[str, Any]]) -> Scores:
    """The scores of the table of some pages of one site."""
    table = honbun.fields([(page["url"], page["html"]) for page in pages], all_columns=True)
    return field_scores(field_answers(table), [gold_of(page) for page in pages])


def gold_of(page: dict[str, Any]) -> Gold:
    """What the gold says of a page."""
    fields = json.loads(page["gold"])["fields"]
    return Gold(fields={name: tuple(values) for name, values in fields.items()})


def show_fields(file: str) -> None:
    """F1 and columns by vertical, by number of pages, and by half of the sites."""
    sites = read_sites(file)
    by_count = {count: [(*site[:2], score(site[2][:count])) for site in sites] for count in COUNTS}
    kinds = sorted({kind for _, kind, _ in sites})
    _row("pages a site", *kinds, "all sites", "columns", "cells right")
    _rule(len(kinds) + 4)
    for count, scored in by_count.items():
        means = [_mean([s["f1"] for _, own, s in scored if own == kind]) for kind in kinds]
        every = [scores for *_, scores in scored]
        cells = sum(s["cells_right"] for s in every) / sum(s["cells"] for s in every)
        columns = _mean([s["columns"] for s in every])
        _row(
            count, *map(_figure, means), _figure(_mean([s["f1"] for s in every])), f"{columns:.1f}", _figure(cells)
        )
    print()
    _row("half of the sites", "sites", "F1 at 40 pages", "columns")
    _rule(4)
    for half in (0, 1):
        own = [scores for name, _, scores in by_count[40] if _half(name) == half]
        _row(
            half + 1, len(own), _figure(_mean([s["f1"] for s in own])), f"{_mean([s['columns'] for s in own]):.1f}"
        )
    print()


def show_recipes(file: str) -> None:
    """F1 of each attribute of recipe pages, of exact values and of words."""
    sites = [site for site in read_sites(file) if len(site[2]) >= LEAST_RECIPES]
    exact: dict[str, list[float]] = {name: [] for name in ATTRIBUTES}
    words: dict[str, list[float]] = {name: [] for name in ATTRIBUTES}
    columns = []
    for _, _, pages in sites:
        stripped = [{**page, "html": strip_data(page["html"])} for page in pages]
        table = honbun.fields([(page["url"], page["html"]) for page in stripped], all_columns=True)
        answers, golds = field_answers(table), [gold_of(page) for page in pages]
        scores = field_scores(answers, golds)
        columns.append(scores["columns"])
        for name in ATTRIBUTES:
            if f"f1/{name}" in scores:
                exact[name].append(scores[f"f1/{name}"])
                words[name].append(_best_words(answers, golds, name))
    _row(f"recipes, {len(sites)} sites", *ATTRIBUTES, "mean", "columns")
    _rule(len(ATTRIBUTES) + 3)
    for title, found in (("exact values", exact), ("words", words)):
        means = [_mean(found[name]) for name in ATTRIBUTES]
        _row(title, *map(_figure, means), _figure(_mean(means)), f"{_mean(columns):.1f}")
    print()


def strip_data(html: bytes) -> bytes:
    """The page without what it states for programs."""
    return _MICRODATA.sub(b"", _DATA.sub(b"", html))


def _best_words(answers: Sequence[Answer], golds: Sequence[Gold], name: str) -> float:
    """The mean F1 in words of an attribute and the best column, the values of a page joined."""
    wanted = [" ".join((gold.fields or {}).get(name, ())) for gold in golds]
    pages = [page for page, text in enumerate(wanted) if text]
    columns = {column for answer in answers for column in answer.fields}
    means = [
        _mean([_words(" ".join(answers[page].fields.get(column, ())), wanted[page]) for page in pages])
        for column in columns
    ]
    return max(means, default=0.0)


def _words(found: str, wanted: str) -> float:
    return overlap(Counter(tokens(found)), Counter(tokens(wanted)))[2]


def show_time(file: str) -> None:
    """CPU seconds of learning and of reading, by size of the input: pages of several sites as one series."""
    _row("MB", "pages", "templates", "learning, seconds", "a MB", "reading, seconds", "a MB")
    _rule(7)
    for megabytes in MEGABYTES:
        pages = list(_at_least(file, megabytes * 10**6))
        size = sum(len(html) for _, html in pages) / 10**6
        start = time.process_time()
        template = honbun.FieldTemplate.learn(pages)
        learned = time.process_time()
        template.apply(pages)
        learning, reading = learned - start, time.process_time() - learned
        times = [figure for each in (learning, reading) for figure in (f"{each:.1f}", f"{each / size:.2f}")]
        _row(f"{size:.0f}", f"{len(pages):,}", len(template.templates), *times)
    print()


def _at_least(file: str, size: int) -> Iterator[tuple[str, bytes]]:
    """Pages, site by site, until there are so many bytes."""
    for _, _, pages in read_sites(file):
        for page in pages:
            if size <= 0:
                return
            size -= len(page["html"])
            yield page["url"], page["html"]


def _half(name: str) -> int:
    return blake2b(name.encode()).digest()[0] % 2


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _figure(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _row(*cells: object) -> None:
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def _rule(columns: int) -> None:
    print("|---|" + "--:|" * (columns - 1))


def main() -> None:
    """Show what the files are good for."""
    for file in sys.argv[1:]:
        if "recipes" in Path(file).name:
            show_recipes(file)
        else:
            show_fields(file)
            show_time(file)


if __name__ == "__main__":
    main()

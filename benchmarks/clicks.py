"""How many clicks it takes to label a page: from what honbun marks to the gold of wcxb-dev.

`python -m benchmarks.clicks DATA` after `python -m benchmarks.folds DATA`: pages are marked by models that have
not seen their sites.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from statistics import mean, median

from benchmarks.folds import LeftOut
from honbun.annotate.guess import marks_of
from honbun.annotate.marks import TEXT
from honbun.article.decision import ExtractOptions
from honbun.evaluate.corpus import read_corpus
from honbun.evaluate.metrics.labels import label
from honbun.extraction import read
from honbun.studio import explanation_of


def gestures(marked: list[bool], wanted: list[bool]) -> int:
    """The least number of clicks and drags that make what is marked what is wanted.

    A drag gives all blocks it passes one label, so it may pass over blocks that have it already: each stretch of
    blocks with the same label to be needs one, if any of them has another.
    """
    pairs = zip(wanted, marked, strict=True)
    return sum(
        any(now != is_text for is_text, now in stretch) for _, stretch in groupby(pairs, key=lambda p: p[0])
    )


def clicks_of(html: bytes, url: str | None, gold: str, options: ExtractOptions) -> int:
    """The clicks that a page takes."""
    outline = read(html, url)
    marks = marks_of(explanation_of(outline, html, options=options))
    wanted = label(outline.blocks.texts, gold) > 0
    return gestures([mark.lower() in TEXT for mark in marks], wanted.tolist())


def line(name: str, clicks: list[int]) -> str:
    """The figures of some pages, as a row of a table."""
    few = [sum(each <= most for each in clicks) / len(clicks) for most in (0, 3, 10)]
    shares = " | ".join(f"{100 * share:.0f} %" for share in few)
    return f"| {name} | {len(clicks):,} | {median(clicks):g} | {mean(clicks):.1f} | {shares} |"


def main(data: Path) -> None:
    """Print the table."""
    models = LeftOut()
    found: dict[str, list[int]] = defaultdict(list)
    for case in read_corpus(data / "wcxb-dev.parquet").cases:
        options = ExtractOptions(model=models.model_for(case.html))
        found[case.page_type].append(clicks_of(case.html, case.url, case.gold.text or "", options))
    print("| | pages | median | mean | none | 3 or fewer | 10 or fewer |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    print(line("all", [each for clicks in found.values() for each in clicks]))
    for name, clicks in sorted(found.items(), key=lambda item: -len(item[1])):
        print(line(name, clicks))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    main(parser.parse_args().data)

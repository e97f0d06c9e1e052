"""Whether the confidence of a document is the F1 that it reaches, as a picture and a table.

`python -m benchmarks.reliability DATA` asks the models that `benchmarks.folds` trained, which have seen neither
the source nor the site of a page, on whole sites: each page alone, and with all pages of its site known.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import honbun
from benchmarks.folds import LeftOut
from honbun.evaluate import Answer, Case, read_corpus
from honbun.evaluate.metrics.words import word_scores

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "confidence.svg"
# Pages of sure documents are many: the classes hold alike many pages.
CLASSES = 5


class Point(NamedTuple):
    """A class of pages: how many, the mean of what was expected of them and of what was reached."""

    pages: int
    confidence: float
    f1: float


def measure(cases: Sequence[Case]) -> dict[str, list[tuple[float, float]]]:
    """For pages alone and with the site known, the confidence and the F1 of each."""
    system = LeftOut()
    sites: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        sites.setdefault(case.site_key, []).append(case)
    found: dict[str, list[tuple[float, float]]] = {"page alone": [], "site known": []}
    for pages in sites.values():
        site = honbun.Site.learn((page.url, page.html) for page in pages)
        for page in pages:
            options = system.options(page.html)
            documents = {
                "page alone": honbun.extract(page.html, page.url, options=options),
                "site known": site.extract(page.html, page.url, options=options),
            }
            for name, document in documents.items():
                f1 = word_scores(Answer(text=document.text), page.gold)["f1"]
                found[name].append((document.confidence, f1))
    return found


def points(pairs: list[tuple[float, float]]) -> list[Point]:
    """The pages in classes of like confidence."""
    classes = np.array_split(np.array(sorted(pairs)), CLASSES)
    return [Point(len(each), *each.mean(axis=0).tolist()) for each in classes]


def table(found: dict[str, list[tuple[float, float]]]) -> Iterator[str]:
    """The classes in Markdown, and how far the two differ in the mean of the pages."""
    yield "| | " + " | ".join(f"class {i + 1}" for i in range(CLASSES)) + " | mean difference |"
    yield "|---|" + "--:|" * (CLASSES + 1)
    for name, pairs in found.items():
        own = points(pairs)
        error = sum(p.pages * abs(p.confidence - p.f1) for p in own) / sum(p.pages for p in own)
        cells = (f"{p.confidence:.3f} → {p.f1:.3f}" for p in own)
        yield f"| {name} | {' | '.join(cells)} | {error:.3f} |"


def plot(found: dict[str, list[tuple[float, float]]], file: Path) -> None:
    """What was reached against what was expected."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "honbun"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(4.8, 4.2), layout="constrained")
    axes.plot((0.6, 1), (0.6, 1), color="#999999", linestyle="--", label="as expected")
    for (name, pairs), colour in zip(found.items(), ("#0b6e4f", "#c98a2b"), strict=True):
        own = points(pairs)
        axes.plot([p.confidence for p in own], [p.f1 for p in own], marker="o", color=colour, label=name)
    axes.set(xlabel="confidence of the document", ylabel="mean word F1", title="Expected and reached")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Draw the picture and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    found = measure(read_corpus(parser.parse_args().data / "sites-dev.parquet").cases)
    plot(found, PICTURE)
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()

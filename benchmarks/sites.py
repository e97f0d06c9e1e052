"""What a site teaches beyond one run: a saved profile on new pages, all sites as one; the curve as a picture."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import honbun
from honbun.evaluate.cases import Answer, Case
from honbun.evaluate.corpus import read_corpus
from honbun.evaluate.metrics.words import word_scores
from honbun.evaluate.results import read_results

Sites = list[list[Case]]
Answers = Iterator[tuple[str, Case]]

_RESAMPLES = 2000


def saved_half(sites: Sites) -> Answers:
    """Every page with a saved profile of the other half of its site."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.json"
        for pages in sites:
            for known, new in ((pages[0::2], pages[1::2]), (pages[1::2], pages[0::2])):
                _learn(known).save(file)
                site = honbun.Site.load(file)
                yield from ((site.extract(page.html, page.url).text, page) for page in new)


def mixed(sites: Sites) -> Answers:
    """Every page with the pages of all sites learned as one site."""
    everything = [page for pages in sites for page in pages]
    site = _learn(everything)
    yield from ((site.extract(page.html, page.url).text, page) for page in everything)


def _learn(pages: list[Case]) -> honbun.Site:
    return honbun.Site.learn((page.url, page.html) for page in pages)


def study(corpus: Path, results: Path, picture: Path) -> str:
    """A section of Markdown; the curve of the results of `honbun evaluate` goes to the picture."""
    sites = [list(pages) for pages in read_corpus(corpus).sites().values()]
    plot(curve(results), picture)
    return "\n".join(
        [
            f"## saved and mixed sites, {corpus.stem}",
            "",
            "Mean word F1 of honbun, with 95 % intervals over pages.",
            "",
            "| what is known | f1 | 95 % interval | precision | recall |",
            "| --- | --: | --: | --: | --: |",
            _row("a saved profile of the other half of the site", saved_half, sites),
            _row("the pages of all sites, learned as one site", mixed, sites),
            "",
            f"![F1 against the number of known pages](pictures/{picture.name})",
            "",
        ]
    )


def _row(name: str, way: Callable[[Sites], Answers], sites: Sites) -> str:
    scores = [word_scores(Answer(text=text), page.gold) for text, page in way(sites)]
    f1 = np.array([score["f1"] for score in scores])
    means = f1[np.random.default_rng(0).integers(0, len(f1), (_RESAMPLES, len(f1)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    precision, recall = (np.mean([score[key] for score in scores]) for key in ("precision", "recall"))
    figures = f"**{f1.mean():.3f}** | {low:.3f} to {high:.3f} | {precision:.3f} | {recall:.3f}"
    return f"| {name} | {figures} |".replace("0.", ".")


def curve(results: Path) -> list[tuple[str, float]]:
    """Number of known pages and mean F1 of honbun."""
    by_number: dict[str, list[float]] = {}
    for row in read_results(results):
        name, _, number = row["system"].partition("@")
        if name == "honbun":
            by_number.setdefault(number or "all", []).append(row["scores"]["f1"])
    order = sorted(by_number, key=lambda number: int(number) if number.isdigit() else 10**9)
    return [(number, float(np.mean(by_number[number]))) for number in order]


def plot(points: list[tuple[str, float]], file: Path) -> None:
    """F1 against the number of known pages."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "honbun"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    axes.plot(*zip(*points, strict=True), marker="o", color="#0b6e4f")
    for label, value in points:
        axes.annotate(f"{value:.3f}", (label, value), textcoords="offset points", xytext=(0, 7), ha="center")
    axes.set(xlabel="pages of the site that are known", ylabel="mean word F1", ylim=(0.9, 1.0))
    axes.set_title("What a site's own pages teach, without labels")
    axes.grid(axis="y", alpha=0.3)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, metadata={"Date": None})

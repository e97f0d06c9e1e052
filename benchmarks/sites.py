"""Quality of site learning on labelled pages, ten or more a site: see docs/results.md.

Every site is learned from its own pages without their labels. Reported: all pages of the site known; a profile
learned from one half of the pages, saved, loaded, and used on the other half; each page with 1, 2, 5, 10 pages of
its site known; all sites learned as one; the published method; trafilatura page by page.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path

import numpy as np

import honbun
from benchmarks.words import word_scores
from honbun.page import cut, decode, parse
from honbun.render import text as render_text
from honbun.site.unique_blocks import unique_blocks

NUMBERS_OF_PAGES = (1, 2, 5, 10)
_RESAMPLES = 2000


@dataclass(frozen=True)
class Labelled:
    """A page with its reference."""

    url: str | None
    html: bytes
    gold: str
    language: str


Sites = dict[str, list[Labelled]]
Texts = Iterator[tuple[str, Labelled]]


def load(path: Path) -> Sites:
    """The pages of a corpus by site; see the columns in docs/results.md."""
    import pyarrow.parquet as pq

    columns = ["set", "site", "url", "html", "gold", "lang"]
    sites: Sites = {}
    for row in pq.read_table(path, columns=columns).to_pylist():
        page = Labelled(row["url"], row["html"], json.loads(row["gold"])["text"], row["lang"] or "?")
        sites.setdefault(f"{row['set']}/{row['site']}", []).append(page)
    return sites


def learn(pages: list[Labelled]) -> honbun.Site:
    """The site of these pages; their references are not looked at."""
    return honbun.Site.learn((page.url, page.html) for page in pages)


def all_pages(sites: Sites) -> Texts:
    """Every page with all pages of its site known."""
    for pages in sites.values():
        site = learn(pages)
        yield from ((site.extract(page.html, page.url).text, page) for page in pages)


def saved_half(sites: Sites) -> Texts:
    """Every page with a saved profile of the other half of its site."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.json"
        for pages in sites.values():
            for known, new in ((pages[0::2], pages[1::2]), (pages[1::2], pages[0::2])):
                learn(known).save(file)
                site = honbun.Site.load(file)
                yield from ((site.extract(page.html, page.url).text, page) for page in new)


def some_pages(number: int) -> Callable[[Sites], Texts]:
    """Every page with itself and the next pages of its site known, so many in all."""

    def texts(sites: Sites) -> Texts:
        for pages in sites.values():
            for i, page in enumerate(pages):
                known = [pages[(i + step) % len(pages)] for step in range(min(number, len(pages)))]
                yield learn(known).extract(page.html, page.url).text, page

    return texts


def mixed(sites: Sites) -> Texts:
    """Every page with the pages of all sites learned as one site."""
    everything = [page for pages in sites.values() for page in pages]
    site = learn(everything)
    yield from ((site.extract(page.html, page.url).text, page) for page in everything)


def published(sites: Sites) -> Texts:
    """The published method: blocks that are on no other page of the site."""
    for pages in sites.values():
        parsed = [parse(decode(page.html).text, page.url) for page in pages]
        for page, tree, unique in zip(pages, parsed, unique_blocks(parsed), strict=True):
            blocks = cut(tree)
            yield render_text(blocks, unique[blocks.owner]), page


def trafilatura(sites: Sites) -> Texts:
    """The peer, page by page."""
    from trafilatura import extract

    for pages in sites.values():
        yield from ((extract(page.html, url=page.url) or "", page) for page in pages)


@dataclass(frozen=True)
class Row:
    """The figures of one way of extracting."""

    name: str
    scores: np.ndarray
    languages: list[str]

    def line(self) -> str:
        """The row of a Markdown table: F1 with its 95 % interval, precision, recall."""
        f1 = self.scores[:, 2]
        random = np.random.default_rng(0)
        means = f1[random.integers(0, len(f1), (_RESAMPLES, len(f1)))].mean(axis=1)
        low, high = np.quantile(means, [0.025, 0.975])
        precision, recall = self.scores[:, 0].mean(), self.scores[:, 1].mean()
        figures = f"**{f1.mean():.3f}** | {low:.3f} to {high:.3f} | {precision:.3f} | {recall:.3f}"
        return f"| {self.name} | {figures} | {int((f1 == 0).sum())} |"


def measure(name: str, ways: Callable[[Sites], Texts], sites: Sites, *, by_character: bool = False) -> Row:
    """The scores of every page."""
    scores, languages = [], []
    for text, page in ways(sites):
        scores.append(word_scores(text, page.gold, by_character=by_character))
        languages.append(page.language)
    return Row(name, np.array(scores), languages)


def plot(rows: list[Row], file: Path) -> None:
    """F1 against the number of known pages."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "honbun"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    labels = [*map(str, NUMBERS_OF_PAGES), "all"]
    values = [row.scores[:, 2].mean() for row in rows]
    axes.plot(labels, values, marker="o", color="#0b6e4f")
    for label, value in zip(labels, values, strict=True):
        axes.annotate(f"{value:.3f}", (label, value), textcoords="offset points", xytext=(0, 7), ha="center")
    axes.set(xlabel="pages of the site that are known", ylabel="mean word F1", ylim=(0.9, 1.0))
    axes.set_title("What a site's own pages teach, without labels")
    axes.grid(axis="y", alpha=0.3)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, metadata={"Date": None})


def report(rows: list[Row], by_character: Row, sites: Sites, corpus: Path) -> str:
    """The page of results in Markdown."""
    everything = next(row for row in rows if row.name.startswith("all pages"))
    lines = [
        "# Results",
        "",
        f"Written by `make evaluate` on {date.today().isoformat()} with honbun {honbun.__version__}, trafilatura "
        f"{version('trafilatura')} and Python {platform.python_version()}.",
        "",
        f"Corpus: `{corpus.name}`, {len(everything.scores)} pages of {len(sites)} sites, main text marked by "
        "people. Scores are means over pages of word F1: the multiset of `\\w+` tokens in lower case. No label is "
        "used for learning; the references only score.",
        "",
        "| what is known | F1 | 95 % interval | precision | recall | pages with F1 0 |",
        "|---|--:|--:|--:|--:|--:|",
        *(row.line() for row in rows),
        "",
        "![F1 against the number of known pages](pictures/sites.svg)",
        "",
        "By language, all pages of the site known (right: Chinese by character, for its words have no spaces):",
        "",
        "| language | pages | F1 | F1 by character |",
        "|---|--:|--:|--:|",
    ]
    for language in sorted(set(everything.languages)):
        mask = np.array([own == language for own in everything.languages])
        figures = f"{everything.scores[mask, 2].mean():.3f} | {by_character.scores[mask, 2].mean():.3f}"
        lines.append(f"| {language} | {int(mask.sum())} | {figures} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write the table and the plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--table", type=Path)
    arguments = parser.parse_args()
    if not arguments.corpus.exists():
        parser.error(f"{arguments.corpus} is not there: give the path of a corpus, see docs/how-to.md")
    sites = load(arguments.corpus)
    by_number = [measure(f"{n} page{'s' * (n > 1)}", some_pages(n), sites) for n in NUMBERS_OF_PAGES]
    everything = measure("all pages of the site", all_pages, sites)
    rows = [
        *by_number,
        everything,
        measure("saved profile of the other half", saved_half, sites),
        measure("all sites learned as one", mixed, sites),
        measure("published unique blocks", published, sites),
        measure("trafilatura, page by page", trafilatura, sites),
    ]
    by_character = measure("by character", all_pages, sites, by_character=True)
    text = report(rows, by_character, sites, arguments.corpus)
    print(text)
    if arguments.table:
        arguments.table.write_text(text, "utf-8")
    if arguments.plot:
        plot([*by_number, everything], arguments.plot)


if __name__ == "__main__":
    main()

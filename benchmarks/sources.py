"""The first tables of docs/results.md: leave-one-source-out, by source and by language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.folds import MEASURED
from honbun.evaluate import Figure, PageResult, read_results, summarise

# Sources in scripts without spaces, whose words are characters.
BY_CHARACTER = frozenset({"chinese", "koron", "sites-ja"})
# Languages of which fewer pages are measured share a row.
MIN_PAGES = 10
WITHOUT_SPACES = frozenset({"ja", "zh", "th"})
_SYSTEMS = ("honbun-alone", "honbun", "trafilatura")


def sources(build: Path) -> Iterator[str]:
    """The table in Markdown, from the results of pages that runs have left in a folder."""
    yield "## Sources that the models have not seen"
    yield ""
    yield (
        "Mean word F1 of the pages of each source, by characters in Chinese and Japanese, each page judged by a "
        "model trained without the source and without the domains in it. trafilatura has seen what it has seen."
    )
    yield ""
    yield "| source | pages | page alone | 95 % interval | site known | trafilatura |"
    yield "|---|--:|--:|--:|--:|--:|"
    means: dict[str, list[float]] = {name: [] for name in ("alone", "trafilatura")}
    for source, results in _by_source(build).items():
        figure = _figure(source)
        found = {name: summarise([r for r in results if r["system"] == name], figure) for name in _SYSTEMS}
        is_site = bool(found["honbun-alone"].pages)
        alone, peer = found["honbun-alone" if is_site else "honbun"], found["trafilatura"]
        known = f"{found['honbun'].value:.3f}" if is_site else ""
        means["alone"].append(alone.value)
        means["trafilatura"].append(peer.value)
        yield (
            f"| {source} | {alone.pages} | {alone.value:.3f} | {alone.low:.3f}–{alone.high:.3f} | {known} | "
            f"{peer.value:.3f} |"
        )
    mean = {name: float(np.mean(values)) for name, values in means.items()}
    yield f"| **mean of sources** | | **{mean['alone']:.4f}** | | | {mean['trafilatura']:.4f} |"


def languages(build: Path) -> Iterator[str]:
    """The same pages by language, those of few pages together."""
    by_language: dict[str, list[PageResult]] = {}
    for results in _by_source(build).values():
        for result in results:
            by_language.setdefault(result["language"] or "not stated", []).append(result)
    sizes = {name: sum(map(_is_alone, results)) for name, results in by_language.items()}
    rare = [result for name, results in by_language.items() if sizes[name] < MIN_PAGES for result in results]
    shown = {name: results for name, results in by_language.items() if sizes[name] >= MIN_PAGES}
    yield "### By language"
    yield ""
    yield "Mean F1 of the pages, by characters where a language is written without spaces."
    yield ""
    yield "| language | pages | page alone | 95 % interval | trafilatura |"
    yield "|---|--:|--:|--:|--:|"
    for name, results in [*sorted(shown.items(), key=lambda each: -sizes[each[0]]), ("others", rare)]:
        key = "f1_by_character" if name in WITHOUT_SPACES else "f1"
        figure = Figure(key, "mean", (key,), "")
        alone = summarise([r for r in results if _is_alone(r)], figure)
        peer = summarise([r for r in results if r["system"] == "trafilatura"], figure)
        yield (
            f"| {name} | {alone.pages} | {alone.value:.3f} | {alone.low:.3f}–{alone.high:.3f} | {peer.value:.3f} |"
        )


def _is_alone(result: PageResult) -> bool:
    """Whether it is honbun's on a page without its site."""
    return bool(result["system"] == ("honbun" if result["task"] == "content" else "honbun-alone"))


def _figure(source: str) -> Figure:
    key = "f1_by_character" if source in BY_CHARACTER else "f1"
    return Figure(key, "mean", (key,), "")


def _by_source(build: Path) -> dict[str, list[PageResult]]:
    """The results of the pages of each source, comments left out: they have their own table."""
    found: dict[str, list[PageResult]] = {}
    for corpus, parts in MEASURED.items():
        results = [r for task in ("content", "site") for r in read_results(build / f"{corpus}-{task}.jsonl")]
        for result in results:
            source = next((name for name, sets in parts.items() if not sets or result["set"] in sets), "")
            found.setdefault(source, []).append(result)
    return found

"""The text of forum pages against all that their posts say: each page alone, and with its site known.

    python -m benchmarks.thread_texts posts-dev.parquet

The shipped models have learned from harvest-forum and wcxb-forum-posts; the other sets are new to them.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import honbun
from honbun.evaluate.cases import Answer, Case, Gold
from honbun.evaluate.corpus import read_corpus
from honbun.evaluate.metrics.words import word_scores

# A site is learned from no more pages than this.
_MOST_PAGES = 24


def f1(text: str, case: Case) -> float:
    """The word F1 of a text against the posts of a page."""
    said = "\n".join(post.text for post in case.gold.posts or ())
    return word_scores(Answer(text=text), Gold(text=said))["f1"]


def alone(cases: list[Case]) -> Iterator[tuple[str, float]]:
    """The set and the F1 of each page, which comes alone."""
    for case in cases:
        yield case.set, f1(honbun.extract(case.html, case.url).text, case)


def known(sites: list[list[Case]]) -> Iterator[tuple[str, float]]:
    """The same of the first pages of each site that has several, all of them known."""
    for pages in (site[:_MOST_PAGES] for site in sites if len(site) > 1):
        site = honbun.Site.learn((page.url, page.html) for page in pages)
        for page in pages:
            yield page.set, f1(site.extract(page.html, page.url).text, page)


def show(what: str, scores: Iterator[tuple[str, float]]) -> None:
    """Print the mean of each set and of all."""
    by_set: dict[str, list[float]] = defaultdict(list)
    for name, score in scores:
        by_set[name].append(score)
    for name, values in sorted(by_set.items()):
        print(f"{what:10} {name:24} {len(values):4} pages  {np.mean(values):.3f}")
    everything = np.concatenate(list(by_set.values()))
    print(f"{what:10} {'all':24} {len(everything):4} pages  {everything.mean():.3f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    corpus = read_corpus(parser.parse_args().corpus)
    show("alone", alone(list(corpus.cases)))
    show("site known", known([list(pages) for pages in corpus.sites().values()]))


if __name__ == "__main__":
    main()

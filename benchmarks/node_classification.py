"""Prints the tables of docs/node-classification.md: `python -m benchmarks.node_classification ../shared/data`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from honbun.errors import CorpusError
from honbun.evaluate.cases import Case
from honbun.evaluate.corpus import Corpus, read_corpus
from honbun.methods.node_classification import features, leaf_nodes
from honbun.page import decode, parse
from honbun.papers import compare, run, table
from honbun.report.text import share

CORPORA = ("content-dev", "sites-dev", "wcxb-dev")
SITES = 10


def part(corpus: Corpus, name: str, cases: list[Case]) -> Corpus:
    """Some pages of a corpus."""
    return replace(corpus, name=name, cases=cases)


def chinese(corpus: Corpus) -> Iterator[str]:
    """The Chinese news sites, mixed: what is nearest to the paper's pages."""
    yield f"## Chinese in {corpus.name} ({corpus.digest})"
    yield ""
    yield table(compare(part(corpus, "Chinese", [case for case in corpus.cases if case.language == "zh"])))
    yield ""


def site_by_site(corpus: Corpus) -> Iterator[str]:
    """The paper's Table 2: each site learned and tested alone, 7:3; the sites with the most pages."""
    yield f"## Site by site in {corpus.name} ({corpus.digest})"
    yield ""
    yield "| site | language | pages | nodes | clean | F1 by node | F1 by page | word F1 |"
    yield "| --- | --- | --: | --: | --: | --: | --: | --: |"
    largest = sorted(corpus.sites().items(), key=lambda item: -len(item[1]))
    for (_, site), cases in largest[:SITES]:
        try:
            found = compare(part(corpus, site, cases))
        except CorpusError as error:
            yield f"| {site} | {cases[0].language} | {len(cases)} | {error} |"
            continue
        by_node, by_page = [row for row in found.rows if row.classifier == "XGBoost"]
        cells = [site, cases[0].language, found.pages, f"{found.nodes:,}", f"{found.clean:,}"]
        cells += [share(by_node.f1), share(by_page.f1), share(by_page.word_f1 or 0)]
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""


def timing(corpus: Corpus) -> Iterator[str]:
    """What describing a page costs: the paper's 82 ms."""
    spent = [0.0, 0.0]
    for case in corpus.cases:
        started = time.perf_counter()
        page = parse(decode(case.html).text)
        parsed = time.perf_counter()
        features(leaf_nodes(page))
        spent[0] += parsed - started
        spent[1] += time.perf_counter() - parsed
    parsing, describing = (1000 * seconds / len(corpus.cases) for seconds in spent)
    yield f"{corpus.name}: {parsing:.1f} ms a page to parse, {describing:.1f} ms for nodes and features"


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", choices=("corpora", "sites", "timing"))
    arguments = parser.parse_args()
    paths = [arguments.data / f"{name}.parquet" for name in CORPORA]
    sites = read_corpus(paths[1])
    parts = {
        "sites": lambda: (line for find in (chinese, site_by_site) for line in find(sites)),
        "corpora": lambda: run(paths),
        "timing": lambda: (line for path in paths for line in timing(read_corpus(path))),
    }
    for name in parts if arguments.only is None else (arguments.only,):
        for line in parts[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()

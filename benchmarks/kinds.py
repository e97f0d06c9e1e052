"""How often the kind of a page is told right, by the model alone and as the document says it, each page alone.

    python -m benchmarks.kinds content-dev.parquet sites-dev.parquet comments-dev.parquet posts-dev.parquet

For corpora whose pages have types that are kinds. The shipped model has learned from harvest's and WCXB's threads
in posts-dev; the other sets are new to it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from honbun.evaluate.cases import Case
from honbun.evaluate.corpus import read_corpus
from honbun.extraction import compose, read


def measure(cases: Iterable[Case]) -> dict[str, list[tuple[bool, bool]]]:
    """By set, for each page with text, whether the model and the document tell its kind right."""
    right: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for case in cases:
        composed = compose(read(case.html, case.url), case.html)
        document, decision = composed.document, composed.decision
        if decision is not None and case.page_type:
            right[case.set].append(
                (decision.view.prediction.kind == case.page_type, document.kind == case.page_type)
            )
    return right


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path, nargs="+")
    for path in parser.parse_args().corpora:
        corpus = read_corpus(path)
        for name, right in measure(corpus.cases).items():
            model, document = np.mean(right, axis=0)
            print(f"{corpus.name:14} {name:24} {len(right):5} pages  model {model:.3f}  document {document:.3f}")


if __name__ == "__main__":
    main()

"""The model of comments that comes with the package: `python -m benchmarks.comments DATA` trains it.

comments-dev trains nothing: `honbun evaluate comments-dev.parquet --task comments` measures the model on pages
that it has not seen.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import honbun
from benchmarks.boards import thread_corpora
from honbun.evaluate import read_corpus
from honbun.train.comments import fit_comments

SHIPPED = Path(honbun.__file__).parent / "model" / "comments.npz"


def train(data: Path, jobs: int) -> None:
    """Train the model on what may train, recipes with their readers' comments among it."""
    fit_comments([*thread_corpora(data), read_corpus(data / "recipes-dev.parquet")], jobs).save(SHIPPED)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    train(words.data, words.jobs)

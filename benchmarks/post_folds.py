"""Posts on the corpora the model of threads was trained on, honestly: each page by a model without its site.

    honbun evaluate posts-dev.parquet --task posts --system benchmarks.post_folds:WithSiblings

after `python -m benchmarks.post_folds DATA GENERATED`; also `Alone`. Sites that may not train are new to all.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import honbun
from benchmarks.platforms import TRAINABLE
from honbun.evaluate.cases import Answer, SitePage
from honbun.evaluate.corpus import read_corpus
from honbun.evaluate.ours import nearest, post_answer
from honbun.evaluate.results import extraction_digest
from honbun.model.threads import ThreadModel, shipped_threads
from honbun.train.dataset import only
from honbun.train.posts.fit import ThreadOptions
from honbun.train.posts.items import build_threads
from honbun.train.posts.validate import fold_models, folds_by_site

FOLDER = Path(__file__).parents[1] / "build" / "post-folds" / extraction_digest()
FOLDS = 5


@dataclass
class _Folded:
    """What both systems share: a model for each page."""

    tasks: frozenset[str] = frozenset({"posts"})
    _models: dict[int, ThreadModel] = field(default_factory=dict, repr=False)
    _folds: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def version(self) -> str:
        """The version and a digest of the code that finds posts."""
        return f"{honbun.__version__}+{extraction_digest()}+cv"

    def load(self) -> None:
        """Read the models and which page belongs to which."""
        self._folds = json.loads((FOLDER / "pages.json").read_text("utf-8"))
        self._models = {fold: honbun.load_thread_model(FOLDER / f"{fold}.npz") for fold in range(FOLDS)}

    def model_of(self, html: bytes) -> ThreadModel:
        """A model that has not seen the page's site: the shipped one, where it was not trained on the set."""
        if not self._models:
            self.load()
        fold = self._folds.get(_digest(html))
        return shipped_threads() if fold is None else self._models[fold]


@dataclass
class Alone(_Folded):
    """The shipped recipe, trained without the page's site; each page alone."""

    name: str = "honbun-alone"

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The posts of the page."""
        return post_answer(honbun.posts(html, url, model=self.model_of(html)))


@dataclass
class WithSiblings(_Folded):
    """The same with the four nearest other pages of the site."""

    name: str = "honbun"

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The posts of each page."""
        return [
            post_answer(honbun.posts(html, url, siblings=nearest(pages, i), model=self.model_of(html)))
            for i, (url, html) in enumerate(pages)
        ]


def train(data: Path, generated: Path, jobs: int) -> None:
    """Train a model for each fold."""
    real = only(read_corpus(data / "posts-dev.parquet"), TRAINABLE)
    threads = build_threads([real, read_corpus(generated), read_corpus(data / "wcxb-dev.parquet")], jobs)
    folds = folds_by_site(threads, FOLDS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for fold, model in fold_models(threads, folds, ThreadOptions(), jobs).items():
        model.save(FOLDER / f"{fold}.npz")
    pages = {_digest(case.html): folds[case.key] for case in (*real.cases, *threads.others)}
    (FOLDER / "pages.json").write_text(json.dumps(pages), encoding="utf-8")


def main() -> None:
    """Train the models that `Alone` and `WithSiblings` read."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of posts-dev.parquet and wcxb-dev.parquet")
    parser.add_argument("generated", type=Path, help="what `python -m examples.threads.generate corpus` wrote")
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    train(words.data, words.generated, words.jobs)


def _digest(html: bytes) -> str:
    return blake2b(html, digest_size=12).hexdigest()


if __name__ == "__main__":
    main()

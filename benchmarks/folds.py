"""honbun, honestly: each page is judged by a model that has seen neither its source nor its site.

`python -m benchmarks.folds DATA` trains them; `honbun evaluate CORPUS --system benchmarks.folds:LeftOut` then asks
them, page by page, and `benchmarks.folds:LeftOutSite` with the site known. A source is a corpus or a part of
one, all of which was made by the same people in the same way. The largest, wcxb, has kinds of pages that no other
has: it is left out by site, in five folds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from urllib.parse import urlsplit

import honbun
from honbun.evaluate import Answer, Case, Corpus, Gold, SitePage, read_corpus
from honbun.evaluate.ours import document_answer
from honbun.evaluate.results import extraction_digest
from honbun.model import Model
from honbun.train import BoostOptions, Dataset, build, fit, only, with_layouts

# Models of other code would measure nothing, so the code's digest is part of the name.
FOLDER = Path(__file__).parents[1] / "build" / "folds" / extraction_digest()
SHIPPED = Path(honbun.__file__).parent / "model" / "shipped.npz"
FOLDS = 5
# What the shipped model is trained on: file -> its sets whose licences allow it. No set: all of them.
TRAINABLE: dict[str, tuple[str, ...]] = {
    "wcxb-dev": ("wcxb",),
    "news-dev": ("fundus", "scrapinghub"),
    "content-more-dev": (),
    "sites-ja-dev": (),
    "posts-dev": ("harvest-forum",),
    "posts-more-dev": (
        "more-gogogoutham-bitcointalk-scraper",
        "more-scrapinghub-autopager",
        "more-teamhg-memex-formasaurus",
        "more-trim21-bgm38",
        "more-twisted-pipermail",
    ),
}
# Of these only parts of the main text are known, by the names of their fields.
PARTS = {"recipes-dev": ("recipe-scrapers", ("ingredients", "instructions"))}
LAYOUTS = 1200
# What is measured: file -> the sources in it, each with its sets. The shipped model has seen the first four.
MEASURED: dict[str, dict[str, tuple[str, ...]]] = {
    "news-dev": {"fundus": ("fundus",), "scrapinghub": ("scrapinghub",)},
    "content-more-dev": {"content-more": ()},
    "sites-ja-dev": {"sites-ja": ()},
    "content-ja-dev": {"koron": ()},
    "content-dev": {"l3s": ("l3s-gn1",), "chinese": ("chinese-wced",)},
    "sites-dev": {
        "waddle": ("waddle-daniel",),
        "dragnet": ("dragnet-comments",),
        "big9": ("big9",),
        "cleanportaleval": ("cleanportaleval",),
    },
    "comments-dev": {"dragnet": ("dragnet-comments",), "l3s": ("l3s-gn1",)},
}
# Names below a country's that are handed out like the country's own.
_SHARED = frozenset("ac co com edu go gov ne net or org".split())


@dataclass
class LeftOut:
    """The shipped recipe, trained without the page's source and site; the page comes alone."""

    name: str = "honbun"
    tasks: frozenset[str] = frozenset({"content"})
    _models: dict[str, Model] = field(default_factory=dict, repr=False)
    _names: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def version(self) -> str:
        """The version and a digest of the code that extracts."""
        return f"{honbun.__version__}+{extraction_digest()}+left out"

    def extract(self, html: bytes, url: str | None) -> Answer:
        """The document of a page alone."""
        return document_answer(honbun.extract(html, url, options=self.options(html)))

    def options(self, html: bytes) -> honbun.ExtractOptions:
        """With the model that has not seen the page's source."""
        if not self._names:
            self._names = json.loads((FOLDER / "pages.json").read_text("utf-8"))
        name = self._names[_digest(html)]
        if name not in self._models:
            self._models[name] = honbun.load_model(FOLDER / f"{name}.npz")
        return honbun.ExtractOptions(model=self._models[name])


@dataclass
class LeftOutAlone(LeftOut):
    """The same where other pages of the site are at hand, but not used."""

    name: str = "honbun-alone"
    tasks: frozenset[str] = frozenset({"site", "comments"})


@dataclass
class LeftOutSite(LeftOut):
    """The same with all pages of the site known."""

    name: str = "honbun"
    tasks: frozenset[str] = frozenset({"site", "comments"})

    def extract_site(self, pages: list[SitePage]) -> list[Answer]:
        """The documents of the pages of a site."""
        site = honbun.Site.learn(pages)
        return [document_answer(site.extract(html, url, options=self.options(html))) for url, html in pages]


def train(data: Path) -> None:
    """A model without each source, and one for each fold of wcxb."""
    corpora = trainable(data)
    dataset = with_layouts(build(corpora), corpora, LAYOUTS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    pages: dict[str, str] = {}
    for name, cases in _left_out(data, corpora).items():
        _without(dataset, cases).save(FOLDER / f"{name}.npz")
        pages |= {_digest(case.html): name for case in cases}
    (FOLDER / "pages.json").write_text(json.dumps(pages), "utf-8")


def ship(data: Path) -> None:
    """The model that comes with the package, trained on all that may be."""
    corpora = trainable(data)
    fit(with_layouts(build(corpora), corpora, LAYOUTS), BoostOptions()).save(SHIPPED)


def trainable(data: Path) -> list[Corpus]:
    """What the shipped model is trained on, with the kinds of pages that wcxb knows."""
    corpora = [only(read_corpus(data / f"{name}.parquet"), sets) for name, sets in TRAINABLE.items()]
    kinds = {case.page_type for case in corpora[0].cases}
    for name, (own, fields) in PARTS.items():
        corpus = only(read_corpus(data / f"{name}.parquet"), (own,))
        corpora.append(replace(corpus, cases=[_in_parts(case, fields) for case in corpus.cases]))
    return [replace(corpus, cases=[_of_kind(case, kinds) for case in corpus.cases]) for corpus in corpora]


def _in_parts(case: Case, fields: Iterable[str]) -> Case:
    """The page with the values of these fields as what must be in its text."""
    stated = case.gold.fields or {}
    return replace(case, gold=Gold(with_=tuple(value for name in fields for value in stated.get(name, ()))))


def _of_kind(case: Case, kinds: set[str]) -> Case:
    return case if case.page_type in kinds else replace(case, page_type="")


def _left_out(data: Path, corpora: Iterable[Corpus]) -> dict[str, list[Case]]:
    """The pages that the model of each name must not have seen: sources that train none share one."""
    found: dict[str, list[Case]] = {}
    trained = {case.set for corpus in corpora for case in corpus.cases}
    for file, sources in MEASURED.items():
        for source, sets in sources.items():
            cases = only(read_corpus(data / f"{file}.parquet"), sets).cases
            name = source if any(case.set in trained for case in cases) else "others"
            found.setdefault(name, []).extend(cases)
    for case in read_corpus(data / "wcxb-dev.parquet").cases:
        fold = int(blake2b(domain(case.url, case.site).encode(), digest_size=8).hexdigest(), 16) % FOLDS
        found.setdefault(f"wcxb-{fold}", []).append(case)
    return found


def _without(dataset: Dataset, cases: list[Case]) -> Model:
    """A model trained without these pages, without others of their domains, and without what is made of them."""
    domains = {domain(case.url, case.site) for case in cases}
    sites = {case.site for case in cases}
    rest = [i for i, sample in enumerate(dataset.samples) if sample.site not in sites]
    rest = [i for i in rest if domain(None, dataset.samples[i].site) not in domains]
    return fit(dataset.part(rest), BoostOptions())


def domain(url: str | None, site: str) -> str:
    """The domain that was registered: what pages of one publisher share."""
    parts = ((urlsplit(url).hostname if url else None) or site).lower().split(".")
    is_shared = len(parts) > 2 and parts[-2] in _SHARED and len(parts[-1]) == 2
    return ".".join(parts[-3 if is_shared else -2 :])


def _digest(html: bytes) -> str:
    return blake2b(html, digest_size=12).hexdigest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--ship", action="store_true", help="train the model of the package instead")
    arguments = parser.parse_args()
    (ship if arguments.ship else train)(arguments.data)

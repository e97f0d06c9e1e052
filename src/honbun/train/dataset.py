"""Labelled pages as one matrix."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.article import alone, find_article, findings
from honbun.errors import CorpusError
from honbun.evaluate import Case, Corpus, label, part, words
from honbun.extraction import read
from honbun.features import Features, Outline, feature_matrix
from honbun.page import Blocks

Bag = Counter[str]

REMADE = "remade"
"""The source of pages in other layouts: they teach, but nothing is measured on them."""

# Weight of a block: its share of the page's words, so that pages count equally, as they do in the mean page F1
# (wcxb-dev .864 -> .868). Short pages and long blocks are kept from ruling a tree.
_ADDED_PAGE_WORDS = 30
_MAX_WEIGHT = 20.0
_ADDED_WEIGHT = 0.1
# A source counts as the square root of its pages, so that the largest does not rule (leave-one-source-out .929 ->
# .932); the pages of small ones as if there were so many, so that none rules by a page.
_MIN_SOURCE_PAGES = 50
_USUAL_SOURCE_PAGES = 300
# What pages count of which only parts are known, chosen among .4 and 1: recipes are kept as well (.930 of the
# blocks of ingredients and steps), and seven sources left out have .9581 instead of .9547 (.9578 without recipes).
_PART_WEIGHT = 0.4
# Of a page with more blocks so many are drawn, by their weights: the others say the same again. (120 take twice
# the time, and fundus left out has .960 instead of .961 on blocks.)
_MAX_ROWS = 60
_MIN_DRAWN = 0.05


@dataclass(frozen=True, eq=False)
class Sample:
    """One page with its labels."""

    site: str
    source: str
    kind: str
    outline: Outline
    features: Features
    content: npt.NDArray[np.bool_]
    bags: list[Bag]
    """The words of each block."""
    gold: Bag
    weight: npt.NDArray[np.float64] | None = None
    """What each block counts, if not all count alike."""
    known: npt.NDArray[np.bool_] | None = None
    """The blocks that the reference speaks of, if not of all."""

    @property
    def words(self) -> npt.NDArray[np.float32]:
        """How many words each block has."""
        return self.features.column("words")


class Rows(NamedTuple):
    """Blocks to learn from: what is measured of each, whether it is main text, and what it counts."""

    values: npt.NDArray[np.float32]
    content: npt.NDArray[np.int32]
    weight: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Pages with their labels, and the digests of the corpora they are from."""

    samples: Sequence[Sample]
    corpus: dict[str, str]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of pages there are."""
        return tuple(sorted({sample.kind for sample in self.samples if sample.kind}))

    @property
    def sources(self) -> dict[str, int]:
        """The sources of the pages, and how many pages are of each."""
        return dict(sorted(Counter(sample.source for sample in self.samples).items()))

    def part(self, pages: Iterable[int]) -> Dataset:
        """The dataset of these pages only."""
        return Dataset([self.samples[page] for page in pages], self.corpus)

    def without(self, pages: Iterable[int]) -> Dataset:
        """The dataset of the other pages."""
        left_out = set(pages)
        return self.part(page for page in range(len(self.samples)) if page not in left_out)

    def folds(self, number: int) -> npt.NDArray[np.int64]:
        """A fold for each page, the same for all pages of a site, whatever else is in the set."""
        digests = [hashlib.blake2b(sample.site.encode(), digest_size=8).digest() for sample in self.samples]
        return np.array([int.from_bytes(digest, "big") % number for digest in digests], dtype=np.int64)

    def rows(self, values: Sequence[npt.NDArray[np.float32]]) -> Rows:
        """The blocks to learn from, given a matrix for each page."""
        random = np.random.default_rng(0)
        drawn = [_draw(weight, random) for weight in self._weights()]
        rows = [rows for rows, _ in drawn]
        return Rows(
            np.concatenate([page[own] for page, own in zip(values, rows, strict=True)]),
            np.concatenate([s.content[own] for s, own in zip(self.samples, rows, strict=True)]).astype(np.int32),
            np.concatenate([weight for _, weight in drawn]),
        )

    def _weights(self) -> Iterator[npt.NDArray[np.float64]]:
        """For each page what its blocks count."""
        pages = self.sources
        shares = [(sample.words + 1.0) / (sample.words.sum() + _ADDED_PAGE_WORDS) for sample in self.samples]
        mean = float(np.concatenate(shares).mean())
        for sample, share in zip(self.samples, shares, strict=True):
            weight = np.minimum(share / mean, _MAX_WEIGHT) + _ADDED_WEIGHT
            weight *= (_USUAL_SOURCE_PAGES / max(pages[sample.source], _MIN_SOURCE_PAGES)) ** 0.5
            yield weight if sample.weight is None else weight * sample.weight


def _draw(
    weight: npt.NDArray[np.float64], random: np.random.Generator
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """Blocks to learn from, and what each counts for those that were not drawn."""
    rows = np.flatnonzero(weight)
    if len(rows) <= _MAX_ROWS:
        return rows, weight[rows]
    chance = np.clip(_MAX_ROWS * weight[rows] / weight.sum(), _MIN_DRAWN, 1.0)
    is_drawn = random.random(len(rows)) < chance
    return rows[is_drawn], (weight[rows] / chance)[is_drawn]


def only(corpus: Corpus, sets: Sequence[str]) -> Corpus:
    """The pages of these sets; all if none is named."""
    if not sets:
        return corpus
    cases = [case for case in corpus.cases if case.set in sets]
    if not cases:
        known = ", ".join(sorted({case.set for case in corpus.cases}))
        raise CorpusError(f"has no page of the set {', '.join(sets)}", corpus.name, f"it has: {known}")
    names = "+".join(sorted({case.set for case in cases}))
    return part(corpus, {case.key for case in cases}, f"{corpus.name}/{names}")


def build(corpora: Sequence[Corpus], progress: Callable[[str], None] = lambda _: None) -> Dataset:
    """Every page of the corpora whose gold has a text, posts or snippets, labelled."""
    samples = []
    for corpus in corpora:
        for case in corpus.cases:
            gold = gold_text(case)
            if gold is not None:
                samples.append(sample_of(case, gold))
            elif case.gold.with_:
                samples.append(_partly_known(case))
            progress(case.key)
    if not any(sample.content.any() for sample in samples if sample.known is None):
        names = ", ".join(corpus.name for corpus in corpora)
        raise CorpusError("no page has a reference text to learn from", names)
    return Dataset(samples, {corpus.name: corpus.digest for corpus in corpora})


def gold_text(case: Case) -> str | None:
    """What the page should give: its text, or its posts one after the other."""
    if case.gold.text is not None:
        return case.gold.text
    if case.gold.posts is not None:
        return "\n".join(post.text for post in case.gold.posts)
    return None


def sample_of(case: Case, gold: str) -> Sample:
    """A page with the labels that its reference gives."""
    outline = read(case.html, case.url)
    texts = outline.blocks.texts
    return Sample(
        site=case.site,
        source=case.set,
        kind=case.page_type or "",
        outline=outline,
        features=feature_matrix(outline, findings(find_article(outline, alone(outline)))),
        content=label(texts, gold) > 0,
        bags=[Counter(words(text)) for text in texts],
        gold=Counter(words(gold)),
    )


def _partly_known(case: Case) -> Sample:
    """A page of which the reference states only what must, and what must not, be in its text.

    What else is in the element around it counts nothing: beside the ingredients of a recipe stand its servings, of
    which nobody said whether they are wanted.
    """
    sample = sample_of(case, "\n".join(case.gold.with_))
    blocks = sample.outline.blocks
    known = sample.content | (label(blocks.texts, "\n".join(case.gold.without)) > 0)
    weight = np.where(known | ~_around(blocks, sample.content), _PART_WEIGHT, 0.0)
    return replace(sample, known=known, weight=weight)


def _around(blocks: Blocks, chosen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The blocks in the smallest element that holds all of these; none if there are none."""
    owners = blocks.owner[chosen]
    if not len(owners):
        return chosen
    row, end = int(owners[0]), blocks.page.end
    while end[row] <= owners[-1]:
        row = int(blocks.page.parent[row])
    inside: npt.NDArray[np.bool_] = (blocks.owner >= row) & (blocks.owner < end[row])
    return inside

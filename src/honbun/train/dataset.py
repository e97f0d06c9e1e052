"""Labelled pages as one matrix."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.article import alone, find_article, findings
from honbun.errors import CorpusError
from honbun.evaluate import Case, Corpus, part, words
from honbun.extraction import read
from honbun.features import Features, feature_matrix
from honbun.train.labels import label

Bag = Counter[str]

# Weight of a block: its share of the page's words, so that pages count equally, as they do in the mean page F1
# (wcxb-dev .864 -> .868). Short pages and long blocks are kept from ruling a tree.
_ADDED_PAGE_WORDS = 30
_MAX_WEIGHT = 20.0
_ADDED_WEIGHT = 0.1


@dataclass(frozen=True, eq=False)
class Sample:
    """One page with its labels."""

    site: str
    kind: str
    features: Features
    content: npt.NDArray[np.bool_]
    bags: list[Bag]
    """The words of each block."""
    gold: Bag

    @property
    def words(self) -> npt.NDArray[np.float32]:
        """How many words each block has."""
        return self.features.column("words")


@dataclass(frozen=True, eq=False)
class Dataset:
    """Pages with their labels, and the digests of the corpora they are from."""

    samples: Sequence[Sample]
    corpus: dict[str, str]

    @cached_property
    def page(self) -> npt.NDArray[np.int64]:
        """The page of each row of the matrix."""
        return np.repeat(np.arange(len(self.samples)), [len(sample.content) for sample in self.samples])

    @cached_property
    def values(self) -> npt.NDArray[np.float32]:
        """The features of all blocks of all pages."""
        return np.concatenate([sample.features.values for sample in self.samples])

    @cached_property
    def content(self) -> npt.NDArray[np.bool_]:
        """The labels of all blocks."""
        return np.concatenate([sample.content for sample in self.samples])

    @cached_property
    def weights(self) -> npt.NDArray[np.float64]:
        """What each block counts in training."""
        own = np.concatenate([sample.words for sample in self.samples]) + 1.0
        total = np.array([sample.words.sum() for sample in self.samples], dtype=np.float64) + _ADDED_PAGE_WORDS
        share = own / total[self.page]
        return np.asarray(np.minimum(share / share.mean(), _MAX_WEIGHT) + _ADDED_WEIGHT)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of pages there are."""
        return tuple(sorted({sample.kind for sample in self.samples if sample.kind}))

    def folds(self, number: int) -> npt.NDArray[np.int64]:
        """A fold for each page, the same for all pages of a site, whatever else is in the set."""
        digests = [hashlib.blake2b(sample.site.encode(), digest_size=8).digest() for sample in self.samples]
        return np.array([int.from_bytes(digest, "big") % number for digest in digests], dtype=np.int64)


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
    """Every page of the corpora whose gold has a text or posts, labelled."""
    samples = []
    for corpus in corpora:
        for case in corpus.cases:
            gold = gold_text(case)
            if gold is not None:
                samples.append(_sample(case, gold))
            progress(case.key)
    if not any(sample.content.any() for sample in samples):
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


def _sample(case: Case, gold: str) -> Sample:
    outline = read(case.html, case.url)
    texts = outline.blocks.texts
    return Sample(
        site=case.site,
        kind=case.page_type or "",
        features=feature_matrix(outline, findings(find_article(outline, alone(outline)))),
        content=label(texts, gold) > 0,
        bags=[Counter(words(text)) for text in texts],
        gold=Counter(words(gold)),
    )

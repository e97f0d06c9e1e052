"""A corpus as one table of nodes: features and labels, and which page and site each node is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from honbun.evaluate import Answer, Case, Corpus, for_task, word_scores
from honbun.page import Mask, Rows, decode, parse
from honbun.papers.node_classification.labels import label
from honbun.papers.node_classification.nodes import FEATURES, Features, features, leaf_nodes


@dataclass(frozen=True, eq=False)
class Samples:
    """The nodes of a corpus, page after page."""

    corpus: Corpus
    """Without the pages whose gold has no text; their order is that of `page`."""
    features: Features
    is_clean: Mask
    """The label: the paper calls content clean and the rest dirty."""
    page: Rows
    """For each node the number of its page."""
    site: Rows
    """For each page the number of its site."""
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.is_clean)

    def check(self) -> Samples:
        """These samples, once known to be one row per node and one site per page; else ValueError."""
        self.features.check()
        if len({len(self.features.values), len(self.is_clean), len(self.page), len(self.texts)}) != 1:
            raise ValueError("not valid Samples: columns differ in length")
        if len(self.site) != len(self.corpus.cases) or np.any(np.diff(self.page) < 0):
            raise ValueError("not valid Samples: pages are not in order")
        return self


def read_samples(corpus: Corpus) -> Samples:
    """Features and labels of all nodes of the corpus's pages that have a gold text."""
    corpus = for_task(corpus, "content")
    places = {place: number for number, place in enumerate(corpus.sites())}
    values = [np.zeros((0, len(FEATURES)))]
    labels = [np.zeros(0, dtype=np.bool_)]
    texts: list[str] = []
    for case in corpus.cases:
        nodes = leaf_nodes(parse(decode(case.html).text, case.url))
        values.append(features(nodes).values)
        labels.append(label(nodes, case.gold.text or ""))
        texts += nodes.texts
    return Samples(
        corpus=corpus,
        features=Features(FEATURES, np.concatenate(values)),
        is_clean=np.concatenate(labels),
        page=np.repeat(np.arange(len(corpus.cases), dtype=np.int32), [len(found) for found in labels[1:]]),
        site=np.array([places[case.site_key] for case in corpus.cases], dtype=np.int32),
        texts=texts,
    )


def page_scores(samples: Samples, kept: Mask) -> list[dict[str, float]]:
    """For each page how the text joined from the kept nodes agrees with the gold: `f1`, `f1_by_character`."""
    edges = np.searchsorted(samples.page, np.arange(len(samples.corpus.cases) + 1))
    scores = []
    for case, a, b in zip(samples.corpus.cases, edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        scores.append(_score(case, [samples.texts[i] for i in range(a, b) if kept[i]]))
    return scores


def _score(case: Case, texts: list[str]) -> dict[str, float]:
    return word_scores(Answer(text="\n".join(texts)), case.gold)

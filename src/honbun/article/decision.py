"""The decision on a page: which of its blocks are main text, by a sum of evidence and one threshold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.article.completions import complete
from honbun.article.marked import find_marked
from honbun.article.structure import Article, SiteEvidence, alone, find_article
from honbun.errors import FormatError
from honbun.features import Findings, Outline, is_like_training_pages
from honbun.model import BALANCE, Model, Prediction, choose_threshold, is_worth_keeping, rescaled, shipped
from honbun.page import Labels, Mask

# Evidence in log-odds that structure takes a block for the article's, and against it that it does not. On pages
# like those the model was trained on, and on others: wcxb-dev (cross-validated), sites-dev, content-dev had .869,
# .926, .936 when it was chosen; structure only .795, .930, .937, model only .870, .859, .913.
_STRUCTURE_EVIDENCE = {"like training": 0.0, "unlike training": 3.0}
# The same where the site is known, which makes structure surer of articles, but not of pages made of records.
# sites-dev and the modern forums of posts-dev: .962, .83 to .96; structure only .962, .67, model only .903, .91.
_STRUCTURE_EVIDENCE_WITH_SITE = {"like training": 6.0, "unlike training": 6.0, "records": 0.5}
# The same of the bodies of the posts of a thread, and of what else lies in them. 2 and 4 are as good.
_THREAD_EVIDENCE = 3.0
# Kinds of pages that are made of records.
OF_RECORDS = frozenset({"collection", "forum", "listing", "product"})
# Probabilities at which the model's prediction is evidence to show.
_LIKELY, _UNLIKELY = 0.7, 0.1
# The scores that are just kept and just dropped.
_KEPT, _DROPPED = np.float32(0.5), np.float32(0.49)

Scores = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class ExtractOptions:
    """What to keep of a page."""

    favour: str | None = None
    """"precision" to keep only what is surely content, "recall" to lose little of it."""
    comments: bool = False
    """The text ends with what readers say below it; `Document.comments` has them in any case."""
    model: Model | None = None
    """A trained model instead of the shipped one: `honbun.load_model(path)`."""

    def __post_init__(self) -> None:
        if self.favour not in BALANCE:
            raise FormatError(f"cannot favour {self.favour!r}", advice="known: precision, recall")


DEFAULT = ExtractOptions()


@dataclass(frozen=True, eq=False)
class Region:
    """The blocks of a page that posts were found in: its comments, which are no text, or its thread, which is."""

    area: Mask
    """All of them: names, dates and headings, too."""
    body: Mask
    """Those that are the bodies of posts."""


@dataclass(frozen=True, eq=False)
class Decision:
    """What was decided of a page, and what it was decided by."""

    labels: Labels
    title: int
    """The block that shows the title, or -1."""
    kind: str | None
    """What kind of page the model takes it for, or "forum" if a thread was found."""
    kinds: tuple[str, ...]
    """The kinds of pages, the likeliest first, by what is main text all things considered."""
    confidence: float
    """The F1 that is expected of the labels."""
    article: Article
    """What structure found."""
    prediction: Prediction
    """What the model said."""
    structure_weight: float
    """What structure adds to the logit of the blocks it takes for the article's, and takes from the others."""
    evidence: npt.NDArray[np.float64]
    """What structure, or a thread, adds to the logit of each block."""
    probability: Scores
    """How likely each block is main text, all things considered."""
    threshold: float
    """The probability from which on blocks were kept."""


def findings(article: Article) -> Findings:
    """What a model is told of a page beside the features of its blocks."""
    return Findings(article.title, article.container, article.labels.score, article.secondary, article.primary)


def decide(
    outline: Outline,
    site: SiteEvidence | None,
    options: ExtractOptions,
    comments: Region | None = None,
    thread: Region | None = None,
) -> Decision:
    """The labels of a page's blocks, given what its site states of them, and the comments or the thread on it."""
    apart = comments.area if comments else np.zeros(len(outline.blocks), dtype=np.bool_)
    article = find_article(outline, site or alone(outline), apart)
    model = options.model or shipped()
    prediction = model.predict(outline, findings(article), apart if comments else None)
    weight = _structure_weight(outline, prediction, site)
    evidence = _evidence(article, weight, thread)
    marked = find_marked(outline)
    probability = np.where(apart | marked, np.float32(0), _probability(prediction, evidence, site))
    chosen = choose_threshold(probability, prediction.words, BALANCE[options.favour])
    if np.any(chosen.keep & is_worth_keeping(chosen, prediction.words)):
        score = rescaled(probability, chosen.value)
    else:
        score = np.minimum(probability, _DROPPED)
    if options.comments and comments:
        score = np.where(comments.body, _KEPT, score)
    out = apart | marked | (thread.area & ~thread.body if thread else apart)
    kept, completed = complete(outline, score >= _KEPT, out)
    score = np.where(completed, _KEPT, score)
    score = np.where((score >= _KEPT) & ~kept, _DROPPED, score)
    places = {"in the comments": apart, "marked as boilerplate": marked, "completes what is kept": completed}
    if thread:
        places["in the body of a post"] = thread.body
    kinds = (
        model.kinds_of(prediction.features, probability, apart if comments else None)
        if weight
        else prediction.kinds
    )
    return Decision(
        labels=_labels(score, article, prediction, places),
        title=article.title,
        kind="forum" if thread else prediction.kind,
        kinds=kinds,
        confidence=chosen.expected,
        article=article,
        prediction=prediction,
        structure_weight=weight,
        evidence=evidence,
        probability=probability,
        threshold=chosen.value,
    )


def _structure_weight(outline: Outline, prediction: Prediction, site: SiteEvidence | None) -> float:
    """How much structure counts on this page, in log-odds."""
    place = "like training" if is_like_training_pages(outline.blocks) else "unlike training"
    if site is None:
        return _STRUCTURE_EVIDENCE[place]
    if place == "like training" and prediction.kind in OF_RECORDS:
        place = "records"
    return _STRUCTURE_EVIDENCE_WITH_SITE[place]


def _evidence(article: Article, weight: float, thread: Region | None) -> npt.NDArray[np.float64]:
    """What structure, or in the posts of a thread their bodies, adds to the logit of each block."""
    evidence = np.where(article.labels.is_content, weight, -weight)
    if thread is None:
        return evidence
    return np.where(thread.area, np.where(thread.body, _THREAD_EVIDENCE, -_THREAD_EVIDENCE), evidence)


def _probability(prediction: Prediction, evidence: npt.NDArray[np.float64], site: SiteEvidence | None) -> Scores:
    """How likely each block is main text, all things considered."""
    predicted = np.clip(prediction.probability.astype(np.float64), 1e-4, 1 - 1e-4)
    probability = 1 / (1 + np.exp(-np.log(predicted / (1 - predicted)) - evidence))
    if site is not None:
        probability = np.where((site.document_frequency > 0) & (evidence < 0), 0.0, probability)
    return np.asarray(probability, dtype=np.float32)


def _labels(score: Scores, article: Article, prediction: Prediction, places: Mapping[str, Mask]) -> Labels:
    """The scores with the evidence of structure, of the model and of the places that blocks are in."""
    structure = article.labels
    bits = structure.evidence.copy()
    shown = {
        "likely by the model": prediction.probability >= _LIKELY,
        "unlikely by the model": prediction.probability <= _UNLIKELY,
        **places,
    }
    for bit, mask in enumerate(shown.values(), len(structure.names)):
        bits |= mask.astype(np.uint32) << np.uint32(bit)
    return Labels(score=score.astype(np.float32), evidence=bits, names=(*structure.names, *shown))

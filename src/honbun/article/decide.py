"""What is content on a page: structure, the model and the site, weighed against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.article.completions import copies_apart, find_whole_elements, headings_amid, rest_of
from honbun.article.marked import find_marked
from honbun.article.options import ExtractOptions
from honbun.article.structure import Article, SiteEvidence, alone, find_article, find_copies
from honbun.features import Findings, Outline, is_like_training_pages
from honbun.model import BALANCE, Prediction, choose_threshold, is_worth_keeping, rescaled, shipped
from honbun.page import Labels, Mask

# What it adds to the log-odds of a run that structure takes it for the article's, and takes from them that it does
# not, on pages like those the model learned from and on others. wcxb-dev (cross-validated), sites-dev, content-dev
# had .869, .926, .936 when it was chosen; structure only .795, .930, .937, model only .870, .859, .913.
_TRUST = {"at home": 0.0, "abroad": 3.0}
# The same where the site is known, which makes structure surer of articles, but not of pages made of records.
# sites-dev and the modern forums of posts-dev: .962, .83 to .96; structure only .962, .67, model only .903, .91.
_TRUST_WITH_SITE = {"at home": 6.0, "abroad": 6.0, "records": 0.5}
# The same of what is said in the posts of a thread, and of what else lies in them. 2 and 4 are as good.
_TRUST_IN_THREAD = 3.0
OF_RECORDS = frozenset({"collection", "forum", "listing", "product"})
# Probabilities at which the model's word is evidence worth showing.
_LIKELY, _UNLIKELY = 0.7, 0.1


@dataclass(frozen=True, eq=False)
class Region:
    """The blocks of a page that posts were found in: its comments, which are no text, or its thread, which is."""

    area: Mask
    """All of them: names, dates and headings, too."""
    body: Mask
    """Those that hold what was said."""


@dataclass(frozen=True, eq=False)
class Decision:
    """What was decided of a page."""

    labels: Labels
    title: int
    """The run that shows the title, or -1."""
    kind: str | None
    """What kind of page the model takes it for, or "forum" if a thread was found."""
    kinds: tuple[str, ...]
    """The kinds of pages, the likeliest first, by what is content all things considered."""
    confidence: float
    """The F1 that is expected of the labels."""
    article: Article
    """What structure found."""
    prediction: Prediction
    """What the model said."""
    trust: float
    """What structure adds to the log-odds of the runs it takes for the article's, and takes from the others."""
    added: npt.NDArray[np.float64]
    """What was so added to those of each run, by structure or by the thread."""
    probability: npt.NDArray[np.float32]
    """How likely each run is content, all things considered."""
    cut: float
    """The probability from which on runs were kept."""
    comments: Region | None = None
    """The comments that were taken apart from the text."""
    thread: Region | None = None
    """The thread that the text is."""


def findings(article: Article) -> Findings:
    """What a model is told of a page beside its measures."""
    return Findings(article.title, article.container, article.labels.score, article.aside, article.listed)


def decide(
    outline: Outline,
    site_evidence: SiteEvidence | None,
    options: ExtractOptions,
    comments: Region | None = None,
    thread: Region | None = None,
) -> Decision:
    """The labels of a page's runs, and what they are worth, given the comments or the thread found on it."""
    area = comments.area if comments else np.zeros(len(outline.blocks), dtype=np.bool_)
    article = find_article(outline, site_evidence or alone(outline), area)
    model = options.model or shipped()
    prediction = model.ask(outline, findings(article), area if comments else None)
    trust = _trust(outline, prediction, site_evidence)
    marked = find_marked(outline)
    added = _added(article, trust, thread)
    probability = np.where(area | marked, np.float32(0), _weigh(prediction, added, site_evidence))
    chosen = choose_threshold(probability, prediction.words, BALANCE[options.favour])
    keep = chosen.keep & is_worth_keeping(chosen, prediction.words)
    score = rescaled(probability, chosen.value) if keep.any() else np.minimum(probability, 0.49).astype(np.float32)
    if options.comments and comments:
        score = np.where(comments.body, np.float32(0.5), score)
    unsaid = thread.area & ~thread.body if thread else area
    score, rest = _with_wholes(outline, score, area | marked | unsaid)
    places = {"in the comments": area, "marked as no content": marked, "amid what is kept": rest}
    if thread:
        places["said in a post"] = thread.body
    return Decision(
        labels=_labels(score, article, prediction, places),
        title=article.title,
        kind="forum" if thread else prediction.kind,
        kinds=model.kinds_of(prediction.features, probability, area if comments else None)
        if trust
        else prediction.kinds,
        confidence=chosen.expected,
        article=article,
        prediction=prediction,
        trust=trust,
        added=added,
        probability=probability,
        cut=chosen.value,
        comments=comments,
        thread=thread,
    )


def _trust(outline: Outline, prediction: Prediction, site_evidence: SiteEvidence | None) -> float:
    """How much the word of structure counts on this page, in log-odds."""
    place = "at home" if is_like_training_pages(outline.blocks) else "abroad"
    if site_evidence is not None and place == "at home" and prediction.kind in OF_RECORDS:
        place = "records"
    return (_TRUST if site_evidence is None else _TRUST_WITH_SITE)[place]


def _added(article: Article, trust: float, thread: Region | None) -> npt.NDArray[np.float64]:
    """What structure, or in the posts of a thread what was said there, adds to the log-odds of each run."""
    added = np.where(article.labels.is_content, trust, -trust)
    if thread is None:
        return added
    return np.where(thread.area, np.where(thread.body, _TRUST_IN_THREAD, -_TRUST_IN_THREAD), added)


def _weigh(
    prediction: Prediction, added: npt.NDArray[np.float64], site_evidence: SiteEvidence | None
) -> npt.NDArray[np.float32]:
    """How likely each run is content, all things considered."""
    probability = np.clip(prediction.probability.astype(np.float64), 1e-4, 1 - 1e-4)
    weighed = 1 / (1 + np.exp(-np.log(probability / (1 - probability)) - added))
    if site_evidence is not None:
        weighed = np.where((site_evidence.document_frequency > 0) & (added < 0), 0.0, weighed)
    return np.asarray(weighed, dtype=np.float32)


def _with_wholes(
    outline: Outline, score: npt.NDArray[np.float32], out: Mask
) -> tuple[npt.NDArray[np.float32], Mask]:
    """The scores with code, tables and sections made whole and copies taken out, and the runs so added."""
    wholes = find_whole_elements(outline, score >= 0.5, out)
    rest = rest_of(outline, wholes, score >= 0.5, out) | headings_amid(outline, score >= 0.5, out)
    score = np.where(rest, np.float32(0.5), score)
    copies = copies_apart(outline, wholes, find_copies(outline, score >= 0.5))
    return np.where(copies, np.float32(0.49), score), rest


def _labels(
    score: npt.NDArray[np.float32], article: Article, prediction: Prediction, places: Mapping[str, Mask]
) -> Labels:
    """The scores with the evidence of structure, of the model and of the places that runs are in."""
    structure = article.labels
    evidence = structure.evidence.copy()
    marks = {
        "likely by the model": prediction.probability >= _LIKELY,
        "unlikely by the model": prediction.probability <= _UNLIKELY,
        **places,
    }
    for bit, mark in enumerate(marks.values(), len(structure.names)):
        evidence |= mark.astype(np.uint32) << np.uint32(bit)
    return Labels(score=score, evidence=evidence, names=(*structure.names, *marks))

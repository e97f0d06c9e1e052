"""The decision on a page: which of its blocks are main text, by a sum of evidence and one threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun import core
from honbun.article.completions import complete
from honbun.article.marked import find_marked
from honbun.article.site_terms import site_terms
from honbun.article.structure import EVIDENCE, Article, SiteEvidence, alone, find_article
from honbun.errors import FormatError
from honbun.features import CompiledFeatures, Findings, Outline
from honbun.model import (
    BALANCE,
    NOTHING,
    Model,
    Prediction,
    choose_threshold,
    expected_f1,
    probabilities,
    rescaled,
    shipped,
)
from honbun.page import CompiledBlocks, Labels, Mask
from honbun.workers import NO_LIMITS, Limits

# What comments take from a block's logit; what the body of a post of a thread adds to it, and the rest of a post
# takes from it.
_COMMENT_EVIDENCE = -6.0
# What a block loses that the page itself marks as boilerplate: navigation, the footer, dialogs.
_MARKED_EVIDENCE = -10.0
_THREAD_EVIDENCE = 6.0
# The site's terms say again what the model partly knows: for the confidence the logit is divided by this. On
# sites-dev what is expected and what is reached then differ by .017 in five classes, without it by .029.
_SITE_TEMPERATURE = 1.5
# Kinds of pages that are made of records.
OF_RECORDS = frozenset({"collection", "forum", "listing", "product"})
# Probabilities at which the model's prediction is evidence to show.
_LIKELY, _UNLIKELY = 0.7, 0.1
_SAYS_LIKELY, _SAYS_UNLIKELY = "likely by the model", "unlikely by the model"
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
    time_limit: float | None = None
    """Seconds that the work on the page may take. With a limit it is done by another process, which can be ended:
    started for each page by `extract`, kept by `extract_many`."""
    memory_limit: int | None = None
    """Bytes of memory, likewise; on Linux only."""

    @property
    def limits(self) -> Limits | None:
        """The limits, if there are any."""
        if self.time_limit is None and self.memory_limit is None:
            return None
        return Limits(
            seconds=NO_LIMITS.seconds if self.time_limit is None else self.time_limit,
            memory=NO_LIMITS.memory if self.memory_limit is None else self.memory_limit,
        )

    def __post_init__(self) -> None:
        _ = self.limits
        if self.favour not in BALANCE:
            raise FormatError(f"cannot favour {self.favour!r}", advice="known: precision, recall")


DEFAULT = ExtractOptions()


@dataclass(frozen=True, eq=False)
class Region:
    """The blocks of a page that posts were found in: its comments, which are no text, or its thread, which is."""

    area: Mask
    """All of them: names, dates and headings, too."""
    find_body: Callable[[], Mask]

    @cached_property
    def body(self) -> Mask:
        """Those that are the bodies of posts. Lazy: of comments few ask for them."""
        return self.find_body()


@dataclass(frozen=True, eq=False)
class View:
    """A page as its structure and a model see it, before anything is decided."""

    article: Article
    """What structure found."""
    prediction: Prediction
    """What the model says of each block by its own features."""
    model: Model
    site: SiteEvidence | None
    seen: core.Seen | None = None
    """What the core holds of it; None if the readable form looked."""

    def expected(self, without: Mask | None = None) -> float:
        """The F1 that is expected by the model alone, if these blocks are no main text."""
        probability = self.prediction.probability
        if without is not None:
            probability = np.where(without, np.float32(0), probability)
        return choose_threshold(probability, self.prediction.words).expected


@dataclass(frozen=True, eq=False)
class Decision:
    """What was decided of a page, and what it was decided by."""

    labels: Labels
    title: int
    """The block that shows the title, or -1."""
    kinds: tuple[str, ...]
    """The kinds of pages, the likeliest first, by what is main text all things considered."""
    confidence: float
    """The F1 that is expected of the labels."""
    view: View
    """What structure and the model saw."""
    terms: Mapping[str, Scores]
    """The evidence: what each term adds to the log-odds of each block."""
    threshold: float
    """The probability from which on blocks were kept."""

    @cached_property
    def logit(self) -> Scores:
        """The sum of the terms."""
        return sum_of(self.terms)

    @cached_property
    def probability(self) -> Scores:
        """How likely each block is main text, all things considered."""
        return probabilities(self.logit)


def sum_of(terms: Mapping[str, Scores]) -> Scores:
    """The log-odds of each block: all terms added up."""
    first, *others = terms.values()
    return reduce(np.add, (term for term in others if term.any()), first)


def findings(article: Article) -> Findings:
    """What a model is told of a page beside the features of its blocks."""
    return Findings(article.title, article.container, article.labels.score, article.secondary, article.primary)


def look(
    outline: Outline, site: SiteEvidence | None, options: ExtractOptions, comments: Mask | None = None
) -> View:
    """What structure and the model see on a page, given what its site states of its blocks, and its comments."""
    model = options.model or shipped()
    if isinstance(outline.blocks, CompiledBlocks) and model.compiled:
        return _look_compiled(outline.blocks, model, model.compiled, site, comments)
    article = find_article(outline, site or alone(outline), comments)
    return View(article, model.predict(outline, findings(article)), model, site)


def _look_compiled(
    blocks: CompiledBlocks,
    model: Model,
    loaded: core.LoadedModel,
    site: SiteEvidence | None,
    comments: Mask | None,
) -> View:
    """The same by the core."""
    frequency, votes = (site.document_frequency, site.record_votes) if site else (None, {})
    seen = core.look(blocks.parsed, loaded, len(blocks), frequency, votes, comments)
    kinds = tuple(model.kinds[k] for k in seen.kinds)
    features = model.in_order(CompiledFeatures(seen))
    return View(_SeenArticle(seen), Prediction(seen.logit, seen.words, kinds, features), model, site, seen)


class _SeenArticle(Article):
    """The article that the core has found; what is said of each block is read when it is first asked for."""

    def __init__(self, seen: core.Seen) -> None:
        vars(self).update(title=seen.title, named=seen.named, container=seen.container, _seen=seen)

    def __getattr__(self, name: str) -> Any:
        if name not in ("labels", "secondary", "primary"):
            raise AttributeError(name)
        score, evidence, secondary, primary = vars(self)["_seen"].article()
        labels = Labels(score=score, evidence=evidence, names=EVIDENCE)
        vars(self).update(labels=labels, secondary=secondary, primary=primary)
        return vars(self)[name]


def decide(
    outline: Outline,
    view: View,
    options: ExtractOptions,
    comments: Region | None = None,
    thread: Region | None = None,
) -> Decision:
    """The labels of a page's blocks, given the comments or the thread on it."""
    marked = find_marked(outline)
    terms = _terms(outline, view, marked, comments, thread)
    apart = comments.area if comments else None
    out = marked if apart is None else marked | apart
    if thread:
        out = out | (thread.area & ~thread.body)
    forced = comments.body if options.comments and comments else None
    question = _Question(sum_of(terms), BALANCE[options.favour], forced, apart, out)
    found = view.seen.decide(*question) if view.seen else _decide_readable(outline, view, question)
    places = {"in the comments": apart, "marked as boilerplate": marked, "completes what is kept": found.completed}
    if thread:
        places["in the body of a post"] = thread.body
    return Decision(
        labels=_DecidedLabels(found.score, view, places),
        title=view.article.title,
        kinds=tuple(view.model.kinds[k] for k in found.kinds),
        confidence=_confidence(question.logit, found, view),
        view=view,
        terms=terms,
        threshold=found.threshold,
    )


class _Question(NamedTuple):
    """What is to be decided by."""

    logit: Scores
    """The sum of the evidence on each block."""
    beta: float
    forced: Mask | None
    """Blocks that are kept whatever is said of them."""
    apart: Mask | None
    """Blocks of comments, which say nothing of the kind of the page."""
    out: Mask
    """Blocks that complete nothing."""


def _decide_readable(outline: Outline, view: View, question: _Question) -> core.Decided:
    probability = probabilities(question.logit)
    chosen = choose_threshold(probability, view.prediction.words, question.beta)
    if chosen.expected >= NOTHING:
        score = rescaled(probability, chosen.value)
    else:
        score = np.minimum(probability, _DROPPED)
    if question.forced is not None:
        score = np.where(question.forced, _KEPT, score)
    kept, completed = complete(outline, score >= _KEPT, question.out)
    score = np.where(completed, _KEPT, score)
    score = np.where((score >= _KEPT) & ~kept, _DROPPED, score)
    named = view.model.kinds_of(view.prediction.features, probability, question.apart)
    kinds = [view.model.kinds.index(kind) for kind in named]
    return core.Decided(score, completed, chosen.keep, kinds, chosen.expected, chosen.value)


def _terms(
    outline: Outline, view: View, marked: Mask, comments: Region | None, thread: Region | None
) -> dict[str, Scores]:
    """The evidence on each block, by name."""
    terms = {"model": view.prediction.logit, "marked": _where(marked, _MARKED_EVIDENCE)}
    if comments:
        terms["comments"] = _where(comments.area, _COMMENT_EVIDENCE)
    if thread:
        in_body, beside = thread.area & thread.body, thread.area & ~thread.body
        terms["thread"] = _where(in_body, _THREAD_EVIDENCE) + _where(beside, -_THREAD_EVIDENCE)
    if view.site is not None:
        known = site_terms(outline, view.article, view.site, sum_of(terms), view.prediction.words)
        # A thread has no one container, and its title is in none of its posts.
        terms |= {"site: frequency": known["site: frequency"]} if thread else known
    return terms


def _confidence(logit: Scores, found: core.Decided, view: View) -> float:
    """The F1 that is expected of what is kept."""
    if view.site is None:
        return found.expected
    probability = probabilities(logit / np.float32(_SITE_TEMPERATURE))
    return expected_f1(probability, view.prediction.words, found.chosen)


def _where(mask: Mask, evidence: float) -> Scores:
    # Zeros that say nothing take no room, however many blocks there are.
    nothing = np.float32(0)
    return np.where(mask, np.float32(evidence), nothing) if mask.any() else np.broadcast_to(nothing, mask.shape)


class _DecidedLabels(Labels):
    """Scores with the evidence of structure, of the model and of the places that blocks are in, put together when
    it is first asked for."""

    def __new__(cls, *_: Any, **columns: Any) -> Any:
        """With columns of their own, as `dataclasses.replace` asks for, plain ones."""
        return Labels(**columns) if columns else super().__new__(cls)

    def __init__(self, score: Scores, view: View, places: Mapping[str, Mask | None]) -> None:
        names = (*EVIDENCE, _SAYS_LIKELY, _SAYS_UNLIKELY, *places)
        vars(self).update(score=score, names=names, _view=view, _places=places)

    def __reduce__(self) -> tuple[Any, ...]:
        return Labels, (self.score, self.evidence, self.names)

    @cached_property
    def evidence(self) -> npt.NDArray[np.uint32]:
        """Bit k is set where the evidence `names[k]` speaks."""
        view: View = vars(self)["_view"]
        structure, probability = view.article.labels, probabilities(view.prediction.logit)
        bits = structure.evidence.copy()
        masks = (probability >= _LIKELY, probability <= _UNLIKELY, *vars(self)["_places"].values())
        for bit, mask in enumerate(masks, len(structure.names)):
            if mask is not None:
                np.bitwise_or(bits, np.uint32(1 << bit), out=bits, where=mask)
        return bits

"""From the bytes of a page to its document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from html import escape
from typing import Any

import numpy as np

from honbun.article import DEFAULT, OF_RECORDS, Decision, ExtractOptions, Region, SiteEvidence, decide
from honbun.document import Document, Reason
from honbun.features import Outline
from honbun.input import RawPage, Rejected, Rejection, admit
from honbun.later import Later
from honbun.metadata import Facts, embedded_text
from honbun.model import shipped_threads
from honbun.page import Labels, cut, decode, parse, parse_decoded
from honbun.threads import (
    Comments,
    Post,
    Segmentation,
    ThreadTemplate,
    find_comments,
    find_posts_of_thread,
    find_thread,
    find_thread_of_site,
    posts_of,
)

Html = bytes | str

# Shorter texts in a page's data are captions and slogans.
_EMBEDDED_LENGTH = 200
# On a forum, what looks like comments is the thread itself if so much of it is taken for the text.
_IS_TEXT = 0.5
# If the text without the comments is expected to be so much worse, they are the text: a thread, a page of reviews.
_WORSE = 0.2


def extract(html: Html, url: str | None = None, *, options: ExtractOptions = DEFAULT) -> Document:
    """The document of a page that comes alone. Total: a page without text gives an empty one with the reason."""
    return compose(read(html, url), None, html, options)


def read(html: Html, url: str | None, content_type: str | None = None) -> Outline:
    """The page, decoded, parsed, cut and measured. What is evidently no HTML is read as an empty page."""
    if isinstance(html, bytes) and isinstance(admit(RawPage(html), len(html)), Rejected):
        html = b""
    return Outline(cut(parse_decoded(decode(html, content_type).text, url)))


def compose(
    outline: Outline,
    site_evidence: SiteEvidence | None,
    html: Html,
    options: ExtractOptions = DEFAULT,
    template: ThreadTemplate | None = None,
) -> Document:
    """The document of a page, given what other pages of its site say of it and of threads, if any are known."""
    return compose_decided(outline, site_evidence, html, options, template).document


@dataclass(frozen=True, eq=False)
class Composition:
    """A document, and what it was made of."""

    document: Document
    decision: Decision | None = None
    """None if the page shows no text to judge."""
    comments: Comments | None = None
    """The comments that were taken apart from the text."""
    thread: Segmentation | None = None
    """The thread that the text is."""


def compose_decided(
    outline: Outline,
    site_evidence: SiteEvidence | None,
    html: Html,
    options: ExtractOptions = DEFAULT,
    template: ThreadTemplate | None = None,
) -> Composition:
    """The same, with what the document comes from."""
    blocks, page = outline.blocks, outline.page
    if not blocks.length.any():
        return Composition(_from_data(_empty(outline, reason_of(html))))
    decided = _decide_with_comments(outline, site_evidence, options, template or ThreadTemplate())
    decision = decided.decision
    if not decision.labels.is_content.any():
        empty = _empty(outline, Reason.NO_MAIN_TEXT)
        return Composition(_from_data(replace(empty, labels=decision.labels)), decision)
    shown = " ".join(blocks.texts[decision.title].split()) if decision.title >= 0 else ""
    kind = partial(_kind_of, decision.kinds, decided.finder)
    parts: dict[str, Any] = {**Facts(page, shown, kind).later(), "finder": decided.finder}
    if decided.comments is not None:
        parts["comments"] = Later(partial(getattr, decided.comments, "posts"))
    document = Document(blocks, decision.labels, page.url, confidence=decision.confidence, **parts)
    return Composition(document, decision, decided.comments, decided.thread)


@dataclass(frozen=True, eq=False)
class _Decided:
    """A verdict, and the comments of an article or the posts of a thread that it was taken with."""

    decision: Decision
    comments: Comments | None = None
    thread: Segmentation | None = None
    finder: Callable[[], tuple[Post, ...]] | None = None


def _kind_of(kinds: tuple[str, ...], finder: Callable[[], tuple[Post, ...]] | None) -> str | None:
    """Forum if the page has posts, and only then; else the first of these, the likeliest, that is no forum."""
    if finder and finder():
        return "forum"
    return next((kind for kind in kinds if kind != "forum"), None)


def _decide_with_comments(
    outline: Outline, site_evidence: SiteEvidence | None, options: ExtractOptions, template: ThreadTemplate
) -> _Decided:
    """The verdict with the comments of an article, or with the posts of a thread.

    What the text may be is asked first without comments: on a thread, what looks like comments is the text.
    """
    decision = decide(outline, site_evidence, options)
    title, taken = decision.article.named, decision.labels.is_content
    of_records = decision.kind in OF_RECORDS
    comments = find_comments(outline, title, taken, shipped_threads(), template, only_called=of_records)
    if comments is None and site_evidence and (thread := find_thread_of_site(outline, decision.kind, template)):
        return _decide_thread(outline, site_evidence, options, thread)
    is_forum = decision.kind == "forum" == decision.kinds[0]
    if is_forum and (comments is None or comments.overlap(taken) >= _IS_TEXT):
        finder = _PostFinder(outline, title, template, comments)
        if comments is None or finder.posts:
            return _Decided(decision, finder=finder)
    if comments is None:
        return _Decided(decision)
    if thread := find_thread(outline, title, decision.kind, taken, comments, template):
        return _decide_thread(outline, site_evidence, options, thread)
    if of_records and not comments.is_called:
        return _Decided(decision)
    apart = decide(outline, site_evidence, options, Region(comments.area, comments.body_blocks))
    if not apart.labels.is_content.any() or apart.confidence < decision.confidence - _WORSE:
        return _Decided(decision)
    return _Decided(apart, comments)


def _decide_thread(
    outline: Outline, site_evidence: SiteEvidence | None, options: ExtractOptions, thread: Segmentation
) -> _Decided:
    decision = decide(outline, site_evidence, options, thread=Region(thread.area, thread.body_blocks))
    return _Decided(decision, thread=thread, finder=partial(posts_of, thread))


@dataclass(frozen=True, eq=False)
class _PostFinder:
    """The posts of a page whose text they are. Called when they are asked for: they take longer than the text."""

    outline: Outline
    title: int
    template: ThreadTemplate
    comments: Comments | None

    def __call__(self) -> tuple[Post, ...]:
        return self.posts

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts; none if the page is no thread."""
        return find_posts_of_thread(self.outline, self.title, self.comments, self.template)


def _empty(outline: Outline, reason: Reason) -> Document:
    n = len(outline.blocks)
    nothing = Labels(score=np.zeros(n, dtype=np.float32), evidence=np.zeros(n, dtype=np.uint32))
    page = outline.page
    return Document(outline.blocks, nothing, page.url, reason=reason, **Facts(page).later())


def _from_data(document: Document) -> Document:
    """The document with the text that its page has only as data for programs, if there is such a text."""
    embedded = embedded_text(document.blocks.page)
    if embedded is None or len(embedded[0]) < _EMBEDDED_LENGTH:
        return document
    text, source = embedded
    markup = "".join(f"<p>{escape(line)}</p>" for line in text.split("\n") if line.strip())
    blocks = cut(parse(markup, document.url))
    score = np.ones(len(blocks), dtype=np.float32)
    bit = np.ones(len(blocks), dtype=np.uint32)
    return replace(
        document,
        blocks=blocks,
        labels=Labels(score=score, evidence=bit, names=(f"text in the page's data: {source}",)),
        confidence=0.5,
        reason=None,
        sources={**document.sources, "text": source},
    )


def reason_of(html: Html) -> Reason:
    """Why a page has no text."""
    if not html.strip():
        return Reason.EMPTY_INPUT
    if isinstance(html, bytes):
        outcome = admit(RawPage(html), len(html))
        if isinstance(outcome, Rejected):
            return Reason.EMPTY_INPUT if outcome.reason is Rejection.EMPTY else Reason.NOT_HTML
    return Reason.NO_TEXT

"""From the bytes of a page to its document: the one place where the rooms are put together.

The library, the command line, the server, `explain`, `annotate` and `evaluate` all come through `compose`, so they
cannot differ.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Unpack

import numpy as np

from honbun.article import DEFAULT, OF_RECORDS, Decision, ExtractOptions, Region, SiteEvidence, View, decide, look
from honbun.document import Document, PlainParts, Reason
from honbun.errors import FormatError, expect
from honbun.extraction.asking import Html, Keywords, Pages, asked, page_of, pairs_of
from honbun.features import Outline
from honbun.input import RawPage, Rejected, Rejection, admit
from honbun.metadata import Metadata, embedded_text, read_metadata, with_shown_title
from honbun.model import ThreadModel, shipped_threads
from honbun.opening import learn_template
from honbun.page import CompiledBlocks, Labels, parse, parse_body, segment
from honbun.threads import (
    Comments,
    Post,
    Segmentation,
    ThreadTemplate,
    find_comments,
    find_thread,
    find_thread_of_forum,
    is_named_board,
    may_have_comments,
    posts_of,
    segment_page,
)
from honbun.workers import Loss, alone, each, in_threads

if TYPE_CHECKING:
    from honbun.extraction.site import Site

# So many pages are under way for each thread: enough to keep it busy, few enough that memory stays flat.
_AHEAD = 4
# Shorter texts in a page's data are captions and slogans.
_MIN_EMBEDDED_LENGTH = 200
_EMBEDDED_CONFIDENCE = 0.5
# If the text without the comments is expected to be so much worse, they are the text, a thread or a page of
# reviews, unless it is so sure that they are comments.
_MAX_CONFIDENCE_LOSS = 0.2
_SURE = 1.0
# If it is expected to be so much better, they are no thread.
_CLEAR_GAIN = 0.1
# Posts take longer than all the rest, so a forum that comes alone is cut into them only if its text is not
# expected to have this F1. Text F1 of such pages if none are cut, with .85, .93, and if all are: posts-more-dev
# .894, .919, .941, .944; wcxb-dev, its sites left out, .881, .881, .882, .883.
_MAX_UNSURE = 0.85
# Nor if it has more elements: 2,000 posts have as many. To cut far more takes fifty times the memory of the page.
_MAX_CUT_ELEMENTS = 60_000


def extract(
    html: Html, url: str | None = None, *, options: ExtractOptions = DEFAULT, **keywords: Unpack[Keywords]
) -> Document:
    """The document of a page that comes alone. Total: a page without text gives an empty one with the reason.

    What `options` has may also be said as keywords: `favour="precision"`, `comments=True`.
    """
    return extract_within(html, url, asked(options, keywords), None)


def extract_within(html: Html, url: str | None, options: ExtractOptions, site: Site | None) -> Document:
    """The document of a page, with what its site taught if it has one, within the limits of the options."""
    limits = options.limits
    if limits is None:
        return compose(read(html, url), html, options, site).document
    free = replace(options, time_limit=None, memory_limit=None)
    return _found_or_lost(alone(partial(extract_within, html, url, free, site), limits), url)


def _found_or_lost(found: Document | Loss, url: str | None) -> Document:
    """The document; an empty one with the reason if it was lost."""
    if isinstance(found, Loss):
        return _empty(read("", url), Reason[found.reason.name])
    return found


def extract_many(
    pages: Pages,
    *,
    options: ExtractOptions = DEFAULT,
    threads: int | None = None,
    **keywords: Unpack[Keywords],
) -> Iterator[Document]:
    """The document of each page, (url, html), in their order, as soon as it is there.

    `threads` is by default as many as the machine has processors. Pages are read as they are needed, so there may
    be any number of them. Without the compiled core threads wait for each other, and gain nothing. If the options
    have limits, there are processes instead, which are watched: a page that passes a limit, or ends its process,
    gives an empty document with the reason.
    """
    if threads is not None and threads < 1:
        raise FormatError("threads must be at least 1")
    return _in_order(pairs_of(pages), asked(options, keywords), threads or os.cpu_count() or 1)


def _in_order(pages: Pages, options: ExtractOptions, threads: int) -> Iterator[Document]:
    if options.limits:
        free = replace(options, time_limit=None, memory_limit=None)
        for (url, _), found in each(partial(_extracted, options=free), pages, threads, options.limits):
            yield _found_or_lost(found, url)
        return
    if threads == 1:
        yield from (_written(page, options) for page in pages)
        return
    with closing(in_threads(partial(_written, options=options), pages, threads, _AHEAD)) as documents:
        for _, document in documents:
            yield document


def _extracted(page: tuple[str | None, Html], options: ExtractOptions) -> Document:
    url, html = page
    return extract(html, url, options=options)


def _written(page: tuple[str | None, Html], options: ExtractOptions) -> Document:
    """The document, with its text, which would else be written where it is asked for."""
    document = _extracted(page, options)
    _ = document.text
    return document


def read(html: Html, url: str | None, content_type: str | None = None) -> Outline:
    """The page, decoded, parsed and cut into blocks. What is evidently no HTML is read as an empty page."""
    if url is not None:
        expect(url, str | None, "an address", "pass url=str(…)")
    if not isinstance(html, bytes):
        html = page_of(html)
    elif isinstance(admit(RawPage(html), len(html)), Rejected):
        html = b""
    return Outline(segment(parse_body(html, url, content_type)))


def read_page(page: RawPage) -> Outline:
    """The same of a page as it came."""
    return read(page.body, page.url, page.content_type)


@dataclass(frozen=True, eq=False)
class Composition:
    """A document, and what it was made of."""

    document: Document
    decision: Decision | None = None
    """None if the page shows no text to decide on."""
    comments: Comments | None = None
    """The comments that left the text."""
    thread: Segmentation | None = None
    """The thread that the text is."""
    forum: Forum | None = None
    """What may be a thread, if the model takes the page for one and nothing else told."""
    evidence: SiteEvidence | None = None
    """What the site of the page states of its blocks; None if the page was taken alone."""
    template: ThreadTemplate | None = None
    """How the threads of the site are built; None if nothing is known of them."""


def compose(
    outline: Outline, html: Html, options: ExtractOptions = DEFAULT, site: Site | None = None
) -> Composition:
    """The document of a page, with what its site taught if it has one, and what the decision was taken from."""
    page = outline.page
    if not outline.blocks.length.any():
        return Composition(_from_data(_empty(outline, reason_of(html))))
    evidence, template = site.knowledge_of(outline) if site else (None, None)
    decision, roles = _decide(outline, evidence, options, template or ThreadTemplate())
    if not decision.labels.is_content.any():
        bare = _LazyMetadata(outline, comments=roles.comments.posts if roles.comments else ())
        none = replace(_empty(outline, Reason.NO_MAIN_TEXT), labels=decision.labels, parts=bare)
        return Composition(_from_data(none), decision, None, None, roles.forum, evidence, template)
    parts = _LazyParts(outline, decision, roles)
    document = Document(outline.blocks, decision.labels, page.url, decision.confidence, parts=parts)
    return Composition(document, decision, roles.comments, roles.thread, roles.forum, evidence, template)


@dataclass(frozen=True, eq=False)
class _Roles:
    """What is said on a page and by whom: at most one of these."""

    comments: Comments | None = None
    thread: Segmentation | None = None
    forum: Forum | None = None
    """Set where the page may be a thread that has not been cut into posts yet."""


def _decide(
    outline: Outline, evidence: SiteEvidence | None, options: ExtractOptions, template: ThreadTemplate
) -> tuple[Decision, _Roles]:
    """The decision with the comments of an article, or with the posts of a thread."""
    view = look(outline, evidence, options)
    roles = _find_roles(outline, view, template)
    comments, thread = roles.comments, roles.thread
    if comments:  # without them, structure finds a short article above many
        view = look(outline, evidence, options, comments.area)
    decision = decide(
        outline,
        view,
        options,
        Region(comments.area, lambda: comments.segmentation.body_blocks) if comments else None,
        Region(thread.area, lambda: thread.body_blocks) if thread else None,
    )
    return decision, roles


def _find_roles(outline: Outline, view: View, template: ThreadTemplate) -> _Roles:
    """What is said on a page: comments below its text, a thread that is its text, or neither.

    On a thread, what looks like comments is the text.
    """
    title, kind = view.article.named, view.prediction.kind
    of_records, comments = kind in OF_RECORDS, None
    is_looked_at = _may_have_comments(outline, title, of_records)
    if is_looked_at:
        comments = find_comments(outline, title, view.prediction.logit, template, only_called=of_records)
    forum = Forum(outline, title, template, comments) if kind == "forum" else None
    if forum and comments and not comments.is_called and forum.thread:
        return _Roles(thread=forum.thread)
    loss = view.expected() - view.expected(comments.area) if comments else 0.0
    # Where the text is much surer without them, it is no thread, whatever kind of page it looks like.
    likely = kind if loss > -_CLEAR_GAIN else None
    if (is_looked_at or view.site) and (thread := find_thread(outline, title, likely, comments, template)):
        return _Roles(thread=thread)
    if comments is None:
        is_cut = forum and len(outline.page) <= _MAX_CUT_ELEMENTS and (view.site or view.expected() < _MAX_UNSURE)
        return _Roles(thread=forum.thread) if forum and is_cut and forum.thread else _Roles(forum=forum)
    is_text = loss > _MAX_CONFIDENCE_LOSS and comments.logit < _SURE
    return _Roles() if is_text or (of_records and not comments.is_called) else _Roles(comments)


def learn_discussion(outline: Outline, model: ThreadModel) -> ThreadTemplate:
    """What a page teaches of threads: how its comments are built, or all of it if it looks like a thread."""
    view = look(outline, None, DEFAULT)
    title, kind = view.article.named, view.prediction.kind
    of_records = kind in OF_RECORDS
    if kind == "forum" or is_named_board(outline, title):
        return learn_template([outline], model)
    if not _may_have_comments(outline, title, of_records):
        return ThreadTemplate()
    found = find_comments(outline, title, view.prediction.logit, ThreadTemplate(), only_called=of_records)
    return found.segmentation.taught if found else ThreadTemplate()


def _may_have_comments(outline: Outline, title: int, only_called: bool) -> bool:
    """Whether comments are to be looked for, by the core if it has the page."""
    blocks = outline.blocks
    if isinstance(blocks, CompiledBlocks):
        return blocks.parsed.may_have_comments(title, only_called)
    return may_have_comments(outline, title, only_called)


@dataclass(frozen=True, eq=False)
class Forum:
    """A page whose text may be a thread. Lazy: to cut it into posts costs more than its text."""

    outline: Outline
    title: int
    template: ThreadTemplate
    comments: Comments | None

    @cached_property
    def thread(self) -> Segmentation | None:
        """The thread; None if the page is none."""
        return find_thread_of_forum(lambda: self.segmentation, self.title, self.comments)

    @cached_property
    def segmentation(self) -> Segmentation | None:
        """The page cut into posts, whether it has any or not."""
        return segment_page(self.outline, shipped_threads(), self.template)


@dataclass(frozen=True, eq=False)
class _LazyParts:
    """The parts of a document, each read off the page when it is first asked for."""

    outline: Outline
    decision: Decision
    roles: _Roles

    @cached_property
    def metadata(self) -> Metadata:
        """The facts that the page states, with the title as it shows it."""
        page, title = self.outline.page, self.decision.title
        shown = " ".join(self.outline.blocks.texts[title].split()) if title >= 0 else ""
        return with_shown_title(read_metadata(page), page, shown)

    @property
    def kind(self) -> str | None:
        """Forum if the page has posts, and only then; else the likeliest kind that is no forum."""
        if self.posts:
            return "forum"
        return next((kind for kind in self.decision.kinds if kind != "forum"), None)

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a thread."""
        thread = self.roles.thread or (self.roles.forum and self.roles.forum.thread)
        return posts_of(thread) if thread else ()

    @property
    def comments(self) -> tuple[Post, ...]:
        """The comments that left the text."""
        return self.roles.comments.posts if self.roles.comments else ()


@dataclass(frozen=True, eq=False)
class _LazyMetadata:
    """The parts of a page of which nothing is kept."""

    outline: Outline
    kind: str | None = None
    posts: tuple[Post, ...] = ()
    comments: tuple[Post, ...] = ()

    @cached_property
    def metadata(self) -> Metadata:
        """The facts that the page states."""
        return read_metadata(self.outline.page)


def _empty(outline: Outline, reason: Reason) -> Document:
    n = len(outline.blocks)
    nothing = Labels(score=np.zeros(n, dtype=np.float32), evidence=np.zeros(n, dtype=np.uint32))
    return Document(outline.blocks, nothing, outline.page.url, reason=reason, parts=_LazyMetadata(outline))


def _from_data(document: Document) -> Document:
    """The document with the text that its page has only as data for programs, if there is such a text."""
    embedded = embedded_text(document.blocks.page)
    if embedded is None or len(embedded[0]) < _MIN_EMBEDDED_LENGTH:
        return document
    text, source = embedded
    markup = "".join(f"<p>{escape(line)}</p>" for line in text.split("\n") if line.strip())
    blocks = segment(parse(markup, document.url))
    score = np.ones(len(blocks), dtype=np.float32)
    evidence = np.ones(len(blocks), dtype=np.uint32)
    metadata = document.parts.metadata
    return Document(
        blocks,
        Labels(score=score, evidence=evidence, names=(f"text in the page's data: {source}",)),
        document.url,
        _EMBEDDED_CONFIDENCE,
        parts=PlainParts(replace(metadata, sources={**metadata.sources, "text": source})),
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

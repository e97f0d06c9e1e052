"""From the bytes of a page to its document."""

from __future__ import annotations

from typing import Any

import numpy as np

from honbun.classify import Landmarks
from honbun.input import RawPage, Rejected, Rejection
from honbun.input.admit import admit
from honbun.page import Blocks, Labels, cut, decode, parse
from honbun.page.outline import Outline
from honbun.structure import Document, Reason
from honbun.structure.article import Article, Elsewhere, alone, find_article, label_article
from honbun.structure.document import FACTS
from honbun.structure.metadata import Metadata, read_metadata
from honbun.structure.title import is_like, letters

Html = bytes | str


def extract(html: Html, url: str | None = None) -> Document:
    """The document of a page that comes alone. Total: a page without text gives an empty one with the reason."""
    outline = read(html, url)
    return compose(outline, alone(outline), html)


def read(html: Html, url: str | None, content_type: str | None = None) -> Outline:
    """The page, decoded, parsed, cut and measured. What is evidently no HTML is read as an empty page."""
    if isinstance(html, bytes) and isinstance(admit(RawPage(html), len(html)), Rejected):
        html = b""
    return Outline(cut(parse(decode(html, content_type).text, url)))


def landmarks(article: Article) -> Landmarks:
    """What a model is told of a page beside its measures."""
    return Landmarks(article.title, article.container, article.labels.score, article.aside, article.listed)


def compose(outline: Outline, elsewhere: Elsewhere, html: Html) -> Document:
    """The document of a page, given what other pages say of it."""
    blocks, page = outline.blocks, outline.page
    metadata = read_metadata(page)
    if not blocks.ink.any():
        n = len(blocks)
        nothing = Labels(score=np.zeros(n, dtype=np.float32), evidence=np.zeros(n, dtype=np.uint32))
        return Document(
            blocks=blocks, labels=nothing, url=page.url, reason=_reason(html), **_facts(metadata, None)
        )
    labels = label_article(outline, elsewhere)
    return Document(
        blocks=blocks,
        labels=labels,
        url=page.url,
        confidence=_confidence(blocks, labels),
        **_facts(metadata, _shown_title(blocks, labels, metadata)),
    )


def _reason(html: Html) -> Reason:
    """Why a page has no text."""
    if not html.strip():
        return Reason.EMPTY_INPUT
    if isinstance(html, bytes):
        outcome = admit(RawPage(html), len(html))
        if isinstance(outcome, Rejected):
            return Reason.EMPTY_INPUT if outcome.reason is Rejection.EMPTY else Reason.NOT_HTML
    return Reason.NO_TEXT


def _shown_title(blocks: Blocks, labels: Labels, metadata: Metadata) -> str | None:
    """The title as the page shows it above its text, unless it is none by all that the page says of itself.

    On wcxb-dev .77 of the titles are exactly right, .73 if what stands above the text is always believed.
    """
    at = np.flatnonzero(labels.evidence >> np.uint32(labels.names.index("title")) & np.uint32(1))
    shown = " ".join(blocks.texts[int(at[0])].split()) if len(at) else ""
    if not metadata.title or not shown:
        return shown or None
    is_title = is_like(shown, metadata.title) or is_like(shown, blocks.page.title)
    return shown if is_title and letters(shown) != letters(metadata.site_name or "") else None


def _facts(metadata: Metadata, shown_title: str | None) -> dict[str, Any]:
    """What the document says of the page, and where each fact came from."""
    facts: dict[str, Any] = {name: getattr(metadata, name) for name in FACTS if name != "kind"}
    sources = dict(metadata.sources)
    if shown_title:
        facts["title"], sources["title"] = shown_title, "text of the page"
    return {**facts, "sources": sources}


def _confidence(blocks: Blocks, labels: Labels) -> float:
    """How far the scores are from even, weighted by what the blocks say."""
    margin = np.abs(2 * labels.score - 1)
    return float(np.average(margin, weights=np.maximum(blocks.ink, 1)))

"""From the bytes of a page to its document."""

from __future__ import annotations

import numpy as np

from honbun.input import RawPage, Rejected, Rejection
from honbun.input.admit import admit
from honbun.page import Blocks, Labels, cut, decode, parse
from honbun.page.outline import Outline
from honbun.structure import Document, Reason
from honbun.structure.article import Elsewhere, alone, label_article

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


def compose(outline: Outline, elsewhere: Elsewhere, html: Html) -> Document:
    """The document of a page, given what other pages say of it."""
    blocks, page = outline.blocks, outline.page
    if not blocks.ink.any():
        n = len(blocks)
        nothing = Labels(score=np.zeros(n, dtype=np.float32), evidence=np.zeros(n, dtype=np.uint32))
        return Document(
            blocks=blocks, labels=nothing, url=page.url, title=page.title or None, reason=_reason(html)
        )
    labels = label_article(outline, elsewhere)
    return Document(
        blocks=blocks,
        labels=labels,
        url=page.url,
        title=_title(blocks, labels),
        language=_language(blocks),
        confidence=_confidence(blocks, labels),
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


def _title(blocks: Blocks, labels: Labels) -> str | None:
    """The title as the page shows it, else as its head says it."""
    shown = np.flatnonzero(labels.evidence >> np.uint32(labels.names.index("title")) & np.uint32(1))
    return (" ".join(blocks.texts[int(shown[0])].split()) if len(shown) else blocks.page.title) or None


def _language(blocks: Blocks) -> str | None:
    """What the page declares of itself."""
    for row in blocks.page.rows_of("html", "body").tolist():
        language = (blocks.page.attribute(row, "lang") or "").strip()
        if language:
            return language
    return None


def _confidence(blocks: Blocks, labels: Labels) -> float:
    """How far the scores are from even, weighted by what the blocks say."""
    margin = np.abs(2 * labels.score - 1)
    return float(np.average(margin, weights=np.maximum(blocks.ink, 1)))

"""`Account`: what was decided of each block of a page, and all that spoke for and against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.article import Decision, findings
from honbun.document import Document
from honbun.extraction import DEFAULT, Composition, ExtractOptions, Html, Site, compose_decided, observe_page
from honbun.features import Outline
from honbun.model import Contributions, contributions, shipped, shipped_threads
from honbun.page import Blocks, Rows
from honbun.studio.series import Siblings
from honbun.threads import MIN_THREAD_CONFIDENCE, Post, Segmentation, ThreadTemplate, posts_of, segment_page


class Label(StrEnum):
    """What became of a block."""

    TITLE = "title"
    CONTENT = "content"
    POST = "post"
    COMMENT = "comment"
    DROPPED = "dropped"


@dataclass(frozen=True, eq=False)
class Spoken:
    """Posts of a thread, or comments of an article, and the blocks they lie in."""

    name: str
    """"post" or "comment"."""
    posts: tuple[Post, ...]
    rows: Sequence[int]
    """For each post the element that holds it; -1 if no element holds it alone."""
    member: Rows
    """For each block the post it is part of, or -1."""
    said: npt.NDArray[np.bool_]
    """Blocks that hold what was said: not names, dates, signatures."""


@dataclass(frozen=True, eq=False)
class Account:
    """A page, the document made of it, and what the decision on each block was taken from."""

    outline: Outline
    document: Document
    decision: Decision | None
    """None if the page shows no text."""
    spoken: Spoken | None = None
    contributions: Contributions | None = None
    seen: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    """For each block on how many other pages of the site it is; empty if no site is known."""
    site_pages: int = 0
    """How many pages of the site are known; 0 if none is."""
    siblings: Siblings | None = None
    """What the pages that are explained with it show of it; None if it is explained alone."""

    @property
    def blocks(self) -> Blocks:
        """All blocks of the page; those of the document may come from the page's data."""
        return self.outline.blocks

    @cached_property
    def score(self) -> npt.NDArray[np.float32]:
        """For each block its score, 0 to 1; from .5 on it is kept."""
        return self.decision.labels.score if self.decision else np.zeros(len(self.blocks), dtype=np.float32)

    @cached_property
    def labels(self) -> list[Label]:
        """What became of each block."""
        kept = self.score >= 0.5
        said = self.spoken.said if self.spoken else np.zeros(len(kept), dtype=np.bool_)
        is_comment = bool(self.spoken and self.spoken.name == "comment")
        title = self.decision.title if self.decision else -1
        labels = []
        for i, (is_kept, is_said) in enumerate(zip(kept.tolist(), said.tolist(), strict=True)):
            if is_said and is_comment:
                labels.append(Label.COMMENT)
            elif i == title:
                labels.append(Label.TITLE)
            elif not is_kept:
                labels.append(Label.DROPPED)
            else:
                labels.append(Label.POST if is_said else Label.CONTENT)
        return labels

    @cached_property
    def sureness(self) -> npt.NDArray[np.float64]:
        """For each block how far its score is from the point where it would be decided otherwise, 0 to 1.

        Comments are as sure as their segmentation; the title, which is found and not weighed, is shown as sure.
        """
        sure = np.abs(self.score.astype(np.float64) - 0.5) * 2
        for i, label in enumerate(self.labels):
            if label is Label.TITLE:
                sure[i] = 1.0
            elif label is Label.COMMENT and self.spoken:
                sure[i] = self.spoken.posts[0].confidence
        return np.asarray(np.clip(sure, 0.0, 1.0))


def account_of(
    outline: Outline,
    html: Html,
    *,
    site: Site | None = None,
    siblings: Siblings | None = None,
    options: ExtractOptions = DEFAULT,
) -> Account:
    """The account of a page: the document is what `extract` gives, or `site.extract` if there is a site.

    `siblings` change nothing of what is decided.
    """
    site_evidence = site.site_evidence(*observe_page(outline)) if site is not None and len(site) else None
    template = site.template if site is not None else None
    composed = compose_decided(outline, site_evidence, html, options, template)
    document, decision = composed.document, composed.decision
    if decision is None:
        return Account(outline, document, None)
    return Account(
        outline=outline,
        document=document,
        decision=decision,
        spoken=_spoken(outline, composed, template or ThreadTemplate()),
        contributions=contributions(options.model or shipped(), outline, findings(decision.article)),
        seen=site_evidence.document_frequency if site_evidence else np.zeros(0, dtype=np.int32),
        site_pages=len(site) if site is not None and site_evidence else 0,
        siblings=siblings,
    )


def _spoken(outline: Outline, composed: Composition, template: ThreadTemplate) -> Spoken | None:
    """The comments that were taken apart from the text; else the posts that `honbun.posts` finds, if any.

    A single post is shown on a forum only: elsewhere it is the article, and to call it a post says nothing.
    """
    if composed.comments is not None and composed.comments.posts:
        return _placed("comment", composed.comments.segmentation, composed.comments.posts, outline)
    found = composed.thread or segment_page(outline, shipped_threads(), template)
    if (
        found is None
        or found.confidence < MIN_THREAD_CONFIDENCE
        or len(found.members) < (1 if composed.decision and composed.decision.kind == "forum" else 2)
    ):
        return None
    return _placed("post", found, posts_of(found), outline)


def _placed(name: str, found: Segmentation, posts: tuple[Post, ...], outline: Outline) -> Spoken:
    """The posts of a segmentation, with their blocks. Of a block that two posts share the first has it."""
    member = np.full(len(outline.blocks), -1, dtype=np.int32)
    for number, k in reversed(list(enumerate(found.members))):
        member[found.lines.block[found.member == k]] = number
    if found.group.is_of_elements:
        rows = [int(found.group.rows[k]) for k in found.members]
    else:
        rows = [_holder(outline, member, number) for number in range(len(posts))]
    return Spoken(name, posts, rows, member, found.body_blocks)


def _holder(outline: Outline, member: Rows, number: int) -> int:
    """The smallest element that holds all blocks of a post; -1 if it holds blocks of others too."""
    runs = np.flatnonzero(member == number)
    if not len(runs):
        return -1
    row, last = int(outline.blocks.owner[runs[0]]), int(runs[-1])
    while row >= 0 and outline.last[row] <= last:
        row = int(outline.page.parent[row])
    held = member[outline.first[row] : outline.last[row]]
    return row if row >= 0 and bool(np.all(held == number)) else -1

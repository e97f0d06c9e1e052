"""`Explanation`: a page, the document made of it, and all evidence on each of its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.article import Decision
from honbun.document import Document
from honbun.features import Outline
from honbun.model import Contributions
from honbun.page import Blocks, Labels, Rows
from honbun.studio.series import Siblings
from honbun.threads import Post

CERTAINTY_STEPS = 4


class Label(StrEnum):
    """What was decided of a block."""

    TITLE = "title"
    MAIN = "main"
    POST = "post"
    COMMENT = "comment"
    BOILERPLATE = "boilerplate"


@dataclass(frozen=True, eq=False)
class PostBlocks:
    """The posts of a thread, or the comments on an article, and the blocks of each."""

    name: str
    """"post" or "comment"."""
    posts: tuple[Post, ...]
    rows: Sequence[int]
    """For each post the element that holds it; -1 if no element holds it alone."""
    member: Rows
    """For each block the post it is part of, or -1."""
    is_body: npt.NDArray[np.bool_]
    """Blocks of bodies, not of names, dates, signatures."""

    def byline(self, number: int) -> str:
        """By whom a post is, and of when."""
        post = self.posts[number]
        return " · ".join(filter(None, (post.author, post.date or post.date_raw)))


@dataclass(frozen=True, eq=False)
class Explanation:
    """A page, the document made of it, and what the decision on each block was taken from."""

    outline: Outline
    document: Document
    decision: Decision | None
    """None if the page shows no text."""
    posts: PostBlocks | None = None
    contributions: Contributions | None = None
    document_frequency: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    """For each block on how many other pages of the site it is; empty if no site is known."""
    site_pages: int = 0
    """How many pages of the site are known; 0 if none is."""
    comment_area: npt.NDArray[np.bool_] | None = None
    """Blocks of the comments that left the text; None if there are none."""
    records: Sequence[int] = ()
    """The elements that hold the records of the page's list, one each."""
    siblings: Siblings | None = None
    """What the pages that are explained with it show of it; None if it is explained alone."""

    @classmethod
    def undecided(cls, outline: Outline) -> Explanation:
        """A page of which nothing was decided: every block is boilerplate, without any evidence."""
        size = len(outline.blocks)
        labels = Labels(np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.uint32))
        return cls(outline, Document(outline.blocks, labels), None)

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
        """What was decided of each block."""
        kept = self.score >= 0.5
        labels = [Label.MAIN if is_kept else Label.BOILERPLATE for is_kept in kept.tolist()]
        is_body = self.posts.is_body if self.posts else np.zeros(len(kept), dtype=np.bool_)
        for block in np.flatnonzero(is_body & kept).tolist():
            labels[block] = Label.POST
        if self.decision and self.decision.title >= 0:
            labels[self.decision.title] = Label.TITLE
        for block in np.flatnonzero(is_body).tolist() if self.posts and self.posts.name == "comment" else ():
            labels[block] = Label.COMMENT
        return labels

    @cached_property
    def certainty(self) -> npt.NDArray[np.float64]:
        """For each block how far its score is from the point where it would be decided otherwise, 0 to 1.

        Comments are as certain as their cut is; the title, which is found and not scored, is shown as certain.
        """
        certainty = np.abs(self.score.astype(np.float64) - 0.5) * 2
        for i, label in enumerate(self.labels):
            if label is Label.TITLE:
                certainty[i] = 1.0
            elif label is Label.COMMENT and self.posts:
                certainty[i] = self.posts.posts[0].confidence
        return np.asarray(np.clip(certainty, 0.0, 1.0))

    @cached_property
    def certainty_steps(self) -> list[int]:
        """For each block its certainty in steps of a quarter, 0 to 3."""
        return [min(int(each * CERTAINTY_STEPS), CERTAINTY_STEPS - 1) for each in self.certainty.tolist()]

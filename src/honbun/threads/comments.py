"""The comments below an article: the group of posts that a model takes for them, if it takes any.

The model learned from articles whose markup numbers their comments; which lines of a comment are its body, its
author and its date is told as for the posts of a thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.core import feature_names, find_possible_comments
from honbun.dates import TIME_HINT
from honbun.features import GroupKind, Groups, Lines, Outline, cut_lines
from honbun.model import shipped_comments, shipped_threads
from honbun.page import CompiledBlocks, Mask
from honbun.thread import Post, ThreadTemplate
from honbun.threads.candidates import Search, SingleKeys, candidate_groups
from honbun.threads.comment_features import COMMENT_FEATURES, CommentFeatures
from honbun.threads.posts import posts_of
from honbun.threads.segmentation import Segmentation, segment_group
from honbun.threads.surroundings import Surroundings, named_comments

Logits = npt.NDArray[np.float32]
# Groups that may be comments, a row of `COMMENT_FEATURES` for each, and the elements that are called comments.
Candidates = tuple[Groups, Logits, Mask]

_MIN_CALLED_SHARE = 0.9
# Comments may be so small a share of the page's text; of the groups that may be comments, so many are looked at.
_SEARCH = Search(min_share=0.002, max_groups=40)
# A group is taken for comments from this logit on; from that if it is not called so, mostly undated, as notices
# and forms are, or if the page is made of records. Chosen on comments-dev; on 450 pages of wcxb-dev the F1
# of the text is the same at -1 and 0.
_MIN_LOGIT = -1.5
_MIN_DOUBTED_LOGIT = -0.5
_TELLING = [COMMENT_FEATURES.index(name) for name in ("called", "dated_share")]
# So many blocks above the first comment may be the heading of the comments.
_MAX_HEADING_BLOCKS = 10


@dataclass(frozen=True, eq=False)
class Comments:
    """The comments of a page. What their parts are is lazy: the text of the page does not need it."""

    lines: Lines
    groups: Groups
    """One group, whose members they are."""
    area: Mask
    """The blocks of the page that belong to them, with authors, dates and headings."""
    called: Mask
    """The elements that the page itself calls comments, and what lies in them."""
    logit: float
    """How sure it is that they are comments."""
    template: ThreadTemplate

    @property
    def is_called(self) -> bool:
        """Whether the members, surely the first, are called comments: an article above may be made like them."""
        rows = self.groups.rows
        return bool(self.called[rows[0]] and self.called[rows].mean() >= _MIN_CALLED_SHARE)

    @cached_property
    def segmentation(self) -> Segmentation:
        """The page divided into the comments; where none is told to have a body, all that they say is body."""
        found = segment_group(Surroundings(self.lines), self.groups, shipped_threads(), self.template)
        assert found is not None, "only groups that say something fit"
        if found.members:
            return found
        order = np.argsort(found.member, kind="stable")
        edges = np.searchsorted(found.member[order], np.arange(len(found.bodies) + 1))
        return replace(found, bodies=[order[start:end] for start, end in pairwise(edges.tolist())])

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """One by one, in the order of the page."""
        return posts_of(self.segmentation)


def find_comments(
    outline: Outline,
    title: int,
    logit: Logits,
    template: ThreadTemplate | None = None,
    *,
    only_called: bool = False,
) -> Comments | None:
    """The comments of a page, given the block of its title, or -1, and the logit of each block to be its text.

    A page is looked at only if something that is called comments says something, or if two lines below the title
    state the time of day, which is not enough if `only_called`: on pages that are made of records.
    """
    template = template or ThreadTemplate()
    if (found := search_comments(outline, title, logit, template)) is None:
        return None
    (groups, values, called), model = found, shipped_comments()
    # What the site's threads are made of does not count: it takes comments-dev from .831 to .819.
    best = int(np.argmax(model.logits("groups", values)))
    sure = float(model.logits("threads", values[best : best + 1])[0])
    is_doubted = only_called or np.any(values[best, _TELLING] < 0.5)
    if sure < (_MIN_DOUBTED_LOGIT if is_doubted else _MIN_LOGIT):
        return None
    lines, one = cut_lines(outline), groups.take([best])
    return Comments(lines, one, _area(lines, one, outline, called), called, sure, template)


def called_below(outline: Outline, title: int) -> Mask:
    """The elements below a block that are called comments, and what lies in them."""
    return outline.page.within(named_comments(outline.page) & (outline.first > title))


def search_comments(outline: Outline, title: int, logit: Logits, template: ThreadTemplate) -> Candidates | None:
    """The groups of a page that may be its comments: in what is called so, if that says something, or anywhere."""
    if isinstance(blocks := outline.blocks, CompiledBlocks) and feature_names("comments") == COMMENT_FEATURES:
        held = find_possible_comments(blocks.parsed, title, logit, template.groups)
        groups = Groups(list(map(GroupKind, held.kinds)), *held[1:7])
        return (groups, held.features, held.called) if len(groups) else None
    return search_readable(outline, title, logit, called_below(outline, title), template)


def search_readable(
    outline: Outline, title: int, logit: Logits, called: Mask, template: ThreadTemplate
) -> Candidates | None:
    """The same without the core, given the elements that are called comments."""
    is_called = _says_something(outline, called)
    if not is_called and not _has_times(outline, title):
        return None
    lines, keys = cut_lines(outline), SingleKeys(template.groups)
    features = CommentFeatures(lines, line_of_block(lines, title), called, logit)
    # To look at the whole page costs many times as much.
    rows = called if is_called else outline.first > title
    groups = candidate_groups(lines, keys, rows=rows, search=_SEARCH, fits=features.fits)
    return (groups, features.matrix(groups), called) if len(groups) else None


def may_have_comments(outline: Outline, title: int, only_called: bool) -> bool:
    """Whether comments are to be looked for below a title."""
    is_called = _says_something(outline, called_below(outline, title))
    return is_called or (not only_called and _has_times(outline, title))


def _says_something(outline: Outline, called: Mask) -> bool:
    return bool(np.any(outline.is_prose & called[outline.blocks.owner]))


def line_of_block(lines: Lines, block: int) -> int:
    """The first line of a block, -1 of -1."""
    return int(np.searchsorted(lines.block, block)) if block >= 0 else -1


def _has_times(outline: Outline, title: int) -> bool:
    """Whether two dated blocks below the title state the time of day."""
    dated, texts = np.flatnonzero(outline.is_dated), outline.blocks.texts
    return sum(bool(TIME_HINT.search(texts[block])) for block in dated[dated > title].tolist()) > 1


def _area(lines: Lines, groups: Groups, outline: Outline, called: Mask) -> Mask:
    """From the first to the last member, and what around them is called comments and is no prose before them."""
    block, first, last = lines.block, int(groups.first.min()), int(groups.last.max())
    # A block that begins before the first comment is no part of it.
    start = int(block[first]) + bool(first and block[first - 1] == block[first])
    blocks = np.arange(len(outline.blocks))
    area = (blocks >= start) & (blocks <= block[last - 1])
    heading = (blocks >= start - _MAX_HEADING_BLOCKS) & ~outline.is_prose
    return np.asarray(area | (called[outline.blocks.owner] & ((blocks >= start) | heading)))

"""The comments below an article: the best group of posts that begins after some text, if it is good enough.

A model that segments threads ranks the groups: an earlier one, to which the constants below were fitted. What is
different: comments begin below the title and after an article, so groups that hold either are no candidates; and
one comment is enough, if its element is called so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.dates import TIME_HINT
from honbun.features import Group, GroupKind, Groups, Lines, Outline, cut_lines, letters
from honbun.page import Mask, tags
from honbun.thread import Post
from honbun.threads.candidates import Search, SingleKeys, candidate_groups
from honbun.threads.posts import posts_of
from honbun.threads.segmentation import PostModel, Segmentation, segment_by
from honbun.threads.surroundings import COMMENT_WORD, named_comments
from honbun.threads.template import ThreadTemplate

# What is called comments is one hint among others, worth so much in log-odds.
_CALLED_LOG_ODDS = 2.0
_MIN_CALLED_SHARE = 0.9
# So many characters outside links stand between the title and the first comment: there is an article. 50 and 200
# are no better.
MIN_LEAD_LENGTH = 100
# Of members that are not called comments this share must be dated.
_MIN_DATED_SHARE = 0.5
# Forms to write a comment look like one, with a name and a text.
_FORM_LOG_ODDS = -2.0
# Elements called comments that lie in each other are comments and replies. More costs words' F1 on comments-dev,
# whose reference has no single comments; without it replies are lost.
_NESTED_LOG_ODDS = 2.0
# Comments may be so small a share of the page's text; of the groups that may be comments, so many are looked at.
_SEARCH = Search(min_share=0.002, max_groups=40)
# A group is taken from these logits on that each member is one post. The model learned from threads, where posts
# are most of the page: comments have lower logits. comments-dev, page alone: -4.6 loses .003 of F1 and
# two alarms of nine, -5 wins .002.
_MIN_CALLED_LOGIT = -4.8
_MIN_LOGIT = -2.0
# Teasers are dated as well, and lists of events. What is not called comments must be dated to the minute, in this
# share of the members, and name authors (logit of the path): on 272 pages of wcxb-dev that leaves no alarm of 12.
_MIN_TIMED_SHARE = 0.8
_MIN_AUTHOR_LOGIT = -4.0
# What is mostly kept as the text of the page needs more: this logit, and this share of the page before it.
_MIN_KEPT_SHARE = 0.5
_MIN_KEPT_LOGIT = 0.0
_MIN_SHARE_BEFORE = 0.1
# Without dates, only from this logit on, and if the lines are likely to be bodies: else they are labels of a form.
_MIN_UNDATED_LOGIT = -3.6
_MIN_UNDATED_BODY_LOGIT = 3.0
# Lists of links are no comments, even if they are dated.
_MAX_LINK_SHARE = 0.7
# So many blocks above the first comment may be the heading of the comments.
_MAX_HEADING_BLOCKS = 10


@dataclass(frozen=True, eq=False)
class Comments:
    """The comments of a page."""

    segmentation: Segmentation
    area: Mask
    """The blocks of the page that belong to them, with authors, dates and headings."""
    called: Mask
    """The elements that the page itself calls comments, and what lies in them."""

    @property
    def is_called(self) -> bool:
        """The page itself calls them comments."""
        return _is_called(self.segmentation.group, self.called)

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """One by one, in the order of the page."""
        return posts_of(self.segmentation)

    @property
    def body_blocks(self) -> Mask:
        """The blocks that hold their bodies."""
        return self.segmentation.body_blocks

    def overlap(self, kept: Mask) -> float:
        """The share of the bodies that lies in these blocks."""
        found = self.segmentation
        length = found.lines.outline.blocks.length
        lines = np.concatenate([found.bodies[k] for k in found.members]).astype(np.int64)
        return float(length[lines[kept[found.lines.block[lines]]]].sum() / max(length[lines].sum(), 1))


def find_comments(
    outline: Outline,
    title: int,
    kept: Mask,
    model: PostModel,
    template: ThreadTemplate | None = None,
    *,
    only_called: bool = False,
) -> Comments | None:
    """The comments of a page, given the block of its title, or -1, and the blocks kept as its text, or None.

    A page is segmented only if something that is called comments says something, or if two lines below the title
    state the time of day, which is not enough if `only_called`.
    """
    template = template or ThreadTemplate()
    called = _called(outline, title)
    is_called = bool(np.any(outline.is_prose & called[outline.blocks.owner]))
    if not is_called and (only_called or not _has_times(outline, title)):
        return None
    lines = cut_lines(outline)
    ranking = _Ranking(lines, line_of_block(lines, title), called)
    # To look at the whole page costs many times as much.
    rows = called if is_called else outline.first > title
    groups = candidate_groups(lines, SingleKeys(template.groups), rows=rows, search=_SEARCH, fits=ranking.fits)
    found = segment_by(lines, groups, partial(ranking.choose, groups), model, template) if len(groups) else None
    if found is None or not found.members:
        return None
    comments = Comments(found, _area(outline, found, called), called)
    return comments if _is_accepted(comments, kept) else None


def line_of_block(lines: Lines, block: int) -> int:
    """The first line of a block, -1 of -1."""
    return int(np.searchsorted(lines.block, block)) if block >= 0 else -1


def _called(outline: Outline, title: int) -> Mask:
    """Elements below the title that are called comments, and what lies in them."""
    return outline.page.within(named_comments(outline.page) & (outline.first > title))


def _is_called(group: Group, called: Mask) -> bool:
    """Whether the members, and surely the first, are called comments: an article above may be made like them."""
    return bool(called[group.rows[0]] and called[group.rows].mean() >= _MIN_CALLED_SHARE)


@dataclass(frozen=True, eq=False)
class _Ranking:
    """Which groups may be comments, below the line of the title."""

    lines: Lines
    title: int
    called: Mask

    def prior(self, groups: Groups) -> npt.NDArray[np.float64]:
        """The log-odds that the name, forms and replies of groups add; -inf for groups that are no comments."""
        length, dates = self.lines.unlinked_sum, self.lines.date_sum
        first = groups.smallest(groups.first)
        is_below = (first > self.title) & (length[first] - length[max(self.title, 0)] >= MIN_LEAD_LENGTH)
        is_called = groups.shares(self.called[groups.rows]) >= _MIN_CALLED_SHARE
        is_called &= self.called[groups.rows[groups.start]]
        dated = groups.shares(dates[groups.last] > dates[groups.first])
        is_fit = is_below & ((dated >= _MIN_DATED_SHARE) | is_called) & ((groups.size > 1) | (dated > 0))
        forms = groups.shares(self.lines.page.input_counts[groups.rows] > 0)
        forms[[not kind.is_of_elements for kind in groups.kinds]] = 0.0
        nested = groups.is_nested & is_fit
        words = (COMMENT_WORD.search(groups.keys[i].lower()) for i in np.flatnonzero(nested).tolist())
        nested[nested] = list(map(bool, words))
        log_odds = _CALLED_LOG_ODDS * is_called + _FORM_LOG_ODDS * forms + _NESTED_LOG_ODDS * nested
        return np.where(is_fit, log_odds, -inf)

    def min_logit(self, group: Group) -> float:
        """What the best group needs to be looked at."""
        if _is_called(group, self.called):
            return min(_MIN_CALLED_LOGIT, _MIN_UNDATED_LOGIT)
        return min(_MIN_LOGIT, _MIN_KEPT_LOGIT)

    def choose(self, groups: Groups, alone: npt.NDArray[Any], logits: npt.NDArray[Any]) -> int | None:
        """The best group; None if it is not good enough to be looked at."""
        best = _with_replies(groups, int(np.argmax(logits + self.prior(groups))))
        return best if alone[best] >= self.min_logit(groups[best]) else None

    def fits(self, groups: Groups) -> Mask:
        """Which groups may be comments."""
        return np.asarray(self.prior(groups) > -inf)


def _with_replies(groups: Groups, best: int) -> int:
    """The group whose outer members are those of the best one and hold others of their kind; else the best one.

    Most pages of a site may have no replies, so that it votes for the outer ones only.
    """
    outer = set(groups[best].first.tolist())
    for i in np.flatnonzero(groups.is_nested).tolist():
        if groups.kinds[i] is GroupKind.WORD:
            first, last = groups[i].first, groups[i].last
            is_inner = first < np.append(0, np.maximum.accumulate(last)[:-1])
            if set(first[~is_inner].tolist()) == outer:
                return i
    return best


def _is_accepted(comments: Comments, kept: Mask) -> bool:
    """Whether the best group is good enough."""
    found, features = comments.segmentation, comments.segmentation.named_features
    logit, body_logit = features["score"], features["body_odds"]
    if features["link_share"] > _MAX_LINK_SHARE or body_logit < 0 or _are_notices(found):
        return False
    if features["date_share"] < _MIN_DATED_SHARE:
        return comments.is_called and logit >= _MIN_UNDATED_LOGIT and body_logit >= _MIN_UNDATED_BODY_LOGIT
    if comments.is_called:
        return logit >= _MIN_CALLED_LOGIT
    timed = sum(bool(TIME_HINT.search(value.text)) for k, value in found.dates.items() if k in found.members)
    if timed < _MIN_TIMED_SHARE * len(found.members) or features["name_score"] < _MIN_AUTHOR_LOGIT:
        return False
    if comments.overlap(kept) >= _MIN_KEPT_SHARE:
        return logit >= _MIN_KEPT_LOGIT and features["before"] >= _MIN_SHARE_BEFORE
    return logit >= _MIN_LOGIT


def _are_notices(found: Segmentation) -> bool:
    """Whether all members, two or more, say the same but for a link: software writes so when others link here."""
    page, lines = found.lines.page, found.lines
    in_link = page.within(page.tag == tags.CODE["a"])[page.node_owner]
    first = lines.outline.blocks.first_node
    texts: set[str] = set()
    for k in found.members:
        nodes = [node for line in found.bodies[k].tolist() for node in range(first[line], first[line + 1])]
        if not in_link[nodes].any():
            return False
        own = (page.text[page.node_start[node] : page.node_end[node]] for node in nodes if not in_link[node])
        texts.add(letters("".join(own)))
    return len(found.members) > 1 and len(texts) == 1


def _has_times(outline: Outline, title: int) -> bool:
    """Whether two dated blocks below the title state the time of day."""
    dated = np.flatnonzero(outline.is_dated)
    texts = outline.blocks.texts
    return sum(bool(TIME_HINT.search(texts[block])) for block in dated[dated > title].tolist()) > 1


def _area(outline: Outline, found: Segmentation, called: Mask) -> Mask:
    """From the first to the last member, and what around them is called comments and is no prose before them."""
    block = found.lines.block
    first, last = int(found.group.first.min()), int(found.group.last.max())
    # A block that begins before the first comment is no part of it.
    start = int(block[first]) + bool(first and block[first - 1] == block[first])
    blocks = np.arange(len(outline.blocks))
    area = (blocks >= start) & (blocks <= block[last - 1])
    heading = (blocks >= start - _MAX_HEADING_BLOCKS) & ~outline.is_prose
    return np.asarray(area | (called[outline.blocks.owner] & ((blocks >= start) | heading)))

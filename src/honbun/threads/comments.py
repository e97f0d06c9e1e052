"""The comments below an article: the best group of posts that begins after some text, if it is good enough.

The same trees that cut threads judge the groups. What is different: comments begin below the title and after an
article, so groups that hold either are no candidates; and one comment is enough, where its element is called so.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

import numpy as np
import numpy.typing as npt

from honbun.features import Group, Lines, Outline, Pool, Search, cut_lines, letters
from honbun.page import Mask, Page, tags
from honbun.threads.cutting import Cut, cut_posts
from honbun.threads.find import IS_THREAD, NOTHING_KNOWN, posts_of
from honbun.threads.judge import Judge
from honbun.threads.shape import Shape
from honbun.threads.thread import Post

# What people call comments in ids and class words, in whatever software: one hint among others, worth so much in
# log-odds. On comments-dev 91 % of the pages with comments have it, and 57 % of those without.
_CALLED = re.compile(r"com+ent|kom+ent|responses?(?![a-z])")
_CALLED_WORTH = 2.0
_CALLED_SHARE = 0.9
# So many characters outside links stand between the title and the first comment: there is an article. 50 and 200
# are no better.
LEAD = 100
# Before a thread without comments there may be more: a question of its own, what the board says of itself.
_LEAD_SHARE = 0.25
# Of members that are not called comments so many must be dated.
_DATED = 0.5
# Forms to write a comment look like one, with a name and a text.
_FORM_WORTH = -2.0
# Elements called comments that lie in each other are comments and replies. More costs words' F1 on comments-dev,
# whose reference has no single comments; without it replies are lost.
_NESTED_WORTH = 2.0
# Of the groups that may be comments, those that say most are looked at.
_MOST_GROUPS = 40
# A comment may be so small a part of what the page says.
_LEAST_SHARE = 0.002
# A group is taken from these log-odds on that each member is one post. The trees learned from threads, where posts
# are most of the page: comments score lower. comments-dev, page alone: -4.6 loses .003 of F1 and
# two alarms of nine, -5 wins .002.
_LEAST_CALLED = -4.8
_LEAST = -2.0
# Teasers are dated as well, and lists of events. What is not called comments must be dated to the minute, in so
# many members, and name who says it (log-odds of the place): on 272 pages of wcxb-dev that leaves no alarm of 12.
_TIME = re.compile(r"\d[:：時]\d\d|\d\s{0,20}\w{1,20}\s{1,20}ago\b|\d\s{0,20}\w{1,2}前", re.IGNORECASE)
_TIMES = 0.8
_LEAST_NAMES = -4.0
# What is mostly taken for the text of the page needs more: these log-odds, and a share of the page before it.
_TAKEN = 0.5
_LEAST_TAKEN = 0.0
_BEFORE = 0.1
# Without dates, only from these, and if the lines are likely to be what was said: else they are labels of a form.
_LEAST_UNDATED = -3.6
_UNDATED_ODDS = 3.0
# Lists of links are no comments, even if they are dated.
_MOST_LINK = 0.7
# So many runs above the first comment may be the heading of the comments.
_HEADING_RUNS = 10

_FIELDS = tags.table("textarea input".split())
_TYPED = frozenset({"text", "email", "url", "password", "tel"})


@dataclass(frozen=True, eq=False)
class Comments:
    """The comments of a page."""

    cut: Cut
    area: Mask
    """The runs of the page that belong to them, with names, dates and headings."""
    called: Mask
    """The elements that the page itself calls comments, and what lies in them."""

    @property
    def is_called(self) -> bool:
        """The page itself calls them comments."""
        return _is_called(self.cut.group, self.called)

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """One by one, in the order of the page."""
        return posts_of(self.cut)

    @property
    def said(self) -> Mask:
        """The runs that hold what was said."""
        return self.cut.said

    def overlap(self, taken: Mask) -> float:
        """The share of what was said that lies in these runs."""
        length = self.cut.lines.outline.blocks.length
        lines = np.concatenate([self.cut.bodies[k] for k in self.cut.members]).astype(np.int64)
        return float(length[lines[taken[self.cut.lines.run[lines]]]].sum() / max(length[lines].sum(), 1))


def find_comments(
    outline: Outline,
    title: int,
    taken: Mask,
    judge: Judge,
    shape: Shape = NOTHING_KNOWN,
    *,
    only_called: bool = False,
) -> Comments | None:
    """The comments of a page, given the run of its title, or -1, and the runs taken for its text, or None.

    A page is cut only if something that is called comments says something, or if two lines below the title state
    the time of day, which is not enough if `only_called`.
    """
    called = _called(outline, title)
    is_called = bool(np.any(outline.is_prose & called[outline.blocks.owner]))
    if not is_called and (only_called or not _has_times(outline, title)):
        return None
    lines = cut_lines(outline)
    search = _search(lines, _line_of(lines, title), called, shape)
    # To look at the whole page costs many times as much.
    rows = called if is_called else outline.first > title
    cut = cut_posts(lines, judge, shape, None, replace(search, rows=rows))
    if cut is None or not cut.members:
        return None
    comments = Comments(cut, _area(outline, cut, called), called)
    return comments if _is_accepted(comments, taken) else None


def is_thread(cut: Cut, title: int, comments: Comments | None) -> bool:
    """Whether a page, cut as a whole, is a thread and no article with comments: little text precedes its posts.

    By their confidence alone, a third of comments-dev would be threads. Where it has comments, its first post
    must be called so too: else it is an article that is made like them.
    """
    lines, first, last = cut.lines, int(cut.group.first.min()), int(cut.group.last.max())
    if comments and not comments.called[cut.group.rows[cut.group.first.argmin()]]:
        return False
    lead = _lead(lines, title, first)
    posts = lines.unlinked_sum[last] - lines.unlinked_sum[first]
    most = LEAD if comments else max(LEAD, _LEAD_SHARE * posts)
    return bool(cut.confidence >= IS_THREAD and lead < most)


def may_be_thread(comments: Comments, title: int) -> bool:
    """Whether any cut of a page with these comments can be a thread: something called so is near its title."""
    lines = comments.cut.lines
    return bool(np.any(_lead(lines, title, lines.outline.first[comments.called]) < LEAD))


def _lead(lines: Lines, title: int, first: npt.NDArray[np.integer] | int) -> npt.NDArray[np.float64]:
    """What is said between the title and these lines."""
    start = _line_of(lines, title)
    return np.where(np.greater(first, start), lines.unlinked_sum[first] - lines.unlinked_sum[max(start, 0)], 0.0)


def _line_of(lines: Lines, run: int) -> int:
    return int(np.searchsorted(lines.run, run)) if run >= 0 else -1


def _called(outline: Outline, title: int) -> Mask:
    """Elements below the title that are called comments, and what lies in them."""
    page = outline.page
    named = np.zeros(len(page), dtype=np.bool_)
    for attribute in ("id", "class"):
        named[page.rows_named(attribute, _CALLED)] = True
    return page.within(named & (outline.first > title))


def _is_called(group: Group, called: Mask) -> bool:
    """Whether the members, and surely the first, are called comments: an article above may be made like them."""
    return bool(called[group.rows[0]] and called[group.rows].mean() >= _CALLED_SHARE)


@dataclass(frozen=True)
class _Single:
    """Keys of groups of which one member will do."""

    known: Container[str]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and (bool(_CALLED.search(key.lower())) or key in self.known)


def _search(lines: Lines, title: int, called: Mask, shape: Shape) -> Search:
    """Which groups may be comments."""
    said, dates = lines.unlinked_sum, lines.date_sum
    fields = _fields(lines.page)

    def worth(pool: Pool) -> npt.NDArray[np.float64]:
        first = np.minimum.reduceat(pool.first, pool.start)
        is_below = (first > title) & (said[first] - said[max(title, 0)] >= LEAD)
        is_called = pool.sums(called[pool.rows]) / pool.size >= _CALLED_SHARE
        is_called &= called[pool.rows[pool.start]]
        dated = pool.sums(dates[pool.last] > dates[pool.first]) / pool.size
        is_fit = is_below & ((dated >= _DATED) | is_called) & ((pool.size > 1) | (dated > 0))
        forms = pool.sums(fields[pool.rows] > 0) / pool.size
        forms[[not group.kind.is_of_elements for group in pool.groups]] = 0.0
        nested = pool.is_nested & is_fit
        nested[nested] = [
            bool(_CALLED.search(pool.groups[i].key.lower())) for i in np.flatnonzero(nested).tolist()
        ]
        return np.where(is_fit, _CALLED_WORTH * is_called + _FORM_WORTH * forms + _NESTED_WORTH * nested, -inf)

    def least(group: Group) -> float:
        return min(_LEAST_CALLED, _LEAST_UNDATED) if _is_called(group, called) else min(_LEAST, _LEAST_TAKEN)

    return Search(_Single(shape.groups), _LEAST_SHARE, worth, least, most=_MOST_GROUPS)


def _fields(page: Page) -> npt.NDArray[np.int64]:
    """For each element the number of fields in it in which people write."""
    field = tags.is_in(_FIELDS, page.tag)
    if field.any():
        types = page.attributes.get("type", {})
        field = field.copy()
        field[[row for row, value in types.items() if value.strip().lower() not in _TYPED]] = False
    return np.asarray(page.subtree_sum(field.astype(np.int64)))


def _is_accepted(comments: Comments, taken: Mask) -> bool:
    """Whether the best group is good enough."""
    cut, measures = comments.cut, comments.cut.measures
    score = measures["score"]
    if measures["link_share"] > _MOST_LINK or measures["body_odds"] < 0 or _are_notices(cut):
        return False
    if measures["date_share"] < _DATED:
        return comments.is_called and score >= _LEAST_UNDATED and measures["body_odds"] >= _UNDATED_ODDS
    if comments.is_called:
        return score >= _LEAST_CALLED
    times = sum(bool(_TIME.search(mark.text)) for k, mark in cut.dates.items() if k in cut.members)
    if times < _TIMES * len(cut.members) or measures["name_score"] < _LEAST_NAMES:
        return False
    is_text = comments.overlap(taken) >= _TAKEN
    return score >= (_LEAST_TAKEN if is_text else _LEAST) and not (is_text and measures["before"] < _BEFORE)


def _are_notices(cut: Cut) -> bool:
    """Whether all members, two or more, say the same but for a link: software writes so when others link here."""
    page, lines = cut.lines.page, cut.lines
    in_link = page.within(page.tag == tags.CODE["a"])[page.node_owner]
    first = lines.outline.blocks.first_node
    said: set[str] = set()
    for k in cut.members:
        nodes = [node for line in cut.bodies[k].tolist() for node in range(first[line], first[line + 1])]
        if not in_link[nodes].any():
            return False
        own = (page.text[page.node_start[node] : page.node_end[node]] for node in nodes if not in_link[node])
        said.add(letters("".join(own)))
    return len(cut.members) > 1 and len(said) == 1


def _has_times(outline: Outline, title: int) -> bool:
    """Whether two dated lines below the title state the time of day."""
    dated = np.flatnonzero(outline.is_dated)
    texts = outline.blocks.texts
    return sum(bool(_TIME.search(texts[run])) for run in dated[dated > title].tolist()) > 1


def _area(outline: Outline, cut: Cut, called: Mask) -> Mask:
    """From the first to the last member, and what around them is called comments and is no prose before them."""
    lines = cut.lines
    first, last = int(cut.group.first.min()), int(cut.group.last.max())
    # A run that begins before the first comment is no part of it.
    start = int(lines.run[first]) + bool(first and lines.run[first - 1] == lines.run[first])
    runs = np.arange(len(outline.blocks))
    area = (runs >= start) & (runs <= lines.run[last - 1])
    heading = (runs >= start - _HEADING_RUNS) & ~outline.is_prose
    return np.asarray(area | (called[outline.blocks.owner] & ((runs >= start) | heading)))

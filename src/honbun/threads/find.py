"""The posts of a page, and what the pages of a site teach about posts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import numpy as np

from honbun.features import Outline, cut_lines
from honbun.threads.cutting import Cut, cut_posts
from honbun.threads.judge import Judge
from honbun.threads.parts import addresses, numbers, text_of, titles
from honbun.threads.replies import answered, depths, parents
from honbun.threads.shape import LEAST_WEIGHT, Shape
from honbun.threads.thread import Post

# A page is a thread from this confidence on. On posts-dev an F1 of .951 is left of .954; of WCXB's 711 articles,
# which the trees know, 1.0 % are taken for threads, 1.4 % by trees that do not know them.
IS_THREAD = 0.6
NOTHING_KNOWN = Shape()


def cut_thread(
    outline: Outline,
    judge: Judge,
    shape: Shape = NOTHING_KNOWN,
    now: datetime | None = None,
) -> Cut | None:
    """The best cut of a page into posts, whether it is a thread or not."""
    if not len(outline.blocks):
        return None
    return cut_posts(cut_lines(outline), judge, shape, now)


def posts_of(cut: Cut) -> tuple[Post, ...]:
    """The posts of a cut, in the order of the page."""
    members = cut.members
    if not members:
        return ()
    number, address, title = numbers(cut, members), addresses(cut, members), titles(cut, members)
    rows = cut.group.rows[members]
    depth = depths(cut.lines.page, rows) if cut.group.is_of_elements else np.zeros(len(rows), dtype=np.int64)
    referred = answered(cut.lines, cut.member, cut.bodies, members, number)
    parent = parents(depth) if depth.any() else referred
    posts = []
    for i, k in enumerate(members):
        text, quotes = text_of(cut.lines, cut.bodies[k])
        name, date = cut.names.get(k), cut.dates.get(k)
        posts.append(
            Post(
                text=text,
                author=name.text if name else None,
                date=date.date.iso or None if date and date.date else None,
                date_raw=date.text if date else None,
                number=number.get(k) or address.get(k),
                title=title.get(k),
                parent=parent[i],
                depth=int(depth[i]),
                quotes=quotes,
                xpath=cut.lines.page.xpath(int(rows[i])),
                confidence=cut.confidence,
            )
        )
    return tuple(posts)


def votes_of(outline: Outline, judge: Judge) -> Shape:
    """What one page teaches about the threads of its site."""
    cut = cut_thread(outline, judge)
    return cut.vote().scaled(cut.confidence) if cut and cut.confidence >= LEAST_WEIGHT else Shape()


def sum_of_votes(outlines: Iterable[Outline], judge: Judge) -> Shape:
    """What these pages of one site teach about its threads."""
    shape = Shape()
    for outline in outlines:
        shape = shape.merge(votes_of(outline, judge))
    return shape

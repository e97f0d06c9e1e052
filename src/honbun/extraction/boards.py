"""Threads whose answers are made like comments: on a board they are the text, below an article they are not."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from honbun.article import Decision
from honbun.features import Outline, is_like_training_pages
from honbun.model import shipped_threads
from honbun.page import tags
from honbun.threads import Comments, Cut, Shape, cut_thread

# How software calls boards in addresses, in whatever language people write there; and what lies on them, but a
# newspaper has topics, too.
_BOARD = re.compile(r"forum|bbs|(?<![a-z])(?:message)?boards?(?![a-z])|viewtopic|showthread")
_ON_BOARD = re.compile(rf"{_BOARD.pattern}|thread|topic|discussion")
# Links so few blocks above the title say where the page belongs, if so many of them lead to a board: not menus.
_ABOVE = 3
_ABOVE_SHARE = 0.3
# A page that the model takes for a thread is one of a board if so many links around the comments lead to it.
_BOARD_SHARE = 0.08
# The posts must be so surely a thread. So 131 of the 136 pages of posts-dev that have comments are threads, and
# none of the 254 of comments-dev: text F1 .72 -> .90, comments as before.
SURE = 0.8
# Where nothing names a board: so much of what the model takes for the text is in the body of a post.
_IS_POST = 0.5


def find_thread(outline: Outline, decision: Decision, comments: Comments, shape: Shape) -> Cut | None:
    """The thread of a page of which these comments are a part; None if they stand below an article."""
    is_named = _lead_to(_BOARD, _links_above(outline, decision.article.named), _ABOVE_SHARE)
    if not is_named and not (decision.kind == "forum" and is_like_training_pages(outline.blocks)):
        return None
    cut = _sure_thread(outline, shape)
    if cut is None:
        return None
    is_named = is_named or _lead_to(_ON_BOARD, _links_around(outline, comments), _BOARD_SHARE)
    return cut if is_named or _holds_text(outline, cut, decision, comments) else None


def find_thread_of_site(outline: Outline, decision: Decision, shape: Shape) -> Cut | None:
    """The thread of a page without comments whose site is known, if the model takes it for one and it surely is.

    Its posts tell the text better than the model: .95 -> .98 on ragezone, .86 -> .89 on harvest-forum. On a page
    alone that would gain .01, and take longer than all the rest.
    """
    if decision.kind != "forum":
        return None
    links = _links(outline, np.arange(len(outline.page)))
    if not is_like_training_pages(outline.blocks) and not _lead_to(_ON_BOARD, links, _BOARD_SHARE):
        return None
    return _sure_thread(outline, shape)


def _sure_thread(outline: Outline, shape: Shape) -> Cut | None:
    cut = cut_thread(outline, shipped_threads(), shape)
    return cut if cut is not None and cut.confidence >= SURE else None


def _lead_to(place: re.Pattern[str], links: list[str], share: float) -> bool:
    """Whether some of these links, and that share of them, lead to such a place."""
    return sum(bool(place.search(link.lower())) for link in links) >= max(share * len(links), 1)


def _links_above(outline: Outline, title: int) -> list[str]:
    """The addresses of the links shortly above the title."""
    if title < 0:
        return []
    owner = outline.blocks.owner
    first = int(owner[max(title - _ABOVE, 0)])
    return _links(outline, np.arange(first, int(owner[title]) + 1))


def _links_around(outline: Outline, comments: Comments) -> list[str]:
    """The addresses of the links above and below the comments."""
    inside = outline.blocks.owner[comments.area]
    rows = np.arange(len(outline.page))
    return _links(outline, rows[(rows < inside.min()) | (rows > inside.max())])


def _links(outline: Outline, rows: npt.NDArray[np.integer]) -> list[str]:
    addresses = outline.page.attributes.get("href", {})
    links = rows[outline.page.tag[rows] == tags.CODE["a"]].tolist()
    return [addresses[row] for row in links if row in addresses]


def _holds_text(outline: Outline, cut: Cut, decision: Decision, comments: Comments) -> bool:
    """Whether the text without the comments is mostly in the body of a post."""
    length = np.where(decision.labels.is_content & ~comments.area, outline.blocks.length, 0)
    return bool(length[cut.said].sum() >= _IS_POST * length.sum() > 0)

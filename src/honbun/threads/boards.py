"""Is a page a thread? On a board what is made like comments is the text, below an article it is not."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from honbun.features import Lines, Outline
from honbun.model import shipped_threads
from honbun.page import tags
from honbun.thread import ThreadTemplate
from honbun.threads.comments import Comments, line_of_block
from honbun.threads.segmentation import Segmentation, segment_page
from honbun.threads.surroundings import BOARD, ON_BOARD

# A page is a thread from this confidence on. On posts-dev an F1 of .951 is left of .954; of WCXB's 711 articles,
# which the model knows, 1.0 % are taken for threads, 1.4 % by models that do not know them.
MIN_THREAD_CONFIDENCE = 0.6
# So many characters outside links between the title and the first post are an article.
_MIN_LEAD_LENGTH = 100
# Before a thread without comments there may be more text: a question of its own, what the board says of itself.
_MAX_LEAD_SHARE = 0.25
# Links so few blocks above the title say where the page belongs, if this share leads to a board: not menus.
_MAX_BLOCKS_ABOVE = 3
_MIN_SHARE_ABOVE = 0.3
# A page that the model takes for a thread is one of a board if this share of links around leads to it.
_MIN_SHARE_AROUND = 0.08


def find_thread(
    outline: Outline, title: int, kind: str | None, comments: Comments | None, template: ThreadTemplate
) -> Segmentation | None:
    """The thread of a page, of which what looks like comments is a part; None if it surely has none.

    `title` is the block of the title, or -1. The posts tell the text better than the model: with the site known
    .95 -> .98 on ragezone, .86 -> .89 on harvest-forum.
    """
    is_named = is_named_board(outline, title)
    if not is_named and kind == "forum":
        is_named = _lead_to(ON_BOARD, _links_around(outline, comments), _MIN_SHARE_AROUND)
    return _sure(segment_page(outline, shipped_threads(), template)) if is_named else None


def is_named_board(outline: Outline, title: int) -> bool:
    """Whether the links shortly above the title of a page lead to a board."""
    return _lead_to(BOARD, _links_above(outline, title), _MIN_SHARE_ABOVE)


def find_thread_of_forum(
    segmented: Callable[[], Segmentation | None], title: int, comments: Comments | None
) -> Segmentation | None:
    """The thread of a page that the model takes for a forum, segmented if need be; None if it is no thread."""
    found = _sure(segmented())
    return found if found and len(found.members) > 1 and is_thread(found, title, comments) else None


def is_thread(found: Segmentation, title: int, comments: Comments | None) -> bool:
    """Whether a page is a thread and no article with comments: little text precedes its posts.

    By their confidence alone, a third of comments-dev would be threads. Where it has comments, its first post
    must be called so too: else it is an article that is made like them.
    """
    lines, first, last = found.lines, int(found.group.first.min()), int(found.group.last.max())
    if comments and not comments.called[found.group.rows[found.group.first.argmin()]]:
        return False
    posts = lines.unlinked_sum[last] - lines.unlinked_sum[first]
    most = _MIN_LEAD_LENGTH if comments else max(_MIN_LEAD_LENGTH, _MAX_LEAD_SHARE * posts)
    return _lead_length(lines, title, first) < most


def _lead_length(lines: Lines, title: int, first: int) -> float:
    """The length of the text between the title and a line."""
    start = line_of_block(lines, title)
    return float(lines.unlinked_sum[first] - lines.unlinked_sum[max(start, 0)]) if first > start else 0.0


def _sure(found: Segmentation | None) -> Segmentation | None:
    return found if found is not None and found.confidence >= MIN_THREAD_CONFIDENCE else None


def _lead_to(pattern: re.Pattern[str], links: list[str], share: float) -> bool:
    """Whether some of these links, and that share of them, lead to such an address."""
    return sum(bool(pattern.search(link.lower())) for link in links) >= max(share * len(links), 1)


def _links_above(outline: Outline, title: int) -> list[str]:
    """The addresses of the links shortly above the title."""
    if title < 0:
        return []
    owner = outline.blocks.owner
    first = int(owner[max(title - _MAX_BLOCKS_ABOVE, 0)])
    return _links(outline, np.arange(first, int(owner[title]) + 1))


def _links_around(outline: Outline, comments: Comments | None) -> list[str]:
    """The addresses of the links above and below the comments."""
    rows = np.arange(len(outline.page))
    if comments is None:
        return _links(outline, rows)
    inside = outline.blocks.owner[comments.area]
    return _links(outline, rows[(rows < inside.min()) | (rows > inside.max())])


def _links(outline: Outline, rows: npt.NDArray[np.integer]) -> list[str]:
    links = rows[outline.page.tag[rows] == tags.CODE["a"]].tolist()
    if not links:  # to read the addresses of a page takes longer than to see that
        return []
    addresses = outline.page.attributes.get("href", {})
    return [addresses[row] for row in links if row in addresses]

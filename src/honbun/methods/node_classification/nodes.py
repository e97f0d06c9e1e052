"""Leaf text nodes of a cleaned page, their nine features and their labels (section 3 and Algorithm 1)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.page import Mask, Page, Rows, collapse, tags

Values = npt.NDArray[np.float64]

# The paper's names for them, in its order: four of the text, five of the structure.
FEATURES = (
    "text length",
    "sentences",
    "white space",
    "punctuation",
    "depth",
    "last tag",
    "second-last tag",
    "same-tag siblings",
    "relative position",
)

# "The useless tags with their content are removed" (section 3.1); comments are no part of a `Page` at all.
_REMOVED = tags.table("head img script style".split())
# What stays in the tree. The paper unwraps "<a>, <li>, <center>, <span>, <strong> and so on": here every element
# that is not block-level, and those two.
_UNWRAPPED_BLOCKS = ("center", "li")
_KEPT = tags.table([name for name in [*tags.BLOCK_LEVEL_NAMES, "br"] if name not in _UNWRAPPED_BLOCKS])
_NO_TAG = -1

# Marks that end a sentence wherever they stand, and the full stop where it does not stand inside a number or an
# address. Marks in a row are one end.
_SENTENCE_END = re.compile(r"""[。｡！？!?]+|\.+(?=[\s"'”’»)\]]|$)""")


@dataclass(frozen=True, eq=False)
class Nodes:
    """The leaf text nodes of a cleaned page, in document order; node i is `page.text[start[i]:end[i]]`.

    The paper says "DOM leaves (text nodes)". A leaf here is the longest text that no tag left after cleaning
    opens or closes in: text beside elements under one parent is a leaf too, and a `<br>` ends one. White space
    at its ends belongs to it, as in a DOM; leaves of white space only are left out.
    """

    page: Page
    start: Rows
    end: Rows
    parent: Rows
    """Row of the element that holds the node in the cleaned tree: the last tag of its path."""

    def __len__(self) -> int:
        return len(self.start)

    @cached_property
    def raw(self) -> list[str]:
        """The characters of each node, white space untouched, unwrapped elements glued as the paper does."""
        text = self.page.text
        return [text[a:b] for a, b in zip(self.start.tolist(), self.end.tolist(), strict=True)]

    @cached_property
    def texts(self) -> list[str]:
        """The text of each node to read: white space collapsed, an unwrapped list item on its own line."""
        page = self.page
        breaks = np.isin(page.tag, [tags.CODE[name] for name in _UNWRAPPED_BLOCKS])
        edges = np.unique(np.concatenate([page.text_start[breaks], page.text_end[breaks]]))
        first = np.searchsorted(edges, self.start, "right")
        last = np.searchsorted(edges, self.end, "left")
        shown = []
        for start, end, a, b in zip(*(c.tolist() for c in (self.start, self.end, first, last)), strict=True):
            lines = [collapse(page.text[x:y]) for x, y in pairwise([start, *edges[a:b].tolist(), end])]
            shown.append("\n".join(filter(None, lines)))
        return shown


def leaf_nodes(page: Page) -> Nodes:
    """The leaf text nodes of a page after the paper's cleaning.

    What a `Page` calls no text (the content of `select`, `textarea`, `iframe`, `svg` and the like) was not
    removed by the paper and is not here; nor does the paper look at what a browser hides, so that stays.
    """
    kept = _kept(page)
    offsets = [np.array([0, len(page.text)]), page.text_start[kept], page.text_end[kept]]
    edges = np.unique(np.concatenate(offsets)).astype(np.int32)
    has_text = page.length_before[edges[1:]] > page.length_before[edges[:-1]]
    start, end = edges[:-1][has_text], edges[1:][has_text]
    first = np.searchsorted(page.node_start, start, "left")
    return Nodes(page, start, end, page.nearest(kept)[page.node_owner[first]])


def label(nodes: Nodes, gold: str) -> Mask:
    """For each node whether its text occurs in the gold text, white space left out of both.

    White space is left out, not only made equal: unwrapping glues what the source does not separate, and gold
    puts spaces and line breaks where people saw them. That a short text of a menu may occur in an article by
    chance, and is then labelled content, is the paper's.
    """
    wanted = "".join(gold.split())
    return np.array(["".join(text.split()) in wanted for text in nodes.raw], dtype=np.bool_)


def features(nodes: Nodes) -> Values:
    """The nine `FEATURES` of each node, a column each, as numbers that are not yet standardised.

    Where the paper leaves a choice: lengths count characters, white space included; a sentence is one that is
    ended by a mark, so that a menu has none; punctuation is Unicode's; depth is the number of tags on the path;
    tags are their rank in alphabetical order, all custom ones one; siblings include the node's own element;
    the relative position is the node's number over the number of nodes.
    """
    page, kept = nodes.page, _kept(nodes.page)
    # For each row the nearest kept row above it, or -1.
    above = np.append(page.nearest(kept), np.int32(-1))[page.parent]
    codes = np.minimum(page.tag, tags.FIRST_CUSTOM)
    length = nodes.end - nodes.start
    punctuation = _punctuation(page.text)
    columns = (
        length,
        [len(_SENTENCE_END.findall(text)) for text in nodes.raw],
        length - (page.length_before[nodes.end] - page.length_before[nodes.start]),
        punctuation[nodes.end] - punctuation[nodes.start],
        _depth(page, kept)[nodes.parent],
        codes[nodes.parent],
        np.append(codes, _NO_TAG)[above[nodes.parent]],
        _same_tag_siblings(page, kept, above)[nodes.parent],
        np.arange(len(nodes)) / max(len(nodes), 1),
    )
    return np.column_stack(columns).astype(np.float64)


def _kept(page: Page) -> Mask:
    """Elements that are in the tree after cleaning."""
    removed = page.within(tags.is_in(_REMOVED, page.tag))
    return np.asarray(tags.is_in(_KEPT, page.tag) & ~removed)


def _depth(page: Page, kept: Mask) -> Rows:
    """For each kept row the number of tags on its path, itself included."""
    change = np.append(kept, False).astype(np.int32)
    np.subtract.at(change, page.end[kept], 1)
    return np.cumsum(change[:-1], dtype=np.int32)


def _same_tag_siblings(page: Page, kept: Mask, above: Rows) -> Rows:
    """For each kept row the number of its parent's children with its tag in the cleaned tree, itself included."""
    rows = np.flatnonzero(kept)
    parent_and_tag = (above[rows].astype(np.int64) + 1) * (tags.FIRST_CUSTOM + 1) + page.tag[rows]
    _, which, count = np.unique(parent_and_tag, return_inverse=True, return_counts=True)
    siblings = np.zeros(len(page), dtype=np.int32)
    siblings[rows] = count[which]
    return siblings


def _punctuation(text: str) -> Rows:
    """`[o]`: how many characters before offset o are punctuation."""
    marks = [ord(character) for character in set(text) if unicodedata.category(character).startswith("P")]
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return np.concatenate([[0], np.cumsum(np.isin(points, marks), dtype=np.int32)]).astype(np.int32)

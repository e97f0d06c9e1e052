"""The paper's unit and its description: leaf text nodes of the cleaned page, with nine features each."""

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
_KEPT = tags.table([name for name in [*tags.BLOCK_LEVEL_NAMES, "br"] if name not in ("center", "li")])
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
    path: Rows
    """Row of the element that holds the node in the cleaned tree: the last tag of its path."""

    def __len__(self) -> int:
        return len(self.start)

    def check(self) -> Nodes:
        """These nodes, once known to be apart, in order, not blank and under kept tags; else ValueError."""
        if not len(self.start) == len(self.end) == len(self.path):
            raise ValueError("not valid Nodes: columns differ in length")
        if np.any(self.start[1:] < self.end[:-1]):
            raise ValueError("not valid Nodes: they overlap")
        if np.any(self.page.length_before[self.start] == self.page.length_before[self.end]):
            raise ValueError("not valid Nodes: one is blank")
        if not np.all(tags.is_in(_KEPT, self.page.tag[self.path])):
            raise ValueError("not valid Nodes: one lies under a tag that is unwrapped")
        return self

    @cached_property
    def raw(self) -> list[str]:
        """The characters of each node, white space untouched, unwrapped elements glued as the paper does."""
        text = self.page.text
        return [text[a:b] for a, b in zip(self.start.tolist(), self.end.tolist(), strict=True)]

    @cached_property
    def texts(self) -> list[str]:
        """The text of each node to read: white space collapsed, an unwrapped list item on its own line."""
        page = self.page
        breaks = np.isin(page.tag, [tags.CODE["li"], tags.CODE["center"]])
        cuts = np.unique(np.concatenate([page.text_start[breaks], page.text_end[breaks]]))
        low = np.searchsorted(cuts, self.start, "right")
        high = np.searchsorted(cuts, self.end, "left")
        shown = []
        for start, end, a, b in zip(*(c.tolist() for c in (self.start, self.end, low, high)), strict=True):
            edges = [start, *cuts[a:b].tolist(), end]
            lines = [collapse(page.text[x:y]) for x, y in pairwise(edges)]
            shown.append("\n".join(filter(None, lines)))
        return shown


@dataclass(frozen=True, eq=False)
class Features:
    """A matrix, one row per node, and the names of its columns."""

    names: tuple[str, ...]
    values: Values

    def check(self) -> Features:
        """These features, once known to be finite and named; else ValueError."""
        if self.values.ndim != 2 or self.values.shape[1] != len(self.names):
            raise ValueError(f"not valid Features: {self.values.shape} with {len(self.names)} names")
        if not np.all(np.isfinite(self.values)):
            raise ValueError("not valid Features: a value is not finite")
        return self


def leaf_nodes(page: Page) -> Nodes:
    """The leaf text nodes of a page after the paper's cleaning.

    What a `Page` calls no text (the content of `select`, `textarea`, `iframe`, `svg` and the like) was not
    removed by the paper and is not here; nor does the paper look at what a browser hides, so that stays.
    """
    kept = _kept(page)
    offsets = [np.array([0, len(page.text)]), page.text_start[kept], page.text_end[kept]]
    cuts = np.unique(np.concatenate(offsets)).astype(np.int32)
    has_ink = page.length_before[cuts[1:]] > page.length_before[cuts[:-1]]
    start, end = cuts[:-1][has_ink], cuts[1:][has_ink]
    first = np.searchsorted(page.node_start, start, "left")
    return Nodes(page, start, end, page.nearest(kept)[page.node_owner[first]])


def features(nodes: Nodes) -> Features:
    """The nine features of each node, as numbers that are not yet standardised.

    Where the paper leaves a choice: lengths count characters, white space included; a sentence is one that is
    ended by a mark, so that a menu has none; punctuation is Unicode's; depth is the number of tags on the path;
    tags are their rank in alphabetical order, all custom ones one; siblings include the node's own element;
    the relative position is the node's number over the number of nodes.
    """
    page, path = nodes.page, nodes.path
    above = _parents(page)
    codes = np.minimum(page.tag, tags.FIRST_CUSTOM)
    length = nodes.end - nodes.start
    punctuation = _punctuation(page.text)
    columns = (
        length,
        [len(_SENTENCE_END.findall(text)) for text in nodes.raw],
        length - (page.length_before[nodes.end] - page.length_before[nodes.start]),
        punctuation[nodes.end] - punctuation[nodes.start],
        _depth(page)[path],
        codes[path],
        np.append(codes, _NO_TAG)[above[path]],
        _same_tag_siblings(page, above)[path],
        np.arange(len(nodes)) / max(len(nodes), 1),
    )
    return Features(FEATURES, np.column_stack(columns).astype(np.float64))


def _kept(page: Page) -> Mask:
    """Elements that are in the tree after cleaning."""
    removed = page.within(tags.is_in(_REMOVED, page.tag))
    return np.asarray(tags.is_in(_KEPT, page.tag) & ~removed)


def _parents(page: Page) -> Rows:
    """For each row the nearest kept row above it, or -1."""
    nearest = np.append(page.nearest(_kept(page)), np.int32(-1))
    return np.asarray(nearest[page.parent])


def _depth(page: Page) -> Rows:
    """For each kept row the number of tags on its path, itself included."""
    kept = _kept(page)
    change = np.append(kept, False).astype(np.int32)
    np.subtract.at(change, page.end[kept], 1)
    return np.cumsum(change[:-1], dtype=np.int32)


def _same_tag_siblings(page: Page, above: Rows) -> Rows:
    """For each kept row the number of its parent's children with its tag in the cleaned tree, itself included."""
    rows = np.flatnonzero(_kept(page))
    keys = (above[rows].astype(np.int64) + 1) * (tags.FIRST_CUSTOM + 1) + page.tag[rows]
    _, which, count = np.unique(keys, return_inverse=True, return_counts=True)
    siblings = np.zeros(len(page), dtype=np.int32)
    siblings[rows] = count[which]
    return siblings


def _punctuation(text: str) -> Rows:
    """`[o]`: how many characters before offset o are punctuation."""
    marks = [ord(character) for character in set(text) if unicodedata.category(character).startswith("P")]
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return np.concatenate([[0], np.cumsum(np.isin(points, marks), dtype=np.int32)]).astype(np.int32)

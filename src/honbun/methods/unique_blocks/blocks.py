"""A page into blocks, each with its vector of counts (sections 3.2 to 3.4 of the paper).

A block is a block-level element with its inline descendants, without the block-level elements nested in it.
Its vector counts tags and strings: a string is a line of text, or a line of a `title` or `alt` value. The
paper's table 1 writes tags in brackets and puts texts and attribute values side by side without, so strings
of either source are one feature when they are equal, and no string is ever the same feature as a tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from honbun.errors import FormatError
from honbun.page import Page, Rows, tags

Offsets = npt.NDArray[np.int64]

# They and what is below them belong to no block: they are not rendered (section 3.4 of the paper).
_NOT_RENDERED = ("script", "style")
_STRING_ATTRIBUTES = ("title", "alt")


@dataclass(frozen=True, kw_only=True)
class BlockOptions:
    """What a block's vector counts, and when two are the same. The defaults are the unique-blocks paper's."""

    threshold: float = 0.9
    """The cosine above which two blocks are the same."""
    with_src: bool = False
    """`src` values count too, as strings. The blog paper does this."""
    without_noscript: bool = False
    """`noscript` and what is below it belong to no block. The blog paper does this."""

    def __post_init__(self) -> None:
        if not 0 < self.threshold <= 1:
            raise FormatError(f"threshold {self.threshold} is not above 0 and at most 1")

    @property
    def fraction(self) -> Fraction:
        """The threshold as it is written: .9 is 9/10."""
        return Fraction(str(self.threshold))


# The unique-blocks paper's own form.
FAITHFUL = BlockOptions()


Vocabulary = dict[str, int]
"""Features met so far and their numbers, the same on every page: strings, and tags after a line break."""


def tag_feature(name: str) -> str:
    """A tag as it is written in a vocabulary: no string, which is one line, is equal to it."""
    return "\n" + name


@dataclass(frozen=True, eq=False)
class BlockVectors:
    """The blocks of a page in document order; block b's counts are entries `first[b]:first[b + 1]`."""

    row: Rows
    """Row of the block's own element in its page."""
    first: Offsets
    feature: Rows
    """Ascending within a block."""
    count: Rows

    def __len__(self) -> int:
        return len(self.row)

    def vector(self, block: int) -> dict[int, int]:
        """Feature -> count of one block."""
        entries = slice(self.first[block], self.first[block + 1])
        return dict(zip(self.feature[entries].tolist(), self.count[entries].tolist(), strict=True))


def block_vectors(page: Page, vocabulary: Vocabulary, options: BlockOptions = FAITHFUL) -> BlockVectors:
    """The blocks of a page and their vectors; features that the vocabulary lacks are added to it.

    Blocks without any string are there too. Of elements whose content a page does not keep (`select`, `svg`,
    `iframe`, `textarea` and the like) the tag counts, as the paper counts every tag, and nothing below it.
    Hidden elements count like others.
    """
    owner_of = block_of(page, options)
    row = np.flatnonzero(owner_of == np.arange(len(page))).astype(np.int32)
    number = np.full(len(page) + 1, -1, dtype=np.int64)
    number[row] = np.arange(len(row))
    block = number[owner_of]
    strings = list(_strings(page, block.tolist(), options))
    is_inside = block >= 0
    blocks = np.concatenate([block[is_inside], np.array([b for b, _ in strings], dtype=np.int64)])
    feature = np.array([vocabulary.setdefault(line, len(vocabulary)) for _, line in strings], dtype=np.int64)
    entry, count = np.unique(
        _entry_key(blocks, np.concatenate([_tag_features(page, vocabulary)[is_inside], feature])),
        return_counts=True,
    )
    return BlockVectors(
        row=row,
        first=np.searchsorted(entry, _entry_key(np.arange(len(row) + 1), 0)),
        feature=(entry & 0xFFFFFFFF).astype(np.int32),
        count=count.astype(np.int32),
    )


def _entry_key(block: Offsets, feature: Offsets | int) -> Offsets:
    """A number for a feature of a block, by which entries are sorted: the block in the upper 32 bits."""
    return np.asarray(block << 32 | feature)


def block_of(page: Page, options: BlockOptions = FAITHFUL) -> Rows:
    """For each row the row of the block it belongs to, or -1. A block is named by the row of its own element."""
    not_rendered = (*_NOT_RENDERED, "noscript") if options.without_noscript else _NOT_RENDERED
    outside = page.within(np.isin(page.tag, [tags.CODE[name] for name in not_rendered]))
    # The paper counts `body` as a block, by exception, and not `html`; so the head belongs to none.
    outside |= page.tag == tags.CODE["html"]
    owner = page.nearest(outside | tags.is_in(tags.BLOCK_LEVEL, page.tag))
    return np.where((owner >= 0) & ~outside[owner], owner, -1).astype(np.int32)


def _tag_features(page: Page, vocabulary: Vocabulary) -> Offsets:
    """The feature of each row's tag."""
    _, first, which = np.unique(page.tag, return_index=True, return_inverse=True)
    names = [tag_feature(page.tag_name(row)) for row in first.tolist()]
    numbers = [vocabulary.setdefault(name, len(vocabulary)) for name in names]
    return np.array(numbers, dtype=np.int64)[which]


def _strings(page: Page, block: list[int], options: BlockOptions) -> Iterator[tuple[int, str]]:
    """Every (block, string) of a page: lines in lower case, without white space at their ends, none empty."""
    nodes = zip(page.node_owner.tolist(), page.node_start.tolist(), page.node_end.tolist(), strict=True)
    texts = [(row, page.text[start:end]) for row, start, end in nodes]
    for name in (*_STRING_ATTRIBUTES, "src") if options.with_src else _STRING_ATTRIBUTES:
        texts += page.attributes.get(name, {}).items()
    for row, text in texts:
        if block[row] >= 0:
            yield from ((block[row], line) for line in map(str.strip, text.lower().splitlines()) if line)

"""Content without training data: the blocks of a set of pages that occur on one page only.

Yoshida and Yamamoto, "Primary Content Extraction from Web Pages without Training Data" (2009). Two blocks are
the same if the cosine of their vectors is above 0.9; content is what is the same as no block of another page.
The answer is exactly that of comparing all pairs (`all_pairs`), at a cost that grows with the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from honbun.page import Mask, Page, Rows
from honbun.papers.unique_blocks.counts import MANY, Vectors
from honbun.papers.unique_blocks.similar import have_partner
from honbun.papers.unique_blocks.vectors import FAITHFUL, BlockOptions, BlockVectors, Vocabulary, block_vectors


def unique_blocks(pages: Iterable[Page], options: BlockOptions = FAITHFUL) -> list[Mask]:
    """For each page, the rows of the blocks that are the same as no block of any other page.

    A block is named by the row of its block-level element, as a run names its owner: the content of a page
    is its runs with `mask[blocks.owner]`. Pages are read once and not kept.
    """
    blocks, vectors = _collect(pages, options)
    partnered = have_partner(vectors)
    return [of_page.mask(~partnered) for of_page in blocks]


@dataclass(frozen=True, eq=False)
class _PageBlocks:
    """Where the blocks of one page are."""

    page_length: int
    row: Rows
    vector: Rows
    """The number of each block's vector among the distinct ones."""

    def mask(self, is_unique: Mask) -> Mask:
        """The rows of the blocks with a unique vector."""
        mask = np.zeros(self.page_length, dtype=np.bool_)
        mask[self.row] = is_unique[self.vector]
        return mask


def _collect(pages: Iterable[Page], options: BlockOptions) -> tuple[list[_PageBlocks], Vectors]:
    """The blocks of each page, and the distinct vectors among them: equal ones are compared only here."""
    vocabulary = Vocabulary()
    number: dict[bytes, int] = {}
    blocks = []
    for page in pages:
        vectors = block_vectors(page, vocabulary, options)
        numbers = [number.setdefault(key, len(number)) for key in _keys(vectors)]
        blocks.append(_PageBlocks(len(page), vectors.row, np.array(numbers, dtype=np.int32)))
    return blocks, _distinct(list(number), blocks)


def _keys(vectors: BlockVectors) -> Iterator[bytes]:
    """Each vector of a page as bytes: pairs of 32-bit numbers, feature and count."""
    buffer = np.column_stack([vectors.feature, vectors.count]).astype(np.int32).tobytes()
    return (buffer[8 * a : 8 * b] for a, b in pairwise(vectors.first.tolist()))


def _distinct(keys: list[bytes], blocks: list[_PageBlocks]) -> Vectors:
    """The vectors that these bytes are, in order."""
    feature, count = np.frombuffer(b"".join(keys), dtype=np.int32).reshape(-1, 2).astype(np.int64).T
    first = np.concatenate([[0], np.cumsum([len(key) // 8 for key in keys], dtype=np.int64)])
    norm = np.add.reduceat(count**2, first[:-1]) if keys else count
    return Vectors(first, feature, count, norm, _pages(len(keys), blocks), np.arange(len(keys), dtype=np.int32))


def _pages(vectors: int, blocks: list[_PageBlocks]) -> Rows:
    """For each vector the one page it occurs on, or `MANY`."""
    first, last = np.zeros((2, vectors), dtype=np.int32)
    for page, of_page in enumerate(blocks):
        last[of_page.vector] = page
    for page, of_page in reversed(list(enumerate(blocks))):
        first[of_page.vector] = page
    return np.where(first == last, first, MANY).astype(np.int32)

"""The content of a set of pages: the blocks that are the same as no block of another page.

`unique_blocks` gives exactly the answer of comparing all pairs, at a cost that grows with the pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from honbun.methods.unique_blocks.blocks import FAITHFUL, BlockOptions, BlockVectors, Vocabulary, block_vectors
from honbun.methods.unique_blocks.similarity import has_same, page_range
from honbun.methods.unique_blocks.vectors import MANY, Vectors
from honbun.page import Mask, Page, Rows


def unique_blocks(pages: Iterable[Page], options: BlockOptions = FAITHFUL) -> list[Mask]:
    """For each page, the rows of the blocks that are the same as no block of any other page.

    A block of the paper is named by the row of its block-level element, which owns text as the owner of a `Blocks`
    row does: the content of a page is where `mask[blocks.owner]`. Pages are read once and not kept.
    """
    vocabulary = Vocabulary()
    number_of: dict[bytes, int] = {}  # equal vectors are one
    found: list[tuple[int, Rows, Rows]] = []
    for page in pages:
        blocks = block_vectors(page, vocabulary, options)
        vectors = [number_of.setdefault(key, len(number_of)) for key in _keys(blocks)]
        found.append((len(page), blocks.row, np.array(vectors, dtype=np.int32)))
    vectors_of_all = _distinct(list(number_of), [numbers for _, _, numbers in found])
    is_unique = ~has_same(replace(vectors_of_all, threshold=options.fraction))
    masks = []
    for length, row, numbers in found:
        mask = np.zeros(length, dtype=np.bool_)
        mask[row] = is_unique[numbers]
        masks.append(mask)
    return masks


def _keys(vectors: BlockVectors) -> Iterator[bytes]:
    """Each vector of a page as bytes: pairs of 32-bit numbers, feature and count."""
    buffer = np.column_stack([vectors.feature, vectors.count]).astype(np.int32).tobytes()
    return (buffer[8 * a : 8 * b] for a, b in pairwise(vectors.first.tolist()))


def _distinct(keys: list[bytes], of_pages: Sequence[Rows]) -> Vectors:
    """The vectors that these bytes are, in order; `of_pages` has the vectors of the blocks of each page."""
    feature, count = np.frombuffer(b"".join(keys), dtype=np.int32).reshape(-1, 2).astype(np.int64).T
    first = np.concatenate([[0], np.cumsum([len(key) // 8 for key in keys], dtype=np.int64)])
    norm = np.add.reduceat(count**2, first[:-1]) if keys else count
    page = np.repeat(np.arange(len(of_pages), dtype=np.int32), [len(numbers) for numbers in of_pages])
    lowest, highest = page_range(np.concatenate([np.zeros(0, dtype=np.int32), *of_pages]), page, len(keys))
    page = np.where(lowest == highest, lowest, MANY).astype(np.int32)
    return Vectors(first, feature, count, norm, page, np.arange(len(keys), dtype=np.int32))

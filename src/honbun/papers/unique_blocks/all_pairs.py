"""The unique blocks of a set of pages by their definition: every block against every block of other pages.

O(B²) for B blocks, in plain Python: what `unique_blocks` must agree with, not what a program should call.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from honbun.page import Mask, Page
from honbun.papers.unique_blocks.cosine import is_same
from honbun.papers.unique_blocks.vectors import FAITHFUL, BlockOptions, Vocabulary, block_vectors


def unique_blocks_by_definition(pages: Iterable[Page], options: BlockOptions = FAITHFUL) -> list[Mask]:
    """For each page, the rows of the blocks that are the same as no block of any other page."""
    pages = list(pages)
    vocabulary = Vocabulary()
    of_page = [block_vectors(page, vocabulary, options) for page in pages]
    blocks = [
        (number, row, vectors.vector(b))
        for number, vectors in enumerate(of_page)
        for b, row in enumerate(vectors.row.tolist())
    ]
    norms = [_dot(vector, vector) for _, _, vector in blocks]
    masks = [np.zeros(len(page), dtype=np.bool_) for page in pages]
    for (number, row, vector), norm in zip(blocks, norms, strict=True):
        masks[number][row] = not any(
            number != other_number and is_same(_dot(vector, other), norm, other_norm)
            for (other_number, _, other), other_norm in zip(blocks, norms, strict=True)
        )
    return masks


def _dot(u: dict[int, int], v: dict[int, int]) -> int:
    return sum(u[feature] * v[feature] for feature in u.keys() & v.keys())

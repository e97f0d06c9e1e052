"""Partners among many vectors that share common features, mostly tag counts (`<br>`, many links).

No rare feature tells such vectors apart, so they are multiplied as matrices, in blocks of vectors that point
the same way. A block's *envelope* is the largest value that each feature has in it: no vector of the block
has a higher product with u than the envelope has, so blocks whose envelope stays below the threshold are
left out. The question is whether a vector has a partner, not which: the first one ends its search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.page import Mask, Rows
from honbun.papers.unique_blocks.cosine import SAME, Whole
from honbun.papers.unique_blocks.counts import Vectors, alike, renumber

Reals = npt.NDArray[np.float32]

# So many of the most common features make the dense matrix; the others are only bounded by their length. None of
# these sizes changes the answer; on 5,221 real pages half or twice of them differ by less than a third in time.
_DENSE_FEATURES = 63
# Vectors in a block: smaller ones have tighter envelopes, larger ones waste less time between products.
_BLOCK = 256
# Steps of the share of the largest count in a vector, by which vectors that point the same way are sorted.
_SHARES = 16
# A cosine in single precision, a sum of up to 64 products, is off by less than 1e-5; within this distance of
# the threshold the whole numbers decide.
_DOUBT = 2e-5
# OpenBLAS starts threads for products of more multiplications than this, and waits for them actively: where the
# other cores are busy, as in a pool of processes, a product of two blocks took 31 ms instead of 0.7.
_UNTHREADED = 1 << 18


def search_crowd(vectors: Vectors, found: Mask) -> Iterator[Rows]:
    """Ids of vectors that have a partner among these, as they turn up, until every such vector is named.

    `found` (by id) is read anew after each yield: what the caller marks there is not searched any more.
    """
    crowd = _gather(vectors)
    ids = crowd.vectors.id
    starts = np.arange(0, len(ids), _BLOCK)
    envelope = np.maximum.reduceat(crowd.bounding, starts, axis=0) if len(ids) else crowd.bounding
    for home, start in enumerate(starts.tolist()):
        asked = start + np.flatnonzero(~found[ids[start : start + _BLOCK]])
        is_possible = _product(crowd.bounding[asked], envelope) > SAME - _DOUBT
        for block in _nearest_first(is_possible, home):
            is_open = ~found[ids[asked]]
            queries = asked[is_open & is_possible[:, block]]
            if len(queries):
                yield crowd.partners(queries, starts[block] + np.arange(_BLOCK))
            elif not is_open.any():
                break


def _nearest_first(is_possible: Mask, home: int) -> list[int]:
    """Blocks that may hold a partner of some query, from the queries' own block outwards."""
    blocks = np.flatnonzero(is_possible.any(axis=0))
    nearest: list[int] = blocks[np.argsort(np.abs(blocks - home), kind="stable")].tolist()
    return nearest


@dataclass(frozen=True, eq=False)
class _Crowd:
    """Vectors and the dense part of their unit vectors."""

    vectors: Vectors
    dense: Reals
    bounding: Reals
    """The dense part, and the length of the rest: the product of two rows is at least their cosine."""

    def partners(self, queries: Whole, targets: Whole) -> Rows:
        """Ids of queries and targets that are alike: one or more pairs for each query that has any."""
        targets = targets[targets < len(self.vectors)]
        is_near: Mask = _product(self.bounding[queries], self.bounding[targets]) > SAME - _DOUBT
        is_near &= self.vectors.page[queries][:, None] != self.vectors.page[targets]
        has_near = is_near.any(axis=1)
        queries, is_near = queries[has_near], is_near[has_near]
        is_certain = is_near & (_product(self.dense[queries], self.dense[targets]) > SAME + _DOUBT)
        has_certain = np.asarray(is_certain.any(axis=1))
        which, target = np.nonzero(is_near & ~has_certain[:, None])
        return np.concatenate(
            [
                self.vectors.id[queries[has_certain]],
                self.vectors.id[targets[is_certain.argmax(axis=1)[has_certain]]],
                alike(self.vectors, queries[which], targets[target]),
            ]
        )


def _product(left: Reals, right: Reals) -> Reals:
    """`left @ right.T`, in slices for which BLAS starts no threads."""
    height = max(1, _UNTHREADED // max(1, right.size))
    product = np.empty((len(left), len(right)), dtype=np.float32)
    for start in range(0, len(left), height):
        np.matmul(left[start : start + height], right.T, out=product[start : start + height])
    return product


def _gather(vectors: Vectors) -> _Crowd:
    """The vectors sorted by direction, with their dense part."""
    vectors = renumber(vectors)
    unit = vectors.count / np.sqrt(vectors.norm[vectors.row])
    column = int(vectors.feature.max(initial=0)) - vectors.feature
    is_dense = column < _DENSE_FEATURES
    dense = np.zeros((len(vectors), min(_DENSE_FEATURES, int(column.max(initial=0)) + 1)), dtype=np.float32)
    dense[vectors.row[is_dense], column[is_dense]] = unit[is_dense]
    rest = np.bincount(vectors.row, weights=np.where(is_dense, 0, unit**2), minlength=len(vectors))
    order = _by_direction(dense)
    dense = dense[order]
    return _Crowd(vectors.take(order), dense, np.column_stack([dense, np.sqrt(rest[order], dtype=np.float32)]))


def _by_direction(dense: Reals) -> Whole:
    """An order in which neighbours point the same way: by the two largest features and their shares."""
    rows = np.arange(len(dense))
    remaining = dense.copy()
    keys = []
    for _ in range(2):
        top = remaining.argmax(axis=1)
        keys += [top, np.floor(remaining[rows, top] * _SHARES)]
        remaining[rows, top] = -1
    return np.lexsort(keys[::-1])

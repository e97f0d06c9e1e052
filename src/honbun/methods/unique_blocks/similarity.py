"""Which of many sparse count vectors are the same as one of another page: an exact join without all pairs.

Two vectors are the same if their cosine is above t (0.9). Each step only leaves out pairs that cannot be:

1. Pruning: vectors that have too little in common with any other page. Most of a site goes here: a paragraph is
   half a tag and half a line that no other page has.
2. Features are put in order, rarest first. Let f be the first one that u and v share: their product is that
   of the parts from f on, so their cosine is at most r(u, f)·r(v, f), where r is the length of that part as
   a share of the length of the vector. The vectors with r(u, f)·r(v, f) > t for some v are the *postings* of f,
   and pairs are looked for inside postings only.
3. Vectors of short postings are compared pair by pair. Long ones are pruned again, with the features from f on
   only. What remains are mostly vectors of tag counts (`<br>`, many links), which no rare feature tells apart:
   they are multiplied as dense matrices, in batches of vectors of about the same direction. A batch's *envelope*
   is the largest value that each feature has in it: no vector of the batch has a higher product with u than the
   envelope has, so batches whose envelope stays below the threshold are left out.

This is prefix filtering (Chaudhuri et al. 2006; Bayardo et al. 2007) with L2 bounds as those of Anastasiu and
Karypis 2014, for the question "is there one" instead of "which are they": the first one found ends a search.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from honbun.methods.unique_blocks.vectors import MANY, Integers, Vectors
from honbun.page import Mask, Rows

# None of these sizes changes the answer, only the time. Postings up to this length are compared pair by pair, all
# at once: 16, 32, 64 and 128 took 2.0, 1.4, 1.2 and 1.1 s for 549,422 vectors of 5,221 real pages in one set.
_MAX_SHORT_POSTINGS = 64
# Pruning goes on while it removes at least this share of the entries; the last few are cheaper to compare.
_MIN_PRUNED_SHARE = 0.01
# Vectors in a batch: smaller ones have tighter envelopes, larger ones waste less time between products.
_BATCH_SIZE = 256
# Steps of the cosine with a feature, by which vectors of about the same direction are sorted.
_COSINE_STEPS = 16


def has_same(vectors: Vectors) -> Mask:
    """For each vector, whether one of another page has a cosine above t with it. `id` must be the row."""
    is_found: Mask = np.asarray(vectors.page == MANY)
    vectors = _prune(vectors, is_found).by_rarity()
    postings = _Postings.of(vectors, is_found)
    length = np.bincount(postings.feature, minlength=1)[postings.feature]
    for ids in _search_short(vectors, postings.where(length <= _MAX_SHORT_POSTINGS), is_found):
        is_found[ids] = True
    long = postings.where(length > _MAX_SHORT_POSTINGS)
    for start, end in long.bounds():
        if not is_found[vectors.id[long.row[start:end]]].all():
            members = vectors.take(long.row[start:end]).features_from(int(long.feature[start]))
            for ids in _search_long(_prune(members, is_found), is_found):
                is_found[ids] = True
    return is_found


def _prune(vectors: Vectors, is_found: Mask) -> Vectors:
    """The vectors that may be the same as another or be one's other, in the features that may make them so.

    A feature that occurs on one page only, or only in vectors that are found (by id), adds nothing to a product
    that matters. With s the part of u in the other features, u·v <= |s|·|v|: if |s| <= t·|u|, u is the same as
    nothing. Leaving u out takes pages from its features, so this repeats.
    """
    share = vectors.min_cosine**2
    while True:
        entries = len(vectors.feature)
        is_open = ~is_found[vectors.id]
        vectors = vectors.where(_is_useful(vectors.feature, vectors.page[vectors.row], is_open[vectors.row]))
        shared = np.bincount(vectors.row, weights=vectors.count.astype(np.float64) ** 2, minlength=len(vectors))
        vectors = vectors.take(np.flatnonzero(shared > share * vectors.norm))
        if len(vectors.feature) >= (1 - _MIN_PRUNED_SHARE) * entries:
            return vectors


def _is_useful(feature: Integers, page: Rows, is_open: Mask) -> Mask:
    """Entries whose feature occurs on two pages and in a vector that is still searched for."""
    size = int(feature.max(initial=0)) + 1
    lowest, highest = page_range(feature, page, size)
    is_asked = np.zeros(size, dtype=np.bool_)
    is_asked[feature[is_open]] = True
    return np.asarray(((lowest < highest) & is_asked)[feature])


def page_range(of: npt.NDArray[Any], page: Rows, size: int) -> tuple[Rows, Rows]:
    """The lowest and the highest page of each of so many things, given for each occurrence what it is of."""
    lowest = np.full(size, np.iinfo(np.int32).max, dtype=np.int32)
    highest = np.full(size, np.iinfo(np.int32).min, dtype=np.int32)
    np.minimum.at(lowest, of, page)
    np.maximum.at(highest, of, page)
    return lowest, highest


@dataclass(frozen=True, eq=False)
class _Postings:
    """Entries of vectors, sorted by feature."""

    feature: Integers
    row: Integers
    reach: npt.NDArray[np.float64]
    """Length of the vector's part from this feature on, as a share of its length."""

    @classmethod
    def of(cls, vectors: Vectors, is_found: Mask) -> _Postings:
        """The postings of all features."""
        behind = np.append(np.cumsum(vectors.count[::-1] ** 2)[::-1], 0)
        part = behind[:-1] - behind[vectors.first[1:]][vectors.row]
        postings = cls(vectors.feature, vectors.row, np.sqrt(part / vectors.norm[vectors.row]))
        farthest = np.zeros(int(vectors.feature.max(initial=0)) + 1)
        np.maximum.at(farthest, postings.feature, postings.reach)
        postings = postings.where(postings.reach * farthest[postings.feature] > vectors.min_cosine)
        is_open = ~is_found[vectors.id[postings.row]]
        postings = postings.where(_is_useful(postings.feature, vectors.page[postings.row], is_open))
        return postings.where(np.argsort(postings.feature, kind="stable"))

    def where(self, entries: Mask | Integers) -> _Postings:
        return _Postings(self.feature[entries], self.row[entries], self.reach[entries])

    def bounds(self) -> list[tuple[int, int]]:
        """First entry of each feature, and first after it."""
        starts = np.flatnonzero(np.diff(self.feature, prepend=-1)).tolist()
        return list(pairwise([*starts, len(self.feature)]))


def _search_short(vectors: Vectors, postings: _Postings, is_found: Mask) -> Iterator[Rows]:
    """Ids of vectors that are the same as another, by comparing each posting with the first, second, … after it.

    `is_found` (by id) is read anew after each yield.
    """
    for step in range(1, _MAX_SHORT_POSTINGS):
        is_pair = postings.feature[step:] == postings.feature[:-step]
        is_pair &= postings.reach[step:] * postings.reach[:-step] > vectors.min_cosine
        left, right = postings.row[:-step][is_pair], postings.row[step:][is_pair]
        is_asked = ~(is_found[vectors.id[left]] & is_found[vectors.id[right]])
        is_asked &= vectors.page[left] != vectors.page[right]
        yield vectors.same_pairs(left[is_asked], right[is_asked])


def _search_long(vectors: Vectors, is_found: Mask) -> Iterator[Rows]:
    """Ids of vectors that are the same as another of these, as they turn up, until every such vector is named.

    `is_found` (by id) is read anew after each yield: what the caller marks there is not searched any more.
    """
    if not len(vectors):
        return
    vectors = vectors.take(_by_direction(vectors))
    unit = sparse.csr_array((vectors.cosine, vectors.feature, vectors.first))
    starts = np.arange(0, len(vectors), _BATCH_SIZE)
    envelopes = _envelopes(vectors, len(starts)).T
    for number, start in enumerate(starts.tolist()):
        asked = start + np.flatnonzero(~is_found[vectors.id[start : start + _BATCH_SIZE]])
        is_possible = (unit[asked] @ envelopes).toarray() > vectors.min_cosine
        batches = np.flatnonzero(is_possible.any(axis=0))
        for batch in batches[np.argsort(np.abs(batches - number), kind="stable")].tolist():
            is_open = ~is_found[vectors.id[asked]]
            queries = asked[is_open & is_possible[:, batch]]
            if len(queries):
                yield vectors.same_products(queries, np.arange(len(vectors))[starts[batch] :][:_BATCH_SIZE])
            elif not is_open.any():
                break


def _by_direction(vectors: Vectors) -> Integers:
    """An order in which neighbours have about the same direction: by their two largest features, in steps."""
    order = np.lexsort((vectors.feature, -vectors.cosine, vectors.row))
    largest = order[vectors.first[:-1]]
    second = order[np.minimum(vectors.first[:-1] + 1, vectors.first[1:] - 1)]
    keys = [(vectors.feature[at], np.floor(vectors.cosine[at] * _COSINE_STEPS)) for at in (largest, second)]
    return np.lexsort([*keys[1][::-1], *keys[0][::-1]])


def _envelopes(vectors: Vectors, batches: int) -> Any:
    """The largest cosine with each feature in each batch, batches by features."""
    order = np.lexsort((vectors.feature, vectors.row // _BATCH_SIZE))
    batch, feature = vectors.row[order] // _BATCH_SIZE, vectors.feature[order]
    heads = np.flatnonzero((np.diff(batch, prepend=-1) != 0) | (np.diff(feature, prepend=-1) != 0))
    largest = np.maximum.reduceat(vectors.cosine[order], heads)
    shape = (batches, int(vectors.feature.max(initial=0)) + 1)
    return sparse.csr_array((largest, (batch[heads], feature[heads])), shape=shape)

"""Which of many sparse count vectors have one like them on another page: an exact join without all pairs.

Two vectors are alike if their cosine is above t = 0.9. Each step only leaves out pairs that cannot be:

1. `prune`: vectors that have too little in common with any other page. Most of a site goes here: a
   paragraph is half a tag and half a line that no other page has.
2. Features are put in order, rarest first. Let f be the first one that u and v share: their product is that
   of the parts from f on, so their cosine is at most r(u, f)·r(v, f), where r is the length of that part as
   a share of the length of the vector. The vectors with r(u, f)·r(v, f) > t for some v are the *list* of f,
   and partners are looked for inside lists only.
3. Vectors of short lists are compared pair by pair. A long list is pruned again, with the features from f on
   only, and what remains, mostly vectors of tag counts, goes to `crowd`.

This is prefix filtering (Chaudhuri et al. 2006; Bayardo et al. 2007) with L2 bounds as those of Anastasiu and
Karypis 2014, for the question "is there one" instead of "which are they".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.page import Mask, Rows
from honbun.papers.unique_blocks.cosine import DOUBT, SAME, Whole
from honbun.papers.unique_blocks.counts import MANY, Vectors, alike, is_useful, prune, renumber
from honbun.papers.unique_blocks.crowd import search_crowd

# Lists up to this length are compared pair by pair, all lists at once. It changes the time, not the answer: 16,
# 32, 64 and 128 took 2.0, 1.4, 1.2 and 1.1 s for 549,422 vectors of 5,221 real pages of all kinds in one set.
_SHORT_LIST = 64


def have_partner(vectors: Vectors) -> Mask:
    """For each vector, whether one of another page has a cosine above 0.9 with it. `id` must be the row."""
    found: Mask = np.asarray(vectors.page == MANY)
    vectors = renumber(prune(vectors, found))
    lists = _make_lists(vectors, found)
    length = np.bincount(lists.feature, minlength=1)[lists.feature]
    for ids in _search_short(vectors, lists.where(length <= _SHORT_LIST), found):
        found[ids] = True
    long = lists.where(length > _SHORT_LIST)
    for start, end in long.bounds():
        if not found[vectors.id[long.row[start:end]]].all():
            members = vectors.take(long.row[start:end]).features_from(int(long.feature[start]))
            for ids in search_crowd(prune(members, found), found):
                found[ids] = True
    return found


@dataclass(frozen=True, eq=False)
class _Lists:
    """Entries of vectors, sorted by feature: all of one feature are its list."""

    feature: Whole
    row: Whole
    reach: npt.NDArray[np.float64]
    """Length of the vector's part from this feature on, as a share of its length."""

    def where(self, mask: Mask) -> _Lists:
        return _Lists(self.feature[mask], self.row[mask], self.reach[mask])

    def bounds(self) -> list[tuple[int, int]]:
        """First entry of each list, and first after it."""
        starts = np.flatnonzero(np.diff(self.feature, prepend=-1)).tolist()
        return list(pairwise([*starts, len(self.feature)]))


def _make_lists(vectors: Vectors, found: Mask) -> _Lists:
    """The lists of all features."""
    behind = np.append(np.cumsum(vectors.count[::-1] ** 2)[::-1], 0)
    part = behind[:-1] - behind[vectors.first[1:]][vectors.row]
    lists = _Lists(vectors.feature, vectors.row, np.sqrt(part / vectors.norm[vectors.row]))
    farthest = np.zeros(int(vectors.feature.max(initial=0)) + 1)
    np.maximum.at(farthest, lists.feature, lists.reach)
    lists = lists.where(lists.reach * farthest[lists.feature] > SAME - DOUBT)
    is_open = ~found[vectors.id[lists.row]]
    lists = lists.where(is_useful(lists.feature, vectors.page[lists.row], is_open))
    order = np.argsort(lists.feature, kind="stable")
    return _Lists(lists.feature[order], lists.row[order], lists.reach[order])


def _search_short(vectors: Vectors, lists: _Lists, found: Mask) -> Iterator[Rows]:
    """Ids of vectors with a partner in a list, by comparing each entry with the first, second, … after it.

    `found` (by id) is read anew after each yield.
    """
    for step in range(1, _SHORT_LIST):
        is_pair = lists.feature[step:] == lists.feature[:-step]
        is_pair &= lists.reach[step:] * lists.reach[:-step] > SAME - DOUBT
        left, right = lists.row[:-step][is_pair], lists.row[step:][is_pair]
        is_asked = ~(found[vectors.id[left]] & found[vectors.id[right]])
        is_asked &= vectors.page[left] != vectors.page[right]
        yield alike(vectors, left[is_asked], right[is_asked])

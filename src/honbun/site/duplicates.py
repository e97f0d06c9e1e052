"""Near-duplicate pages: one article under several addresses must not testify against itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from honbun.site.fingerprint import Fingerprint, Keys
from honbun.site.history import History

DuplicateGroups = npt.NDArray[np.int32]

_NO_PAST = History()

# A telling line is rare if it is on at most this share of the pages, or on at most so many of them, and never on
# all: with two or three pages a line on all of them is boilerplate.
_MAX_RARE_SHARE = 0.3
_MAX_RARE_PAGES = 3
# The boilerplate of a page by which the size of its site is judged: three quarters of it are on fewer pages.
USUAL_QUANTILE = 0.75
# Two pages are one if they share this part of the rare lines of the smaller one.
_MIN_SHARED_SHARE = 0.5
# Lines on more distinct pages than this propose no pairs, which keeps the work linear; identical pages were
# already made one, and pages that share half their lines share some on fewer pages.
_MAX_PAIRED_PAGES = 32


def group_duplicates(fingerprints: Sequence[Fingerprint], history: History = _NO_PAST) -> DuplicateGroups:
    """For each page the number of its group; near-duplicates have the same.

    `history` is what came before the fingerprints; the first of them are its recent pages.
    """
    n = len(fingerprints)
    keys, page, rare = tell_apart(fingerprints, history)
    keys, page = keys[rare], page[rare]
    size = np.bincount(page, minlength=n)
    same = _identical(keys, page, n)
    edges = [np.stack([np.arange(n), same])]
    is_kept = same[page] == page
    a, b, shared = _pairs(keys[is_kept], page[is_kept])
    duplicates_of = shared >= _MIN_SHARED_SHARE * np.minimum(size[a], size[b])
    edges.append(np.stack([a[duplicates_of], b[duplicates_of]]))
    return _components(np.concatenate(edges, axis=1), n)


def tell_apart(
    fingerprints: Sequence[Fingerprint], history: History = _NO_PAST
) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """The telling lines of all pages, the page of each, and whether it can tell the articles of its site apart."""
    keys, page, pages_with = _count_lines([fingerprint.telling for fingerprint in fingerprints], history)
    return keys, page, is_rare(pages_with, _site_sizes(fingerprints, history)[page])


def _count_lines(
    lines: Sequence[Keys], history: History
) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Given the lines of each page: all of them, the page of each, and on how many pages it is or was."""
    keys = np.concatenate([*lines, np.zeros(0, dtype=np.uint64)])
    page = np.repeat(np.arange(len(lines)), [len(own) for own in lines])
    distinct, key, pages_with = np.unique(keys, return_inverse=True, return_counts=True)
    return keys, page, (pages_with + history.count(distinct))[key]


def _site_sizes(fingerprints: Sequence[Fingerprint], history: History) -> npt.NDArray[np.float64]:
    """For each page, how many pages its site has: on how many its usual boilerplate is.

    So pages of many sites may be learned together. A page that shares nothing is a site of its own. Recent pages
    of the past have lost their boilerplate: theirs is taken to be that of all its pages.
    """
    n = len(fingerprints)
    _, page, shown = _count_lines([fingerprint.keys for fingerprint in fingerprints], history)
    # Lines on two pages count if there are no others: they may be an article under two addresses.
    fewest = np.where(np.bincount(page[shown > 2], minlength=n) > 0, 3, 2)
    repeated = shown >= fewest[page]
    shown, page = shown[repeated], page[repeated]
    order = np.lexsort((shown, page))
    counts = np.bincount(page, minlength=n)
    place = np.cumsum(counts) - counts + np.minimum(counts * USUAL_QUANTILE, counts - 1).astype(np.int64)
    sizes = np.ones(n)
    sizes[counts > 0] = shown[order][place[counts > 0]]
    recent = slice(len(history.recent))
    sizes[recent] = np.maximum(sizes[recent], history.pages)
    return sizes


def is_rare(pages_with: npt.NDArray[np.integer], pages: npt.NDArray[np.float64] | float) -> npt.NDArray[np.bool_]:
    """For lines on so many of the pages of a site, whether they can tell its articles apart."""
    few = (pages_with <= np.maximum(_MAX_RARE_PAGES, _MAX_RARE_SHARE * pages)) & (pages_with < pages)
    return np.asarray(few | (pages_with == 1))


def _identical(keys: Keys, page: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.int64]:
    """For each page, the first page with the same rare lines (itself if it has none)."""
    total = np.zeros(n, dtype=np.uint64)
    np.add.at(total, page, keys * np.uint64(0x9E3779B97F4A7C15))
    _, first, group = np.unique(total, return_index=True, return_inverse=True)
    return np.where(total == 0, np.arange(n), first[group])


def _pairs(
    key: Keys, page: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Pairs of pages with a line in common, and the number of lines they share."""
    order = np.lexsort((page, key))
    key, page = key[order], page[order]
    starts = np.flatnonzero(np.append(True, key[1:] != key[:-1]))
    sizes = np.diff(np.append(starts, len(key)))
    n = int(page.max()) + 1 if len(page) else 1
    codes = [np.zeros(0, dtype=np.int64)]
    for size in np.unique(sizes[(sizes > 1) & (sizes <= _MAX_PAIRED_PAGES)]):
        members = page[starts[sizes == size][:, None] + np.arange(size)]
        left, right = np.triu_indices(size, 1)
        codes.append((members[:, left] * n + members[:, right]).ravel())
    pairs, shared = np.unique(np.concatenate(codes), return_counts=True)
    return pairs // n, pairs % n, shared


def _components(edges: npt.NDArray[np.int64], n: int) -> DuplicateGroups:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    graph = coo_array((np.ones(edges.shape[1], dtype=np.int8), (edges[0], edges[1])), shape=(n, n))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int32)

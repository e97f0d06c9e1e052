"""`Profile`: what a set of pages teaches about each of them, and about new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.site.duplicates import USUAL, count_lines, group_duplicates, is_rare, site_sizes
from honbun.site.keys import Keys
from honbun.site.sketch import Sketch

Counts = npt.NDArray[np.int32]

# The last pages whose own lines are kept in a compact profile: a line first seen there counts when it comes again.
RECENT_PAGES = 8
# How well pages fit the profile is counted in so many classes, so that profiles can be added up.
FIT_CLASSES = 20


def _no_counts() -> Counts:
    return np.zeros(0, dtype=np.int32)


def _no_fits() -> tuple[int, ...]:
    return (0,) * FIT_CLASSES


@dataclass(frozen=True, eq=False)
class Past:
    """What is left of pages whose sketches are gone: the lines that were on several of them."""

    pages: int = 0
    keys: Keys = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    """Repeated lines, ascending."""
    counts: Counts = field(default_factory=_no_counts)
    """On how many pages each was."""
    samples: tuple[str, ...] = ()
    asides: Mapping[int, int] = field(default_factory=dict)
    fits: tuple[int, ...] = field(default_factory=_no_fits)
    """How many pages fitted the profile to 0-5 %, 5-10 %, …"""
    recent: tuple[Sketch, ...] = ()
    """The last pages, with the lines that were on them only."""


@dataclass(frozen=True, eq=False)
class Profile:
    """Pages seen, as sketches, and the past. A function of the set of pages: their order does not matter."""

    past: Past = field(default_factory=Past)
    sketches: tuple[Sketch, ...] = ()

    def __len__(self) -> int:
        """Number of pages learned, identical ones once."""
        return self.past.pages + len(self.sketches)

    def add(self, sketches: Iterable[Sketch]) -> Profile:
        """The profile with more pages. A page that shows the same lines as a known one changes nothing."""
        known = {sketch.digest: sketch for sketch in (*self.sketches, *sketches)}
        return replace(self, sketches=tuple(known.values()))

    def merge(self, other: Profile) -> Profile:
        """What both know together. Associative: shards may be joined in any grouping."""
        return Profile(_joined(self.past, other.past)).add((*self.sketches, *other.sketches))

    def compact(self) -> Profile:
        """The same knowledge of repeated lines in a few kilobytes: all sketches become past.

        Lost are lines that were on one page only, unless the page is among the last.
        """
        index = self._index
        repeated = index.counts >= 2
        repeated |= np.isin(index.keys, self.past.keys)
        samples = self._samples()
        keys = index.keys[repeated]
        last = (*self.past.recent, *self.sketches)[-RECENT_PAGES:]
        past = Past(
            pages=len(self),
            keys=keys,
            counts=index.counts[repeated],
            samples=tuple(samples.get(key, "") for key in keys.tolist()),
            asides=self.asides,
            fits=self.fits,
            recent=tuple(_only(sketch, keys) for sketch in last),
        )
        return Profile(past)

    def seen_elsewhere(self, sketch: Sketch) -> Counts:
        """For each line of a page, on how many other pages it is; near-duplicates of the page do not count."""
        index = self._index
        count = index.count(sketch.keys)
        for group in self._own_groups(sketch):
            members = [index.sketches[i].keys for i in np.flatnonzero(index.groups == group).tolist()]
            count = count - np.isin(sketch.keys, np.concatenate(members))
        return np.maximum(count, 0).astype(np.int32)

    def fit(self, sketch: Sketch) -> float:
        """The share of a page's lines that other pages show too, 0 to 1."""
        return float(np.mean(self.seen_elsewhere(sketch) > 0)) if len(sketch.keys) else 0.0

    @cached_property
    def asides(self) -> dict[int, int]:
        """Place in the template -> how many more pages say that stamped records there are asides than deny it."""
        total = Counter(self.past.asides)
        for sketch in self.sketches:
            total.update(sketch.asides)
        return {place: vote for place, vote in sorted(total.items()) if vote}

    @cached_property
    def fits(self) -> tuple[int, ...]:
        """How many of the learned pages fitted the others to 0-5 %, 5-10 %, …"""
        shares = np.array([self._learned_fit(sketch) for sketch in self.sketches])
        classes = np.minimum((shares * FIT_CLASSES).astype(np.int64), FIT_CLASSES - 1)
        now = np.bincount(classes, minlength=FIT_CLASSES)
        return tuple(int(a + b) for a, b in zip(self.past.fits, now, strict=True))

    def _learned_fit(self, sketch: Sketch) -> float:
        return float(np.mean(self._index.count(sketch.keys) >= 2)) if len(sketch.keys) else 0.0

    def _own_groups(self, sketch: Sketch) -> list[int]:
        """The groups of near-duplicates that a page belongs to, if it was learned or resembles a learned one."""
        index = self._index
        place = index.place.get(sketch.digest)
        if place is not None:
            return [int(index.groups[place])]
        alike = index.alike(sketch)
        return [int(group) for group in np.unique(index.groups[alike])]

    def _samples(self) -> dict[int, str]:
        samples = dict(zip(self.past.keys.tolist(), self.past.samples, strict=True))
        for sketch in self.sketches:
            for key, sample in zip(sketch.keys.tolist(), sketch.samples, strict=False):
                samples.setdefault(key, sample)
        return samples

    def prepare(self) -> None:
        """Do now what the first question would do, so that processes started later need not."""
        self._index.prepare()

    @cached_property
    def _index(self) -> _Index:
        return _Index(self.past, (*self.past.recent, *self.sketches))


class _Index:
    """Lines to pages, for fast answers. Built once for a profile."""

    def __init__(self, past: Past, sketches: tuple[Sketch, ...]) -> None:
        self.sketches = sketches
        self.place = {sketch.digest: i for i, sketch in enumerate(sketches)}
        self.groups = group_duplicates(sketches)
        page_keys = np.concatenate([*(sketch.keys for sketch in sketches), np.zeros(0, dtype=np.uint64)])
        group = np.repeat(self.groups, [len(sketch.keys) for sketch in sketches])
        order = np.lexsort((group, page_keys))
        page_keys, group = page_keys[order], group[order]
        is_first = np.ones(len(page_keys), dtype=np.bool_)
        is_first[1:] = (page_keys[1:] != page_keys[:-1]) | (group[1:] != group[:-1])
        self.keys, counts = _summed(
            np.concatenate([past.keys, page_keys[is_first]]),
            np.concatenate([past.counts, np.ones(int(is_first.sum()), dtype=np.int32)]),
        )
        self.counts = counts

    def prepare(self) -> None:
        """Compute what is computed on demand."""
        _ = self._by_line

    def count(self, keys: Keys) -> Counts:
        """On how many pages each line is."""
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.int32)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[place] == keys, self.counts[place], 0).astype(np.int32)

    @cached_property
    def _by_line(self) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Telling lines in order, the page of each, and how many of its telling lines are rare."""
        distinct, key, page, pages_with = count_lines([sketch.telling for sketch in self.sketches])
        rare = is_rare(pages_with[key], site_sizes(self.sketches)[page])
        sizes = np.bincount(page[rare], minlength=len(self.sketches))
        order = np.argsort(key, kind="stable")
        return distinct[key[order]], page[order], sizes

    def alike(self, sketch: Sketch) -> npt.NDArray[np.int64]:
        """The learned pages of which a new page is a near-duplicate."""
        keys, page, sizes = self._by_line
        low, high = np.searchsorted(keys, sketch.telling, "left"), np.searchsorted(keys, sketch.telling, "right")
        # The new page is one page more on which its lines are.
        usual = self.count(sketch.keys)
        usual = usual[usual > 0]
        rare = is_rare(high - low + 1, float(np.quantile(usual, USUAL)) + 1 if len(usual) else 1.0)
        own_size = int(rare.sum())
        rows = [np.arange(a, b) for a, b in zip(low[rare].tolist(), high[rare].tolist(), strict=True)]
        shared = np.bincount(page[np.concatenate([*rows, []]).astype(np.int64)], minlength=len(self.sketches))
        return np.flatnonzero((shared > 0) & (2 * shared >= np.minimum(sizes, own_size)))


def _only(sketch: Sketch, repeated: Keys) -> Sketch:
    """The page's own lines: those that are not repeated."""
    own = ~np.isin(sketch.keys, repeated)
    return Sketch(keys=sketch.keys[own], telling=np.setdiff1d(sketch.telling, repeated))


def _joined(one: Past, other: Past) -> Past:
    if one is other:
        return one
    keys, counts = _summed(np.concatenate([one.keys, other.keys]), np.concatenate([one.counts, other.counts]))
    samples = dict(zip(other.keys.tolist(), other.samples, strict=True))
    samples.update(zip(one.keys.tolist(), one.samples, strict=True))
    asides = Counter(one.asides)
    asides.update(other.asides)
    recent = {sketch.digest: sketch for sketch in (*one.recent, *other.recent)}
    return Past(
        pages=one.pages + other.pages,
        keys=keys,
        counts=counts,
        samples=tuple(samples[key] for key in keys.tolist()),
        asides=dict(asides),
        fits=tuple(a + b for a, b in zip(one.fits, other.fits, strict=True)),
        recent=tuple(recent.values()),
    )


def _summed(keys: Keys, counts: Counts) -> tuple[Keys, Counts]:
    """Each key once, with the sum of its counts."""
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, np.bincount(inverse, counts, len(distinct)).astype(np.int32)

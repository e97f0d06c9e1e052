"""`Profile`: what a set of pages teaches about each of them, and about new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.site.duplicates import USUAL, group_duplicates, is_rare, tell_apart
from honbun.site.keys import Keys
from honbun.site.past import FIT_CLASSES, Counts, Past, added_votes, look_up, summed
from honbun.site.sketch import Sketch, Votes

# The last pages whose own lines are kept in a compact profile: a line first seen there counts when it comes again.
RECENT_PAGES = 4


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
        known = {sketch.digest: sketch for sketch in self.sketches}
        for sketch in sketches:
            known.setdefault(sketch.digest, sketch)
        return replace(self, sketches=tuple(known.values()))

    def merge(self, other: Profile) -> Profile:
        """What both know together. Associative: shards may be joined in any grouping."""
        return Profile(self.past.join(other.past)).add((*self.sketches, *other.sketches))

    def compact(self) -> Profile:
        """The same knowledge of repeated lines in a few kilobytes: all sketches become past.

        Lost are lines that were on one page only, unless the page is among the last.
        """
        index = self._index
        repeated = index.counts >= 2
        repeated |= np.isin(index.keys, self.past.keys)
        samples = self._samples()
        keys = index.keys[repeated]
        # Near-duplicates stay one page: apart, and without the lines around them, they would not be known as such.
        last = list(dict.fromkeys(index.groups[::-1].tolist()))[:RECENT_PAGES]
        past = Past(
            pages=len(self),
            keys=keys,
            counts=index.counts[repeated],
            samples=tuple(samples.get(key, "") for key in keys.tolist()),
            asides=self.asides,
            threads=self.threads,
            fits=self.fits,
            recent=tuple(_own_lines(index.members(group), keys) for group in reversed(last)),
        )
        return Profile(past)

    def seen_elsewhere(self, sketch: Sketch) -> Counts:
        """For each line of a page, on how many other pages it is; near-duplicates of the page do not count."""
        index = self._index
        count = index.count(sketch.keys)
        for group in self._own_groups(sketch):
            shown = np.concatenate([member.keys for member in index.members(group)])
            count = count - np.isin(sketch.keys, shown)
        return np.maximum(count, 0).astype(np.int32)

    def shown_on(self, sketch: Sketch) -> list[list[str]]:
        """For each line of a page the digests of the other pages that show it, one of near-duplicates.

        Those of the past are not known by digest: they are counted by `seen_elsewhere` only.
        """
        own = set(self._own_groups(sketch))
        found: list[list[str]] = [[] for _ in sketch.keys]
        groups: list[set[int]] = [set(own) for _ in sketch.keys]
        for other, group in zip(self.sketches, self._index.groups[len(self.past.recent) :].tolist(), strict=True):
            for line in np.flatnonzero(np.isin(sketch.keys, other.keys)).tolist() if group not in own else ():
                if group not in groups[line]:
                    groups[line].add(group)
                    found[line].append(other.digest)
        return found

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
    def threads(self) -> Votes:
        """What all pages say about the threads of the site."""
        return added_votes((self.past.threads, *(sketch.threads for sketch in self.sketches)))

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
        self.past = past
        self.place = {sketch.digest: i for i, sketch in enumerate(sketches)}
        self.groups = group_duplicates(sketches, past)
        page_keys = np.concatenate([*(sketch.keys for sketch in sketches), np.zeros(0, dtype=np.uint64)])
        group = np.repeat(self.groups, [len(sketch.keys) for sketch in sketches])
        order = np.lexsort((group, page_keys))
        page_keys, group = page_keys[order], group[order]
        is_first = np.ones(len(page_keys), dtype=np.bool_)
        is_first[1:] = (page_keys[1:] != page_keys[:-1]) | (group[1:] != group[:-1])
        self.keys, self.counts = summed(
            np.concatenate([past.keys, page_keys[is_first]]),
            np.concatenate([past.counts, np.ones(int(is_first.sum()), dtype=np.int32)]),
        )

    def prepare(self) -> None:
        """Compute what is computed on demand."""
        _ = self._by_line

    def members(self, group: int) -> list[Sketch]:
        """The pages of a group of near-duplicates."""
        return [self.sketches[i] for i in np.flatnonzero(self.groups == group).tolist()]

    def count(self, keys: Keys) -> Counts:
        """On how many pages each line is."""
        return look_up(keys, self.keys, self.counts)

    @cached_property
    def _by_line(self) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Telling lines in order, the page of each, and how many telling lines of each page are rare."""
        keys, page, rare = tell_apart(self.sketches, self.past)
        sizes = np.bincount(page[rare], minlength=len(self.sketches))
        order = np.argsort(keys, kind="stable")
        return keys[order], page[order], sizes

    def alike(self, sketch: Sketch) -> npt.NDArray[np.int64]:
        """The learned pages of which a new page is a near-duplicate."""
        keys, page, sizes = self._by_line
        low, high = np.searchsorted(keys, sketch.telling, "left"), np.searchsorted(keys, sketch.telling, "right")
        usual = self.count(sketch.keys)
        # What is on one learned page only is boilerplate if there is no other; else it may be the article.
        usual = usual[usual >= np.clip(usual.max(initial=0), 1, 2)]
        # The new page is one page more on which its lines are.
        pages_with = self.past.count(sketch.telling) + high - low + 1
        rare = is_rare(pages_with, float(np.quantile(usual, USUAL)) + 1 if len(usual) else 1.0)
        own_size = int(rare.sum())
        rows = [np.arange(a, b) for a, b in zip(low[rare].tolist(), high[rare].tolist(), strict=True)]
        shared = np.bincount(page[np.concatenate([*rows, []]).astype(np.int64)], minlength=len(self.sketches))
        return np.flatnonzero((shared > 0) & (2 * shared >= np.minimum(sizes, own_size)))


def _own_lines(pages: list[Sketch], repeated: Keys) -> Sketch:
    """The lines of near-duplicate pages that are not repeated."""
    keys = np.concatenate([page.keys for page in pages])
    telling = np.concatenate([page.telling for page in pages])
    return Sketch(keys=np.setdiff1d(keys, repeated), telling=np.setdiff1d(telling, repeated))

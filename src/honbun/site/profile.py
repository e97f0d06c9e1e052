"""`Profile`: what a set of pages teaches about each of them, and about new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from honbun.site.duplicates import USUAL_QUANTILE, group_duplicates, is_rare, tell_apart
from honbun.site.fingerprint import Fingerprint, Keys, Votes
from honbun.site.history import FIT_CLASSES, Counts, History, added_votes, look_up, summed

# The last pages whose own lines are kept in a compact profile: a line first seen there counts when it comes again.
RECENT_PAGES = 4


@dataclass(frozen=True, eq=False)
class Profile:
    """Pages seen, as fingerprints, and the past. A function of the set of pages: their order does not matter."""

    history: History = field(default_factory=History)
    fingerprints: tuple[Fingerprint, ...] = ()

    def __len__(self) -> int:
        """Number of pages learned, identical ones once."""
        return self.history.pages + len(self.fingerprints)

    def add(self, fingerprints: Iterable[Fingerprint]) -> Profile:
        """The profile with more pages. A page that shows the same lines as a known one changes nothing."""
        known = {fingerprint.digest: fingerprint for fingerprint in self.fingerprints}
        past = set(self.history.learned.tolist())
        for fingerprint in fingerprints:
            if fingerprint.number not in past:
                known.setdefault(fingerprint.digest, fingerprint)
        return replace(self, fingerprints=tuple(known.values()))

    def merge(self, other: Profile) -> Profile:
        """What both know together. Associative: shards may be joined in any grouping."""
        return Profile(self.history.join(other.history)).add((*self.fingerprints, *other.fingerprints))

    def compact(self) -> Profile:
        """The same knowledge of repeated lines in a few kilobytes: all fingerprints become past.

        Lost are lines that were on one page only, unless the page is among the last. A page that was learned is
        known by its digest, so that it gets the same answer from the compact profile.
        """
        index = self._index
        repeated = index.counts >= 2
        repeated |= np.isin(index.keys, self.history.keys)
        samples = self._samples()
        keys = index.keys[repeated]
        # Near-duplicates stay one page: apart, and without the lines around them, they would not be known as such.
        last = list(dict.fromkeys(index.groups[::-1].tolist()))[:RECENT_PAGES]
        history = History(
            pages=len(self),
            keys=keys,
            counts=index.counts[repeated],
            samples=tuple(samples.get(key, "") for key in keys.tolist()),
            record_votes=self.record_votes,
            threads=self.threads,
            fits=self.fits,
            recent=tuple(_own_lines(index.members(group), keys) for group in reversed(last)),
            learned=np.union1d(self.history.learned, _numbers(self.fingerprints)),
        )
        return Profile(history)

    def document_frequency(self, fingerprint: Fingerprint) -> Counts:
        """For each line of a page, on how many other pages it is; near-duplicates of the page do not count."""
        index = self._index
        count = index.count(fingerprint.keys)
        own = self.history.own_lines(fingerprint)
        if own.any():
            return np.maximum(count - own, 0).astype(np.int32)
        for group in self._own_groups(fingerprint):
            shown = np.concatenate([member.keys for member in index.members(group)])
            count = count - np.isin(fingerprint.keys, shown)
        return np.maximum(count, 0).astype(np.int32)

    def pages_showing(self, fingerprint: Fingerprint) -> list[list[str]]:
        """For each line of a page the digests of the other pages that show it, one of near-duplicates.

        Those of the past are not known by digest: they are counted by `document_frequency` only.
        """
        own = set(self._own_groups(fingerprint))
        found: list[list[str]] = [[] for _ in fingerprint.keys]
        groups: list[set[int]] = [set(own) for _ in fingerprint.keys]
        for other, group in zip(
            self.fingerprints, self._index.groups[len(self.history.recent) :].tolist(), strict=True
        ):
            for line in np.flatnonzero(np.isin(fingerprint.keys, other.keys)).tolist() if group not in own else ():
                if group not in groups[line]:
                    groups[line].add(group)
                    found[line].append(other.digest)
        return found

    def fit(self, fingerprint: Fingerprint) -> float:
        """The share of a page's lines that other pages show too, 0 to 1."""
        return float(np.mean(self.document_frequency(fingerprint) > 0)) if len(fingerprint.keys) else 0.0

    @cached_property
    def record_votes(self) -> dict[int, int]:
        """Path key -> how many more pages say that dated records there are secondary than deny it."""
        total = Counter(self.history.record_votes)
        for fingerprint in self.fingerprints:
            total.update(fingerprint.record_votes)
        return {place: vote for place, vote in sorted(total.items()) if vote}

    @cached_property
    def threads(self) -> Votes:
        """What all pages say about the threads of the site."""
        total = added_votes((self.history.threads, *(fingerprint.threads for fingerprint in self.fingerprints)))
        return {key: (round(weight, 6), round(value, 6)) for key, (weight, value) in total.items()}

    @cached_property
    def fits(self) -> tuple[int, ...]:
        """How many of the learned pages fitted the others to 0-5 %, 5-10 %, …"""
        shares = np.array([self._learned_fit(fingerprint) for fingerprint in self.fingerprints])
        classes = np.minimum((shares * FIT_CLASSES).astype(np.int64), FIT_CLASSES - 1)
        now = np.bincount(classes, minlength=FIT_CLASSES)
        return tuple(int(a + b) for a, b in zip(self.history.fits, now, strict=True))

    def _learned_fit(self, fingerprint: Fingerprint) -> float:
        return float(np.mean(self._index.count(fingerprint.keys) >= 2)) if len(fingerprint.keys) else 0.0

    def _own_groups(self, fingerprint: Fingerprint) -> list[int]:
        """The groups of near-duplicates that a page belongs to, if it was learned or resembles a learned one."""
        index = self._index
        place = index.place.get(fingerprint.digest)
        if place is not None:
            return [int(index.groups[place])]
        duplicates_of = index.duplicates_of(fingerprint)
        return [int(group) for group in np.unique(index.groups[duplicates_of])]

    def _samples(self) -> dict[int, str]:
        samples = dict(zip(self.history.keys.tolist(), self.history.samples, strict=True))
        for fingerprint in self.fingerprints:
            for key, sample in zip(fingerprint.keys.tolist(), fingerprint.samples, strict=False):
                samples.setdefault(key, sample)
        return samples

    def prepare(self) -> None:
        """Do now what the first question would do, so that processes started later need not."""
        self._index.prepare()

    @cached_property
    def _index(self) -> _Index:
        return _Index(self.history, (*self.history.recent, *self.fingerprints))


class _Index:
    """Lines to pages, for fast answers. Built once for a profile."""

    def __init__(self, history: History, fingerprints: tuple[Fingerprint, ...]) -> None:
        self.fingerprints = fingerprints
        self.history = history
        self.place = {fingerprint.digest: i for i, fingerprint in enumerate(fingerprints)}
        self.groups = group_duplicates(fingerprints, history)
        page_keys = np.concatenate(
            [*(fingerprint.keys for fingerprint in fingerprints), np.zeros(0, dtype=np.uint64)]
        )
        group = np.repeat(self.groups, [len(fingerprint.keys) for fingerprint in fingerprints])
        order = np.lexsort((group, page_keys))
        page_keys, group = page_keys[order], group[order]
        is_first = np.ones(len(page_keys), dtype=np.bool_)
        is_first[1:] = (page_keys[1:] != page_keys[:-1]) | (group[1:] != group[:-1])
        self.keys, self.counts = summed(
            np.concatenate([history.keys, page_keys[is_first]]),
            np.concatenate([history.counts, np.ones(int(is_first.sum()), dtype=np.int32)]),
        )

    def prepare(self) -> None:
        """Compute what is computed on demand."""
        _ = self._by_line

    def members(self, group: int) -> list[Fingerprint]:
        """The pages of a group of near-duplicates."""
        return [self.fingerprints[i] for i in np.flatnonzero(self.groups == group).tolist()]

    def count(self, keys: Keys) -> Counts:
        """On how many pages each line is."""
        return look_up(keys, self.keys, self.counts)

    @cached_property
    def _by_line(self) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Telling lines in order, the page of each, and how many telling lines of each page are rare."""
        keys, page, rare = tell_apart(self.fingerprints, self.history)
        sizes = np.bincount(page[rare], minlength=len(self.fingerprints))
        order = np.argsort(keys, kind="stable")
        return keys[order], page[order], sizes

    def duplicates_of(self, fingerprint: Fingerprint) -> npt.NDArray[np.int64]:
        """The learned pages of which a new page is a near-duplicate."""
        keys, page, sizes = self._by_line
        low, high = (
            np.searchsorted(keys, fingerprint.telling, "left"),
            np.searchsorted(keys, fingerprint.telling, "right"),
        )
        usual = self.count(fingerprint.keys)
        # What is on one learned page only is boilerplate if there is no other; else it may be the article.
        usual = usual[usual >= np.clip(usual.max(initial=0), 1, 2)]
        # The new page is one page more on which its lines are.
        pages_with = self.history.count(fingerprint.telling) + high - low + 1
        rare = is_rare(pages_with, float(np.quantile(usual, USUAL_QUANTILE)) + 1 if len(usual) else 1.0)
        own_size = int(rare.sum())
        rows = [np.arange(a, b) for a, b in zip(low[rare].tolist(), high[rare].tolist(), strict=True)]
        shared = np.bincount(page[np.concatenate([*rows, []]).astype(np.int64)], minlength=len(self.fingerprints))
        return np.flatnonzero((shared > 0) & (2 * shared >= np.minimum(sizes, own_size)))


def _numbers(pages: Iterable[Fingerprint]) -> Keys:
    return np.array([page.number for page in pages], dtype=np.uint64)


def _own_lines(pages: list[Fingerprint], repeated: Keys) -> Fingerprint:
    """The lines of near-duplicate pages that are not repeated."""
    keys = np.concatenate([page.keys for page in pages])
    telling = np.concatenate([page.telling for page in pages])
    return Fingerprint(keys=np.setdiff1d(keys, repeated), telling=np.setdiff1d(telling, repeated))

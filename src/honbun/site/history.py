"""`History`: what is left of pages whose fingerprints are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from honbun.site.fingerprint import Fingerprint, Keys, Votes

Counts = npt.NDArray[np.int32]

# How well pages fit the profile is counted in so many classes, so that profiles can be added up.
FIT_CLASSES = 20


def _no_counts() -> Counts:
    return np.zeros(0, dtype=np.int32)


def _no_fits() -> tuple[int, ...]:
    return (0,) * FIT_CLASSES


@dataclass(frozen=True, eq=False)
class History:
    """The lines that were on several pages, and what the pages said of their records."""

    pages: int = 0
    keys: Keys = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    """Repeated lines, ascending."""
    counts: Counts = field(default_factory=_no_counts)
    """On how many pages each was."""
    samples: tuple[str, ...] = ()
    record_votes: Mapping[int, int] = field(default_factory=dict)
    threads: Votes = field(default_factory=dict)
    fits: tuple[int, ...] = field(default_factory=_no_fits)
    """How many pages fitted the profile to 0-5 %, 5-10 %, …"""
    recent: tuple[Fingerprint, ...] = ()
    """The last pages, near-duplicates as one, with the lines that were on them only."""
    learned: Keys = field(default_factory=lambda: np.zeros(0, dtype=np.uint64))
    """The digests of all pages, ascending: what a page shows itself is not what others show."""

    def count(self, keys: Keys) -> Counts:
        """On how many pages each of these lines was, as far as it was repeated."""
        return look_up(keys, self.keys, self.counts)

    def own_lines(self, fingerprint: Fingerprint) -> npt.NDArray[np.bool_]:
        """For each line of a page whether the page itself is among those it was counted on."""
        if not np.isin(fingerprint.number, self.learned):
            return np.zeros(len(fingerprint.keys), dtype=np.bool_)
        own = np.isin(fingerprint.keys, self.keys)
        rest = fingerprint.keys[~own]
        if len(rest) and any(np.all(np.isin(rest, page.keys)) for page in self.recent):
            own[:] = True
        return own

    def join(self, other: History) -> History:
        """What was on the pages of both, which are taken to be different pages."""
        if self is other:
            return self
        keys, counts = summed(np.concatenate([self.keys, other.keys]), np.concatenate([self.counts, other.counts]))
        samples = dict(zip(other.keys.tolist(), other.samples, strict=True))
        samples.update(zip(self.keys.tolist(), self.samples, strict=True))
        record_votes = Counter(self.record_votes)
        record_votes.update(other.record_votes)
        recent = {fingerprint.digest: fingerprint for fingerprint in (*self.recent, *other.recent)}
        return History(
            pages=self.pages + other.pages,
            keys=keys,
            counts=counts,
            samples=tuple(samples[key] for key in keys.tolist()),
            record_votes=dict(record_votes),
            threads=added_votes((self.threads, other.threads)),
            fits=tuple(a + b for a, b in zip(self.fits, other.fits, strict=True)),
            recent=tuple(recent.values()),
            learned=np.union1d(self.learned, other.learned),
        )


def added_votes(all_votes: Iterable[Votes]) -> Votes:
    """The sum of votes, by what is voted on."""
    total: dict[str, tuple[float, float]] = {}
    for votes in all_votes:
        for key, (weight, value) in votes.items():
            before = total.get(key, (0.0, 0.0))
            total[key] = before[0] + weight, before[1] + value
    return dict(sorted(total.items()))


def look_up(keys: Keys, known: Keys, counts: Counts) -> Counts:
    """The count of each key, 0 for those that are not among the known ones, which ascend."""
    if not len(known):
        return np.zeros(len(keys), dtype=np.int32)
    place = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[place] == keys, counts[place], 0).astype(np.int32)


def summed(keys: Keys, counts: Counts) -> tuple[Keys, Counts]:
    """Each key once, with the sum of its counts."""
    distinct, inverse = np.unique(keys, return_inverse=True)
    return distinct, np.bincount(inverse, counts, len(distinct)).astype(np.int32)

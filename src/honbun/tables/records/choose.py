"""Which of the candidates is the list that a page is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from honbun.features import Group, Lines, running
from honbun.tables.records.lists import find_candidates
from honbun.tables.records.measures import Measures

Floats = npt.NDArray[np.float64]

# What each measure counts, in log-odds. Fitted to either half of the sites of records-dev apart, which gave like
# weights, then rounded with both in sight. Without one of them the F1 of the pages falls by up to .08; with 1.5
# times as much of one it moves by at most .03.
WEIGHTS = {
    "covers": 1.0,
    "covers_said": 0.25,
    "said": 0.25,
    "largest": -3.0,
    "linked": 2.0,
    "alike": 2.0,
    "same_first": 1.5,
    "same_root": 2.0,
    "repeats": -1.25,
    "gaps": -2.5,
    "fills": 1.5,
    "lead": -0.5,
}
# What other pages of the site show as well is its menu: so much for the share of a list that they do, and more if
# it is nearly all of it.
_KNOWN = {"known": -2.5, "is_known": -1.5}
_NEARLY_ALL = 0.9
# What other pages take for their list counts so much, in log-odds, and no page is surer than this.
_TRUST = 1.0
_SUREST = 0.98


@dataclass(frozen=True, eq=False)
class Ranked:
    """A candidate, and how it did."""

    group: Group
    score: float
    measures: Mapping[str, float]
    share: float
    """Its probability among the candidates of the page."""
    votes: float = 0.0
    """The part of its score that other pages gave."""

    @property
    def alone(self) -> float:
        """Its score by the page alone."""
        return sum(weight * self.measures[name] for name, weight in WEIGHTS.items())


def rank_lists(lines: Lines, siblings: Sequence[Lines] = ()) -> list[Ranked]:
    """The lists of a page, the best first; each lies outside those before it.

    `siblings` are other pages of the same site: what they show as well is no record, and where they have their
    records this page has its own.
    """
    pages = (lines, *siblings)
    seen = Counter(text for each in pages for text in set(each.texts)) if siblings else Counter[str]()
    ranked = _score(lines, seen)
    if siblings and ranked:
        ranked = _voted(ranked, [_score(each, seen) for each in siblings])
    return list(_apart(sorted(ranked, key=lambda each: -each.score)))


def _score(lines: Lines, seen: Counter[str]) -> list[Ranked]:
    """The candidates of a page with what tells for each alone."""
    groups = find_candidates(lines)
    if not groups:
        return []
    measures = Measures(lines)
    table = [measures.of(group) for group in groups]
    if seen:
        known = running(np.array([seen[text] > 1 for text in lines.texts]) * lines.length)
        for group, row in zip(groups, table, strict=True):
            share = _sum(known, group) / _sum(lines.length_sum, group)
            row |= {"known": share, "is_known": float(share > _NEARLY_ALL)}
    weights = WEIGHTS | _KNOWN
    scores = np.array([sum(weights[name] * value for name, value in row.items()) for row in table])
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    rows = zip(groups, scores.tolist(), table, shares.tolist(), strict=True)
    return [Ranked(*row) for row in rows]


def _sum(sums: Floats, group: Group) -> float:
    return float((sums[group.last] - sums[group.first]).sum())


def _voted(ranked: Sequence[Ranked], others: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """The candidates with the votes of other pages added; a page votes for a key as sure as it was of it."""
    votes: Counter[str] = Counter()
    for page in others:
        for each in page:
            votes[each.group.key] += each.share / len(others)  # type: ignore[assignment]
    found = []
    for each in ranked:
        share = min(max(votes[each.group.key], 1 - _SUREST), _SUREST)
        vote = float(_TRUST * np.log(share / (1 - share)))
        found.append(replace(each, score=each.score + vote, votes=vote))
    return found


def _apart(ranked: Iterable[Ranked]) -> Iterator[Ranked]:
    """Those that share no line with a better one."""
    taken: list[tuple[int, int]] = []
    for each in ranked:
        first, last = int(each.group.first.min()), int(each.group.last.max())
        if all(last <= start or first >= end for start, end in taken):
            taken.append((first, last))
            yield each

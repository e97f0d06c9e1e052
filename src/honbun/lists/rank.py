"""The lists of a page: candidates, what is measured of each, and which of them the page is about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Floats, Group, GroupKind, Indices, Lines, find_groups, running
from honbun.page import Hashes, Mask, Page, RelativePaths, Rows, tags

_WORD = re.compile(r"\w{3,}")
_INPUT = tags.CODE["input"]
# What is searched for is no longer; more is the state of a form.
_MAX_QUERY_LENGTH = 60
# A list that holds a smaller share of the page's text is not its main one.
_MIN_TEXT_SHARE = 0.02
# Of the candidates, those that hold most text are looked at: records-dev has 80 a page on average.
_MAX_CANDIDATES = 120

# What each feature counts, in log-odds: `python -m benchmarks.records` fits it, to within .3 of these. Fitted to
# all sites of records-dev but one, for each in turn, records of the one left out have an F1 of .945 with siblings;
# fitted to half of the sites, those of the other half .944. Boosted trees did worse.
WEIGHTS = {
    "text_share": 1.53,
    "unlinked_share": 0.35,
    "unlinked_length": 0.31,
    "largest": -4.30,
    "similarity": 2.79,
    "same_first": 2.11,
    "same_root": 2.84,
    "repeats": -1.81,
    "gaps": -3.95,
    "fills": 2.43,
    "lead": -0.93,
    "on_subject": 3.43,
    "on_siblings": -2.50,
    "is_on_siblings": -1.97,
}
# A list of which more stands on other pages of the site is a menu.
_MIN_ON_SIBLINGS = 0.9
# What other pages take for their list counts so much, in log-odds, and no page is surer than this.
_VOTE_WEIGHT = 1.0
_MAX_VOTE = 0.98

Measured = tuple[Group, Mapping[str, float]]
"""A candidate and its features by name."""


@dataclass(frozen=True, eq=False)
class RankedList:
    """A candidate, and how it did."""

    group: Group
    score: float
    features: Mapping[str, float]
    probability: float
    """That it is the list of the page, among the candidates."""
    votes: float = 0.0
    """The part of its score that other pages gave."""


@dataclass(frozen=True)
class Site:
    """On how many pages of a site each text stands, and each word of what they are about; of one page nothing."""

    texts: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, pages: Sequence[Lines]) -> Site:
        """What these pages have in common."""
        if len(pages) < 2:
            return cls()
        texts = Counter(text for each in pages for text in set(each.texts))
        return cls(texts, Counter(word for each in pages for word in subject_words(each.page)))

    def subject(self, page: Page) -> set[str]:
        """The words that say what this page is about, and not the others: "wool", not "results"."""
        return {word for word in subject_words(page) if self.words[word] <= 1}


def subject_words(page: Page) -> set[str]:
    """The words of the title, the first headings, and what was searched for."""
    written = [value for row, value in page.attributes.get("value", {}).items() if page.tag[row] == _INPUT]
    headings = (page.text[page.text_start[row] : page.text_end[row]] for row in page.rows_of("h1").tolist())
    queries = (value for value in written if len(value) <= _MAX_QUERY_LENGTH)
    return words_of(" ".join((page.title, *headings, *queries)))


def words_of(text: str) -> set[str]:
    """The words of a text by which subjects are told apart."""
    return set(_WORD.findall(text.casefold()))


def find_candidates(lines: Lines) -> list[Group]:
    """The groups of a page that may be a list of records, those that hold most text first.

    Their members do not lie in each other, and each of them shows some text.
    """
    if not len(lines):
        return []
    found: dict[bytes, tuple[float, Group]] = {}
    min_length = max(_MIN_TEXT_SHARE * float(lines.length_sum[-1]), 1.0)
    groups = find_groups(lines)
    held = lines.length_sum[groups.last] - lines.length_sum[groups.first]
    is_fit = (groups.sums(held) >= min_length) & (groups.sums(held > 0) >= 2) & ~groups.is_nested
    for i in np.flatnonzero(is_fit).tolist():
        group = groups[i]
        length = lines.length_sum[group.last] - lines.length_sum[group.first]
        shown = length > 0
        ranges = np.stack([group.first[shown], group.last[shown]]).astype(np.int32).tobytes()
        if ranges not in found:
            found[ranges] = float(length.sum()), _shown(lines, group, shown)
    ranked = sorted(found.values(), key=lambda pair: -pair[0])
    return [group for _, group in ranked[:_MAX_CANDIDATES]]


def _shown(lines: Lines, group: Group, shown: Mask) -> Group:
    """The group without members that show nothing, under a key that means the same on other pages."""
    key = group.key
    if group.kind is GroupKind.CHILDREN:
        key = f"children {lines.outline.path[group.rows[0]]:x}"
    return replace(group, key=key, rows=group.rows[shown], first=group.first[shown], last=group.last[shown])


def roots_of(lines: Lines, group: Group) -> Rows:
    """For each member the element below which its paths begin: itself, or what a range of siblings lies in."""
    return group.rows if group.is_of_elements else np.maximum(lines.page.parent[group.rows], 0)


def rank_lists(lines: Lines, siblings: Sequence[Lines] = ()) -> list[RankedList]:
    """The lists of a page, the best first; each lies outside those before it.

    `siblings` are other pages of the same site: what they show as well is no record, and where they have their
    records this page has its own.
    """
    site = Site.of((lines, *siblings))
    ranked = weigh(measure_lists(lines, site), WEIGHTS)
    if siblings and ranked:
        ranked = vote(ranked, [weigh(measure_lists(each, site), WEIGHTS) for each in siblings])
    apart: list[RankedList] = []
    for each in sorted(ranked, key=lambda each: -each.score):
        first, last = each.group.first.min(), each.group.last.max()
        if all(last <= one.group.first.min() or first >= one.group.last.max() for one in apart):
            apart.append(each)
    return apart


def measure_lists(lines: Lines, site: Site) -> list[Measured]:
    """The candidates of a page with their features, given what pages of its site have in common."""
    groups = find_candidates(lines)
    if not groups:
        return []
    features = _Features(lines, site.subject(lines.page))
    shared = running(np.array([site.texts[text] > 1 for text in lines.texts]) * lines.length)
    found: list[Measured] = []
    for group in groups:
        own, whole = ((sums[group.last] - sums[group.first]).sum() for sums in (shared, lines.length_sum))
        share = float(own / whole)
        menu = {"on_siblings": share, "is_on_siblings": float(share > _MIN_ON_SIBLINGS)}
        found.append((group, features.of(group) | menu))
    return found


def weigh(measured: Sequence[Measured], weights: Mapping[str, float]) -> list[RankedList]:
    """The candidates with what tells for each alone."""
    if not measured:
        return []
    scores = np.array([sum(weights[name] * value for name, value in row.items()) for _, row in measured])
    odds = np.exp(scores - scores.max())
    columns = zip(measured, scores.tolist(), (odds / odds.sum()).tolist(), strict=True)
    return [RankedList(group, score, row, probability) for (group, row), score, probability in columns]


def vote(ranked: Sequence[RankedList], others: Sequence[Sequence[RankedList]]) -> list[RankedList]:
    """The candidates with the votes of other pages added; a page votes for a key as sure as it was of it."""
    votes: dict[str, float] = {}
    for page in others:
        for each in page:
            votes[each.group.key] = votes.get(each.group.key, 0.0) + each.probability / len(others)
    found = []
    for each in ranked:
        share = min(max(votes.get(each.group.key, 0.0), 1 - _MAX_VOTE), _MAX_VOTE)
        vote = float(_VOTE_WEIGHT * np.log(share / (1 - share)))
        found.append(replace(each, score=each.score + vote, votes=vote))
    return found


class _Features:
    """What is measured of the candidates of one page: are the members similar, and what the page is about?"""

    def __init__(self, lines: Lines, subject: Set[str]) -> None:
        self.lines = lines
        self.subject_sum = running(np.array([not subject.isdisjoint(words_of(text)) for text in lines.texts]))
        page, outline = lines.page, lines.outline
        self.paths = RelativePaths(page, outline.signature)
        self.name_paths = RelativePaths(page, page.tag.astype(np.uint64) + np.uint64(1))
        self.owner = page.node_owner[outline.blocks.first_node[:-1]]
        """For each line the innermost element its first text lies in."""
        self.length = max(float(lines.length_sum[-1]), 1.0)
        self.unlinked = max(float(lines.unlinked_sum[-1]), 1.0)

    def of(self, group: Group) -> dict[str, float]:
        """The features of one candidate by name."""
        lines, n = self.lines, len(group)
        member = group.members(len(lines))
        inside = np.flatnonzero((member >= 0) & (lines.length > 0))
        of = member[inside]
        length: Floats = np.bincount(of, lines.length[inside], n).astype(np.float64)
        unlinked: Floats = np.bincount(of, lines.unlinked_length[inside], n).astype(np.float64)
        return {
            # How much of the page's text they hold, of all of it and of what is no link.
            "text_share": float(np.log(length.sum() / self.length)),
            "unlinked_share": float(np.log((unlinked.sum() + 1) / self.unlinked)),
            "unlinked_length": float(np.log1p(np.median(unlinked))),
            # One that holds most of the text is the main part, not one of many.
            "largest": float(length.max() / length.sum()),
            # They speak of what the page is about.
            "on_subject": float(np.mean(self.subject_sum[group.last] > self.subject_sum[group.first])),
            **self._similarity(group, inside, of),
            **self._position(group, length),
        }

    def _similarity(self, group: Group, inside: Indices, of: Rows) -> dict[str, float]:
        """Whether the members have the same parts, each once, and begin with the same one."""
        n, roots = len(group), roots_of(self.lines, group)[of]
        owner = self.owner[inside]
        pairs, key, _ = path_shares(self._inner(group, owner, roots), of, n)
        name_pairs, _, share = path_shares(self.name_paths.below(owner, roots), of, n)
        first = key[np.append(True, of[1:] != of[:-1])]
        return {
            # By the names of their elements: classes differ between a record and a promoted one.
            "similarity": float(share[name_pairs % len(share)].mean()),
            "same_first": _top_share(first),
            "same_root": _top_share(self.lines.outline.signature[group.rows]),
            # Twice each part: two records in one.
            "repeats": float(np.log(len(inside) / len(pairs))),
        }

    def _inner(self, group: Group, owner: Rows, roots: Rows) -> Hashes:
        """The paths of these elements in their member; in a range of siblings, whatever the siblings' classes.

        Else two records, one of class `odd` and one of class `even`, would be one with twice as many parts.
        """
        if group.is_of_elements:
            return self.paths.below(owner, roots)
        page = self.lines.page
        tops = np.flatnonzero(np.isin(page.parent, np.unique(roots)))
        top = tops[np.searchsorted(tops, owner, "right") - 1]
        top = np.where(owner > roots, top, owner)
        return self.paths.below(owner, top.astype(np.int32)) ^ page.tag[top].astype(np.uint64)

    def _position(self, group: Group, length: Floats) -> dict[str, float]:
        """Whether the members follow each other, and fill what they lie in."""
        lines, page, outline = self.lines, self.lines.page, self.lines.outline
        gaps = lines.length_sum[group.first[1:]] - lines.length_sum[group.last[:-1]]
        parents, starts = np.unique(page.parent[group.rows], return_index=True)
        outer = parents[parents >= np.append(0, np.maximum.accumulate(page.end[parents])[:-1])]
        held = float((lines.length_sum[outline.last[outer]] - lines.length_sum[outline.first[outer]]).sum())
        lead = lines.length_sum[group.first[starts]] - lines.length_sum[outline.first[parents]]
        return {
            "gaps": float((gaps > 0).mean()) if len(gaps) else 0.0,
            "fills": min(float(length.sum()) / max(held, 1.0), 1.0),
            # What stands before the first head would be the rest of a record before it.
            "lead": 0.0 if group.is_of_elements else float(np.log1p(lead.sum() / max(np.median(length), 1.0))),
        }


def path_shares(paths: Hashes, of: Rows, n: int) -> tuple[Indices, Indices, Floats]:
    """Which member has which path; for each line its path as a small number; how many members have each path."""
    key = np.unique(paths, return_inverse=True)[1].astype(np.int64)
    keys = int(key.max()) + 1
    pairs = np.unique(of.astype(np.int64) * keys + key)
    return pairs, key, np.bincount(pairs % keys, minlength=keys) / n


def _top_share(values: npt.NDArray[Any]) -> float:
    """The share of the most common value."""
    return float(np.unique(values, return_counts=True)[1].max() / len(values))

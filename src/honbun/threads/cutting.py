"""From the lines of a page to the best cut into posts, with what tells whether the page is a thread at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from honbun.features import Group, Kind, Lines, Pool, Search, find_groups
from honbun.page import Mask, Rows
from honbun.threads import regularity
from honbun.threads.bodies import choose_bodies
from honbun.threads.judge import Judge
from honbun.threads.marks.codes import names_before_codes
from honbun.threads.marks.labels import head_labels
from honbun.threads.marks.measure import measure_places
from honbun.threads.marks.places import Mark, Place, date_places, name_places
from honbun.threads.regularity import Measure
from honbun.threads.replies import with_references
from honbun.threads.said import measure_lines
from honbun.threads.shape import Shape, Votes, ballots, mixed

Indices = npt.NDArray[np.int64]

_OF_PARTS = (
    "score next_score name_score name_share names_varied date_score date_share dates_ordered "
    "body_share body_ink body_odds bodies sentences outside_longest outside_prose before_prose".split()
)
NAMES = (*regularity.NAMES, *_OF_PARTS)
# A place is taken for names or dates from these log-odds on, and if it mostly lies outside what was said.
_LEAST_MARK = -5.0
_MOST_SAID = 0.5
# The log-odds that a line such as "Name: Anna" at the beginning of all posts was said.
_NEVER_SAID = -4.0
# So many of the best groups are cut, and the odds that it is a thread count so much beside those of the group.
# On posts-dev .949 -> .959, on its sites of several pages with siblings .966 -> .973 (cross-validated, trust .6).
_TRIED = 3
_FAR = 3.0
_PARTS_TRUST = 0.7
# Where so many members have author and date, one without both is an advert.
_COMPLETE = 0.7
# A line of so many characters is a paragraph.
_PROSE = 100
_SENTENCE_ENDS = frozenset(".!?…。！？")


@dataclass(frozen=True, eq=False)
class Cut:
    """A page cut into posts: members of a group, each with the lines that were said, a name and a date."""

    lines: Lines
    group: Group
    member: Rows
    """For each line its member, or -1."""
    bodies: list[Indices]
    names: dict[int, Mark]
    """Member -> where its author is named."""
    dates: dict[int, Mark]
    evidence: npt.NDArray[np.float32]
    """What tells whether this is a thread: `NAMES`."""
    vote: Callable[[], Shape]
    """Says what the page would tell other pages of its site, at full weight."""
    confidence: float = 0.0
    """How likely it is a thread, cut as it should be."""

    @property
    def measures(self) -> dict[str, float]:
        """The evidence by name."""
        return dict(zip(NAMES, self.evidence.tolist(), strict=True))

    @property
    def members(self) -> list[int]:
        """The members that are posts, in document order."""
        said = [k for k, body in enumerate(self.bodies) if len(body)]
        both = [k for k in said if k in self.names and k in self.dates]
        if len(both) >= _COMPLETE * len(said):
            said = [k for k in said if k in self.names or k in self.dates]
        return said

    @property
    def said(self) -> Mask:
        """The runs of the page that hold what was said in the posts."""
        return self._runs([self.bodies[k] for k in self.members])

    @property
    def area(self) -> Mask:
        """The runs of the page that lie in the posts, with names and dates."""
        return self._runs([np.arange(self.group.first[k], self.group.last[k]) for k in self.members])

    def _runs(self, lines: list[Indices]) -> Mask:
        found = np.zeros(int(self.lines.run.max(initial=-1)) + 1, dtype=np.bool_)
        for some in lines:
            found[self.lines.run[some]] = True
        return found


def cut_posts(
    lines: Lines, judge: Judge, shape: Shape, now: datetime | None = None, search: Search | None = None
) -> Cut | None:
    """The best cut of a page into posts; None if nothing on it repeats.

    The best groups are cut, those of the page alone and those that other pages voted for; what the parts of the
    posts look like then decides between them. With a `search` of one's own the best group is taken: what is said
    of threads does not hold for comments.
    """
    wanted = search or Search(shape.groups)
    groups = find_groups(lines, wanted)
    if not groups:
        return None
    cutter = _Cutter(lines, groups, judge, shape, now)
    scores = shape.of_groups([group.key for group in groups], cutter.alone)
    if search is not None:
        best_one = _with_replies(groups, int(np.argmax(scores + search.worth(Pool(groups, lines.outline)))))
        return cutter.cut(best_one) if cutter.alone[best_one] >= search.least(groups[best_one]) else None
    best = [i for i in np.argsort(-scores, kind="stable")[:_TRIED].tolist() if scores[i] >= scores.max() - _FAR]
    tried = {int(np.argmax(cutter.alone)), *best}
    cuts = {i: cut for i in sorted(tried) if (cut := cutter.cut(i)) is not None}
    if not cuts:
        return None
    chosen = max(cuts, key=lambda i: scores[i] + _PARTS_TRUST * _odds(cuts[i].confidence))
    # Where other pages have their posts in this group, this one is a thread, too.
    votes = max(float(scores[chosen] - cutter.alone[chosen]), 0.0)
    return replace(cuts[chosen], confidence=_probability(_odds(cuts[chosen].confidence) + votes))


def _with_replies(groups: list[Group], best: int) -> int:
    """The group whose outer members are those of the best one and hold others of their kind; else the best one.

    Most pages of a site may have no replies, so that it votes for the outer ones only.
    """
    outer = set(groups[best].first.tolist())
    for i, group in enumerate(groups):
        if group.kind is Kind.WORD and group.is_nested:
            is_inner = group.first < np.append(0, np.maximum.accumulate(group.last)[:-1])
            if set(group.first[~is_inner].tolist()) == outer:
                return i
    return best


class _Cutter:
    """Cuts one page by one group or another."""

    def __init__(
        self, lines: Lines, groups: list[Group], judge: Judge, shape: Shape, now: datetime | None
    ) -> None:
        self.lines, self.groups, self.judge, self.shape, self.now = lines, groups, judge, shape, now
        self.measure = Measure(lines)
        self.table = self.measure.rows(groups)
        self.alone = judge.groups(self.table)
        """How likely each group is that of the posts, by the page alone."""

    def cut(self, i: int) -> Cut | None:
        """The page cut by one group; None if that shows nothing."""
        lines, group, judge, shape = self.lines, self.groups[i], self.judge, self.shape
        member = group.members(len(lines))
        inside, values = measure_lines(self.measure, member)
        if not len(inside):
            return None
        odds = np.where(head_labels(lines, member)[inside] > 0, _NEVER_SAID, judge.lines(values))
        keys = _line_keys(lines, inside)
        bodies = choose_bodies(self.measure, group, member, inside, mixed(shape.lines, keys, odds))
        bodies = with_references(lines, member, bodies)
        said, body = _said(member, bodies)
        by_name, by_date = name_places(lines, said, body), date_places(lines, said, self.now)
        likely = judge.names_of(measure_places(lines, by_name, said, body, len(group)))
        of_dates = judge.dates(measure_places(lines, by_date, said, body, len(group)))
        named, name_score = _pick(by_name, likely, shape.names, body)
        of_names = names_before_codes(lines, by_name, likely, body, _LEAST_MARK)
        names, _ = _pick(by_name, of_names, shape.names, body)
        dates, date_score = _pick(by_date, of_dates, shape.dates, body)
        parts = _parts(lines, member, bodies, named, dates, inside, odds)
        parts |= {"score": float(self.alone[i]), "next_score": _next(self.groups, self.alone, i)}
        parts |= {"name_score": name_score, "date_score": date_score}
        evidence = np.concatenate([self.table[i], [parts[name] for name in _OF_PARTS]]).astype(np.float32)
        weights = 1 / np.bincount(member[inside])[member[inside]]
        in_lines = keys, odds.tolist(), weights.tolist()
        vote = _Vote(self.groups, self.alone, in_lines, (by_name, of_names), (by_date, of_dates))
        confidence = _probability(float(judge.threads(evidence[None])[0]))
        return Cut(lines, group, member, bodies, names, dates, evidence, vote, confidence)


@dataclass(frozen=True, eq=False)
class _Vote:
    """Says what a page would tell others. Called when it is asked: few pages are."""

    groups: list[Group]
    alone: npt.NDArray[Any]
    lines: tuple[list[str], list[float], list[float]]
    """Of each line of the posts its key, how likely it was said, and its weight."""
    names: tuple[list[Place], npt.NDArray[Any]]
    dates: tuple[list[Place], npt.NDArray[Any]]

    def __call__(self) -> Shape:
        scored = zip(self.groups, self.alone.tolist(), strict=True)
        return Shape(
            pages=1.0,
            groups={group.key: (1.0, _probability(score)) for group, score in scored},
            lines=ballots(*self.lines),
            names=_place_votes(*self.names),
            dates=_place_votes(*self.dates),
        )


def _said(member: Rows, bodies: list[Indices]) -> tuple[Rows, Mask]:
    """The member of each line, without members that say nothing, and which lines were said."""
    says = np.array([len(body) > 0 for body in bodies])
    said = np.zeros(len(member), dtype=np.bool_)
    for body in bodies:
        said[body] = True
    return np.where((member >= 0) & says[np.maximum(member, 0)], member, -1).astype(np.int32), said


def _line_keys(lines: Lines, inside: Indices) -> list[str]:
    places = lines.place[lines.outline.blocks.owner[inside]]
    dated = lines.is_dated[inside]
    return [
        f"{place:x}{'d' if is_dated else ''}"
        for place, is_dated in zip(places.tolist(), dated.tolist(), strict=True)
    ]


def _pick(
    places: Sequence[Place], alone: npt.NDArray[Any], known: Votes, body: Mask
) -> tuple[dict[int, Mark], float]:
    """For each member the mark in the likeliest place that it has; how likely the best is."""
    if not places:
        return {}, -9.0
    scores = mixed(known, _place_keys(places), alone)
    picked: dict[int, Mark] = {}
    for i in np.argsort(-scores, kind="stable").tolist():
        if scores[i] < _LEAST_MARK:
            break
        if places[i].share_in(body) > _MOST_SAID:
            continue
        for mark in places[i].marks:
            picked.setdefault(mark.member, mark)
    return picked, float(alone.max())


def _place_keys(places: Sequence[Place]) -> list[str]:
    return [f"{place.key:x}" for place in places]


def _place_votes(places: Sequence[Place], alone: npt.NDArray[Any]) -> Votes:
    return ballots(_place_keys(places), alone.tolist(), [1.0] * len(places))


def _next(groups: list[Group], scores: npt.NDArray[np.floating], best: int) -> float:
    """How the best group that lies elsewhere scores."""
    first, last = int(groups[best].first.min()), int(groups[best].last.max())
    others = [
        float(score)
        for group, score in zip(groups, scores.tolist(), strict=True)
        if group.last.max() <= first or group.first.min() >= last
    ]
    return max(others, default=-9.0)


def _parts(
    lines: Lines,
    member: Rows,
    bodies: list[Indices],
    names: dict[int, Mark],
    dates: dict[int, Mark],
    inside: Indices,
    odds: npt.NDArray[np.floating],
) -> dict[str, float]:
    """Whether the members have what posts have."""
    said = [k for k, body in enumerate(bodies) if len(body)]
    n = max(len(said), 1)
    kept = np.concatenate([*bodies, np.zeros(0, dtype=np.int64)]).astype(np.int64)
    length = np.array([lines.length[bodies[k]].sum() for k in said]) if said else np.zeros(1)
    days = [mark.date.iso for k in said if (mark := dates.get(k)) and mark.date and mark.date.iso]
    steps = [(a <= b) - (b < a) for a, b in pairwise(days)]
    outside = np.where(member >= 0, 0.0, lines.said)
    of = dict(zip(inside.tolist(), odds.tolist(), strict=True))
    ends = [lines.texts[bodies[k][-1]].rstrip()[-1:] in _SENTENCE_ENDS for k in said]
    return {
        "name_share": sum(k in names for k in said) / n,
        "names_varied": len({mark.text for mark in names.values()}) / max(len(names), 1),
        "date_share": sum(k in dates for k in said) / n,
        "dates_ordered": abs(sum(steps)) / len(steps) if steps else 0.0,
        "body_share": float(lines.length[kept].sum() / max(lines.length[inside].sum(), 1.0)),
        "body_ink": float(np.log1p(np.median(length))),
        "body_odds": float(np.mean([of[line] for line in kept.tolist()])) if len(kept) else -9.0,
        "bodies": len(said) / max(len(bodies), 1),
        "sentences": sum(ends) / n,
        "outside_longest": float(np.log1p(outside.max(initial=0.0))),
        "outside_prose": float(np.log1p((outside >= _PROSE).sum())),
        "before_prose": float(np.log1p((outside[: inside.min()] >= _PROSE).sum())),
    }


def _probability(score: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(score, -30, 30))))


def _odds(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.log(clipped / (1 - clipped)))

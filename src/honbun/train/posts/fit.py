"""Trees for the six questions that tell posts apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from honbun.dates import same_day
from honbun.errors import CorpusError
from honbun.evaluate import GoldPost, same_author
from honbun.model import ThreadModel, Trees, scores
from honbun.opening import OPENING_FEATURES
from honbun.threads import (
    FEATURE_NAMES,
    FieldCandidate,
    FieldValue,
    Placed,
    author_candidates,
    choose_bodies,
    date_candidates,
    features_of_fields,
    features_of_lines,
)
from honbun.train.boost import BoostOptions, grow
from honbun.train.posts.candidates import Candidates
from honbun.train.posts.items import Item, Origin, owners

# What is wanted of a group is its quality to this power: a group that is nearly right must lose to the right one.
_QUALITY_POWER = 4
# Lines are learned in groups of this separation, names and dates in groups of that.
_MIN_LINES_SEPARATION = 0.8
_MIN_MARKS_SEPARATION = 0.7
# Generated threads are as many as the real ones and less like those of the Web: what one counts, by question.
# Lines they teach as well as real ones (posts-dev, five folds by site, November 2026).
_GENERATED_GROUPS_WEIGHT = 0.5
_GENERATED_LINES_WEIGHT = 1.0
_GENERATED_MARKS_WEIGHT = 0.5
# What a thread counts against a page that is none, of which there are ten times as many as real threads.
_THREAD_WEIGHT = {Origin.REAL: 3.0, Origin.COPY: 1.5, Origin.GENERATED: 1.0, Origin.OPENINGS: 1.0}


# How the trees of each question are grown, chosen on posts-dev by site folds (November 2026). One thread: with
# more, sums are taken in another order and trees may differ.
_GROUPS = BoostOptions(trees=400, depth=6, rate=0.08, columns=0.5, threads=1)
_LINES = BoostOptions(trees=250, depth=6, rate=0.1, columns=0.4, threads=1)
_MARKS = BoostOptions(trees=120, depth=5, rate=0.1, columns=0.5, threads=1)
_THREADS = BoostOptions(trees=200, depth=6, rate=0.06, columns=0.15, regularisation=10.0, threads=1)
# On the pages that train, by models without their program (November 2026); 60 trees or 3 levels are no better.
_OPENINGS = BoostOptions(trees=120, depth=4, rate=0.1, columns=0.4, regularisation=10.0, threads=1)


@dataclass(frozen=True, kw_only=True)
class ThreadOptions:
    """How the trees of each question are grown."""

    groups: BoostOptions = _GROUPS
    lines: BoostOptions = _LINES
    marks: BoostOptions = _MARKS
    threads: BoostOptions = _THREADS
    openings: BoostOptions = _OPENINGS

    def limited(self, trees: int | None, seed: int) -> ThreadOptions:
        """The same with at most so many trees for each question."""
        return ThreadOptions(
            **{
                name: replace(of, trees=min(of.trees, trees or of.trees), seed=seed)
                for name, of in vars(self).items()
            }
        )


@dataclass(frozen=True, eq=False)
class _Rows:
    """Features, what is wanted of each row as a probability, and what it counts."""

    values: npt.NDArray[np.float32]
    wanted: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]


def fit_cutter(items: Sequence[Item], options: ThreadOptions) -> ThreadModel:
    """A model that cuts a page into posts, but cannot tell whether it is a thread."""
    items = [item for item in items if len(item.groups) and item.origin is not Origin.OPENINGS]
    groups = _grow(map(_groups, items), options.groups)
    lines = _grow((rows for item in items for rows in _lines(item, groups)), options.lines)
    trees = {"groups": groups, "lines": lines}
    found = [of for item in items if (of := _marks(item, groups, lines)) is not None]
    for question, which in (("names", 0), ("dates", 1)):
        trees[question] = _grow((pair[which] for pair in found), options.marks)
    return ThreadModel(trees, {**FEATURE_NAMES, "openings": OPENING_FEATURES}).check()


@dataclass(frozen=True, eq=False)
class Tried:
    """A page segmented by one of its groups."""

    features: npt.NDArray[np.float32]
    scores: Mapping[str, float]
    """Counts of posts, of right authors and so on, and the F1 of the page."""
    rank: float = 0.0
    """By which it would be chosen if all were equally likely threads."""


def fit_gate(pages: Sequence[tuple[Sequence[Tried], Origin | None]], options: ThreadOptions) -> Trees:
    """Trees that tell how many posts of a segmentation are right: none on pages without posts, of no origin.

    Pages count alike, however many of their groups were tried.
    """
    rows = [
        _Rows(
            np.array([each.features for each in tried], dtype=np.float32),
            np.array([each.scores["f1"] if origin else 0.0 for each in tried]),
            np.full(len(tried), (_THREAD_WEIGHT[origin] if origin else 1.0) / len(tried)),
        )
        for tried, origin in pages
        if tried
    ]
    if len({origin is None for _, origin in pages}) < 2:
        raise CorpusError("nothing tells threads from other pages", advice="take more pages of both")
    return _grow(iter(rows), options.threads)


def fit_openings(pages: Sequence[tuple[Candidates, Origin]], options: ThreadOptions) -> Trees | None:
    """Trees that tell what opens a thread; None if nothing on these pages does from outside its group."""
    rows = [
        _Rows(
            each.features,
            each.is_opening.astype(np.float64),
            np.full(len(each.features), _THREAD_WEIGHT[origin] / np.sqrt(len(each.features))),
        )
        for each, origin in pages
    ]
    return _grow(iter(rows), options.openings) if any(each.is_opening.any() for each, _ in pages) else None


def _grow(parts: Iterator[_Rows], options: BoostOptions) -> Trees:
    """Trees for what is wanted with a probability: each row is there twice, as right and as wrong."""
    rows = [part for part in parts if len(part.values)]
    if not rows:
        raise CorpusError("no page has a group that is its posts", advice="take more pages, or mend the gold")
    values = np.concatenate([part.values for part in rows])
    wanted = np.concatenate([part.wanted for part in rows])
    weights = np.concatenate([part.weights for part in rows])
    both = np.concatenate([wanted * weights, (1 - wanted) * weights])
    used = both > 0
    answer = np.repeat([1.0, 0.0], len(wanted))
    return grow(np.concatenate([values, values])[used], answer[used], both[used], options)


def _groups(item: Item) -> _Rows:
    counts = _GENERATED_GROUPS_WEIGHT if item.origin is Origin.GENERATED else 1.0
    weights = np.full(len(item.groups), counts / np.sqrt(len(item.groups)))
    return _Rows(item.table, item.quality**_QUALITY_POWER, weights)


def _lines(item: Item, groups: Trees) -> Iterator[_Rows]:
    """Of the best group, and of the one that will be taken for it."""
    counts = _GENERATED_LINES_WEIGHT if item.origin is Origin.GENERATED else 1.0
    best = {int(np.argmax(item.quality)), int(np.argmax(scores(groups, item.table)[:, 0]))}
    for i in sorted(best):
        if item.separation[i] < _MIN_LINES_SEPARATION:
            continue
        inside, values = features_of_lines(item.measure, item.groups[i].members(len(item.lines)))
        length = np.log1p(item.lines.length[inside])
        weights = counts * length / np.sqrt(max(len(inside), 1)) / len(best)
        yield _Rows(values, (item.gold.post[inside] >= 0).astype(np.float64), weights)


def _marks(item: Item, groups: Trees, lines: Trees) -> tuple[_Rows, _Rows] | None:
    """Of the places for names and those for dates; None if no group is good enough to have them."""
    taken = int(np.argmax(scores(groups, item.table)[:, 0]))
    best = taken if item.separation[taken] >= _MIN_MARKS_SEPARATION else int(np.argmax(item.quality))
    if item.separation[best] < _MIN_MARKS_SEPARATION:
        return None
    group = item.groups[best]
    member = group.members(len(item.lines))
    inside, values = features_of_lines(item.measure, member)
    bodies = choose_bodies(item.measure, group, member, inside, scores(lines, values)[:, 0])
    has_body = np.array([len(body) > 0 for body in bodies])
    posts = np.where((member >= 0) & has_body[np.maximum(member, 0)], member, -1).astype(np.int32)
    body = np.zeros(len(item.lines), dtype=np.bool_)
    body[np.concatenate(bodies).astype(np.int64)] = True
    own = owners(member, len(group), item.gold)
    gold = [item.posts[i] if i >= 0 else None for i in own.tolist()]
    authors = {k: post.author for k, post in enumerate(gold) if post and post.author}
    place = Placed(posts, body, len(group), authors)
    return (
        _places(item, author_candidates(item.lines, posts, body), place, gold, "author"),
        _places(item, date_candidates(item.lines, posts, None), place, gold, "date"),
    )


def _places(
    item: Item, places: list[FieldCandidate], place: Placed, gold: Sequence[GoldPost | None], field: str
) -> _Rows:
    """Places whose marks can be compared with the gold of their members; wanted is the share that is right."""
    counts = _GENERATED_MARKS_WEIGHT if item.origin is Origin.GENERATED else 1.0
    table = features_of_fields(item.lines, places, place)
    kept, wanted, weights = [], [], []
    for i, candidate in enumerate(places):
        first: dict[int, FieldValue] = {}
        for mark in candidate.values:
            first.setdefault(mark.member, mark)
        known = [(post, mark) for k, mark in first.items() if (post := gold[k]) is not None]
        right = [_is_right(post, mark, field) for post, mark in known if getattr(post, field) is not None]
        if right:
            kept.append(i)
            wanted.append(sum(right) / len(right))
            weights.append(counts * np.sqrt(len(right) / len(places)))
    return _Rows(table[kept], np.array(wanted), np.array(weights))


def _is_right(post: GoldPost, mark: FieldValue, field: str) -> bool:
    if field == "author":
        return same_author(post.author, mark.text)
    return same_day(post.date, mark.text) or (mark.date is not None and same_day(post.date, mark.date.iso or None))

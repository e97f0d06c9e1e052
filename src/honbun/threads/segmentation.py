"""From the lines of a page to its best segmentation into posts, with what tells whether the page is a thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from math import log

import numpy as np
import numpy.typing as npt

from honbun.bodies import (
    LINE_FEATURES,
    below_rules,
    choose_bodies,
    features_of_lines,
    line_keys,
    with_references,
)
from honbun.core import FoundBodies, can_count_from, feature_names, find_bodies, find_fields
from honbun.features import (
    GROUP_FEATURES,
    Group,
    GroupFeatures,
    Groups,
    Indices,
    Lines,
    Outline,
    cut_lines,
)
from honbun.page import CompiledLines, Mask, Rows
from honbun.thread import MIN_WEIGHT, ThreadTemplate, path_logits, votes_for
from honbun.threads.candidates import WHOLE_PAGE, find_groups_of_posts, shapes_of
from honbun.threads.field_dates import date_candidates
from honbun.threads.field_features import FIELD_FEATURES, Placed, features_of_fields
from honbun.threads.fields import FieldValue, author_candidates, head_labels
from honbun.threads.parts import (
    NOTHING_LOGIT,
    distinct_share,
    features_of_bodies,
    features_of_found_fields,
    in_posts,
)
from honbun.threads.picking import Fields, log_odds, pick, picked_by_core, probability
from honbun.threads.questions import FEATURE_NAMES, Logits, PostModel
from honbun.threads.surroundings import Surroundings

# The logit that a line such as "Name: Anna" at the beginning of all posts is of the body.
_LABELLED_LOGIT = -4.0
MIN_CONFIDENCE = 0.3
"""A page has posts from this confidence on.

Programs left out, means of two deals: of 1,008 articles that call nothing comments .8 % get two or more posts;
the mean of programs of posts-more-dev alone is .939; from .28 on 1.0 % and .950, from .33 on .7 % and .931.
"""
# The same for a page that is one post, a letter: every page could be one, such as an index of two threads. Means
# of two deals, by models without their site: of 1,008 articles 3 are taken for one post from .35 on, 1 from .5 or
# .6 on; of 12 letters 12, 9.5 and 7. Of 535 pages of wcxb-dev that are neither, none is from .45 on.
_MIN_WHOLE_CONFIDENCE = 0.5
# So many of the best groups are tried.
_MAX_TRIED = 5
# On a page that has posts but is less sure of them than this, so many: where a post is two rows of cells, cells
# are as likely a group as rows, and only authors and dates tell. phpBB 2 alone, a site that does not train: .910
# -> .948; with 12 .942, with 20 .952.
_MAX_UNSURE = 0.9
_MAX_UNSURE_TRIED = 8
# By which segmentation of a page is the best, beside the logit of the group and the log-odds of the expected
# share of right posts: how many right authors and dates a post is expected to have. With 1 instead of 4 days of
# joining are taken more often: dates of forum-ragezone, program left out, with siblings, twelve pages, .65
# instead of .94. With 8 they are .88 instead of .75 on all pages, but posts-dev alone has .942 instead of .950.
_FIELDS_WEIGHT = 4.0
# And the logarithm of the number of posts: some of them, or all in one, may be as sure as each. Mean F1 of the
# pages that train, by models without their program, two deals: real .936 -> .943, copies of few posts .904 ->
# .907, generated .938 -> .942; with 2 the same, with 3 .943, .899, .940.
_NUMBER_WEIGHT = 1.5
# A segmentation is hardly ever surer than this, in log-odds, and never has more authors and dates. With 3.5 and 2
# no choice of 294 pages of posts-more-dev changed, alone or with siblings; with 3 one did.
_MAX_SURE = 3.5
_MAX_FIELDS = 2.0


@dataclass(frozen=True, eq=False)
class Segmentation:
    """A page divided into posts: members of a group, each with the lines of its body, an author and a date."""

    lines: Lines
    around: Surroundings
    group: Group
    member: Rows
    """For each line its member, or -1."""
    bodies: list[Indices]
    authors: dict[int, FieldValue]
    """Member -> where its author is named."""
    dates: dict[int, FieldValue]
    features: npt.NDArray[np.float32]
    """What tells whether these are posts, and of what."""
    vote: Callable[[], ThreadTemplate]
    """Says what the page would tell other pages of its site, at full weight."""
    answers: Group | None = None
    """The group of all posts but the first, if that was found apart from them."""
    now: datetime | None = None
    """When the page was fetched; None if that is unknown, and with it when "3 hours ago" was."""
    expected_fields: float = 0.0
    """How many right authors and dates a post is expected to have: 2 if all are sure."""
    confidence: float = 0.0
    """The share of posts that is expected to be right, missing ones counted."""
    rank: float = 0.0
    """By which the best segmentation of a page is chosen."""

    @property
    def has_posts(self) -> bool:
        """Whether these are sure enough to be posts."""
        return self.confidence >= (_MIN_WHOLE_CONFIDENCE if self.group.key == WHOLE_PAGE else MIN_CONFIDENCE)

    @property
    def taught(self) -> ThreadTemplate:
        """What the page tells other pages of its site; nothing if these are hardly posts."""
        return self.vote().scaled(self.confidence) if self.confidence >= MIN_WEIGHT else ThreadTemplate()

    @cached_property
    def members(self) -> list[int]:
        """The members that are posts, in document order."""
        return [k for k, body in enumerate(self.bodies) if len(body)]

    @property
    def body_blocks(self) -> Mask:
        """The blocks of the page that hold the bodies of the posts."""
        return self._blocks(np.concatenate([self.bodies[k] for k in self.members] or [np.arange(0)]))

    @property
    def area(self) -> Mask:
        """The blocks of the page that lie in the posts, with authors and dates."""
        # Posts may lie in each other: a line is in as many as began before it and have not ended.
        first, last = (edge[self.members] for edge in (self.group.first, self.group.last))
        begun, ended = (np.bincount(edge, minlength=len(self.lines) + 1) for edge in (first, last))
        return self._blocks(np.flatnonzero(np.cumsum(begun - ended)))

    def _blocks(self, lines: Indices) -> Mask:
        found = np.zeros(int(self.lines.block.max(initial=-1)) + 1, dtype=np.bool_)
        found[self.lines.block[lines]] = True
        return found


def segment_page(
    outline: Outline, model: PostModel, template: ThreadTemplate | None = None, now: datetime | None = None
) -> Segmentation | None:
    """The best segmentation of a page into posts, whether it has any or not."""
    if not len(outline.blocks):
        return None
    return segment_posts(cut_lines(outline), model, template or ThreadTemplate(), now)


def segment_posts(
    lines: Lines,
    model: PostModel,
    template: ThreadTemplate,
    now: datetime | None = None,
) -> Segmentation | None:
    """The best segmentation into posts; None if nothing on the page repeats.

    Groups are tried from the likeliest on, but for those that cannot become better than the best so far.
    """
    segmenter = _segmenter(lines, model, template, now)
    if segmenter is None:
        return None
    best = segmenter.best_of(segmenter.best)
    is_unsure = best is not None and best.has_posts and best.confidence < _MAX_UNSURE
    return segmenter.best_of(segmenter.next_best, best) if is_unsure else best


def segment_each(
    lines: Lines,
    model: PostModel,
    template: ThreadTemplate,
    now: datetime | None = None,
) -> list[Segmentation]:
    """The page segmented by each of its best groups: by the page alone, and by what other pages voted for."""
    segmenter = _segmenter(lines, model, template, now)
    return [found for i in segmenter.best if (found := segmenter.ranked(i))] if segmenter else []


def _segmenter(
    lines: Lines, model: PostModel, template: ThreadTemplate, now: datetime | None
) -> _Segmenter | None:
    """What segments a page; None if nothing on it repeats."""
    around = Surroundings(lines)
    groups, matrix = find_groups_of_posts(lines, around, template.groups)
    return _Segmenter(around, groups, matrix, model, template, now) if len(groups) else None


def segment_group(
    around: Surroundings, group: Groups, model: PostModel, template: ThreadTemplate, now: datetime | None = None
) -> Segmentation | None:
    """The page segmented by one group, the first of these; None if that shows nothing."""
    matrix = GroupFeatures(around.lines).matrix(group)
    return _Segmenter(around, group, matrix, model, template, now).segment(0)


def bodies_of_each(around: Surroundings, groups: Groups, model: PostModel) -> list[FoundBodies]:
    """What would be the bodies of the members of each of these groups, by the page alone."""
    nothing = np.zeros((len(groups), 0), dtype=np.float32)
    segmenter = _Segmenter(around, groups, nothing, model, ThreadTemplate(), None)
    return segmenter.bodies_of(range(len(groups)))


class _Segmenter:
    """Segments one page by one group or another."""

    def __init__(
        self,
        around: Surroundings,
        groups: Groups,
        matrix: npt.NDArray[np.float32],
        model: PostModel,
        template: ThreadTemplate,
        now: datetime | None,
    ) -> None:
        self.lines, self.groups, self.matrix, self.around = around.lines, groups, matrix, around
        self.model, self.template, self.now = model, template, now
        self.features = GroupFeatures(self.lines)
        self._known_fields: dict[tuple[bytes, bytes, int], tuple[Fields, Fields]] = {}

    @cached_property
    def alone(self) -> Logits:
        """The logit that each group is that of the posts, by the page alone."""
        return self.model.logits("groups", self.matrix)

    @cached_property
    def logits(self) -> Logits:
        """The same, with what other pages say."""
        shapes = self.shapes if self.template.pages else ()
        return self.template.group_logits(self.groups.keys, shapes, self.alone)

    @cached_property
    def shapes(self) -> list[str]:
        """What other pages call each group if they do not know its key."""
        return shapes_of(self.lines, self.groups)

    @cached_property
    def _order(self) -> list[int]:
        """The groups, the likeliest first."""
        order: list[int] = np.argsort(-self.logits, kind="stable").tolist()
        return order

    @cached_property
    def best(self) -> list[int]:
        """The likeliest groups, by the page alone too."""
        return sorted({int(np.argmax(self.alone)), *self._order[:_MAX_TRIED]})

    @property
    def next_best(self) -> list[int]:
        """The groups that come next."""
        return [i for i in self._order[:_MAX_UNSURE_TRIED] if i not in self.best]

    def best_of(self, numbers: Iterable[int], best: Segmentation | None = None) -> Segmentation | None:
        """The best segmentation by these groups, or the one given if none is better."""
        for i in sorted(numbers, key=lambda i: -float(self.logits[i])):
            if best is None or self.largest_rank(i) > best.rank:
                found = self.ranked(i)
                best = found if found and (best is None or found.rank > best.rank) else best
        return best

    def bodies_of(self, numbers: Sequence[int]) -> list[FoundBodies]:
        """What would be the bodies of the members of these groups."""
        return self._held_bodies(numbers) or [self._readable_bodies(self.groups[i]) for i in numbers]

    def _held_bodies(self, numbers: Sequence[int]) -> list[FoundBodies] | None:
        """What the core says of the lines of these groups; None if it does not hold them."""
        blocks, model = self.lines.outline.blocks, self.model.held("lines")
        if not isinstance(blocks, CompiledLines) or model is None or feature_names("lines") != LINE_FEATURES:
            return None
        tried = self.groups.take(numbers)
        return find_bodies(blocks.parsed, tried.size, tried.first, tried.last, model, self.template.lines)

    def votes(self, i: int) -> float:
        """By how much it is likelier that these are posts because other pages have theirs in this group."""
        return max(float(self.logits[i] - self.alone[i]), 0.0)

    def largest_rank(self, i: int) -> float:
        """What the rank of a segmentation by this group can be at most."""
        return self._rank(i, _MAX_SURE, _MAX_FIELDS, int(self.groups.size[i]))

    def _rank(self, i: int, sure: float, fields: float, posts: int) -> float:
        """By how sure a segmentation is, in log-odds, its authors and dates, and how many posts it has."""
        rank = float(self.logits[i]) + sure + self.votes(i) + _FIELDS_WEIGHT * fields
        return rank + _NUMBER_WEIGHT * log(max(posts, 1))

    def ranked(self, i: int) -> Segmentation | None:
        """The page segmented by one group, with its rank; None if that shows nothing."""
        found = self.segment(i)
        if found is None:
            return None
        sure = log_odds(found.confidence)
        rank = self._rank(i, sure, found.expected_fields, len(found.members))
        if self.template.threads:
            sure = float(path_logits(self.template.threads, [self.shapes[i]], np.array([sure]))[0])
        return replace(found, confidence=probability(sure + self.votes(i)), rank=rank)

    def segment(self, i: int) -> Segmentation | None:
        """The page segmented by one group; None if that shows nothing."""
        lines, group = self.lines, self.groups[i]
        member = group.members(len(lines))
        held = self.bodies_of([i])[0]
        inside, logits = held.lines, held.logits
        if not len(inside):
            return None
        kept = inside[held.is_body]
        chosen = np.split(kept, np.cumsum(np.bincount(member[kept], minlength=len(group)))[:-1])
        authors, dates = self._fields_of(Placed(*in_posts(member, kept, len(group)), len(group)))
        parts = features_of_bodies(lines, member, chosen, inside, logits)
        parts |= features_of_found_fields(chosen, authors.values, dates.values)
        parts |= {"name_score": authors.best_logit, "date_score": dates.best_logit}
        parts |= {"score": float(self.alone[i]), "next_score": self._next_logit(group)}
        beside = self.around.features(group)
        number = max(sum(len(each) > 0 for each in chosen), 1)
        parts |= {"expected_names": authors.expected / number, "expected_dates": dates.expected / number}
        parts |= {"score_gap": float(self.alone.max() - self.alone[i]), "distinct": distinct_share(lines, chosen)}
        parts |= {"lead_links": self.around.lead_links(group)}
        known = parts | beside
        more = [known[name] for name in FEATURE_NAMES["threads"][len(GROUP_FEATURES) :]]
        features = np.concatenate([self.matrix[i], more]).astype(np.float32)
        weights = 1 / np.bincount(member[inside])[member[inside]]
        logit = float(self.model.logits("threads", features[None])[0])
        vote = partial(_votes_of_page, self, i, logit, held, weights, authors, dates)
        expected = parts["expected_names"] + parts["expected_dates"]
        fields = authors.values, dates.values
        return Segmentation(
            *(lines, self.around, group, member, chosen, *fields, features, vote),
            now=self.now,
            expected_fields=expected,
            confidence=probability(logit),
        )

    def _readable_bodies(self, group: Group) -> FoundBodies:
        """What the core says of the lines of a group, without it."""
        lines, member = self.lines, group.members(len(self.lines))
        inside, values = features_of_lines(self.features, member)
        if not len(inside):
            return FoundBodies(inside, np.zeros(0, dtype=np.float32), *(np.zeros(0, dtype=np.bool_),) * 2)
        is_labelled = head_labels(lines, member)[inside] > 0
        logits = np.where(is_labelled, _LABELLED_LOGIT, self.model.logits("lines", values))
        is_below = below_rules(lines, inside, member[inside])
        keys = line_keys(lines, inside, is_below)
        weighed = path_logits(self.template.lines, keys, logits)
        chosen = with_references(lines, member, choose_bodies(self.features, group, member, inside, weighed))
        is_body = np.isin(inside, np.concatenate([*chosen, np.zeros(0, dtype=np.int64)]))
        return FoundBodies(inside, logits, is_below, is_body)

    def _fields_of(self, place: Placed) -> tuple[Fields, Fields]:
        """The authors and dates of posts: of the same posts, which groups often have in common, found once."""
        key = place.member.tobytes(), place.body.tobytes(), place.members
        if key not in self._known_fields:
            self._known_fields[key] = self._held_fields(place) or self._readable_fields(place)
        return self._known_fields[key]

    def _held_fields(self, place: Placed) -> tuple[Fields, Fields] | None:
        """The same by the core; None if it does not hold the lines and the trees."""
        blocks, now = self.lines.outline.blocks, self.now
        if not isinstance(blocks, CompiledLines) or feature_names("fields") != FIELD_FEATURES:
            return None
        names, dates = self.model.held("names"), self.model.held("dates")
        if not (names and dates and can_count_from(now)):
            return None
        votes = self.template.authors, self.template.dates
        found = find_fields(blocks.parsed, place.member, place.body, place.members, (names, dates), votes, now)
        return picked_by_core(found[0]), picked_by_core(found[1])

    def _readable_fields(self, place: Placed) -> tuple[Fields, Fields]:
        lines, posts, body = self.lines, place.member, place.body
        found = author_candidates(lines, posts, body)
        logits = self.model.logits("names", features_of_fields(lines, found, place))
        authors = pick(found, logits, body, self.template.authors)
        place = replace(place, authors={k: value.text for k, value in authors.values.items()})
        found = date_candidates(lines, posts, self.now)
        logits = self.model.logits("dates", features_of_fields(lines, found, place))
        return authors, pick(found, logits, body, self.template.dates)

    def _next_logit(self, best: Group) -> float:
        """The logit of the best group that lies apart from this one."""
        first, last = self.groups.smallest(self.groups.first), self.groups.largest(self.groups.last)
        others = self.alone[(last <= best.first.min()) | (first >= best.last.max())]
        return float(others.max()) if len(others) else NOTHING_LOGIT


def _votes_of_page(
    page: _Segmenter, i: int, logit: float, found: FoundBodies, weights: Logits, authors: Fields, dates: Fields
) -> ThreadTemplate:
    """What a page would tell others. Called when it is asked: few pages are."""
    shares, number = list(map(probability, page.alone.tolist())), Counter(page.shapes)
    # Of one shape there are many groups, right and wrong: it is as likely as they are on average.
    of_shapes = votes_for(page.shapes, shares, (1 / number[shape] for shape in page.shapes))
    groups = {**of_shapes, **{key: (1.0, share) for key, share in zip(page.groups.keys, shares, strict=True)}}
    keys = line_keys(page.lines, found.lines, found.is_below)
    lines = votes_for(keys, found.logits.tolist(), weights.tolist())
    thread = votes_for([page.shapes[i]], [logit], [1.0])
    return ThreadTemplate(1.0, groups, lines, authors.votes, dates.votes, thread)

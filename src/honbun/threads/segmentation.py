"""From the lines of a page to its best segmentation into posts, with what tells whether the page is a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

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
from honbun.page import Mask, Rows
from honbun.threads.bodies import LINE_FEATURES, choose_bodies, features_of_lines, with_references
from honbun.threads.candidates import SingleKeys, candidate_groups
from honbun.threads.field_features import FIELD_FEATURES, features_of_fields, names_before_codes, order_share
from honbun.threads.fields import FieldCandidate, FieldValue, author_candidates, date_candidates, head_labels
from honbun.threads.surroundings import SURROUNDING_FEATURES, Surroundings
from honbun.threads.template import MIN_WEIGHT, ThreadTemplate, Votes, path_logits, votes_for

Logits = npt.NDArray[Any]

_OF_PARTS = (
    "score next_score name_score name_share names_varied date_score date_share dates_ordered "
    "body_share body_ink body_odds bodies sentences outside_longest outside_prose before_prose".split()
)
FEATURE_NAMES = {
    "groups": GROUP_FEATURES,
    "lines": LINE_FEATURES,
    "names": FIELD_FEATURES,
    "dates": FIELD_FEATURES,
    "threads": (*GROUP_FEATURES, *_OF_PARTS, *SURROUNDING_FEATURES),
}
"""The questions that a model answers, and the features that it is asked with."""

# A candidate is taken for authors or dates from this logit on, if no larger share of it lies in bodies.
_MIN_FIELD_LOGIT = -5.0
_MAX_SHARE_IN_BODIES = 0.5
# The logit that a line such as "Name: Anna" at the beginning of all posts is of the body.
_LABELLED_LOGIT = -4.0
# The logit of what is not there.
_NOTHING_LOGIT = -9.0
MIN_CONFIDENCE = 0.35
"""A page has posts from this confidence on.

posts-more-dev, programs left out, page alone: .871, and of 1,008 articles that call nothing comments 2.6 % get two
or more posts. At .3 these are .887 and 3.2 %, at .4 .865 and 1.9 %.
"""
# So many of the best groups are tried, and so many of those that are called comments.
_MAX_TRIED = 5
_MAX_CALLED_TRIED = 2
# By which segmentation of a page is the best: what the expected share of right posts counts, in log-odds, and the
# shares of posts with author and with date, beside the logit of the group. With 3 instead of 1 posts-more-dev,
# programs left out, has .884 instead of .871, but a complete group may lose to one without authors.
_SURE_WEIGHT = 1.0
_FIELDS_WEIGHT = 1.0
# Where this share of the members has author and date, one without both is an advert.
_MIN_COMPLETE_SHARE = 0.7
# A line of so many characters is a paragraph.
_MIN_PROSE_LENGTH = 100
_SENTENCE_ENDS = frozenset(".!?…。！？")


class PostModel(Protocol):
    """What must be known of posts: answers to the questions of `FEATURE_NAMES`.

    groups: is each member of the group one post? lines: is the line of a body? names, dates: do the authors, or
    the dates, of the posts stand in this path? threads: are these posts, each one alone?
    """

    def logits(self, question: str, values: Logits) -> Logits:
        """A logit for each row of features."""


@dataclass(frozen=True, eq=False)
class Segmentation:
    """A page divided into posts: members of a group, each with the lines of its body, an author and a date."""

    lines: Lines
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
    confidence: float = 0.0
    """The share of posts that is expected to be right, missing ones counted."""
    rank: float = 0.0
    """By which the best segmentation of a page is chosen."""

    @property
    def named_features(self) -> dict[str, float]:
        """The features by name."""
        return dict(zip(FEATURE_NAMES["threads"], self.features.tolist(), strict=True))

    @property
    def members(self) -> list[int]:
        """The members that are posts, in document order."""
        posts = [k for k, body in enumerate(self.bodies) if len(body)]
        complete = [k for k in posts if k in self.authors and k in self.dates]
        if len(complete) >= _MIN_COMPLETE_SHARE * len(posts):
            posts = [k for k in posts if k in self.authors or k in self.dates]
        return posts

    @property
    def body_blocks(self) -> Mask:
        """The blocks of the page that hold the bodies of the posts."""
        return self._blocks([self.bodies[k] for k in self.members])

    @property
    def area(self) -> Mask:
        """The blocks of the page that lie in the posts, with authors and dates."""
        return self._blocks([np.arange(self.group.first[k], self.group.last[k]) for k in self.members])

    def _blocks(self, lines: list[Indices]) -> Mask:
        found = np.zeros(int(self.lines.block.max(initial=-1)) + 1, dtype=np.bool_)
        for some in lines:
            found[self.lines.block[some]] = True
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
    """The best segmentation into posts; None if nothing on the page repeats."""
    tried = segment_each(lines, model, template, now)
    return max(tried, key=lambda found: found.rank) if tried else None


def segment_each(
    lines: Lines,
    model: PostModel,
    template: ThreadTemplate,
    now: datetime | None = None,
) -> list[Segmentation]:
    """The page segmented by each of its best groups: by the page alone, and by what other pages voted for."""
    around = Surroundings(lines)
    groups = candidate_groups(lines, SingleKeys(template.groups), around.called)
    if not len(groups):
        return []
    segmenter = _Segmenter(lines, groups, around, model, template, now)
    found = []
    for i in segmenter.best():
        if one := segmenter.segment(i):
            # Where other pages have their posts in this group, this one has them there, too.
            votes = max(float(segmenter.logits[i] - segmenter.alone[i]), 0.0)
            sure = _logit(one.confidence) + votes
            fields = one.named_features["name_share"] + one.named_features["date_share"]
            rank = float(segmenter.logits[i]) + _SURE_WEIGHT * sure + _FIELDS_WEIGHT * fields
            found.append(replace(one, confidence=_probability(sure), rank=rank))
    return found


def segment_by(
    lines: Lines,
    groups: Groups,
    choose: Callable[[Logits, Logits], int | None],
    model: PostModel,
    template: ThreadTemplate,
) -> Segmentation | None:
    """The page segmented by one of some groups, chosen by their logits, alone and with what other pages say."""
    segmenter = _Segmenter(lines, groups, Surroundings(lines), model, template, None)
    best = choose(segmenter.alone, segmenter.logits)
    return None if best is None else segmenter.segment(best)


def learn_template(outlines: Iterable[Outline], model: PostModel) -> ThreadTemplate:
    """What these pages of one site teach about its threads."""
    template = ThreadTemplate()
    for outline in outlines:
        found = segment_page(outline, model)
        if found and found.confidence >= MIN_WEIGHT:
            template = template.merge(found.vote().scaled(found.confidence))
    return template


class _Segmenter:
    """Segments one page by one group or another."""

    def __init__(
        self,
        lines: Lines,
        groups: Groups,
        around: Surroundings,
        model: PostModel,
        template: ThreadTemplate,
        now: datetime | None,
    ) -> None:
        self.lines, self.groups, self.around = lines, groups, around
        self.model, self.template, self.now = model, template, now
        self.features = GroupFeatures(lines)
        self.matrix = self.features.matrix(groups)

    @cached_property
    def alone(self) -> Logits:
        """The logit that each group is that of the posts, by the page alone."""
        return self.model.logits("groups", self.matrix)

    @cached_property
    def logits(self) -> Logits:
        """The same, with what other pages say."""
        return self.template.group_logits(self.groups.keys, self.alone)

    def best(self) -> list[int]:
        """The likeliest groups, by the page alone too, and the likeliest that are called comments."""
        order = np.argsort(-self.logits, kind="stable").tolist()
        called = [i for i in order if self.around.called[self.groups.rows[self.groups.start[i]]]]
        return sorted({int(np.argmax(self.alone)), *order[:_MAX_TRIED], *called[:_MAX_CALLED_TRIED]})

    def segment(self, i: int) -> Segmentation | None:
        """The page segmented by one group; None if that shows nothing."""
        lines, group, template = self.lines, self.groups[i], self.template
        member = group.members(len(lines))
        inside, values = features_of_lines(self.features, member)
        if not len(inside):
            return None
        is_labelled = head_labels(lines, member)[inside] > 0
        logits = np.where(is_labelled, _LABELLED_LOGIT, self.model.logits("lines", values))
        keys = _line_keys(lines, inside)
        chosen = choose_bodies(self.features, group, member, inside, path_logits(template.lines, keys, logits))
        chosen = with_references(lines, member, chosen)
        posts, body = _in_posts(member, chosen)
        likely = self._fields("names", author_candidates(lines, posts, body), posts, body, len(group))
        dates = self._fields("dates", date_candidates(lines, posts, self.now), posts, body, len(group))
        date_of = dates.pick(template.dates)
        parts = _features_of_bodies(lines, member, chosen, inside, logits)
        parts |= _features_of_fields(chosen, likely.pick(template.authors), date_of)
        parts |= {"name_score": likely.best_logit, "date_score": dates.best_logit}
        parts |= {"score": float(self.alone[i]), "next_score": self._next_logit(group)}
        around = self.around.features(group)
        more = [*(parts[name] for name in _OF_PARTS), *(around[name] for name in SURROUNDING_FEATURES)]
        features = np.concatenate([self.matrix[i], more]).astype(np.float32)
        authors = likely.without_codes(lines)
        weights = 1 / np.bincount(member[inside])[member[inside]]
        votes = partial(votes_for, keys, logits.tolist(), weights.tolist())
        vote = partial(_votes_of_page, self.groups, self.alone, votes, authors, dates)
        sure = _probability(float(self.model.logits("threads", features[None])[0]))
        author_of = authors.pick(template.authors)
        return Segmentation(lines, group, member, chosen, author_of, date_of, features, vote, sure)

    def _fields(
        self, question: str, found: list[FieldCandidate], member: Rows, body: Mask, members: int
    ) -> _Fields:
        table = features_of_fields(self.lines, found, member, body, members)
        return _Fields(found, self.model.logits(question, table), body)

    def _next_logit(self, best: Group) -> float:
        """The logit of the best group that lies apart from this one."""
        first, last = self.groups.smallest(self.groups.first), self.groups.largest(self.groups.last)
        others = self.alone[(last <= best.first.min()) | (first >= best.last.max())]
        return float(others.max()) if len(others) else _NOTHING_LOGIT


@dataclass(frozen=True, eq=False)
class _Fields:
    """The candidates for a field of the posts, and the logit of each by the page alone."""

    candidates: list[FieldCandidate]
    logits: Logits
    body: Mask

    @property
    def keys(self) -> list[str]:
        return [f"{candidate.key:x}" for candidate in self.candidates]

    @property
    def best_logit(self) -> float:
        return float(self.logits.max()) if self.candidates else _NOTHING_LOGIT

    @property
    def votes(self) -> Votes:
        return votes_for(self.keys, self.logits.tolist(), [1.0] * len(self.candidates))

    def without_codes(self, lines: Lines) -> _Fields:
        """The same, codes made unlikely where there are names."""
        logits = names_before_codes(lines, self.candidates, self.logits, self.body, _MIN_FIELD_LOGIT)
        return replace(self, logits=logits)

    def pick(self, votes: Votes) -> dict[int, FieldValue]:
        """For each member the value of the likeliest candidate that it has, given what other pages say."""
        logits = path_logits(votes, self.keys, self.logits)
        picked: dict[int, FieldValue] = {}
        for i in np.argsort(-logits, kind="stable").tolist():
            if logits[i] < _MIN_FIELD_LOGIT:
                break
            if self.candidates[i].share_in(self.body) <= _MAX_SHARE_IN_BODIES:
                for value in self.candidates[i].values:
                    picked.setdefault(value.member, value)
        return picked


def _votes_of_page(
    groups: Groups, alone: Logits, lines: Callable[[], Votes], authors: _Fields, dates: _Fields
) -> ThreadTemplate:
    """What a page would tell others. Called when it is asked: few pages are."""
    voted = {key: (1.0, _probability(logit)) for key, logit in zip(groups.keys, alone.tolist(), strict=True)}
    return ThreadTemplate(1.0, voted, lines(), authors.votes, dates.votes)


def _in_posts(member: Rows, bodies: list[Indices]) -> tuple[Rows, Mask]:
    """The member of each line, without members that have no body, and which lines are of bodies."""
    has_body = np.array([len(body) > 0 for body in bodies])
    is_body = np.zeros(len(member), dtype=np.bool_)
    for body in bodies:
        is_body[body] = True
    return np.where((member >= 0) & has_body[np.maximum(member, 0)], member, -1).astype(np.int32), is_body


def _line_keys(lines: Lines, inside: Indices) -> list[str]:
    """What pages of one site call the paths of these lines."""
    keys = lines.path_key[lines.outline.blocks.owner[inside]].tolist()
    dated = lines.is_dated[inside].tolist()
    return [f"{key:x}{'d' if is_dated else ''}" for key, is_dated in zip(keys, dated, strict=True)]


def _features_of_bodies(
    lines: Lines, member: Rows, bodies: list[Indices], inside: Indices, logits: Logits
) -> dict[str, float]:
    """Whether the members have bodies as posts have, and what lies outside."""
    own = [body for body in bodies if len(body)]
    kept = np.concatenate([*own, np.zeros(0, dtype=np.int64)]).astype(np.int64)
    length = np.array([lines.length[body].sum() for body in own]) if own else np.zeros(1)
    outside = np.where(member >= 0, 0.0, lines.unlinked_length)
    logit_of = np.zeros(len(lines))
    logit_of[inside] = logits
    ends = [lines.texts[body[-1]].rstrip()[-1:] in _SENTENCE_ENDS for body in own]
    return {
        "body_share": float(lines.length[kept].sum() / max(lines.length[inside].sum(), 1.0)),
        "body_ink": float(np.log1p(np.median(length))),
        "body_odds": float(np.mean(logit_of[kept])) if len(kept) else _NOTHING_LOGIT,
        "bodies": len(own) / max(len(bodies), 1),
        "sentences": sum(ends) / max(len(own), 1),
        "outside_longest": float(np.log1p(outside.max(initial=0.0))),
        "outside_prose": float(np.log1p((outside >= _MIN_PROSE_LENGTH).sum())),
        "before_prose": float(np.log1p((outside[: inside.min()] >= _MIN_PROSE_LENGTH).sum())),
    }


def _features_of_fields(
    bodies: list[Indices], authors: dict[int, FieldValue], dates: dict[int, FieldValue]
) -> dict[str, float]:
    """Whether the members with bodies have authors and dates as posts have."""
    posts = [k for k, body in enumerate(bodies) if len(body)]
    n = max(len(posts), 1)
    days = [value.date.iso for k in posts if (value := dates.get(k)) and value.date and value.date.iso]
    return {
        "name_share": sum(k in authors for k in posts) / n,
        "names_varied": len({value.text for value in authors.values()}) / max(len(authors), 1),
        "date_share": sum(k in dates for k in posts) / n,
        "dates_ordered": order_share(days, of_one=0.0),
    }


def _probability(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


def _logit(probability: float) -> float:
    clipped = min(max(probability, 1e-6), 1 - 1e-6)
    return float(np.log(clipped / (1 - clipped)))

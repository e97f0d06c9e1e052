"""A thread with the post that opens it, and what a page tells others of its site of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce

import numpy as np

from honbun.features import Outline
from honbun.opening.candidates import Known, Openings, features_of_openings, find_openings
from honbun.thread import MIN_WEIGHT, ThreadTemplate, path_logits, votes_for
from honbun.threads import (
    WHOLE_PAGE,
    FieldValue,
    Logits,
    PostModel,
    Segmentation,
    bodies_of_each,
    segment_group,
    segment_page,
)


@dataclass(frozen=True, eq=False)
class Asked:
    """The candidates for the opening of a thread, with their features and what pages of one site call them."""

    openings: Openings
    features: Logits
    keys: list[str]

    @classmethod
    def of(cls, found: Segmentation, model: PostModel) -> Asked | None:
        """None where nothing may open it."""
        openings = find_openings(found.lines, found.group, found.around.title)
        if found.group.key == WHOLE_PAGE or not len(openings):
            return None
        known = Known(found.around, found.group, found.bodies, found.authors, found.dates)
        features = features_of_openings(openings, known, bodies_of_each(found.around, openings.alone, model))
        named = zip(found.lines.path_key[openings.rows].tolist(), openings.is_element.tolist(), strict=True)
        return cls(openings, features, [f"{path:x}{'' if is_element else '+'}" for path, is_element in named])


def opened(
    found: Segmentation, model: PostModel, template: ThreadTemplate, now: datetime | None = None
) -> Segmentation:
    """The segmentation with the post before its first that opens the thread; as it is if there is likely none.

    The others stay as they are: beside the first, which is unlike them, their bodies are found worse (Futaba alone
    .93 -> .86).
    """
    asked = Asked.of(found, model) if "openings" in model else None
    if asked is None:
        return found
    logits = path_logits(template.openings, asked.keys, model.logits("openings", asked.features))
    best = int(np.argmax(logits))
    group = asked.openings.before(best, found.group)
    whole = segment_group(found.around, group, model, template, now) if logits[best] > 0 else None
    if whole is None or not len(whole.bodies[0]):
        return found
    return replace(
        found,
        group=whole.group,
        answers=found.group,
        member=whole.member,
        bodies=[whole.bodies[0], *found.bodies],
        authors=_after_first(whole.authors, found.authors),
        dates=_after_first(whole.dates, found.dates),
    )


def _after_first(first: Mapping[int, FieldValue], others: Mapping[int, FieldValue]) -> dict[int, FieldValue]:
    """The value of the first post, and those of others, each of which is one further."""
    moved = {k + 1: value._replace(member=k + 1) for k, value in others.items()}
    return {0: first[0], **moved} if 0 in first else moved


def vote_of(found: Segmentation, model: PostModel) -> ThreadTemplate:
    """What a page would tell other pages of its site at full weight, with what opens its thread."""
    asked = Asked.of(found, model) if "openings" in model else None
    if asked is None:
        return found.vote()
    logits = model.logits("openings", asked.features).tolist()
    return replace(found.vote(), openings=votes_for(asked.keys, logits, [1.0] * len(logits)))


def learn_template(outlines: Iterable[Outline], model: PostModel) -> ThreadTemplate:
    """What these pages of one site teach about its threads; nothing by those that hardly are."""
    pages = (segment_page(outline, model) for outline in outlines)
    likely = (found for found in pages if found and found.confidence >= MIN_WEIGHT)
    taught = (vote_of(found, model).scaled(found.confidence) for found in likely)
    return reduce(ThreadTemplate.merge, taught, ThreadTemplate())

"""What may open the thread of a labelled page from outside the group of its posts, and what does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from honbun.evaluate import Answer, Gold, PostAnswer, post_scores
from honbun.model import ThreadModel
from honbun.opening import Asked
from honbun.threads import Segmentation, bodies_of_each
from honbun.train.posts.items import Item


@dataclass(frozen=True, eq=False)
class Candidates:
    """What may open a thread, and whether it does: taken, it would be one right post more."""

    features: npt.NDArray[np.float32]
    is_opening: npt.NDArray[np.bool_]


def find_candidates(item: Item, found: Segmentation, model: ThreadModel) -> Candidates | None:
    """The candidates of a thread that was cut into these posts; None without any."""
    asked = Asked.of(found, model)
    if asked is None:
        return None
    openings, first = asked.openings, int(found.group.first.min())
    before = set(item.gold.post[:first].tolist()) - set(item.gold.post[first:].tolist()) - {-1}
    missed = Gold(posts=tuple(item.posts[number] for number in sorted(before)))
    is_opening = np.zeros(len(openings), dtype=np.bool_)
    for i in range(len(openings) if before else 0):
        bodies = bodies_of_each(found.around, openings.before(i, found.group), model)[0]
        kept = bodies.lines[bodies.is_body]
        own = kept[(kept >= openings.first[i]) & (kept < openings.last[i])].tolist()
        text = "\n".join(item.lines.texts[line] for line in own)
        is_opening[i] = post_scores(Answer(posts=(PostAnswer(text),)), missed)["correct"] > 0
    return Candidates(asked.features, is_opening)

"""The element that holds the main text of a page."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from honbun.features import Outline

Weights = npt.NDArray[np.float64]

# A block's weight goes to its owner and the owner's parent in full, to the grandparent by half: paragraphs lie one
# or two levels below the element that holds the article. (sites-dev: .3 and .7 lose .0003.)
_GRANDPARENT_SHARE = 0.5
# An article is one element of its page, comments and teasers are many: weight is divided by this power of the
# number of elements in the same place of the template. (.3 to .7 within .0006 on sites-dev.)
_GROUP_POWER = 0.5
# The element grows to an ancestor that adds so much, boilerplate counted against it: articles in sections.
# (wcxb-dev service pages .49 -> .82; .3 takes in comments.)
_MIN_GROWTH = 1.7


def find_container(outline: Outline, value: Weights, weight: Weights) -> int:
    """The row of the element that holds most of the weight in one place, or -1 if nothing has any.

    `value` is what each block would add if it were taken in, negative for boilerplate; `weight` is what it says
    about where the main text is.
    """
    page, owner = outline.page, outline.blocks.owner
    above = page.above[owner]
    rows = np.concatenate([owner, above, page.above[above]])
    weights = np.concatenate([weight, weight, _GRANDPARENT_SHARE * weight])
    mass = np.bincount(rows, weights, len(page) + 1)[:-1]  # the last entry is what falls off above the root
    heavy = np.flatnonzero(mass > 0)
    if not len(heavy):
        return -1
    ordered = np.sort(outline.path)
    place = outline.path[heavy]
    group_size = ordered.searchsorted(place, "right") - ordered.searchsorted(place, "left")
    score = np.log1p(mass[heavy]) - _GROUP_POWER * np.log(group_size)
    return _grow(outline, int(heavy[np.argmax(score)]), value)


def _grow(outline: Outline, row: int, value: Weights) -> int:
    """The row, or the last of its ancestors that is worth clearly more than the one before."""
    value_of = outline.totals(value)
    above = int(outline.page.parent[row])
    while above >= 0:
        if value_of[above] >= _MIN_GROWTH * max(value_of[row], 1.0):
            row = above
        above = int(outline.page.parent[above])
    return row

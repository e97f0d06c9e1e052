"""Which groups of a page may be its posts, before a model has looked at any of them."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from honbun.features import Group, GroupKind, Groups, Lines, find_groups
from honbun.page import Mask

# A group that says a smaller share of the page's text is none of its posts.
_MIN_SHARE = 0.03
# Of the candidates, those that say most are looked at.
_MAX_GROUPS = 150


def _no_prior(groups: Groups) -> npt.NDArray[np.float64]:
    return np.zeros(len(groups))


def _any_logit(_: Group) -> float:
    return -inf


@dataclass(frozen=True)
class GroupSearch:
    """Which groups are looked for: on a thread any, below an article only some."""

    known_keys: Container[str] = ()
    """Keys, such as those of other pages, of which one member is enough; else a group has two or more."""
    min_share: float = _MIN_SHARE
    prior: Callable[[Groups], npt.NDArray[np.float64]] = _no_prior
    """What is added to the logits of groups; -inf for those that are not wanted."""
    min_logit: Callable[[Group], float] = _any_logit
    """If the best group has a lower logit, the page is not segmented."""
    rows: Mask | None = None
    """The elements that may begin a member; all, if None."""
    max_groups: int = _MAX_GROUPS


ANY = GroupSearch()


def candidate_groups(lines: Lines, search: GroupSearch = ANY) -> Groups:
    """The groups of a page that may be its posts, those that say most first."""
    groups = find_groups(lines, search.known_keys, search.rows, by_date=True)
    if not len(groups):
        return groups
    length = lines.unlinked_sum[groups.last] - lines.unlinked_sum[groups.first]
    total = np.where(groups.is_nested, groups.largest(length), groups.sums(length))
    least = max(search.min_share * float(lines.unlinked_sum[-1]), 1.0)
    fit = np.flatnonzero((total >= least) & (search.prior(groups) > -inf))
    found: dict[tuple[bool, bytes, bytes], int] = {}
    for i in fit[np.argsort(-total[fit], kind="stable")].tolist():
        if len(found) == search.max_groups:
            break
        one = slice(groups.start[i], groups.start[i] + groups.size[i])
        # Of groups of the same members the first is taken, elements apart from sequences.
        is_of_heads = groups.kinds[i] is GroupKind.HEADS
        found.setdefault((is_of_heads, groups.first[one].tobytes(), groups.last[one].tobytes()), i)
    return groups.take(list(found.values()))

"""Which groups of a page may be its posts, before a model has looked at any of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import numpy.typing as npt

from honbun.core import feature_names, find_possible_posts
from honbun.features import GROUP_FEATURES, GroupFeatures, GroupKind, Groups, Lines, find_groups
from honbun.page import CompiledLines, Mask, tags
from honbun.threads.surroundings import COMMENT_WORD, Surroundings

# A group that says a smaller share of the page's text is none of its posts; less is enough where most of its
# members are called comments, since an article may be long.
_MIN_SHARE = 0.03
_MIN_CALLED_SHARE = 0.002
_MIN_CALLED_MEMBERS = 0.9
# Of the candidates, those that say most are looked at: so many of each sort.
_MAX_GROUPS = 150
_MAX_CALLED_GROUPS = 40
# Thousands of members that say a word or two each are cells or items of a list: posts have a name and a date, too.
# Each costs as much as a post, so that a page made of them would take ten times as long as one of text.
_MAX_SHORT_MEMBERS = 3000
_MIN_MEAN_LENGTH = 25
# No letter has so many lines.
_MAX_LINES_OF_LETTER = 10_000
WHOLE_PAGE = "page"
"""The key of the group whose only member is the page."""


@dataclass(frozen=True)
class Search:
    """How small a share of the page's text a group may be, and how many groups are looked at."""

    min_share: float = _MIN_SHARE
    max_groups: int = _MAX_GROUPS


PAGE = Search()


@dataclass(frozen=True)
class SingleKeys:
    """Keys of groups of which one member is enough: those known from other pages, and those called comments."""

    known: Container[str]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and (bool(COMMENT_WORD.search(key.lower())) or key in self.known)


def find_groups_of_posts(
    lines: Lines, around: Surroundings, known_keys: Collection[str] = ()
) -> tuple[Groups, npt.NDArray[np.float32]]:
    """What `groups_of_posts` finds, with a row of `GROUP_FEATURES` each: by the core, if it holds the lines."""
    blocks = lines.outline.blocks
    if isinstance(blocks, CompiledLines) and feature_names("groups") == GROUP_FEATURES:
        held = find_possible_posts(blocks.parsed, around.title, known_keys)
        return Groups(list(map(GroupKind, held.kinds)), *held[1:7]), held.features
    groups = groups_of_posts(lines, around, known_keys)
    return groups, GroupFeatures(lines).matrix(groups)


def shapes_of(lines: Lines, groups: Groups) -> list[str]:
    """What pages of one site may call each group whatever their classes, which may hold a colour of the page.

    By the names of the elements from the root down to its first member, sequences apart.
    """
    above, tag, known = lines.page.parents, lines.page.tag.item, {-1: 0}
    firsts = groups.rows[groups.start].tolist()
    for row in firsts:
        climbed = []
        while row not in known:
            climbed.append(row)
            row = above[row]
        for inner in reversed(climbed):
            known[inner] = crc32(b"%d " % min(tag(inner), tags.FIRST_CUSTOM), known[above[inner]])
    sorts = ("elements" if kind.is_of_elements else "sequence" for kind in groups.kinds)
    return [f"{sort} {known[row]:x}" for sort, row in zip(sorts, firsts, strict=True)]


def groups_of_posts(lines: Lines, around: Surroundings, known_keys: Container[str] = ()) -> Groups:
    """The candidates of a page, and the whole of it from its title on: a letter of a mailing list is one post."""
    groups = candidate_groups(lines, SingleKeys(known_keys), around.called)
    if not 0 < len(lines) <= _MAX_LINES_OF_LETTER:
        return groups
    first = max(around.title, 0)
    return Groups(
        kinds=[*groups.kinds, GroupKind.HEADS],
        keys=[*groups.keys, WHOLE_PAGE],
        climbed=[*groups.climbed, 0],
        size=np.append(groups.size, 1),
        rows=np.append(groups.rows, lines.outline.blocks.owner[first]).astype(np.int32),
        first=np.append(groups.first, first).astype(np.int32),
        last=np.append(groups.last, len(lines)).astype(np.int32),
    )


def candidate_groups(
    lines: Lines,
    known_keys: Container[str] = (),
    called: Mask | None = None,
    rows: Mask | None = None,
    search: Search = PAGE,
    fits: Callable[[Groups], Mask] = lambda groups: np.ones(len(groups), dtype=np.bool_),
) -> Groups:
    """The groups of a page that may be its posts, those that say most first.

    Of `known_keys` one member is enough; else a group has two or more. `called` are elements that the page calls
    comments; `rows`, if given, the only ones that may begin a member; `fits` says which groups are wanted.
    """
    groups = find_groups(lines, known_keys, rows, by_date=True)
    if not len(groups):
        return groups
    length = lines.unlinked_sum[groups.last] - lines.unlinked_sum[groups.first]
    total = np.where(groups.is_nested, groups.largest(length), groups.sums(length))
    is_called = np.zeros(len(groups), dtype=np.bool_)
    if called is not None:
        is_called = groups.shares(called[groups.rows]) >= _MIN_CALLED_MEMBERS
    is_short = (groups.size > _MAX_SHORT_MEMBERS) & (total < _MIN_MEAN_LENGTH * groups.size)
    share = np.where(is_called, _MIN_CALLED_SHARE, search.min_share)
    fit = np.flatnonzero(
        (total >= np.maximum(share * float(lines.unlinked_sum[-1]), 1.0)) & fits(groups) & ~is_short
    )
    room = {False: search.max_groups, True: _MAX_CALLED_GROUPS}
    found: dict[tuple[bool, bytes, bytes], int] = {}
    for i in fit[np.argsort(-total[fit], kind="stable")].tolist():
        one = slice(groups.start[i], groups.start[i] + groups.size[i])
        # Of groups of the same members the first is taken, elements apart from sequences.
        key = groups.kinds[i] is GroupKind.HEADS, groups.first[one].tobytes(), groups.last[one].tobytes()
        if room[bool(is_called[i])] and key not in found:
            found[key] = i
            room[bool(is_called[i])] -= 1
    return groups.take(list(found.values()))

"""Labels from gold posts: the lines that each post is made of, and how well a group of a page tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from honbun.evaluate import GoldPost, plain_name, tokens
from honbun.features import Lines
from honbun.page import Rows
from honbun.train.labels import align

Floats = npt.NDArray[np.float64]

# A line is of a post if so much of it is aligned with that post.
_COVERED = 0.5
# A member is right if it has so much of its post, and beside that no more than so much, in shares of what it has.
_HAS = 0.9
_BESIDE = 0.1
# What a member without any post costs: less than a wrong one, as its lines may still be found to say nothing.
_EMPTY = 0.8
# Longer text nodes are no names.
_LONGEST_NAME = 60


@dataclass(frozen=True, eq=False)
class Said:
    """Where the posts of the gold stand among the lines of a page."""

    post: Rows
    """For each line the post it is of, or -1."""
    size: Floats
    """Tokens of each line."""
    posts: int
    """Number of posts, found or not."""


def assign(texts: Sequence[str], posts: Sequence[str]) -> Said:
    """The post that each line is of.

    Page and posts are aligned as a whole, in order, so a quote is given to the post that quotes.
    """
    parts, wanted = [tokens(text) for text in texts], [tokens(post) for post in posts]
    size = np.array([len(part) for part in parts], dtype=np.float64)
    post = np.full(len(parts), -1, dtype=np.int32)
    pairs = align(list(chain.from_iterable(parts)), list(chain.from_iterable(wanted)))
    if len(pairs):
        line_of = np.repeat(np.arange(len(parts)), [len(part) for part in parts])[pairs[:, 0]]
        post_of = np.repeat(np.arange(len(wanted)), [len(part) for part in wanted])[pairs[:, 1]]
        keys, shared = np.unique(line_of * len(wanted) + post_of, return_counts=True)
        best = np.zeros(len(parts))
        for key, number in zip(keys.tolist(), shared.tolist(), strict=True):
            line, which = divmod(key, len(wanted))
            if number > best[line] and number >= _COVERED * size[line]:
                best[line], post[line] = number, which
    return Said(post, size, len(wanted))


def quality(member: Rows, members: int, said: Said) -> float:
    """How well members are posts, one to one: an F1. `member` has the member of each line, or -1."""
    both = (member >= 0) & (said.post >= 0)
    if not both.any():
        return 0.0
    has = np.zeros((members, said.posts))
    np.add.at(has, (member[both], said.post[both]), said.size[both])
    of_post = np.bincount(said.post[said.post >= 0], said.size[said.post >= 0], said.posts)
    total, own = has.sum(axis=1), has.argmax(axis=1)
    most = has[np.arange(members), own]
    is_right = (most > 0) & (most >= _HAS * of_post[own]) & (total - most <= _BESIDE * most)
    empty = int((total == 0).sum())
    return float(2 * len(np.unique(own[is_right])) / (said.posts + members - empty + _EMPTY * empty))


def owners(member: Rows, members: int, said: Said) -> npt.NDArray[np.int64]:
    """For each member the post that most of its lines are of, or -1."""
    own = np.full(members, -1, dtype=np.int64)
    both = (member >= 0) & (said.post >= 0)
    if both.any():
        lines = np.zeros((members, said.posts), dtype=np.int64)
        np.add.at(lines, (member[both], said.post[both]), 1)
        has = lines.any(axis=1)
        own[has] = lines[has].argmax(axis=1)
    return own


def author_lines(lines: Lines, posts: Sequence[GoldPost]) -> list[npt.NDArray[np.int64]]:
    """For each post the lines with a text that is the name of its author, and nothing else."""
    page = lines.page
    line_of = np.searchsorted(lines.outline.blocks.first_node, np.arange(len(page.node_start)), "right") - 1
    found: dict[str, list[int]] = {plain_name(post.author): [] for post in posts if post.author}
    for start, end, line in zip(page.node_start.tolist(), page.node_end.tolist(), line_of.tolist(), strict=True):
        if end - start < _LONGEST_NAME:
            name = plain_name(page.text[start:end])
            if name in found:
                found[name].append(line)
    none: list[int] = []
    return [np.array(found[plain_name(post.author)] if post.author else none, dtype=np.int64) for post in posts]


def authors_inside(member: Rows, said: Said, names: Sequence[npt.NDArray[np.int64]]) -> float:
    """The share of posts whose author is named in the member that has the post; 1 if no name is on the page."""
    inside = []
    for post, lines in enumerate(names):
        own = np.flatnonzero(said.post == post)
        if len(lines) and len(own):
            most = int(np.bincount(member[own] + 1).argmax()) - 1
            inside.append(most >= 0 and bool((member[lines] == most).any()))
    return float(np.mean(inside)) if inside else 1.0

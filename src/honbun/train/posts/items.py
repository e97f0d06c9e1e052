"""Threads with their gold posts as items to learn from: lines, candidate groups, and how good each group is."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, compress

import numpy as np
import numpy.typing as npt

from honbun.errors import CorpusError
from honbun.evaluate import MIN_COVERED, Case, Corpus, GoldPost, align, plain_name, tokens
from honbun.extraction import read
from honbun.features import Group, GroupFeatures, GroupKind, Groups, Lines, Outline, cut_lines
from honbun.page import Mask, Page, Rows, segment
from honbun.threads import Surroundings, groups_of_posts
from honbun.train.posts.stated import GENERATED, with_stated_comments
from honbun.workers import in_order

Floats = npt.NDArray[np.float64]

FORUM = "forum"
OPENINGS = "openings"
"""The set of pages that were made to teach what opens a thread."""
"""The type of pages that may hold threads even if their gold has no posts."""

# A group that leaves the authors outside has so much of the quality of one that has them.
_QUALITY_WITHOUT_AUTHORS = 0.7
# Short threads are rare in the sets that may train, and common on the Web: so many copies of each page, with 2 to
# 4 of its posts. A page is copied if one of its groups tells its posts apart so well.
_COPIES = 2
_MIN_COPY_POSTS = 2
_MAX_COPY_POSTS = 4
_MIN_COPY_SEPARATION = 0.97
_ELEMENTS = (GroupKind.WORD, GroupKind.PATH, GroupKind.CHILDREN)
# A member is right if it has so much of its post, and beside that no more than so much, in shares of what it has.
_MIN_HELD = 0.9
_MAX_BESIDE = 0.1
# What a member without any post costs: less than a wrong one, as its lines may still be found to be no text.
_EMPTY_COST = 0.8
# Longer text nodes are no names.
_MAX_NAME_LENGTH = 60


class Origin(StrEnum):
    """Where a thread is from."""

    REAL = "real"
    COPY = "copy"
    GENERATED = "generated"
    OPENINGS = "openings"
    """Made to teach what opens a thread, and nothing else."""


@dataclass(frozen=True, eq=False)
class Item:
    """One thread with its candidate groups, and how good each of them is."""

    key: str
    """Of the page; copies have that of their original."""
    set: str
    site: str
    origin: Origin
    is_below_article: bool
    """The posts are comments below an article, not a thread."""
    posts: tuple[GoldPost, ...]
    measure: GroupFeatures
    groups: Groups
    table: npt.NDArray[np.float32]
    """A row of features for each group."""
    gold: GoldLines
    separation: Floats
    """How well each group tells the posts apart."""
    quality: Floats
    """The same, less where the authors are outside."""

    @property
    def lines(self) -> Lines:
        """The page."""
        return self.measure.lines


@dataclass(frozen=True, eq=False)
class ThreadSet:
    """Threads, pages that are none, and the digests of the corpora they are from."""

    items: Sequence[Item]
    others: Sequence[Case]
    corpus: dict[str, str]


def build_threads(
    corpora: Sequence[Corpus], jobs: int = 1, progress: Callable[[str], None] = lambda _: None
) -> ThreadSet:
    """Every page of the corpora whose gold has posts or comments, or that states its comments; and pages of other
    types than forum without any.

    CorpusError if there are no threads, or nothing else.
    """
    cases = [case for corpus in corpora for case in corpus.cases]
    cases = [case for case in cases if posts_of(case) or case.page_type not in ("", FORUM)]
    known = [case for case in in_order(with_stated_comments, cases, jobs) if case is not None]
    names = ", ".join(corpus.name for corpus in corpora)
    if not any(case.gold.posts for case in known):
        raise CorpusError("no page has posts to learn from", names)
    if all(map(posts_of, known)):
        raise CorpusError("all pages are threads", names, "add pages without posts whose page_type is stated")
    items = []
    for found in in_order(make_items, [case for case in known if posts_of(case)], jobs):
        items += found
        progress(found[0].key)
    others = [case for case in known if not posts_of(case)]
    return ThreadSet(items, others, {corpus.name: corpus.digest for corpus in corpora})


def posts_of(case: Case) -> tuple[GoldPost, ...]:
    """The posts of a thread, or the comments of an article."""
    return case.gold.posts or case.gold.comment_posts or ()


def make_items(case: Case) -> list[Item]:
    """The thread of a page and its copies."""
    lines = cut_lines(read(case.html, case.url))
    origin = {GENERATED: Origin.GENERATED, OPENINGS: Origin.OPENINGS}.get(case.set, Origin.REAL)
    item = _item(case, origin, lines, posts_of(case))
    if origin is not Origin.REAL:
        return [item]
    return [item, *_copies(case, item)]


def _item(case: Case, origin: Origin, lines: Lines, posts: Sequence[GoldPost]) -> Item:
    gold = assign(lines.texts, [post.text for post in posts])
    groups = groups_of_posts(lines, Surroundings(lines))
    measure = GroupFeatures(lines)
    names = author_lines(lines, posts)
    members = [group.members(len(lines)) for group in groups]
    separated = np.array(
        [separation(member, len(group), gold) for member, group in zip(members, groups, strict=True)]
    )
    inside = np.array([authors_inside(member, gold, names) for member in members])
    factor = _QUALITY_WITHOUT_AUTHORS + (1 - _QUALITY_WITHOUT_AUTHORS) * inside
    return Item(
        key=case.key,
        set=case.set,
        site=case.site,
        origin=origin,
        is_below_article=not case.gold.posts,
        posts=tuple(posts),
        measure=measure,
        groups=groups,
        table=measure.matrix(groups),
        gold=gold,
        separation=separated,
        quality=np.clip(separated * factor, 0, 1),
    )


def _copies(case: Case, item: Item) -> Iterator[Item]:
    group = _one_post_each(item)
    if group is None or len(item.posts) <= _MIN_COPY_POSTS + 1:
        return
    own = owners(group.members(len(item.lines)), len(group), item.gold)
    posts = np.flatnonzero(own >= 0)
    seed = hashlib.blake2b(case.key.encode("utf-8", "replace"), digest_size=8).digest()
    rng = np.random.default_rng(int.from_bytes(seed, "big"))
    for _ in range(_COPIES):
        number = int(rng.integers(_MIN_COPY_POSTS, min(_MAX_COPY_POSTS, len(posts) - 1), endpoint=True))
        kept = sorted(rng.choice(posts, number, replace=False).tolist())
        gone = [int(group.rows[k]) for k in posts.tolist() if k not in kept]
        lines = cut_lines(Outline(segment(prune(item.lines.page, gone))))
        yield _item(case, Origin.COPY, lines, [item.posts[own[k]] for k in kept])


def _one_post_each(item: Item) -> Group | None:
    """The best group whose members are elements, one post each; None if none is good enough."""
    order: list[int] = np.argsort(-item.quality, kind="stable").tolist()
    for i in order:
        group = item.groups[i]
        if item.separation[i] >= _MIN_COPY_SEPARATION and group.kind in _ELEMENTS and not group.is_nested:
            return group
    return None


def prune(page: Page, rows: Iterable[int]) -> Page:
    """The page without these elements, what lies in them, and their text."""
    gone = np.array(sorted(set(rows)), dtype=np.int64)
    keep = _outside(gone, page.end[gone], len(page))
    keep_text = _outside(page.text_start[gone], page.text_end[gone], len(page.text))
    row = np.append(0, np.cumsum(keep)).astype(np.int32)
    offset = np.append(0, np.cumsum(keep_text)).astype(np.int32)
    nodes = keep[page.node_owner]
    parent = page.parent[keep]
    return replace(
        page,
        text="".join(compress(page.text, keep_text.tolist())),
        tag=page.tag[keep],
        parent=np.where(parent < 0, np.int32(-1), row[np.maximum(parent, 0)]),
        end=row[page.end[keep]],
        text_start=offset[page.text_start[keep]],
        text_end=offset[page.text_end[keep]],
        is_hidden=page.is_hidden[keep],
        node_owner=row[page.node_owner[nodes]],
        node_start=offset[page.node_start[nodes]],
        node_end=offset[page.node_end[nodes]],
        attributes={
            name: {int(row[i]): value for i, value in values.items() if keep[i]}
            for name, values in page.attributes.items()
        },
        data={int(row[i]): value for i, value in page.data.items() if keep[i]},
    )


def _outside(starts: npt.NDArray[np.integer], ends: npt.NDArray[np.integer], length: int) -> Mask:
    """What lies in none of these ranges, which may lie in each other."""
    edges = np.bincount(starts, minlength=length + 1) - np.bincount(ends, minlength=length + 1)
    return np.asarray(np.cumsum(edges)[:length] == 0)


@dataclass(frozen=True, eq=False)
class GoldLines:
    """Where the posts of the gold stand among the lines of a page."""

    post: Rows
    """For each line the post it is of, or -1."""
    size: Floats
    """Tokens of each line."""
    posts: int
    """Number of posts, found or not."""


def assign(texts: Sequence[str], posts: Sequence[str]) -> GoldLines:
    """The post that each line is of.

    All lines and all posts are aligned at once, in order, so a quote is given to the post that quotes.
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
            if number > best[line] and number >= MIN_COVERED * size[line]:
                best[line], post[line] = number, which
    return GoldLines(post, size, len(wanted))


def separation(member: Rows, members: int, gold: GoldLines) -> float:
    """How well members are posts, one to one: an F1. `member` has the member of each line, or -1."""
    both = (member >= 0) & (gold.post >= 0)
    if not both.any():
        return 0.0
    has = np.zeros((members, gold.posts))
    np.add.at(has, (member[both], gold.post[both]), gold.size[both])
    of_post = np.bincount(gold.post[gold.post >= 0], gold.size[gold.post >= 0], gold.posts)
    total, own = has.sum(axis=1), has.argmax(axis=1)
    most = has[np.arange(members), own]
    is_right = (most > 0) & (most >= _MIN_HELD * of_post[own]) & (total - most <= _MAX_BESIDE * most)
    empty = int((total == 0).sum())
    return float(2 * len(np.unique(own[is_right])) / (gold.posts + members - empty + _EMPTY_COST * empty))


def owners(member: Rows, members: int, gold: GoldLines) -> npt.NDArray[np.int64]:
    """For each member the post that most of its lines are of, or -1."""
    own = np.full(members, -1, dtype=np.int64)
    both = (member >= 0) & (gold.post >= 0)
    if both.any():
        lines = np.zeros((members, gold.posts), dtype=np.int64)
        np.add.at(lines, (member[both], gold.post[both]), 1)
        has = lines.any(axis=1)
        own[has] = lines[has].argmax(axis=1)
    return own


def author_lines(lines: Lines, posts: Sequence[GoldPost]) -> list[npt.NDArray[np.int64]]:
    """For each post the lines with a text that is the name of its author, and nothing else."""
    page = lines.page
    line_of = np.searchsorted(lines.outline.blocks.first_node, np.arange(len(page.node_start)), "right") - 1
    found: dict[str, list[int]] = {plain_name(post.author): [] for post in posts if post.author}
    for start, end, line in zip(page.node_start.tolist(), page.node_end.tolist(), line_of.tolist(), strict=True):
        if end - start < _MAX_NAME_LENGTH:
            name = plain_name(page.text[start:end])
            if name in found:
                found[name].append(line)
    none: list[int] = []
    return [np.array(found[plain_name(post.author)] if post.author else none, dtype=np.int64) for post in posts]


def authors_inside(member: Rows, gold: GoldLines, names: Sequence[npt.NDArray[np.int64]]) -> float:
    """The share of posts whose author is named in the member that has the post; 1 if no name is on the page."""
    inside = []
    for post, lines in enumerate(names):
        own = np.flatnonzero(gold.post == post)
        if len(lines) and len(own):
            most = int(np.bincount(member[own] + 1).argmax()) - 1
            inside.append(most >= 0 and bool((member[lines] == most).any()))
    return float(np.mean(inside)) if inside else 1.0

"""Labelled threads as items to learn from, and pages that are no threads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from honbun.errors import CorpusError
from honbun.evaluate import Case, Corpus, GoldPost
from honbun.extraction import in_order, read
from honbun.features import Group, GroupFeatures, GroupKind, Groups, Lines, Outline, cut_lines
from honbun.page import cut
from honbun.threads import candidate_groups
from honbun.train.posts.copies import prune
from honbun.train.posts.labels import Said, assign, author_lines, authors_inside, owners, quality

GENERATED = "generated"
"""The set of threads that were made by rule: they count for less."""
FORUM = "forum"
"""The type of pages that may hold threads even if their gold has no posts."""

# A group that leaves the authors outside is worth so much of one that has them.
_WITHOUT_AUTHORS = 0.7
# Short threads are rare in the sets that may train, and common elsewhere: so many copies of each page, with 2 to 4
# of its posts. A page is copied if one of its groups tells its posts apart so well.
_COPIES = 2
_FEWEST_POSTS = 2
_MOST_POSTS = 4
_WELL_CUT = 0.97
_ELEMENTS = (GroupKind.WORD, GroupKind.PATH, GroupKind.CHILDREN)


class Origin(StrEnum):
    """Where a thread is from."""

    REAL = "real"
    COPY = "copy"
    GENERATED = "generated"


@dataclass(frozen=True, eq=False)
class Item:
    """One thread with its candidate groups, and what each of them is worth."""

    key: str
    """Of the page; copies have that of their original."""
    set: str
    site: str
    origin: Origin
    posts: tuple[GoldPost, ...]
    measure: GroupFeatures
    groups: Groups
    table: npt.NDArray[np.float32]
    """A row of measures for each group."""
    said: Said
    quality: npt.NDArray[np.float64]
    """How well each group tells the posts apart."""
    worth: npt.NDArray[np.float64]
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
    """Every page of the corpora whose gold has posts, with copies, and those of other types without posts.

    CorpusError if there are no threads, or nothing else.
    """
    cases = [case for corpus in corpora for case in corpus.cases]
    threads = [case for case in cases if case.gold.posts]
    others = [case for case in cases if not case.gold.posts and case.page_type not in ("", FORUM)]
    names = ", ".join(corpus.name for corpus in corpora)
    if not threads:
        raise CorpusError("no page has posts to learn from", names)
    if not others:
        raise CorpusError("all pages are threads", names, "add pages without posts whose page_type is stated")
    items = []
    for found in in_order(make_items, threads, jobs):
        items += found
        progress(found[0].key)
    return ThreadSet(items, others, {corpus.name: corpus.digest for corpus in corpora})


def make_items(case: Case) -> list[Item]:
    """The thread of a page and its copies."""
    lines = cut_lines(read(case.html, case.url))
    item = _item(case, Origin.GENERATED if case.set == GENERATED else Origin.REAL, lines, case.gold.posts or ())
    if item.origin is Origin.GENERATED:
        return [item]
    return [item, *_copies(case, item)]


def _item(case: Case, origin: Origin, lines: Lines, posts: Sequence[GoldPost]) -> Item:
    said = assign(lines.texts, [post.text for post in posts])
    groups, measure = candidate_groups(lines), GroupFeatures(lines)
    names = author_lines(lines, posts)
    members = [group.members(len(lines)) for group in groups]
    good = np.array([quality(member, len(group), said) for member, group in zip(members, groups, strict=True)])
    inside = np.array([authors_inside(member, said, names) for member in members])
    worth = good * (_WITHOUT_AUTHORS + (1 - _WITHOUT_AUTHORS) * inside)
    table = measure.matrix(groups)
    return Item(
        case.key,
        case.set,
        case.site,
        origin,
        tuple(posts),
        measure,
        groups,
        table,
        said,
        good,
        np.clip(worth, 0, 1),
    )


def _copies(case: Case, item: Item) -> Iterator[Item]:
    group = _whole(item)
    if group is None or len(item.posts) <= _FEWEST_POSTS + 1:
        return
    own = owners(group.members(len(item.lines)), len(group), item.said)
    posts = np.flatnonzero(own >= 0)
    seed = hashlib.blake2b(case.key.encode("utf-8", "replace"), digest_size=8).digest()
    rng = np.random.default_rng(int.from_bytes(seed, "big"))
    for _ in range(_COPIES):
        number = int(rng.integers(_FEWEST_POSTS, min(_MOST_POSTS, len(posts) - 1), endpoint=True))
        kept = sorted(rng.choice(posts, number, replace=False).tolist())
        gone = [int(group.rows[k]) for k in posts.tolist() if k not in kept]
        lines = cut_lines(Outline(cut(prune(item.lines.page, gone))))
        yield _item(case, Origin.COPY, lines, [item.posts[own[k]] for k in kept])


def _whole(item: Item) -> Group | None:
    """The best group whose members are elements, one post each; None if none is good enough."""
    order: list[int] = np.argsort(-item.worth, kind="stable").tolist()
    for i in order:
        group = item.groups[i]
        if item.quality[i] >= _WELL_CUT and group.kind in _ELEMENTS and not group.is_nested:
            return group
    return None

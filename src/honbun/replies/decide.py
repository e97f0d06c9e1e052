"""Which post answers which: decided by what posts quote, refer to and name, whatever page they stand on."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple, TypeVar

# A quotation is of a post if this share of its letters is there; if it names the author, so few will do. On the 94
# pages of benchmarks/replies.py, without what markup calls posts, .92 of parents are right.
_MIN_SHARE = 0.5
_MIN_ALONE = 4
# If so many letters of a quotation are in no post of whom it names, it is from another page.
_MIN_LOST = 24
# What is quoted is looked for in so many posts before: to look in all takes as long as the square of their number.
_MAX_SEARCHED = 500
_NOT_LETTERS = re.compile(r"[\W_]+")
_SENTENCE_END = re.compile(r"(?<=[.!?…。！？])\s*|\s*(?:\.\.\.|…)\s*")
_Key = TypeVar("_Key")
_WORD = re.compile(r"\w")
_WORD_START = re.compile(r"(?<!\w)")
_MENTION = re.compile(r"(?<!\w)[@＠]\s?(?=\w)")


@dataclass(frozen=True, slots=True)
class Quotation:
    """What a post quotes, and what is said about it."""

    lines: tuple[str, ...] = ()
    """What is quoted, with what is quoted in it."""
    heads: tuple[str, ...] = ()
    """Short lines that may say whom it quotes."""
    name: str | None = None
    """Whom the markup says."""
    refers: tuple[str, ...] = ()
    """What the markup calls the quoted post."""


@dataclass(frozen=True, slots=True)
class Said:
    """A post as far as it tells whom it answers, and is answered."""

    text: str
    """What the author says, without quotations."""
    author: str | None = None
    whole: str = ""
    """What it says with quotations."""
    called: frozenset[str] = frozenset()
    """What markup calls the post."""
    number: int | None = None
    quotations: tuple[Quotation, ...] = ()
    refers: tuple[str, ...] = ()
    """What the markup beside its text calls the post that it answers."""
    links: tuple[str, ...] = ()
    """What links in its text call other posts."""
    numbers: tuple[int, ...] = ()
    """Numbers of posts that the text refers to: >>12."""


class Reply(NamedTuple):
    """What a post answers."""

    parent: int | None
    quoted: tuple[tuple[str | None, int | None], ...]
    """For each quotation whom it quotes, and the index of the post."""


def find_replies(posts: Sequence[Said], newest_first: bool = False) -> list[Reply]:
    """For each post the one that it answers, and whom and what it quotes.

    The parent is what the markup says, else what the first quotation that is on the page quotes, else the post
    that a number or a name after @ refers to. No post answers one that was written after it.
    """
    board = _Board(posts, newest_first)
    replies = []
    for i, post in enumerate(posts):
        quoted = tuple(board.quoted(i, quotation) for quotation in post.quotations)
        found = chain([board.called_one(i, post.refers)], (index for _, index in quoted), board.referred(i))
        replies.append(Reply(next((index for index in found if index is not None), None), quoted))
    return replies


class _Board:
    """The posts of a page, and who wrote them, ready to be looked up."""

    def __init__(self, posts: Sequence[Said], newest_first: bool) -> None:
        self.posts, self.newest_first = posts, newest_first
        self.author = [_plain(post.author or "") for post in posts]
        self.names = {name for name in self.author if len(name) > 1}
        self.lengths = sorted({len(name) for name in self.names}, reverse=True)
        self.posts_of: dict[str, list[int]] = {}
        for i, name in enumerate(self.author):
            self.posts_of.setdefault(name, []).append(i)
        self.shown = {name: post.author for name, post in zip(self.author, posts, strict=True)}
        self.called = _sole_owners((name, i) for i, post in enumerate(posts) for name in post.called)
        self.numbered = _sole_owners((post.number, i) for i, post in enumerate(posts) if post.number is not None)

    @cached_property
    def own(self) -> list[str]:
        """The letters of what each post says; asked for where something is quoted."""
        return [_letters(post.text) for post in self.posts]

    @cached_property
    def whole(self) -> list[str]:
        """The same with quotations."""
        return [_letters(post.whole or post.text) for post in self.posts]

    @cached_property
    def quotable(self) -> list[int]:
        """Posts of which a part may be quoted."""
        return [i for i, own in enumerate(self.own) if len(own) >= _MIN_ALONE]

    def earlier(self, i: int) -> range:
        """The posts before one, the nearest first."""
        return range(i + 1, len(self.posts)) if self.newest_first else range(i - 1, -1, -1)

    def quoted(self, i: int, quotation: Quotation) -> tuple[str | None, int | None]:
        """Whom a quotation of a post quotes, and which post."""
        name = self._name_in(quotation)
        index = self.called_one(i, quotation.refers)
        if index is None:
            index = self._with_text(i, quotation, name)
        if index is not None:
            return self.posts[index].author or quotation.name, index
        return quotation.name or (self.shown[name] if name else None), None

    def referred(self, i: int) -> Iterable[int | None]:
        """The posts that the text of one refers to, by number, by a link or by name."""
        post = self.posts[i]
        for number in post.numbers:
            found = self.numbered.get(number)
            yield found if found in self.earlier(i) else None
        yield self.called_one(i, post.links)
        plain = _plain(post.text)
        for mention in _MENTION.finditer(plain):
            name = self._name_at(plain, mention.end(), self.author[i])
            yield self._latest_of(i, name) if name else None

    def called_one(self, i: int, refers: Iterable[str]) -> int | None:
        """The first of the posts that markup calls so."""
        owners = (self.called.get(each) for each in refers)
        return next((k for k in owners if k is not None and k in self.earlier(i)), None)

    def _name_in(self, quotation: Quotation) -> str | None:
        """Which of the authors the markup or a line above a quotation names."""
        stated = _plain(quotation.name or "")
        if stated:
            return stated if stated in self.shown else None
        for head in map(_plain, quotation.heads):
            found = [name for start in _WORD_START.finditer(head) if (name := self._name_at(head, start.end()))]
            if found:
                return max(found, key=len)
        return None

    def _name_at(self, text: str, start: int, but: str | None = None) -> str | None:
        """The longest name of an author that stands there as a whole, but for one."""
        for length in self.lengths:
            name, after = text[start : start + length], text[start + length : start + length + 1]
            if name in self.names and name != but and not _WORD.match(after):
                return name
        return None

    def _with_text(self, i: int, quotation: Quotation, name: str | None) -> int | None:
        """The post in which most of a quotation is, a part of it said by its author; of several the nearest.

        A quotation in a quotation is in two posts, and all of it only in the one that quotes the other.
        """
        parts = (part for line in quotation.lines for part in _SENTENCE_END.split(line))
        pieces = [piece for part in parts if (piece := _letters(part))]
        total = sum(map(len, pieces))
        best, index = 0, None
        for k in islice(self._earlier_of(i, name), _MAX_SEARCHED):
            own = sum(len(piece) for piece in pieces if piece in self.own[k])
            found = sum(len(piece) for piece in pieces if piece in self.whole[k])
            least = 0.0 if name is not None else _MIN_SHARE * total
            if own >= _MIN_ALONE and found >= least and found > best:
                best, index = found, k
                if found == total:
                    break
        if index is None and name and total < _MIN_LOST:
            return self._latest_of(i, name)
        return index

    def _latest_of(self, i: int, name: str) -> int | None:
        return next(self._earlier_of(i, name), None)

    def _earlier_of(self, i: int, name: str | None) -> Iterator[int]:
        """The posts before one, the nearest first: those of one author, else all of which a part may be quoted."""
        own = self.quotable if name is None else self.posts_of.get(name, [])
        if self.newest_first:
            return islice(own, bisect_right(own, i), None)
        return (own[k] for k in range(bisect_left(own, i) - 1, -1, -1))


def _sole_owners(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, int]:
    """For each key the one that has it; none if several have."""
    owners: dict[_Key, set[int]] = {}
    for key, owner in pairs:
        owners.setdefault(key, set()).add(owner)
    return {key: next(iter(found)) for key, found in owners.items() if len(found) == 1}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())

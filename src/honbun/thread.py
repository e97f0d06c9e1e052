"""`Post` and `Thread`, the key by which a post is known, and `ThreadTemplate`: how a site builds its threads.

A template is learned from pages one by one, without labels. A page votes for the groups that may be its posts,
for the paths inside them where bodies, authors and dates stand, and for being a thread, as sure of each as it was
alone. Votes are sums, so templates merge in any order, and one new page is enough to use one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any, overload
from urllib.parse import SplitResult, urlsplit

import numpy as np
import numpy.typing as npt

from honbun.errors import expect
from honbun.features import letters
from honbun.notebook import html_table, line, short
from honbun.optional import needed

_DIGITS = re.compile(r"\d+")
# So many letters of a text are enough to know it by.
_KEY_LETTERS = 60
_KEY_BYTES = 8


@dataclass(frozen=True, slots=True)
class Quote:
    """What a post quotes: the range `start:end` of its text, half open, which it can be unpacked to."""

    start: int
    end: int
    author: str | None = None
    """Whom it quotes; None if the page does not tell."""
    post: int | None = None
    """Index, in its thread, of the post that it quotes; None if that is not on the page."""

    def __iter__(self) -> Iterator[int]:
        return iter((self.start, self.end))


@dataclass(frozen=True, slots=True, repr=False)
class Post:
    """One contribution of one author: a post of a forum, an entry of a board, a comment."""

    text: str
    """Its body, without signature; quoted text is in it, see `quotes`."""
    author: str | None = None
    date: str | None = None
    """ISO 8601: a day (2011-11-22) or a moment (2011-11-22T07:34:12+09:00)."""
    date_raw: str | None = None
    """The date as the page writes it."""
    number: str | None = None
    """Its number, as the page shows it."""
    permalink: str | None = None
    """Its address, in full and without a session."""
    key: str = ""
    """What it is known by on every page that shows it, whatever changes around it."""
    title: str | None = None
    parent: int | None = None
    """Index, in its thread, of the post that it answers; None if the page does not tell."""
    depth: int = 0
    """How far it is set in under other posts."""
    quotes: tuple[Quote, ...] = ()
    """What of `text` quotes others, and whom."""
    xpath: str = ""
    """Address of the element that holds the post; of its first one, if there are several."""
    confidence: float = 0.0
    """The probability that this is one post, complete and alone."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return line("Post", repr(short(self.text)), author=self.author, date=self.date, number=self.number)

    def _repr_html_(self) -> str:
        """What is known of it, as a notebook shows it."""
        rows = [(name, value) for name in ("author", "date", "title", "text") if (value := getattr(self, name))]
        return html_table(f"Post {self.number or ''}".rstrip(), (), rows, len(rows))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return asdict(self) | {
            "quotes": [asdict(quote) for quote in self.quotes],
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True, repr=False)
class Thread(Sequence[Post]):
    """The posts of a page, in its order, and what is true of all of them."""

    posts: tuple[Post, ...] = ()
    url: str | None = None
    title: str | None = None
    page: int | None = None
    """Which page of the thread this is, from 1; None if the page does not tell."""
    next_url: str | None = None
    """Where the thread goes on."""
    confidence: float = 0.0
    """The probability that the page is a thread, with these posts."""
    reason: str | None = None
    """Why there are no posts; None if there are."""

    def __len__(self) -> int:
        return len(self.posts)

    def __repr__(self) -> str:
        return line("Thread", f"{len(self)} posts", title=self.title, url=self.url, reason=self.reason)

    def _repr_html_(self) -> str:
        """The posts as a table, as a notebook shows them."""
        rows = [(post.number, post.author, post.date, post.text) for post in self.posts]
        return html_table(
            self.title or self.reason or "Thread", ("number", "author", "date", "text"), rows, len(rows)
        )

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`, a row a post."""
        return needed("pandas").DataFrame([post.to_dict() for post in self.posts], columns=list(Post.__slots__))

    def __iter__(self) -> Iterator[Post]:
        return iter(self.posts)

    @overload
    def __getitem__(self, index: int) -> Post: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Post, ...]: ...
    def __getitem__(self, index: int | slice) -> Post | tuple[Post, ...]:
        return self.posts[index]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, ready for JSON."""
        return {
            "url": self.url,
            "title": self.title,
            "page": self.page,
            "next_url": self.next_url,
            "confidence": round(self.confidence, 3),
            "reason": self.reason,
            "posts": [post.to_dict() for post in self.posts],
        }


def join_threads(threads: Iterable[Thread]) -> list[Thread]:
    """Threads whose pages lead on from one to the next by `next_url`, as one each; the others as they are.

    In the order of their first pages. A post that a later page shows again, as boards do with the first one, is
    there once; whom posts answer and quote follows.
    """
    pages = list(threads)
    for page in pages:
        expect(page, Thread, "each of the threads")
    at = {_address(thread.url): number for number, thread in enumerate(pages) if thread.url}
    following = [at.get(_address(thread.next_url)) if thread.next_url else None for thread in pages]
    led_to = {number for number in following if number is not None}
    joined, done = [], set[int]()
    # Pages that nobody leads to come first; what is left then leads in a circle.
    for first in [*(n for n in range(len(pages)) if n not in led_to), *range(len(pages))]:
        chain: list[int] = []
        here: int | None = first
        while here is not None and here not in done:
            done.add(here)
            chain.append(here)
            here = following[here]
        if chain:
            joined.append((first, _joined([pages[number] for number in chain])))
    return [thread for _, thread in sorted(joined, key=lambda pair: pair[0])]


def _address(url: str | None) -> str:
    """An address as it is compared: without what comes after #."""
    return (url or "").partition("#")[0]


def _joined(pages: Sequence[Thread]) -> Thread:
    if len(pages) == 1:
        return pages[0]
    posts: list[Post] = []
    known: dict[str, int] = {}
    for page in pages:
        moved = {}
        for index, post in enumerate(page):
            moved[index] = known.setdefault(post.key, len(posts)) if post.key else len(posts)
            if moved[index] == len(posts):
                posts.append(_moved(post, moved))
    return replace(
        pages[0],
        posts=tuple(posts),
        next_url=pages[-1].next_url,
        confidence=min(page.confidence for page in pages),
        reason=None if posts else pages[0].reason,
    )


def _moved(post: Post, moved: Mapping[int, int]) -> Post:
    """The post with the numbers that the posts before it have in the joined thread."""
    quotes = tuple(
        quote if quote.post is None else replace(quote, post=moved.get(quote.post)) for quote in post.quotes
    )
    return replace(post, parent=None if post.parent is None else moved.get(post.parent), quotes=quotes)


def key_of(address: str | None, number: str | None, author: str | None, text: str, day: str) -> str:
    """What a post is known by, wherever it is shown: a short text that says nothing else.

    Made from the number in its address, else its number, else author, beginning of the text and day; `day` is
    empty where it was counted from now. What stands around the post, which page of the thread it is on and when it
    was read do not matter.
    """
    parts = split_address(address or "")
    name = parts.fragment if _DIGITS.search(parts.fragment) else last_number(parts.path + "?" + parts.query)
    if name:
        known = ["address", name]
    elif number:
        known = ["number", number]
    else:
        known = ["text", author or "", letters(text)[:_KEY_LETTERS], day]
    return blake2b("\n".join(known).encode("utf-8", "replace"), digest_size=_KEY_BYTES).hexdigest()


def last_number(value: str) -> str:
    """The last digits in a text; empty if it has none."""
    found = _DIGITS.findall(value)
    return found[-1] if found else ""


def split_address(address: str) -> SplitResult:
    """The parts of an address; of none at all, if it is no address."""
    try:
        return urlsplit(address)
    except ValueError:  # a host in brackets that is none
        return urlsplit("")


Votes = Mapping[str, tuple[float, float]]
"""Key -> the weight of all votes, and their sum."""

# A page that is less likely a thread teaches nothing about threads.
MIN_WEIGHT = 0.2
# What sibling pages say counts so much against what the page says, in log-odds. posts-dev, four siblings, with
# the model before the present one: .961; half as much .957.
_GROUP_WEIGHT = 2.0
_PATH_WEIGHT = 0.7
# So many pages are as good as one more prediction of the page itself.
_PAGES_OF_PREDICTION = 1.0
# A vote is at most so sure: for the share of pages, for logits.
_MIN_SHARE, _MAX_SHARE = 0.02, 0.98
_MAX_LOGIT = 4.0
# How the votes of a page are named in a profile, and which of them are kept.
_KINDS = ("group", "line", "name", "date", "thread", "opening")
_PAGES = "pages"
_MIN_KEPT_SHARE = 0.1
_MAX_KEPT_PATHS = 8


@dataclass(frozen=True)
class ThreadTemplate:
    """Votes of the pages of one site."""

    pages: float = 0.0
    """The pages that voted, each as far as it is a thread."""
    groups: Votes = field(default_factory=dict)
    lines: Votes = field(default_factory=dict)
    authors: Votes = field(default_factory=dict)
    dates: Votes = field(default_factory=dict)
    threads: Votes = field(default_factory=dict)
    """By the shape of the posts, that the page is a thread."""
    openings: Votes = field(default_factory=dict)
    """By its path, that something before the posts opens the thread."""

    @property
    def _parts(self) -> tuple[Votes, ...]:
        return self.groups, self.lines, self.authors, self.dates, self.threads, self.openings

    def merge(self, other: ThreadTemplate) -> ThreadTemplate:
        """The votes of both."""
        return ThreadTemplate(self.pages + other.pages, *map(_sum, self._parts, other._parts))

    def scaled(self, weight: float) -> ThreadTemplate:
        """The same votes with so much weight."""
        parts = (
            {key: (each * weight, value * weight) for key, (each, value) in part.items()} for part in self._parts
        )
        return ThreadTemplate(self.pages * weight, *parts)

    def votes(self) -> dict[str, tuple[float, float]]:
        """The same as one mapping, for a profile: what is unlikely everywhere is left out."""
        if not self.pages:
            return {}
        likely = {key: vote for key, vote in self.groups.items() if vote[1] >= _MIN_KEPT_SHARE * self.pages}
        parts = (likely, self.lines, _likeliest(self.authors), _likeliest(self.dates), self.threads, self.openings)
        flat = {
            f"{kind} {key}": vote for kind, part in zip(_KINDS, parts, strict=True) for key, vote in part.items()
        }
        return {_PAGES: (self.pages, self.pages), **flat}

    @classmethod
    def of_votes(cls, votes: Votes) -> ThreadTemplate:
        """The template that these votes add up to."""
        parts: dict[str, dict[str, tuple[float, float]]] = {kind: {} for kind in _KINDS}
        for name, vote in votes.items():
            kind, _, key = name.partition(" ")
            if kind in parts:
                parts[kind][key] = vote
        return cls(votes.get(_PAGES, (0.0, 0.0))[0], *parts.values())

    def group_logits(
        self, keys: Iterable[str], shapes: Iterable[str], alone: npt.NDArray[Any]
    ) -> npt.NDArray[Any]:
        """Logits of groups, given those of the page alone. Pages that do not know a key may know the shape."""
        if self.pages < MIN_WEIGHT:
            return alone
        unknown = 0.0, 0.0
        names = zip(keys, shapes, strict=True)
        voted = np.array([(self.groups.get(key) or self.groups.get(shape, unknown))[1] for key, shape in names])
        share = np.clip(voted / self.pages, _MIN_SHARE, _MAX_SHARE)
        weight = _GROUP_WEIGHT * self.pages / (self.pages + _PAGES_OF_PREDICTION)
        return np.asarray(alone + weight * np.log(share / (1 - share)))


def path_logits(votes: Votes, keys: Sequence[str], alone: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Logits of what stands in these paths, given those of the page alone: the mean of each path is moved towards
    what other pages say of it, so that lines of one path stay as unlike as the page has them.
    """
    if not votes:
        return alone.astype(np.float64)
    found = [votes.get(key, (0.0, 0.0)) for key in keys]
    pages = np.array([each[0] for each in found])
    total = np.array([each[1] for each in found])
    weight = _PATH_WEIGHT * pages / (pages + _PAGES_OF_PREDICTION)
    number = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    path = np.array([number[key] for key in keys], dtype=np.int64)
    mean = np.bincount(path, np.clip(alone, -_MAX_LOGIT, _MAX_LOGIT)) / np.bincount(path)
    return np.asarray(alone + weight * (total / np.maximum(pages, 1e-9) - mean[path]))


def votes_for(keys: Iterable[str], logits: Iterable[float], weights: Iterable[float]) -> Votes:
    """Votes of one page: for each key the sum of the weights and of the weighted logits."""
    votes: dict[str, tuple[float, float]] = {}
    for key, logit, weight in zip(keys, logits, weights, strict=True):
        before = votes.get(key, (0.0, 0.0))
        votes[key] = before[0] + weight, before[1] + weight * min(max(logit, -_MAX_LOGIT), _MAX_LOGIT)
    return votes


def _sum(one: Votes, other: Votes) -> Votes:
    total = dict(one)
    for key, (weight, value) in other.items():
        before = total.get(key, (0.0, 0.0))
        total[key] = before[0] + weight, before[1] + value
    return total


def _likeliest(votes: Votes) -> Votes:
    ranked = sorted(votes.items(), key=lambda item: (-item[1][1] / max(item[1][0], 1e-9), item[0]))
    return dict(ranked[:_MAX_KEPT_PATHS])

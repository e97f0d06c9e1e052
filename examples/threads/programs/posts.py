"""Threads before any markup: who posts, what, when, and what it answers."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from examples.threads.dates import NOW
from examples.threads.tongues import Tongue

_FIRST_DAY = datetime(2001, 5, 1)
_DEEPEST = 6
_CODE_LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_SYLLABLES = "ka ro mi tel dan vis or un ely bra sto fin gar lu pen sha ty wex zed mor hal kin oda rix".split()
# The share of posts of which only a note is left.
_DELETED = 0.015
_LENGTHS = {
    # Numbers of paragraphs, and of sentences in each: 0 sentences are a short reply.
    "short": ((1, 1, 1, 1, 2), (0, 0, 1, 1, 2)),
    "normal": ((1, 1, 1, 2, 2, 3), (0, 1, 2, 3, 4)),
    "long": ((1, 2, 3, 4, 6, 10), (1, 2, 4, 6)),
    "mixed": ((1, 1, 1, 1, 2, 3, 6), (0, 0, 1, 2, 5)),
    "letter": ((2, 4, 8, 12, 18), (1, 2, 4, 6)),
}


@dataclass(frozen=True)
class Author:
    """Who posts, and what may show beside each of their posts."""

    name: str
    id: int
    is_guest: bool
    rank: str
    count: int
    joined: datetime
    place: str
    signature: str
    """Markup; empty for most."""
    home: str


@dataclass(frozen=True)
class Post:
    """One post, known in full; which parts show is up to the program."""

    index: int
    number: int
    id: int
    author: Author
    moment: datetime
    code: str
    """What some boards show as the day's mark of an author."""
    title: str
    """Empty if it has none."""
    paragraphs: tuple[str, ...]
    """Markup."""
    quoted: int | None
    """The post that is quoted."""
    edited: datetime | None
    parent: int | None
    depth: int
    likers: tuple[str, ...]
    votes: int


@dataclass(frozen=True)
class Habits:
    """How the people of one site post."""

    replies: str = "quote"
    """How a post says what it answers: "quote", "nested", "number", "name" or "none"."""
    titles: str = "none"
    """"none", "first", "re" (the thread's, again) or "own"."""
    lengths: str = "normal"
    guests: float = 0.0
    is_nameless: bool = False
    """All have the name of guests."""
    deepest: int = _DEEPEST
    signatures: float = 0.3
    edits: float = 0.1
    quotes: float = 0.3
    likes: float = 0.2
    riches: float = 0.1
    """Share of paragraphs with links, pictures, lists or code."""


def make_authors(rng: random.Random, tongue: Tongue, habits: Habits, number: int) -> list[Author]:
    """The people of one site, guests among them."""
    bank = tongue.bank
    authors = []
    nameless = _guest_name(rng, tongue) if habits.is_nameless else ""
    for id_ in range(number):
        is_guest = bool(nameless) or rng.random() < habits.guests
        name = _guest_name(rng, tongue) if is_guest and rng.random() < 0.6 else _name(rng, tongue)
        name = nameless or name
        signature = _signature(rng, tongue) if not is_guest and rng.random() < habits.signatures else ""
        authors.append(
            Author(
                name=name,
                id=100 + 7 * id_,
                is_guest=is_guest,
                rank=rng.choice(bank.ranks),
                count=int(10 ** rng.uniform(0, 4)),
                joined=_FIRST_DAY + timedelta(minutes=rng.randrange(10_000_000)),
                place=rng.choice(bank.gaps["place"]),
                signature=signature,
                home=f"http://{_nick(rng)}.example/" if rng.random() < 0.3 else "",
            )
        )
    return authors


def make_posts(
    rng: random.Random, tongue: Tongue, authors: list[Author], habits: Habits, thread: tuple[str, int, int]
) -> list[Post]:
    """The posts of a page, in its order; `thread` is its title, the number of posts and that of the first."""
    title, count, first = thread
    moments = _moments(rng, count)
    open_posts: list[int] = []
    posts: list[Post] = []
    first_id = rng.choice([1, 1000, 345_000, 71_234_000]) + rng.randrange(900)
    for index, moment in enumerate(moments):
        answered = _answered(rng, habits, index, open_posts)
        depth = posts[answered].depth + 1 if answered is not None and habits.replies == "nested" else 0
        open_posts = [*open_posts[:depth], index]
        author = posts[0].author if index and rng.random() < 0.15 else rng.choice(authors)
        posts.append(
            Post(
                index=index,
                number=first + index,
                id=first_id + index * 3,
                author=author,
                moment=moment,
                code="".join(rng.choices(_CODE_LETTERS, k=8)),
                title=_title(rng, tongue, habits, title, index),
                paragraphs=_paragraphs(rng, tongue, habits, index),
                quoted=answered if habits.replies == "quote" else None,
                edited=min(NOW, moment + timedelta(minutes=rng.randint(1, 3000)))
                if rng.random() < habits.edits
                else None,
                parent=answered,
                depth=depth,
                likers=tuple(rng.choice(authors).name for _ in range(rng.randint(1, 4)))
                if rng.random() < habits.likes
                else (),
                votes=rng.choice([0, 1, 2, 5, 17, 130, -3]),
            )
        )
    return posts


def _moments(rng: random.Random, count: int) -> list[datetime]:
    latest = NOW - timedelta(minutes=rng.choice([1, 50, 900, 20_000, 400_000, 3_000_000, 9_000_000]))
    pace = rng.choice([60, 3000, 40_000, 600_000])
    moments = [latest - timedelta(microseconds=rng.randrange(10**6))]
    for _ in range(count - 1):
        moments.append(max(_FIRST_DAY, moments[-1] - timedelta(seconds=rng.randint(5, pace))))
    return moments[::-1]


def _answered(rng: random.Random, habits: Habits, index: int, open_posts: list[int]) -> int | None:
    if not index:
        return None
    if habits.replies == "nested":
        depth = rng.randint(0, min(len(open_posts), habits.deepest)) if rng.random() < 0.8 else 0
        return open_posts[depth - 1] if depth else None
    if habits.replies != "none" and rng.random() < habits.quotes:
        return index - 1 if rng.random() < 0.4 else rng.randrange(index)
    return None


def _title(rng: random.Random, tongue: Tongue, habits: Habits, title: str, index: int) -> str:
    if habits.titles == "own":
        return tongue.bank.title(rng) if rng.random() < 0.9 else title
    if habits.titles == "re":
        return f"Re: {title}" if index else title
    return title if habits.titles == "first" and not index else ""


def _paragraphs(rng: random.Random, tongue: Tongue, habits: Habits, index: int) -> tuple[str, ...]:
    if index and rng.random() < _DELETED:
        return (escape(tongue.label("deleted"), quote=False),)
    numbers, sentences = _LENGTHS[habits.lengths]
    count = rng.choice(numbers)
    made = []
    for _ in range(count):
        number = rng.choice(sentences)
        if count > 1 or (not index and habits.lengths != "short"):
            number = max(1, number)
        made.append(_decorate(rng, tongue, habits, say(rng, tongue, number)))
    return tuple(made)


def say(rng: random.Random, tongue: Tongue, sentences: int) -> str:
    """So many sentences as markup; for 0 a short reply."""
    bank = tongue.bank
    if not sentences:
        return escape(bank.fill(rng, rng.choice(bank.short)), quote=False)
    chosen = rng.sample(bank.sentences, min(sentences, len(bank.sentences)))
    return escape(bank.joint.join(_sentence(rng, tongue, pattern) for pattern in chosen), quote=False)


def _sentence(rng: random.Random, tongue: Tongue, pattern: str) -> str:
    """A sentence of the bank, made longer and other than the next one of its pattern."""
    joint = tongue.bank.joint
    if rng.random() < 0.4:
        # Things have makers and numbers, so that the same pattern seldom gives the same words.
        pattern = pattern.replace("{thing}", f"{{thing}} {_nick(rng).title()} {rng.randrange(2, 999)}", 1)
    text = tongue.bank.fill(rng, pattern)
    if rng.random() < 0.35:
        text = f"{rng.choice(tongue.openers)}{joint}{text}"
    if "{" not in pattern and rng.random() < 0.5:
        end = rng.choice(
            [f"({_nick(rng)})", ":-)", "...", f"{rng.randrange(2, 99)}%", f"- {rng.choice(tongue.bank.names)}"]
        )
        text = f"{text} {end}"
    return text


def _decorate(rng: random.Random, tongue: Tongue, habits: Habits, text: str) -> str:
    if rng.random() >= habits.riches:
        return text
    nick = _nick(rng)
    more = say(rng, tongue, rng.randint(0, 1))
    kind = rng.choice(["link", "link", "smile", "bold", "picture", "list", "code", "mention"])
    if kind == "link":
        return f'{text} <a href="http://{nick}.example/{rng.randrange(9999)}">http://{nick}.example/</a>'
    if kind == "smile":
        return f'{text} <img src="/smile/{nick}.gif" alt="">'
    if kind == "bold":
        return f"{text} <b>{more}</b>"
    if kind == "picture":
        return f'{text}<br><img src="http://{nick}.example/{nick}.jpg" alt="">'
    if kind == "list":
        return f"{text}<ul><li>{more}</li><li>{say(rng, tongue, 1)}</li></ul>"
    if kind == "mention":
        return f'{text} (<a href="/user/{nick}">@{nick}</a>)'
    return f"{text}<pre><code>{nick} --all {rng.randrange(99)}\n{nick}.run()</code></pre>"


def _signature(rng: random.Random, tongue: Tongue) -> str:
    bank = tongue.bank
    lines = [
        escape(bank.fill(rng, rng.choice(bank.signatures)), quote=False) for _ in range(rng.choice([1, 1, 2]))
    ]
    if rng.random() < 0.25:
        nick = _nick(rng)
        lines.append(f'<a href="http://{nick}.example/">{nick.title()}</a>')
    return "<br>".join(lines)


def _nick(rng: random.Random) -> str:
    return "".join(rng.choices(_SYLLABLES, k=rng.randint(2, 3)))


def _name(rng: random.Random, tongue: Tongue) -> str:
    nick = _nick(rng)
    forms = [
        nick,
        nick.title(),
        f"{nick}{rng.randrange(100)}",
        f"{nick}_{_nick(rng)}",
        f"{nick[:2]}",
        f"xX{nick}Xx",
    ]
    numeric = str(rng.randrange(10**3, 10**7))
    native = rng.choice(tongue.bank.names)
    return rng.choices([native, rng.choice(forms), f"{native}{rng.randrange(99)}", numeric], [5, 8, 2, 0.4])[0]


def _guest_name(rng: random.Random, tongue: Tongue) -> str:
    return tongue.label(rng.choice(["guest", "anonymous"]))


def newest_first(posts: list[Post]) -> list[Post]:
    """The posts in the order of pages that show the newest first."""
    turned = [replace(post, index=i) for i, post in enumerate(reversed(posts))]
    last = len(posts) - 1
    return [
        replace(
            post,
            parent=None if post.parent is None else last - post.parent,
            quoted=None if post.quoted is None else last - post.quoted,
        )
        for post in turned
    ]

"""What is posted: entries with everything that a page may show of them, before any markup."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from examples.threads.dates import NOW
from examples.threads.words import Bank

# Deeper replies are rare, and pages stop setting them in further.
_DEEPEST = 5
_FIRST_DAY = datetime(2003, 1, 1)
_LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@dataclass(frozen=True)
class Person:
    """Who posts, and what shows beside each of their posts."""

    name: str
    rank: str
    count: int
    joined: int
    signature: str | None
    home: str | None
    mail: str | None


@dataclass(frozen=True)
class Entry:
    """One post, known in full; which parts show is up to the style of the site."""

    index: int
    number: int
    person: Person
    moment: datetime
    code: str
    """The letters that some boards show behind the date."""
    title: str | None
    paragraphs: tuple[str, ...]
    quote: tuple[str, str] | None
    """Who is quoted, and what."""
    edited: datetime | None
    parent: int | None
    depth: int


@dataclass(frozen=True)
class Wanted:
    """Which optional parts entries have at all."""

    is_nested: bool = False
    titles: str = "none"
    """"none", "some" or "all"."""
    parts: frozenset[str] = frozenset()
    """Of "signature", "home", "mail", "edited", "quote"."""


def make_people(rng: random.Random, bank: Bank, wanted: Wanted) -> list[Person]:
    """The people of one site."""
    people = []
    for name in bank.names:
        ascii_name = "".join(rng.choices(_LETTERS[:25], k=6))
        people.append(
            Person(
                name=name,
                rank=rng.choice(bank.ranks),
                count=rng.randint(1, 4000),
                joined=rng.randint(2001, 2023),
                signature=bank.fill(rng, rng.choice(bank.signatures))
                if _has(rng, wanted, "signature", 0.6)
                else None,
                home=f"http://{ascii_name}.example/" if _has(rng, wanted, "home", 0.3) else None,
                mail=f"{ascii_name}@mail.example" if _has(rng, wanted, "mail", 0.3) else None,
            )
        )
    return people


def _has(rng: random.Random, wanted: Wanted, part: str, share: float) -> bool:
    return part in wanted.parts and rng.random() < share


def make_entries(
    rng: random.Random, bank: Bank, people: list[Person], count: int, wanted: Wanted, first_number: int = 1
) -> list[Entry]:
    """The posts of one page, oldest first."""
    latest = NOW - timedelta(minutes=rng.choice([3, 90, 3000, 200_000, 5_000_000]))
    moment = max(_FIRST_DAY, latest - timedelta(minutes=rng.randint(20, 900) * count))
    open_entries: list[int] = []
    entries: list[Entry] = []
    for index in range(count):
        moment += timedelta(seconds=rng.randint(40, 50_000))
        depth = rng.randint(0, min(len(open_entries), _DEEPEST)) if wanted.is_nested and index else 0
        parent = open_entries[depth - 1] if depth else None
        open_entries = [*open_entries[:depth], index]
        quoted = entries[parent if parent is not None else rng.randrange(index)] if index else None
        has_title = wanted.titles == "all" or (wanted.titles == "some" and (not index or rng.random() < 0.3))
        entries.append(
            Entry(
                index=index,
                number=first_number + index,
                person=rng.choice(people),
                moment=moment,
                code="".join(rng.choices(_LETTERS, k=8)),
                title=bank.title(rng) if has_title else None,
                paragraphs=_paragraphs(rng, bank, index),
                quote=(quoted.person.name, quoted.paragraphs[0])
                if quoted and _has(rng, wanted, "quote", 0.25)
                else None,
                edited=moment + timedelta(minutes=rng.randint(1, 300))
                if _has(rng, wanted, "edited", 0.15)
                else None,
                parent=parent,
                depth=depth,
            )
        )
    return [_earlier(entry, moment - latest) for entry in entries] if moment > latest else entries


def _earlier(entry: Entry, time: timedelta) -> Entry:
    """The same entry so much earlier, that a thread does not go on after the present."""
    edited = entry.edited and min(NOW, entry.edited - time)
    return replace(entry, moment=entry.moment - time, edited=edited)


def _paragraphs(rng: random.Random, bank: Bank, index: int) -> tuple[str, ...]:
    """One sentence to several paragraphs; the first post is never only a word."""
    if index and rng.random() < 0.12:
        return (bank.fill(rng, rng.choice(bank.short)),)
    number = rng.choice([1, 1, 1, 2, 2, 3, 5]) if index else rng.choice([1, 2, 3])
    return tuple(bank.paragraph(rng, rng.randint(1, 5)) for _ in range(number))

"""Marks: what a person says of the blocks of a page, one letter a block.

    -  other         t  title      c  content
    p  post          r  comment    a  author     d  date     b  author and date in one line

A capital letter begins a post or a comment: `tccAdpp-AdpRr` is a title, two blocks of content, two posts that
begin with their authors, and a comment. Before the first of them, `a`, `d` and `b` are the page's. Marks are plain
strings, so that they are stored, sent and compared as they are.

The letters of `FREE` are labels that people made for their own work, in the order in which they made them: fields
of the page, or columns of its records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from honbun.errors import FormatError

LETTERS = {
    "other": "-",
    "title": "t",
    "content": "c",
    "post": "p",
    "comment": "r",
    "author": "a",
    "date": "d",
    "byline": "b",
}
NAMES = {letter: name for name, letter in LETTERS.items()}
OTHER = "-"
FREE = "efghijklmnoqsuvwxyz"
# Letters of the main text; of bodies of posts and comments; of all parts of posts and comments.
TEXT = frozenset("cp")
BODY = frozenset("pr")
IN_UNIT = frozenset("prabd")


class Edit(NamedTuple):
    """One block's letter, before and after."""

    block: int
    before: str
    after: str


@dataclass
class Unit:
    """A post or a comment: the blocks of its body, its author and its date."""

    letter: str = ""
    """`p`, `r`, or "" while it has no body."""
    body: list[int] = field(default_factory=list)
    author: list[int] = field(default_factory=list)
    date: list[int] = field(default_factory=list)

    def add(self, block: int, letter: str) -> None:
        """Take in a block."""
        if letter in BODY:
            self.body.append(block)
            self.letter = letter
        if letter in "ab":
            self.author.append(block)
        if letter in "db":
            self.date.append(block)


def check(marks: str, size: int) -> str:
    """These marks, once known to be marks of so many blocks; else FormatError."""
    if len(marks) != size:
        raise FormatError(f"{len(marks)} marks for {size} blocks")
    for letter in set(marks):
        if (letter.lower() not in NAMES and letter not in FREE) or (
            letter.isupper() and letter.lower() not in IN_UNIT
        ):
            raise FormatError(f"unknown mark {letter!r}", advice=f"known: {', '.join(NAMES)}")
    return marks


def units(marks: str) -> tuple[Unit, list[Unit]]:
    """What belongs to the page itself (author, date), and the posts and comments, in order.

    A unit goes on until the next begins; a post after a comment begins one, too. Those without body are left out.
    """
    of_page, found = Unit(), list[Unit]()
    for block, mark in enumerate(marks):
        letter = mark.lower()
        if letter not in IN_UNIT:
            continue
        if mark.isupper() or (letter in BODY and (not found or found[-1].letter not in ("", letter))):
            found.append(Unit())
        (found[-1] if found else of_page).add(block, letter)
    return of_page, [unit for unit in found if unit.body]


def put(marks: str, blocks: Iterable[int], letter: str) -> list[Edit]:
    """The edits that give these blocks a letter; where no post or comment is open, one begins."""
    letter = check(letter, 1).lower()
    new, chosen = list(marks), sorted(set(blocks))
    for block in chosen[:1] + chosen[-1:]:
        _check_block(marks, block)
    for block in chosen:
        begins = new[block].isupper() or (letter in BODY and not _is_open(new, block, letter))
        new[block] = letter.upper() if begins and letter in IN_UNIT else letter
        if begins and letter not in IN_UNIT:
            _pass_on(new, block)
    return replaced(marks, "".join(new))


def turn(marks: str, block: int) -> list[Edit]:
    """The edits after which a post or a comment begins at a block, or no longer does.

    One without a body before the next begins is the beginning of that next one.
    """
    _check_block(marks, block)
    if marks[block].lower() not in IN_UNIT:
        return []
    new = list(marks)
    new[block] = marks[block].swapcase()
    if new[block].isupper() and new[block].lower() not in BODY:
        for later in range(block + 1, len(new)):
            if new[later].isupper():
                new[later] = new[later].lower()
                break
            if new[later] in BODY:
                break
    return replaced(marks, "".join(new))


def replaced(marks: str, other: str) -> list[Edit]:
    """The edits that make other marks of these."""
    pairs = enumerate(zip(marks, check(other, len(marks)), strict=True))
    return [Edit(block, before, after) for block, (before, after) in pairs if before != after]


def edited(marks: str, edits: Sequence[Edit], *, back: bool = False) -> str:
    """The marks after some edits, or before them."""
    new = list(marks)
    for block, before, after in edits:
        new[block] = before if back else after
    return "".join(new)


def records(
    cells: Sequence[tuple[int, str]], roots: Callable[[list[int]], list[tuple[int, int]]]
) -> list[dict[str, list[int]]]:
    """The records that labelled cells, (block, column), make: for each its columns, and the blocks of each.

    The column with most cells has one in each record. `roots` gives for such cells the blocks, first and first
    after, that belong to each alone; a cell that stands in none of them belongs to the record before it.
    """
    count = Counter(column for _, column in cells)
    if not count:
        return []
    most = max(count, key=lambda column: (count[column], -[each for _, each in cells].index(column)))
    heads = [block for block, column in cells if column == most]
    ranges = roots(heads)
    found: list[dict[str, list[int]]] = [{} for _ in heads]
    for block, column in cells:
        inside = [number for number, (first, last) in enumerate(ranges) if first <= block < last]
        before = [number for number, head in enumerate(heads) if head <= block]
        number = (inside or before or [0])[0 if inside else -1]
        found[number].setdefault(column, []).append(block)
    return found


def _check_block(marks: str, block: int) -> None:
    if not 0 <= block < len(marks):
        raise FormatError(f"no block {block}", advice=f"{len(marks)} blocks")


def _is_open(marks: Sequence[str], block: int, letter: str) -> bool:
    """Whether a unit whose body has this letter goes on up to a block."""
    for mark in reversed(marks[:block]):
        if mark == OTHER:
            continue
        if mark.lower() not in IN_UNIT:
            return False
        if mark.isupper() or mark in BODY:
            return mark.lower() == letter or mark.lower() not in BODY
    return False


def _pass_on(marks: list[str], block: int) -> None:
    """A unit lost its first block: the next one of it begins it now."""
    for later in range(block + 1, len(marks)):
        if marks[later].isupper():
            return
        if marks[later] in IN_UNIT:
            marks[later] = marks[later].upper()
            return

"""`Groups`: the repeated groups of a page as columns, and like siblings, the plainest of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from honbun.page import Mask, Rows

if TYPE_CHECKING:
    from honbun.features.outline import Outline

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

# Fewer like siblings are no repetition.
MIN_SIBLINGS = 3


class GroupKind(StrEnum):
    """How the members of a group were found."""

    WORD = "word"
    """Elements of one name that share a word of their class, the rest of their id, or a property."""
    PATH = "path"
    """Elements with the same names from the root down."""
    CHILDREN = "children"
    """Children of one name of one parent."""
    SIBLINGS = "siblings"
    """Children of one parent with the same signature."""
    HEADS = "heads"
    """Sequences from one child of a kind to the next: dt and dd, rows in pairs, text between rules."""
    DATES = "dates"
    """Sequences from one dated line to the next."""

    @property
    def is_of_elements(self) -> bool:
        """Each member is an element, not a sequence of lines."""
        return self not in (GroupKind.HEADS, GroupKind.DATES)


@dataclass(frozen=True, eq=False)
class Group:
    """Members, in document order, as ranges of lines."""

    kind: GroupKind
    key: str
    """What pages of one site call the same group."""
    rows: Rows
    """The first element of each member."""
    first: Rows
    last: Rows
    climbed: int = 0
    """How many levels above the elements that gave the key."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def is_of_elements(self) -> bool:
        """Each member is an element, not a sequence of lines."""
        return self.kind.is_of_elements

    @cached_property
    def is_nested(self) -> bool:
        """Members lie in each other: a line belongs to the innermost."""
        return bool((self.first[1:] < np.maximum.accumulate(self.last)[:-1]).any())

    def members(self, lines: int) -> Rows:
        """For each line of the page the member it belongs to, or -1."""
        member = np.full(lines, -1, dtype=np.int32)
        if self.is_nested:
            for i, (first, last) in enumerate(zip(self.first.tolist(), self.last.tolist(), strict=True)):
                member[first:last] = i
        else:
            of, inside = ranges(self.first, self.last)
            member[inside] = of
        return member


class Elements(NamedTuple):
    """A group of elements as it is found: which lines they hold is looked up for many groups at once."""

    kind: GroupKind
    key: str
    rows: Rows
    climbed: int = 0


@dataclass(frozen=True, eq=False)
class Groups:
    """Many groups: what is true of each, and the columns of their members, one group after the other."""

    kinds: Sequence[GroupKind]
    keys: Sequence[str]
    climbed: Sequence[int]
    size: Indices
    """How many members each group has."""
    rows: Rows
    first: Rows
    last: Rows

    @classmethod
    def of(cls, elements: Sequence[Elements], sequences: Sequence[Group], outline: Outline) -> Groups:
        """These groups, with the ranges of the outline for members that are elements."""
        both: list[Elements | Group] = [*elements, *sequences]
        rows = np.concatenate([np.zeros(0, dtype=np.int32), *(group.rows for group in elements)])
        first = np.concatenate([outline.first[rows], *(group.first for group in sequences)])
        last = np.concatenate([outline.last[rows], *(group.last for group in sequences)])
        return cls(
            kinds=[group.kind for group in both],
            keys=[group.key for group in both],
            climbed=[group.climbed for group in both],
            size=np.array([len(group.rows) for group in both], dtype=np.int64),
            rows=np.concatenate([rows, *(group.rows for group in sequences)]).astype(np.int32),
            first=first.astype(np.int32),
            last=last.astype(np.int32),
        )

    def __len__(self) -> int:
        return len(self.size)

    def __getitem__(self, i: int) -> Group:
        one = slice(self.start[i], self.start[i] + self.size[i])
        return Group(self.kinds[i], self.keys[i], self.rows[one], self.first[one], self.last[one], self.climbed[i])

    def __iter__(self) -> Iterator[Group]:
        return (self[i] for i in range(len(self)))

    def take(self, chosen: Sequence[int]) -> Groups:
        """Only these groups, in this order."""
        at = np.array(chosen, dtype=np.int64)
        inside = ranges(self.start[at], self.start[at] + self.size[at])[1]
        return Groups(
            kinds=[self.kinds[i] for i in chosen],
            keys=[self.keys[i] for i in chosen],
            climbed=[self.climbed[i] for i in chosen],
            size=self.size[at],
            rows=self.rows[inside],
            first=self.first[inside],
            last=self.last[inside],
        )

    @cached_property
    def start(self) -> Indices:
        """Where the members of each group begin."""
        return np.cumsum(self.size) - self.size

    @cached_property
    def group(self) -> Indices:
        """For each member its group."""
        return np.repeat(np.arange(len(self)), self.size)

    @cached_property
    def is_nested(self) -> Mask:
        """Groups whose members lie in each other."""
        # Lines of one group count from where those of the group before end, which holds nothing of it.
        apart = self.group * (int(self.last.max(initial=0)) + 1)
        reached = np.maximum.accumulate(self.last + apart)
        inside = np.zeros(len(self.rows), dtype=np.bool_)
        inside[1:] = (self.first + apart)[1:] < reached[:-1]
        return self.sums(inside) > 0

    def sums(self, values: npt.NDArray[Any]) -> Floats:
        """For each group the sum of a value of its members."""
        each = values.astype(np.float64)
        return np.add.reduceat(each, self.start) if len(self) else each

    def shares(self, mask: Mask) -> Floats:
        """For each group the share of its members of which something is true."""
        return np.asarray(self.sums(mask) / self.size)

    def largest(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each group the largest value of its members."""
        return np.maximum.reduceat(values, self.start) if len(self) else values

    def smallest(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """For each group the smallest value of its members."""
        return np.minimum.reduceat(values, self.start) if len(self) else values


def ranges(first: npt.NDArray[np.integer], last: npt.NDArray[np.integer]) -> tuple[Indices, Indices]:
    """The numbers of ranges, one after the other: which range each is in, and the numbers."""
    sizes = last - first
    numbers = np.repeat(first - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
    return np.repeat(np.arange(len(sizes)), sizes), numbers


def like_rows(
    rows: npt.NDArray[np.integer], *columns: npt.NDArray[Any], min_members: int = 2
) -> tuple[Rows, Indices]:
    """Rows that agree in all these columns of the page, set after set, and the sizes of the sets."""
    ordered = rows[np.lexsort([column[rows] for column in reversed(columns)])].astype(np.int32)
    is_start = np.ones(len(ordered), dtype=np.bool_)
    values = [column[ordered] for column in columns]
    is_start[1:] = np.logical_or.reduce([each[1:] != each[:-1] for each in values])
    sizes = np.diff(np.flatnonzero(is_start), append=len(ordered))
    is_kept = sizes >= min_members
    return ordered[np.repeat(is_kept, sizes)], sizes[is_kept]


def sets_of_like_rows(rows: npt.NDArray[np.integer], column: npt.NDArray[Any]) -> Iterator[Rows]:
    """Two or more rows that agree in a column of the page, one set after the other."""
    ordered, sizes = like_rows(rows, column)
    ends = np.cumsum(sizes)
    for start, end in zip((ends - sizes).tolist(), ends.tolist(), strict=True):
        yield ordered[start:end]


def find_siblings(outline: Outline) -> Groups:
    """The children with text of each parent that have one signature, parent after parent."""
    page = outline.page
    with_text = np.flatnonzero((outline.last > outline.first) & (page.parent > 0))
    rows, size = like_rows(with_text, page.parent, outline.signature, min_members=MIN_SIBLINGS)
    number = len(size)
    kinds, keys = (GroupKind.SIBLINGS,) * number, ("",) * number
    return Groups(kinds, keys, (0,) * number, size, rows, outline.first[rows], outline.last[rows])

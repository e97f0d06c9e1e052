"""The lines of the records, each with its place in the record and the pieces of which it is made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from honbun.features import Group, Lines
from honbun.page import Hashes, Page, collapse, tags
from honbun.tables.records.lists import roots_of
from honbun.tables.records.relative import Paths

# Elements that stress words of a text: what they hold is no value of its own.
_STRESS = tags.table("b big em font i mark s strong u wbr".split())
# Around a whole text these say how it looks or where it leads, not what it is.
_AROUND = tags.table("a b big em font i mark s strong u".split())
_DIGITS = re.compile(r"\d+")
_CELLS = tags.table("td th".split())
# Marks of no width that pages leave around values.
_UNSEEN = dict.fromkeys((0xFEFF, 0x200B, 0x200E, 0x200F, 0x2060, 0xAD))
# Cells of a row are told apart by their number.
_CELL_STEP = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of a line that lies in one element; stressed words are no pieces of their own."""

    key: int
    """The path of that element below the one that holds the line."""
    row: int
    start: int
    end: int
    is_own: bool
    """It lies in the element that holds the line itself."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record."""

    record: int
    number: int
    """Which line of the page."""
    run: int
    """The run it is a part of: between its lines stands a `<br>`."""
    key: int
    """The path, below the record, of the element that holds it."""
    above: int
    """The same of the nearest element around it that does not only link or stress."""
    tail: int
    """The kind of that element alone."""
    row: int
    pieces: tuple[Piece, ...]


class Parts:
    """Reads the lines of the records of one list."""

    def __init__(self, lines: Lines, group: Group) -> None:
        self.lines, self.group = lines, group
        self.page = lines.page
        self.kind = _kinds(self.page, lines.outline.signature)
        self.paths = Paths(self.page, self.kind)
        self.roots = roots_of(lines, group).tolist()

    def __iter__(self) -> Iterator[Line]:
        """The lines of all records, in document order."""
        rows: list[int] = []
        found: list[tuple[int, int, list[tuple[int, int, int]]]] = []
        first_node = self.lines.outline.blocks.first_node.tolist()
        shown = (self.lines.length > 0).tolist()
        bounds = zip(self.group.first.tolist(), self.group.last.tolist(), strict=True)
        for record, (first, last) in enumerate(bounds):
            for number in range(first, last):
                if shown[number]:
                    row = self._holder(first_node[number], first_node[number + 1], self.roots[record])
                    cuts = self._cut(first_node[number], first_node[number + 1], row)
                    if cuts:
                        rows.append(row)
                        found.append((record, number, cuts))
        roots = np.array([self.roots[record] for record, _, _ in found], dtype=np.int32)
        held = np.array(rows, dtype=np.int32)
        keys = self.paths.below(held, roots).tolist()
        around = [self._above(row, root) for row, root in zip(rows, roots.tolist(), strict=True)]
        above = self.paths.below(np.array(around, dtype=np.int32), roots).tolist()
        anchors = np.array([row for _, _, cuts in found for row, _, _ in cuts], dtype=np.int32)
        holders = np.repeat(held, [len(cuts) for _, _, cuts in found])
        piece_keys = iter(self.paths.below(anchors, holders).tolist())
        run = self.lines.block
        for (record, number, cuts), key, over, row in zip(found, keys, above, rows, strict=True):
            pieces = tuple(Piece(next(piece_keys), at, start, end, at == row) for at, start, end in cuts)
            yield Line(record, number, int(run[number]), key, over, int(self.kind[row]), row, pieces)

    def _holder(self, first: int, end: int, root: int) -> int:
        """The innermost element that holds these text nodes; for stressed words, what is around them."""
        page = self.page
        row, last = int(page.node_owner[first]), int(page.node_owner[end - 1])
        while not row <= last < page.end[row]:
            row = int(page.parent[row])
        while row > root and tags.is_in(_STRESS, page.tag[row]) and page.parent[row] > root:
            row = int(page.parent[row])
        return row

    def _above(self, row: int, root: int) -> int:
        """The nearest element around it, or itself, that does not only link or stress."""
        while row > root and tags.is_in(_AROUND, self.page.tag[row]):
            row = int(self.page.parent[row])
        return row

    def _cut(self, first: int, end: int, holder: int) -> list[tuple[int, int, int]]:
        """The pieces of a line that a reader sees: element, start and end of the text."""
        page = self.page
        cuts: list[tuple[int, int, int]] = []
        for node in range(first, end):
            start, stop = int(page.node_start[node]), int(page.node_end[node])
            if not self.text(start, stop):
                continue
            row = int(page.node_owner[node])
            while row > holder and (tags.is_in(_STRESS, page.tag[row]) or self._is_all_of(row, holder)):
                row = int(page.parent[row])
            if cuts and cuts[-1][0] == row:
                cuts[-1] = row, cuts[-1][1], stop
            else:
                cuts.append((row, start, stop))
        return cuts

    def _is_all_of(self, row: int, holder: int) -> bool:
        """All that its parent holds, which is still within the line."""
        above = int(self.page.parent[row])
        return above > holder and _ink(self.page, above) == _ink(self.page, row)

    def text(self, start: int, end: int) -> str:
        """What a reader sees of this stretch."""
        return collapse(self.page.text[start:end].translate(_UNSEEN)).strip()


def _ink(page: Page, row: int) -> int:
    return int(page.length[page.text_end[row]] - page.length[page.text_start[row]])


def _kinds(page: Page, signature: Hashes) -> Hashes:
    """For each element its name, the words of its class without numbers and its property; cells with their number.

    Outside a record the first word is enough; inside, `value price` and `value unit` are two things.
    """
    kind = signature.copy()
    for name, skipped in (("class", 1), ("itemprop", 0)):
        rows, which, values = page.values_of(name)
        hashes = [_hashed(value.split()[skipped:]) for value in values]
        kind[rows] ^= np.array(hashes, dtype=np.uint64)[which]
    cells = tags.is_in(_CELLS, page.tag)
    kind[cells] += page.sibling_number[cells].astype(np.uint64) * _CELL_STEP
    return kind


def _hashed(words: list[str]) -> int:
    return crc32(_DIGITS.sub("", " ".join(words)).encode()) << 31 if words else 0

"""The cells of records: lines, or pieces of lines that stand in an element of their own in most records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from honbun.features import Group, Lines
from honbun.lists.measure import roots_of
from honbun.page import Page, RelativePaths, collapse, full_signatures, tags
from honbun.tables import has_words

# Elements that stress words of a text: what they hold is no value of its own.
_STRESS = tags.table("b big em font i mark s strong u wbr".split())
# Around a whole text these say how it looks or where it leads, not what it is.
_LINK_OR_STRESS = tags.table("a b big em font i mark s strong u".split())
# Marks of no width that pages leave around values.
_INVISIBLE = dict.fromkeys((0xFEFF, 0x200B, 0x200E, 0x200F, 0x2060, 0xAD))

# An element inside a line is a cell if it occurs once in this share of the lines of a path, and more often in at
# most that; else it marks words of a text.
_MIN_ONCE_SHARE = 0.5
_MAX_REPEATED_SHARE = 0.05
# Lines between breaks are cells each if this share of the records has the same number of them.
_MIN_SAME_NUMBER_SHARE = 0.8
# ... and unless this share of them goes on in the middle of a sentence.
_MAX_WRAPPED_SHARE = 0.3
_OPENING = frozenset("([{（［【")
_CLOSING = frozenset(")]}）］】")
_SENTENCE_ENDS = frozenset(".!?…:;。！？：；")

Key = tuple[int, ...]
_Cut = tuple[int, int, int, str]
"""A piece of a line: its element, start and end of its text, and what a reader sees of that."""


class RecordCell(NamedTuple):
    """A value of a record."""

    record: int
    path: Key
    """Where it stands in the record."""
    outer_path: Key
    """The same, whether it is a link or not."""
    element: Key
    """The signature of its element, wherever that stands."""
    text: str
    row: int
    """Its element."""
    start: int
    """Where it stands in the text of the page."""
    label: str = ""
    """Words at its beginning that all records share."""


class _Piece(NamedTuple):
    """Text of a line that lies in one element; stressed words are no pieces of their own."""

    path: int
    """Of that element, below the one that holds the line; of pieces joined, that of the cell before them."""
    row: int
    start: int
    end: int
    text: str
    is_bare: bool
    """It lies in the element that holds the line itself."""


class _Line(NamedTuple):
    """A line of a record, and the paths, below the record, of the element that holds it: see `RecordCell`."""

    record: int
    block: int
    """The block it is a part of: between its lines stands a `<br>`."""
    path: int
    outer_path: int
    element: int
    row: int
    pieces: tuple[_Piece, ...]


_ReadLine = tuple[int, int, int, int, int, int, tuple[_Cut, ...]]
"""A line as it is read, the last its pieces without their paths: most need none, and there may be many lines."""


def cut_cells(lines: Lines, group: Group) -> list[RecordCell]:
    """The cells of all records of a list, in document order."""
    by_path: dict[int, list[_ReadLine]] = defaultdict(list)
    looked_up = _LookedUp(lines.page)
    paths = RelativePaths(lines.page, full_signatures(lines.page, lines.outline.signature))
    for line in _read_lines(lines, group, looked_up, paths):
        by_path[line[2]].append(line)
    found: list[RecordCell] = []
    for path in list(by_path):
        own = by_path.pop(path)
        if all(len(cuts) == 1 and cuts[0][0] == row for *_, row, cuts in own) and not _has_breaks(own):
            found += _whole_cells(own)
        else:
            found += _cells_of_path(looked_up, _unwrapped(_with_pieces(own, paths)))
    return sorted(found, key=attrgetter("start"))


def _read_lines(lines: Lines, group: Group, page: _LookedUp, paths: RelativePaths) -> Iterator[_ReadLine]:
    """The lines of all records, in document order."""
    first_node, block = lines.outline.blocks.first_node.tolist(), lines.block.tolist()
    shown = (lines.length > 0).tolist()
    found: list[int] = []  # four of each line: what holds other objects is looked through again and again
    outer: list[int] = []
    all_cuts: list[tuple[_Cut, ...]] = []
    members = zip(roots_of(lines, group).tolist(), group.first.tolist(), group.last.tolist(), strict=True)
    for record, (root, first, last) in enumerate(members):
        for line in filter(shown.__getitem__, range(first, last)):
            node, end = first_node[line], first_node[line + 1]
            row = page.holder(node, end, root)
            cuts = page.cut(node, end, row)
            if cuts:
                found += record, block[line], root, row
                outer.append(page.outer(row, root))
                all_cuts.append(cuts)
    records, blocks, roots, rows = np.array(found, dtype=np.int32).reshape(-1, 4).T
    outers = np.array(outer, dtype=np.int32)
    columns = (records, blocks, paths.below(rows, roots), paths.below(outers, roots), paths.signature[rows], rows)
    return zip(*(column.tolist() for column in columns), all_cuts, strict=True)


def _has_breaks(lines: Sequence[_ReadLine]) -> bool:
    """Whether two lines of a path lie in one block."""
    return any(one[:2] == other[:2] for one, other in pairwise(lines))


def _with_pieces(lines: Sequence[_ReadLine], paths: RelativePaths) -> list[_Line]:
    """The lines of a path with their pieces and the paths of those."""
    rows = np.array([cut[0] for *_, cuts in lines for cut in cuts], dtype=np.int32)
    holders = np.repeat([line[5] for line in lines], [len(line[6]) for line in lines]).astype(np.int32)
    below = iter(paths.below(rows, holders).tolist())
    return [
        _Line(*line[:6], tuple([_Piece(next(below), *cut, cut[0] == line[5]) for cut in line[6]]))
        for line in lines
    ]


class _LookedUp:
    """What is looked up of a page one element or text node at a time, as plain numbers."""

    def __init__(self, page: Page) -> None:
        self._text = page.text
        self._parent, self._end = page.parents, page.end.tolist()
        self._owner: list[int] = page.node_owner.tolist()
        self._start, self._stop = page.node_start.tolist(), page.node_end.tolist()
        self._is_stress, self._is_link_or_stress = (
            tags.is_in(names, page.tag).tolist() for names in (_STRESS, _LINK_OR_STRESS)
        )

    def holder(self, first: int, end: int, root: int) -> int:
        """The innermost element that holds these text nodes; for stressed words, what is around them."""
        row, parent = self._owner[first], self._parent
        if end > first + 1:
            last = self._owner[end - 1]
            while not row <= last < self._end[row]:
                row = parent[row]
        while row > root and self._is_stress[row] and parent[row] > root:
            row = parent[row]
        return row

    def outer(self, row: int, root: int) -> int:
        """The nearest element around one, or itself, that does not only link or stress."""
        while row > root and self._is_link_or_stress[row]:
            row = self._parent[row]
        return row

    def cut(self, first: int, end: int, holder: int) -> tuple[_Cut, ...]:
        """The pieces of a line that a reader sees."""
        if end == first + 1 and self._owner[first] == holder:  # most are such
            start, stop = self._start[first], self._stop[first]
            text = self.text(start, stop)
            return ((holder, start, stop, text),) if text else ()
        cuts: list[_Cut] = []
        for node in range(first, end):
            start, stop = self._start[node], self._stop[node]
            text = self.text(start, stop)
            if not text:
                continue
            row = self._owner[node]
            while row > holder and self._is_stress[row]:
                row = self._parent[row]
            if cuts and cuts[-1][0] == row:
                cuts[-1] = row, cuts[-1][1], stop, ""  # a line may be of many of them: read at the end, once
            else:
                cuts.append((row, start, stop, text))
        return tuple([cut if cut[3] else (*cut[:3], self.text(*cut[1:3])) for cut in cuts])

    def text(self, start: int, end: int) -> str:
        """What a reader sees of this range of the text."""
        text = self._text[start:end]
        if text.isascii():
            return " ".join(text.split())
        return text if text.isalnum() else collapse(text.translate(_INVISIBLE)).strip()


def _unwrapped(lines: list[_Line]) -> list[_Line]:
    """The lines of a path; those between which a break only wraps a text are one."""
    blocks = [list(block) for _, block in groupby(lines, key=lambda line: (line.record, line.block))]
    if len(blocks) == len(lines):
        return lines
    breaks = [(one.pieces[-1].text, other.pieces[0].text) for block in blocks for one, other in pairwise(block)]
    # A line goes on where the last left off: told in scripts that have small letters.
    wrapped = sum(before[-1] not in _SENTENCE_ENDS and after[0].islower() for before, after in breaks)
    times = Counter(map(len, blocks)).most_common(1)[0][1]
    is_same_number = len(blocks) > 1 and times >= _MIN_SAME_NUMBER_SHARE * len(blocks)
    if is_same_number and wrapped < _MAX_WRAPPED_SHARE * len(breaks):
        return lines
    return [block[0]._replace(pieces=tuple(piece for line in block for piece in line.pieces)) for block in blocks]


def _cells_of_path(page: _LookedUp, lines: list[_Line]) -> Iterator[RecordCell]:
    """The cells of the lines of one path."""
    if all(len(line.pieces) == 1 and line.pieces[0].is_bare for line in lines):
        yield from _whole_cells([(*line[:6], (line.pieces[0][1:5],)) for line in lines])
        return
    whole = {page.text(line.pieces[0].start, line.pieces[-1].end) for line in lines}
    # A line that all records share, such as "Save - Share", is one cell.
    own = set[int]() if len(whole) == 1 < len(lines) else _cell_paths(lines)
    joined = [(line, list(_joined_pieces(page, line, own))) for line in lines]
    texts: dict[Key, Counter[str]] = defaultdict(Counter)
    for _, pieces in joined:
        for piece in pieces:
            texts[piece.path, piece.is_bare][piece.text] += 1
    constant = {key for key, own_texts in texts.items() if len(own_texts) == 1 < own_texts.total()}
    for line, pieces in joined:
        yield from _cells_of_line(page, line, pieces, constant)


def _whole_cells(lines: Sequence[_ReadLine]) -> Iterator[RecordCell]:
    """The cells of lines that are not cut."""
    known: dict[tuple[int, int, int], tuple[Key, Key, Key]] = {}  # one object for each: there may be many lines
    for record, _, path, outer, element, _, ((row, start, _, text),) in lines:
        keys = known.get((path, outer, element))
        if keys is None:
            keys = known[path, outer, element] = (path,), (outer,), (element,)
        yield RecordCell(record, *keys, text, row, start)


def _cell_paths(lines: list[_Line]) -> set[int]:
    """The paths of pieces that are cells of their own."""
    once: Counter[int] = Counter()
    repeated: Counter[int] = Counter()
    for line in lines:
        for path, times in Counter(piece.path for piece in line.pieces if not piece.is_bare).items():
            (once if times == 1 else repeated)[path] += 1
    n = len(lines)
    usual = {path for path, times in once.items() if times >= _MIN_ONCE_SHARE * n}
    return {path for path in usual if repeated[path] <= _MAX_REPEATED_SHARE * n}


def _joined_pieces(page: _LookedUp, line: _Line, own: set[int]) -> Iterator[_Piece]:
    """The pieces of a line, those that are no cells of their own joined."""
    last = 0
    for is_cell, group in groupby(line.pieces, key=lambda piece: not piece.is_bare and piece.path in own):
        pieces = list(group)
        if is_cell:
            yield from pieces
            last = pieces[-1].path
        elif len(pieces) == 1:
            piece = pieces[0]
            yield _Piece(last, piece.row, piece.start, piece.end, piece.text, is_bare=True)
        else:
            start, end = pieces[0].start, pieces[-1].end
            yield _Piece(last, line.row, start, end, page.text(start, end), is_bare=True)


def _cells_of_line(
    page: _LookedUp, line: _Line, pieces: Sequence[_Piece], constant: set[Key]
) -> Iterator[RecordCell]:
    """The cells of a line: words that all records share belong to what follows them, mere signs to nothing."""

    def cell(piece: _Piece, start: int, label: str = "") -> RecordCell:
        text = piece.text if start == piece.start else page.text(start, piece.end)
        key = () if len(pieces) == 1 else (piece.path, piece.is_bare)
        keys = (line.path, *key), (line.outer_path, *key), (line.element, *key)
        return RecordCell(line.record, *keys, text, piece.row, start, label)

    label: _Piece | None = None
    opened: int | None = None
    for i, piece in enumerate(pieces):
        is_constant = (piece.path, piece.is_bare) in constant
        if is_constant and len(pieces) > 1 and not has_words(piece.text):
            opened = piece.end - 1 if piece.text[-1] in _OPENING else None
            continue
        if is_constant and i + 1 < len(pieces) and label is None:
            label = piece
            continue
        start = label.start if label else piece.start
        if opened is not None and piece.text[-1] in _CLOSING:
            start = opened
        yield cell(piece, start, label.text if label else "")
        label = opened = None
    if label:
        yield cell(label, label.start)

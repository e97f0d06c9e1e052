"""What one value is: a line, or a piece of one that stands in an element of its own in most records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import itemgetter

from honbun.tables.records.parts import Line, Parts

# An element inside a line is a place of its own if it occurs once in so many of the lines of a place, and more
# often in so few; else it marks words of a text.
_ONCE = 0.5
_TWICE = 0.05
# ... and if it stands amid a sentence in at most so many.
_AMID = 0.2
# Lines between breaks are values each if so many records have the same number of them.
_SAME_NUMBER = 0.8
# ... and unless so many of them go on in the middle of a sentence.
_GOES_ON = 0.3
# Words between elements that so many records share belong to the template.
_MOSTLY = 0.7
_OPENING = frozenset("([{（［【")
_CLOSING = frozenset(")]}）］】")
_SENTENCE_ENDS = frozenset(".!?…:;。！？：；")


@dataclass(frozen=True, slots=True)
class Part:
    """A value of a record."""

    record: int
    key: tuple[int, ...]
    """Where it stands in the record."""
    above: tuple[int, ...]
    """The same, whether it is a link or not."""
    tail: tuple[int, ...]
    """The kind of its element, wherever that stands."""
    text: str
    row: int
    """Its element."""
    start: int
    """Where it stands in the text of the page."""
    label: str = ""
    """Words at its beginning that all records share."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """Pieces of a line that belong together."""

    slot: tuple[int, int]
    """The key of its element; or that of the element before it, if it has none of its own."""
    start: int
    end: int
    row: int
    text: str


def cut_parts(parts: Parts) -> list[Part]:
    """The values of all records, in document order."""
    places: dict[int, list[Line]] = defaultdict(list)
    for line in parts:
        places[line.key].append(line)
    found: list[Part] = []
    for lines in places.values():
        found += _of_place(parts, _unbroken(parts, lines))
    return sorted(found, key=lambda part: part.start)


def _unbroken(parts: Parts, lines: list[Line]) -> list[Line]:
    """The lines of a place; those between which a break only wraps a text are one."""
    runs = [list(run) for _, run in groupby(lines, key=lambda line: (line.record, line.run))]
    if len(runs) == len(lines):
        return lines
    numbers = Counter(map(len, runs))
    breaks = [(one, other) for run in runs for one, other in pairwise(run)]
    goes_on = sum(_goes_on(parts, one, other) for one, other in breaks)
    most = numbers.most_common(1)[0][1]
    if most >= _SAME_NUMBER * len(runs) and len(runs) > 1 and goes_on < _GOES_ON * len(breaks):
        return lines
    return [replace(run[0], pieces=tuple(piece for line in run for piece in line.pieces)) for run in runs]


def _goes_on(parts: Parts, one: Line, other: Line) -> bool:
    """The second line goes on where the first left off; told in scripts that have small letters."""
    before = parts.text(one.pieces[-1].start, one.pieces[-1].end)
    after = parts.text(other.pieces[0].start, other.pieces[0].end)
    return before[-1] not in _SENTENCE_ENDS and after[0].islower()


def _of_place(parts: Parts, lines: list[Line]) -> Iterator[Part]:
    """The values of the lines of one place."""
    whole = Counter(parts.text(line.pieces[0].start, line.pieces[-1].end) for line in lines)
    # A line that all records share, such as "Save - Share", is one value.
    own = set[int]() if len(whole) == 1 < len(lines) else _own_places(parts, lines)
    cut = [(line, list(_segments(parts, line, own))) for line in lines]
    said: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for _, segments in cut:
        for segment in segments:
            said[segment.slot][segment.text] += 1
    constant = {slot for slot, texts in said.items() if _is_label(slot, texts)}
    for line, segments in cut:
        yield from _labelled(parts, line, segments, constant)


def _is_label(slot: tuple[int, int], texts: Counter[str]) -> bool:
    """Text of a slot that hardly varies, such as "by"; that of an element of its own must not vary at all."""
    least = 1.0 if slot[1] else _MOSTLY
    return texts.total() > 1 and texts.most_common(1)[0][1] >= least * texts.total()


def _own_places(parts: Parts, lines: list[Line]) -> set[int]:
    """The keys of pieces that are values of their own."""
    once: Counter[int] = Counter()
    twice: Counter[int] = Counter()
    for line in lines:
        for key, times in Counter(piece.key for piece in line.pieces if not piece.is_own).items():
            (once if times == 1 else twice)[key] += 1
    n = len(lines)
    own = {key for key, times in once.items() if times >= _ONCE * n and twice[key] <= _TWICE * n}
    return {key for key in own if _is_apart(parts, lines, key)} if own else own


def _is_apart(parts: Parts, lines: list[Line], key: int) -> bool:
    """Whether what stands around these pieces is no sentence that goes on after them."""
    before, after = [], []
    for line in lines:
        places = [i for i, piece in enumerate(line.pieces) if piece.key == key]
        if len(places) == 1 and 0 < places[0] < len(line.pieces) - 1:
            around = line.pieces[places[0] - 1], line.pieces[places[0] + 1]
            if around[0].is_own and around[1].is_own:
                before.append(parts.text(around[0].start, around[0].end))
                after.append(parts.text(around[1].start, around[1].end))
    varied = len(set(before)) > 1 and len(set(after)) > 1
    amid = sum(has_words(one) and has_words(other) for one, other in zip(before, after, strict=True))
    return not (varied and amid > _AMID * len(lines))


def _segments(parts: Parts, line: Line, own: set[int]) -> Iterator[_Segment]:
    """The pieces of a line, those that are no values of their own joined."""
    slots: list[tuple[int, int, int]] = []
    last = 0
    for number, piece in enumerate(line.pieces):
        is_own = not piece.is_own and piece.key in own
        last = piece.key if is_own else last
        slots.append((last, int(is_own), number if is_own else -1))
    for (key, is_own, _), numbered in groupby(zip(slots, line.pieces, strict=True), key=itemgetter(0)):
        pieces = [piece for _, piece in numbered]
        start, end = pieces[0].start, pieces[-1].end
        row = pieces[0].row if len(pieces) == 1 else line.row
        yield _Segment((key, is_own), start, end, row, parts.text(start, end))


def _labelled(
    parts: Parts, line: Line, segments: Sequence[_Segment], constant: set[tuple[int, int]]
) -> Iterator[Part]:
    """The values of a line: words that all records share belong to what follows them, mere signs to nothing."""
    label: _Segment | None = None
    opened: int | None = None
    is_alone = len(segments) == 1
    for i, segment in enumerate(segments):
        if not is_alone and segment.slot in constant and not has_words(segment.text):
            opened = segment.end - 1 if segment.text[-1] in _OPENING else None
            continue
        if segment.slot in constant and i + 1 < len(segments) and label is None:
            label = segment
            continue
        start = label.start if label else segment.start
        if opened is not None and segment.text[-1] in _CLOSING:
            start = opened
        slot = () if is_alone else segment.slot
        yield _part(parts, line, slot, segment, start, label.text if label else "")
        label = opened = None
    if label:
        yield _part(parts, line, label.slot, label, label.start)


def _part(parts: Parts, line: Line, slot: tuple[int, ...], segment: _Segment, start: int, label: str = "") -> Part:
    return Part(
        record=line.record,
        key=(line.key, *slot),
        above=(line.above, *slot),
        tail=(line.tail, *slot),
        text=parts.text(start, segment.end),
        row=segment.row,
        start=start,
        label=label,
    )


def has_words(text: str) -> bool:
    """It has letters or digits, not only signs."""
    return any(map(str.isalnum, text))

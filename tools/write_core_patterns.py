"""Patterns of the readable form as programs that `core/src/patterns.rs` runs: see `tools/write_core_tables.py`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from operator import or_
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# What a set may hold beside characters, a bit each: `kinds` of `Set` in the core.
_KINDS = {
    codes.CATEGORY_WORD: 1,
    codes.CATEGORY_DIGIT: 2,
    codes.CATEGORY_SPACE: 4,
    codes.CATEGORY_NOT_WORD: 8,
    codes.CATEGORY_NOT_DIGIT: 16,
    codes.CATEGORY_NOT_SPACE: 32,
}
_WRITTEN_KINDS = (r"\w", r"\d", r"\s", r"\W", r"\D", r"\S")
_NO_LIMIT = 0xFFFF
# A set: whether it is of all others, kinds, and ranges with both ends in them.
_Set = tuple[bool, int, tuple[tuple[int, int], ...]]
_Op = tuple[Any, ...]


def pattern(name: str, source: re.Pattern[str]) -> Iterator[str]:
    """The lines that define a pattern under a name, and the numbers of its named groups."""
    program = _Program(source.flags)
    tree = parser.parse(source.pattern, source.flags)
    program.add_all(tree)
    program.ops.append(("Done",))
    first = sorted(set(program.first(tree)))
    sets = ", ".join(
        f"Set {{ ascii: {_ascii(each):#x}, is_negated: {str(each[0]).lower()}, kinds: {each[1]}, "
        f"ranges: &{list(each[2])} }}"
        for each in program.sets
    )
    begins = reduce(or_, (_ascii(program.sets[number]) for number in first), 0)
    yield (
        f"pub static {name}: Pattern = Pattern {{ first: &{first}, first_ascii: {begins:#x}, "
        f"ops: &[{', '.join(map(_written, program.ops))}], sets: &[{sets}] }};"
    )
    for group, number in source.groupindex.items():
        yield f"pub const {name}_{group.upper()}: usize = {number};"


def _ascii(found: _Set) -> int:
    """Which characters of ASCII are in a set, a bit each."""
    negated, kinds, ranges = found
    is_of_kind = [
        re.compile(each) for bit, each in zip(_KINDS.values(), _WRITTEN_KINDS, strict=True) if kinds & bit
    ]
    bits = 0
    for point in range(0x80):
        is_in = any(low <= point <= high for low, high in ranges) or any(
            each.match(chr(point)) for each in is_of_kind
        )
        bits |= (is_in != negated) << point
    return bits


def whole(source: re.Pattern[str]) -> re.Pattern[str]:
    """The pattern that matches what another one matches as a whole."""
    return re.compile(rf"(?:{source.pattern})\Z", source.flags)


def _written(op: _Op) -> str:
    values = ", ".join(str(value).lower() for value in op[1:])
    return f"Op::{op[0]}({values})" if values else f"Op::{op[0]}"


class _Program:
    """Steps and sets of one pattern."""

    def __init__(self, flags: int) -> None:
        self.flags = flags & re.IGNORECASE
        self.ops: list[_Op] = []
        self.sets: list[_Set] = []

    def add_all(self, tree: Iterable[tuple[Any, Any]]) -> None:
        """Add the steps of a part of a pattern."""
        for code, value in tree:
            getattr(self, f"_{str(code).lower()}")(value)

    def set(self, code: Any, value: Any) -> int:
        """The number of the set of characters that a code stands for."""
        found = _set_of(code, _frozen(value), self.flags)
        if found not in self.sets:
            self.sets.append(found)
        return self.sets.index(found)

    def first(self, tree: Sequence[tuple[Any, Any]]) -> list[int]:
        """The sets that a match begins with; none if it may be empty or that cannot be told."""
        found: list[int] = []
        for code, value in tree:
            if code in _SETS:
                return [*found, self.set(code, value)]
            if code is codes.SUBPATTERN:
                inner = self.first(value[-1])
                return found + inner if inner else []
            if code is codes.BRANCH:
                parts = [self.first(part) for part in value[1]]
                return found + [each for part in parts for each in part] if all(parts) else []
            if code is codes.MAX_REPEAT:
                inner = self.first(value[2])
                if not inner:
                    return []
                found += inner
                if value[0]:
                    return found
            elif code not in (codes.ASSERT, codes.ASSERT_NOT, codes.AT):
                return []
        return []

    def _one(self, code: Any, value: Any) -> None:
        self.ops.append(("One", self.set(code, value)))

    def _literal(self, value: Any) -> None:
        self._one(codes.LITERAL, value)

    def _not_literal(self, value: Any) -> None:
        self._one(codes.NOT_LITERAL, value)

    def _in(self, value: Any) -> None:
        self._one(codes.IN, value)

    def _any(self, value: Any) -> None:
        self._one(codes.ANY, value)

    def _subpattern(self, value: Any) -> None:
        group, *_, tree = value
        if group is None:
            self.add_all(tree)
            return
        self.ops.append(("Save", 2 * group))
        self.add_all(tree)
        self.ops.append(("Save", 2 * group + 1))

    def _branch(self, value: Any) -> None:
        ends = []
        *parts, last = value[1]
        for part in parts:
            split = self._hole()
            self.add_all(part)
            ends.append(self._hole())
            self.ops[split] = ("Split", len(self.ops))
        self.add_all(last)
        for end in ends:
            self.ops[end] = ("Jump", len(self.ops))

    def _max_repeat(self, value: Any) -> None:
        least, most, tree = value
        if len(tree) == 1 and tree[0][0] in _SETS:
            most = _NO_LIMIT if most is codes.MAXREPEAT else int(most)
            self.ops.append(("Many", self.set(*tree[0]), int(least), most))
            return
        for _ in range(least):
            self.add_all(tree)
        if most is codes.MAXREPEAT:
            split = self._hole()
            self.add_all(tree)
            self.ops.append(("Jump", split))
            self.ops[split] = ("Split", len(self.ops))
            return
        splits = []
        for _ in range(most - least):
            splits.append(self._hole())
            self.add_all(tree)
        for split in splits:
            self.ops[split] = ("Split", len(self.ops))

    def _groupref(self, value: Any) -> None:
        self.ops.append(("Again", value))

    def _at(self, value: Any) -> None:
        names = {codes.AT_BEGINNING: "Start", codes.AT_END: "End", codes.AT_BOUNDARY: "Edge"}
        names[codes.AT_END_STRING] = "Finish"
        self.ops.append((names[value],))

    def _assert(self, value: Any) -> None:
        self._look(True, *value)

    def _assert_not(self, value: Any) -> None:
        self._look(False, *value)

    def _look(self, is_wanted: bool, direction: int, tree: Any) -> None:
        look = self._hole()
        self.add_all(tree)
        self.ops.append(("Done",))
        width = () if direction > 0 else (tree.getwidth()[0],)
        self.ops[look] = ("Ahead" if direction > 0 else "Behind", is_wanted, *width, len(self.ops))

    def _hole(self) -> int:
        """The place of a step that is told later."""
        self.ops.append(())
        return len(self.ops) - 1


_SETS = (codes.LITERAL, codes.NOT_LITERAL, codes.IN, codes.ANY)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@cache
def _set_of(code: Any, value: Any, flags: int) -> _Set:
    """The characters of one code; where case is ignored, those that Python takes for the same."""
    if code is codes.ANY:
        return True, 0, ((10, 10),)
    items = ((codes.LITERAL, value),) if code is not codes.IN else value
    negated, kinds, own = code is codes.NOT_LITERAL, 0, ""
    for kind, each in items:
        if kind is codes.NEGATE:
            negated = True
        elif kind is codes.CATEGORY:
            kinds |= _KINDS[each]
        else:
            low, high = each if kind is codes.RANGE else (each, each)
            own += rf"\U{low:08x}-\U{high:08x}"
    found = re.compile(f"[{own}]", flags).findall(all_characters()) if own else []
    return negated, kinds, tuple(_ranges(map(ord, found)))


@cache
def all_characters() -> str:
    """Every character that a text can hold, in order."""
    return "".join(chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point < 0xE000)


def _ranges(points: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as ranges with both ends in them."""
    ranges: list[tuple[int, int]] = []
    for point in points:
        if ranges and ranges[-1][1] + 1 == point:
            ranges[-1] = ranges[-1][0], point
        else:
            ranges.append((point, point))
    return ranges

"""Values of records into columns: those that stand in the same place of each record."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from honbun.tables.records.grain import Part

# A place that so many records have as often is as many columns; one that varies more is a column of lists.
_SAME_NUMBER = 0.8


@dataclass
class Field:
    """A column to be: for each record that has it its values."""

    above: tuple[int, ...]
    tail: tuple[int, ...]
    parts: dict[int, list[Part]] = field(default_factory=dict)
    is_list: bool = False
    place: float = 0.0
    """Where it stands in the records, on average: 0 is first, 1 last."""


def align(parts: Sequence[Part]) -> list[Field]:
    """The fields of all records, in the order of the page."""
    by_key: dict[tuple[int, ...], dict[int, list[Part]]] = defaultdict(lambda: defaultdict(list))
    for part in parts:
        by_key[part.key][part.record].append(part)
    fields = [each for own in by_key.values() for each in _fields(own)]
    # A title is a link in some records; a promoted record has the same elements elsewhere.
    fields = _joined(_joined(fields, lambda each: each.above), lambda each: each.tail)
    places = _places(parts)
    for each in fields:
        each.place = sum(places[own[0].start] for own in each.parts.values()) / len(each.parts)
    return sorted(fields, key=lambda each: each.place)


def _fields(own: dict[int, list[Part]]) -> Iterable[Field]:
    """The fields of one place: one for each time that a record has it, or one of lists if that varies."""
    numbers = Counter(map(len, own.values()))
    usual, times = numbers.most_common(1)[0]
    one = next(iter(own.values()))[0]
    if max(numbers) == 1:
        return [Field(one.above, one.tail, dict(own))]
    if times < _SAME_NUMBER * len(own) or usual == 1 or len(own) == 1:
        return [Field(one.above, one.tail, dict(own), is_list=True)]
    fields = [Field((*one.above, i), (*one.tail, i)) for i in range(max(numbers))]
    for record, parts in own.items():
        for i, part in enumerate(parts):
            fields[i].parts[record] = [part]
    return fields


def _joined(fields: list[Field], kind: Callable[[Field], tuple[int, ...]]) -> list[Field]:
    """The fields, those of one kind joined of which no record has two."""
    kept: dict[tuple[int, ...], list[Field]] = defaultdict(list)
    for each in sorted(fields, key=lambda each: -len(each.parts)):
        for other in kept[kind(each)]:
            if other.is_list == each.is_list and not other.parts.keys() & each.parts.keys():
                other.parts |= each.parts
                break
        else:
            kept[kind(each)].append(each)
    return [each for own in kept.values() for each in own]


def _places(parts: Sequence[Part]) -> dict[int, float]:
    """For each value, by its start, how far in its record it stands."""
    numbers = Counter(part.record for part in parts)
    seen: Counter[int] = Counter()
    places = {}
    for part in parts:
        places[part.start] = seen[part.record] / numbers[part.record]
        seen[part.record] += 1
    return places

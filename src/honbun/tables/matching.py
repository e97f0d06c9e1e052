"""Tables of several sites in one: columns that mean the same, by labels, values and types.

科目名 of one site is 科目名／Course title of another; a price is a Preis. Names are compared in all the parts
that they are written in (before and after a slash, outside and inside of brackets), values by the pairs of
characters that they are made of, digits all alike, and by what they look like: how long they are, of which kind,
whether they are a list. Two columns are one if they are a pair of the assignment with the largest sum, and sure
enough.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from honbun.table import Column, ColumnKind, NamedBy, Table
from honbun.tables.columns import unique_names

Floats = npt.NDArray[np.float64]
Weights = dict[str, float]

# What is sure enough: the same name, or half of a name and values that are alike, or values that are the same.
MIN_MATCH = 0.35
# Parts of names: both sides of a slash, outside and inside of brackets.
_PARTS = re.compile(r"[／/|()（）\[\]【】:：]+")
_NOT_WORDS = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d")
# Names that pages do not show say little of what is in a column.
_SHOWN_NAMES = (NamedBy.LINKED_DATA, NamedBy.LABEL, NamedBy.HEADER, NamedBy.PROPERTY, NamedBy.HEADING)
# So many values of a column tell what they are like, and so many characters of each.
_MAX_VALUES = 200
_MAX_CHARACTERS = 200
# How much of a match the name decides.
_NAME_WEIGHT = 0.6
# Short values of one field have a cosine of at least this; else a name that is alike counts less.
_MIN_COSINE = 0.05
_MAX_SHORT = 20
_OTHER_VALUES_WEIGHT = 0.6
# From this likeness on, values that are most like each other say all that they can.
_MIN_TELLING = 0.4
# A length that differs by this factor makes two columns half as alike.
_HALF_LENGTH_FACTOR = 4.0


def join_matched(tables: Sequence[Table]) -> Table:
    """The rows of tables one after the other; columns that mean the same are one, under the name of the first.

    Tables are matched in their order, each with what the ones before it have become. The notes say what was joined
    under which names.
    """
    return reduce(_join, tables) if tables else Table()


def _join(one: Table, other: Table) -> Table:
    pairs = match_columns(one.fields, other.fields)
    named = {other.fields[j].name: one.fields[i].name for i, j, _ in pairs}
    free = [column.name for column in other.fields if column.name not in named]
    names = unique_names([*one.columns, *free])[len(one.columns) :]
    named |= dict(zip(free, names, strict=True))
    renamed = replace(other, fields=tuple(replace(column, name=named[column.name]) for column in other.fields))
    notes = tuple(
        f"{one.fields[i].name} = {other.fields[j].name} ({score:.2f})"
        for i, j, score in pairs
        if one.fields[i].name != other.fields[j].name
    )
    joined = Table.join([one, renamed])
    return replace(joined, notes=(*joined.notes, *notes))


def match_columns(one: Sequence[Column], other: Sequence[Column]) -> list[tuple[int, int, float]]:
    """Pairs of columns that mean the same, each column in one pair at most, and how sure each is."""
    if not one or not other:
        return []
    from scipy.optimize import linear_sum_assignment

    scores = _scores(one, other)
    rows, columns = linear_sum_assignment(np.where(scores >= MIN_MATCH, scores, 0.0), maximize=True)
    return [
        (int(i), int(j), float(scores[i, j]))
        for i, j in zip(rows, columns, strict=True)
        if scores[i, j] >= MIN_MATCH
    ]


def _scores(one: Sequence[Column], other: Sequence[Column]) -> Floats:
    """For each pair how sure it is that the two mean the same, 0 to 1.

    Values speak for a pair if they are alike, and more so if no other column is as like: texts of one field have
    few pairs of characters in common, and yet more than with the texts of other fields.
    """
    profiles = _profiles([*one, *other])
    names, values = (np.zeros((len(one), len(other))) for _ in range(2))
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            cosine = _cosine(profiles[i], profiles[len(one) + j])
            values[i, j] = math.sqrt(cosine * _look(left, right))
            names[i, j] = name_similarity(left, right)
            if names[i, j] < 1 and cosine < _MIN_COSINE and _is_short(left) and _is_short(right):
                names[i, j] *= _OTHER_VALUES_WEIGHT
    best = np.sqrt(np.maximum(values.max(axis=1, keepdims=True), 1e-9) * np.maximum(values.max(axis=0), 1e-9))
    alike = (values + values / best * np.minimum(1.0, values / _MIN_TELLING)) / 2
    scores = _NAME_WEIGHT * names + (1 - _NAME_WEIGHT) * alike
    constant = np.outer([column.is_constant for column in one], [column.is_constant for column in other])
    return np.where(constant, 0.0, scores)


def _is_short(column: Column) -> bool:
    return _usual_length(column) <= _MAX_SHORT


def name_similarity(one: Column, other: Column) -> float:
    """1 if a part of one name is a part of the other; else how much of the shorter part the longer one has."""
    if one.named_by not in _SHOWN_NAMES or other.named_by not in _SHOWN_NAMES:
        return 0.0
    return max((_dice(a, b) for a in _parts(one.name) for b in _parts(other.name)), default=0.0)


def _parts(name: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return [part for piece in _PARTS.split(plain) if (part := _NOT_WORDS.sub("", piece))]


def _dice(one: str, other: str) -> float:
    """The share of characters that two words have in common, in pairs and alone."""
    if one == other:
        return 1.0
    bags = [Counter(word) + Counter(map("".join, pairwise(word))) for word in (one, other)]
    common = (bags[0] & bags[1]).total()
    return common / max(1, min(bags[0].total(), bags[1].total())) if common else 0.0


def _values(column: Column) -> list[str]:
    values = [value for cell in column.cells if cell for value in cell.values][:_MAX_VALUES]
    return [_DIGITS.sub("0", unicodedata.normalize("NFKC", value[:_MAX_CHARACTERS])) for value in values]


def _usual_length(column: Column) -> float:
    return max(1.0, float(np.median([len(value) for value in _values(column)] or [1])))


def _profiles(columns: Sequence[Column]) -> list[Weights]:
    """For each column its pairs of characters, those of few columns weighing more, of length 1."""
    bags = []
    for column in columns:
        pairs = (f"{a}{b}" for value in _values(column) for a, b in zip(f"^{value}", f"{value}$", strict=True))
        bags.append(Counter(pairs))
    spread = Counter(pair for bag in bags for pair in bag)
    found = []
    for bag in bags:
        weight = {pair: math.log1p(n) * math.log(1 + len(bags) / spread[pair]) for pair, n in bag.items()}
        norm = math.sqrt(sum(value * value for value in weight.values())) or 1.0
        found.append({pair: value / norm for pair, value in weight.items()})
    return found


def _cosine(one: Weights, other: Weights) -> float:
    if len(one) > len(other):
        one, other = other, one
    return min(1.0, sum(value * other.get(pair, 0.0) for pair, value in one.items()))


def _look(one: Column, other: Column) -> float:
    """How alike the values look: as long, of one kind, lists or not."""
    factor = abs(math.log(_usual_length(one) / _usual_length(other))) / math.log(_HALF_LENGTH_FACTOR)
    kinds = {one.kind, other.kind}
    same_kind = 1.0 if len(kinds) == 1 else 0.8 if ColumnKind.TEXT in kinds else 0.5
    return float(0.5**factor) * same_kind * (1.0 if one.is_list == other.is_list else 0.8)

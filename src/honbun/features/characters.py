"""What the characters of a run are: letters, digits, marks. The same in every language."""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
import numpy.typing as npt

from honbun.features.columns import Columns
from honbun.features.outline import Outline
from honbun.page import Rows

# Code points from here on are letters of scripts written without spaces, but for the full-width forms.
_TABLE_END = 0x3100
_WIDE, _WIDE_END = 0xFF01, 0xFF5F  # full-width forms of ! to ~
# The first two, which most characters are, are not counted; words are made of those from _LETTER to _DIGIT.
_SPACE, _LETTER, _UPPER, _DIGIT, _STOP, _COMMA, _MONEY, _ARROW, _MARK, _HAN = range(10)
_CLASSES = 10
_STOPS = frozenset(".!?…。！？｡؟।॥;")
_COMMAS = frozenset(",:、，：؛،")
_ARROWS = frozenset("|>»›→•·<«‹←▶►▼▲✓+#&@/\\=*~^")


@cache
def _table() -> npt.NDArray[np.uint8]:
    """The class of each code point before `_TABLE_END`; built once, for it takes milliseconds."""
    table = np.array([_class_of(chr(point)) for point in range(_TABLE_END + 1)], dtype=np.uint8)
    table[_TABLE_END] = _HAN
    table.setflags(write=False)
    return table


def _class_of(character: str) -> int:
    category = unicodedata.category(character)
    for kind, members in ((_STOP, _STOPS), (_COMMA, _COMMAS), (_ARROW, _ARROWS)):
        if character in members:
            return kind
    if "\u3040" <= character <= "\u30ff":
        return _HAN
    first = {"Z": _SPACE, "C": _SPACE, "N": _DIGIT, "P": _MARK, "S": _MARK, "M": _LETTER}
    whole = {"Lu": _UPPER, "Lt": _UPPER, "Sc": _MONEY}
    return whole.get(category, first.get(category[0], _LETTER))


def classes(points: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """The class of each character, given its code point."""
    if int(points.max(initial=0)) >= _WIDE:
        is_wide = (points >= _WIDE) & (points < _WIDE_END)
        points = np.where(is_wide, points - np.uint32(_WIDE - 0x21), points)
    return np.asarray(_table().take(points, mode="clip"))


def character_features(outline: Outline) -> Columns:
    """Counts of kinds of characters, and words: a character each in scripts without spaces."""
    start, end = outline.blocks.start, outline.blocks.end
    kind = classes(outline.page.points)
    counts, words = _count(kind, start, end)
    words += counts[:, _HAN]
    length = np.maximum(outline.blocks.length, 1)
    stops, commas = counts[:, _STOP], counts[:, _COMMA]
    first, last = kind[start], kind[np.maximum(end - 1, 0)]
    return {
        "words": words,
        "log_ink": np.log1p(outline.blocks.length),
        "word_length": length / np.maximum(words, 1),
        "stops": stops,
        "commas": commas,
        "stop_share": stops / np.maximum(words, 1),
        "comma_share": commas / np.maximum(words, 1),
        "digit_share": counts[:, _DIGIT] / length,
        "upper_share": counts[:, _UPPER] / np.maximum(words, 1),
        "money": counts[:, _MONEY],
        "arrow_share": counts[:, _ARROW] / length,
        "mark_share": counts[:, _MARK] / length,
        "han_share": counts[:, _HAN] / length,
        "ends_with_stop": (last == _STOP) | (last == _COMMA),
        "starts_upper": (first == _UPPER) | (first == _HAN),
    }


def _count(
    kind: npt.NDArray[np.uint8], start: Rows, end: Rows
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each run, its characters of each class, and how many words begin in it."""
    n = len(start)
    edges = np.full(2 * n + 2, len(kind), dtype=np.intp)
    edges[0], edges[1:-1:2], edges[2:-1:2] = 0, start, end
    # Which run each character is in; n stands for none.
    runs = np.full(2 * n + 1, n, dtype=np.intp)
    runs[1::2] = np.arange(n)
    which = np.repeat(runs, edges[1:] - edges[:-1])
    counted = np.flatnonzero(kind > _LETTER)
    place = which[counted] * _CLASSES + kind[counted]
    counts = np.bincount(place, minlength=(n + 1) * _CLASSES).reshape(n + 1, _CLASSES)
    spaced = (kind >= _LETTER) & (kind <= _DIGIT)
    begins = spaced.copy()
    begins[1:] &= ~spaced[:-1]
    # Between two elements there need not be a space.
    begins[start] = spaced[start]
    return counts[:n], np.bincount(which[begins], minlength=n + 1)[:n]
